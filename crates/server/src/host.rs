//! The task that owns one room: it decides, waits until the journal has it, applies, and tells everyone.

mod absence;
mod door;
mod marks;
mod narrow;
mod numbers;
mod outbox;
mod outcome;
mod owners;
mod places;
mod quota;
mod sessions;
mod sleep;
mod tail;
mod transfers;
mod work;

use std::{collections::HashMap, mem, sync::Arc};

use axum::extract::ws::Utf8Bytes;
use raum_journal::{Priority, RoomId, Store, Upkeep};
use raum_room::{Command, HostCommand, MemberId, Millis, Phase, Room, Seq, Written};
use raum_wire::{narrow::Request, native::Close};
use tokio::{
    sync::{OwnedSemaphorePermit, mpsc, oneshot},
    time::{Instant, sleep_until},
};
use tokio_util::sync::CancellationToken;

use crate::{
    address::Address,
    limits::Limits,
    lobby::{Asleep, Idle},
    rates::Rates,
    snapshot::{Beginnings, Snapshot},
    time::NodeClock,
    workers::{Busy, Owner, Urgency, Workers},
};

pub(crate) use narrow::{Denied, Enter};
use numbers::Numbers;
pub(crate) use outbox::{Outbox, Outgoing, outbox};
pub(crate) use owners::Owners;
use quota::Used;
pub(crate) use sessions::SessionId;
use sessions::{Session, Sessions, Speech};
use tail::Tail;
pub(crate) use tail::{Replay, read_older};
use transfers::Transfer;

/// What a connection wants of a host.
pub(crate) enum Ask {
    /// What a connection must know before it can come in.
    Door(oneshot::Sender<Result<Door, Close>>),
    /// Whether a token, given by its hash, owns a seat.
    Owns(String, oneshot::Sender<Result<bool, Close>>),
    /// The room at this moment; nothing if its last entry is still this one.
    Snapshot(
        Option<Seq>,
        oneshot::Sender<Result<Option<Box<Snapshot>>, Close>>,
    ),
    /// To come in.
    Join(Box<Join>, oneshot::Sender<Result<Joined, Close>>),
    /// Some of the entries after one.
    Replay(SessionId, Seq, oneshot::Sender<Result<Replay, Close>>),
    /// Something of the room.
    Command {
        session: SessionId,
        number: u64,
        command: Command,
        /// Dropped once the command is answered, so that the connection reads on.
        turn: Option<OwnedSemaphorePermit>,
    },
    /// To come in, in a narrow dialect.
    Enter(Box<Enter>, oneshot::Sender<Result<SessionId, Denied>>),
    /// To panic, as a mistake of ours would.
    #[cfg(test)]
    Panic,
    /// Something of the room, in a narrow dialect.
    Request(SessionId, Request, Option<OwnedSemaphorePermit>),
    /// A code that takes the seat of this token to another device.
    Transfer(String, oneshot::Sender<Result<String, Close>>),
    /// To go.
    Gone(SessionId),
    /// That an idle host goes, because the lobby needs its memory.
    Rest,
}

/// What a connection must know before it can come in.
pub(crate) struct Door {
    /// The hash of the pass key, where the room has one.
    pub(crate) pass_key_hash: Option<String>,
    /// How far the room has come.
    pub(crate) phase: Phase,
}

/// Someone who wants to come in.
pub(crate) struct Join {
    pub(crate) token_hash: String,
    /// The token itself, where it is new to the client.
    pub(crate) new_token: Option<String>,
    pub(crate) key_shown: bool,
    /// The hash of the code that takes a seat over from another device.
    pub(crate) transfer_hash: Option<String>,
    pub(crate) address: Address,
    pub(crate) after: Seq,
    /// The mark of the entry that it is after, if the client has shown one.
    pub(crate) mark: Option<String>,
    pub(crate) outbox: Outbox,
}

/// Somebody who has come in.
pub(crate) struct Joined {
    pub(crate) room: RoomId,
    pub(crate) session: SessionId,
    pub(crate) welcome: Utf8Bytes,
    /// The room's time.
    pub(crate) clock: NodeClock,
}

/// What every host needs.
#[derive(Clone)]
pub(crate) struct Surroundings {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) upkeep: Arc<dyn Upkeep>,
    pub(crate) clock: NodeClock,
    pub(crate) limits: Arc<Limits>,
    pub(crate) rates: Arc<Rates>,
    /// Cancelled when the server ends.
    pub(crate) ending: CancellationToken,
}

/// A room with everyone who is connected to it.
pub(crate) struct Host {
    id: RoomId,
    surroundings: Surroundings,
    room: Room,
    /// The room's time, for everything that happens in it.
    clock: NodeClock,
    log: Tail,
    pass_key_hash: Option<String>,
    beginnings: Beginnings,
    owners: Owners,
    transfers: Vec<Transfer>,
    used: Used,
    sessions: Sessions,
    away_since: HashMap<MemberId, Millis>,
    /// When everyone may be told again who is here.
    presence_not_before: Instant,
    /// When everyone is to be told who is here, if that has changed.
    presence_due: Option<Instant>,
    idle_since: Instant,
    /// When the host may act by itself again.
    not_before: Instant,
    /// The address whose question is being answered: what is stored meanwhile is charged to it.
    payer: Option<Address>,
    /// Whether the lobby needs the memory of an idle room.
    asked_to_rest: bool,
    numbers: Numbers,
    /// Whether the journal may have more of the room than this host knows.
    is_uncertain: bool,
    /// Whether the journal has lost what this host knows, so that it must not go on.
    superseded: bool,
}

impl Host {
    /// Loads a room. Where it slept, time has gone on; else the server was down, no clock ran, and its members are away
    /// from now on.
    pub(crate) async fn load(
        id: RoomId,
        surroundings: Surroundings,
        (workers, owner): (&Workers, Owner),
        asleep: Option<Asleep>,
    ) -> Result<Self, Close> {
        let mut host = Self::replay_all(id, surroundings, workers, owner).await?;
        if let Some(asleep) = asleep {
            host.wake_up(asleep).await;
            return Ok(host);
        }
        host.clock = host.surroundings.clock.at_least(host.room.at());
        let now = host.clock.now();
        let members = host.room.seats().iter().map(|seat| seat.member);
        host.away_since = members.map(|member| (member, now)).collect();
        host.host_command(HostCommand::ResumeClock).await;
        host.remove_lost().await;
        Ok(host)
    }

    /// Folds a room page by page, on another thread: a long room holds up nothing but itself.
    async fn replay_all(
        id: RoomId,
        surroundings: Surroundings,
        workers: &Workers,
        owner: Owner,
    ) -> Result<Self, Close> {
        let mut host: Option<Self> = None;
        let mut next = Some(1);
        while let Some(from) = next {
            let page = surroundings
                .store
                .read_page(&id, from, usize::MAX, Priority::Load);
            let page = page.await.map_err(|_| Close::Journal)?;
            next = page.next;
            let (id, surroundings) = (id.clone(), surroundings.clone());
            let fold = move || {
                let mut entries = page.entries.into_iter().map(Written::new);
                let mut host = match host {
                    Some(host) => host,
                    None => Self::begin(id, surroundings, &entries.next()?)?,
                };
                for written in entries {
                    host.room.apply(written.entry());
                    host.remember(&written);
                    host.log.trim();
                }
                Some(host)
            };
            let folded = workers.run(owner, Urgency::Entering, fold).await;
            // One that panicked has been logged.
            host = folded.map_err(|Busy| Close::Full)?.ok_or(Close::Journal)?;
        }
        host.ok_or(Close::NoRoom)
    }

    /// A host after the first entry of its room; none if that begins no room.
    fn begin(id: RoomId, surroundings: Surroundings, first: &Written) -> Option<Self> {
        let used = Used::new(&surroundings.limits);
        let mut host = Self {
            id,
            away_since: HashMap::new(),
            clock: surroundings.clock.at_least(first.entry().at),
            surroundings,
            room: Room::begin(first.entry())?,
            log: Tail::default(),
            pass_key_hash: None,
            beginnings: Beginnings::default(),
            owners: Owners::default(),
            transfers: Vec::new(),
            used,
            sessions: Sessions::default(),
            presence_not_before: Instant::now(),
            presence_due: None,
            idle_since: Instant::now(),
            not_before: Instant::now(),
            payer: None,
            asked_to_rest: false,
            numbers: Numbers::default(),
            is_uncertain: false,
            superseded: false,
        };
        host.remember(first);
        Some(host)
    }

    /// Answers until the server ends or the room is idle. `may_go` is asked before an idle host ends, with what the
    /// room would else forget.
    pub(crate) async fn run(
        mut self,
        mailbox: &mut mpsc::Receiver<Ask>,
        idle: &Idle,
        mut may_go: impl FnMut(&mpsc::Receiver<Ask>, Option<Asleep>) -> bool,
    ) {
        let ending = self.surroundings.ending.clone();
        loop {
            idle.set(self.idle_since());
            let wake = self.next_wake();
            let presence_due = self.presence_due;
            tokio::select! {
                () = ending.cancelled() => {
                    self.end(mailbox).await;
                    return;
                }
                Some(ask) = mailbox.recv() => self.answer(ask).await,
                () = sleep_until(presence_due.unwrap_or(wake)), if presence_due.is_some() => {
                    self.tell_presence();
                }
                () = sleep_until(wake) => {
                    if self.wake().await && may_go(mailbox, self.asleep()) {
                        return;
                    }
                }
            }
            if mem::take(&mut self.asked_to_rest) {
                if self.idle_since().is_some() && may_go(mailbox, self.asleep()) {
                    return;
                }
                idle.stays();
            }
            if self.superseded {
                self.sessions.close_all(Close::Journal);
                return;
            }
        }
    }

    /// Answers what was asked already, and sends everyone away: they are to come back.
    async fn end(&mut self, mailbox: &mut mpsc::Receiver<Ask>) {
        mailbox.close();
        while let Some(ask) = mailbox.recv().await {
            self.answer(ask).await;
        }
        self.sessions.close_all(Close::Restart);
    }

    fn snapshot(&self) -> Box<Snapshot> {
        Box::new(Snapshot {
            room: self.room.clone(),
            owners: self.owners.clone(),
            beginnings: self.beginnings.clone(),
        })
    }

    async fn answer(&mut self, ask: Ask) {
        self.recover().await;
        self.payer = self.payer_of(&ask);
        self.do_asked(ask).await;
        self.payer = None;
    }

    fn payer_of(&self, ask: &Ask) -> Option<Address> {
        match ask {
            Ask::Join(join, _) => Some(join.address),
            Ask::Enter(enter, _) => Some(enter.address),
            Ask::Command { session, .. } | Ask::Request(session, ..) | Ask::Gone(session) => {
                self.sessions.get(*session).map(|session| session.address)
            }
            #[cfg(test)]
            Ask::Panic => None,
            Ask::Door(_)
            | Ask::Owns(..)
            | Ask::Snapshot(..)
            | Ask::Replay(..)
            | Ask::Transfer(..)
            | Ask::Rest => None,
        }
    }

    async fn do_asked(&mut self, ask: Ask) {
        match ask {
            Ask::Door(reply) => {
                let door = Door {
                    pass_key_hash: self.pass_key_hash.clone(),
                    phase: self.room.phase(),
                };
                // Who asked may be gone already.
                reply.send(Ok(door)).ok();
            }
            Ask::Owns(token_hash, reply) => {
                reply.send(Ok(self.owns_seat(&token_hash))).ok();
            }
            #[cfg(test)]
            Ask::Panic => panic!("on purpose"),
            Ask::Snapshot(known, reply) => {
                let changed = known != Some(self.room.seq());
                reply.send(Ok(changed.then(|| self.snapshot()))).ok();
            }
            Ask::Join(join, reply) => {
                let joined = self.join(*join).await;
                reply.send(joined).ok();
            }
            Ask::Replay(session, after, reply) => {
                reply.send(Ok(self.replay(session, after))).ok();
            }
            Ask::Command {
                session,
                number,
                command,
                turn: _turn,
            } => self.command(session, number, &command).await,
            Ask::Transfer(token_hash, reply) => {
                reply.send(self.issue_transfer(&token_hash)).ok();
            }
            Ask::Enter(enter, reply) => {
                reply.send(self.enter(*enter).await).ok();
            }
            Ask::Request(session, request, _turn) => self.request(session, request).await,
            Ask::Gone(session) => self.gone(session).await,
            Ask::Rest => self.asked_to_rest = true,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
