//! The connections of one room, as its host sees them.

use std::{cmp::Reverse, collections::HashMap};

use axum::extract::ws::Utf8Bytes;
use raum_room::MemberId;
use raum_wire::{
    narrow::{Audience, Dialect, News},
    native::Close,
};

use super::Outbox;
use crate::address::Address;

/// A connection's number at its host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SessionId(pub(super) u64);

impl SessionId {
    /// Whether this connection began after another one.
    pub(super) fn is_newer_than(self, other: Self) -> bool {
        self.0 > other.0
    }
}

/// One connection.
pub(super) struct Session {
    /// Its seat; a spectator has none.
    pub(super) member: Option<MemberId>,
    pub(super) speech: Speech,
    pub(super) address: Address,
    pub(super) outbox: Outbox,
}

/// What a connection speaks, with what only those need who do.
pub(super) enum Speech {
    Native {
        token_hash: String,
        key_shown: bool,
        /// What somebody is called who watches, once they have said so.
        name: Option<String>,
        /// Whether it has had all that happened before, so that it is to hear what happens now.
        caught_up: bool,
    },
    Narrow {
        dialect: Dialect,
        name: String,
    },
}

impl Session {
    pub(super) fn dialect(&self) -> Option<Dialect> {
        match self.speech {
            Speech::Native { .. } => None,
            Speech::Narrow { dialect, .. } => Some(dialect),
        }
    }

    /// What somebody without a seat is called, if they have said so.
    fn name(&self) -> Option<&str> {
        match &self.speech {
            Speech::Native { name, .. } => name.as_deref(),
            Speech::Narrow { name, .. } => Some(name),
        }
    }

    /// A connection that cannot keep up ends.
    pub(super) fn put(&self, frame: Utf8Bytes) {
        if !self.outbox.put(frame) {
            self.outbox.close(Close::Slow);
        }
    }

    fn audience(&self) -> Audience {
        self.member.map_or(Audience::Spectator, Audience::Member)
    }
}

/// The connections of one room. A connection that cannot keep up is closed here and resumes from its cursor.
#[derive(Default)]
pub(super) struct Sessions {
    sessions: Vec<(SessionId, Session)>,
    next: u64,
}

impl Sessions {
    pub(super) fn len(&self) -> usize {
        self.sessions.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sessions.is_empty()
    }

    /// How many guests there are of an address.
    pub(super) fn guests_of(&self, address: Address) -> usize {
        let guests = self.guests();
        guests.filter(|(_, guest)| guest.address == address).count()
    }

    /// The address with the most guests: how many they are, and which of them came first.
    pub(super) fn largest_share(&self) -> Option<(usize, SessionId)> {
        let mut shares: HashMap<Address, (usize, u64)> = HashMap::new();
        for (id, guest) in self.guests() {
            let (count, oldest) = shares.entry(guest.address).or_insert((0, id.0));
            *count += 1;
            *oldest = id.0.min(*oldest);
        }
        let largest = shares.into_values();
        let largest = largest.max_by_key(|(count, oldest)| (*count, Reverse(*oldest)));
        largest.map(|(count, oldest)| (count, SessionId(oldest)))
    }

    fn guests(&self) -> impl Iterator<Item = &(SessionId, Session)> {
        let sessions = self.sessions.iter();
        sessions.filter(|(_, session)| session.member.is_none())
    }

    pub(super) fn spectators(&self) -> usize {
        let guests = self.sessions.iter();
        guests
            .filter(|(_, session)| session.member.is_none())
            .count()
    }

    /// What those are called who watch, in the order of their coming, and not more than so many.
    pub(super) fn watchers(&self, max: usize) -> Vec<String> {
        let mut guests: Vec<_> = self
            .sessions
            .iter()
            .filter(|(_, session)| session.member.is_none())
            .filter_map(|(id, session)| Some((id.0, session.name()?)))
            .collect();
        guests.sort_unstable_by_key(|(id, _)| *id);
        guests.truncate(max);
        guests
            .into_iter()
            .map(|(_, name)| name.to_owned())
            .collect()
    }

    /// Somebody says what to be called.
    pub(super) fn name(&mut self, id: SessionId, given: Option<String>) {
        if let Some(Session {
            speech: Speech::Native { name, .. },
            ..
        }) = self.get_mut(id)
        {
            *name = given;
        }
    }

    pub(super) fn add(&mut self, session: Session) -> SessionId {
        let id = SessionId(self.next);
        self.next += 1;
        self.sessions.push((id, session));
        id
    }

    pub(super) fn get(&self, id: SessionId) -> Option<&Session> {
        let (_, session) = self.sessions.iter().find(|(known, _)| *known == id)?;
        Some(session)
    }

    pub(super) fn of(&self, member: MemberId) -> Option<SessionId> {
        let mut sessions = self.sessions.iter();
        let (id, _) = sessions.find(|(_, session)| session.member == Some(member))?;
        Some(*id)
    }

    pub(super) fn get_mut(&mut self, id: SessionId) -> Option<&mut Session> {
        let mut sessions = self.sessions.iter_mut();
        let (_, session) = sessions.find(|(known, _)| *known == id)?;
        Some(session)
    }

    pub(super) fn seat(&mut self, id: SessionId, member: MemberId) {
        if let Some(session) = self.get_mut(id) {
            session.member = Some(member);
        }
    }

    pub(super) fn remove(&mut self, id: SessionId) -> Option<Session> {
        let place = self.sessions.iter().position(|(known, _)| *known == id)?;
        Some(self.sessions.swap_remove(place).1)
    }

    pub(super) fn send(&mut self, id: SessionId, frame: Utf8Bytes) {
        if let Some(session) = self.get(id) {
            session.put(frame);
        }
    }

    /// Sends a frame of the native dialect to all who speak it.
    pub(super) fn send_all(&mut self, frame: &Utf8Bytes) {
        for (_, session) in &self.sessions {
            if let Speech::Native {
                caught_up: true, ..
            } = session.speech
            {
                session.put(frame.clone());
            }
        }
    }

    /// Whether somebody speaks a narrow dialect.
    pub(super) fn has_narrow(&self) -> bool {
        self.narrow().next().is_some()
    }

    /// All who speak a narrow dialect.
    pub(super) fn narrow(&self) -> impl Iterator<Item = (SessionId, Dialect, &Session)> {
        let sessions = self.sessions.iter();
        sessions.filter_map(|(id, session)| Some((*id, session.dialect()?, session)))
    }

    /// Tells all who speak a narrow dialect what happened. It is said once for each dialect and audience.
    pub(super) fn tell(&self, news: &News<'_>) {
        let mut said: Vec<((Dialect, Audience), Vec<Utf8Bytes>)> = Vec::new();
        for (_, dialect, session) in self.narrow() {
            let to = (dialect, session.audience());
            let place = said.iter().position(|(known, _)| *known == to);
            let place = place.unwrap_or_else(|| {
                let frames = dialect.tell(news, to.1);
                said.push((to, frames.into_iter().map(Utf8Bytes::from).collect()));
                said.len() - 1
            });
            for frame in &said[place].1 {
                session.put(frame.clone());
            }
        }
    }

    /// Ends a connection. It stays in the list until it says that it is gone, so that its end is noticed
    /// in one place; but it has no seat any more.
    pub(super) fn close(&mut self, id: SessionId, why: Close) {
        if let Some(session) = self.get_mut(id) {
            session.outbox.close(why);
            if why == Close::Replaced {
                session.member = None;
            }
        }
    }

    pub(super) fn close_all(&mut self, why: Close) {
        for (_, session) in &self.sessions {
            session.outbox.close(why);
        }
    }
}
