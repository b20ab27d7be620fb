//! The connections of one room.

use raum_host::Network;
use raum_wire::native::Close;

use super::{Frame, Outbox, SessionId};
use crate::net::Address;

/// The connections of a room, sorted by session id.
#[derive(Default)]
pub(super) struct Connections(Vec<(SessionId, Address, Outbox)>);

impl Connections {
    fn get(&self, session: SessionId) -> Option<&(SessionId, Address, Outbox)> {
        let index = self.0.binary_search_by_key(&session, |(known, ..)| *known);
        self.0.get(index.ok()?)
    }

    pub(super) fn address(&self, session: SessionId) -> Option<Address> {
        self.get(session).map(|(_, address, _)| *address)
    }

    /// The address of a network that still has a connection.
    pub(super) fn address_of(&self, network: Network) -> Option<Address> {
        let mut addresses = self.0.iter().map(|(_, address, _)| *address);
        addresses.find(|address| Network(address.bits()) == network)
    }

    /// Adds a connection, whose session id must be the greatest so far.
    pub(super) fn add(&mut self, session: SessionId, address: Address, outbox: Outbox) {
        self.0.push((session, address, outbox));
    }

    pub(super) fn remove(&mut self, session: SessionId) {
        self.0.retain(|(known, ..)| *known != session);
    }

    /// Sends a frame, or closes a connection whose outbox is full.
    pub(super) fn send(&self, session: SessionId, frame: &Frame) {
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
