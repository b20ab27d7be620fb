//! A store that reports its failures.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use raum_journal::{Append, Error, Follower, Journal, Page, Pending, Priority, RoomId, Store};
use raum_room::{EncodedEntry, Entry, Seq};
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::{lock::lock, meters};

/// How often a failed store is probed.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);

/// A store whose failures are logged and counted.
#[derive(Clone)]
pub(crate) struct MonitoredStore(Arc<Monitor>);

struct Monitor {
    store: Arc<dyn Journal>,
    /// Set by a failed append or a failed first probe, and cleared by a successful probe.
    failing: AtomicBool,
    /// Cancelled when the store has failed for good.
    ended: CancellationToken,
    /// The unreadable rooms, each of which is logged once, and whether it is damaged.
    unreadable: Mutex<HashMap<RoomId, bool>>,
}

impl MonitoredStore {
    /// Monitors a store, and probes it first: a server that starts on a full disk is not ready.
    pub(crate) async fn begin(store: Arc<dyn Journal>) -> Self {
        let monitored = Self(Arc::new(Monitor {
            store,
            failing: AtomicBool::new(false),
            ended: CancellationToken::new(),
            unreadable: Mutex::default(),
        }));
        if let Err(why) = monitored.0.store.probe().await {
            monitored.failed(&why);
        }
        monitored
    }

    pub(crate) fn works(&self) -> bool {
        !self.0.failing.load(Ordering::Relaxed)
    }

    /// Waits until the store has failed for good.
    pub(crate) async fn ended(&self) {
        self.0.ended.cancelled().await;
    }

    /// Logs once that appends fail, and probes until they succeed again, even while no client plays.
    fn failed(&self, why: &Error) {
        meters::journal_error();
        if *why == Error::WriterEnded {
            self.0.ended.cancel();
        }
        if self.0.failing.swap(true, Ordering::Relaxed) {
            return;
        }
        error!("play stops: the journal cannot be written: {why}");
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
        info!("play continues: the journal can be written again");
    }

    /// Logs an unreadable room once. A room that a newer raum has written does not count as damaged.
    fn unreadable(&self, room: &RoomId, why: &Error) {
        let mut unreadable = lock(&self.0.unreadable);
        let is_damaged = matches!(why, Error::Damaged { .. });
        if unreadable.insert(room.clone(), is_damaged).is_none() {
            warn!("{why}; no client can enter it; `raum journal check` reports more");
            let damaged = unreadable.values().filter(|is_damaged| **is_damaged);
            meters::rooms_damaged(damaged.count());
        }
    }
}

impl Store for MonitoredStore {
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

    fn next<'a>(&'a self, follower: &'a mut Follower, after: Seq) -> Pending<'a, Vec<Entry>> {
        Box::pin(async move {
            let room = follower.room().clone();
            let next = self.0.store.next(follower, after).await;
            if let Err(why) = &next
                && !why.is_store_wide()
            {
                self.unreadable(&room, why);
            }
            next
        })
    }
}

#[cfg(test)]
mod tests {
    use raum_room::{HouseRules, Room};
    use raum_rules::Kind;

    use tokio::time::timeout;

    use super::*;
    use crate::rooms::host::tests::Failing;

    fn opening() -> Entry {
        let kind = Kind::TicTacToe;
        Entry {
            seq: 1,
            at: 0,
            format: None,
            answers: None,
            event: Room::open(kind, HouseRules::native(kind), &kind.start(), []).into(),
            private: None,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_failed_store_works_again_after_a_successful_probe() {
        let store = Arc::new(Failing::default());
        let monitored = MonitoredStore::begin(store.clone()).await;
        let room = RoomId::from_bits(1);
        assert!(monitored.works());
        store.fails.store(true, Ordering::Relaxed);
        monitored
            .append(&room, &[EncodedEntry::new(opening())])
            .await
            .unwrap_err();
        sleep(PROBE_INTERVAL * 10).await;
        assert!(!monitored.works());
        store.fails.store(false, Ordering::Relaxed);
        sleep(PROBE_INTERVAL).await;
        assert!(monitored.works(), "a probe is enough");
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_fails_at_the_start_does_not_work_until_a_probe_succeeds() {
        let store = Arc::new(Failing::default());
        store.fails.store(true, Ordering::Relaxed);
        let monitored = MonitoredStore::begin(store.clone()).await;
        assert!(!monitored.works());
        store.fails.store(false, Ordering::Relaxed);
        sleep(PROBE_INTERVAL).await;
        assert!(monitored.works());
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_whose_writer_has_ended_has_failed_for_good() {
        let store = Arc::new(Failing::default());
        let monitored = MonitoredStore::begin(store.clone()).await;
        let ended = timeout(PROBE_INTERVAL * 10, monitored.ended()).await;
        assert!(ended.is_err(), "the store works");
        store.has_ended.store(true, Ordering::Relaxed);
        let room = RoomId::from_bits(1);
        monitored
            .append(&room, &[EncodedEntry::new(opening())])
            .await
            .unwrap_err();
        timeout(PROBE_INTERVAL, monitored.ended()).await.unwrap();
    }

    /// The writer may end between two probes.
    #[tokio::test(start_paused = true)]
    async fn a_failed_store_whose_writer_ends_has_failed_for_good() {
        let store = Arc::new(Failing::default());
        store.fails.store(true, Ordering::Relaxed);
        let monitored = MonitoredStore::begin(store.clone()).await;
        store.has_ended.store(true, Ordering::Relaxed);
        timeout(PROBE_INTERVAL * 2, monitored.ended())
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn an_error_of_one_room_is_not_a_failure_of_the_store() {
        let monitored = MonitoredStore::begin(Arc::new(Failing::default())).await;
        let room = RoomId::from_bits(1);
        monitored.append(&room, &[]).await.unwrap_err();
        let conflict = Entry {
            seq: 2,
            event: raum_room::Event::RoomClosed,
            ..opening()
        };
        monitored
            .append(&room, &[EncodedEntry::new(conflict)])
            .await
            .unwrap();
        assert!(monitored.works());
    }
}
