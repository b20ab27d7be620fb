//! Who may come in, and how often somebody may try: the limits by address, and the keys of rooms. [`narrow`] is
//! how those come in who speak a narrow dialect.

mod narrow;

use std::{sync::Arc, time::Duration};

use axum::http::StatusCode;
use raum_journal::RoomId;
use raum_room::Event;
use raum_wire::{narrow::Dialect, native::Close};
use tokio::{
    sync::{mpsc, oneshot},
    time::sleep,
};

use crate::{
    address::Address,
    codes::Codes,
    host::{Ask, Door},
    limits::Limits,
    lobby::{Ids, Lobby},
    log::{self, Usage},
    pass_keys::PassKeys,
    problem::Problem,
    rates::Rates,
    throttle::{Counting, Headcount, Throttle, TooMany},
    workers::Busy,
};

pub(crate) use narrow::{Newcomer, Place};

/// What all who come in from outside have to pass.
pub(crate) struct Doorkeeper {
    pub(crate) lobby: Lobby,
    sessions: Headcount<Address>,
    requests: Throttle<Address>,
    rooms: Throttle<Address>,
    unknown_rooms: Throttle<Address>,
    wrong_keys: Throttle<(RoomId, Address)>,
    pass_keys: Throttle<Address>,
    hashes: PassKeys,
    codes: Codes,
}

/// A room whose door has been found.
pub(crate) struct Found {
    pub(crate) room: RoomId,
    pub(crate) host: mpsc::Sender<Ask>,
    pub(crate) door: Door,
}

/// Why a room is not opened.
#[derive(Debug)]
pub(crate) enum NotOpened {
    TooMany(TooMany),
    /// The address has too much waiting.
    Busy(Busy),
    /// The journal is so full that the rest is for games under way.
    NoSpace,
    /// The server cannot keep it.
    Unavailable,
}

impl From<NotOpened> for Problem {
    fn from(why: NotOpened) -> Self {
        match why {
            NotOpened::TooMany(too_many) => too_many.into(),
            NotOpened::Busy(busy) => busy.into(),
            NotOpened::NoSpace => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "no-space",
                "The server has no space for another room. Games under way go on.",
            )
            .retry_after_seconds(3600),
            NotOpened::Unavailable => Self::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "journal-unavailable",
                "The server cannot keep a room now. Try again later.",
            )
            .retry_after_seconds(5),
        }
    }
}

impl From<TooMany> for Problem {
    fn from(too_many: TooMany) -> Self {
        let sentence = "There have been too many requests of this kind from your address.";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", sentence)
            .retry_after_seconds(too_many.wait.as_secs() + 1)
    }
}

impl Doorkeeper {
    pub(crate) fn new(lobby: Lobby) -> Self {
        let limits = lobby.surroundings().limits.clone();
        Self {
            lobby,
            sessions: Headcount::new(usize::MAX, limits.sessions_per_address_max),
            requests: Throttle::per_minute("requests-per-minute", limits.requests_per_minute),
            rooms: Throttle::new(
                "rooms-per-hour",
                limits.rooms_per_hour,
                Duration::from_hours(1),
            ),
            unknown_rooms: Throttle::per_minute(
                "unknown-rooms-per-minute",
                limits.unknown_rooms_per_minute,
            ),
            wrong_keys: Throttle::per_minute("wrong-keys-per-minute", limits.wrong_keys_per_minute),
            pass_keys: Throttle::per_minute("pass-keys-per-minute", limits.pass_keys_per_minute),
            hashes: PassKeys::new(limits.pass_key_hashes_max, limits.pass_keys_per_minute),
            codes: Codes::default(),
        }
    }

    pub(crate) fn limits(&self) -> &Arc<Limits> {
        &self.lobby.surroundings().limits
    }

    pub(crate) fn rates(&self) -> &Arc<Rates> {
        &self.lobby.surroundings().rates
    }

    /// Counts a session for as long as it lasts. One of many that come at once has to wait for its turn.
    pub(crate) async fn session(&self, from: Address) -> Result<Counting<Address>, Close> {
        let counting = self.sessions.enter(from);
        let counting = counting.map_err(|_| {
            log::limit_hit("sessions-per-address-max", Some(from));
            Close::Flood
        })?;
        let wait = self.rates().session(from).map_err(|_| Close::Flood)?;
        if !wait.is_zero() {
            Box::pin(sleep(wait)).await;
        }
        Ok(counting)
    }

    /// What an address uses now, for the log.
    pub(crate) fn usage(&self, by: Address) -> Usage {
        Usage {
            sessions: self.sessions.present(&by),
            rooms: self.lobby.loaded_for(by),
            bytes_stored: self.rates().bytes_stored(by),
        }
    }

    /// Counts a request to the API.
    pub(crate) fn request(&self, from: Address) -> Result<(), TooMany> {
        self.requests.take(from)
    }

    /// Counts a room that an address asks to open, whether it can be opened or not.
    pub(crate) fn may_open(&self, from: Address) -> Result<(), NotOpened> {
        self.rooms.take(from).map_err(NotOpened::TooMany)
    }

    /// Opens a room for an address that [may open](Self::may_open) one.
    pub(crate) async fn open(
        &self,
        from: Address,
        opening: Event,
        pass_key: Option<String>,
        ids: Ids,
    ) -> Result<RoomId, NotOpened> {
        self.rates().may_store(from).map_err(NotOpened::TooMany)?;
        let pass_key_hash = match pass_key {
            None => None,
            Some(key) => {
                self.pass_keys.take(from).map_err(NotOpened::TooMany)?;
                Some(self.hash(from, key).await?)
            }
        };
        // An opening may bring thousands of moves.
        let bytes = serde_json::to_vec(&opening).map_or(0, |json| json.len());
        let opened = self.lobby.open(opening, pass_key_hash, ids).await;
        let opened = opened.map_err(|why| match why {
            Close::Full => NotOpened::NoSpace,
            _ => NotOpened::Unavailable,
        })?;
        self.rates().stored(from, 1, bytes);
        Ok(opened)
    }

    /// Whether somebody may look for a room, after having looked for some that there are not.
    pub(crate) fn may_look(&self, from: Address) -> Result<(), TooMany> {
        self.unknown_rooms.check(&from)
    }

    /// Somebody has looked for a room that there is not.
    pub(crate) fn found_nothing(&self, from: Address) {
        self.unknown_rooms.count(from);
    }

    /// Finds a room for somebody.
    pub(crate) async fn find(&self, from: Address, room: Option<&RoomId>) -> Result<Found, Close> {
        self.may_look(from).map_err(|_| Close::Flood)?;
        let found = match room {
            Some(room) => self.knock(from, room).await,
            None => Err(Close::NoRoom),
        };
        if let Err(why) = found {
            self.not_found(from, why);
        }
        found
    }

    /// Counts a search that has found no room. A full server does not look for rooms that are not loaded, so that
    /// answer tells a room that is loaded from one that is not, and counts as well.
    fn not_found(&self, from: Address, why: Close) {
        if let Close::NoRoom | Close::Full = why {
            self.found_nothing(from);
        }
    }

    /// Finds a room for a client by its name.
    pub(crate) async fn find_named(&self, from: Address, name: &str) -> Result<Found, Close> {
        self.may_look(from).map_err(|_| Close::Flood)?;
        let room = self.named(name).await?;
        self.find(from, room.as_ref()).await
    }

    /// The room that a name stands for, if it can be one: the name is an id, or a code that a Chessata client
    /// has opened a room by. An id wins over an equal code.
    pub(crate) async fn named(&self, name: &str) -> Result<Option<RoomId>, Close> {
        let id = name.parse().ok();
        let coded = self.codes.room(Dialect::Chessata.kind(), name);
        match (id, coded) {
            (Some(id), Some(coded)) => Ok(Some(if self.lobby.has(&id).await? {
                id
            } else {
                coded
            })),
            (id, coded) => Ok(id.or(coded)),
        }
    }

    async fn knock(&self, from: Address, room: &RoomId) -> Result<Found, Close> {
        let host = self.lobby.host_for(from, room)?;
        let door = ask(&host, Ask::Door).await?;
        Ok(Found {
            room: room.clone(),
            host,
            door,
        })
    }

    /// Whether this is the pass key of which a room has the hash. From so many wrong ones on nobody looks at
    /// them for a while, whether they are right or not.
    pub(crate) async fn is_pass_key(
        &self,
        from: Address,
        room: &RoomId,
        key: String,
        hash: String,
    ) -> Result<bool, Close> {
        let place = (room.clone(), from);
        self.wrong_keys.check(&place).map_err(|_| Close::Flood)?;
        self.pass_keys.take(from).map_err(|_| Close::Flood)?;
        let hashing = self.hashes.turn(from).await.map_err(|_| Close::Flood)?;
        // Counted as wrong until it turns out to be right, so that it helps nobody to try many at once; and
        // only here, where there are few, so that it harms nobody to come with many others.
        self.wrong_keys
            .take(place.clone())
            .map_err(|_| Close::Flood)?;
        let fits = hashing.check(key, hash).await;
        if fits {
            self.wrong_keys.give_back(&place);
        }
        Ok(fits)
    }

    /// Whether somebody may try a transfer code.
    pub(crate) fn may_try_code(&self, from: Address, room: &RoomId) -> Result<(), Close> {
        let place = (room.clone(), from);
        self.wrong_keys.check(&place).map_err(|_| Close::Flood)
    }

    /// Somebody has tried a transfer code that is none.
    pub(crate) fn wrong_code(&self, from: Address, room: &RoomId) {
        self.wrong_keys.count((room.clone(), from));
    }

    /// What is kept of a pass key.
    async fn hash(&self, from: Address, key: String) -> Result<String, NotOpened> {
        let hashing = self.hashes.turn(from).await.map_err(NotOpened::Busy)?;
        hashing.hash(key).await.ok_or(NotOpened::Unavailable)
    }
}

/// Puts a question to a host that may be about to end.
pub(crate) async fn ask<T>(
    host: &mpsc::Sender<Ask>,
    question: impl FnOnce(oneshot::Sender<Result<T, Close>>) -> Ask,
) -> Result<T, Close> {
    let (reply, answer) = oneshot::channel();
    host.send(question(reply))
        .await
        .map_err(|_| Close::Restart)?;
    answer.await.map_err(|_| Close::Restart)?
}

#[cfg(test)]
mod tests {
    use std::{net::IpAddr, pin::pin};

    use raum_journal::Memory;
    use tokio::time::timeout;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::{host::Surroundings, time::NodeClock};

    pub(super) fn doorkeeper(limits: Limits) -> Doorkeeper {
        Doorkeeper::new(Lobby::new(Surroundings {
            store: Arc::new(Memory::default()),
            upkeep: Arc::new(Memory::default()),
            clock: NodeClock::new(),
            rates: Arc::new(Rates::new(&limits)),
            limits: Arc::new(limits),
            ending: CancellationToken::new(),
        }))
    }

    pub(super) fn here() -> Address {
        IpAddr::from([192, 0, 2, 1]).into()
    }

    /// Whoever comes when enough is hashed already waits, however long it takes.
    #[tokio::test(start_paused = true)]
    async fn only_so_many_pass_keys_are_hashed_at_once() {
        let doorkeeper = doorkeeper(Limits {
            pass_key_hashes_max: 1,
            ..Limits::default()
        });
        let hash = doorkeeper.hash(here(), "sesame".to_owned()).await.unwrap();
        let room = RoomId::from_bits(1);
        let busy = doorkeeper.hashes.turn(here()).await.unwrap();
        let mut check = pin!(doorkeeper.is_pass_key(here(), &room, "sesame".to_owned(), hash));
        let mut open = pin!(doorkeeper.hash(here(), "another".to_owned()));
        let hour = Duration::from_hours(1);
        assert!(timeout(hour, check.as_mut()).await.is_err());
        assert!(timeout(hour, open.as_mut()).await.is_err());
        drop(busy);
        assert_eq!(check.await, Ok(true));
        assert!(open.await.is_ok());
    }
}
