//! `raum journal` with a journal on NATS.

use std::path::Path;

use raum_journal::test_server::NatsServer;
use rusqlite::Connection;
use tempfile::tempdir;

use super::{
    Run, command, finish,
    journal::{PRIVATE, import, journal, rows},
    raum,
};

/// The rooms of a journal as `export --private` prints them, by id.
fn rooms(data: &Path) -> Vec<(String, String)> {
    let listed = rows(&journal(data, &["list"], ""));
    let mut rooms: Vec<_> = listed
        .into_iter()
        .map(|row| {
            let run = journal(data, &["export", &row[0], "--private"], "");
            assert_eq!((run.code, &*run.error), (Some(0), ""));
            (row[0].clone(), run.output)
        })
        .collect();
    rooms.sort();
    rooms
}

/// A room with this many chat messages.
fn long_room(messages: usize) -> String {
    let opening = PRIVATE.lines().next().unwrap();
    let mut text = format!("{opening}\n");
    for seq in 2..messages + 2 {
        let at = seq + 10;
        let line = format!(
            r#"{{"seq":{seq},"at":{at},"event":{{"type":"said","name":"Ada","text":"‘{seq}’"}}}}"#
        );
        text.push_str(&line);
        text.push('\n');
    }
    text
}

#[test]
fn a_journal_moves_to_nats_and_back() {
    let server = NatsServer::start();
    let url = server.url();
    let nats = Path::new(&url);
    let folder = tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    let mut ids: Vec<_> = [PRIVATE.to_owned(), long_room(1), long_room(2500)]
        .iter()
        .map(|text| import(&old, text))
        .collect();
    ids.sort();
    let before = rooms(&old);

    let absent = format!("there is no journal raum on NATS at {url}");
    for arguments in [&["check"][..], &["list"], &["export", "A"]] {
        assert_eq!(journal(nats, arguments, ""), Run::failure(&absent));
    }
    let copied = journal(&old, &["copy", &url], "");
    assert_eq!((copied.code, &*copied.error), (Some(0), ""));
    let lines: Vec<_> = copied.output.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines.contains(&&*format!("{} copied, entries: 2", find(&before, PRIVATE))));
    assert_eq!(rooms(nats), before);
    let sound: Vec<_> = before
        .iter()
        .map(|(id, text)| format!("{id} ok, entries: {}\n", text.lines().count()))
        .collect();
    assert_eq!(journal(nats, &["check"], ""), Run::success(sound.concat()));
    let listed = |data: &Path| journal(data, &["list", "--by", "kind"], "").output;
    assert_eq!(listed(nats), listed(&old));

    // A second time nothing is left to do.
    let there: Vec<_> = ids
        .iter()
        .map(|id| format!("{id} is already there\n"))
        .collect();
    assert_eq!(
        journal(&old, &["copy", &url], ""),
        Run::success(there.concat())
    );
    let back = journal(nats, &["copy", new.to_str().unwrap()], "");
    assert_eq!((back.code, &*back.error), (Some(0), ""));
    assert_eq!(rooms(&new), before);
}

fn find<'a>(rooms: &'a [(String, String)], text: &str) -> &'a str {
    let found = rooms.iter().find(|room| room.1 == text);
    found.map(|room| &*room.0).unwrap()
}

#[test]
fn copy_continues_and_reports_rooms_that_differ() {
    let folder = tempdir().unwrap();
    let [from, to, later] = ["from", "to", "later"].map(|name| folder.path().join(name));
    let short = long_room(1200);
    let id = import(&from, &short);
    let target = to.to_str().unwrap();
    assert_eq!(
        journal(&from, &["copy", target], ""),
        Run::success(format!("{id} copied, entries: 1201\n"))
    );
    // The room goes on.
    let longer = long_room(2300);
    import_as(&later, &id, &longer);
    let run = journal(&later, &["copy", target], "");
    assert_eq!(run, Run::success(format!("{id} copied, entries: 1100\n")));
    assert_eq!(
        journal(&to, &["export", &id, "--private"], ""),
        Run::success(longer.clone())
    );
    // In the other direction the shorter room is not the same room.
    let differs = Run {
        code: Some(1),
        output: format!("room {id} differs from the one that is already there\n"),
        error: "raum: rooms not copied: 1 of 1\n".to_owned(),
    };
    assert_eq!(journal(&from, &["copy", target], ""), differs);
    let other = tempdir().unwrap();
    import_as(other.path(), &id, &short.replace('‘', "’"));
    assert_eq!(journal(other.path(), &["copy", target], ""), differs);
    assert_eq!(
        journal(&to, &["export", &id, "--private"], ""),
        Run::success(longer)
    );
    let itself = journal(&from, &["copy", from.to_str().unwrap()], "");
    assert_eq!(itself, Run::failure("both journals are the same"));
}

/// Imports a room into a folder, and gives it this id.
fn import_as(folder: &Path, id: &str, text: &str) {
    let imported = import(folder, text);
    let connection = Connection::open(folder.join("raum.db")).unwrap();
    let mut select = connection
        .prepare("SELECT seq, content FROM entry WHERE room = ?1")
        .unwrap();
    let entries: Vec<(i64, String)> = select
        .query_map([&imported], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    for (seq, content) in entries {
        let mut checksum = crc32fast::Hasher::new();
        for part in [id.as_bytes(), &seq.to_le_bytes(), content.as_bytes()] {
            checksum.update(part);
        }
        let changed = connection.execute(
            "UPDATE entry SET room = ?1, checksum = ?2 WHERE room = ?3 AND seq = ?4",
            (id, checksum.finalize(), &imported, seq),
        );
        assert_eq!(changed, Ok(1));
    }
}

#[test]
fn rooms_on_nats_are_imported_and_deleted() {
    let server = NatsServer::start();
    let url = server.url();
    let nats = Path::new(&url);
    let id = import(nats, PRIVATE);
    assert_eq!(
        journal(nats, &["export", &id, "--private"], ""),
        Run::success(PRIVATE)
    );
    let unknown = journal(nats, &["export", "A"], "");
    assert_eq!(unknown, Run::failure("room A does not exist"));
    let options = ["--nats-name", "other", "--nats-streams", "2"];
    let other = [&options[..], &["import", "-"]].concat();
    let run = journal(nats, &other, PRIVATE);
    assert_eq!((run.code, &*run.error), (Some(0), ""));
    assert_eq!(rooms(nats).len(), 1, "the journals are separate");
    let deleted = journal(nats, &["delete", &id, "--yes"], "");
    assert!(
        deleted.output.contains("rooms deleted: 1"),
        "{}",
        deleted.output
    );
    assert_eq!(rooms(nats), []);
}

#[test]
fn obstacles_are_reported_without_secrets() {
    let server = NatsServer::start_with("authorization { user: ada, password: s3cr3t }");
    let port = server.port();
    let right = format!("nats://ada:s3cr3t@127.0.0.1:{port}");
    let id = import(Path::new(&right), PRIVATE);
    let wrong = format!("nats://ada:wr0ng@127.0.0.1:{port}");
    assert_eq!(
        journal(Path::new(&wrong), &["export", &id], ""),
        Run::failure(&format!(
            "NATS at nats://127.0.0.1:{port} refused the credentials"
        ))
    );
    let bad = ["nats://ada:wr0ng@127.0.0.1:port", "nats://ada:wr0ng@h/path"];
    for url in bad {
        let run = journal(Path::new(url), &["check"], "");
        assert_eq!((run.code, &*run.output), (Some(2), ""), "{url}");
        assert!(run.error.contains("HOST:PORT"), "{}", run.error);
        assert!(!run.error.contains("wr0ng"), "{}", run.error);
    }
    let mut help = command(&["journal", "--help"]);
    let child = help.env("RAUM_DATA", &right).spawn().unwrap();
    let help = finish(child);
    assert_eq!(help.code, Some(0));
    assert!(!help.output.contains("s3cr3t"), "{}", help.output);
    // The server must not take the URL for a folder.
    let serve = raum(&["serve", "--data", &right], "");
    assert_eq!(
        serve,
        Run::failure("`--data` is a folder: use `--cluster` for NATS")
    );
}
