//! What a store on disk suffers, and what it then still does.

use std::{error::Error as _, fs, path::Path};

use raum_journal::{Append, Disk, Error, Listed, OpenError, RoomId, Store};
use raum_room::{FORMAT, Seq};
use rusqlite::{Connection, params};
use tempfile::{TempDir, tempdir};

use crate::samples::{entries, entry, room};

/// A folder with a store of these rooms, with three entries each.
async fn folder_with(rooms: &[RoomId]) -> TempDir {
    let folder = tempdir().unwrap();
    let store = Disk::open(folder.path()).unwrap();
    for room in rooms {
        store.append(room, &entries(room, 1..=3)).await.unwrap();
    }
    folder
}

/// Changes the file behind the store's back.
fn meddle(folder: &Path, sql: &str) {
    let connection = Connection::open(folder.join("raum.db")).unwrap();
    assert!(connection.execute(sql, []).unwrap() > 0, "{sql}");
}

#[tokio::test]
async fn reopening_keeps_everything() {
    let rooms = ["a", "b"].map(room);
    let folder = folder_with(&rooms).await;
    for expected in 3..6 {
        let store = Disk::open_existing(folder.path()).unwrap();
        for room in &rooms {
            assert_eq!(store.read(room, 1).await, Ok(entries(room, 1..=expected)));
            let next = [entry(room, expected + 1)];
            assert_eq!(store.append(room, &next).await, Ok(Append::Done));
        }
    }
}

#[tokio::test]
async fn damage_keeps_to_its_room() {
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
            matches!(error, Error::Damaged { room, seq: at, why: says }
                if *room == bad && *at == seq && says.contains(why))
        };
        meddle(folder.path(), sql);
        let store = Disk::open(folder.path()).unwrap();
        for _ in 0..2 {
            let error = store.append(&bad, &[entry(&bad, 4)]).await.unwrap_err();
            assert!(is_damage(&error), "{sql}: {error}");
            let error = store.read(&bad, 1).await.unwrap_err();
            assert!(is_damage(&error), "{sql}: {error}");
        }
        assert_eq!(store.read(&good, 1).await, Ok(entries(&good, 1..=3)));
        let appended = store.append(&good, &[entry(&good, 4)]).await;
        assert_eq!(appended, Ok(Append::Done));
        assert_eq!(store.delete(&bad).await, Ok(true));
        let again = store.append(&bad, &entries(&bad, 1..=1)).await;
        assert_eq!(
            again,
            Ok(Append::Done),
            "a deleted room's damage is gone, too"
        );
    }
}

#[tokio::test]
async fn damage_that_comes_later_is_noticed_by_readers_and_then_by_writers() {
    let bad = room("bad");
    let folder = folder_with(std::slice::from_ref(&bad)).await;
    let store = Disk::open(folder.path()).unwrap();
    store.append(&bad, &entries(&bad, 4..=4)).await.unwrap();
    meddle(
        folder.path(),
        "UPDATE entry SET checksum = checksum + 1 WHERE seq = 2",
    );
    assert!(matches!(
        store.read(&bad, 1).await,
        Err(Error::Damaged { seq: 2, .. })
    ));
    let appended = store.append(&bad, &entries(&bad, 5..=5)).await;
    assert!(matches!(appended, Err(Error::Damaged { seq: 2, .. })));
}

#[tokio::test]
async fn lists_show_damaged_rooms() {
    let rooms = ["a", "b"].map(room);
    let folder = folder_with(&rooms).await;
    meddle(
        folder.path(),
        "UPDATE entry SET content = '{}' WHERE room = 'B' AND seq = 3",
    );
    let store = Disk::open(folder.path()).unwrap();
    let listed = |room: &RoomId, last_at| Listed {
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
async fn entries_under_no_rooms_name_are_a_flaw() {
    let rooms = ["a", "b", "c"].map(room);
    let folder = folder_with(&rooms).await;
    meddle(
        folder.path(),
        "UPDATE entry SET room = 'a!' WHERE room = 'A' AND seq = 3",
    );
    meddle(
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

#[tokio::test]
async fn a_room_of_a_newer_format_is_left_alone() {
    let rooms = ["new", "old"].map(room);
    let [new, old] = &rooms;
    let folder = folder_with(&rooms).await;
    let content = format!(
        r#"{{"seq":1,"at":1,"event":{{"type":"room-opened","format":{},"kind":"go"}}}}"#,
        FORMAT + 1
    );
    let mut checksum = crc32fast::Hasher::new();
    for part in [
        new.as_str().as_bytes(),
        &1_i64.to_le_bytes(),
        content.as_bytes(),
    ] {
        checksum.update(part);
    }
    Connection::open(folder.path().join("raum.db"))
        .unwrap()
        .execute(
            "UPDATE entry SET content = ?1, checksum = ?2 WHERE room = ?3 AND seq = 1",
            params![content, checksum.finalize(), new.as_str()],
        )
        .unwrap();
    let store = Disk::open(folder.path()).unwrap();
    let unknown = Error::UnknownFormat {
        room: new.clone(),
        format: FORMAT + 1,
    };
    for from in 1..=4 {
        assert_eq!(store.read(new, from).await, Err(unknown.clone()), "{from}");
    }
    assert_eq!(store.append(new, &entries(new, 4..=4)).await, Err(unknown));
    assert_eq!(store.read(old, 1).await, Ok(entries(old, 1..=3)));
}

#[tokio::test]
async fn a_full_disk_loses_nothing_and_works_again() {
    let folder = tempdir().unwrap();
    let store = Disk::open_bounded(folder.path(), 40 * 4096).unwrap();
    let [early, late] = ["early", "late"].map(room);
    store
        .append(&early, &entries(&early, 1..=100))
        .await
        .unwrap();
    store.append(&late, &entries(&late, 1..=1)).await.unwrap();
    let mut last = 1;
    let error = loop {
        match store.append(&late, &[entry(&late, last + 1)]).await {
            Ok(appended) => assert_eq!(appended, Append::Done),
            Err(error) => break error,
        }
        last += 1;
    };
    assert_eq!(error, Error::Full);
    assert_eq!(store.read(&late, 1).await, Ok(entries(&late, 1..=last)));
    assert_eq!(
        store.append(&late, &[entry(&late, last + 1)]).await,
        Err(Error::Full)
    );

    assert_eq!(store.delete(&early).await, Ok(true));
    let next = entries(&late, last + 1..=last + 20);
    assert_eq!(store.append(&late, &next).await, Ok(Append::Done));
    drop(store);
    let store = Disk::open(folder.path()).unwrap();
    assert_eq!(
        store.read(&late, 1).await,
        Ok(entries(&late, 1..=last + 20))
    );
}

/// A store that may take 1 MiB, and rooms of different lengths that it is full of.
async fn full_store(folder: &Path) -> (Disk, Vec<(RoomId, Seq)>) {
    let store = Disk::open_bounded(folder, 1 << 20).unwrap();
    let mut kept = Vec::new();
    for number in 0..1000_u64 {
        let length = usize::try_from(12 + number * 7 % 50).unwrap();
        let name = room(&format!("{number:x<length$}"));
        let last = 1 + number * 13 % 40;
        match store.append(&name, &entries(&name, 1..=last)).await {
            Ok(appended) => assert_eq!(appended, Append::Done),
            Err(error) => {
                assert_eq!(error, Error::Full);
                return (store, kept);
            }
        }
        kept.push((name, last));
    }
    panic!("it is never full");
}

#[tokio::test]
async fn the_bound_holds_and_is_told() {
    let folder = tempdir().unwrap();
    let (store, kept) = full_store(folder.path()).await;
    let full = store.size().await.unwrap();
    assert_eq!(full.bytes_max, Some(1 << 20));
    assert!(full.bytes <= 1 << 20);
    assert!(full.used_bytes() >= (1 << 20) * 9 / 10);
    assert!(full.log_bytes > 0);
    assert_eq!(store.probe().await, Err(Error::Full));
    for (name, last) in kept {
        assert_eq!(store.read(&name, 1).await, Ok(entries(&name, 1..=last)));
    }
}

#[tokio::test]
async fn a_full_store_can_be_emptied() {
    let folder = tempdir().unwrap();
    let (store, kept) = full_store(folder.path()).await;
    for (name, _) in kept {
        assert_eq!(store.delete(&name).await, Ok(true));
    }
    assert_eq!(store.probe().await, Ok(()));
    let size = store.size().await.unwrap();
    assert!(size.used_bytes() < 10 * 4096, "{size:?}");
    assert!(size.bytes <= 1 << 20, "{size:?}");
}

#[tokio::test]
async fn what_finds_no_space_does_not_keep_others_from_being_deleted() {
    let folder = tempdir().unwrap();
    let (store, kept) = full_store(folder.path()).await;
    let big = room("big");
    let opening = entries(&big, 1..=20_000);
    for (name, _) in kept.iter().take(20) {
        let (appended, deleted) = tokio::join!(store.append(&big, &opening), store.delete(name));
        assert_eq!((appended, deleted), (Err(Error::Full), Ok(true)));
    }
}

#[tokio::test]
async fn a_bound_below_what_there_is_stops_only_growth() {
    let rooms = ["a", "b"].map(room);
    let folder = folder_with(&rooms).await;
    let store = Disk::open_bounded(folder.path(), 1).unwrap();
    let [a, b] = &rooms;
    assert_eq!(store.read(a, 1).await, Ok(entries(a, 1..=3)));
    let long = entries(a, 4..=500);
    assert_eq!(store.append(a, &long).await, Err(Error::Full));
    assert_eq!(store.delete(b).await, Ok(true));
    assert_eq!(store.append(a, &entries(a, 4..=4)).await, Ok(Append::Done));
}

#[tokio::test]
async fn one_process_at_a_time() {
    let folder = folder_with(&[]).await;
    let store = Disk::open(folder.path()).unwrap();
    for _ in 0..2 {
        let error = Disk::open(folder.path()).unwrap_err();
        assert!(matches!(error, OpenError::InUse(_)), "{error}");
    }
    drop(store);
    Disk::open(folder.path()).unwrap();
}

#[tokio::test]
async fn only_a_journal_is_opened_and_nothing_else_is_changed() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("raum.db");
    let absent = Disk::open_existing(folder.path()).unwrap_err();
    assert!(matches!(absent, OpenError::Absent(_)), "{absent}");
    assert!(!file.exists());

    for sql in [
        "PRAGMA user_version = 2",
        "CREATE TABLE entry (whatever)",
        "CREATE TABLE other (whatever); PRAGMA user_version = 1",
        "CREATE TABLE entry (whatever); PRAGMA user_version = -1",
    ] {
        Connection::open(&file).unwrap().execute_batch(sql).unwrap();
        let before = fs::read(&file).unwrap();
        let error = Disk::open(folder.path()).unwrap_err();
        let refused = match sql {
            "PRAGMA user_version = 2" => matches!(error, OpenError::Newer(_)),
            _ => matches!(error, OpenError::Foreign(_)),
        };
        assert!(refused, "{sql}: {error}");
        assert_eq!(fs::read(&file).unwrap(), before, "{sql}");
        fs::remove_file(&file).unwrap();
    }

    let text = "Not a database, but a text that is as long as the header of one, and then some more of it.";
    fs::write(&file, text.repeat(10)).unwrap();
    let error = Disk::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::Foreign(_)), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text.repeat(10));

    let error = Disk::open(&file).unwrap_err();
    assert!(error.source().is_some(), "{error}");
}
