use std::{fs, path::Path};

use rusqlite::Connection;
use tempfile::tempdir;

use super::{Run, assert_usage_error, raum};

/// A room as a file: opened, with the hash of a pass key, and a word said in it.
const PRIVATE: &str = concat!(
    r#"{"seq":1,"at":5,"event":{"type":"room-opened","format":1,"kind":"tictactoe","#,
    r#""rules":{"spectators":true,"chat":true,"passKey":true,"opener":null,"solo":false,"#,
    r#""leaver":{"type":"keeps-seat","graceMillis":60000},"rematch":"swap-starter","takeback":true,"#,
    r#""clock":null},"start":"......... X"},"private":{"passKeyHash":"secret"}}"#,
    "\n",
    r#"{"seq":2,"at":5,"event":{"type":"said","name":"Ada","text":"Hello"}}"#,
    "\n",
);

fn journal(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let folder = folder.to_str().unwrap();
    raum(&[&["journal", "--data", folder], arguments].concat(), input)
}

/// Imports a room, and returns its id.
fn import(folder: &Path, text: &str) -> String {
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
fn what_is_exported_can_be_imported() {
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
fn bad_input_is_refused_whole() {
    let folder = tempdir().unwrap();
    let data = folder.path().join("data");
    let [first, second] = PRIVATE.lines().collect::<Vec<_>>()[..] else {
        panic!("two lines");
    };
    let cases = [
        (String::new(), "there are no entries"),
        (format!("{first}\n{{}}"), "line 2: missing field"),
        (format!("{first}\n\n{second}"), "line 2: EOF"),
        (format!("{first}\n{first}"), "line 2: this is entry 1"),
        (second.to_owned(), "line 1: this is entry 2"),
        (
            second.replace(r#""seq":2"#, r#""seq":1"#),
            "the first entry of a room, and only that, opens it",
        ),
        (
            PRIVATE.replace(r#""seq":2,"at":5"#, r#""seq":2,"at":4"#),
            "line 2: it happened before the entry above it",
        ),
        (
            PRIVATE.replace(r#""format":1"#, r#""format":2"#),
            "the format is not this version's",
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
fn a_check_names_what_is_damaged() {
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
            error: "raum: faults: 1, in 3 rooms\n".to_owned(),
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
fn without_a_journal_there_is_nothing_to_read() {
    let folder = tempdir().unwrap();
    let absent = format!("there is no journal in {}", folder.path().display());
    for arguments in [&["check"][..], &["export", "A"]] {
        assert_eq!(journal(folder.path(), arguments, ""), Run::failure(&absent));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    import(folder.path(), PRIVATE);
    assert_eq!(
        journal(folder.path(), &["export", "A"], ""),
        Run::failure("there is no room A")
    );
    assert_eq!(
        raum(&["journal", "check"], ""),
        Run::failure("which folder? `--data FOLDER` or RAUM_DATA says it")
    );
    assert_usage_error(&["journal", "export", "a b"], "room id");
}

#[test]
fn a_folder_in_use_is_left_alone() {
    let folder = tempdir().unwrap();
    let lock = fs::File::create(folder.path().join("raum.lock")).unwrap();
    lock.lock().unwrap();
    let sentence = format!(
        "another process uses the journal in {}",
        folder.path().display()
    );
    assert_eq!(
        journal(folder.path(), &["import", "-"], PRIVATE),
        Run::failure(&sentence)
    );
    // Not merely dropped: programs that other tests start at this moment have a copy for an instant.
    lock.unlock().unwrap();
    import(folder.path(), PRIVATE);
}
