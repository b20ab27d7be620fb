//! Codes that stand for rooms: those that Chessata clients choose, until the room closes, and the short ones that raum issues
//! to rooms that wait for an opponent.

mod short;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use raum_host::Denied;
use raum_journal::RoomId;
use tokio::time::Instant;

use super::keyed_locks::KeyedLocks;
use crate::{
    cluster::{Cluster, Code},
    lock::lock,
};
use short::{ShortCodes, typed_code};

/// How long a short code lasts, if nobody comes.
pub(crate) const SHORT_CODE_LIFE: Duration = Duration::from_hours(24);

/// Which room each code stands for. Codes do not survive a restart: a Chessata client that enters by a code cannot resume its
/// seat, so it has no use for a room from before; a room with a short code also has its id.
#[derive(Default)]
pub(crate) struct Codes {
    /// In a cluster, the codes by which clients have entered on this node: all nodes share the names.
    rooms: Mutex<HashMap<String, RoomId>>,
    /// Empty in a cluster, whose nodes share these names, too.
    short: Mutex<ShortCodes>,
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
        match self.chosen(code).await? {
            Some(room) => Ok(Some(room)),
            None => self.short(code).await,
        }
    }

    /// The room that a code which a client chose stands for.
    async fn chosen(&self, code: &str) -> Result<Option<RoomId>, Denied> {
        match &self.cluster {
            Some(cluster) => cluster.room_of(Code::Chosen(code)).await,
            None => Ok(lock(&self.rooms).get(code).cloned()),
        }
    }

    /// The room that a short code stands for, as a person types it.
    async fn short(&self, typed: &str) -> Result<Option<RoomId>, Denied> {
        let Some(code) = typed_code(typed) else {
            return Ok(None);
        };
        match &self.cluster {
            Some(cluster) => cluster.room_of(Code::Short(&code)).await,
            None => Ok(lock(&self.short).room(&code, Instant::now())),
        }
    }

    /// Makes an unused code stand for a room. Returns false if the code has come into use on another node.
    pub(crate) async fn bind(&self, code: &str, room: &RoomId) -> Result<bool, Denied> {
        let is_bound = match &self.cluster {
            Some(cluster) => cluster.bind(Code::Chosen(code), room).await?,
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
            cluster.renew(Code::Chosen(code), room).await.ok();
        }
    }

    /// Frees a code of a closed room.
    pub(crate) async fn free(&self, code: &str, room: &RoomId) {
        lock(&self.rooms).retain(|known, of| known != code || of != room);
        if let Some(cluster) = &self.cluster {
            // If this fails, the next client that enters by the code frees it.
            cluster.release(Code::Chosen(code), room).await.ok();
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
        self.release_short(room).await;
    }

    /// Issues this short code to a room. Returns whether it was free.
    pub(crate) async fn issue(&self, code: &RoomId, room: &RoomId) -> Result<bool, Denied> {
        match &self.cluster {
            Some(cluster) => cluster.issue(code, room).await,
            None => Ok(lock(&self.short).issue(code, room, Instant::now())),
        }
    }

    /// The short code of a room, if it has one.
    pub(crate) async fn short_code(&self, room: &RoomId) -> Result<Option<RoomId>, Denied> {
        match &self.cluster {
            Some(cluster) => cluster.short_code(room).await,
            None => Ok(lock(&self.short).code(room, Instant::now())),
        }
    }

    /// Whether a name is the short code of this room, rather than its id or a code that a client chose.
    pub(crate) async fn is_short(&self, name: &str, room: &RoomId) -> Result<bool, Denied> {
        Ok(self.short(name).await?.as_ref() == Some(room) && self.chosen(name).await?.is_none())
    }

    /// Frees the short code of a room whose game has started.
    pub(crate) async fn release_short(&self, room: &RoomId) {
        match &self.cluster {
            // If this fails, the code expires.
            Some(cluster) => drop(cluster.release_short(room).await),
            None => lock(&self.short).release(room),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_short_code_stands_for_its_room_until_it_is_released_or_expires() {
        let codes = Codes::default();
        let [one, other] = [1, 2].map(RoomId::from_bits);
        let code: RoomId = "K7M2Q1".parse().unwrap();
        assert_eq!(codes.issue(&code, &one).await, Ok(true));
        assert_eq!(codes.issue(&code, &other).await, Ok(false), "it is taken");
        for typed in ["K7M2Q1", "k7m-2ql", " K7M 2QI"] {
            assert_eq!(codes.room(typed).await, Ok(Some(one.clone())), "{typed}");
            assert_eq!(codes.is_short(typed, &one).await, Ok(true));
            assert_eq!(codes.is_short(typed, &other).await, Ok(false));
        }
        assert_eq!(codes.room("K7M2Q").await, Ok(None));
        assert_eq!(codes.short_code(&one).await, Ok(Some(code.clone())));
        codes.release_short(&one).await;
        assert_eq!(codes.room("K7M2Q1").await, Ok(None));
        assert_eq!(codes.short_code(&one).await, Ok(None));

        assert_eq!(codes.issue(&code, &other).await, Ok(true));
        tokio::time::advance(SHORT_CODE_LIFE).await;
        assert_eq!(codes.room("K7M2Q1").await, Ok(None));
        assert!(lock(&codes.short).is_empty());
    }

    #[tokio::test]
    async fn a_code_that_a_client_chose_wins() {
        let codes = Codes::default();
        let [one, other] = [1, 2].map(RoomId::from_bits);
        let code = "K7M2QX".parse().unwrap();
        assert_eq!(codes.issue(&code, &one).await, Ok(true));
        assert_eq!(codes.bind("K7M2QX", &other).await, Ok(true));
        assert_eq!(codes.room("K7M2QX").await, Ok(Some(other)));
        assert_eq!(codes.is_short("K7M2QX", &one).await, Ok(false));
    }
}
