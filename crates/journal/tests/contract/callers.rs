//! Callers that run the writer on a thread of the runtime.

use std::{
    io::Write,
    os::unix::net::UnixStream,
    sync::{
        Arc, Condvar, Mutex,
        mpsc::{self, Receiver},
    },
    thread,
    time::Duration,
};

use futures_util::FutureExt;
use raum_journal::{Append, Disk, Error, Faults, Store};
use tempfile::{TempDir, tempdir};
use tokio::{
    runtime::{Builder, Runtime},
    time::timeout,
};

use crate::samples::{entries, room, written};

/// A generous limit: tests that pass do not wait for it.
const PATIENCE: Duration = Duration::from_mins(1);

/// A store whose syncs a test can stop, and a runtime with two threads, one of which appends an entry for each byte that
/// comes over a socket. So the thread that appends is the one that has waited for the sockets.
struct Server {
    gate: &'static Gate,
    requests: UnixStream,
    results: Receiver<Result<Append, Error>>,
    disk: Arc<Disk>,
    runtime: Runtime,
    _folder: TempDir,
}

/// Stops syncs. Each test has one of its own.
struct Gate {
    state: Mutex<Stopped>,
    changed: Condvar,
}

struct Stopped {
    is_shut: bool,
    /// The name of the thread that a sync was stopped on.
    thread: Option<String>,
}

impl Gate {
    const fn new() -> Self {
        let state = Stopped {
            is_shut: false,
            thread: None,
        };
        Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    fn shut(&self) {
        *self.state.lock().unwrap() = Stopped {
            is_shut: true,
            thread: None,
        };
    }

    fn open(&self) {
        self.state.lock().unwrap().is_shut = false;
        self.changed.notify_all();
    }

    /// Waits here while the gate is shut.
    fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        if state.is_shut {
            state.thread = thread::current().name().map(str::to_owned);
            self.changed.notify_all();
        }
        drop(
            self.changed
                .wait_while(state, |state| state.is_shut)
                .unwrap(),
        );
    }

    /// Waits until a sync is stopped. Returns the name of its thread.
    fn stopped(&self) -> String {
        let state = self.state.lock().unwrap();
        let is_awaited = |state: &mut Stopped| state.thread.is_none();
        let waited = self.changed.wait_timeout_while(state, PATIENCE, is_awaited);
        waited.unwrap().0.thread.clone().unwrap()
    }
}

impl Server {
    fn start(gate: &'static Gate, before_sync: fn()) -> Self {
        let folder = tempdir().unwrap();
        let faults = Faults {
            before_sync: Some(before_sync),
            ..Faults::default()
        };
        let disk = Arc::new(Disk::open_faulty(folder.path(), faults).unwrap());
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("runtime")
            .enable_all()
            .build()
            .unwrap();
        let (requests, served) = stream(&runtime);
        let (result, results) = mpsc::channel();
        let store = disk.clone();
        runtime.spawn(async move {
            let room = room("served");
            let mut seq = 0;
            loop {
                served.readable().await.unwrap();
                if served.try_read(&mut [0]).is_ok() {
                    seq += 1;
                    let appended = store.append(&room, &written(&room, [seq])).await;
                    result.send(appended).unwrap();
                }
            }
        });
        Self {
            gate,
            requests,
            results,
            disk,
            runtime,
            _folder: folder,
        }
    }

    /// Makes the server append an entry, whose sync is stopped on a thread of the runtime. If the disk is slow at this
    /// moment, that takes several attempts.
    fn stop_a_caller(&mut self) {
        loop {
            // Opens a transaction, and shows how fast the disk is.
            self.requests.write_all(b"x").unwrap();
            self.go_on();
            // An append that follows at once would wake the other thread, which could then serve the sockets.
            thread::sleep(Duration::from_millis(1));
            self.gate.shut();
            self.requests.write_all(b"x").unwrap();
            if self.gate.stopped() == "runtime" {
                return;
            }
            self.go_on();
        }
    }

    fn go_on(&self) {
        self.gate.open();
        let appended = self.results.recv_timeout(PATIENCE).unwrap();
        assert_eq!(appended, Ok(Append::Done));
    }
}

impl Drop for Server {
    /// The runtime waits for its threads, even if a test fails.
    fn drop(&mut self) {
        self.gate.open();
    }
}

/// A stream to a task on the runtime.
fn stream(runtime: &Runtime) -> (UnixStream, tokio::net::UnixStream) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    theirs.set_nonblocking(true).unwrap();
    let _in_runtime = runtime.enter();
    (ours, tokio::net::UnixStream::from_std(theirs).unwrap())
}

#[test]
fn sockets_are_served_while_a_caller_waits_for_the_disk() {
    static GATE: Gate = Gate::new();
    let mut server = Server::start(&GATE, || GATE.pass());
    let (mut ping, pinged) = stream(&server.runtime);
    let (answer, answered) = mpsc::channel();
    server.runtime.spawn(async move {
        pinged.readable().await.unwrap();
        answer.send(()).unwrap();
    });
    server.stop_a_caller();
    ping.write_all(b"x").unwrap();
    assert_eq!(answered.recv_timeout(PATIENCE), Ok(()));
    server.go_on();
}

#[test]
fn an_append_is_done_even_if_its_caller_stops_waiting() {
    static GATE: Gate = Gate::new();
    let mut server = Server::start(&GATE, || GATE.pass());
    server.stop_a_caller();
    let queued = room("queued");
    let mut follower = server.disk.follow(&queued);
    let opening = written(&queued, [1]);
    let append = async { server.disk.append(&queued, &opening).now_or_never() };
    assert_eq!(server.runtime.block_on(append), None);
    server.go_on();
    let stored = async { timeout(PATIENCE, server.disk.next(&mut follower, 0)).await };
    let stored = server.runtime.block_on(stored);
    assert_eq!(stored.unwrap(), Ok(entries(&queued, [1])));
}
