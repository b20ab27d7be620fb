//! The lobby of this node: who looks for an opponent, and what everybody sees of it.
//!
//! - [`Listings`] are the listed rooms that this node has loaded. Their drivers keep them up to date.
//! - [`Feed`] has the state and its latest changes, each encoded once for all connections.
//! - [`pairing`] runs this node's desk, and the cluster's pool if this node has it.
//! - [`Visitor`] is a connection to the lobby. [`task`] publishes, and exchanges messages with other nodes.

mod feed;
mod listings;
mod pairing;
mod settings;
mod task;
#[cfg(test)]
mod tests;
mod visitor;

use std::sync::{Arc, Mutex};

use raum_wire::lobby::Lobby as LobbyState;
use tokio::sync::Notify;

use crate::{
    lock::lock,
    net::Throttle,
    rooms::{Admission, secrets::random_number},
};

use feed::Feed;
pub(crate) use listings::{Listing, Listings};
use pairing::Pairing;
pub(crate) use settings::{Chat, LobbyArguments};
pub(crate) use visitor::{Visitor, person_of};

/// The lobby of this node.
pub(crate) struct Lobby {
    /// The number of this node, as other nodes know it.
    node: u64,
    admission: Arc<Admission>,
    chat: Chat,
    feed: Feed,
    pairing: Mutex<Pairing>,
    /// Notified when the desk has changed.
    changed: Notify,
    seeks: Throttle<u64>,
    address_seeks: Throttle,
}

impl Lobby {
    pub(crate) fn new(admission: Arc<Admission>, chat: Chat) -> Arc<Self> {
        let services = &admission.hosts.services;
        let (cluster, limits) = (&services.cluster, &services.limits);
        let node = cluster.as_ref().map_or(0, |cluster| cluster.node());
        let mut pairing = Pairing::new(node);
        if cluster.is_none() {
            pairing.take_pool(services.clock.now());
        }
        Arc::new(Self {
            node,
            chat,
            feed: Feed::new(format!("{:016x}", random_number())),
            pairing: Mutex::new(pairing),
            changed: Notify::new(),
            seeks: Throttle::per_minute("seeks-per-minute", limits.seeks_per_minute),
            address_seeks: Throttle::per_minute(
                "address-seeks-per-minute",
                limits.address_seeks_per_minute,
            ),
            admission,
        })
    }

    /// The current state.
    pub(crate) fn state(&self) -> LobbyState {
        self.feed.state()
    }

    fn now(&self) -> raum_room::Millis {
        self.admission.hosts.services.clock.now()
    }

    fn pairing(&self) -> std::sync::MutexGuard<'_, Pairing> {
        lock(&self.pairing)
    }
}
