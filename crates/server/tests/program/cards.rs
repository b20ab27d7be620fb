//! What messengers see of a link.

use serde_json::json;

use super::{
    Run,
    client::Client,
    http::Answer,
    raum,
    rooms::{open, play},
    serve::Server,
};

const URL: [&str; 2] = ["--public-url", "https://raum.example"];

/// The value of a tag of the page; `None` without it.
fn tag(page: &Answer, name: &str) -> Option<String> {
    let start = format!(r#"property="{name}" content=""#);
    let (_, rest) = page.body.split_once(&start)?;
    Some(rest.split_once('"')?.0.to_owned())
}

fn page(server: &Server, path: &str) -> Answer {
    let page = server.request("GET", path, &[], "");
    assert_eq!(page.status, 200, "{path}");
    assert_eq!(page.body.matches("og:title").count(), 1, "{path}");
    page
}

#[test]
fn a_link_to_a_room_says_who_invites_and_then_how_it_stands() {
    let server = Server::with(&URL);
    let clock = json!({"clock": {"initialMillis": 600_000, "incrementMillis": 5000}});
    let room = open(&server, "chess", &clock);
    let path = format!("/r/{room}");
    assert_eq!(
        tag(&page(&server, &path), "og:title").unwrap(),
        "A game of chess, 10+5 on raum"
    );
    let (mut ann, _) = Client::seated(&server, &room, "Ann <b>");
    let waiting = page(&server, &path);
    assert_eq!(waiting.header("x-robots-tag"), Some("noindex"));
    assert_eq!(
        tag(&waiting, "og:title").unwrap(),
        "Ann &lt;b&gt; invites you to chess, 10+5"
    );
    assert_eq!(
        tag(&waiting, "og:url").unwrap(),
        format!("https://raum.example{path}")
    );
    let (_ben, _) = Client::seated(&server, &room, "Ben");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
    let playing = page(&server, &path);
    let title = tag(&playing, "og:title").unwrap();
    assert!(title.contains(" v ") && title.contains("Ben"), "{title}");
    let text = tag(&playing, "og:description").unwrap();
    assert!(text.starts_with("Black to move after 1 move."), "{text}");
    let picture = tag(&playing, "og:image").unwrap();
    let picture = picture.strip_prefix("https://raum.example").unwrap();
    let [before, after] = ["/picture/chess.png", picture].map(|path| {
        let png = server.request("GET", path, &[], "");
        assert_eq!(
            (png.status, png.header("content-type")),
            (200, Some("image/png"))
        );
        png.body
    });
    assert_ne!(before, after);
}

#[test]
fn rooms_that_strangers_may_not_watch_and_unknown_ones_look_alike() {
    let server = Server::with(&URL);
    let locked = { server.open(&json!({"kind": "chess", "passKey": "s3cr3t"})) };
    let hidden = open(&server, "space", &json!({"spectators": false}));
    Client::seated(&server, &hidden, "Ann");
    let unknown = "ABCDEFGHJKMN";
    let seen = [&*locked, &hidden, unknown].map(|room| {
        let page = page(&server, &format!("/r/{room}"));
        let tags = ["og:title", "og:description", "og:image"].map(|name| tag(&page, name));
        let picture = server.request("GET", &format!("/picture/r/{room}.png"), &[], "");
        (tags, picture.status, picture.body)
    });
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[1], seen[2]);
    assert_eq!(
        seen[0].0,
        ["og:title", "og:description", "og:image"].map(|name| tag(&page(&server, "/"), name))
    );
}

#[test]
fn looking_for_rooms_by_their_cards_is_limited() {
    let server = Server::with(&[&URL[..], &["--unknown-rooms-per-minute", "5"]].concat());
    let room = open(&server, "chess", &json!({}));
    for number in 0..5 {
        let path = format!("/r/UNKNWN{number:06}");
        page(&server, &path);
    }
    // The page loads, but tells no more.
    let title = tag(&page(&server, &format!("/r/{room}")), "og:title");
    assert_eq!(title, tag(&page(&server, "/"), "og:title"));
}

#[test]
fn without_an_address_there_is_no_picture() {
    let server = Server::on_a_free_port();
    let room = open(&server, "tictactoe", &json!({}));
    let page = page(&server, &format!("/r/{room}"));
    assert_eq!(
        tag(&page, "og:title").unwrap(),
        "A game of tic-tac-toe on raum"
    );
    assert_eq!(tag(&page, "og:image"), None);
    assert_eq!(tag(&page, "og:url"), None);
}

#[test]
fn a_bad_address_ends_the_start_with_a_sentence() {
    let Run { code, error, .. } = raum(&["serve", "--public-url", "raum.example/games"], "");
    assert_eq!(code, Some(2));
    assert!(error.contains("expected https://HOST"), "{error}");
}
