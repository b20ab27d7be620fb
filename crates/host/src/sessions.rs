//! The sessions of one room.

use std::{cmp::Reverse, collections::BTreeMap};

use raum_room::{MemberId, Millis};
use raum_wire::narrow::{Audience, Dialect};

use crate::{Origin, SessionId};

/// One session.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// Its seat; a spectator has none.
    pub(crate) member: Option<MemberId>,
    pub(crate) protocol: Protocol,
    pub(crate) origin: Origin,
    /// When it entered, and on which node.
    pub(crate) since: (Millis, u64),
}

/// What a session speaks, with the state that this needs.
#[derive(Clone, Debug)]
pub(crate) enum Protocol {
    Native {
        token_hash: String,
        key_shown: bool,
        /// The name of a spectator who has given one.
        name: Option<String>,
        /// Whether it has had all that happened before, so that it hears what happens now.
        caught_up: bool,
    },
    Narrow {
        dialect: Dialect,
        name: String,
    },
}

impl Session {
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        match self.protocol {
            Protocol::Native { .. } => None,
            Protocol::Narrow { dialect, .. } => Some(dialect),
        }
    }

    fn name(&self) -> Option<&str> {
        match &self.protocol {
            Protocol::Native { name, .. } => name.as_deref(),
            Protocol::Narrow { name, .. } => Some(name),
        }
    }

    pub(crate) fn audience(&self) -> Audience {
        self.member.map_or(Audience::Spectator, Audience::Member)
    }

    pub(crate) fn follows_takebacks(&self) -> bool {
        self.dialect().is_none_or(Dialect::follows_takebacks)
    }
}

/// The sessions of one room, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sessions {
    sessions: Vec<(SessionId, Session)>,
}

impl Sessions {
    pub(crate) fn len(&self) -> usize {
        self.sessions.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sessions.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (SessionId, &Session)> {
        self.sessions.iter().map(|(id, session)| (*id, session))
    }

    fn guests(&self) -> impl Iterator<Item = (SessionId, &Session)> {
        self.iter().filter(|(_, session)| session.member.is_none())
    }

    /// How many guests there are of an origin.
    pub(crate) fn guests_of(&self, origin: Origin) -> usize {
        let guests = self.guests();
        guests.filter(|(_, guest)| guest.origin == origin).count()
    }

    /// The origin with the most guests: how many they are, and which of them came first.
    pub(crate) fn largest_share(&self) -> Option<(usize, SessionId)> {
        let mut shares: BTreeMap<Origin, (usize, SessionId)> = BTreeMap::new();
        for (id, guest) in self.guests() {
            let (count, oldest) = shares.entry(guest.origin).or_insert((0, id));
            *count += 1;
            *oldest = id.min(*oldest);
        }
        let largest = shares.into_values();
        largest.max_by_key(|(count, oldest)| (*count, Reverse(*oldest)))
    }

    pub(crate) fn spectators(&self) -> usize {
        self.guests().count()
    }

    /// The names of the spectators who have given one, in the order of their coming.
    pub(crate) fn watchers(&self, max: usize) -> Vec<String> {
        let named = self.guests().filter_map(|(_, session)| session.name());
        named.take(max).map(str::to_owned).collect()
    }

    /// Gives a spectator a name.
    pub(crate) fn name(&mut self, id: SessionId, given: Option<String>) {
        if let Some(Protocol::Native { name, .. }) = self.get_mut(id).map(|own| &mut own.protocol) {
            *name = given;
        }
    }

    /// Adds a session.
    pub(crate) fn add(&mut self, id: SessionId, session: Session) {
        let place = self.sessions.partition_point(|(known, _)| *known < id);
        self.sessions.insert(place, (id, session));
    }

    fn place(&self, id: SessionId) -> Option<usize> {
        let place = self.sessions.binary_search_by_key(&id, |(known, _)| *known);
        place.ok()
    }

    pub(crate) fn get(&self, id: SessionId) -> Option<&Session> {
        Some(&self.sessions[self.place(id)?].1)
    }

    pub(crate) fn get_mut(&mut self, id: SessionId) -> Option<&mut Session> {
        let place = self.place(id)?;
        Some(&mut self.sessions[place].1)
    }

    /// The session that drives a member's seat.
    pub(crate) fn of(&self, member: MemberId) -> Option<SessionId> {
        let mut sessions = self.iter();
        let (id, _) = sessions.find(|(_, session)| session.member == Some(member))?;
        Some(id)
    }

    pub(crate) fn remove(&mut self, id: SessionId) -> Option<Session> {
        Some(self.sessions.remove(self.place(id)?).1)
    }

    /// The sessions in the native dialect that have caught up.
    pub(crate) fn natives(&self) -> Vec<SessionId> {
        let natives = self.iter().filter(|(_, session)| {
            let Protocol::Native { caught_up, .. } = session.protocol else {
                return false;
            };
            caught_up
        });
        natives.map(|(id, _)| id).collect()
    }

    /// The sessions in narrow dialects.
    pub(crate) fn narrow(&self) -> impl Iterator<Item = (SessionId, Dialect, &Session)> {
        self.iter()
            .filter_map(|(id, session)| Some((id, session.dialect()?, session)))
    }
}
