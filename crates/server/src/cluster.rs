//! A cluster: several nodes that serve the same rooms, with the journal on NATS JetStream.
//!
//! - [`journal`] is the journal of a node, also while NATS cannot be reached yet.
//! - [`peers`] knows the other nodes by their heartbeats, and who is connected to which rooms there. [`message`] is what
//!   nodes send each other, and [`registry`] what they know. [`link`] connects a loaded room with both.
//! - [`lobby`] carries what the lobbies of nodes send each other.
//! - [`names`] are short-lived names that all nodes share.

mod journal;
mod link;
mod lobby;
mod message;
mod names;
mod peers;
mod registry;

use std::{
    collections::BTreeSet,
    error::Error as _,
    future::pending,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

use raum_journal::{Error, Nats, NatsError, NatsOptions, NatsUrl, RoomId, Size};
use tokio::{
    sync::watch,
    time::{Instant, sleep, timeout},
};
use tracing::{info, warn};

use crate::rooms::secrets::random_number;

pub(crate) use link::{Link, News};
pub(crate) use lobby::LobbyInbox;
pub(crate) use message::LobbyMessage;
pub(crate) use names::{Code, Lease};
use peers::Peers;
pub(crate) use registry::{Elsewhere, Registration};

/// How often a node tries to reach NATS at the start.
const CONNECT_INTERVAL: Duration = Duration::from_secs(1);

/// How long the program waits for NATS before it serves requests without.
const JOIN_TIME: Duration = Duration::from_secs(3);

/// A node's part in a cluster.
pub(crate) struct Cluster {
    /// A random number, new for each start of the program.
    node: u64,
    /// Set as soon as NATS was reached.
    nats: OnceLock<Nats>,
    peers: Arc<Peers>,
    progress: watch::Sender<Progress>,
    /// The size of the journal, and when it was asked for.
    size: Mutex<Option<(Instant, Size)>>,
}

/// How far a node is in joining its cluster.
#[derive(Debug)]
enum Progress {
    Trying,
    /// NATS was not reached, and the node tries again.
    TryingAgain,
    Joined,
    /// The node can never join.
    Refused(NatsError),
}

impl Cluster {
    /// Joins a cluster. If NATS cannot be reached, the node keeps trying; any other obstacle is an error.
    pub(crate) async fn join(
        url: NatsUrl,
        options: NatsOptions,
        thinks: bool,
    ) -> Result<Arc<Self>, String> {
        let node = random_number();
        let (progress, mut trying) = watch::channel(Progress::Trying);
        let cluster = Arc::new(Self {
            node,
            nats: OnceLock::new(),
            peers: Arc::new(Peers::new(node, thinks)),
            progress,
            size: Mutex::default(),
        });
        tokio::spawn(cluster.clone().connect(url, options));
        let tried = trying.wait_for(|progress| !matches!(progress, Progress::Trying));
        if let Ok(Ok(progress)) = timeout(JOIN_TIME, tried).await
            && let Progress::Refused(error) = &*progress
        {
            return Err(sentence(error));
        }
        Ok(cluster)
    }

    /// Tries to reach NATS until it succeeds or is refused.
    async fn connect(self: Arc<Self>, url: NatsUrl, options: NatsOptions) {
        loop {
            let progress = match Nats::open(&url, &options).await {
                Ok(nats) => {
                    info!(
                        node = format!("{:016x}", self.node),
                        "connected to NATS at {url}"
                    );
                    tokio::spawn(self.peers.clone().run(nats.bus()));
                    // Only this task sets it, and once.
                    self.nats.set(nats).ok();
                    Progress::Joined
                }
                Err(error) if is_temporary(&error) => {
                    if let Progress::Trying = &*self.progress.borrow() {
                        warn!("waiting for NATS: {}", sentence(&error));
                    }
                    Progress::TryingAgain
                }
                Err(error) => Progress::Refused(error),
            };
            let tries_again = matches!(progress, Progress::TryingAgain);
            self.progress.send_replace(progress);
            if !tries_again {
                return;
            }
            sleep(CONNECT_INTERVAL).await;
        }
    }

    /// Waits until it is clear that the node can never join, and returns why.
    pub(crate) async fn refused(&self) -> String {
        let mut progress = self.progress.subscribe();
        let is_refused = |progress: &Progress| matches!(progress, Progress::Refused(_));
        let why = match progress.wait_for(is_refused).await.as_deref() {
            Ok(Progress::Refused(error)) => Some(sentence(error)),
            _ => None,
        };
        match why {
            Some(why) => why,
            None => pending().await,
        }
    }

    /// Whether the node can use NATS.
    pub(crate) fn is_connected(&self) -> bool {
        self.nats.get().is_some() && !self.peers.registry.is_cut_off()
    }

    /// Whether this node has listened long enough to know the others.
    pub(crate) fn knows_nodes(&self) -> bool {
        self.peers.registry.nodes() > 0
    }

    /// The number of this node.
    pub(crate) fn node(&self) -> u64 {
        self.node
    }

    /// The nodes that are alive, with this one; none while this node does not know, or is cut off.
    pub(crate) fn live_nodes(&self) -> Option<BTreeSet<u64>> {
        self.peers.registry.live_nodes()
    }

    /// What the lobbies of other nodes send. Can be taken once.
    pub(crate) fn lobby_inbox(&self) -> Option<LobbyInbox> {
        self.peers.lobby.inbox()
    }

    /// Sends a message to the lobby of a node, or to those of all nodes.
    pub(crate) fn send_to_lobbies(&self, node: Option<u64>, message: LobbyMessage) {
        self.peers.lobby.send(node, message);
    }

    /// Tells the other nodes that this one ends.
    pub(crate) async fn leave(&self) {
        self.peers.leave().await;
    }

    /// Registers a room that this node is about to load, or to delete.
    pub(crate) fn register(&self, room: &RoomId) -> Registration {
        self.peers.registry.register(room)
    }

    fn nats(&self) -> Result<&Nats, Error> {
        let unreachable = || Error::Unavailable("NATS has not been reached yet".to_owned());
        self.nats.get().ok_or_else(unreachable)
    }
}

/// An error with its causes.
fn sentence(error: &NatsError) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

/// Whether a later attempt may succeed.
fn is_temporary(error: &NatsError) -> bool {
    matches!(error, NatsError::Unreachable(..) | NatsError::Failed(_))
}
