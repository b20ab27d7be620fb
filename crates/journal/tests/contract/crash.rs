//! Kills a process that appends as fast as it can, again and again: all acknowledged entries must survive, wherever they are
//! by then. A store that answers before it commits must fail this test.

use std::{
    collections::HashMap,
    env,
    io::{self, BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    sync::Arc,
};

use raum_journal::{Append, Disk, Faults, RoomId, Store};
use raum_room::Seq;
use tempfile::tempdir;
use tokio::task::JoinSet;

use crate::samples::{entries, room, written};

const ROUNDS: u64 = 8;
const ROOMS: usize = 24;
/// Every such entry of a room is read back.
const READ_STEP: Seq = 20;
/// The most acknowledgements in a round.
const ACKNOWLEDGED_MAX: u64 = 3000;

/// The folder of the appending process, and whether its store is faulty.
const FOLDER: &str = "RAUM_TEST_FOLDER";
const FAULTY: &str = "RAUM_TEST_FAULTY";

#[tokio::test]
async fn acknowledged_entries_survive_a_kill() {
    let folder = tempdir().unwrap();
    let mut acknowledged = HashMap::new();
    for _ in 0..ROUNDS {
        let acknowledgements = fastrand::u64(..ACKNOWLEDGED_MAX);
        acknowledged.extend(append_until_killed(folder.path(), false, acknowledgements));
        assert_eq!(lost(folder.path(), &acknowledged).await, [""; 0]);
    }
}

#[tokio::test]
async fn a_store_that_answers_before_it_commits_is_detected() {
    let folder = tempdir().unwrap();
    let acknowledged = append_until_killed(folder.path(), true, 100);
    assert!(!lost(folder.path(), &acknowledged).await.is_empty());
}

/// Starts a process that appends, kills it after this many acknowledgements, and returns the last acknowledged entry of
/// each room.
fn append_until_killed(folder: &Path, faulty: bool, acknowledgements: u64) -> HashMap<RoomId, Seq> {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args([
        "--ignored",
        "--exact",
        "crash::append_forever",
        "--nocapture",
    ]);
    command.env(FOLDER, folder).stdout(Stdio::piped());
    if faulty {
        command.env(FAULTY, "yes");
    }
    let mut child = command.spawn().unwrap();
    let mut acknowledged = HashMap::new();
    let mut count = 0;
    // Lines that are still in the pipe when the process dies count, too.
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        // The test runner prints other lines.
        let Some((name, seq)) = line
            .strip_prefix("acknowledged ")
            .and_then(|rest| rest.split_once(' '))
        else {
            continue;
        };
        acknowledged.insert(room(name), seq.parse().unwrap());
        count += 1;
        if count == acknowledgements.max(ROOMS as u64 * 2) {
            child.kill().unwrap();
        }
    }
    let status = child.wait().unwrap();
    assert_eq!(status.code(), None, "it exited on its own: {status}");
    acknowledged
}

/// The rooms that have lost acknowledged entries.
async fn lost(folder: &Path, acknowledged: &HashMap<RoomId, Seq>) -> Vec<String> {
    let store = Disk::open(folder).unwrap();
    let mut lost = Vec::new();
    for (room, seq) in acknowledged {
        let stored = store.read(room, 1).await.unwrap();
        let count = stored.len() as Seq;
        assert_eq!(stored, entries(room, 1..=count));
        if count < *seq {
            lost.push(format!("{room} has {count} entries of {seq}"));
        }
    }
    lost
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the other tests run it in a process of its own, and kill it"]
async fn append_forever() {
    let folder = env::var_os(FOLDER).unwrap();
    let faults = Faults {
        answers_early: env::var_os(FAULTY).is_some(),
        log_bytes_max: Some(0),
        ..Faults::default()
    };
    let store = Arc::new(Disk::open_faulty(Path::new(&folder), faults).unwrap());
    let mut tasks = JoinSet::new();
    for number in 0..ROOMS {
        tasks.spawn(append_to(store.clone(), room(&format!("room-{number}"))));
    }
    tasks.join_all().await;
}

async fn append_to(store: Arc<Disk>, room: RoomId) {
    let mut last = store.last(&room).await.unwrap();
    let is_faulty = env::var_os(FAULTY).is_some();
    // Not println!, which the test runner captures.
    let mut output = io::stdout();
    loop {
        let seq = last + 1;
        let appended = store.append(&room, &written(&room, [seq])).await;
        assert_eq!(appended, Ok(Append::Done));
        writeln!(output, "acknowledged {room} {seq}").unwrap();
        last = seq;
        if seq.is_multiple_of(READ_STEP) && !is_faulty {
            // Moves entries to the table.
            store.last(&room).await.unwrap();
        }
    }
}
