//! The store on disk: reopening, file modes, faults, limits and locking.

use std::{
    error::Error as _,
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use raum_journal::{Append, Disk, Error, Faults, OpenError, RoomId, Store, Upkeep};
use raum_room::Seq;
use rusqlite::Connection;
use tempfile::tempdir;
use tokio::time::{Duration, timeout};

use crate::samples::{entries, folder_with, room, written};

/// Defines two tests of each law: on a runtime with one thread, the writer's own thread does all jobs; on one with several,
/// callers do most appends themselves.
macro_rules! on_both_runtimes {
    ($($law:ident)*) => {
        mod on_one_thread {
            $(#[tokio::test]
            async fn $law() {
                super::$law().await;
            })*
        }

        mod on_several_threads {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $law() {
                super::$law().await;
            })*
        }
    };
}

on_both_runtimes! {
    a_panic_in_the_writer_fails_only_its_own_job
    after_the_writer_has_ended_appends_fail
    a_failed_commit_has_an_unknown_outcome
    a_full_store_loses_nothing_and_works_again
    an_append_without_space_does_not_block_deletions
}

#[tokio::test]
async fn entries_survive_reopening() {
    let rooms = ["a", "b"].map(room);
    let folder = folder_with(&rooms).await;
    for expected in 3..6 {
        let store = Disk::open_existing(folder.path()).unwrap();
        for room in &rooms {
            assert_eq!(store.read(room, 1).await, Ok(entries(room, 1..=expected)));
            let next = written(room, [expected + 1]);
            assert_eq!(store.append(room, &next).await, Ok(Append::Done));
        }
    }
}

fn modes(folder: &Path) -> Vec<(String, u32)> {
    let mode = |entry: fs::DirEntry| {
        let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
        (entry.file_name().into_string().unwrap(), mode)
    };
    let mut modes: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| mode(entry.unwrap()))
        .collect();
    modes.sort();
    modes
}

#[tokio::test]
async fn files_are_private_whatever_the_mode_of_the_folder() {
    let names = [
        "raum.db",
        "raum.db-shm",
        "raum.db-wal",
        "raum.intake",
        "raum.lock",
    ];
    let private = names.map(|name| (name.to_owned(), 0o600));
    let folder = tempdir().unwrap();
    fs::set_permissions(folder.path(), Permissions::from_mode(0o777)).unwrap();
    let a = room("a");
    let store = Disk::open(folder.path()).unwrap();
    store.append(&a, &written(&a, 1..=3)).await.unwrap();
    assert_eq!(modes(folder.path()), private);
    // As an earlier version may have left them, including the log.
    for (name, _) in &private {
        let open = Permissions::from_mode(0o644);
        fs::set_permissions(folder.path().join(name), open).unwrap();
    }
    let left = tempdir().unwrap();
    for (name, _) in &private {
        fs::copy(folder.path().join(name), left.path().join(name)).unwrap();
    }
    let store = Disk::open(left.path()).unwrap();
    assert_eq!(modes(left.path()), private);
    assert_eq!(store.read(&a, 1).await, Ok(entries(&a, 1..=3)));
}

async fn a_panic_in_the_writer_fails_only_its_own_job() {
    let folder = tempdir().unwrap();
    let faults = Faults {
        panics_on: Some("BAD"),
        ..Faults::default()
    };
    let store = Disk::open_faulty(folder.path(), faults).unwrap();
    let [bad, good] = ["bad", "good"].map(room);
    for seq in 1..5 {
        let (opening, next) = (written(&bad, [1]), written(&good, [seq]));
        let (panicked, appended) =
            tokio::join!(store.append(&bad, &opening), store.append(&good, &next));
        assert!(matches!(panicked, Err(Error::Unavailable(_))));
        assert_eq!(appended, Ok(Append::Done));
    }
    assert_eq!(store.probe().await, Ok(()));
    assert_eq!(store.read(&bad, 1).await, Ok(vec![]));
    assert_eq!(store.read(&good, 1).await, Ok(entries(&good, 1..=4)));
}

async fn after_the_writer_has_ended_appends_fail() {
    let folder = tempdir().unwrap();
    let faults = Faults {
        ends_on: Some("END"),
        ..Faults::default()
    };
    let store = Disk::open_faulty(folder.path(), faults).unwrap();
    let [end, good] = ["end", "good"].map(room);
    store.append(&good, &written(&good, 1..=3)).await.unwrap();
    let ended = store.append(&end, &written(&end, 1..=1)).await;
    assert_eq!(ended, Ok(Append::Unknown(Error::WriterEnded)));
    // Wait until the writer's queue is gone: an append that is still in it has an unknown outcome.
    assert_eq!(store.probe().await, Err(Error::WriterEnded));
    let next = written(&good, [4]);
    assert_eq!(store.append(&good, &next).await, Err(Error::WriterEnded));
    // The writer may have ended before it could publish them, but they are stored.
    assert_eq!(store.read(&good, 1).await, Err(Error::WriterEnded));
    drop(store);
    let store = Disk::open(folder.path()).unwrap();
    assert_eq!(store.read(&good, 1).await, Ok(entries(&good, 1..=3)));
}

/// A transaction of many rows is committed although no caller waits for that.
async fn a_panic_while_committing_ends_the_writer(panics: &'static AtomicBool) {
    let folder = tempdir().unwrap();
    let faults = Faults {
        panics_on_commit: Some(panics),
        ..Faults::default()
    };
    let store = Disk::open_faulty(folder.path(), faults).unwrap();
    panics.store(true, Ordering::Relaxed);
    let long = room("long");
    let mut last = 5000;
    let appended = store.append(&long, &written(&long, 1..=last)).await;
    assert_eq!(appended, Ok(Append::Done));
    let refused = async {
        loop {
            last += 1;
            let next = written(&long, [last]);
            if let Err(error) = store.append(&long, &next).await {
                return error;
            }
        }
    };
    let refused = timeout(Duration::from_mins(1), refused).await;
    assert_eq!(refused.unwrap(), Error::WriterEnded);
    drop(store);
    let store = Disk::open(folder.path()).unwrap();
    let stored = store.read(&long, 1).await.unwrap();
    assert_eq!(stored[..5000], entries(&long, 1..=5000));
}

#[tokio::test]
async fn a_panic_while_committing_ends_the_writer_on_one_thread() {
    static PANICS: AtomicBool = AtomicBool::new(false);
    a_panic_while_committing_ends_the_writer(&PANICS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_while_committing_ends_the_writer_on_several_threads() {
    static PANICS: AtomicBool = AtomicBool::new(false);
    a_panic_while_committing_ends_the_writer(&PANICS).await;
}

/// A disk may fail after it has written everything, during the last flush.
async fn a_failed_commit_has_an_unknown_outcome() {
    let folder = tempdir().unwrap();
    let faults = Faults {
        loses_answers_on: Some("BAD"),
        ..Faults::default()
    };
    let store = Disk::open_faulty(folder.path(), faults).unwrap();
    let [bad, good] = ["bad", "good"].map(room);
    let mut follower = store.follow(&bad);
    let (next, opening) = (written(&bad, 1..=2), written(&good, [1]));
    let (unknown, appended) =
        tokio::join!(store.append(&bad, &next), store.append(&good, &opening));
    assert!(matches!(
        unknown,
        Ok(Append::Unknown(Error::Unavailable(_)))
    ));
    // The other append may have been in the same commit.
    assert!(matches!(appended, Ok(Append::Done | Append::Unknown(_))));
    assert_eq!(store.read(&bad, 1).await, Ok(entries(&bad, 1..=2)));
    assert_eq!(store.read(&good, 1).await, Ok(entries(&good, [1])));
    let notified = timeout(Duration::from_mins(1), store.next(&mut follower, 0));
    assert_eq!(notified.await.unwrap(), Ok(entries(&bad, 1..=2)));
    let more = written(&good, [2]);
    assert_eq!(store.append(&good, &more).await, Ok(Append::Done));
    drop(store);
    let store = Disk::open(folder.path()).unwrap();
    // A retry conflicts with the first attempt.
    let again = store.append(&bad, &next).await;
    let missed = entries(&bad, 1..=2);
    assert_eq!(again, Ok(Append::Conflict { missed }));
}

async fn a_full_store_loses_nothing_and_works_again() {
    let folder = tempdir().unwrap();
    let store = Disk::open_bounded(folder.path(), 40 * 4096).unwrap();
    let [early, late] = ["early", "late"].map(room);
    store
        .append(&early, &written(&early, 1..=100))
        .await
        .unwrap();
    store.append(&late, &written(&late, 1..=1)).await.unwrap();
    let mut last = 1;
    let error = loop {
        match store.append(&late, &written(&late, [last + 1])).await {
            Ok(appended) => assert_eq!(appended, Append::Done),
            Err(error) => break error,
        }
        last += 1;
    };
    assert_eq!(error, Error::Full);
    assert_eq!(store.read(&late, 1).await, Ok(entries(&late, 1..=last)));
    assert_eq!(
        store.append(&late, &written(&late, [last + 1])).await,
        Err(Error::Full)
    );

    assert_eq!(store.delete(&early).await, Ok(true));
    let next = written(&late, last + 1..=last + 20);
    assert_eq!(store.append(&late, &next).await, Ok(Append::Done));
    drop(store);
    let store = Disk::open(folder.path()).unwrap();
    assert_eq!(
        store.read(&late, 1).await,
        Ok(entries(&late, 1..=last + 20))
    );
}

/// Fills a store with a limit of 1 MiB with rooms of different lengths.
async fn full_store(folder: &Path) -> (Disk, Vec<(RoomId, Seq)>) {
    let store = Disk::open_bounded(folder, 1 << 20).unwrap();
    let mut stored = Vec::new();
    for number in 0..1000_u64 {
        let length = usize::try_from(12 + number * 7 % 50).unwrap();
        let name = room(&format!("{number:x<length$}"));
        let last = 1 + number * 13 % 40;
        match store.append(&name, &written(&name, 1..=last)).await {
            Ok(appended) => assert_eq!(appended, Append::Done),
            Err(error) => {
                assert_eq!(error, Error::Full);
                return (store, stored);
            }
        }
        stored.push((name, last));
    }
    panic!("the store is never full");
}

#[tokio::test]
async fn the_limit_is_enforced_and_reported() {
    let folder = tempdir().unwrap();
    let (store, stored) = full_store(folder.path()).await;
    let full = store.size().await.unwrap();
    assert_eq!(full.bytes_max, Some(1 << 20));
    assert!(full.bytes <= 1 << 20);
    assert!(full.used_bytes() >= (1 << 20) * 9 / 10);
    assert!(full.log_bytes > 0);
    assert_eq!(store.probe().await, Err(Error::Full));
    for (name, last) in stored {
        assert_eq!(store.read(&name, 1).await, Ok(entries(&name, 1..=last)));
    }
}

#[tokio::test]
async fn a_full_store_can_be_emptied() {
    let folder = tempdir().unwrap();
    let (store, stored) = full_store(folder.path()).await;
    for (name, _) in stored {
        assert_eq!(store.delete(&name).await, Ok(true));
    }
    assert_eq!(store.probe().await, Ok(()));
    let size = store.size().await.unwrap();
    assert!(size.used_bytes() < 10 * 4096, "{size:?}");
    assert!(size.bytes <= 1 << 20, "{size:?}");
}

async fn an_append_without_space_does_not_block_deletions() {
    let folder = tempdir().unwrap();
    let (store, stored) = full_store(folder.path()).await;
    let big = room("big");
    let opening = written(&big, 1..=20_000);
    for (name, _) in stored.iter().take(20) {
        let (appended, deleted) = tokio::join!(store.append(&big, &opening), store.delete(name));
        assert_eq!((appended, deleted), (Err(Error::Full), Ok(true)));
    }
}

#[tokio::test]
async fn a_limit_below_the_current_size_stops_only_growth() {
    let rooms = ["a", "b"].map(room);
    let folder = folder_with(&rooms).await;
    let store = Disk::open_bounded(folder.path(), 1).unwrap();
    let [a, b] = &rooms;
    assert_eq!(store.read(a, 1).await, Ok(entries(a, 1..=3)));
    let long = written(a, 4..=500);
    assert_eq!(store.append(a, &long).await, Err(Error::Full));
    assert_eq!(store.delete(b).await, Ok(true));
    assert_eq!(store.append(a, &written(a, 4..=4)).await, Ok(Append::Done));
}

#[tokio::test]
async fn the_size_of_a_room_is_that_of_its_entries() {
    let rooms = ["a", "b"].map(room);
    let folder = folder_with(&rooms).await;
    let store = Disk::open(folder.path()).unwrap();
    let [a, b] = &rooms;
    store.append(b, &written(b, 4..=5)).await.unwrap();
    let bytes = async |room| store.room_bytes(room).await.unwrap();
    let written = |room, last| {
        let texts = entries(room, 1..=last).into_iter();
        let texts = texts.map(|entry| serde_json::to_string(&entry).unwrap());
        texts.map(|text| text.len() as u64).sum::<u64>()
    };
    assert_eq!(bytes(a).await, written(a, 3));
    assert_eq!(bytes(b).await, written(b, 5));
    assert_eq!(bytes(&room("nowhere")).await, 0);
}

#[tokio::test]
async fn a_second_process_cannot_open_the_store() {
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
async fn other_files_are_rejected_and_not_changed() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("raum.db");
    let absent = Disk::open_existing(folder.path()).unwrap_err();
    assert!(matches!(absent, OpenError::Absent(_)), "{absent}");
    assert!(!file.exists());

    for sql in [
        "PRAGMA user_version = 3",
        "CREATE TABLE entry (whatever)",
        "CREATE TABLE other (whatever); PRAGMA user_version = 1",
        "CREATE TABLE entry (whatever); PRAGMA user_version = -1",
    ] {
        Connection::open(&file).unwrap().execute_batch(sql).unwrap();
        let before = fs::read(&file).unwrap();
        let error = Disk::open(folder.path()).unwrap_err();
        let refused = match sql {
            "PRAGMA user_version = 3" => matches!(error, OpenError::Newer(_)),
            _ => matches!(error, OpenError::Foreign(_)),
        };
        assert!(refused, "{sql}: {error}");
        assert_eq!(fs::read(&file).unwrap(), before, "{sql}");
        fs::remove_file(&file).unwrap();
    }

    let text = "Not a database, but a text that is longer than the header of one, which has a hundred bytes.";
    fs::write(&file, text.repeat(10)).unwrap();
    let error = Disk::open(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::Foreign(_)), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text.repeat(10));

    let error = Disk::open(&file).unwrap_err();
    assert!(error.source().is_some(), "{error}");
}
