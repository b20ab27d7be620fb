//! What is asked by HTTP.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::tempdir;

use super::{Run, client::Client, http::Answer, raum, rooms::open, serve::Server};

/// A game that has been played, another one, and the end of the room: with a clock and a pass key.
const JOURNAL: &str = include_str!("../../../room/tests/data/journal-1.jsonl");

fn get(server: &Server, path: &str) -> Answer {
    server.request("GET", path, &[], "")
}

fn get_with(server: &Server, path: &str, authorization: &str) -> Answer {
    server.request("GET", path, &[("Authorization", authorization)], "")
}

fn post(server: &Server, request: &Value) -> Answer {
    server.request("POST", "/api/rooms", &[], &request.to_string())
}

/// A server that keeps its rooms in a folder, also those of which nobody has heard for long.
fn keeping(folder: &Path) -> Server {
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

fn import(folder: &Path, entries: &str) -> String {
    let folder = folder.to_str().unwrap();
    let run = raum(&["journal", "import", "-", "--data", folder], entries);
    assert_eq!((run.code, &*run.error), (Some(0), ""));
    run.output.trim_end().to_owned()
}

/// The journal as one that everybody may see.
fn open_journal() -> String {
    JOURNAL.replace(r#""passKey":true"#, r#""passKey":false"#)
}

#[test]
fn every_kind_with_what_a_client_must_know() {
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
fn a_room_differs_from_the_default_only_where_its_opener_says_so() {
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
    // A room is found by its id however it is written.
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
fn a_room_begins_where_its_opener_says() {
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
fn bad_requests_to_open_a_room() {
    let server = Server::on_a_free_port();
    let rules = |rules: Value| json!({"kind": "chess", "rules": rules});
    let clock = |initial: u64, increment: u64| {
        rules(json!({"clock": {"initialMillis": initial, "incrementMillis": increment}}))
    };
    let grace =
        |millis: u64| rules(json!({"leaver": {"type": "keeps-seat", "graceMillis": millis}}));
    let beyond_mate = ["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"];
    let cases = [
        (json!([]), "bad-request"),
        (json!({}), "bad-request"),
        (json!({"kind": "go"}), "bad-request"),
        (json!({"kind": "chess", "colour": "red"}), "bad-request"),
        (json!({"kind": "chess", "start": "nowhere"}), "bad-position"),
        (json!({"kind": "chess", "moves": ["e2"]}), "bad-move"),
        (json!({"kind": "chess", "moves": ["e2e5"]}), "illegal-move"),
        (json!({"kind": "chess", "moves": beyond_mate}), "game-over"),
        (json!({"kind": "chess", "passKey": "abc"}), "bad-request"),
        (
            json!({"kind": "chess", "passKey": "a".repeat(65)}),
            "bad-request",
        ),
        (rules(json!({"colour": "red"})), "bad-request"),
        (rules(json!({"chat": null})), "bad-request"),
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
        (grace(3_600_001), "bad-request"),
    ];
    for (request, code) in cases {
        let answer = post(&server, &request);
        assert_eq!((answer.status, &*answer.code()), (400, code), "{request}");
    }
    for request in [
        clock(1_000, 0),
        clock(86_400_000, 3_600_000),
        grace(1_000),
        grace(3_600_000),
    ] {
        assert_eq!(post(&server, &request).status, 201, "{request}");
    }
}

#[test]
fn every_wrong_address_method_and_form_is_a_problem() {
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
    // What is not the API's has answers of its own.
    assert_eq!(
        get(&server, "/nowhere").header("content-type"),
        Some("text/plain; charset=utf-8")
    );
}

#[test]
fn answers_are_not_for_caches() {
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

#[test]
fn the_games_of_a_room() {
    let folder = tempdir().unwrap();
    let room = import(folder.path(), &open_journal());
    let server = keeping(folder.path());
    let room = format!("/api/rooms/{room}");

    let summary = get(&server, &room).json();
    assert_eq!(
        json!([
            summary["phase"],
            summary["freeSeats"],
            summary["openedAt"],
            summary["changedAt"]
        ]),
        json!(["closed", 0, 1_790_000_000_000_u64, 1_790_000_980_000_u64])
    );
    let last = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let game = json!({
        "number": 2, "startedAt": 1_790_000_952_000_u64,
        "seats": [
            {"member": 1, "name": "Ann", "side": "first"},
            {"member": 2, "name": "Ben", "side": "second"},
        ],
        "position": last, "ply": 4, "turn": "first", "check": true,
        "ending": {"winner": "second", "reason": "checkmate"}, "result": "0-1", "lastMove": "d8h4",
        "clocks": {"leftMillis": [300_000, 302_000], "running": null},
    });
    assert_eq!(summary["game"], game);

    let pgn = |query: &str| get(&server, &format!("{room}/pgn{query}"));
    let first = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2026.09.21\"]\n[Round \"1\"]\n[White \"Ben\"]\n\
                 [Black \"Ann\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 0-1\n";
    assert_eq!(pgn("?game=1").body, first);
    let latest = pgn("");
    assert_eq!(
        latest.header("content-type"),
        Some("application/x-chess-pgn; charset=utf-8")
    );
    assert!(
        latest.body.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n"),
        "{}",
        latest.body
    );
    assert_eq!(pgn("?game=2").body, latest.body);
    assert_eq!(pgn("?game=3").code(), "no-game");

    let position = |query: &str| get(&server, &format!("{room}/position{query}"));
    assert_eq!(
        position("").header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
    assert_eq!(position("").body, format!("{last}\n"));
    assert_eq!(position("?ply=0").body, start);
    assert_eq!(position("?game=1&ply=1").body, after_e4);
    assert_eq!(position("?ply=5").code(), "no-ply");
}

#[test]
fn a_journal_comes_as_the_command_line_exports_it_and_goes_back_in() {
    let folder = tempdir().unwrap();
    let room = import(folder.path(), &open_journal());
    let server = keeping(folder.path());
    let exported = get(&server, &format!("/api/rooms/{room}/journal"));
    assert_eq!(exported.header("content-type"), Some("application/jsonl"));
    assert!(open_journal().contains("tokenHash") && !exported.body.contains("Hash"));
    server.signal("TERM");
    server.end();
    let data = folder.path().to_str().unwrap();
    let run = raum(&["journal", "export", &room, "--data", data], "");
    assert_eq!(run, Run::success(exported.body.clone()));
    let copy = import(folder.path(), &exported.body);
    let run = raum(&["journal", "export", &copy, "--data", data], "");
    assert_eq!(run, Run::success(exported.body));
}

#[test]
fn the_games_of_a_closed_room_are_for_those_in_its_seats() {
    let server = Server::on_a_free_port();
    let for_two = open(&server, "chess", &json!({"spectators": false}));
    let (_first, token) = Client::seated(&server, &for_two, "Ann");
    let (_second, other_token) = Client::seated(&server, &for_two, "Ben");
    let elsewhere = open(&server, "chess", &json!({}));
    let (_guest, foreign_token) = Client::seated(&server, &elsewhere, "Cem");
    let path = |what: &str| format!("/api/rooms/{for_two}{what}");

    let strangers = [
        String::new(),
        token.clone(),
        format!("Basic {token}"),
        format!("Bearer {foreign_token}"),
        format!("Bearer {token}0"),
        "Bearer ".to_owned(),
    ];
    for export in ["/journal", "/pgn", "/position"] {
        for authorization in &strangers {
            let answer = get_with(&server, &path(export), authorization);
            assert_eq!(
                (answer.status, &*answer.code()),
                (403, "forbidden"),
                "{authorization}"
            );
        }
        for authorization in [format!("Bearer {token}"), format!("bearer {other_token}")] {
            let answer = get_with(&server, &path(export), &authorization);
            assert_eq!(answer.status, 200, "{export} {authorization}");
        }
        // In a query a token would stay in logs: it is not even looked at.
        let answer = get(&server, &path(&format!("{export}?token={token}")));
        assert_eq!(answer.code(), "bad-request");
    }
    for authorization in &strangers {
        let summary = get_with(&server, &path(""), authorization).json();
        assert_eq!(
            (summary.get("game"), &summary["phase"]),
            (None, &json!("playing"))
        );
    }
    let summary = get_with(&server, &path(""), &format!("Bearer {token}")).json();
    assert_eq!(summary["game"]["seats"][0]["name"], "Ann");
}

#[test]
fn a_pass_key_closes_a_room_to_those_who_only_know_its_id() {
    let folder = tempdir().unwrap();
    let room = import(folder.path(), JOURNAL);
    let server = keeping(folder.path());
    let summary = get(&server, &format!("/api/rooms/{room}")).json();
    assert_eq!(
        (summary.get("game"), &summary["rules"]["passKey"]),
        (None, &json!(true))
    );
    for export in ["journal", "pgn", "position"] {
        let answer = get(&server, &format!("/api/rooms/{room}/{export}"));
        assert_eq!(answer.code(), "forbidden", "{export}");
    }
}

#[test]
fn clocks_stand_still_until_somebody_enters_after_a_restart() {
    // White's time ran for 9 s, then Black's from the last of these entries on, in September 2026.
    let lines = open_journal();
    let lines: Vec<_> = lines.lines().take(15).collect();
    let folder = tempdir().unwrap();
    let room = import(folder.path(), &lines.join("\n"));
    let server = keeping(folder.path());
    let summary = get(&server, &format!("/api/rooms/{room}")).json();
    assert_eq!(
        summary["game"]["clocks"],
        json!({"leftMillis": [297_000, 299_000], "running": "second"})
    );
}

#[test]
fn a_damaged_room_is_a_problem_of_its_own() {
    let folder = tempdir().unwrap();
    let [damaged, sound] = [(); 2].map(|()| import(folder.path(), &open_journal()));
    let connection = rusqlite::Connection::open(folder.path().join("raum.db")).unwrap();
    let changed = connection.execute(
        "UPDATE entry SET content = replace(content, 'Ann', 'Eve') WHERE room = ?1 AND seq = 2",
        [&damaged],
    );
    assert_eq!(changed, Ok(1));
    drop(connection);
    let server = keeping(folder.path());
    for what in ["", "/journal", "/pgn", "/position"] {
        let answer = get(&server, &format!("/api/rooms/{damaged}{what}"));
        assert_eq!((answer.status, &*answer.code()), (500, "damaged-room"));
        assert_eq!(
            get(&server, &format!("/api/rooms/{sound}{what}")).status,
            200
        );
    }
}
