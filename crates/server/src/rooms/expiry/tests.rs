//! Sweeps in paused time.

mod steps;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use raum_host::Denied;
use raum_journal::{
    Append, Follower, Memory, Page, Pending, Priority, RoomId, Size, Store, Upkeep,
};
use raum_room::{By, Command, Context, EncodedEntry, Entry, Event, HouseRules, MemberId, Seq};
use raum_rules::Kind;
use tokio::{
    sync::{Semaphore, oneshot},
    time::{advance, sleep},
};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::{
    limits::Limits,
    net::rates::Rates,
    rooms::{
        Services,
        host::{Facts, HostMessage},
    },
    time::NodeClock,
};

/// A store that counts what is read, deletes when it may or not at all, has a room that is damaged, and
/// one that a newer raum has written.
struct Kept {
    store: Memory,
    reads: AtomicUsize,
    deletions: Semaphore,
    damaged: RoomId,
    newer: RoomId,
}

impl Store for Kept {
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

impl Upkeep for Kept {
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
fn sweep() -> (Sweep, Arc<Kept>) {
    let store = Arc::new(Kept {
        store: Memory::default(),
        reads: AtomicUsize::new(0),
        deletions: Semaphore::new(1),
        damaged: RoomId::from_bits(0),
        newer: RoomId::from_bits(u64::MAX),
    });
    let hosts = Hosts::new(Services {
        store: store.clone(),
        upkeep: store.clone(),
        clock: NodeClock::new(),
        limits: Arc::new(Limits::default()),
        rates: Arc::new(Rates::new(&Limits::default())),
        ending: CancellationToken::new(),
    });
    (Sweep::new(hosts, Keep::default()), store)
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

/// Keeps a room in which all this has just happened.
async fn keep_room(sweep: &Sweep, id: u64, commands: &[(By, Command)]) -> RoomId {
    let Services { store, clock, .. } = sweep.hosts.services();
    let entry = |seq, event| Entry {
        seq,
        at: clock.now(),
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

/// A room that would expire now, were it as its list says.
async fn old_room(sweep: &Sweep) -> RoomId {
    let room = keep_room(sweep, 1, &[]).await;
    advance(Duration::from_hours(24)).await;
    room
}

const DAY: Duration = Duration::from_hours(24);

#[tokio::test(start_paused = true)]
async fn rooms_go_when_their_time_is_over() {
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
    for (commands, kept, state) in cases {
        let (mut sweep, store) = sweep();
        keep_room(&sweep, 1, &commands).await;
        advance(kept.saturating_sub(Duration::from_millis(1))).await;
        let swept = sweep.sweep().await.unwrap();
        assert_eq!((swept.kept, swept.expired), (1, 0), "{state}");
        advance(Duration::from_millis(1)).await;
        let swept = sweep.sweep().await.unwrap();
        assert_eq!((swept.kept, swept.expired), (0, 1), "{state}");
        assert_eq!(store.list(None, 10).await, Ok(vec![]), "{state}");
    }
}

#[tokio::test(start_paused = true)]
async fn more_rooms_than_a_page_go() {
    let (mut sweep, store) = sweep();
    for id in 1..=250 {
        keep_room(&sweep, id, &[]).await;
        if id == 120 {
            advance(DAY).await;
        }
    }
    let swept = sweep.sweep().await.unwrap();
    assert_eq!((swept.kept, swept.expired), (130, 120));
    assert_eq!(store.list(None, 1000).await.unwrap().len(), 130);
}

#[tokio::test(start_paused = true)]
async fn a_loaded_room_stays() {
    let (mut sweep, _) = sweep();
    let room = old_room(&sweep).await;
    let host = sweep.hosts.host(None, &room).unwrap();
    assert_eq!(sweep.sweep().await.unwrap().expired, 0);
    drop(host);
    // Until it is idle, and unloaded.
    sleep(Duration::from_hours(1)).await;
    assert_eq!(sweep.sweep().await.unwrap().expired, 1);
}

#[tokio::test(start_paused = true)]
async fn a_room_that_has_changed_since_it_was_listed_stays() {
    let (sweep, store) = sweep();
    let room = old_room(&sweep).await;
    let listed = store.list(None, 1).await.unwrap();
    let closed = Entry {
        seq: 2,
        at: 0,
        answers: None,
        event: Event::RoomClosed,
        private: None,
    };
    store.append(&room, &[closed.into()]).await.unwrap();
    assert_eq!(sweep.hosts.delete(&room, listed[0].last).await, Ok(false));
    assert_eq!(sweep.hosts.count_loaded(), 0);
    assert_eq!(sweep.hosts.delete(&room, 2).await, Ok(true));
}

/// The answer to a question that was put to a room's host.
fn knock(hosts: &Hosts, room: &RoomId) -> oneshot::Receiver<Result<Facts, Denied>> {
    let (reply, answer) = oneshot::channel();
    let host = hosts.host(None, room).unwrap();
    host.try_send(HostMessage::Facts(reply)).ok().unwrap();
    answer
}

#[tokio::test(start_paused = true)]
async fn nobody_enters_a_room_that_is_being_deleted() {
    let (sweep, store) = sweep();
    let room = old_room(&sweep).await;
    let held = store.deletions.acquire().await.unwrap();
    let hosts = sweep.hosts.clone();
    let asked = async {
        // The deletion has taken the room's place by now, and waits.
        let answer = knock(&hosts, &room);
        drop(held);
        answer.await.unwrap().err()
    };
    let (deleted, answer) = tokio::join!(hosts.delete(&room, 1), asked);
    assert_eq!((deleted, answer), (Ok(true), Some(Denied::NoRoom)));
    assert_eq!(hosts.count_loaded(), 0);
}

#[tokio::test(start_paused = true)]
async fn who_asks_for_a_room_that_stays_comes_in() {
    let (sweep, store) = sweep();
    let room = old_room(&sweep).await;
    let _held = store.deletions.acquire().await.unwrap();
    let asked = async {
        let answer = knock(&sweep.hosts, &room);
        store.deletions.close();
        answer.await.unwrap().is_ok()
    };
    let (deleted, came_in) = tokio::join!(sweep.hosts.delete(&room, 1), asked);
    assert_eq!((deleted, came_in), (Err(Error::Full), true));
}

#[tokio::test(start_paused = true)]
async fn a_room_known_to_be_unfinished_is_not_read_again() {
    let (mut sweep, store) = sweep();
    keep_room(&sweep, 1, &[take_seat()]).await;
    let reads = || store.reads.swap(0, Ordering::Relaxed);
    sweep.sweep().await.unwrap();
    assert_eq!(reads(), 0, "it is too young to go whatever it is");
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
    assert_eq!(sweep.unfinished.len(), 0, "what is gone is forgotten");
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_read_stays_and_the_others_go() {
    let (mut sweep, store) = sweep();
    for id in [0, u64::MAX] {
        keep_room(&sweep, id, &[]).await;
    }
    old_room(&sweep).await;
    let expected = Swept {
        kept: 2,
        damaged: 1,
        expired: 1,
        doubted: 0,
    };
    assert_eq!(sweep.sweep().await, Ok(expected));
    let left = store.list(None, 10).await.unwrap().into_iter();
    let left: Vec<_> = left.map(|listed| listed.room).collect();
    assert_eq!(left, [store.damaged.clone(), store.newer.clone()]);
}

#[tokio::test(start_paused = true)]
async fn it_sweeps_at_the_start_and_every_hour_until_the_end() {
    let (sweep, store) = sweep();
    let hosts = sweep.hosts.clone();
    old_room(&sweep).await;
    keep_room(&sweep, 2, &[]).await;
    let running = tokio::spawn(sweep.run());
    let rooms = async || store.list(None, 10).await.unwrap().len();
    sleep(Duration::from_secs(1)).await;
    assert_eq!(rooms().await, 1);
    sleep(Duration::from_mins(24 * 60 - 1)).await;
    assert_eq!(rooms().await, 1);
    sleep(SWEEP_INTERVAL).await;
    assert_eq!(rooms().await, 0);
    hosts.services().ending.cancel();
    running.await.unwrap();
}
