//! Which clients may enter, and how often they may try: limits by address, and pass keys. [`entering`] lets them in.

mod entering;

use std::time::Duration;

use raum_host::Denied;
use raum_journal::RoomId;
use raum_room::Phase;
use tokio::time::sleep;

use super::{
    Driver, Facts, Hosts, Ids, Mailbox, NewRoom, OpenedRoom, Services, codes::Codes,
    pass_keys::PassKeys, query, secrets,
};
use crate::{
    log::{self, Usage},
    net::{Address, Headcount, Slot, Throttle},
};

pub(crate) use entering::{Arrival, RoomSession};

/// Admits clients to rooms, within the limits.
pub(crate) struct Admission {
    pub(crate) hosts: Hosts,
    sessions: Headcount<Address>,
    requests: Throttle,
    rooms: Throttle,
    unknown_rooms: Throttle,
    wrong_keys: Throttle<RoomId>,
    pass_keys: Throttle,
    hashes: PassKeys,
    codes: Codes,
    reports: Throttle,
}

/// A room that exists.
pub(crate) struct FoundRoom {
    pub(crate) room: RoomId,
    pub(crate) host: Mailbox,
    pub(crate) facts: Facts,
}

impl Admission {
    pub(crate) fn new(hosts: Hosts) -> Self {
        let limits = hosts.services.limits.clone();
        let hour = Duration::from_hours(1);
        Self {
            sessions: Headcount::new(usize::MAX, limits.sessions_per_address_max),
            requests: Throttle::per_minute("requests-per-minute", limits.requests_per_minute),
            rooms: Throttle::new("rooms-per-hour", limits.rooms_per_hour, hour),
            unknown_rooms: Throttle::per_minute(
                "unknown-rooms-per-minute",
                limits.unknown_rooms_per_minute,
            ),
            wrong_keys: Throttle::per_minute("wrong-keys-per-minute", limits.wrong_keys_per_minute),
            pass_keys: Throttle::per_minute("pass-keys-per-minute", limits.pass_keys_per_minute),
            hashes: PassKeys::new(limits.pass_key_hashes_max, limits.pass_keys_per_minute),
            codes: Codes::new(hosts.services.cluster.clone()),
            reports: Throttle::new("reports-per-hour", limits.reports_per_hour, hour),
            hosts,
        }
    }

    /// Takes a slot for a new session, and delays it if its address opens sessions too fast.
    pub(crate) async fn session(&self, from: Address) -> Result<Slot<Address>, Denied> {
        let slot = self.sessions.enter(from).map_err(|_| {
            log::limit_hit("sessions-per-address-max", Some(from));
            Denied::TooMany(0)
        })?;
        let wait = self.hosts.services.rates.session(from)?;
        if !wait.is_zero() {
            Box::pin(sleep(wait)).await;
        }
        Ok(slot)
    }

    /// How many sessions there are.
    pub(crate) fn people(&self) -> usize {
        self.sessions.taken()
    }

    /// Charges a report of a chat message.
    pub(crate) fn may_report(&self, from: Address) -> Result<(), Denied> {
        self.reports.take((from, ()))
    }

    /// What an address uses now, for the log.
    pub(crate) fn usage(&self, by: Address) -> Usage {
        Usage {
            sessions: self.sessions.taken_by(&by),
            rooms: self.hosts.loaded_for(by),
            bytes_stored: self.hosts.services.rates.bytes_stored(by),
        }
    }

    /// Charges a request to the API.
    pub(crate) fn request(&self, from: Address) -> Result<(), Denied> {
        self.requests.take((from, ()))
    }

    /// Charges an attempt to open a room, before it is known whether it succeeds.
    pub(crate) fn may_open(&self, from: Address) -> Result<(), Denied> {
        self.rooms.take((from, ()))
    }

    /// Opens a room for an address that [may open](Self::may_open) one.
    pub(crate) async fn open(
        &self,
        from: Address,
        room: impl Into<NewRoom>,
        pass_key: Option<String>,
        ids: Ids,
    ) -> Result<OpenedRoom, Denied> {
        self.hosts.services.rates.may_store(from)?;
        let pass_key_hash = match pass_key {
            None => None,
            Some(key) => {
                self.pass_keys.take((from, ()))?;
                Some(self.hash(from, key).await?)
            }
        };
        self.hosts.open(from, room, pass_key_hash, ids).await
    }

    /// Fails after too many lookups of nonexistent rooms.
    pub(crate) fn may_look(&self, from: Address) -> Result<(), Denied> {
        self.unknown_rooms.check(&(from, ()))
    }

    /// Charges a lookup of a nonexistent room.
    pub(crate) fn found_nothing(&self, from: Address) {
        self.unknown_rooms.count((from, ()));
    }

    /// Finds a room for a client.
    pub(crate) async fn find(
        &self,
        from: Address,
        room: Option<&RoomId>,
    ) -> Result<FoundRoom, Denied> {
        self.may_look(from)?;
        let found = match room {
            Some(room) => self.load(from, room).await,
            None => Err(Denied::NoRoom),
        };
        if let Err(why) = found {
            self.not_found(from, why);
        }
        found
    }

    /// Charges a lookup that found no room. A full server does not look up rooms that are not loaded: its answer would
    /// reveal which rooms are loaded, so it is charged as well.
    fn not_found(&self, from: Address, why: Denied) {
        if let Denied::NoRoom | Denied::Full = why {
            self.found_nothing(from);
        }
    }

    /// Finds a room for a client by an id or a code.
    pub(crate) async fn find_named(&self, from: Address, name: &str) -> Result<FoundRoom, Denied> {
        self.may_look(from)?;
        let room = self.named(name).await?;
        let found = self.find(from, room.as_ref()).await?;
        let phase = found.facts.phase;
        if self.is_released(name, &found.room, phase).await? {
            self.found_nothing(from);
            return Err(Denied::NoRoom);
        }
        Ok(found)
    }

    /// Issues a short code to a room that waits for an opponent, if one is free.
    pub(crate) async fn issue_code(&self, room: &RoomId) -> Option<RoomId> {
        let code = RoomId::short_from_bits(secrets::random_number());
        // The id of a room would win over the code.
        let is_free = !self.hosts.has(&code).await.ok()?;
        (is_free && self.codes.issue(&code, room).await.ok()?).then_some(code)
    }

    /// The short code of a room in this phase.
    pub(crate) async fn short_code(&self, room: &RoomId, phase: Phase) -> Option<RoomId> {
        let code = self.codes.short_code(room).await.ok()??;
        if phase != Phase::Waiting {
            self.codes.release_short(room).await;
            return None;
        }
        Some(code)
    }

    /// Whether a name was the short code of a room that no longer waits for an opponent. Frees the code.
    pub(crate) async fn is_released(
        &self,
        name: &str,
        room: &RoomId,
        phase: Phase,
    ) -> Result<bool, Denied> {
        let is_released = phase != Phase::Waiting && self.codes.is_short(name, room).await?;
        if is_released {
            self.codes.release_short(room).await;
        }
        Ok(is_released)
    }

    /// The room that a name stands for: an id, or a code. The id of an existing room wins over an
    /// equal code.
    pub(crate) async fn named(&self, name: &str) -> Result<Option<RoomId>, Denied> {
        Ok(self.named_and_coded(name).await?.0)
    }

    /// The room that a name stands for, and the room that was opened by it as a code.
    async fn named_and_coded(
        &self,
        name: &str,
    ) -> Result<(Option<RoomId>, Option<RoomId>), Denied> {
        let id = name.parse().ok();
        let coded = self.codes.room(name).await?;
        let named = match (id, &coded) {
            (Some(id), Some(_)) if self.hosts.has(&id).await? => Some(id),
            (_, Some(coded)) => Some(coded.clone()),
            (id, None) => id,
        };
        Ok((named, coded))
    }

    async fn load(&self, from: Address, room: &RoomId) -> Result<FoundRoom, Denied> {
        let host = self.hosts.host(Some(from), room)?;
        let facts = query(&host, Driver::facts).await?;
        Ok(FoundRoom {
            room: room.clone(),
            host,
            facts,
        })
    }

    /// Checks a pass key against the room's hash. After too many wrong keys, rejects keys unchecked for a while.
    pub(crate) async fn is_pass_key(
        &self,
        from: Address,
        room: &RoomId,
        key: Option<String>,
        hash: Option<String>,
    ) -> Result<bool, Denied> {
        let (Some(key), Some(hash)) = (key, hash) else {
            return Ok(false);
        };
        let attempt = (from, room.clone());
        self.wrong_keys.check(&attempt)?;
        self.pass_keys.take((from, ()))?;
        let hashing = self.hashes.turn(from).await?;
        // Charged as wrong until the hash fits, so that many attempts at once gain nothing; and charged only now, when
        // few attempts run at once, so that many clients of one address do not lock each other out.
        self.wrong_keys.take(attempt.clone())?;
        let fits = hashing.check(key, hash).await;
        if fits {
            self.wrong_keys.give_back(&attempt);
        }
        Ok(fits)
    }

    /// Fails after too many wrong transfer codes.
    pub(crate) fn may_try_code(&self, from: Address, room: &RoomId) -> Result<(), Denied> {
        self.wrong_keys.check(&(from, room.clone()))
    }

    /// Issues a code that transfers the seat of a token, given by its hash, to another device. In a cluster any node knows it.
    pub(crate) async fn offer_transfer(
        &self,
        room: &RoomId,
        host: &Mailbox,
        token_hash: String,
    ) -> Result<String, Denied> {
        let code = secrets::transfer_code();
        let code_hash = secrets::token_hash(&code);
        let Services {
            cluster, limits, ..
        } = &self.hosts.services;
        if let Some(cluster) = cluster {
            let member = query(host, move |host| host.seat_of(&token_hash)).await?;
            let member = member.ok_or(Denied::Forbidden)?;
            let lasts = Duration::from_secs(limits.transfer_seconds_max);
            let offered = cluster.offer_transfer(room, member, &code_hash, lasts);
            offered.await?;
        } else {
            let offer = move |host: &mut Driver| host.offer_transfer(&token_hash, code_hash);
            query(host, offer).await??;
        }
        Ok(code)
    }

    /// Charges a wrong transfer code.
    pub(crate) fn wrong_code(&self, from: Address, room: &RoomId) {
        self.wrong_keys.count((from, room.clone()));
    }

    async fn hash(&self, from: Address, key: String) -> Result<String, Denied> {
        let hashing = self.hashes.turn(from).await?;
        hashing.hash(key).await.ok_or(Denied::Unavailable)
    }
}

#[cfg(test)]
mod tests {
    use std::{net::IpAddr, pin::pin, sync::Arc};

    use raum_journal::{Memory, Upkeep};
    use tokio::time::timeout;

    use super::*;
    use crate::{
        limits::Limits,
        rooms::{Services, Thinking},
    };

    pub(super) fn admission(limits: Limits) -> Admission {
        admission_over(Arc::new(Memory::default()), limits)
    }

    pub(super) fn admission_over(store: Arc<impl Upkeep + 'static>, limits: Limits) -> Admission {
        Admission::new(Hosts::new(Services::new(
            store.clone(),
            store,
            limits,
            Thinking::new(0).unwrap(),
        )))
    }

    pub(super) fn here() -> Address {
        IpAddr::from([192, 0, 2, 1]).into()
    }

    /// At the limit, a client waits for as long as it takes.
    #[tokio::test(start_paused = true)]
    async fn only_so_many_pass_keys_are_hashed_at_once() {
        let admission = admission(Limits {
            pass_key_hashes_max: 1,
            ..Limits::default()
        });
        let hash = admission.hash(here(), "sesame".to_owned()).await.unwrap();
        let room = RoomId::from_bits(1);
        let busy = admission.hashes.turn(here()).await.unwrap();
        let key = Some("sesame".to_owned());
        let mut check = pin!(admission.is_pass_key(here(), &room, key, Some(hash)));
        let mut open = pin!(admission.hash(here(), "another".to_owned()));
        let hour = Duration::from_hours(1);
        assert!(timeout(hour, check.as_mut()).await.is_err());
        assert!(timeout(hour, open.as_mut()).await.is_err());
        drop(busy);
        assert_eq!(check.await, Ok(true));
        assert!(open.await.is_ok());
    }
}
