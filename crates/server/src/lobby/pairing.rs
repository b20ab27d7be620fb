//! This node's desk, and the cluster's pool while this node has it.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use raum_lobby::{
    Desk, DeskEffect, Entrant, FromPool, Notice, Order, PairingId, Part, Person, Pool, PoolEffect,
    PoolId, SeekId, Terms, ToPool,
};
use raum_room::Millis;
use raum_wire::lobby::{Progress, ServerFrame, write};

use crate::rooms::{Outbox, secrets};

/// How long a person who has lost the connection can learn that they were paired.
const MISSED_MILLIS: Millis = 30_000;

/// What the caller has to do.
#[derive(Debug, PartialEq)]
pub(super) enum Outgoing {
    /// Send to the node that has the pool.
    ToPool(PoolId, ToPool),
    /// Send from this node's pool to the node of a seek.
    ToDesk {
        from: PoolId,
        to: SeekId,
        message: FromPool,
    },
    /// Open a room, and report it with [`Pairing::opened`].
    Open(PoolId, PairingId, Order),
}

/// A person who looks for an opponent.
struct Seeker {
    person: Person,
    name: String,
    /// The token of the seat, once the person has accepted.
    token: Option<String>,
    /// The connection; none if it has ended since the person accepted.
    connection: Option<(u64, Arc<Outbox>)>,
}

enum Work {
    Desk(DeskEffect),
    Pool(PoolEffect),
}

pub(super) struct Pairing {
    node: u64,
    desk: Desk,
    seekers: HashMap<u64, Seeker>,
    pool: Option<(PoolId, Pool)>,
    /// How many pools this node has had.
    terms: u64,
    /// What people who had lost their connection would have heard, and until when it is kept.
    missed: HashMap<Person, (Millis, Progress)>,
}

impl Pairing {
    pub(super) fn new(node: u64) -> Self {
        Self {
            node,
            desk: Desk::new(node),
            seekers: HashMap::new(),
            pool: None,
            terms: 0,
            missed: HashMap::new(),
        }
    }

    /// What the people at this node look for.
    pub(super) fn counts(&self) -> Vec<(Terms, usize)> {
        Part::count(self.desk.terms())
    }

    /// The term of the pool, if this node has it.
    pub(super) fn term(&self) -> Option<u64> {
        self.pool.as_ref().map(|(id, _)| id.term)
    }

    /// This node takes the pool over.
    pub(super) fn take_pool(&mut self, now: Millis) -> Vec<Outgoing> {
        self.terms += 1;
        let id = PoolId {
            node: self.node,
            term: self.terms,
        };
        self.pool = Some((id, Pool::default()));
        self.follow(id, now)
    }

    /// Another node has the pool, or none has.
    pub(super) fn give_up_pool(&mut self) {
        self.pool = None;
    }

    pub(super) fn follow(&mut self, pool: PoolId, now: Millis) -> Vec<Outgoing> {
        let effects = self.desk.follow(pool, now);
        self.perform(effects, now)
    }

    /// A person looks for an opponent, over this connection.
    pub(super) fn seek(
        &mut self,
        (person, name): (Person, String),
        (terms, listed): (Terms, bool),
        (connection, outbox): (u64, Arc<Outbox>),
        now: Millis,
    ) -> (u64, Vec<Outgoing>) {
        // The connection itself knows that its new seek replaces the one before.
        let is_own = |seeker: &Seeker| {
            let own = seeker.connection.as_ref();
            own.is_some_and(|(known, _)| *known == connection)
        };
        self.seekers.retain(|_, seeker| !is_own(seeker));
        let (number, effects) = self.desk.seek(person, terms, listed, now);
        outbox.put(progress(Progress::Waiting { since: now }));
        let seeker = Seeker {
            person,
            name,
            token: None,
            connection: Some((connection, outbox)),
        };
        self.seekers.insert(number, seeker);
        (number, self.perform(effects, now))
    }

    /// A person is there.
    pub(super) fn ready(&mut self, number: u64, now: Millis) -> Vec<Outgoing> {
        let Some(seeker) = self.seekers.get_mut(&number) else {
            return Vec::new();
        };
        let token = secrets::token();
        let entrant = Entrant {
            name: seeker.name.clone(),
            token_hash: secrets::token_hash(&token),
        };
        let effects = self.desk.accept(number, entrant);
        // A second answer changes nothing: the seat belongs to the token of the first.
        if !effects.is_empty() {
            seeker.token = Some(token);
        }
        self.perform(effects, now)
    }

    pub(super) fn withdraw(&mut self, number: u64, now: Millis) -> Vec<Outgoing> {
        self.seekers.remove(&number);
        let effects = self.desk.withdraw(number);
        self.perform(effects, now)
    }

    /// The connection of a person has ended. A person who has accepted may already have a room.
    pub(super) fn disconnect(&mut self, number: u64, now: Millis) -> Vec<Outgoing> {
        let effects = self.desk.disconnect(number);
        if !self.desk.has(number) {
            self.seekers.remove(&number);
        } else if let Some(seeker) = self.seekers.get_mut(&number) {
            seeker.connection = None;
        }
        self.perform(effects, now)
    }

    /// What a person has missed between two connections.
    pub(super) fn missed(&mut self, person: Person) -> Option<String> {
        let (_, missed) = self.missed.remove(&person)?;
        Some(progress(missed).to_string())
    }

    /// Handles a message from a desk to the pool that this node had when it was sent.
    pub(super) fn handle_at_pool(
        &mut self,
        to: PoolId,
        message: ToPool,
        now: Millis,
    ) -> Vec<Outgoing> {
        match &mut self.pool {
            Some((id, pool)) if *id == to => {
                let effects = pool.handle(message, now);
                self.tell(effects, now)
            }
            _ => Vec::new(),
        }
    }

    /// Handles a message from a pool.
    pub(super) fn handle_at_desk(
        &mut self,
        from: PoolId,
        number: u64,
        message: FromPool,
        now: Millis,
    ) -> Vec<Outgoing> {
        let effects = self.desk.handle(from, number, message, now);
        self.perform(effects, now)
    }

    /// Reports the room of a pairing, or that it could not be opened.
    pub(super) fn opened(
        &mut self,
        by: PoolId,
        pairing: PairingId,
        room: Option<&str>,
        now: Millis,
    ) -> Vec<Outgoing> {
        match &mut self.pool {
            Some((id, pool)) if *id == by => {
                let effects = pool.opened(pairing, room, now);
                self.tell(effects, now)
            }
            _ => Vec::new(),
        }
    }

    /// To be called every second or so.
    pub(super) fn wake(&mut self, now: Millis) -> Vec<Outgoing> {
        self.missed.retain(|_, (until, _)| *until > now);
        let effects = self.desk.wake(now);
        let mut outgoing = self.perform(effects, now);
        if let Some((_, pool)) = &mut self.pool {
            let effects = pool.wake(now);
            outgoing.extend(self.tell(effects, now));
        }
        outgoing
    }

    fn perform(&mut self, effects: Vec<DeskEffect>, now: Millis) -> Vec<Outgoing> {
        self.work(effects.into_iter().map(Work::Desk).collect(), now)
    }

    fn tell(&mut self, effects: Vec<PoolEffect>, now: Millis) -> Vec<Outgoing> {
        self.work(effects.into_iter().map(Work::Pool).collect(), now)
    }

    /// Performs effects, also between the desk and the pool of this node. Returns those that need the network or a room.
    fn work(&mut self, mut work: VecDeque<Work>, now: Millis) -> Vec<Outgoing> {
        let mut outgoing = Vec::new();
        while let Some(next) = work.pop_front() {
            match next {
                Work::Desk(DeskEffect::Tell(number, notice)) => {
                    self.notify(number, notice, now);
                }
                Work::Desk(DeskEffect::Send(to, message)) => match &mut self.pool {
                    Some((id, pool)) if *id == to => {
                        let effects = pool.handle(message, now);
                        work.extend(effects.into_iter().map(Work::Pool));
                    }
                    _ => outgoing.push(Outgoing::ToPool(to, message)),
                },
                Work::Pool(effect) => {
                    let Some((id, _)) = self.pool else { continue };
                    match effect {
                        PoolEffect::Open(pairing, order) => {
                            outgoing.push(Outgoing::Open(id, pairing, order));
                        }
                        PoolEffect::Tell(seek, message) if seek.node == self.node => {
                            let effects = self.desk.handle(id, seek.number, message, now);
                            work.extend(effects.into_iter().map(Work::Desk));
                        }
                        PoolEffect::Tell(seek, message) => outgoing.push(Outgoing::ToDesk {
                            from: id,
                            to: seek,
                            message,
                        }),
                    }
                }
            }
        }
        outgoing
    }

    /// Tells a person how their seek stands.
    fn notify(&mut self, number: u64, notice: Notice, now: Millis) {
        let (is_over, told) = match notice {
            Notice::Offer { until } => (false, Progress::Offered { until }),
            Notice::Waiting { since } => (false, Progress::Waiting { since }),
            Notice::Dropped => (true, Progress::Dropped),
            Notice::Replaced => (true, Progress::Replaced),
            Notice::Paired { room } => {
                let seeker = self.seekers.get(&number);
                let token = seeker.and_then(|seeker| seeker.token.clone());
                let token = token.unwrap_or_default();
                (true, Progress::Paired { room, token })
            }
        };
        let Some(seeker) = self.seekers.get(&number) else {
            return;
        };
        match (&seeker.connection, told) {
            // A connection that cannot keep up is closed, and its seek ends with it.
            (Some((_, outbox)), told) => drop(outbox.put(progress(told))),
            (None, told @ Progress::Paired { .. }) => {
                let until = now.saturating_add(MISSED_MILLIS);
                self.missed.insert(seeker.person, (until, told));
            }
            (None, _) => {}
        }
        if is_over || !self.desk.has(number) {
            self.seekers.remove(&number);
        }
    }
}

fn progress(progress: Progress) -> crate::rooms::Frame {
    write(&ServerFrame::Seek(progress)).into()
}
