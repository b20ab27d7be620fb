//! A store in NATS JetStream, which several nodes can use at once: a subject per room, spread over several streams.
//!
//! - [`url`] and [`setup`] connect, and create the streams. [`layout`] names streams and subjects.
//! - [`api`] sends requests. [`chunk`] encodes the entries of an append as a message.
//! - [`names`] are short-lived names, and the [`bus`] carries messages between nodes: neither is part of a journal.
//! - [`append`], [`read`], [`follow`] and [`upkeep`] are the operations. [`known`] and [`recent`] save requests, [`gate`]
//!   limits reads by priority.
//! - [`test_server`] starts servers for tests.

mod api;
mod append;
mod bus;
mod chunk;
mod error;
mod follow;
mod gate;
mod known;
mod layout;
mod names;
mod read;
mod recent;
mod setup;
#[cfg(feature = "test-server")]
pub mod test_server;
mod upkeep;
mod url;

use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};

use async_nats::connection::State;
use raum_room::{EncodedEntry, Entry, Seq};
use tokio::{sync::Notify, task::JoinHandle};

use crate::{
    Activity, Append, Follower, Followers, ListedRoom, Page, Pending, Priority, RoomId, Size,
    Store, Upkeep,
};

use api::Api;
use follow::Watcher;
use gate::Gate;
use known::Known;
use layout::Layout;
use recent::Recent;

pub use bus::{Bus, BusMessages};
pub use error::NatsError;
pub use names::{Named, Names};
pub use setup::NatsOptions;
pub use url::{BadNatsUrl, NatsUrl};

/// Stores entries in NATS JetStream, and answers once JetStream has stored them. Any number of nodes can use the same journal.
///
/// It belongs to the runtime that has opened it.
pub struct Nats {
    shared: Arc<Shared>,
    /// Notifies followers.
    watching: JoinHandle<()>,
}

/// What the operations and the watcher share.
struct Shared {
    api: Api,
    layout: Layout,
    known: Known,
    recent: Recent,
    followers: Followers,
    gate: Gate,
    /// The entry in which a read has found damage, by room.
    damaged: Mutex<HashMap<RoomId, Seq>>,
    /// The ids of all rooms, while a list is read page by page.
    names: tokio::sync::Mutex<Option<BTreeSet<RoomId>>>,
    /// A random name of this store, which makes the names of its appends unique.
    node: String,
    appends: AtomicU64,
    writes: AtomicUsize,
}

impl Shared {
    /// Every change of the map is atomic, so a poisoned lock is still valid.
    fn damaged(&self) -> MutexGuard<'_, HashMap<RoomId, Seq>> {
        self.damaged.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_connected(&self) -> bool {
        self.api.client().connection_state() == State::Connected
    }
}

impl Nats {
    /// Opens a journal on NATS, and creates it if needed.
    pub async fn open(url: &NatsUrl, options: &NatsOptions) -> Result<Self, NatsError> {
        Self::start(url, options, false).await
    }

    /// Opens a journal on NATS, if it exists.
    pub async fn open_existing(url: &NatsUrl, options: &NatsOptions) -> Result<Self, NatsError> {
        Self::start(url, options, true).await
    }

    /// The number of streams over which the rooms are spread.
    pub fn streams(&self) -> u32 {
        self.shared.layout.streams
    }

    /// The stream of a room, and its subject in it.
    pub fn subject(&self, room: &RoomId) -> (String, String) {
        let layout = &self.shared.layout;
        (layout.stream_of(room), layout.subject(room))
    }

    /// The names that all nodes share.
    pub fn names(&self) -> Names {
        Names::new(self.shared.api.clone(), self.shared.layout.clone())
    }

    /// Messages to and from other nodes.
    pub fn bus(&self) -> Bus {
        Bus::new(self.shared.api.client().clone(), &self.shared.layout)
    }

    async fn start(
        url: &NatsUrl,
        options: &NatsOptions,
        must_exist: bool,
    ) -> Result<Self, NatsError> {
        options.check()?;
        let doubt = Arc::new(Notify::new());
        let client = setup::connect(url, options, doubt.clone()).await?;
        let api = Api::new(client.clone());
        let layout = setup::streams(&api, url, options, must_exist).await?;
        let failed = |error: async_nats::SubscribeError| NatsError::Failed(error.to_string());
        let republished = client
            .subscribe(format!("{}.f.>", layout.name))
            .await
            .map_err(failed)?;
        // The server must know the subscription before the streams say what is already there.
        client
            .flush()
            .await
            .map_err(|error| NatsError::Failed(error.to_string()))?;
        let mut seen = Vec::new();
        for shard in layout.shards() {
            let state = api.stream_state(&layout.stream(shard), None).await;
            seen.push(state.map_err(NatsError::from)?.last_seq);
        }
        let node = client.new_inbox();
        let node = node.rsplit('.').next().unwrap_or_default().to_owned();
        let shared = Arc::new(Shared {
            api,
            layout,
            known: Known::default(),
            recent: Recent::default(),
            followers: Followers::default(),
            gate: Gate::default(),
            damaged: Mutex::default(),
            names: tokio::sync::Mutex::default(),
            node,
            appends: AtomicU64::default(),
            writes: AtomicUsize::default(),
        });
        let watcher = Watcher {
            shared: shared.clone(),
            republished,
            seen,
            doubt,
        };
        Ok(Self {
            shared,
            watching: tokio::spawn(watcher.run()),
        })
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.watching.abort();
    }
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Nats").finish_non_exhaustive()
    }
}

impl Store for Nats {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        Box::pin(async move {
            let _write = Write::new(&self.shared.writes);
            self.shared.append(room, entries).await
        })
    }

    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        priority: Priority,
    ) -> Pending<'a, Page> {
        Box::pin(self.shared.read_page(room, from, entries_max, priority))
    }

    fn last_start<'a>(&'a self, room: &'a RoomId, priority: Priority) -> Pending<'a, Seq> {
        Box::pin(self.shared.gate.run(priority, self.shared.last_start(room)))
    }

    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq> {
        Box::pin(self.shared.last(room))
    }

    fn follow(&self, room: &RoomId) -> Follower {
        self.shared.followers.follow(room)
    }

    fn next<'a>(&'a self, follower: &'a mut Follower, after: Seq) -> Pending<'a, Vec<Entry>> {
        Box::pin(self.shared.next(follower, after))
    }
}

impl Upkeep for Nats {
    fn list<'a>(&'a self, after: Option<&'a RoomId>, max: usize) -> Pending<'a, Vec<ListedRoom>> {
        Box::pin(self.shared.list(after, max))
    }

    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool> {
        Box::pin(self.shared.delete(room))
    }

    fn size(&self) -> Pending<'_, Size> {
        Box::pin(self.shared.size())
    }

    fn activity(&self) -> Activity {
        Activity {
            reads: self.shared.gate.statistics(),
            writes_waiting: self.shared.writes.load(Relaxed),
        }
    }

    fn probe(&self) -> Pending<'_, ()> {
        Box::pin(self.shared.probe())
    }

    fn room_bytes<'a>(&'a self, room: &'a RoomId) -> Pending<'a, u64> {
        Box::pin(
            self.shared
                .gate
                .run(Priority::Upkeep, self.shared.room_bytes(room)),
        )
    }

    fn flaws(&self) -> Pending<'_, Vec<String>> {
        Box::pin(self.shared.flaws())
    }
}

/// Counts an append while it waits.
struct Write<'a>(&'a AtomicUsize);

impl<'a> Write<'a> {
    fn new(writes: &'a AtomicUsize) -> Self {
        writes.fetch_add(1, Relaxed);
        Self(writes)
    }
}

impl Drop for Write<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}
