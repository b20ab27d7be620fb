//! The connections of one room, as its driver reaches them.

use axum::extract::ws::Utf8Bytes;
use raum_host::Origin;
use raum_wire::native::Close;

use super::{Outbox, SessionId};
use crate::net::address::Address;

/// The connections of a room, by the numbers of their sessions.
#[derive(Default)]
pub(super) struct Connections(Vec<(SessionId, Address, Outbox)>);

impl Connections {
    fn get(&self, session: SessionId) -> Option<&(SessionId, Address, Outbox)> {
        let place = self.0.binary_search_by_key(&session, |(known, ..)| *known);
        self.0.get(place.ok()?)
    }

    pub(super) fn address(&self, session: SessionId) -> Option<Address> {
        self.get(session).map(|(_, address, _)| *address)
    }

    /// The address of an origin, as long as it has a connection here.
    pub(super) fn address_of(&self, origin: Origin) -> Option<Address> {
        let mut addresses = self.0.iter().map(|(_, address, _)| *address);
        addresses.find(|address| Origin(address.bits()) == origin)
    }

    /// Adds a connection. Its number is greater than all before.
    pub(super) fn add(&mut self, session: SessionId, address: Address, outbox: Outbox) {
        self.0.push((session, address, outbox));
    }

    pub(super) fn remove(&mut self, session: SessionId) {
        self.0.retain(|(known, ..)| *known != session);
    }

    /// A connection that cannot keep up ends.
    pub(super) fn send(&self, session: SessionId, frame: &Utf8Bytes) {
        if let Some((_, _, outbox)) = self.get(session)
            && !outbox.put(frame.clone())
        {
            outbox.close(Close::Slow);
        }
    }

    pub(super) fn close(&self, session: SessionId, why: Close) {
        if let Some((_, _, outbox)) = self.get(session) {
            outbox.close(why);
        }
    }

    pub(super) fn close_all(&self, why: Close) {
        for (_, _, outbox) in &self.0 {
            outbox.close(why);
        }
    }
}
