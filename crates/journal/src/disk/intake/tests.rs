use tempfile::{TempDir, tempdir};

use super::*;

fn row(seq: i64, content: &str) -> Row {
    Row {
        seq,
        content: content.into(),
        checksum: u32::try_from(seq).unwrap(),
    }
}

fn open(folder: &TempDir) -> Intake {
    let path = path(folder.path());
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    Intake::open(options.open(&path).unwrap(), path).unwrap()
}

fn take(intake: &mut Intake, change: Change<&str, &[Row]>) {
    let taken = intake.take([change].into_iter());
    assert!(taken.is_ok());
}

fn append(intake: &mut Intake, room: &str, seq: i64, content: &str) {
    take(intake, Change::Append(room, &[row(seq, content)]));
}

/// The entries in the intake, as text, and the deletions.
fn lacking(intake: &Intake) -> Vec<String> {
    let changes = intake.unpublished().unwrap();
    let texts = changes.into_iter().map(|change| match change {
        Change::Append(room, rows) => {
            let rows = rows
                .iter()
                .map(|row| format!("{} {}", row.seq, row.content));
            format!("{room}: {}", rows.collect::<Vec<_>>().join(", "))
        }
        Change::Delete(room) => format!("{room} is deleted"),
    });
    texts.collect()
}

#[test]
fn changes_come_back_in_order_after_a_crash() {
    let folder = tempdir().unwrap();
    let mut intake = open(&folder);
    let rows = [row(1, "‘one’"), row(2, "")];
    take(&mut intake, Change::Append("A", &rows));
    take(&mut intake, Change::Delete("B"));
    let expected = ["A: 1 ‘one’, 2 ", "B is deleted"];
    assert_eq!(lacking(&intake), expected);
    let mut crashed = open(&folder);
    assert_eq!(lacking(&crashed), expected);
    // The next one follows them.
    append(&mut crashed, "C", 1, "x");
    assert_eq!(lacking(&open(&folder)).len(), 3);
}

#[test]
fn only_what_is_not_published_is_repeated_but_a_crash_repeats_all() {
    let folder = tempdir().unwrap();
    let mut intake = open(&folder);
    append(&mut intake, "A", 1, "x");
    intake.published();
    append(&mut intake, "A", 2, "y");
    assert_eq!(lacking(&intake), ["A: 2 y"]);
    assert_eq!(lacking(&open(&folder)), ["A: 1 x", "A: 2 y"]);
}

#[test]
fn a_rewound_intake_forgets_what_it_had_as_soon_as_it_takes_something() {
    let folder = tempdir().unwrap();
    let mut intake = open(&folder);
    // All records have the same length, so those of the first generation stay whole behind the new ones.
    for seq in 1..=5 {
        append(&mut intake, "A", seq, "x");
    }
    intake.rewind();
    assert_eq!(lacking(&intake), [""; 0]);
    append(&mut intake, "A", 6, "y");
    append(&mut intake, "A", 7, "y");
    assert_eq!(lacking(&open(&folder)), ["A: 6 y", "A: 7 y"]);
    intake.empty().unwrap();
    assert_eq!(lacking(&open(&folder)), [""; 0]);
    intake.remove().unwrap();
    assert!(!path(folder.path()).exists());
}

/// A crash may tear the last record anywhere. All before it must survive, and the next one must follow those.
#[test]
fn a_torn_record_is_ignored_and_overwritten() {
    let folder = tempdir().unwrap();
    let mut intake = open(&folder);
    append(&mut intake, "A", 1, "x");
    let whole = intake.tape.end();
    append(&mut intake, "A", 2, "torn");
    let end = intake.tape.end();
    let bytes = fs::read(path(folder.path())).unwrap();
    for torn in whole..end {
        for rest in [0, 0xFF] {
            let mut bytes = bytes.clone();
            // The last byte of a record may be what has been there before.
            if bytes[torn] == rest {
                continue;
            }
            bytes[torn..end].fill(rest);
            fs::write(path(folder.path()), &bytes).unwrap();
            let mut crashed = open(&folder);
            assert_eq!(lacking(&crashed), ["A: 1 x"], "torn at {torn}");
            append(&mut crashed, "A", 2, "y");
            assert_eq!(lacking(&open(&folder)), ["A: 1 x", "A: 2 y"]);
        }
    }
}

#[test]
fn records_may_be_longer_than_the_file_grows_at_a_time() {
    let folder = tempdir().unwrap();
    let mut intake = open(&folder);
    let long = "x".repeat(3 << 20);
    append(&mut intake, "A", 1, &long);
    append(&mut intake, "A", 2, "y");
    assert_eq!(lacking(&open(&folder)).len(), 2);
}

#[test]
fn any_other_file_is_empty() {
    let folder = tempdir().unwrap();
    for content in [&b""[..], b"x", b"not an intake, but some text", &[0; 100]] {
        fs::write(path(folder.path()), content).unwrap();
        assert_eq!(lacking(&open(&folder)), [""; 0]);
    }
}
