//! Seats and cursors across connections, restarts and restored backups. Tests cite the clauses of
//! docs/dialects/raum.md.

use std::fs;

use serde_json::{Value, json};

use super::{
    client::Client,
    rooms::{keeping, open, play},
    serve::Server,
};

fn take_seat() -> Value {
    json!({"type": "take-seat", "name": "Ann"})
}

#[test]
fn clause_9_one_token_takes_one_seat_over_two_connections() {
    let folder = tempfile::tempdir().unwrap();
    let server = keeping(folder.path());
    let room = open(&server, "chess", &json!({}));
    let token = "A".repeat(26);
    let greet = |server: &Server| {
        let mut client = Client::hello(server, &room, json!({"token": token}));
        let member = client.until("welcome")["member"].clone();
        (client, member)
    };
    let [(mut older, _), (mut newer, _)] = [greet(&server), greet(&server)];
    assert_eq!(older.ask(take_seat())["member"], 1);
    assert_eq!(newer.ask(take_seat())["member"], 1);
    assert_eq!(older.close_code(), 4006);
    let (_friend, _) = Client::seated(&server, &room, "Ben");
    drop(newer);
    server.signal("KILL");
    server.end();
    let server = keeping(folder.path());
    assert_eq!(greet(&server).1, 1);
}

/// A backup is restored while the server is down. The client has the same number of entries, but not the same ones.
#[test]
fn clause_3_a_restored_backup_is_detected() {
    let [data, backup] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let files = || fs::read_dir(data.path()).unwrap().map(Result::unwrap);
    let server = keeping(data.path());
    let room = open(&server, "chess", &json!({}));
    let (_, token) = Client::seated(&server, &room, "Ann");
    Client::seated(&server, &room, "Ben");
    server.signal("TERM");
    server.end();
    for file in files() {
        fs::copy(file.path(), backup.path().join(file.file_name())).unwrap();
    }
    let move_on = |text: &str| {
        let server = keeping(data.path());
        let mut ann = Client::hello(&server, &room, json!({"token": token, "after": 4}));
        ann.until("welcome");
        ann.number = 10;
        ann.command(play(text, 0));
        let mark = ann.until("entries")["mark"].clone();
        (server, mark)
    };
    let (server, lost) = move_on("e2e4");
    server.signal("TERM");
    server.end();
    for file in files() {
        fs::remove_file(file.path()).unwrap();
    }
    for file in fs::read_dir(backup.path()).unwrap().map(Result::unwrap) {
        fs::copy(file.path(), data.path().join(file.file_name())).unwrap();
    }
    let (server, here) = move_on("d2d4");
    let resume = |mark: &Value| Client::hello(&server, &room, json!({"after": 5, "mark": mark}));
    assert_eq!(resume(&lost).close_code(), 4009);
    assert_eq!(resume(&here).until("welcome")["mark"], here);
    let mut without = Client::hello(&server, &room, json!({"after": 5}));
    assert_eq!(without.until("welcome")["last"], 5);
}
