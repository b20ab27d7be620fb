//! The intake of the store on disk: what a crash leaves in it is stored, and no reader misses it.

use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use raum_journal::{Append, Disk, Error, Faults, OpenError, RoomId, Store, Upkeep};
use raum_room::{Entry, Event, MemberId, Seq};
use rusqlite::Connection;
use tempfile::{TempDir, tempdir};

use crate::samples::{entries, entry, folder_with, room, write, written};

/// A copy of a folder, as a crash at this moment would leave it.
fn crashed(folder: &Path) -> TempDir {
    let copy = tempdir().unwrap();
    // SQLite rebuilds its index of the log.
    for name in ["raum.db", "raum.db-wal", "raum.intake"] {
        fs::copy(folder.join(name), copy.path().join(name)).unwrap();
    }
    copy
}

fn version(folder: &Path) -> i64 {
    let connection = Connection::open(folder.join("raum.db")).unwrap();
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0));
    version.unwrap()
}

fn rows(folder: &Path) -> i64 {
    let connection = Connection::open(folder.join("raum.db")).unwrap();
    let rows = connection.query_row("SELECT count(*) FROM entry", [], |row| row.get(0));
    rows.unwrap()
}

/// Rooms that are appended to, deleted and created again, by chance, with reads in between, which move changes to the
/// table. In half of the runs SQLite's log is moved there each time, too, and the intake starts over.
#[tokio::test]
async fn a_crash_loses_nothing_wherever_the_changes_are() {
    let rooms = ["a", "b", "c"].map(room);
    for seed in 0..20 {
        let mut random = fastrand::Rng::with_seed(seed);
        let folder = folder_with(&rooms[..1]).await;
        let faults = Faults {
            log_bytes_max: (seed % 2 == 0).then_some(0),
            ..Faults::default()
        };
        let store = Disk::open_faulty(folder.path(), faults).unwrap();
        let mut lasts: [Seq; 3] = [3, 0, 0];
        for _ in 0..30 {
            let index = random.usize(..rooms.len());
            let (room, last) = (&rooms[index], &mut lasts[index]);
            match random.u8(..10) {
                0 => assert_eq!(store.read(room, 1).await, Ok(entries(room, 1..=*last))),
                1 | 2 => {
                    assert_eq!(store.delete(room).await, Ok(*last > 0));
                    *last = 0;
                }
                _ => {
                    let next = *last + random.u64(1..4);
                    let appended = store.append(room, &written(room, *last + 1..=next)).await;
                    assert_eq!(appended, Ok(Append::Done));
                    *last = next;
                }
            }
        }
        let mut copy = crashed(folder.path());
        // A crash right after the restart, too.
        for _ in 0..2 {
            let restarted = Disk::open(copy.path()).unwrap();
            check(&restarted, &rooms, &lasts).await;
            copy = crashed(copy.path());
        }
        check(&store, &rooms, &lasts).await;
        drop(store);
        assert_eq!(rows(folder.path()), lasts.iter().sum::<Seq>().cast_signed());
    }
}

async fn check(store: &Disk, rooms: &[RoomId], lasts: &[Seq]) {
    for (room, last) in rooms.iter().zip(lasts) {
        assert_eq!(store.read(room, 1).await, Ok(entries(room, 1..=*last)));
        assert_eq!(store.last(room).await, Ok(*last));
    }
    let listed = store.list(None, 10).await.unwrap();
    let expected = lasts.iter().filter(|last| **last > 0);
    assert_eq!(listed.len(), expected.count());
}

/// Once SQLite's log is long, it is moved to the table, and it starts over, as the intake does.
#[tokio::test]
async fn the_log_and_the_intake_stay_short() {
    let room = room("a");
    let folder = tempdir().unwrap();
    let store = Disk::open(folder.path()).unwrap();
    let bytes = |name| fs::metadata(folder.path().join(name)).unwrap().len();
    let mut stored = entries(&room, 1..=1);
    store.append(&room, &written(&room, 1..=1)).await.unwrap();
    let mut longest = 0;
    let mut more_after_that = 2;
    while more_after_that > 0 {
        let before = bytes("raum.intake");
        let entry = long(&room, stored.len() as Seq + 1);
        let appended = store.append(&room, &write(vec![entry.clone()])).await;
        assert_eq!(appended, Ok(Append::Done));
        stored.push(entry);
        // Moves the entry to the log.
        store.last(&room).await.unwrap();
        let log = bytes("raum.db-wal");
        if log < longest {
            more_after_that -= 1;
            assert_eq!(bytes("raum.intake"), before);
        } else {
            longest = log;
            assert!(log < 512 << 20, "the log is never moved");
        }
    }
    let copy = crashed(folder.path());
    let restarted = Disk::open(copy.path()).unwrap();
    assert!(restarted.read(&room, 1).await == Ok(stored));
}

/// An entry of a mebibyte.
fn long(room: &RoomId, seq: Seq) -> Entry {
    Entry {
        event: Event::Said {
            member: Some(MemberId(1)),
            name: "Ann".to_owned(),
            text: "x".repeat(1 << 20),
        },
        ..entry(room, seq)
    }
}

/// On a full disk, for instance, the intake has room for entries for which the table has none.
#[tokio::test]
async fn entries_that_cannot_move_to_the_table_are_kept_and_no_more_accepted() {
    static CANNOT_COMMIT: AtomicBool = AtomicBool::new(false);
    let faults = Faults {
        cannot_commit: Some(&CANNOT_COMMIT),
        ..Faults::default()
    };
    let rooms = ["a", "b"].map(room);
    let [room, other] = &rooms;
    let folder = folder_with(&rooms[..1]).await;
    let store = Disk::open_faulty(folder.path(), faults).unwrap();
    store.append(room, &written(room, 4..=5)).await.unwrap();
    CANNOT_COMMIT.store(true, Ordering::Relaxed);
    for _ in 0..3 {
        assert!(matches!(
            store.read(room, 1).await,
            Err(Error::Unavailable(_))
        ));
        for (room, next) in [(room, 6), (other, 1)] {
            let refused = store.append(room, &written(room, next..=next)).await;
            assert!(matches!(refused, Err(Error::Unavailable(_))), "{refused:?}");
        }
    }
    let copy = crashed(folder.path());
    check(&Disk::open(copy.path()).unwrap(), &rooms, &[5, 0]).await;
    CANNOT_COMMIT.store(false, Ordering::Relaxed);
    check(&store, &rooms, &[5, 0]).await;
    store.append(room, &written(room, 6..=7)).await.unwrap();
    store.append(other, &written(other, 1..=1)).await.unwrap();
    check(&store, &rooms, &[7, 1]).await;
}

/// A backup reads the file while the server runs.
#[tokio::test]
async fn other_readers_of_the_file_see_every_entry_before_long() {
    let folder = tempdir().unwrap();
    let store = Disk::open(folder.path()).unwrap();
    let room = room("a");
    store.append(&room, &written(&room, 1..=3)).await.unwrap();
    while rows(folder.path()) < 3 {
        tokio::task::yield_now().await;
    }
}

/// SQLite's copies do not use a write-ahead log.
#[tokio::test]
async fn a_restored_backup_works_like_the_original() {
    let room = room("a");
    let folder = tempdir().unwrap();
    let store = Disk::open(folder.path()).unwrap();
    store.append(&room, &written(&room, 1..=3)).await.unwrap();
    // Moves the entries to the table.
    store.last(&room).await.unwrap();
    let restored = tempdir().unwrap();
    let backup = restored.path().join("raum.db");
    let connection = Connection::open(folder.path().join("raum.db")).unwrap();
    let copied = connection.execute("VACUUM INTO ?1", [backup.to_str().unwrap()]);
    copied.unwrap();
    let store = Disk::open(restored.path()).unwrap();
    store.append(&room, &written(&room, 4..=5)).await.unwrap();
    assert_eq!(store.read(&room, 1).await, Ok(entries(&room, 1..=5)));
    let connection = Connection::open(backup).unwrap();
    let mode: String = connection
        .query_row("PRAGMA journal_mode", [], |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "wal");
}

#[tokio::test]
async fn only_a_file_without_an_intake_is_one_for_older_versions() {
    let room = room("a");
    let folder = folder_with(&[]).await;
    assert_eq!(version(folder.path()), 1);
    let store = Disk::open(folder.path()).unwrap();
    assert_eq!(version(folder.path()), 2);
    store.append(&room, &written(&room, 1..=3)).await.unwrap();
    let copy = crashed(folder.path());
    assert_eq!(version(copy.path()), 2);
    drop(store);
    assert_eq!(version(folder.path()), 1);
    assert!(!folder.path().join("raum.intake").exists());
    assert_eq!(rows(folder.path()), 3);
    drop(Disk::open(copy.path()).unwrap());
    assert_eq!((version(copy.path()), rows(copy.path())), (1, 3));
}

/// An operator restores a backup into the folder of a crashed server.
#[tokio::test]
async fn an_intake_that_continues_another_file_is_rejected_and_not_changed() {
    let room = room("a");
    let folder = folder_with(&[]).await;
    let store = Disk::open(folder.path()).unwrap();
    store.append(&room, &written(&room, 1..=3)).await.unwrap();
    drop(store);
    let store = Disk::open(folder.path()).unwrap();
    store.append(&room, &written(&room, 4..=5)).await.unwrap();
    let later = crashed(folder.path());
    let older = folder_with(&[]).await;
    fs::copy(older.path().join("raum.db"), later.path().join("raum.db")).unwrap();
    fs::remove_file(later.path().join("raum.db-wal")).unwrap();
    let intake = later.path().join("raum.intake");
    let before = fs::read(&intake).unwrap();
    for _ in 0..2 {
        let error = Disk::open(later.path()).unwrap_err();
        assert!(matches!(error, OpenError::ForeignIntake(_)), "{error}");
        assert!(error.to_string().contains("empty folder"), "{error}");
        assert_eq!(fs::read(&intake).unwrap(), before);
        assert_eq!(rows(later.path()), 0);
    }
    fs::remove_file(intake).unwrap();
    Disk::open(later.path()).unwrap();
}
