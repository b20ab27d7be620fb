//! Boards on other sites: which responses may be framed, and what oEmbed tells about a room.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::{
    client::Client,
    http::Answer,
    rooms::{open, play},
    serve::Server,
};

const URL: [&str; 2] = ["--public-url", "https://raum.example"];

const CSP: &str = "content-security-policy";

/// The response to a request for the embed of a link, with more parameters.
fn oembed(server: &Server, link: &str, more: &str) -> Answer {
    let link = utf8_percent_encode(link, NON_ALPHANUMERIC);
    server.request("GET", &format!("/api/oembed?url={link}{more}"), &[], "")
}

fn link(room: &str) -> String {
    format!("https://raum.example/r/{room}")
}

#[test]
fn only_the_embed_may_be_framed() {
    let server = Server::with(&URL);
    let room = open(&server, "chess", &json!({}));
    let paths = [
        "/",
        "/?new=chess",
        "/chess",
        &format!("/r/{room}"),
        &format!("/r/{room}/"),
        &format!("/r/{room}?embed=1"),
        "/embed.html",
        "/embed",
        "/embed/",
        &format!("/embed/{room}/"),
        &format!("/embed/{room}/x"),
        &format!("/embed/{room}%2Fx/y"),
        &format!("//embed/{room}"),
        &format!("/embed/../r/{room}"),
        "/about.html",
        "/worker.js",
        "/robots.txt",
        "/nowhere",
        "/healthz",
        "/picture/home.png",
        &format!("/api/rooms/{room}"),
        "/api/oembed",
    ];
    for path in paths {
        let answer = server.request("GET", path, &[], "");
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
        assert_eq!(answer.count(CSP), 1, "{path}");
        let policy = answer.header(CSP).unwrap();
        assert!(policy.ends_with("frame-ancestors 'none'"), "{path}");
    }
    let tag = server.request("GET", &format!("/embed/{room}"), &[], "");
    let tag = tag.header("etag").unwrap_or_default();
    for (method, headers, status) in [
        ("GET", &[][..], 200),
        ("HEAD", &[], 200),
        ("GET", &[("If-None-Match", tag)], 304),
    ] {
        let answer = server.request(method, &format!("/embed/{room}?theme=dark"), headers, "");
        // Without a page there is no embed either.
        assert!([status, 503].contains(&answer.status), "{answer:?}");
        assert_eq!(answer.count("x-frame-options"), 0);
        assert_eq!(answer.count(CSP), 1);
        assert_eq!(
            answer.header(CSP),
            Some(
                "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                 img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                 frame-ancestors *"
            )
        );
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
        ] {
            assert_eq!(answer.header(name), Some(value));
        }
    }
    let other = server.request("POST", &format!("/embed/{room}"), &[], "{}");
    assert_eq!(
        (other.status, other.header("x-frame-options")),
        (405, Some("DENY"))
    );
}

#[test]
fn the_embed_is_the_same_document_for_every_room() {
    let server = Server::with(&[&URL[..], &["--unknown-rooms-per-minute", "5"]].concat());
    let shown = open(&server, "chess", &json!({}));
    let locked = server.open(&json!({"kind": "chess", "passKey": "s3cr3t"}));
    let hidden = open(&server, "space", &json!({"spectators": false}));
    let document = |room: &str| {
        let answer = server.request("GET", &format!("/embed/{room}"), &[], "");
        let etag = answer.header("etag").map(str::to_owned);
        (answer.status, etag, answer.body)
    };
    let first = document(&shown);
    for room in [&*locked, &hidden, "ABCDEFGHJKMN"] {
        assert_eq!(document(room), first, "{room}");
    }
    // It looks no room up, so it tells nothing and counts for no limit.
    for number in 0..20 {
        document(&format!("UNKNWN{number:06}"));
    }
    assert_eq!(oembed(&server, &link(&shown), "").status, 200);
}

#[test]
fn oembed_describes_the_embed_of_a_room() {
    let server = Server::with(&URL);
    let room = open(&server, "chess", &json!({}));
    let (mut ann, _) = Client::seated(&server, &room, r#"Ann "<b>""#);
    let (_ben, _) = Client::seated(&server, &room, "Ben");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
    let answer = oembed(&server, &link(&room), "");
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let embed = answer.json();
    assert_eq!(
        embed,
        json!({
            "type": "rich",
            "version": "1.0",
            "title": r#"Ann "<b>" v Ben: chess"#,
            "provider_name": "raum",
            "provider_url": "https://raum.example",
            "width": 480,
            "height": 560,
            "html": format!(
                "<iframe src=\"https://raum.example/embed/{room}\" width=\"480\" height=\"560\" \
                 title=\"Ann &quot;&lt;b&gt;&quot; v Ben: chess\" \
                 sandbox=\"allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox\" \
                 loading=\"lazy\" style=\"border:0\"></iframe>"
            ),
            "thumbnail_url": format!("https://raum.example/picture/r/{room}.png?1-1"),
            "thumbnail_width": 1200,
            "thumbnail_height": 630,
        })
    );
    // The page of the room leads there, and its picture exists.
    let page = server.request("GET", &format!("/r/{room}"), &[], "");
    if page.status == 200 {
        let (_, rest) = page
            .body
            .split_once("application/json+oembed\" href=\"https://raum.example")
            .unwrap();
        let (path, _) = rest.split_once('"').unwrap();
        assert_eq!(server.request("GET", path, &[], "").json(), embed);
    }
    let picture = embed["thumbnail_url"].as_str().unwrap();
    let picture = picture.strip_prefix("https://raum.example").unwrap();
    assert_eq!(server.request("GET", picture, &[], "").status, 200);
}

#[test]
fn oembed_obeys_the_limits_of_its_client() {
    let server = Server::with(&URL);
    let room = open(&server, "space", &json!({}));
    // Programs add parameters of their own.
    let more = "&maxwidth=300&maxheight=200&format=json&dnt=1";
    let embed = oembed(&server, &link(&room), more).json();
    assert_eq!(
        (&embed["width"], &embed["height"]),
        (&json!(300), &json!(200))
    );
    assert!(
        embed["html"]
            .as_str()
            .unwrap()
            .contains("width=\"300\" height=\"200\"")
    );
    assert_eq!(embed["thumbnail_url"], Value::Null);
    for more in [
        "&maxwidth=0",
        "&maxwidth=-1",
        "&maxheight=x",
        "&maxwidth=",
        "&maxwidth=1.5",
    ] {
        let answer = oembed(&server, &link(&room), more);
        assert_eq!(
            (answer.status, &*answer.code()),
            (400, "bad-request"),
            "{more}"
        );
    }
    let none = server.request("GET", "/api/oembed", &[], "");
    assert_eq!((none.status, &*none.code()), (400, "bad-request"));
    let xml = oembed(&server, &link(&room), "&format=xml");
    assert_eq!((xml.status, &*xml.code()), (501, "no-such-format"));
}

#[test]
fn rooms_without_an_embed_look_alike() {
    let server = Server::with(&URL);
    let locked = server.open(&json!({"kind": "chess", "passKey": "s3cr3t"}));
    let hidden = open(&server, "space", &json!({"spectators": false}));
    Client::seated(&server, &hidden, "Ann");
    let room = open(&server, "chess", &json!({}));
    let expected = oembed(&server, &link("ABCDEFGHJKMN"), "");
    assert_eq!((expected.status, &*expected.code()), (404, "no-embed"));
    for link in [
        link(&locked),
        link(&hidden),
        format!("https://other.example/r/{room}"),
        format!("http://raum.example/r/{room}"),
        format!("https://raum.example/embed/{room}"),
        format!("https://raum.example/r/{room}/pgn"),
        "https://raum.example/chess".to_owned(),
        "nonsense".to_owned(),
    ] {
        let answer = oembed(&server, &link, "");
        assert_eq!(
            (answer.status, &answer.body),
            (404, &expected.body),
            "{link}"
        );
    }
    for room in [&*locked, &hidden, "ABCDEFGHJKMN"] {
        let page = server.request("GET", &format!("/r/{room}"), &[], "");
        assert!(!page.body.contains("oembed"), "{room}");
    }
}

#[test]
fn looking_for_rooms_by_oembed_is_limited() {
    let server = Server::with(&[&URL[..], &["--unknown-rooms-per-minute", "5"]].concat());
    let room = open(&server, "chess", &json!({}));
    for number in 0..5 {
        let answer = oembed(&server, &link(&format!("UNKNWN{number:06}")), "");
        assert_eq!(answer.status, 404);
    }
    // Over the limit, a room that exists gets the same answer as one that does not.
    for name in [&*room, "UNKNWN000009"] {
        let answer = oembed(&server, &link(name), "");
        assert_eq!(
            (answer.status, &*answer.code()),
            (429, "too-many-requests"),
            "{name}"
        );
    }
}

#[test]
fn without_an_address_there_is_no_oembed() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let answer = oembed(&server, &format!("http://raum/r/{room}"), "");
    assert_eq!((answer.status, &*answer.code()), (404, "no-embed"));
    let page = server.request("GET", &format!("/r/{room}"), &[], "");
    assert!(!page.body.contains("oembed"));
}
