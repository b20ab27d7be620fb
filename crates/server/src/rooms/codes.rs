//! Codes that Chessata clients choose: each names a room until the room closes.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use raum_host::Denied;
use raum_journal::RoomId;

use super::keyed_locks::KeyedLocks;
use crate::{cluster::Cluster, lock::lock};

/// Which room each code stands for. Codes do not survive a restart: a client that enters by a code cannot resume its
/// seat, so it has no use for a room from before.
#[derive(Default)]
pub(crate) struct Codes {
    /// In a cluster, the codes by which clients have entered on this node: all nodes share the names.
    rooms: Mutex<HashMap<String, RoomId>>,
    cluster: Option<Arc<Cluster>>,
    /// Serializes clients that enter by the same code, so that two that arrive together meet in one room.
    pub(super) entering: KeyedLocks,
}

impl Codes {
    pub(super) fn new(cluster: Option<Arc<Cluster>>) -> Self {
        Self {
            cluster,
            ..Self::default()
        }
    }

    /// The room that a code stands for.
    pub(crate) async fn room(&self, code: &str) -> Result<Option<RoomId>, Denied> {
        match &self.cluster {
            Some(cluster) => cluster.room_of(code).await,
            None => Ok(lock(&self.rooms).get(code).cloned()),
        }
    }

    /// Makes an unused code stand for a room. Returns false if the code has come into use on another node.
    pub(crate) async fn bind(&self, code: &str, room: &RoomId) -> Result<bool, Denied> {
        let is_bound = match &self.cluster {
            Some(cluster) => cluster.bind(code, room).await?,
            None => true,
        };
        if is_bound {
            lock(&self.rooms).insert(code.to_owned(), room.clone());
        }
        Ok(is_bound)
    }

    /// A client has entered a room by a code, which then lasts longer.
    pub(crate) async fn used(&self, code: &str, room: &RoomId) {
        if let Some(cluster) = &self.cluster {
            lock(&self.rooms).insert(code.to_owned(), room.clone());
            // If this fails, the code lasts as long as before.
            cluster.renew(code, room).await.ok();
        }
    }

    /// Frees a code of a closed room.
    pub(crate) async fn free(&self, code: &str, room: &RoomId) {
        lock(&self.rooms).retain(|known, of| known != code || of != room);
        if let Some(cluster) = &self.cluster {
            // If this fails, the next client that enters by the code frees it.
            cluster.release(code, room).await.ok();
        }
    }

    /// Frees the codes of a closed room by which clients have entered.
    pub(crate) async fn release(&self, room: &RoomId) {
        let codes: Vec<_> = {
            let rooms = lock(&self.rooms);
            let codes = rooms.iter().filter(|(_, known)| *known == room);
            codes.map(|(code, _)| code.clone()).collect()
        };
        for code in codes {
            self.free(&code, room).await;
        }
    }
}
