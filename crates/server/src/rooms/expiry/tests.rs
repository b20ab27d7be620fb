//! Sweeps in paused time.

mod steps;

use std::pin::pin;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use futures_util::poll;
use raum_host::Denied;
use raum_journal::{
    Append, Follower, Memory, Page, Pending, Priority, RoomId, Size, Store, Upkeep,
};
use raum_room::{
    By, Command, Context, EncodedEntry, Entry, Event, HouseRules, MemberId, Room, Seq,
};
use raum_rules::Kind;
use tokio::{
    sync::Semaphore,
    time::{advance, sleep},
};

use super::*;
use crate::{
    limits::Limits,
    rooms::{Driver, Facts, Services, Thinking, query},
};

/// A store that counts reads and holds back deletions, with a damaged room and one that a newer raum has written.
struct SweptStore {
    store: Memory,
    reads: AtomicUsize,
    deletions: Semaphore,
    damaged: RoomId,
    newer: RoomId,
}

impl Store for SweptStore {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        self.store.append(room, entries)
    }

    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        priority: Priority,
    ) -> Pending<'a, Page> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        if *room == self.damaged {
            let room = room.clone();
            let why = String::new();
            return Box::pin(async { Err(Error::Damaged { room, seq: 1, why }) });
        }
        if *room == self.newer {
            let room = room.clone();
            return Box::pin(async { Err(Error::Newer { room, seq: 1 }) });
        }
        self.store.read_page(room, from, entries_max, priority)
    }

    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq> {
        self.store.last(room)
    }

    fn last_start<'a>(&'a self, room: &'a RoomId, priority: Priority) -> Pending<'a, Seq> {
        self.store.last_start(room, priority)
    }

    fn follow(&self, room: &RoomId) -> Follower {
        self.store.follow(room)
    }
}

impl Upkeep for SweptStore {
    fn list<'a>(
        &'a self,
        after: Option<&'a RoomId>,
        rooms_max: usize,
    ) -> Pending<'a, Vec<ListedRoom>> {
        self.store.list(after, rooms_max)
    }

    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool> {
        Box::pin(async {
            match self.deletions.acquire().await {
                Ok(_permit) => self.store.delete(room).await,
                Err(_) => Err(Error::Full),
            }
        })
    }

    fn size(&self) -> Pending<'_, Size> {
        self.store.size()
    }

    fn probe(&self) -> Pending<'_, ()> {
        self.store.probe()
    }
}

/// A sweep over a store without rooms.
fn sweep() -> (Sweep, Arc<SweptStore>) {
    let store = Arc::new(SweptStore {
        store: Memory::default(),
        reads: AtomicUsize::new(0),
        deletions: Semaphore::new(1),
        damaged: RoomId::from_bits(0),
        newer: RoomId::from_bits(u64::MAX),
    });
    let services = Services::new(
        store.clone(),
        store.clone(),
        Limits::default(),
        Thinking::new(0).unwrap(),
    );
    let retention = Retention {
        keep_unentered_hours: 24,
        keep_finished_days: 30,
        keep_unfinished_days: 365,
        sweep_anyway: false,
    };
    (Sweep::new(Hosts::new(services), retention), store)
}

fn take_seat() -> (By, Command) {
    let seat = Command::TakeSeat {
        name: "Ann".to_owned(),
        side: None,
    };
    (By::Guest, seat)
}

fn resign() -> (By, Command) {
    (By::Member(MemberId(1)), Command::Resign)
}

/// Stores a room in which these commands were just applied.
async fn store_room(sweep: &Sweep, id: u64, commands: &[(By, Command)]) -> RoomId {
    let Services { store, clock, .. } = &sweep.hosts.services;
    let entry = |seq, event| Entry {
        seq,
        at: clock.now(),
        format: None,
        answers: None,
        event,
        private: None,
    };
    let kind = Kind::Chess;
    let rules = HouseRules::native(kind);
    let mut entries = vec![entry(1, Room::open(kind, rules, &kind.start(), []).into())];
    let mut room = Room::begin(&entries[0]).unwrap();
    let context = Context {
        now: clock.now(),
        chance: 0,
        key_shown: false,
        away_since: [None; 2],
        can_go_back: true,
    };
    for (by, command) in commands {
        for event in room.decide(*by, command, &context).unwrap() {
            let entry = entry(room.seq() + 1, event);
            room.apply(&entry);
            entries.push(entry);
        }
    }
    let id = RoomId::from_bits(id);
    let entries: Vec<_> = entries.into_iter().map(EncodedEntry::new).collect();
    assert_eq!(store.append(&id, &entries).await, Ok(Append::Done));
    id
}

/// A room that expires now.
async fn old_room(sweep: &Sweep) -> RoomId {
    let room = store_room(sweep, 1, &[]).await;
    advance(Duration::from_hours(24)).await;
    room
}

const DAY: Duration = Duration::from_hours(24);

#[tokio::test(start_paused = true)]
async fn rooms_expire_after_their_retention() {
    let cases = [
        (vec![], DAY, "unentered"),
        (vec![take_seat()], 365 * DAY, "unfinished"),
        (vec![take_seat(), take_seat()], 365 * DAY, "unfinished"),
        (
            vec![take_seat(), take_seat(), resign()],
            30 * DAY,
            "finished",
        ),
    ];
    for (commands, retention, state) in cases {
        let (mut sweep, store) = sweep();
        store_room(&sweep, 1, &commands).await;
        advance(retention.saturating_sub(Duration::from_millis(1))).await;
        let swept = sweep.sweep().await.unwrap();
        assert_eq!((swept.kept, swept.expired), (1, 0), "{state}");
        advance(Duration::from_millis(1)).await;
        let swept = sweep.sweep().await.unwrap();
        assert_eq!((swept.kept, swept.expired), (0, 1), "{state}");
        assert_eq!(store.list(None, 10).await, Ok(vec![]), "{state}");
    }
}

#[tokio::test(start_paused = true)]
async fn more_rooms_than_a_page_expire() {
    let (mut sweep, store) = sweep();
    for id in 1..=250 {
        store_room(&sweep, id, &[]).await;
        if id == 120 {
            advance(DAY).await;
        }
    }
    let swept = sweep.sweep().await.unwrap();
    assert_eq!((swept.kept, swept.expired), (130, 120));
    assert_eq!(store.list(None, 1000).await.unwrap().len(), 130);
}

#[tokio::test(start_paused = true)]
async fn each_room_of_a_batch_has_its_own_state() {
    let (mut sweep, store) = sweep();
    let finished = [take_seat(), take_seat(), resign()];
    let mut unfinished = Vec::new();
    for id in 1..=30 {
        let is_finished = id % 3 == 0;
        let commands = &finished[..if is_finished { 3 } else { 2 }];
        let room = store_room(&sweep, id, commands).await;
        if !is_finished {
            unfinished.push(room);
        }
        if id == 20 {
            // The sweep knows some rooms, but not those that follow.
            advance(30 * DAY).await;
            assert_eq!(sweep.sweep().await.unwrap().expired, 6);
        }
    }
    advance(30 * DAY).await;
    let swept = sweep.sweep().await.unwrap();
    assert_eq!((swept.kept, swept.expired), (20, 4));
    let left = store.list(None, 100).await.unwrap().into_iter();
    let left: Vec<_> = left.map(|listed| listed.room).collect();
    assert_eq!(left, unfinished);
}

#[tokio::test(start_paused = true)]
async fn a_loaded_room_is_not_deleted() {
    let (mut sweep, _) = sweep();
    let room = old_room(&sweep).await;
    let host = sweep.hosts.host(None, &room).unwrap();
    assert_eq!(sweep.sweep().await.unwrap().expired, 0);
    drop(host);
    // The idle room is unloaded.
    sleep(Duration::from_hours(1)).await;
    assert_eq!(sweep.sweep().await.unwrap().expired, 1);
}

#[tokio::test(start_paused = true)]
async fn a_room_that_changed_since_it_was_listed_is_not_deleted() {
    let (sweep, store) = sweep();
    let room = old_room(&sweep).await;
    let listed = store.list(None, 1).await.unwrap();
    let closed = Entry {
        seq: 2,
        at: 0,
        format: None,
        answers: None,
        event: Event::RoomClosed,
        private: None,
    };
    store
        .append(&room, &[EncodedEntry::new(closed)])
        .await
        .unwrap();
    assert_eq!(sweep.hosts.delete(&room, listed[0].last).await, Ok(false));
    assert_eq!(sweep.hosts.count_loaded(), 0);
    assert_eq!(sweep.hosts.delete(&room, 2).await, Ok(true));
}

/// Asks a room's host for its facts, and releases the deletion once the message is sent.
async fn query_during_deletion(
    hosts: &Hosts,
    room: &RoomId,
    release: impl FnOnce(),
) -> Result<Facts, Denied> {
    // The deletion is in progress, and waits.
    let host = hosts.host(None, room).unwrap();
    let mut facts = pin!(query(&host, Driver::facts));
    assert!(poll!(facts.as_mut()).is_pending());
    release();
    facts.await
}

#[tokio::test(start_paused = true)]
async fn no_client_enters_a_room_during_its_deletion() {
    let (sweep, store) = sweep();
    let room = old_room(&sweep).await;
    let held = store.deletions.acquire().await.unwrap();
    let hosts = sweep.hosts.clone();
    let query = query_during_deletion(&hosts, &room, || drop(held));
    let (deleted, facts) = tokio::join!(hosts.delete(&room, 1), query);
    assert_eq!((deleted, facts.err()), (Ok(true), Some(Denied::NoRoom)));
    assert_eq!(hosts.count_loaded(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_client_enters_a_room_whose_deletion_fails() {
    let (sweep, store) = sweep();
    let room = old_room(&sweep).await;
    let _held = store.deletions.acquire().await.unwrap();
    let query = query_during_deletion(&sweep.hosts, &room, || store.deletions.close());
    let (deleted, facts) = tokio::join!(sweep.hosts.delete(&room, 1), query);
    assert_eq!((deleted, facts.is_ok()), (Err(Error::Full), true));
}

#[tokio::test(start_paused = true)]
async fn a_sweep_that_fails_leaves_no_room_closed() {
    let (mut sweep, store) = sweep();
    let rooms = [store_room(&sweep, 2, &[]).await, old_room(&sweep).await];
    let hosts = sweep.hosts.clone();
    let _held = store.deletions.acquire().await.unwrap();
    let fail = async {
        // Both deletions are in progress by now, and wait.
        sleep(Duration::from_secs(1)).await;
        assert_eq!(hosts.count_loaded(), 2);
        store.deletions.close();
    };
    let (swept, ()) = tokio::join!(sweep.sweep(), fail);
    assert_eq!(swept, Err(Error::Full));
    for room in rooms {
        let host = hosts.host(None, &room).unwrap();
        assert!(query(&host, Driver::facts).await.is_ok(), "{room}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_unfinished_room_is_read_once() {
    let (mut sweep, store) = sweep();
    store_room(&sweep, 1, &[take_seat()]).await;
    let reads = || store.reads.swap(0, Ordering::Relaxed);
    sweep.sweep().await.unwrap();
    assert_eq!(reads(), 0, "the room is younger than any retention");
    advance(31 * DAY).await;
    sweep.sweep().await.unwrap();
    assert_eq!(reads(), 1);
    for _ in 0..3 {
        sweep.sweep().await.unwrap();
        assert_eq!(reads(), 0);
    }
    advance(365 * DAY).await;
    assert_eq!(sweep.sweep().await.unwrap().expired, 1);
    assert_eq!((reads(), sweep.unfinished.len()), (0, 1));
    sweep.sweep().await.unwrap();
    assert_eq!(sweep.unfinished.len(), 0, "deleted rooms are forgotten");
}

#[tokio::test(start_paused = true)]
async fn unreadable_rooms_are_not_deleted() {
    let (mut sweep, store) = sweep();
    for id in [0, u64::MAX] {
        store_room(&sweep, id, &[]).await;
    }
    old_room(&sweep).await;
    let expected = Swept {
        kept: 2,
        damaged: 1,
        expired: 1,
        withheld: 0,
    };
    assert_eq!(sweep.sweep().await, Ok(expected));
    let left = store.list(None, 10).await.unwrap().into_iter();
    let left: Vec<_> = left.map(|listed| listed.room).collect();
    assert_eq!(left, [store.damaged.clone(), store.newer.clone()]);
}

#[tokio::test(start_paused = true)]
async fn a_sweep_runs_at_the_start_and_every_hour() {
    let (sweep, store) = sweep();
    let hosts = sweep.hosts.clone();
    old_room(&sweep).await;
    store_room(&sweep, 2, &[]).await;
    let running = tokio::spawn(sweep.run());
    let rooms = async || store.list(None, 10).await.unwrap().len();
    sleep(Duration::from_secs(1)).await;
    assert_eq!(rooms().await, 1);
    sleep(Duration::from_mins(24 * 60 - 1)).await;
    assert_eq!(rooms().await, 1);
    sleep(SWEEP_INTERVAL).await;
    assert_eq!(rooms().await, 0);
    hosts.services.ending.cancel();
    running.await.unwrap();
}
