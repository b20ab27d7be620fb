//! `raum journal`: list, check, export, import and delete rooms.

use std::{
    fs,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use rusqlite::Connection;
use tempfile::tempdir;

use super::{Run, assert_usage_error, raum};

/// An exported room: the opening with the hash of a pass key, and a chat message.
pub(super) const PRIVATE: &str = concat!(
    r#"{"seq":1,"at":5,"event":{"type":"room-opened","format":1,"kind":"tictactoe","#,
    r#""rules":{"spectators":true,"chat":true,"passKey":true,"opener":null,"solo":false,"#,
    r#""leaver":{"type":"keeps-seat","graceMillis":60000},"rematch":"swap-starter","takeback":true,"#,
    r#""clock":null},"start":"......... X"},"private":{"passKeyHash":"secret"}}"#,
    "\n",
    r#"{"seq":2,"at":5,"event":{"type":"said","name":"Ada","text":"Hello"}}"#,
    "\n",
);

pub(super) fn journal(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let folder = folder.to_str().unwrap();
    raum(&[&["journal", "--data", folder], arguments].concat(), input)
}

/// Imports a room and returns its id.
pub(super) fn import(folder: &Path, text: &str) -> String {
    let run = journal(folder, &["import", "-"], text);
    let id = run.output.trim_end().to_owned();
    assert_eq!(run, Run::success(format!("{id}\n")));
    assert_eq!(id.len(), 12);
    id
}

fn public() -> String {
    PRIVATE.replace(r#","private":{"passKeyHash":"secret"}"#, "")
}

#[test]
fn an_exported_room_can_be_imported() {
    let folder = tempdir().unwrap();
    let data = folder.path().join("made").join("by import");
    let id = import(&data, PRIVATE);
    assert_eq!(journal(&data, &["export", &id], ""), Run::success(public()));
    assert_eq!(
        journal(&data, &["export", &id.to_lowercase(), "--private"], ""),
        Run::success(PRIVATE)
    );

    let file = folder.path().join("room.jsonl");
    fs::write(&file, public()).unwrap();
    let run = journal(&data, &["import", file.to_str().unwrap()], "");
    let copy = run.output.trim_end();
    assert_ne!(copy, id);
    assert_eq!(
        journal(&data, &["export", copy], ""),
        Run::success(public())
    );
}

#[test]
fn an_invalid_import_stores_nothing() {
    let folder = tempdir().unwrap();
    let data = folder.path().join("data");
    let [first, second] = PRIVATE.lines().collect::<Vec<_>>()[..] else {
        panic!("two lines");
    };
    let cases = [
        (String::new(), "there are no entries"),
        (format!("{first}\n{{}}"), "line 2: missing field"),
        (format!("{first}\n\n{second}"), "line 2: EOF"),
        (format!("{first}\n{first}"), "line 2: found entry 1"),
        (second.to_owned(), "line 1: found entry 2"),
        (
            second.replace(r#""seq":2"#, r#""seq":1"#),
            "the first entry must open the room, and no other entry may",
        ),
        (
            PRIVATE.replace(r#""seq":2,"at":5"#, r#""seq":2,"at":4"#),
            "line 2: the entry is older than the one before",
        ),
        (
            PRIVATE.replace(r#""format":1"#, r#""format":99"#),
            "line 1: written by a newer raum",
        ),
    ];
    for (text, sentence) in cases {
        let run = journal(&data, &["import", "-"], &text);
        assert_eq!((run.code, &*run.output), (Some(1), ""), "{text}");
        assert!(run.error.contains(sentence), "{}", run.error);
        assert!(!data.exists(), "{text}");
    }
    let run = journal(&data, &["import", "/no/such/file"], "");
    assert!(
        run.error.contains("cannot read /no/such/file"),
        "{}",
        run.error
    );
}

#[test]
fn check_reports_damaged_rooms() {
    let folder = tempdir().unwrap();
    let mut ids = [(); 3].map(|()| import(folder.path(), PRIVATE));
    ids.sort();
    let [a, b, c] = &ids;
    let sound = ids
        .each_ref()
        .map(|id| format!("{id} ok, entries: 2\n"))
        .concat();
    assert_eq!(journal(folder.path(), &["check"], ""), Run::success(sound));

    let connection = Connection::open(folder.path().join("raum.db")).unwrap();
    let changed = connection.execute(
        "UPDATE entry SET content = replace(content, 'Hello', 'Hullo') WHERE room = ?1",
        [b],
    );
    assert_eq!(changed, Ok(2));
    drop(connection);
    let damage = format!("room {b} is damaged at entry 2: its checksum is wrong");
    assert_eq!(
        journal(folder.path(), &["check"], ""),
        Run {
            code: Some(1),
            output: format!("{a} ok, entries: 2\n{damage}\n{c} ok, entries: 2\n"),
            error: "raum: faults: 1 in 3 rooms\n".to_owned(),
        }
    );
    assert_eq!(
        journal(folder.path(), &["export", b], ""),
        Run::failure(&damage)
    );
    assert_eq!(
        journal(folder.path(), &["export", c], ""),
        Run::success(public())
    );
}

#[test]
fn a_missing_journal_or_room_is_reported_and_not_created() {
    let folder = tempdir().unwrap();
    let absent = format!("there is no journal in {}", folder.path().display());
    for arguments in [&["check"][..], &["export", "A"]] {
        assert_eq!(journal(folder.path(), arguments, ""), Run::failure(&absent));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    import(folder.path(), PRIVATE);
    assert_eq!(
        journal(folder.path(), &["export", "A"], ""),
        Run::failure("room A does not exist")
    );
    assert_eq!(
        raum(&["journal", "check"], ""),
        Run::failure("no data folder: set `--data FOLDER` or RAUM_DATA")
    );
    assert_usage_error(&["journal", "export", "a b"], "room id");
}

#[test]
fn a_locked_folder_is_not_touched() {
    let folder = tempdir().unwrap();
    import(folder.path(), PRIVATE);
    let lock = fs::File::create(folder.path().join("raum.lock")).unwrap();
    lock.lock().unwrap();
    let sentence = format!(
        "another process uses the journal in {}",
        folder.path().display()
    );
    let cases: [(&[&str], &str); 3] = [
        (&["import", "-"], PRIVATE),
        (&["list"], ""),
        (&["delete", "A", "--yes"], ""),
    ];
    for (arguments, input) in cases {
        let run = journal(folder.path(), arguments, input);
        assert_eq!(run, Run::failure(&sentence), "{arguments:?}");
    }
    // Explicit, because processes that other tests start at this moment inherit the file for an instant.
    lock.unlock().unwrap();
    import(folder.path(), PRIVATE);
}

/// Imports rooms of different kinds, phases, sizes and ages: a small, a big and a closed one.
fn three_rooms(folder: &Path) -> [String; 3] {
    let small = public();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let big = small
        .replace("Hello", &"♔".repeat(400))
        .replace(r#""at":5"#, &format!(r#""at":{}"#, now.as_millis()));
    let chess = small
        .replace("tictactoe", "chess")
        .replace("swap-starter", "swap-sides")
        .replace(
            "......... X",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        );
    let closed = format!(
        "{chess}{}\n",
        r#"{"seq":3,"at":86400000,"event":{"type":"room-closed"}}"#
    );
    [small, big, closed].map(|text| import(folder, &text))
}

/// The rows of a printed list, without its header.
pub(super) fn rows(run: &Run) -> Vec<Vec<String>> {
    assert_eq!((run.code, &*run.error), (Some(0), ""));
    let columns = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    let rows: Vec<Vec<_>> = run.output.lines().map(columns).collect();
    let head = ["ROOM", "KIND", "PHASE", "ENTRIES", "BYTES", "LAST", "ENTRY"];
    assert_eq!(rows[0], head);
    rows[1..].to_vec()
}

#[test]
fn list_filters_and_sorts_rooms() {
    let folder = tempdir().unwrap();
    let [small, big, closed] = three_rooms(folder.path());
    let bytes = public().replace('\n', "").len().to_string();
    let row = [
        &small,
        "tictactoe",
        "waiting",
        "2",
        &bytes,
        "1970-01-01T00:00:00Z",
    ];
    let cases: [(&[&str], &[&str]); 9] = [
        (&[], &[&big, &closed, &small]),
        (&["--by", "size"], &[&big, &closed, &small]),
        (&["--by", "age"], &[&small, &closed, &big]),
        (&["--by", "kind"], &[&closed, &big, &small]),
        (&["--first", "1"], &[&big]),
        (&["--kind", "tictactoe", "--by", "age"], &[&small, &big]),
        (&["--phase", "closed"], &[&closed]),
        (&["--bytes-min", "1000", "--kind", "tictactoe"], &[&big]),
        (&["--idle-days", "1"], &[&closed, &small]),
    ];
    for (options, expected) in cases {
        let run = journal(folder.path(), &[&["list"], options].concat(), "");
        let rows = rows(&run);
        let ids: Vec<_> = rows.iter().map(|row| &row[0]).collect();
        assert_eq!(ids, expected, "{options:?}");
        for listed in rows.iter().filter(|row| row[0] == small) {
            assert_eq!(*listed, row);
        }
    }
    assert_usage_error(&["journal", "list", "--kind", "go"], "'go'");
    assert_usage_error(&["journal", "list", "--by", "name"], "'name'");
}

#[test]
fn a_damaged_room_is_listed_and_can_be_deleted() {
    let folder = tempdir().unwrap();
    let [small, big, _] = three_rooms(folder.path());
    let connection = Connection::open(folder.path().join("raum.db")).unwrap();
    let changed = connection.execute("UPDATE entry SET checksum = 0 WHERE room = ?1", [&small]);
    assert_eq!(changed, Ok(2));
    drop(connection);
    let damaged = ["list", "--phase", "damaged"];
    let listed = rows(&journal(folder.path(), &damaged, ""));
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0][..4], [&small, "-", "damaged", "2"]);
    let delete = ["delete", "--phase", "damaged", "--yes"];
    let run = journal(folder.path(), &delete, "");
    assert!(run.output.contains("rooms deleted: 1"), "{}", run.output);
    let left = rows(&journal(folder.path(), &["list"], ""));
    assert_eq!((left.len(), &left[0][0]), (2, &big));
}

#[test]
fn delete_needs_a_filter_and_a_confirmation() {
    let folder = tempdir().unwrap();
    let [small, big, closed] = three_rooms(folder.path());
    let left = || -> Vec<_> {
        let rows = rows(&journal(folder.path(), &["list"], ""));
        rows.into_iter().map(|mut row| row.remove(0)).collect()
    };
    let none = "no rooms selected: give ids, --kind, --phase, --bytes-min or --idle-days";
    let run = journal(folder.path(), &["delete", "--yes"], "");
    assert_eq!(run, Run::failure(none));
    let unknown = journal(folder.path(), &["delete", &small, "A", "--yes"], "");
    assert_eq!(unknown, Run::failure("room A does not exist"));

    let tried = journal(folder.path(), &["delete", "--kind", "tictactoe"], "");
    for id in [&small, &big] {
        assert!(tried.output.contains(&**id), "{}", tried.output);
    }
    let sentence = "rooms to delete with --yes: 2, bytes: ";
    assert!(tried.output.contains(sentence), "{}", tried.output);
    assert_eq!(left(), [&*big, &closed, &small], "nothing has changed");

    let options = ["delete", &big, &small, "--idle-days", "1", "--yes"];
    let run = journal(folder.path(), &options, "");
    assert!(
        run.output.contains("rooms deleted: 1, bytes: "),
        "{}",
        run.output
    );
    assert_eq!(left(), [&*big, &closed], "the other is too young");
    let run = journal(folder.path(), &["delete", &big.to_lowercase(), "--yes"], "");
    assert_eq!((run.code, left()), (Some(0), vec![closed]));
}
