//! Damaged files, and what still works with them.

use std::{path::Path, slice};

use raum_journal::{Append, Disk, Error, ListedRoom, RoomId, Store, Upkeep};
use raum_room::{EncodedEntry, FORMAT, Seq};
use rusqlite::{Connection, params};
use tempfile::tempdir;

use crate::samples::{entries, entry, folder_with, room, written};

/// Changes the file behind the store's back.
fn tamper(folder: &Path, sql: &str) {
    let connection = Connection::open(folder.join("raum.db")).unwrap();
    assert!(connection.execute(sql, []).unwrap() > 0, "{sql}");
}

#[tokio::test]
async fn damage_affects_only_its_room() {
    let cases: [(&str, Seq, &str); 8] = [
        (
            "UPDATE entry SET content = replace(content, 'he said', 'he sajd') WHERE room = 'BAD' AND seq = 2",
            2,
            "checksum",
        ),
        (
            "UPDATE entry SET checksum = checksum + 1 WHERE room = 'BAD' AND seq = 1",
            1,
            "checksum",
        ),
        (
            "UPDATE entry SET content = CAST(x'ff' AS TEXT) WHERE room = 'BAD' AND seq = 3",
            3,
            "checksum",
        ),
        (
            "UPDATE entry SET content = '' WHERE room = 'BAD' AND seq = 2",
            2,
            "checksum",
        ),
        (
            "DELETE FROM entry WHERE room = 'BAD' AND seq = 1",
            1,
            "missing",
        ),
        (
            "DELETE FROM entry WHERE room = 'BAD' AND seq = 2",
            2,
            "missing",
        ),
        (
            "UPDATE entry SET seq = 7 WHERE room = 'BAD' AND seq = 3",
            3,
            "missing",
        ),
        (
            "UPDATE entry SET room = 'BAD', seq = 4 WHERE room = 'WORSE' AND seq = 1",
            4,
            "checksum",
        ),
    ];
    let [bad, good, worse] = ["bad", "good", "worse"].map(room);
    for (sql, seq, why) in cases {
        let folder = folder_with(&[bad.clone(), good.clone(), worse.clone()]).await;
        let is_damage = |error: &Error| {
            matches!(error, Error::Damaged { room, seq: at, why: text }
                if *room == bad && *at == seq && text.contains(why))
        };
        tamper(folder.path(), sql);
        let store = Disk::open(folder.path()).unwrap();
        for _ in 0..2 {
            let error = store.read(&bad, 1).await.unwrap_err();
            assert!(is_damage(&error), "{sql}: {error}");
            let error = store.append(&bad, &written(&bad, [4])).await.unwrap_err();
            assert!(is_damage(&error), "{sql}: {error}");
        }
        assert_eq!(store.read(&good, 1).await, Ok(entries(&good, 1..=3)));
        let appended = store.append(&good, &written(&good, [4])).await;
        assert_eq!(appended, Ok(Append::Done));
        assert_eq!(store.delete(&bad).await, Ok(true));
        let again = store.append(&bad, &written(&bad, 1..=1)).await;
        assert_eq!(
            again,
            Ok(Append::Done),
            "deleting a room removes its damage, too"
        );
    }
}

#[tokio::test]
async fn later_damage_is_detected_by_reads_and_then_blocks_appends() {
    let bad = room("bad");
    let folder = folder_with(slice::from_ref(&bad)).await;
    let store = Disk::open(folder.path()).unwrap();
    store.append(&bad, &written(&bad, 4..=4)).await.unwrap();
    tamper(
        folder.path(),
        "UPDATE entry SET checksum = checksum + 1 WHERE seq = 2",
    );
    assert!(matches!(
        store.read(&bad, 1).await,
        Err(Error::Damaged { seq: 2, .. })
    ));
    let appended = store.append(&bad, &written(&bad, 5..=5)).await;
    assert!(matches!(appended, Err(Error::Damaged { seq: 2, .. })));
}

/// A host reads a room before it appends to it. An append itself checks only the first and last entry: the writer, which
/// all rooms wait for, must not read a long room.
#[tokio::test]
async fn an_append_checks_the_first_and_the_last_entry() {
    let bad = room("bad");
    for (damaged, is_detected) in [(1, true), (2, false), (3, true)] {
        let folder = folder_with(slice::from_ref(&bad)).await;
        tamper(
            folder.path(),
            &format!("UPDATE entry SET checksum = checksum + 1 WHERE seq = {damaged}"),
        );
        let store = Disk::open(folder.path()).unwrap();
        let appended = store.append(&bad, &written(&bad, 4..=4)).await;
        match appended {
            Err(Error::Damaged { seq, .. }) if is_detected => assert_eq!(seq, damaged),
            appended => assert_eq!((appended, is_detected), (Ok(Append::Done), false)),
        }
    }
}

/// A report of damage is about an entry, not about a room id.
#[tokio::test]
async fn a_room_that_replaces_a_damaged_one_is_intact() {
    let bad = room("bad");
    let folder = folder_with(slice::from_ref(&bad)).await;
    tamper(
        folder.path(),
        "UPDATE entry SET checksum = checksum + 1 WHERE seq = 2",
    );
    let store = Disk::open(folder.path()).unwrap();
    for last in 3..5 {
        store.read(&bad, 1).await.ok();
        store.delete(&bad).await.unwrap();
        let again = written(&bad, 1..=last);
        assert_eq!(store.append(&bad, &again).await, Ok(Append::Done));
        assert_eq!(store.read(&bad, 1).await, Ok(entries(&bad, 1..=last)));
    }
}

/// Long rooms cost the writer no more than short ones: after a failed commit it forgets only the rooms of that commit, and
/// looking up a room takes two entries.
#[tokio::test]
async fn a_failed_commit_does_not_affect_other_rooms() {
    let folder = tempdir().unwrap();
    let store = Disk::open_bounded(folder.path(), 60 * 4096).unwrap();
    let [long, big] = ["long", "big"].map(room);
    store.append(&long, &written(&long, 1..=200)).await.unwrap();
    let too_big = written(&big, 1..=20_000);
    assert_eq!(store.append(&big, &too_big).await, Err(Error::Full));
    // If the writer looked the room up again, it would find this.
    tamper(
        folder.path(),
        "UPDATE entry SET checksum = checksum + 1 WHERE room = 'LONG' AND seq = 1",
    );
    let next = written(&long, 201..=201);
    assert_eq!(store.append(&long, &next).await, Ok(Append::Done));
}

#[tokio::test]
async fn damaged_rooms_are_listed() {
    let rooms = ["a", "b"].map(room);
    let folder = folder_with(&rooms).await;
    tamper(
        folder.path(),
        "UPDATE entry SET content = '{}' WHERE room = 'B' AND seq = 3",
    );
    let store = Disk::open(folder.path()).unwrap();
    let listed = |room: &RoomId, last_at| ListedRoom {
        room: room.clone(),
        last: 3,
        last_at,
    };
    let [a, b] = &rooms;
    let expected = vec![listed(a, Some(entry(a, 3).at)), listed(b, None)];
    assert_eq!(store.list(None, 10).await, Ok(expected));
    assert_eq!(store.flaws().await, Ok(vec![]));
}

#[tokio::test]
async fn entries_without_a_valid_room_id_are_a_flaw() {
    let rooms = ["a", "b", "c"].map(room);
    let folder = folder_with(&rooms).await;
    tamper(
        folder.path(),
        "UPDATE entry SET room = 'a!' WHERE room = 'A' AND seq = 3",
    );
    tamper(
        folder.path(),
        "UPDATE entry SET room = CAST(x'43ff' AS TEXT) WHERE room = 'C' AND seq = 3",
    );
    let store = Disk::open(folder.path()).unwrap();
    let listed = store.list(None, 10).await.unwrap();
    assert_eq!(
        listed.iter().map(|listed| &listed.room).collect::<Vec<_>>(),
        rooms.each_ref()
    );
    let flaws = store.flaws().await.unwrap();
    assert_eq!(flaws.len(), 2);
    assert!(
        flaws[0].contains("C\u{fffd}") && flaws[1].contains("a!"),
        "{flaws:?}"
    );
}

/// Writes an entry as another version of raum would.
fn rewrite(folder: &Path, room: &RoomId, seq: i64, content: &str) {
    let mut checksum = crc32fast::Hasher::new();
    for part in [
        room.as_str().as_bytes(),
        &seq.to_le_bytes(),
        content.as_bytes(),
    ] {
        checksum.update(part);
    }
    let changed = Connection::open(folder.join("raum.db")).unwrap().execute(
        "UPDATE entry SET content = ?1, checksum = ?2 WHERE room = ?3 AND seq = ?4",
        params![content, checksum.finalize(), room.as_str(), seq],
    );
    assert_eq!(changed, Ok(1));
}

#[tokio::test]
async fn a_room_written_by_a_newer_raum_is_left_alone() {
    let rooms = ["new", "old"].map(room);
    let [new, old] = &rooms;
    let opening = format!(
        r#"{{"seq":1,"at":1,"event":{{"type":"room-opened","format":{},"kind":"go"}}}}"#,
        FORMAT + 1
    );
    let said = EncodedEntry::new(entry(new, 3)).stored();
    let newer_format = said.replacen('{', &format!(r#"{{"format":{},"#, FORMAT + 1), 1);
    let cases = [
        (1, &*opening),
        (3, &*newer_format),
        (
            3,
            r#"{"seq":3,"at":3,"event":{"type":"bot-seated","level":7}}"#,
        ),
    ];
    for (seq, content) in cases {
        let folder = folder_with(&rooms).await;
        rewrite(folder.path(), new, seq, content);
        let store = Disk::open(folder.path()).unwrap();
        let seq = seq.unsigned_abs();
        let newer = Error::Newer {
            room: new.clone(),
            seq,
        };
        for from in 1..=seq {
            assert_eq!(store.read(new, from).await, Err(newer.clone()), "{from}");
        }
        let appended = store.append(new, &written(new, 4..=4)).await;
        assert_eq!(appended, Err(newer.clone()));
        assert_eq!(store.last(new).await, Ok(3));
        assert_eq!(store.read(old, 1).await, Ok(entries(old, 1..=3)));
        drop(store);
        // A wrong checksum is damage in entries of newer versions, too.
        tamper(
            folder.path(),
            "UPDATE entry SET checksum = checksum + 1 WHERE room = 'NEW'",
        );
        let store = Disk::open(folder.path()).unwrap();
        let read = store.read(new, 1).await;
        assert!(matches!(read, Err(Error::Damaged { .. })), "{read:?}");
    }
}
