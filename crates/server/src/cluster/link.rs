//! What connects a loaded room with the other nodes: its registration, and the entries that they append.

use std::{sync::Arc, time::Duration};

use raum_host::NodePresence;
use raum_journal::{Error, Follower, RoomId, Store};
use raum_room::{Entry, MemberId, Millis, Seq};
use tokio::{
    select,
    sync::watch,
    time::{Instant, sleep_until, timeout},
};

use super::{Cluster, Elsewhere, Registration};
use crate::limits::RETRY;

/// How long a room that is being loaded waits for the other nodes to say who is connected there. They answer within
/// milliseconds, unless one has just died.
const GATHER_TIME: Duration = Duration::from_millis(500);

/// What happens to a room on other nodes.
pub(crate) enum News {
    /// Other nodes have another part in it, or this node is cut off from them.
    Changed,
    /// Another node has appended these entries. No entries mean that the room was deleted.
    Followed(Result<Vec<Entry>, Error>),
}

/// The connection of a loaded room with the other nodes.
pub(crate) struct Link {
    registration: Arc<Registration>,
    changes: watch::Receiver<u64>,
    follower: Follower,
    /// When following may be tried again after an error.
    not_before: Instant,
    /// The absences that other nodes may ask for.
    away: Vec<(MemberId, Millis)>,
}

impl Link {
    /// Connects a room, before it is read, so that no entry is missed.
    pub(crate) fn new(cluster: &Cluster, room: &RoomId, asleep: Option<Arc<Registration>>) -> Self {
        let registration = match asleep {
            Some(registration) => {
                registration.woke();
                registration
            }
            None => Arc::new(cluster.register(room)),
        };
        Self {
            changes: registration.changes(),
            follower: cluster.follow(room),
            not_before: Instant::now(),
            away: registration.away(),
            registration,
        }
    }

    /// Waits a moment until the other nodes have answered.
    pub(crate) async fn gather(&mut self) {
        // Without an answer, the room is served, but no member counts as away.
        gather(&self.registration, &mut self.changes).await;
    }

    /// Waits for news after this entry. Cancel-safe.
    pub(crate) async fn news(&mut self, store: &dyn Store, after: Seq) -> News {
        let Self {
            changes,
            follower,
            not_before,
            ..
        } = self;
        let followed = async {
            sleep_until(*not_before).await;
            let followed = store.next(follower, after).await;
            if followed.is_err() {
                *not_before = Instant::now() + RETRY;
            }
            followed
        };
        select! {
            // The registration, and with it the sender, lives as long as this.
            Ok(()) = changes.changed() => News::Changed,
            followed = followed => News::Followed(followed),
        }
    }

    /// The number of this node.
    pub(crate) fn node(&self) -> u64 {
        self.registration.node()
    }

    pub(crate) fn elsewhere(&self) -> Elsewhere {
        self.registration.elsewhere()
    }

    pub(crate) fn is_cut_off(&self) -> bool {
        self.registration.is_cut_off()
    }

    pub(crate) fn thinks(&self) -> bool {
        self.registration.thinks()
    }

    pub(crate) fn publish(&self, presence: NodePresence) {
        self.registration.publish(presence);
    }

    /// Sets since when members are away.
    pub(crate) fn set_away(&mut self, away: impl Iterator<Item = (MemberId, Millis)>) {
        let away: Vec<_> = away.collect();
        if away != self.away {
            self.registration.set_away(&away);
            self.away = away;
        }
    }

    /// Keeps the room registered while it sleeps.
    pub(crate) fn registration(&self) -> Arc<Registration> {
        self.registration.clone()
    }
}

/// Waits a moment until the other nodes have answered.
async fn gather(registration: &Registration, changes: &mut watch::Receiver<u64>) {
    let answered =
        async { while !registration.is_answered() && changes.changed().await.is_ok() {} };
    timeout(GATHER_TIME, answered).await.ok();
}

impl Cluster {
    /// Whether no other node has a room loaded or watches its clock. Says so only if it is certain.
    pub(crate) async fn is_alone_with(&self, room: &RoomId) -> bool {
        let registration = self.register(room);
        gather(&registration, &mut registration.changes()).await;
        registration.is_alone()
    }
}
