//! The connections of one room.

use raum_host::Network;
use raum_wire::native::Close;

use super::{Frame, Outbox, SessionId};
use crate::net::Address;

/// To how many connections the host writes a frame itself. More connections wake, so that all processors write.
const WRITTEN_MAX: usize = 4;

/// The connections of a room, sorted by session id.
#[derive(Default)]
pub(super) struct Connections(Vec<Connection>);

/// One connection.
struct Connection {
    session: SessionId,
    address: Address,
    outbox: Outbox,
    /// Whether the client can reconnect and continue.
    can_resume: bool,
}

impl Connections {
    fn get(&self, session: SessionId) -> Option<&Connection> {
        let index = self.0.binary_search_by_key(&session, |known| known.session);
        self.0.get(index.ok()?)
    }

    pub(super) fn address(&self, session: SessionId) -> Option<Address> {
        self.get(session).map(|connection| connection.address)
    }

    /// The address of a network that still has a connection.
    pub(super) fn address_of(&self, network: Network) -> Option<Address> {
        let mut addresses = self.0.iter().map(|connection| connection.address);
        addresses.find(|address| Network(address.bits()) == network)
    }

    /// Adds a connection, whose session id must be the greatest so far.
    pub(super) fn add(
        &mut self,
        session: SessionId,
        address: Address,
        outbox: Outbox,
        can_resume: bool,
    ) {
        self.0.push(Connection {
            session,
            address,
            outbox,
            can_resume,
        });
    }

    pub(super) fn remove(&mut self, session: SessionId) {
        self.0.retain(|known| known.session != session);
        if self.0.is_empty() {
            // A room stays loaded for a while after its last connection.
            self.0 = Vec::new();
        }
    }

    /// Sends a frame, or closes a connection whose outbox is full.
    pub(super) fn send(&self, to: &[SessionId], frame: &Frame) {
        for session in to {
            if let Some(Connection { outbox, .. }) = self.get(*session) {
                let sent = if to.len() <= WRITTEN_MAX {
                    outbox.write(frame.clone())
                } else {
                    outbox.put(frame.clone())
                };
                if !sent {
                    outbox.close(Close::Slow);
                }
            }
        }
    }

    pub(super) fn close(&self, session: SessionId, why: Close) {
        if let Some(Connection { outbox, .. }) = self.get(session) {
            outbox.close(why);
        }
    }

    pub(super) fn close_all(&self, why: Close) {
        for connection in &self.0 {
            connection.outbox.close(why);
        }
    }

    /// Closes the connections whose clients can reconnect and continue.
    pub(super) fn close_resumable(&self, why: Close) {
        for connection in self.0.iter().filter(|connection| connection.can_resume) {
            connection.outbox.close(why);
        }
    }
}
