//! What the lobbies of nodes send each other, on its way.

use std::sync::Mutex;

use tokio::sync::mpsc;

use super::{
    message::{ALL, LobbyMessage, Message},
    registry::Outgoing,
};
use crate::lock::lock;

/// Where messages of other nodes to the lobby arrive, each with its sender.
pub(crate) type LobbyInbox = mpsc::UnboundedReceiver<(u64, LobbyMessage)>;

/// The post office of this node's lobby.
pub(super) struct LobbyMail {
    node: u64,
    outgoing: Outgoing,
    received: mpsc::UnboundedSender<(u64, LobbyMessage)>,
    inbox: Mutex<Option<LobbyInbox>>,
}

impl LobbyMail {
    pub(super) fn new(node: u64, outgoing: Outgoing) -> Self {
        let (received, inbox) = mpsc::unbounded_channel();
        Self {
            node,
            outgoing,
            received,
            inbox: Mutex::new(Some(inbox)),
        }
    }

    /// Can be taken once.
    pub(super) fn inbox(&self) -> Option<LobbyInbox> {
        lock(&self.inbox).take()
    }

    /// Delivers a message of another node. All nodes hear what one of them sends to all.
    pub(super) fn receive(&self, node: u64, message: LobbyMessage) {
        if node != self.node {
            // The lobby ends with the program.
            self.received.send((node, message)).ok();
        }
    }

    /// Sends a message to the lobby of a node, or to those of all nodes.
    pub(super) fn send(&self, to: Option<u64>, message: LobbyMessage) {
        let topic = to.map_or_else(|| ALL.to_owned(), |node| node.to_string());
        let node = self.node;
        let message = Message::Lobby { node, message };
        // The task that sends ends with the program.
        self.outgoing.send((topic, message)).ok();
    }
}
