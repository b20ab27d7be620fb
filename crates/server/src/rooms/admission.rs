//! Who may come in, and how often a client may try: the limits by address, and the keys of rooms. [`door`] is the way
//! in.

mod door;

use std::{sync::Arc, time::Duration};

use raum_host::Denied;
use raum_journal::RoomId;
use raum_room::Opening;
use raum_wire::narrow::Dialect;
use tokio::{sync::mpsc, time::sleep};

use crate::{
    limits::Limits,
    log::{self, Usage},
    net::{
        address::Address,
        rates::Rates,
        throttle::{Counting, Headcount, Throttle},
    },
    rooms::{
        codes::Codes,
        host::{Facts, HostMessage, ask},
        hosts::{Hosts, Ids},
        pass_keys::PassKeys,
    },
};

pub(crate) use door::{Arrival, Place};

/// What all who come in from outside have to pass.
pub(crate) struct Admission {
    pub(crate) hosts: Hosts,
    sessions: Headcount<Address>,
    requests: Throttle<Address>,
    rooms: Throttle<Address>,
    unknown_rooms: Throttle<Address>,
    wrong_keys: Throttle<(RoomId, Address)>,
    pass_keys: Throttle<Address>,
    hashes: PassKeys,
    codes: Codes,
}

/// A room that has been found.
pub(crate) struct Found {
    pub(crate) room: RoomId,
    pub(crate) host: mpsc::Sender<HostMessage>,
    pub(crate) facts: Facts,
}

impl Admission {
    pub(crate) fn new(hosts: Hosts) -> Self {
        let limits = hosts.services().limits.clone();
        Self {
            hosts,
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
        &self.hosts.services().limits
    }

    pub(crate) fn rates(&self) -> &Arc<Rates> {
        &self.hosts.services().rates
    }

    /// Counts a session for as long as it lasts. One of many that come at once has to wait for its turn.
    pub(crate) async fn session(&self, from: Address) -> Result<Counting<Address>, Denied> {
        let counting = self.sessions.enter(from);
        let counting = counting.map_err(|_| {
            log::limit_hit("sessions-per-address-max", Some(from));
            Denied::TooMany(0)
        })?;
        let wait = self.rates().session(from)?;
        if !wait.is_zero() {
            Box::pin(sleep(wait)).await;
        }
        Ok(counting)
    }

    /// What an address uses now, for the log.
    pub(crate) fn usage(&self, by: Address) -> Usage {
        Usage {
            sessions: self.sessions.present(&by),
            rooms: self.hosts.loaded_for(by),
            bytes_stored: self.rates().bytes_stored(by),
        }
    }

    /// Counts a request to the API.
    pub(crate) fn request(&self, from: Address) -> Result<(), Denied> {
        self.requests.take(from)
    }

    /// Counts a room that an address asks to open, whether it can be opened or not.
    pub(crate) fn may_open(&self, from: Address) -> Result<(), Denied> {
        self.rooms.take(from)
    }

    /// Opens a room for an address that [may open](Self::may_open) one.
    pub(crate) async fn open(
        &self,
        from: Address,
        opening: Opening,
        pass_key: Option<String>,
        ids: Ids,
    ) -> Result<RoomId, Denied> {
        self.rates().may_store(from)?;
        let pass_key_hash = match pass_key {
            None => None,
            Some(key) => {
                self.pass_keys.take(from)?;
                Some(self.hash(from, key).await?)
            }
        };
        self.hosts.open(from, opening, pass_key_hash, ids).await
    }

    /// Fails after too many lookups of nonexistent rooms.
    pub(crate) fn may_look(&self, from: Address) -> Result<(), Denied> {
        self.unknown_rooms.check(&from)
    }

    /// Records a lookup of a nonexistent room.
    pub(crate) fn found_nothing(&self, from: Address) {
        self.unknown_rooms.count(from);
    }

    /// Finds a room for a client.
    pub(crate) async fn find(&self, from: Address, room: Option<&RoomId>) -> Result<Found, Denied> {
        self.may_look(from)?;
        let found = match room {
            Some(room) => self.knock(from, room).await,
            None => Err(Denied::NoRoom),
        };
        if let Err(why) = found {
            self.not_found(from, why);
        }
        found
    }

    /// Counts a search that has found no room. A full server does not look for rooms that are not loaded, so that
    /// answer tells a room that is loaded from one that is not, and counts as well.
    fn not_found(&self, from: Address, why: Denied) {
        if let Denied::NoRoom | Denied::Full = why {
            self.found_nothing(from);
        }
    }

    /// Finds a room for a client by its name.
    pub(crate) async fn find_named(&self, from: Address, name: &str) -> Result<Found, Denied> {
        self.may_look(from)?;
        let room = self.named(name).await?;
        self.find(from, room.as_ref()).await
    }

    /// The room that a name stands for, if it can be one: the name is an id, or a code that a Chessata client
    /// has opened a room by. An id wins over an equal code.
    pub(crate) async fn named(&self, name: &str) -> Result<Option<RoomId>, Denied> {
        let id = name.parse().ok();
        let coded = self.codes.room(Dialect::Chessata.kind(), name);
        match (id, coded) {
            (Some(id), Some(coded)) => Ok(Some(if self.hosts.has(&id).await? {
                id
            } else {
                coded
            })),
            (id, coded) => Ok(id.or(coded)),
        }
    }

    async fn knock(&self, from: Address, room: &RoomId) -> Result<Found, Denied> {
        let host = self.hosts.host(Some(from), room)?;
        let facts = ask(&host, HostMessage::Facts).await?;
        Ok(Found {
            room: room.clone(),
            host,
            facts,
        })
    }

    /// Checks a pass key against the room's hash. After too many wrong ones, rejects keys unchecked for a while.
    pub(crate) async fn is_pass_key(
        &self,
        from: Address,
        room: &RoomId,
        key: String,
        hash: String,
    ) -> Result<bool, Denied> {
        let place = (room.clone(), from);
        self.wrong_keys.check(&place)?;
        self.pass_keys.take(from)?;
        let hashing = self.hashes.turn(from).await?;
        // Counted as wrong until it turns out to be right, so that it helps nobody to try many at once; and
        // only here, where there are few, so that it harms nobody to come with many others.
        self.wrong_keys.take(place.clone())?;
        let fits = hashing.check(key, hash).await;
        if fits {
            self.wrong_keys.give_back(&place);
        }
        Ok(fits)
    }

    /// Fails after too many wrong transfer codes.
    pub(crate) fn may_try_code(&self, from: Address, room: &RoomId) -> Result<(), Denied> {
        self.wrong_keys.check(&(room.clone(), from))
    }

    /// Records an invalid transfer code.
    pub(crate) fn wrong_code(&self, from: Address, room: &RoomId) {
        self.wrong_keys.count((room.clone(), from));
    }

    /// Hashes a pass key.
    async fn hash(&self, from: Address, key: String) -> Result<String, Denied> {
        let hashing = self.hashes.turn(from).await?;
        hashing.hash(key).await.ok_or(Denied::Unavailable)
    }
}

#[cfg(test)]
mod tests {
    use std::{net::IpAddr, pin::pin};

    use raum_journal::Memory;
    use tokio::time::timeout;
    use tokio_util::sync::CancellationToken;

    use super::*;
    use crate::{rooms::Services, time::NodeClock};

    pub(super) fn admission(limits: Limits) -> Admission {
        Admission::new(Hosts::new(Services {
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
        let admission = admission(Limits {
            pass_key_hashes_max: 1,
            ..Limits::default()
        });
        let hash = admission.hash(here(), "sesame".to_owned()).await.unwrap();
        let room = RoomId::from_bits(1);
        let busy = admission.hashes.turn(here()).await.unwrap();
        let mut check = pin!(admission.is_pass_key(here(), &room, "sesame".to_owned(), hash));
        let mut open = pin!(admission.hash(here(), "another".to_owned()));
        let hour = Duration::from_hours(1);
        assert!(timeout(hour, check.as_mut()).await.is_err());
        assert!(timeout(hour, open.as_mut()).await.is_err());
        drop(busy);
        assert_eq!(check.await, Ok(true));
        assert!(open.await.is_ok());
    }
}
