//! Summaries and exports of rooms over the API, and who may read them.

use serde_json::{Value, json};
use tempfile::tempdir;

use super::{
    Run,
    api::{JOURNAL, get, get_with, import, keeping, open_journal},
    client::Client,
    raum,
    rooms::open,
    serve::Server,
};

#[test]
fn summary_pgn_and_position_of_each_game() {
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
                 [Black \"Ann\"]\n[Result \"0-1\"]\n[TimeControl \"300+2\"]\n\n1. e4 e5 2. Nf3 Nc6 0-1\n";
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
fn the_api_and_the_command_line_export_the_same_journal() {
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
fn without_spectators_only_seated_members_can_read_the_games() {
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
        // A token in a query string would end up in logs, so it is rejected.
        let answer = get(&server, &path(&format!("{export}?token={token}")));
        assert_eq!(answer.code(), "bad-request");
    }
    for authorization in &strangers {
        let summary = get_with(&server, &path(""), authorization).json();
        assert_eq!(
            (summary.get("game"), &summary["phase"], &summary["member"]),
            (None, &json!("playing"), &Value::Null)
        );
    }
    for (token, member) in [(&token, 1), (&other_token, 2)] {
        let summary = get_with(&server, &path(""), &format!("Bearer {token}")).json();
        assert_eq!(summary["member"], member);
        let seats = summary["game"]["seats"].as_array().unwrap();
        assert!(seats.iter().any(|seat| seat["member"] == member));
    }
}

#[test]
fn a_game_shows_its_players_current_names() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", &json!({"opener": "first"}));
    let (mut first, _) = Client::seated(&server, &room, "Guest");
    let (_second, _) = Client::seated(&server, &room, "Ben");
    let renamed = first.ask(json!({"type": "rename", "name": "Anna"}));
    assert_eq!(renamed["type"], "applied");
    let summary = get(&server, &format!("/api/rooms/{room}")).json();
    assert_eq!(summary["game"]["seats"][0]["name"], "Anna");
    let pgn = get(&server, &format!("/api/rooms/{room}/pgn")).body;
    assert!(pgn.contains("[White \"Anna\"]\n[Black \"Ben\"]"), "{pgn}");
}

#[test]
fn a_pass_key_protects_the_games_of_a_room() {
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
fn after_a_restart_clocks_stand_still_until_a_client_enters() {
    // White's clock ran for 9 s. Black's has been running since the last of these entries, in September 2026.
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
fn a_damaged_room_is_reported_as_damaged() {
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
