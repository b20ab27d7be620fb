//! The connections of one room.

use raum_host::Network;
use raum_wire::native::Close;

use super::{Frame, Outbox, SessionId};
use crate::net::Address;

/// To how many connections the host writes a frame itself. More connections wake, so that all processors write.
const WRITTEN_MAX: usize = 4;

/// The connections of a room.
#[derive(Default)]
pub(super) struct Connections {
    /// Sorted by session id.
    all: Vec<Connection>,
    /// Those to which frames have been written since the last flush.
    written: Vec<SessionId>,
}

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
        let all = &self.all;
        let index = all.binary_search_by_key(&session, |known| known.session);
        all.get(index.ok()?)
    }

    pub(super) fn address(&self, session: SessionId) -> Option<Address> {
        self.get(session).map(|connection| connection.address)
    }

    /// The address of a network that still has a connection.
    pub(super) fn address_of(&self, network: Network) -> Option<Address> {
        let mut addresses = self.all.iter().map(|connection| connection.address);
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
        self.all.push(Connection {
            session,
            address,
            outbox,
            can_resume,
        });
    }

    pub(super) fn remove(&mut self, session: SessionId) {
        self.all.retain(|known| known.session != session);
        if self.all.is_empty() {
            // A room stays loaded for a while after its last connection, without the memory of its lists.
            *self = Self::default();
        }
    }

    /// Sends a frame, by the next flush at the latest. Closes a connection whose outbox is full.
    pub(super) fn send(&mut self, to: &[SessionId], frame: &Frame) {
        let is_written = to.len() <= WRITTEN_MAX;
        for session in to {
            let Some(Connection { outbox, .. }) = self.get(*session) else {
                continue;
            };
            let sent = if is_written {
                outbox.write(frame.clone())
            } else {
                outbox.put(frame.clone())
            };
            if !sent {
                outbox.close(Close::Slow);
            }
            if is_written && !self.written.contains(session) {
                self.written.push(*session);
            }
        }
    }

    /// Lets the sockets send what has been written to them: all frames of a socket with one call.
    pub(super) fn flush(&mut self) {
        let written = self.written.iter();
        for Connection { outbox, .. } in written.filter_map(|session| self.get(*session)) {
            outbox.flush();
        }
        self.written.clear();
    }

    pub(super) fn close(&self, session: SessionId, why: Close) {
        if let Some(Connection { outbox, .. }) = self.get(session) {
            outbox.close(why);
        }
    }

    pub(super) fn close_all(&self, why: Close) {
        for connection in &self.all {
            connection.outbox.close(why);
        }
    }

    /// Closes the connections whose clients can reconnect and continue.
    pub(super) fn close_resumable(&self, why: Close) {
        for connection in self.all.iter().filter(|connection| connection.can_resume) {
            connection.outbox.close(why);
        }
    }
}
