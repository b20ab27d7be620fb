//! Whether the program lives, and whether it can keep rooms: the store is watched for that.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{Router, extract::State, routing::get};
use raum_journal::{Append, Error, Follower, Journal, Page, Pending, Priority, RoomId, Store};
use raum_room::{EncodedEntry, Seq};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::{
    http::problem::{self, Problem},
    lock::lock,
    meters,
};

/// How often a store that has failed is asked whether it works again.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// A store whose trouble is noticed, told and counted.
#[derive(Clone)]
pub(crate) struct Watched(Arc<Watch>);

struct Watch {
    store: Arc<dyn Journal>,
    /// Set by an append or a first probe that failed, and cleared by a probe that did not.
    failing: AtomicBool,
    /// Cancelled when the store will never work again.
    ended: CancellationToken,
    /// The rooms that cannot be read, each of which is logged once, and whether it is damaged.
    unreadable: Mutex<HashMap<RoomId, bool>>,
}

impl Watched {
    /// Watches a store, which it has tried when this returns: a server that starts on a full disk is not
    /// ready from the beginning.
    pub(crate) async fn begin(store: Arc<dyn Journal>) -> Self {
        let watched = Self(Arc::new(Watch {
            store,
            failing: AtomicBool::new(false),
            ended: CancellationToken::new(),
            unreadable: Mutex::default(),
        }));
        if let Err(why) = watched.0.store.probe().await {
            watched.failed(&why);
        }
        watched
    }

    pub(crate) fn works(&self) -> bool {
        !self.0.failing.load(Ordering::Relaxed)
    }

    /// Returns when the store will never work again.
    pub(crate) async fn ended(&self) {
        self.0.ended.cancelled().await;
    }

    /// Logs once that entries cannot be stored, and probes until they can be, also while no client plays.
    fn failed(&self, why: &Error) {
        meters::journal_error();
        if *why == Error::WriterEnded {
            self.0.ended.cancel();
        }
        if self.0.failing.swap(true, Ordering::Relaxed) {
            return;
        }
        error!("play stops, for its journal cannot be written: {why}");
        tokio::spawn(self.clone().recover());
    }

    async fn recover(self) {
        while let Err(why) = self.0.store.probe().await {
            if why == Error::WriterEnded {
                self.0.ended.cancel();
                return;
            }
            sleep(PROBE_INTERVAL).await;
        }
        self.0.failing.store(false, Ordering::Relaxed);
        info!("play goes on, for its journal can be written again");
    }

    /// Logs once for each room that it cannot be read. A room that a newer raum has written is not damaged.
    fn unreadable(&self, room: &RoomId, why: &Error) {
        let mut unreadable = lock(&self.0.unreadable);
        let is_damaged = matches!(why, Error::Damaged { .. });
        if unreadable.insert(room.clone(), is_damaged).is_none() {
            warn!("{why}; nobody can enter it, and `raum journal check` tells more");
            let damaged = unreadable.values().filter(|is_damaged| **is_damaged);
            meters::rooms_damaged(damaged.count());
        }
    }
}

impl Store for Watched {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        Box::pin(async move {
            let begun = Instant::now();
            let appended = self.0.store.append(room, entries).await;
            match &appended {
                Ok(Append::Unknown(why)) => self.failed(why),
                Ok(_) => meters::appended(begun.elapsed()),
                Err(why) if why.is_store_wide() => self.failed(why),
                Err(_) => {}
            }
            appended
        })
    }

    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        priority: Priority,
    ) -> Pending<'a, Page> {
        Box::pin(async move {
            let read = self.0.store.read_page(room, from, entries_max, priority);
            let read = read.await;
            match &read {
                Ok(_) => {}
                Err(why) if why.is_store_wide() => error!("room {room} cannot be read: {why}"),
                Err(why) => self.unreadable(room, why),
            }
            read
        })
    }

    fn last_start<'a>(&'a self, room: &'a RoomId, priority: Priority) -> Pending<'a, Seq> {
        self.0.store.last_start(room, priority)
    }

    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq> {
        self.0.store.last(room)
    }

    fn follow(&self, room: &RoomId) -> Follower {
        self.0.store.follow(room)
    }
}

/// What `/readyz` depends on.
#[derive(Clone)]
pub(crate) struct Health {
    pub(crate) store: Watched,
    /// Cancelled when the program is told to end, which may be long before it stops serving.
    pub(crate) told_to_end: CancellationToken,
}

impl Health {
    pub(crate) fn router(self) -> Router {
        Router::new()
            .route("/healthz", get(async || "ok\n"))
            .route("/readyz", get(readiness))
            .with_state(self)
    }
}

async fn readiness(State(health): State<Health>) -> Result<&'static str, Problem> {
    if health.told_to_end.is_cancelled() {
        Err(problem::ending())
    } else if !health.store.works() {
        Err(problem::cannot_store())
    } else {
        Ok("ready\n")
    }
}

#[cfg(test)]
mod tests {
    use raum_room::{Entry, HouseRules, Room};
    use raum_rules::Kind;

    use tokio::time::timeout;

    use super::*;
    use crate::rooms::host::tests::Failing;

    fn opening() -> Entry {
        let kind = Kind::TicTacToe;
        Entry {
            seq: 1,
            at: 0,
            answers: None,
            event: Room::open(kind, HouseRules::native(kind), &kind.start(), []).into(),
            private: None,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_has_failed_works_once_a_probe_says_so() {
        let store = Arc::new(Failing::default());
        let watched = Watched::begin(store.clone()).await;
        let room = RoomId::from_bits(1);
        assert!(watched.works());
        store.fails.store(true, Ordering::Relaxed);
        watched
            .append(&room, &[opening().into()])
            .await
            .unwrap_err();
        sleep(PROBE_INTERVAL * 10).await;
        assert!(!watched.works());
        store.fails.store(false, Ordering::Relaxed);
        sleep(PROBE_INTERVAL).await;
        assert!(watched.works(), "nobody has played since");
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_fails_at_the_start_is_not_ready_until_it_works() {
        let store = Arc::new(Failing::default());
        store.fails.store(true, Ordering::Relaxed);
        let watched = Watched::begin(store.clone()).await;
        assert!(!watched.works());
        store.fails.store(false, Ordering::Relaxed);
        sleep(PROBE_INTERVAL).await;
        assert!(watched.works());
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_has_ended_is_given_up() {
        let store = Arc::new(Failing::default());
        let watched = Watched::begin(store.clone()).await;
        let ended = timeout(PROBE_INTERVAL * 10, watched.ended()).await;
        assert!(ended.is_err(), "it works");
        store.has_ended.store(true, Ordering::Relaxed);
        let room = RoomId::from_bits(1);
        watched
            .append(&room, &[opening().into()])
            .await
            .unwrap_err();
        timeout(PROBE_INTERVAL, watched.ended()).await.unwrap();
    }

    /// It may end while it is only asked whether it works again.
    #[tokio::test(start_paused = true)]
    async fn a_store_that_ends_while_it_fails_is_given_up() {
        let store = Arc::new(Failing::default());
        store.fails.store(true, Ordering::Relaxed);
        let watched = Watched::begin(store.clone()).await;
        store.has_ended.store(true, Ordering::Relaxed);
        timeout(PROBE_INTERVAL * 2, watched.ended()).await.unwrap();
    }

    #[tokio::test]
    async fn what_is_wrong_with_a_room_is_not_wrong_with_the_store() {
        let watched = Watched::begin(Arc::new(Failing::default())).await;
        let room = RoomId::from_bits(1);
        watched.append(&room, &[]).await.unwrap_err();
        let conflict = Entry {
            seq: 2,
            event: raum_room::Event::RoomClosed,
            ..opening()
        };
        watched.append(&room, &[conflict.into()]).await.unwrap();
        assert!(watched.works());
    }
}
