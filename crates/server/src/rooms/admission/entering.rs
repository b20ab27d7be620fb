//! How clients enter: a room that they name, a new room, or the room of a code.

use std::collections::VecDeque;

use raum_host::{Action, Denied, Handshake, NarrowHandshake};
use raum_journal::RoomId;
use raum_room::{Phase, Refusal, Room};
use raum_wire::narrow::Dialect;
use tokio::sync::OwnedSemaphorePermit;

use super::{Admission, FoundRoom};
use crate::{
    meters,
    net::Address,
    rooms::{
        Driver, Frame, HostMessage, Ids, Mailbox, Newcomer, OpenedRoom, Outgoing, SessionId, ask,
        outbox, query, secrets,
    },
    time::NodeClock,
};

/// How often a client that enters by a code tries again because a client on another node was faster.
const CODE_TRIES_MAX: usize = 8;

/// A client of a narrow dialect that asks to enter.
#[derive(Clone)]
pub(crate) struct Arrival {
    address: Address,
    dialect: Dialect,
    name: String,
    /// The pass key that the client sent.
    key: Option<String>,
}

impl Arrival {
    pub(crate) fn new(address: Address, dialect: Dialect, name: &str, key: Option<String>) -> Self {
        Self {
            address,
            dialect,
            name: name.to_owned(),
            key,
        }
    }
}

/// A client's session in a room.
pub(crate) struct RoomSession {
    pub(crate) room: RoomId,
    pub(crate) host: Mailbox,
    pub(crate) id: SessionId,
    pub(crate) outgoing: Outgoing,
    /// The room's clock.
    pub(crate) clock: NodeClock,
    _gauge: meters::Share,
}

impl RoomSession {
    /// Sends an action to the room. The host drops the permit when it has answered.
    pub(crate) async fn act(&self, action: Action, permit: Option<OwnedSemaphorePermit>) {
        // A host that has stopped closes the outbox.
        let message = HostMessage::Act(Box::new((self.id, action, permit)));
        self.host.send(message).await.ok();
    }

    /// Waits for the answers to all actions so far, and takes them from the outbox.
    pub(crate) async fn flush(&self) -> VecDeque<Frame> {
        // A host that has stopped closes the outbox.
        query(&self.host, |_| ()).await.ok();
        self.outgoing.take()
    }

    /// Ends the session.
    pub(crate) async fn disconnect(self) {
        // The host may have stopped.
        self.host.send(HostMessage::Disconnect(self.id)).await.ok();
    }
}

impl Admission {
    /// Lets an authenticated client of any dialect into a room. Returns the welcome frame, if the dialect has one.
    pub(crate) async fn enter_as(
        &self,
        handshake: Handshake,
        address: Address,
        (room, host): (RoomId, Mailbox),
        key_shown: bool,
    ) -> Result<(RoomSession, Option<String>), Denied> {
        let dialect = match &handshake {
            Handshake::Native(_) => "raum",
            Handshake::Narrow(narrow) => narrow.dialect.name(),
        };
        let (outbox, outgoing) = outbox(self.hosts.services.limits.outbox_frames_max);
        let newcomer = Newcomer {
            address,
            key_shown,
            handshake,
            outbox,
        };
        let entered = ask(&host, |reply| {
            HostMessage::Enter(Box::new((newcomer, reply)))
        })
        .await?;
        let session = RoomSession {
            room,
            host,
            id: entered.session,
            outgoing,
            clock: entered.clock,
            _gauge: meters::sessions(1, dialect),
        };
        Ok((session, entered.welcome))
    }

    /// Lets a client of a narrow dialect into a room.
    pub(crate) async fn enter(
        &self,
        arrival: Arrival,
        room: Option<&RoomId>,
    ) -> Result<RoomSession, Denied> {
        let found = self.find(arrival.address, room).await?;
        self.enter_found(arrival, found).await
    }

    async fn enter_found(&self, arrival: Arrival, found: FoundRoom) -> Result<RoomSession, Denied> {
        let FoundRoom { room, host, facts } = found;
        let key = arrival.key.clone();
        let key_shown = self.is_pass_key(arrival.address, &room, key, facts.pass_key_hash);
        let key_shown = key_shown.await?;
        self.enter_narrow(arrival, (room, host), key_shown).await
    }

    /// Opens a room for a client and lets it in. The client's pass key, if any, becomes the room's.
    pub(crate) async fn enter_new(
        &self,
        arrival: Arrival,
        ids: Ids,
    ) -> Result<RoomSession, Denied> {
        let room = self.open_for(&arrival, ids).await?;
        self.enter_opened(arrival, room).await
    }

    async fn open_for(&self, arrival: &Arrival, ids: Ids) -> Result<OpenedRoom, Denied> {
        let (address, dialect) = (arrival.address, arrival.dialect);
        let kind = dialect.kind();
        let opening = Room::open(kind, dialect.house_rules(), &kind.start(), []);
        self.may_open(address)?;
        self.open(address, opening, arrival.key.clone(), ids).await
    }

    /// Lets a client into the room that was opened for it.
    async fn enter_opened(
        &self,
        arrival: Arrival,
        room: OpenedRoom,
    ) -> Result<RoomSession, Denied> {
        let id = room.id.clone();
        let host = self.hosts.host_of_new(arrival.address, room)?;
        self.enter_narrow(arrival, (id, host), true).await
    }

    async fn enter_narrow(
        &self,
        arrival: Arrival,
        room: (RoomId, Mailbox),
        key_shown: bool,
    ) -> Result<RoomSession, Denied> {
        let handshake = Handshake::Narrow(NarrowHandshake {
            dialect: arrival.dialect,
            name: arrival.name,
            nonce: secrets::random_number(),
        });
        let entered = self.enter_as(handshake, arrival.address, room, key_shown);
        entered.await.map(|(session, _)| session)
    }

    /// Lets a client into the room that a code stands for, and opens one if the code is unused.
    pub(crate) async fn enter_by_code(
        &self,
        arrival: Arrival,
        code: &str,
    ) -> Result<RoomSession, Denied> {
        self.may_look(arrival.address)?;
        let _entering = self.codes.entering.lock(code).await;
        for _ in 0..CODE_TRIES_MAX {
            if let Some(entered) = self.enter_coded(&arrival, code).await {
                return entered;
            }
            match self.enter_uncoded(&arrival, code).await {
                Ok(Some(session)) => return Ok(session),
                // A client on another node was faster, and waits in the room of the code.
                Ok(None) => {}
                // An unused code that opens a room is not a failed lookup. One that opens none is: otherwise an address
                // that may open no more rooms could search for ids.
                Err(why) => {
                    self.found_nothing(arrival.address);
                    return Err(why);
                }
            }
        }
        Err(Denied::Unavailable)
    }

    /// Lets a client into the room that a code stands for, if it stands for one.
    async fn enter_coded(
        &self,
        arrival: &Arrival,
        code: &str,
    ) -> Option<Result<RoomSession, Denied>> {
        let (named, coded) = match self.named_and_coded(code).await {
            Ok(rooms) => rooms,
            Err(why) => return Some(Err(why)),
        };
        // If the code is also the id of a closed room, it stands for the room that was opened by it.
        let coded = coded.filter(|coded| Some(coded) != named.as_ref());
        for room in named.into_iter().chain(coded) {
            let entered = match self.load(arrival.address, &room).await {
                Ok(found) => self.enter_found(arrival.clone(), found).await,
                Err(Denied::NoRoom) => Err(Denied::NoRoom),
                Err(why) => {
                    self.not_found(arrival.address, why);
                    Err(why)
                }
            };
            match entered {
                Err(Denied::NoRoom | Denied::Refused(Refusal::RoomClosed)) => {
                    self.codes.free(code, &room).await;
                }
                entered => {
                    self.codes.used(code, &room).await;
                    return Some(entered);
                }
            }
        }
        None
    }

    /// Opens a room for an unused code. Returns none if the code has come into use on another node.
    async fn enter_uncoded(
        &self,
        arrival: &Arrival,
        code: &str,
    ) -> Result<Option<RoomSession>, Denied> {
        let room = self.open_for(arrival, RoomId::from_bits).await?;
        if !self.codes.bind(code, &room.id).await? {
            // No client knows the room. If this fails, it expires.
            self.hosts.services.upkeep.delete(&room.id).await.ok();
            return Ok(None);
        }
        self.enter_opened(arrival.clone(), room).await.map(Some)
    }

    /// Frees the code of a room that has closed since a client disconnected.
    pub(crate) async fn free_code(&self, room: &RoomId, host: &Mailbox) {
        // If the host has stopped, the next client that enters by the code finds out.
        if let Ok(facts) = query(host, Driver::facts).await
            && facts.phase == Phase::Closed
        {
            self.codes.release(room).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, atomic::Ordering};

    use super::super::tests::{admission, admission_over, here};
    use super::*;
    use crate::{limits::Limits, rooms::host::tests::Failing};

    /// Reading it would make the journal publish what it has not published yet.
    #[tokio::test]
    async fn a_room_is_not_read_for_the_client_that_opens_it() {
        let store = Arc::new(Failing::default());
        store.reads_fail.store(true, Ordering::Relaxed);
        let admission = admission_over(store, Limits::default());
        let arrival = Arrival::new(here(), Dialect::Space, "Ann", None);
        let first = admission.enter_new(arrival.clone(), RoomId::from_bits);
        let first = first.await.unwrap();
        let second = admission.enter(arrival, Some(&first.room)).await.unwrap();
        let facts = query(&second.host, Driver::facts).await.unwrap();
        assert_eq!(facts.phase, Phase::Playing);
        let other = RoomId::from_bits(0);
        let unread = admission.enter(
            Arrival::new(here(), Dialect::Space, "Bob", None),
            Some(&other),
        );
        assert_eq!(unread.await.err(), Some(Denied::Unavailable));
    }

    #[tokio::test]
    async fn a_code_stands_for_a_room_until_the_room_closes() {
        let admission = admission(Limits::default());
        let arrival = Arrival::new(here(), Dialect::Chessata, "Ann", None);
        let enter = || admission.enter_by_code(arrival.clone(), "k3");
        let leave = async |session: RoomSession| {
            let (room, host) = (session.room.clone(), session.host.clone());
            session.disconnect().await;
            admission.free_code(&room, &host).await;
        };
        let [first, second] = [enter().await.unwrap(), enter().await.unwrap()];
        let room = first.room.clone();
        assert_eq!(second.room, room);
        leave(first).await;
        assert_eq!(admission.codes.room("k3").await, Ok(Some(room)));
        leave(second).await;
        assert_eq!(admission.codes.room("k3").await, Ok(None));
    }

    /// Two clients that enter by the id of a closed room meet in one new room.
    #[tokio::test]
    async fn the_id_of_a_closed_room_is_an_unused_code() {
        let admission = admission(Limits::default());
        let kind = Dialect::Chessata.kind();
        let opening = Room::open(kind, Dialect::Chessata.house_rules(), &kind.start(), []);
        let ids = |_| "K3".parse().unwrap();
        let opened = admission.hosts.open(here(), opening, None, ids);
        let id = opened.await.unwrap().id;
        let closed = raum_room::Entry {
            seq: 2,
            at: 0,
            format: None,
            answers: None,
            event: raum_room::Event::RoomClosed,
            private: None,
        };
        let store = &admission.hosts.services.store;
        let closed = [raum_room::EncodedEntry::new(closed)];
        store.append(&id, &closed).await.unwrap();
        let arrival = Arrival::new(here(), Dialect::Chessata, "Ann", None);
        let enter = || admission.enter_by_code(arrival.clone(), "K3");
        let [first, second] = [enter().await.unwrap(), enter().await.unwrap()];
        assert_ne!(first.room, id);
        assert_eq!(first.room, second.room);
    }

    #[tokio::test]
    async fn an_id_wins_over_an_equal_code() {
        let admission = admission(Limits::default());
        let arrival = Arrival::new(here(), Dialect::Chessata, "Ann", None);
        let session = admission.enter_by_code(arrival, "K3").await.unwrap();
        let id: RoomId = "K3".parse().unwrap();
        let named = async |name| admission.named(name).await.unwrap();
        assert_eq!(named("K3").await, Some(session.room.clone()));
        // Codes are case-sensitive, so this is an id.
        assert_eq!(named("k3").await, Some(id.clone()));
        let kind = Dialect::Chessata.kind();
        let opening = Room::open(kind, Dialect::Chessata.house_rules(), &kind.start(), []);
        let ids = |_| "K3".parse().unwrap();
        admission
            .hosts
            .open(here(), opening, None, ids)
            .await
            .unwrap();
        assert_eq!(named("K3").await, Some(id));
    }
}
