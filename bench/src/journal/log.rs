//! The simplest possible store: appends the entries of all rooms to one file, with group commit. It has no index and
//! no reads, so no store can be cheaper.

use std::{fs::File, io::Write, path::Path, thread};

use raum_journal::{Append, Error, Follower, Followers, Page, Pending, Priority, RoomId, Store};
use raum_room::{EncodedEntry, Seq};
use tokio::sync::{mpsc, oneshot};

type Job = (Vec<u8>, oneshot::Sender<Result<Append, Error>>);

pub(crate) struct Log {
    queue: mpsc::Sender<Job>,
}

impl Log {
    pub(crate) fn create(path: &Path) -> anyhow::Result<Self> {
        let mut file = File::create(path)?;
        let (queue, mut jobs) = mpsc::channel::<Job>(4096);
        // The name makes its CPU time count as a writer's. The thread ends when the log is dropped.
        thread::Builder::new()
            .name("journal-writer".to_owned())
            .spawn(move || {
                let (mut group, mut bytes) = (Vec::new(), Vec::new());
                while jobs.blocking_recv_many(&mut group, usize::MAX) > 0 {
                    bytes.clear();
                    for (row, _) in &group {
                        bytes.extend_from_slice(row);
                    }
                    let synced = file
                        .write_all(&bytes)
                        .and_then(|()| file.sync_data())
                        .map_err(|error| Error::Unavailable(error.to_string()));
                    for (_, answer) in group.drain(..) {
                        answer.send(synced.clone().map(|()| Append::Done)).ok();
                    }
                }
            })?;
        Ok(Self { queue })
    }
}

fn no<T>() -> Pending<'static, T> {
    Box::pin(async { Err(Error::Unavailable("this store cannot read".to_owned())) })
}

impl Store for Log {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        Box::pin(async move {
            let gone = || Error::Unavailable("the writer thread has ended".to_owned());
            let (answer, answered) = oneshot::channel();
            let mut row = Vec::new();
            for entry in entries {
                // Writing to a vector cannot fail.
                writeln!(row, "{room} {}", entry.stored()).ok();
            }
            self.queue.send((row, answer)).await.map_err(|_| gone())?;
            answered.await.map_err(|_| gone())?
        })
    }

    fn read_page<'a>(&'a self, _: &'a RoomId, _: Seq, _: usize, _: Priority) -> Pending<'a, Page> {
        no()
    }

    fn last<'a>(&'a self, _: &'a RoomId) -> Pending<'a, Seq> {
        no()
    }

    fn last_start<'a>(&'a self, _: &'a RoomId, _: Priority) -> Pending<'a, Seq> {
        no()
    }

    fn follow(&self, room: &RoomId) -> Follower {
        Followers::default().follow(room)
    }
}
