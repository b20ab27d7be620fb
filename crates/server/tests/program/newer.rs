//! Rooms that a newer raum has written: each part of the program reports them, and none changes them.

use std::path::Path;

use rusqlite::{Connection, params};
use serde_json::json;
use tempfile::tempdir;

use super::{
    Run,
    client::Client,
    journal::{PRIVATE, import, journal, rows},
    operations::metric,
    serve::Server,
};

/// An event that this version does not know.
const NEWER: &str = r#"{"seq":2,"at":5,"event":{"type":"bot-seated","level":7}}"#;

/// Creates two rooms: one whose second entry was written by a newer raum, and one this version can read.
fn folder_with_newer(folder: &Path) -> [String; 2] {
    let open_to_all = PRIVATE.replace(r#""passKey":true"#, r#""passKey":false"#);
    let [newer, sound] = [(); 2].map(|()| import(folder, &open_to_all));
    let mut checksum = crc32fast::Hasher::new();
    for part in [newer.as_bytes(), &2_i64.to_le_bytes(), NEWER.as_bytes()] {
        checksum.update(part);
    }
    let connection = Connection::open(folder.join("raum.db")).unwrap();
    let changed = connection.execute(
        "UPDATE entry SET content = ?1, checksum = ?2 WHERE room = ?3 AND seq = 2",
        params![NEWER, checksum.finalize(), newer],
    );
    assert_eq!(changed, Ok(1));
    [newer, sound]
}

fn is_untouched(folder: &Path, room: &str) -> bool {
    let connection = Connection::open(folder.join("raum.db")).unwrap();
    let sql = "SELECT content FROM entry WHERE room = ?1 ORDER BY seq DESC LIMIT 1";
    let content: String = connection.query_row(sql, [room], |row| row.get(0)).unwrap();
    content == NEWER
}

fn sentence(room: &str) -> String {
    format!("room {room} was written by a newer raum, from entry 2 on")
}

#[test]
fn the_command_line_distinguishes_newer_from_damaged_rooms() {
    let folder = tempdir().unwrap();
    let [newer, sound] = folder_with_newer(folder.path());
    let check = journal(folder.path(), &["check"], "");
    assert_eq!(check.error, "raum: rooms written by a newer raum: 1 of 2\n");
    assert_eq!(check.code, Some(1));
    for line in [sentence(&newer), format!("{sound} ok, entries: 2")] {
        assert!(
            check.output.lines().any(|printed| printed == line),
            "{line}"
        );
    }
    let export = journal(folder.path(), &["export", &newer], "");
    assert_eq!(export, Run::failure(&sentence(&newer)));
    let listed = rows(&journal(folder.path(), &["list", "--phase", "newer"], ""));
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0][..4], [&newer, "tictactoe", "newer", "2"]);
    let delete = ["delete", "--phase", "damaged", "--yes"];
    let deleted = journal(folder.path(), &delete, "");
    assert!(
        deleted.output.contains("rooms deleted: 0"),
        "{}",
        deleted.output
    );
    assert!(is_untouched(folder.path(), &newer));
}

#[test]
fn clause_14_the_server_refuses_a_newer_room_and_others_work() {
    let folder = tempdir().unwrap();
    let [newer, sound] = folder_with_newer(folder.path());
    let data = folder.path().to_str().unwrap();
    let keep = ["--keep-unfinished-days", "36500"];
    let server = Server::with(&[&["--metrics", "--data", data][..], &keep].concat());
    for _ in 0..3 {
        assert_eq!(Client::hello(&server, &newer, json!({})).close_code(), 4012);
    }
    for path in ["", "/journal", "/pgn", "/position"] {
        let answer = server.request("GET", &format!("/api/rooms/{newer}{path}"), &[], "");
        assert_eq!(
            (answer.status, &*answer.code()),
            (500, "newer-room"),
            "{path}"
        );
    }
    Client::hello(&server, &sound, json!({})).until("welcome");
    let metrics = server.get("/metrics").1;
    assert_eq!(metric(&metrics, "raum_rooms_damaged"), Some(0.0));
    server.signal("TERM");
    let (code, log) = server.end();
    let count = log.matches(&sentence(&newer)).count();
    assert_eq!((code, count), (Some(0), 1), "{log}");
    assert!(is_untouched(folder.path(), &newer));
}

/// A newer room does not count as damaged, and stays although it has expired.
#[test]
fn the_sweep_skips_newer_rooms() {
    let folder = tempdir().unwrap();
    let [newer, sound] = folder_with_newer(folder.path());
    let data = folder.path().to_str().unwrap();
    let mut server = Server::with(&["--data", data, "--sweep-anyway", "--log", "info"]);
    let swept = server.logged("rooms expired: 1");
    assert!(swept.contains("damaged=0"), "{swept}");
    let answer = server.request("GET", &format!("/api/rooms/{sound}"), &[], "");
    assert_eq!(answer.status, 404);
    server.signal("TERM");
    server.end();
    assert!(is_untouched(folder.path(), &newer));
}
