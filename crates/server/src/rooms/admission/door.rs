//! How clients come in: to a room that they name, to a new one, or by a code.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use raum_host::{Action, Denied, Handshake, NarrowHandshake};
use raum_journal::RoomId;
use raum_room::{Phase, Refusal, Room};
use raum_wire::narrow::Dialect;
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::{Admission, Found, ask};
use crate::{
    meters,
    net::address::Address,
    rooms::{
        host::{HostMessage, Newcomer, Outgoing, SessionId, outbox},
        hosts::Ids,
        secrets,
    },
    time::NodeClock,
};

/// A client of a narrow dialect that wants to enter, and what it shows.
#[derive(Clone)]
pub(crate) struct Arrival {
    pub(crate) address: Address,
    pub(crate) dialect: Dialect,
    pub(crate) name: String,
    /// The pass key that it shows.
    pub(crate) key: Option<String>,
}

/// A place in a room.
pub(crate) struct Place {
    pub(crate) room: RoomId,
    pub(crate) host: mpsc::Sender<HostMessage>,
    pub(crate) session: SessionId,
    pub(crate) outgoing: Outgoing,
    /// The room's time.
    pub(crate) clock: NodeClock,
    _counted: meters::Share,
}

impl Place {
    /// Asks something of the room. The permit is dropped once that is answered.
    pub(crate) async fn ask(&self, asked: Action, permit: Option<OwnedSemaphorePermit>) {
        let ask = HostMessage::Act(self.session, asked, permit);
        // A host that has ended says so by the outbox, after all else that it had to say.
        self.host.send(ask).await.ok();
    }

    /// What the room has said in answer to all that was asked of it before.
    pub(crate) async fn flush(&self) -> VecDeque<Utf8Bytes> {
        // A host that has ended says so by the outbox.
        ask(&self.host, HostMessage::Flush).await.ok();
        self.outgoing.waiting()
    }

    /// Goes from the room.
    pub(crate) async fn go(self) {
        // The host may have ended already.
        let gone = HostMessage::Disconnect(self.session);
        self.host.send(gone).await.ok();
    }
}

impl Admission {
    /// Lets a client in that has shown what it has to, whatever it speaks. Returns the first frame, where the dialect has
    /// one.
    pub(crate) async fn enter_as(
        &self,
        handshake: Handshake,
        address: Address,
        (room, host): (RoomId, mpsc::Sender<HostMessage>),
        key_shown: bool,
    ) -> Result<(Place, Option<String>), Denied> {
        let dialect = match &handshake {
            Handshake::Native(_) => "raum",
            Handshake::Narrow(narrow) => narrow.dialect.name(),
        };
        let (outbox, outgoing) = outbox(self.limits().outbox_frames_max);
        let newcomer = Box::new(Newcomer {
            address,
            key_shown,
            handshake,
            outbox,
        });
        let entered = ask(&host, |reply| HostMessage::Enter(newcomer, reply)).await?;
        let place = Place {
            room,
            host,
            session: entered.session,
            outgoing,
            clock: entered.clock,
            _counted: meters::sessions(1, dialect),
        };
        Ok((place, entered.welcome))
    }

    /// Lets a client of a narrow dialect into a room.
    pub(crate) async fn enter(
        &self,
        arrival: Arrival,
        room: Option<&RoomId>,
    ) -> Result<Place, Denied> {
        let found = self.find(arrival.address, room).await?;
        self.enter_found(arrival, found).await
    }

    async fn enter_found(&self, arrival: Arrival, found: Found) -> Result<Place, Denied> {
        let Found { room, host, facts } = found;
        let key_shown = match (arrival.key.clone(), facts.pass_key_hash) {
            (Some(key), Some(hash)) => self.is_pass_key(arrival.address, &room, key, hash).await?,
            _ => false,
        };
        self.enter_at(arrival, (room, host), key_shown).await
    }

    /// Opens a room for a client that enters at once. Its pass key is the one that the client shows, if any.
    pub(crate) async fn enter_new(&self, arrival: Arrival, ids: Ids) -> Result<Place, Denied> {
        let Arrival {
            address, dialect, ..
        } = arrival;
        let kind = dialect.kind();
        let opening = Room::open(kind, dialect.house_rules(), &kind.start(), []);
        let key = arrival.key.clone();
        self.may_open(address)?;
        let room = self.open(address, opening, key, ids).await?;
        let host = self.hosts.host(Some(address), &room)?;
        self.enter_at(arrival, (room, host), true).await
    }

    async fn enter_at(
        &self,
        arrival: Arrival,
        room: (RoomId, mpsc::Sender<HostMessage>),
        key_shown: bool,
    ) -> Result<Place, Denied> {
        let handshake = Handshake::Narrow(NarrowHandshake {
            dialect: arrival.dialect,
            name: arrival.name,
            nonce: secrets::random_number(),
        });
        let entered = self.enter_as(handshake, arrival.address, room, key_shown);
        entered.await.map(|(place, _)| place)
    }

    /// Lets a client into the room that a code stands for; there is one afterwards, if there was none.
    pub(crate) async fn enter_by_code(
        &self,
        arrival: Arrival,
        code: &str,
    ) -> Result<Place, Denied> {
        let address = arrival.address;
        self.may_look(address)?;
        let _turn = self.codes.turn(code).await;
        let kind = arrival.dialect.kind();
        let named = self.named(code).await?;
        // The room with that id may be closed: then the code stands for the one that was opened by it.
        let coded = self.codes.room(kind, code);
        let coded = coded.filter(|coded| Some(coded) != named.as_ref());
        for room in named.into_iter().chain(coded) {
            let entered = match self.knock(address, &room).await {
                Ok(found) => self.enter_found(arrival.clone(), found).await,
                Err(Denied::NoRoom) => Err(Denied::NoRoom),
                Err(why) => {
                    self.not_found(address, why);
                    Err(why)
                }
            };
            match entered {
                Err(Denied::NoRoom | Denied::Refused(Refusal::RoomClosed)) => {
                    self.codes.release(&room);
                }
                entered => return entered,
            }
        }
        let entered = self.enter_new(arrival, RoomId::from_bits).await;
        match &entered {
            Ok(place) => self.codes.bind(kind, code, place.room.clone()),
            // A code that opens a room is no search. One that finds none and opens none is, or else ids could be
            // searched for by an address that may open no more rooms.
            Err(_) => self.found_nothing(address),
        }
        entered
    }

    /// Frees the code of a room that has closed since somebody went from it.
    pub(crate) async fn free_code(&self, room: &RoomId, host: &mpsc::Sender<HostMessage>) {
        // A host that has ended tells nothing: whoever comes by the code then finds that out.
        if let Ok(facts) = ask(host, HostMessage::Facts).await
            && facts.phase == Phase::Closed
        {
            self.codes.release(room);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{admission, here};
    use super::*;
    use crate::limits::Limits;

    #[tokio::test]
    async fn a_code_stands_for_a_room_until_it_closes_and_is_then_forgotten() {
        let admission = admission(Limits::default());
        let arrival = Arrival {
            address: here(),
            dialect: Dialect::Chessata,
            name: "Ann".to_owned(),
            key: None,
        };
        let kind = arrival.dialect.kind();
        let enter = || admission.enter_by_code(arrival.clone(), "k3");
        let leave = async |place: Place| {
            let gone = HostMessage::Disconnect(place.session);
            place.host.send(gone).await.ok();
            admission.free_code(&place.room, &place.host).await;
        };
        let [first, second] = [enter().await.unwrap(), enter().await.unwrap()];
        let room = first.room.clone();
        assert_eq!(second.room, room);
        leave(first).await;
        assert_eq!(admission.codes.room(kind, "k3"), Some(room));
        leave(second).await;
        assert_eq!(admission.codes.room(kind, "k3"), None);
    }

    /// Both clients by a code that is the id of a closed room meet in one new room.
    #[tokio::test]
    async fn a_code_that_is_the_id_of_a_closed_room_is_free() {
        let admission = admission(Limits::default());
        let kind = Dialect::Chessata.kind();
        let opening = Room::open(kind, Dialect::Chessata.house_rules(), &kind.start(), []);
        let ids = |_| "K3".parse().unwrap();
        let id = admission
            .hosts
            .open(here(), opening, None, ids)
            .await
            .unwrap();
        let closed = raum_room::Entry {
            seq: 2,
            at: 0,
            answers: None,
            event: raum_room::Event::RoomClosed,
            private: None,
        };
        let store = &admission.hosts.services().store;
        store.append(&id, &[closed.into()]).await.unwrap();
        let arrival = Arrival {
            address: here(),
            dialect: Dialect::Chessata,
            name: "Ann".to_owned(),
            key: None,
        };
        let enter = || admission.enter_by_code(arrival.clone(), "K3");
        let [first, second] = [enter().await.unwrap(), enter().await.unwrap()];
        assert_ne!(first.room, id);
        assert_eq!(first.room, second.room);
    }

    #[tokio::test]
    async fn an_id_wins_over_an_equal_code() {
        let admission = admission(Limits::default());
        let arrival = Arrival {
            address: here(),
            dialect: Dialect::Chessata,
            name: "Ann".to_owned(),
            key: None,
        };
        let place = admission.enter_by_code(arrival, "K3").await.unwrap();
        let id: RoomId = "K3".parse().unwrap();
        let named = async |name| admission.named(name).await.unwrap();
        assert_eq!(named("K3").await, Some(place.room.clone()));
        // Codes are exact: this can only be an id.
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
