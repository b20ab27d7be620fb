//! The sessions of one room.

use std::{cmp::Reverse, collections::BTreeMap};

use raum_room::{MemberId, Millis};
use raum_wire::narrow::{Audience, Dialect};

use crate::{Context, Enter, NarrowHandshake, Network, SessionId};

#[derive(Clone, Debug)]
pub(crate) struct Session {
    /// The member whose seat it controls, or `None` for a spectator.
    pub(crate) member: Option<MemberId>,
    pub(crate) protocol: Protocol,
    pub(crate) network: Network,
    /// When it entered, and on which node.
    pub(crate) since: (Millis, u64),
}

/// A session's protocol and its state.
#[derive(Clone, Debug)]
pub(crate) enum Protocol {
    Native {
        token_hash: String,
        key_shown: bool,
        /// A spectator's name.
        name: Option<String>,
        /// Whether it has received its whole backlog, and so receives new entries.
        caught_up: bool,
    },
    Narrow(NarrowHandshake),
}

impl Session {
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        match &self.protocol {
            Protocol::Native { .. } => None,
            Protocol::Narrow(narrow) => Some(narrow.dialect),
        }
    }

    pub(crate) fn token_hash(&self) -> Option<&str> {
        match &self.protocol {
            Protocol::Native { token_hash, .. } => Some(token_hash),
            Protocol::Narrow(_) => None,
        }
    }

    fn name(&self) -> Option<&str> {
        match &self.protocol {
            Protocol::Native { name, .. } => name.as_deref(),
            Protocol::Narrow(narrow) => Some(&narrow.name),
        }
    }

    pub(crate) fn audience(&self) -> Audience {
        self.member.map_or(Audience::Spectator, Audience::Member)
    }

    pub(crate) fn follows_takebacks(&self) -> bool {
        self.dialect()
            .is_none_or(|dialect| dialect.abilities().takebacks)
    }
}

/// The sessions of one room, in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sessions(Vec<(SessionId, Session)>);

impl Sessions {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (SessionId, &Session)> {
        self.0.iter().map(|(id, session)| (*id, session))
    }

    fn guests(&self) -> impl Iterator<Item = (SessionId, &Session)> {
        self.iter().filter(|(_, session)| session.member.is_none())
    }

    /// The number of guests from a network.
    pub(crate) fn guests_of(&self, network: Network) -> usize {
        let guests = self.guests();
        guests.filter(|(_, guest)| guest.network == network).count()
    }

    /// The number of guests from the network with the most, and the oldest of them.
    pub(crate) fn largest_share(&self) -> Option<(usize, SessionId)> {
        let mut shares: BTreeMap<Network, (usize, SessionId)> = BTreeMap::new();
        for (id, guest) in self.guests() {
            // Sessions come in ascending order, so the first is the oldest.
            shares.entry(guest.network).or_insert((0, id)).0 += 1;
        }
        let largest = shares.into_values();
        largest.max_by_key(|(count, oldest)| (*count, Reverse(*oldest)))
    }

    pub(crate) fn spectators(&self) -> usize {
        self.guests().count()
    }

    /// The spectators' names, in order of arrival, at most `max`.
    pub(crate) fn watchers(&self, max: usize) -> Vec<String> {
        let named = self.guests().filter_map(|(_, session)| session.name());
        named.take(max).map(str::to_owned).collect()
    }

    /// The spectators whom narrow dialects report: guests in a narrow dialect.
    pub(crate) fn visitors(&self) -> Vec<(u64, String)> {
        let guests = self.guests().filter_map(|(id, session)| {
            session.dialect()?;
            Some((id.0, session.name()?.to_owned()))
        });
        guests.collect()
    }

    /// Sets a native spectator's name.
    pub(crate) fn name(&mut self, id: SessionId, given: Option<String>) {
        if let Some(Protocol::Native { name, .. }) = self.get_mut(id).map(|own| &mut own.protocol) {
            *name = given;
        }
    }

    pub(crate) fn add(
        &mut self,
        enter: &Enter,
        member: Option<MemberId>,
        protocol: Protocol,
        context: &Context<'_>,
    ) {
        let session = Session {
            member,
            protocol,
            network: enter.network,
            since: (context.now, context.node),
        };
        let index = self.0.partition_point(|(known, _)| *known < enter.session);
        self.0.insert(index, (enter.session, session));
    }

    fn index(&self, id: SessionId) -> Option<usize> {
        self.0.binary_search_by_key(&id, |(known, _)| *known).ok()
    }

    pub(crate) fn get(&self, id: SessionId) -> Option<&Session> {
        Some(&self.0[self.index(id)?].1)
    }

    pub(crate) fn get_mut(&mut self, id: SessionId) -> Option<&mut Session> {
        let index = self.index(id)?;
        Some(&mut self.0[index].1)
    }

    /// The session that controls a member's seat.
    pub(crate) fn of(&self, member: MemberId) -> Option<SessionId> {
        let mut sessions = self.iter();
        let (id, _) = sessions.find(|(_, session)| session.member == Some(member))?;
        Some(id)
    }

    pub(crate) fn remove(&mut self, id: SessionId) -> Option<Session> {
        let (_, session) = self.0.remove(self.index(id)?);
        if self.0.is_empty() {
            // A room stays loaded for a while after its last session.
            self.0 = Vec::new();
        }
        Some(session)
    }

    /// The native sessions that have caught up.
    pub(crate) fn natives(&self) -> Vec<SessionId> {
        let has_caught_up = |session: &Session| matches!(session.protocol, Protocol::Native { caught_up, .. } if caught_up);
        let natives = self.iter().filter(|(_, session)| has_caught_up(session));
        natives.map(|(id, _)| id).collect()
    }

    /// The sessions in narrow dialects.
    pub(crate) fn narrow(&self) -> impl Iterator<Item = (SessionId, Dialect, &Session)> {
        self.iter()
            .filter_map(|(id, session)| Some((id, session.dialect()?, session)))
    }
}
