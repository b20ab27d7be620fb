//! Who may come in, and how often somebody may try: the limits by address, and the keys of rooms.

use std::{collections::VecDeque, sync::Arc, time::Duration};

use axum::{extract::ws::Utf8Bytes, http::StatusCode};
use raum_journal::RoomId;
use raum_room::{Event, Phase, Refusal, Room};
use raum_wire::{narrow::Dialect, native::Close};
use tokio::{
    sync::{Semaphore, mpsc, oneshot},
    task::spawn_blocking,
};

use crate::{
    address::Address,
    codes::Codes,
    host::{Ask, Denied, Door, Enter, Outgoing, SessionId, outbox},
    limits::Limits,
    lobby::{Ids, Lobby},
    log, meters,
    problem::Problem,
    secrets,
    throttle::{Counting, Headcount, Throttle, TooMany},
};

/// What all who come in from outside have to pass.
pub(crate) struct Doorkeeper {
    pub(crate) lobby: Lobby,
    sessions: Headcount<Address>,
    requests: Throttle<Address>,
    rooms: Throttle<Address>,
    unknown_rooms: Throttle<Address>,
    wrong_keys: Throttle<(RoomId, Address)>,
    pass_keys: Throttle<Address>,
    /// Hashing is slow on purpose: only so many at once.
    hashes: Semaphore,
    codes: Codes,
}

/// A room whose door has been found.
pub(crate) struct Found {
    pub(crate) room: RoomId,
    pub(crate) host: mpsc::Sender<Ask>,
    pub(crate) door: Door,
}

/// Who comes in a narrow dialect, and with what.
#[derive(Clone)]
pub(crate) struct Newcomer {
    pub(crate) address: Address,
    pub(crate) dialect: Dialect,
    pub(crate) name: String,
    /// The pass key that they show.
    pub(crate) key: Option<String>,
}

/// A place in a room, in a narrow dialect.
pub(crate) struct Place {
    pub(crate) room: RoomId,
    pub(crate) host: mpsc::Sender<Ask>,
    pub(crate) session: SessionId,
    pub(crate) outgoing: Outgoing,
    _counted: meters::Counted,
}

impl Place {
    /// What the room has said in answer to all that was asked of it before.
    pub(crate) async fn answers(&self) -> VecDeque<Utf8Bytes> {
        // A host answers in order. One that has ended says so by the outbox.
        ask(&self.host, Ask::Door).await.ok();
        self.outgoing.waiting()
    }
}

/// Why a room is not opened.
#[derive(Debug)]
pub(crate) enum NotOpened {
    TooMany(TooMany),
    /// The journal is so full that the rest is for games under way.
    NoSpace,
    /// The server cannot keep it.
    Unavailable,
}

impl From<NotOpened> for Problem {
    fn from(why: NotOpened) -> Self {
        match why {
            NotOpened::TooMany(too_many) => too_many.into(),
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

impl From<NotOpened> for Denied {
    fn from(why: NotOpened) -> Self {
        Self::Closed(match why {
            NotOpened::TooMany(_) => Close::Flood,
            NotOpened::NoSpace => Close::Full,
            NotOpened::Unavailable => Close::Journal,
        })
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
            hashes: Semaphore::new(limits.pass_key_hashes_max),
            codes: Codes::default(),
        }
    }

    pub(crate) fn limits(&self) -> &Arc<Limits> {
        &self.lobby.surroundings().limits
    }

    /// Counts a session for as long as it lasts.
    pub(crate) fn session(&self, from: Address) -> Result<Counting<Address>, Close> {
        let counting = self.sessions.enter(from);
        counting.map_err(|_| {
            log::limit_hit("sessions-per-address-max");
            Close::Flood
        })
    }

    /// Counts a request to the API.
    pub(crate) fn request(&self, from: Address) -> Result<(), TooMany> {
        self.requests.take(from)
    }

    /// Opens a room for somebody.
    pub(crate) async fn open(
        &self,
        from: Address,
        opening: Event,
        pass_key: Option<String>,
        ids: Ids,
    ) -> Result<RoomId, NotOpened> {
        self.rooms.take(from).map_err(NotOpened::TooMany)?;
        let pass_key_hash = match pass_key {
            None => None,
            Some(key) => {
                self.pass_keys.take(from).map_err(NotOpened::TooMany)?;
                Some(self.hash(key).await.ok_or(NotOpened::Unavailable)?)
            }
        };
        let opened = self.lobby.open(opening, pass_key_hash, ids).await;
        opened.map_err(|why| match why {
            Close::Full => NotOpened::NoSpace,
            _ => NotOpened::Unavailable,
        })
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
            Some(room) => self.knock(room).await,
            None => Err(Close::NoRoom),
        };
        if let Err(Close::NoRoom) = found {
            self.found_nothing(from);
        }
        found
    }

    async fn knock(&self, room: &RoomId) -> Result<Found, Close> {
        let host = self.lobby.host(room)?;
        let door = ask(&host, Ask::Door).await?;
        Ok(Found {
            room: room.clone(),
            host,
            door,
        })
    }

    /// Lets somebody into a room.
    pub(crate) async fn enter(
        &self,
        newcomer: Newcomer,
        room: Option<&RoomId>,
    ) -> Result<Place, Denied> {
        let found = self.find(newcomer.address, room).await?;
        self.enter_found(newcomer, found).await
    }

    async fn enter_found(&self, newcomer: Newcomer, found: Found) -> Result<Place, Denied> {
        let Found { room, host, door } = found;
        let key_shown = match (newcomer.key.clone(), door.pass_key_hash) {
            (Some(key), Some(hash)) => self.is_pass_key(newcomer.address, &room, key, hash).await?,
            _ => false,
        };
        self.enter_at(newcomer, room, host, key_shown).await
    }

    /// Opens a room for somebody who comes in at once. Its pass key is the one that they show, if any.
    pub(crate) async fn enter_new(&self, newcomer: Newcomer, ids: Ids) -> Result<Place, Denied> {
        let Newcomer {
            address, dialect, ..
        } = newcomer;
        let kind = dialect.kind();
        let opening = Room::open(kind, dialect.house_rules(), &kind.start(), []);
        let key = newcomer.key.clone();
        let room = self.open(address, opening, key, ids).await?;
        let host = self.lobby.host(&room)?;
        self.enter_at(newcomer, room, host, true).await
    }

    async fn enter_at(
        &self,
        newcomer: Newcomer,
        room: RoomId,
        host: mpsc::Sender<Ask>,
        key_shown: bool,
    ) -> Result<Place, Denied> {
        let Newcomer {
            address,
            dialect,
            name,
            ..
        } = newcomer;
        let (outbox, outgoing) = outbox(self.limits().outbox_frames_max);
        let enter = Box::new(Enter {
            dialect,
            name,
            key_shown,
            address,
            outbox,
        });
        let (reply, answer) = oneshot::channel();
        let asked = host.send(Ask::Enter(enter, reply)).await;
        asked.map_err(|_| Close::Restart)?;
        let session = answer.await.map_err(|_| Close::Restart)??;
        Ok(Place {
            room,
            host,
            session,
            outgoing,
            _counted: meters::session(dialect.name()),
        })
    }

    /// Lets somebody into the room that a code stands for; there is one afterwards, if there was none.
    pub(crate) async fn enter_by_code(
        &self,
        newcomer: Newcomer,
        code: &str,
    ) -> Result<Place, Denied> {
        let kind = newcomer.dialect.kind();
        let _turn = self.codes.turn(code).await;
        let known = self.codes.room(kind, code).or_else(|| code.parse().ok());
        if let Some(room) = known {
            // A code that stands for nothing is no vain search.
            let entered = match self.knock(&room).await {
                Ok(found) => self.enter_found(newcomer.clone(), found).await,
                Err(why) => Err(why.into()),
            };
            match entered {
                Err(Denied::Closed(Close::NoRoom) | Denied::Refused(Refusal::RoomClosed)) => {
                    self.codes.release(&room);
                }
                entered => return entered,
            }
        }
        let place = self.enter_new(newcomer, RoomId::from_bits).await?;
        self.codes.bind(kind, code, place.room.clone());
        Ok(place)
    }

    /// Frees the code of a room that has closed since somebody went from it.
    pub(crate) async fn free_code(&self, room: &RoomId, host: &mpsc::Sender<Ask>) {
        // A host that has ended tells nothing: whoever comes by the code then finds that out.
        if let Ok(door) = ask(host, Ask::Door).await
            && door.phase == Phase::Closed
        {
            self.codes.release(room);
        }
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
        let _permit = self.hashes.acquire().await.map_err(|_| Close::Restart)?;
        // Counted as wrong until it turns out to be right, so that it helps nobody to try many at once; and
        // only here, where there are few, so that it harms nobody to come with many others.
        self.wrong_keys
            .take(place.clone())
            .map_err(|_| Close::Flood)?;
        let fits = spawn_blocking(move || secrets::is_pass_key(&key, &hash)).await;
        let fits = fits.unwrap_or(false);
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
    async fn hash(&self, key: String) -> Option<String> {
        let _permit = self.hashes.acquire().await.ok()?;
        let hash = spawn_blocking(move || secrets::pass_key_hash(&key));
        hash.await.ok().flatten()
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

    fn doorkeeper(limits: Limits) -> Doorkeeper {
        Doorkeeper::new(Lobby::new(Surroundings {
            store: Arc::new(Memory::default()),
            clock: NodeClock::new(),
            limits: Arc::new(limits),
            ending: CancellationToken::new(),
        }))
    }

    fn here() -> Address {
        IpAddr::from([192, 0, 2, 1]).into()
    }

    /// Whoever comes when enough is hashed already waits, however long it takes.
    #[tokio::test(start_paused = true)]
    async fn only_so_many_pass_keys_are_hashed_at_once() {
        let doorkeeper = doorkeeper(Limits {
            pass_key_hashes_max: 1,
            ..Limits::default()
        });
        let hash = doorkeeper.hash("sesame".to_owned()).await.unwrap();
        let room = RoomId::from_bits(1);
        let busy = doorkeeper.hashes.acquire().await.unwrap();
        let mut check = pin!(doorkeeper.is_pass_key(here(), &room, "sesame".to_owned(), hash));
        let mut open = pin!(doorkeeper.hash("another".to_owned()));
        let hour = Duration::from_hours(1);
        assert!(timeout(hour, check.as_mut()).await.is_err());
        assert!(timeout(hour, open.as_mut()).await.is_err());
        drop(busy);
        assert_eq!(check.await, Ok(true));
        assert!(open.await.is_some());
    }

    #[tokio::test]
    async fn a_code_stands_for_a_room_until_it_closes_and_is_then_forgotten() {
        let doorkeeper = doorkeeper(Limits::default());
        let newcomer = Newcomer {
            address: here(),
            dialect: Dialect::Chessata,
            name: "Ann".to_owned(),
            key: None,
        };
        let kind = newcomer.dialect.kind();
        let enter = || doorkeeper.enter_by_code(newcomer.clone(), "k3");
        let leave = async |place: Place| {
            place.host.send(Ask::Gone(place.session)).await.ok();
            doorkeeper.free_code(&place.room, &place.host).await;
        };
        let [first, second] = [enter().await.unwrap(), enter().await.unwrap()];
        let room = first.room.clone();
        assert_eq!(second.room, room);
        leave(first).await;
        assert_eq!(doorkeeper.codes.room(kind, "k3"), Some(room));
        leave(second).await;
        assert_eq!(doorkeeper.codes.room(kind, "k3"), None);
    }
}
