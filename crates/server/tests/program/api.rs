//! The HTTP API: kinds, opening rooms, problems and caching.

use std::path::Path;

use serde_json::{Value, json};

use super::{client::Client, http::Answer, raum, rooms::open, serve::Server};

/// Two games in a closed room with a clock and a pass key.
pub(super) const JOURNAL: &str = include_str!("../../../room/tests/data/journal-1.jsonl");

pub(super) fn get(server: &Server, path: &str) -> Answer {
    server.request("GET", path, &[], "")
}

pub(super) fn get_with(server: &Server, path: &str, authorization: &str) -> Answer {
    server.request("GET", path, &[("Authorization", authorization)], "")
}

pub(super) fn post(server: &Server, request: &Value) -> Answer {
    server.request("POST", "/api/rooms", &[], &request.to_string())
}

/// A server that stores its rooms in this folder and lets none of them expire.
pub(super) fn keeping(folder: &Path) -> Server {
    let days = "36500";
    Server::with(&[
        "--data",
        folder.to_str().unwrap(),
        "--keep-finished-days",
        days,
        "--keep-unfinished-days",
        days,
    ])
}

pub(super) fn import(folder: &Path, entries: &str) -> String {
    let folder = folder.to_str().unwrap();
    let run = raum(&["journal", "import", "-", "--data", folder], entries);
    assert_eq!((run.code, &*run.error), (Some(0), ""));
    run.output.trim_end().to_owned()
}

/// The journal without its pass key, which anyone may read.
pub(super) fn open_journal() -> String {
    JOURNAL.replace(r#""passKey":true"#, r#""passKey":false"#)
}

#[test]
fn kinds_list_extent_sides_start_and_rules() {
    let server = Server::on_a_free_port();
    let kinds = get(&server, "/api/kinds");
    assert_eq!(kinds.status, 200);
    let kinds = kinds.json();
    let facts = |index: usize| {
        let kind = &kinds[index];
        json!([
            kind["kind"],
            kind["extent"],
            kind["sides"],
            kind["rules"]["rematch"]
        ])
    };
    let flat = |side: u8| json!({"x": side, "y": side, "z": 1});
    assert_eq!(kinds.as_array().unwrap().len(), 3);
    assert_eq!(
        facts(0),
        json!(["chess", flat(8), ["white", "black"], "swap-sides"])
    );
    assert_eq!(
        facts(1),
        json!(["space", {"x": 5, "y": 5, "z": 5}, ["white", "black"], "swap-sides"])
    );
    assert_eq!(
        facts(2),
        json!(["tictactoe", flat(3), ["X", "O"], "swap-starter"])
    );
    assert_eq!(kinds[2]["start"], "......... X");
}

#[test]
fn a_request_changes_only_the_rules_it_names() {
    let server = Server::on_a_free_port();
    let clock = json!({"initialMillis": 60_000, "incrementMillis": 0});
    let answer = post(
        &server,
        &json!({"kind": "chess", "rules": {"chat": false, "clock": clock}}),
    );
    assert_eq!(answer.status, 201);
    let room = answer.json()["room"].as_str().unwrap().to_owned();
    assert_eq!(answer.json()["path"], format!("/r/{room}"));
    let location = answer.header("location").unwrap();
    assert_eq!(location, format!("/api/rooms/{room}"));

    let summary = get(&server, location).json();
    let mut rules = get(&server, "/api/kinds").json()[0]["rules"].clone();
    rules["chat"] = false.into();
    rules["clock"] = clock;
    // The default depends on the clock.
    assert_eq!(rules["leaver"]["graceMillis"], 86_400_000);
    rules["leaver"]["graceMillis"] = 60_000.into();
    assert_eq!(
        json!([
            summary["room"],
            summary["kind"],
            summary["phase"],
            summary["rules"]
        ]),
        json!([room, "chess", "waiting", rules])
    );
    assert_eq!(summary["freeSeats"], 2);
    assert_eq!(summary["game"], Value::Null);
    assert_eq!(summary["openedAt"], summary["changedAt"]);
    // Ids ignore case.
    assert_eq!(get(&server, &location.to_lowercase()).json(), summary);
}

#[test]
fn the_examples_of_the_document_open_rooms() {
    let server = Server::on_a_free_port();
    let document = get(&server, "/api/openapi.json").json();
    let content = &document["paths"]["/api/rooms"]["post"]["requestBody"]["content"];
    let examples = content["application/json"]["schema"]["examples"]
        .as_array()
        .unwrap();
    for example in examples {
        assert_eq!(post(&server, example).status, 201, "{example}");
    }
}

#[test]
fn a_room_starts_from_the_requested_position_and_moves() {
    let server = Server::on_a_free_port();
    let start = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let request = json!({"kind": "chess", "start": start, "moves": ["e1c1", "e8e7"]});
    let room = server.open(&request);
    let (_white, _) = Client::seated(&server, &room, "Ann");
    let (_black, _) = Client::seated(&server, &room, "Ben");
    let position = format!("/api/rooms/{room}/position");
    assert_eq!(
        get(&server, &position).body,
        "8/4k3/8/8/8/8/8/2KR4 w - - 2 2\n"
    );
    assert_eq!(
        get(&server, &format!("{position}?ply=0")).body,
        format!("{start}\n")
    );
}

#[test]
fn a_bad_request_opens_no_room() {
    let server = Server::on_a_free_port();
    let rules = |rules: Value| json!({"kind": "chess", "rules": rules});
    let clock = |initial: u64, increment: u64| {
        rules(json!({"clock": {"initialMillis": initial, "incrementMillis": increment}}))
    };
    let grace =
        |millis: u64| rules(json!({"leaver": {"type": "keeps-seat", "graceMillis": millis}}));
    let beyond_mate = ["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"];
    // The number of moves is checked before the moves themselves.
    let too_many = vec!["e2"; 2_001];
    let cases = [
        (json!([]), "bad-request"),
        (json!({}), "bad-request"),
        (json!({"kind": "go"}), "bad-request"),
        (json!({"kind": "chess", "colour": "red"}), "bad-request"),
        (json!({"kind": "chess", "start": "nowhere"}), "bad-position"),
        (json!({"kind": "chess", "moves": ["e2"]}), "bad-move"),
        (json!({"kind": "chess", "moves": ["e2e5"]}), "illegal-move"),
        (json!({"kind": "chess", "moves": beyond_mate}), "game-over"),
        (json!({"kind": "chess", "moves": too_many}), "bad-request"),
        (json!({"kind": "chess", "passKey": "abc"}), "bad-request"),
        (
            json!({"kind": "chess", "passKey": "a".repeat(65)}),
            "bad-request",
        ),
        (rules(json!({"colour": "red"})), "bad-request"),
        (rules(json!({"chat": null})), "bad-request"),
        (
            rules(json!({"leaver": {"type": "frees-seat", "graceMillis": 1}})),
            "bad-request",
        ),
        (rules(json!({"solo": true})), "bad-request"),
        (rules(json!({"passKey": true})), "bad-request"),
        (
            rules(json!({"clock": {"initialMillis": 1000}})),
            "bad-request",
        ),
        (clock(0, 0), "bad-request"),
        (clock(999, 0), "bad-request"),
        (clock(86_400_001, 0), "bad-request"),
        (clock(1_000, 3_600_001), "bad-request"),
        (grace(999), "bad-request"),
        (grace(86_400_001), "bad-request"),
    ];
    for (request, code) in cases {
        let answer = post(&server, &request);
        assert_eq!((answer.status, &*answer.code()), (400, code), "{request}");
    }
    for request in [
        clock(1_000, 0),
        clock(86_400_000, 3_600_000),
        grace(1_000),
        grace(86_400_000),
    ] {
        assert_eq!(post(&server, &request).status, 201, "{request}");
    }
}

#[test]
fn every_wrong_path_method_and_query_gets_a_problem() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let room = format!("/api/rooms/{room}");
    let text = [("Content-Type", "text/plain")];
    let json = [("Content-Type", "application/json")];
    let none = [("Accept", "*/*")];
    let cases = [
        ("GET", "/api", none, 404, "not-found"),
        ("GET", "/api/", none, 404, "not-found"),
        ("GET", "/api/nothing", none, 404, "not-found"),
        ("POST", "/api/rooms/A/B/C", none, 404, "not-found"),
        ("GET", "/api/rooms", none, 405, "wrong-method"),
        ("DELETE", &room, none, 405, "wrong-method"),
        ("POST", "/api/rooms", text, 415, "not-json"),
        ("POST", "/api/rooms", none, 415, "not-json"),
        ("POST", "/api/rooms", json, 400, "bad-request"),
        ("POST", "/api/rooms?kind=chess", json, 400, "bad-request"),
        ("GET", "/api/kinds?kind=chess", none, 400, "bad-request"),
        ("GET", "/api/openapi.json?v=2", none, 400, "bad-request"),
        ("GET", &format!("{room}?token=A"), none, 400, "bad-request"),
        (
            "GET",
            &format!("{room}/journal?a"),
            none,
            400,
            "bad-request",
        ),
        (
            "GET",
            &format!("{room}/pgn?game=0"),
            none,
            400,
            "bad-request",
        ),
        (
            "GET",
            &format!("{room}/pgn?ply=0"),
            none,
            400,
            "bad-request",
        ),
        (
            "GET",
            &format!("{room}/position?ply=-1"),
            none,
            400,
            "bad-request",
        ),
        (
            "GET",
            &format!("{room}/position?ply=1&ply=1"),
            none,
            400,
            "bad-request",
        ),
        ("GET", &format!("{room}/pgn"), none, 404, "no-game"),
        ("GET", &format!("{room}/position"), none, 404, "no-game"),
        ("GET", "/api/rooms/000000000000", none, 404, "no-room"),
        ("GET", "/api/rooms/a%20b/journal", none, 404, "no-room"),
        ("GET", "/api/rooms/%ff", none, 404, "no-room"),
    ];
    for (method, path, headers, status, code) in cases {
        let answer = server.request(method, path, &headers, "");
        assert_eq!(
            (answer.status, &*answer.code()),
            (status, code),
            "{method} {path}"
        );
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
    }
    let allow = |method, path| {
        server
            .request(method, path, &[], "")
            .header("allow")
            .map(String::from)
    };
    assert_eq!(allow("GET", "/api/rooms").as_deref(), Some("POST"));
    assert_eq!(allow("PUT", &room).as_deref(), Some("GET,HEAD"));
    // Paths outside the API get plain text.
    assert_eq!(
        get(&server, "/nowhere").header("content-type"),
        Some("text/plain; charset=utf-8")
    );
}

#[test]
fn api_responses_are_not_cached() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({}));
    let cases = [
        ("/api/kinds", "no-store"),
        (&*format!("/api/rooms/{room}"), "no-store"),
        (&*format!("/api/rooms/{room}/journal"), "no-store"),
        ("/api/openapi.json", "no-cache"),
    ];
    for (path, caching) in cases {
        let answer = get(&server, path);
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (200, Some(caching)),
            "{path}"
        );
    }
    assert_eq!(get(&server, "/api/openapi.json").json()["openapi"], "3.1.0");
}
