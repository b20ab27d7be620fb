//! Hosts over a store in paused time.

mod journal;
mod seats;
mod sleep;
mod sockets;
mod time;

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use raum_host::NativeHandshake;
use raum_journal::{
    Append, Error, Follower, ListedRoom, Memory, Page, Pending, Priority, RoomId, Size, Store,
    Upkeep,
};
use raum_room::{ClockRule, EncodedEntry, HouseRules, Leaver, Millis, Opening, Room};
use raum_rules::{Kind, Side};
use raum_wire::{narrow::Dialect, native::Close};
use serde_json::{Value, json};
use tokio::time::{Instant, advance, sleep_until, timeout};

use super::*;
use crate::{
    limits::Limits,
    rooms::{Hosts, Services, Thinking, secrets::token_hash},
};

/// How many devices may hold one seat.
const TOKENS_PER_MEMBER_MAX: usize = 8;

/// Hosts over a store, and a room in which Ann is the first side.
async fn hosts_with_room(store: Arc<dyn Store>, clock: Option<ClockRule>) -> (Hosts, RoomId) {
    hosts_with_limits(store, clock, Limits::default()).await
}

async fn hosts_with_limits(
    store: Arc<dyn Store>,
    clock: Option<ClockRule>,
    limits: Limits,
) -> (Hosts, RoomId) {
    let upkeep = Arc::new(Memory::default());
    let hosts = Hosts::new(Services::new(
        store,
        upkeep,
        limits,
        Thinking::new(1).unwrap(),
    ));
    hosts.services.tasks.spawn(hosts.clone().wake_sleepers());
    let rules = HouseRules {
        opener: Some(Side::First),
        clock,
        leaver: Leaver::keeps_seat(clock),
        ..HouseRules::native(Kind::Chess)
    };
    let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
    let room = open(&hosts, opening).await;
    (hosts, room)
}

async fn open(hosts: &Hosts, opening: Opening) -> RoomId {
    let opened = hosts.open(here(), opening, None, RoomId::from_bits).await;
    opened.unwrap().id
}

fn here() -> Address {
    IpAddr::from([192, 0, 2, 1]).into()
}

/// Longer than any test waits. Paused time takes no real time.
const LONG: Duration = Duration::from_hours(100);

const ROOM_IDLE: Duration = Duration::from_mins(2);

fn seconds(seconds: Millis) -> ClockRule {
    ClockRule {
        initial_millis: seconds * 1000,
        increment_millis: 0,
    }
}

/// A connection, as its host sees it.
struct Guest {
    host: Mailbox,
    session: SessionId,
    outgoing: Outgoing,
    /// Frames that have arrived and are not read yet.
    arrived: VecDeque<Frame>,
    number: u64,
}

impl Guest {
    async fn join(hosts: &Hosts, room: &RoomId, token: &str, after: Seq) -> Result<Self, Denied> {
        Self::join_with(hosts, room, token, after, None).await
    }

    /// Joins with the mark of the last entry that the client has.
    async fn resume(hosts: &Hosts, room: &RoomId, after: Seq, mark: &str) -> Result<Self, Denied> {
        Self::hello(hosts, room, "a client", (after, Some(mark)), None).await
    }

    /// Joins with a transfer code from another device.
    async fn join_with(
        hosts: &Hosts,
        room: &RoomId,
        token: &str,
        after: Seq,
        code: Option<&str>,
    ) -> Result<Self, Denied> {
        Self::hello(hosts, room, token, (after, None), code).await
    }

    async fn hello(
        hosts: &Hosts,
        room: &RoomId,
        token: &str,
        (after, mark): (Seq, Option<&str>),
        code: Option<&str>,
    ) -> Result<Self, Denied> {
        let host = hosts.host(None, room)?;
        let (outbox, outgoing) = outbox(Limits::default().outbox_frames_max);
        let newcomer = Newcomer {
            address: here(),
            key_shown: false,
            handshake: Handshake::Native(NativeHandshake {
                token_hash: token_hash(token),
                new_token: None,
                transfer_hash: code.map(token_hash),
                after,
                marks: [mark.map(str::to_owned), None],
            }),
            outbox,
        };
        let entered = ask(&host, |reply| {
            HostMessage::Enter(Box::new((newcomer, reply)))
        })
        .await?;
        let session = entered.session;
        let missed = ask(&host, |reply| {
            HostMessage::CatchUp(Box::new((session, after, reply)))
        });
        let Backlog::Recent {
            frames,
            more_after: None,
        } = missed.await?
        else {
            panic!("the host has the entries of short rooms");
        };
        let arrived = entered.welcome.into_iter().chain(frames);
        let arrived = arrived.map(Frame::from).collect();
        Ok(Self {
            host,
            session,
            outgoing,
            arrived,
            number: 0,
        })
    }

    /// Takes a seat with the name as token.
    async fn seated(hosts: &Hosts, room: &RoomId, name: &str) -> Self {
        let mut guest = Self::join(hosts, room, name, 0).await.unwrap();
        let seat = guest.ask(json!({"type": "take-seat", "name": name})).await;
        assert_eq!(seat["type"], "applied", "{seat}");
        guest
    }

    async fn command(&mut self, command: Value) -> u64 {
        self.number += 1;
        let command = serde_json::from_value(command).unwrap();
        let asked = Action::Command(self.number, command);
        let ask = HostMessage::Act(Box::new((self.session, asked, None)));
        self.host.send(ask).await.ok();
        self.number
    }

    async fn ask(&mut self, command: Value) -> Value {
        let number = self.command(command).await;
        loop {
            let frame = self.next().await;
            if frame["number"] == number {
                return frame;
            }
        }
    }

    async fn next(&mut self) -> Value {
        while self.arrived.is_empty() {
            let frames = timeout(LONG, self.outgoing.next()).await;
            self.arrived = frames.expect("no frame arrives").unwrap();
        }
        let frame = self.arrived.pop_front().unwrap();
        serde_json::from_str(&frame).unwrap()
    }

    /// Why the connection is closed at once.
    async fn closed(&self) -> Close {
        let closed = timeout(LONG, self.outgoing.closed_at_once()).await;
        closed.expect("the connection is not closed")
    }

    /// The next event of a type.
    async fn event(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await;
            let entries = frame["entries"].as_array().cloned().unwrap_or_default();
            let mut events = entries.into_iter().map(|entry| entry["event"].clone());
            if let Some(event) = events.find(|event| event["type"] == kind) {
                return event;
            }
        }
    }

    /// Waits until a presence frame reports an absence.
    async fn sees_absence(&mut self) {
        loop {
            let frame = self.next().await;
            if frame["type"] == "presence" && frame["away"] != json!([]) {
                return;
            }
        }
    }

    /// Waits until a presence frame reports this number of spectators and these names.
    async fn sees_watchers(&mut self, names: &Value, spectators: usize) {
        loop {
            let frame = self.next().await;
            if frame["watchers"] == *names && frame["spectators"] == spectators {
                return;
            }
        }
    }

    async fn disconnect(self) {
        self.host
            .send(HostMessage::Disconnect(self.session))
            .await
            .ok();
    }
}

fn play(text: &str, ply: usize) -> Value {
    json!({"type": "play", "move": text, "ply": ply})
}

/// A store with faults that a test switches on and off.
#[derive(Default)]
pub(crate) struct Failing {
    store: Memory,
    pub(crate) fails: AtomicBool,
    pub(crate) has_ended: AtomicBool,
    /// Stores entries, and reports an unknown outcome.
    loses_answers: AtomicBool,
    /// Stores nothing, and reports an unknown outcome.
    breaks: AtomicBool,
    pub(crate) reads_fail: AtomicBool,
}

impl Failing {
    fn error(&self) -> Option<Error> {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        let ended = is_set(&self.has_ended).then_some(Error::WriterEnded);
        ended.or(is_set(&self.fails).then_some(Error::Full))
    }
}

/// The error of a failing disk.
fn broken() -> Error {
    Error::Unavailable("the disk fails".to_owned())
}

impl Store for Failing {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        if let Some(error) = self.error() {
            return Box::pin(async { Err(error) });
        }
        if self.breaks.load(Ordering::Relaxed) {
            return Box::pin(async { Ok(Append::Unknown(broken())) });
        }
        if self.loses_answers.load(Ordering::Relaxed) {
            return Box::pin(async {
                self.store.append(room, entries).await?;
                Ok(Append::Unknown(broken()))
            });
        }
        self.store.append(room, entries)
    }

    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        priority: Priority,
    ) -> Pending<'a, Page> {
        if self.reads_fail.load(Ordering::Relaxed) {
            return Box::pin(async { Err(broken()) });
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

impl Upkeep for Failing {
    fn list<'a>(&'a self, after: Option<&'a RoomId>, max: usize) -> Pending<'a, Vec<ListedRoom>> {
        self.store.list(after, max)
    }

    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool> {
        self.store.delete(room)
    }

    fn size(&self) -> Pending<'_, Size> {
        self.store.size()
    }

    fn probe(&self) -> Pending<'_, ()> {
        if let Some(error) = self.error() {
            return Box::pin(async { Err(error) });
        }
        self.store.probe()
    }
}
