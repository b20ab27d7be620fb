//! What hosts, admission and sessions share.

use std::sync::Arc;

use raum_journal::{Store, Upkeep};
use raum_lobby::BlockList;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::Thinking;
use crate::{cluster::Cluster, limits::Limits, lobby::Listings, net::Rates, time::NodeClock};

/// The journal, the clock, the limits, the computers and the shutdown of one server.
#[derive(Clone)]
pub(crate) struct Services {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) upkeep: Arc<dyn Upkeep>,
    pub(crate) clock: NodeClock,
    pub(crate) limits: Arc<Limits>,
    pub(crate) rates: Arc<Rates>,
    pub(crate) thinking: Thinking,
    /// The rooms that strangers can find.
    pub(crate) listings: Arc<Listings>,
    /// The other nodes that serve the same rooms, if there may be any.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// Cancelled when the server shuts down.
    pub(crate) ending: CancellationToken,
    /// The tasks that shutdown waits for: hosts, sessions, requests.
    pub(crate) tasks: TaskTracker,
}

impl Services {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        upkeep: Arc<dyn Upkeep>,
        limits: Limits,
        thinking: Thinking,
    ) -> Self {
        Self {
            store,
            upkeep,
            clock: NodeClock::new(),
            rates: Arc::new(Rates::new(&limits)),
            listings: Listings::new(BlockList::default(), limits.listed_rooms_per_address_max),
            limits: Arc::new(limits),
            thinking,
            cluster: None,
            ending: CancellationToken::new(),
            tasks: TaskTracker::new(),
        }
    }
}
