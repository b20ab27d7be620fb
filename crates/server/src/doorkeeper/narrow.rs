//! How those come in who speak a narrow dialect: to a room that they name, to a new one, or by a code.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use raum_journal::RoomId;
use raum_room::{Phase, Refusal, Room};
use raum_wire::{narrow::Dialect, native::Close};
use tokio::sync::{mpsc, oneshot};

use super::{Doorkeeper, Found, NotOpened, ask};
use crate::{
    address::Address,
    host::{Ask, Denied, Enter, Outgoing, SessionId, outbox},
    lobby::Ids,
    meters,
};

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

impl From<NotOpened> for Denied {
    fn from(why: NotOpened) -> Self {
        Self::Closed(match why {
            NotOpened::TooMany(_) | NotOpened::Busy(_) => Close::Flood,
            NotOpened::NoSpace => Close::Full,
            NotOpened::Unavailable => Close::Journal,
        })
    }
}

impl Doorkeeper {
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
        self.may_open(address)?;
        let room = self.open(address, opening, key, ids).await?;
        let host = self.lobby.host_for(address, &room)?;
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
        let address = newcomer.address;
        self.may_look(address).map_err(|_| Close::Flood)?;
        let _turn = self.codes.turn(code).await;
        let kind = newcomer.dialect.kind();
        let named = self.named(code).await?;
        // The room with that id may be closed: then the code stands for the one that was opened by it.
        let coded = self.codes.room(kind, code);
        let coded = coded.filter(|coded| Some(coded) != named.as_ref());
        for room in named.into_iter().chain(coded) {
            let entered = match self.knock(address, &room).await {
                Ok(found) => self.enter_found(newcomer.clone(), found).await,
                Err(Close::NoRoom) => Err(Close::NoRoom.into()),
                Err(why) => {
                    self.not_found(address, why);
                    Err(why.into())
                }
            };
            match entered {
                Err(Denied::Closed(Close::NoRoom) | Denied::Refused(Refusal::RoomClosed)) => {
                    self.codes.release(&room);
                }
                entered => return entered,
            }
        }
        let entered = self.enter_new(newcomer, RoomId::from_bits).await;
        match &entered {
            Ok(place) => self.codes.bind(kind, code, place.room.clone()),
            // A code that opens a room is no search. One that finds none and opens none is, or else ids could be
            // searched for by an address that may open no more rooms.
            Err(_) => self.found_nothing(address),
        }
        entered
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
}

#[cfg(test)]
mod tests {
    use super::super::tests::{doorkeeper, here};
    use super::*;
    use crate::limits::Limits;

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

    /// Both clients by a code that is the id of a closed room meet in one new room.
    #[tokio::test]
    async fn a_code_that_is_the_id_of_a_closed_room_is_free() {
        let doorkeeper = doorkeeper(Limits::default());
        let kind = Dialect::Chessata.kind();
        let opening = Room::open(kind, Dialect::Chessata.house_rules(), &kind.start(), []);
        let ids = |_| "K3".parse().unwrap();
        let id = doorkeeper.lobby.open(opening, None, ids).await.unwrap();
        let closed = raum_room::Entry {
            seq: 2,
            at: 0,
            answers: None,
            event: raum_room::Event::RoomClosed,
            private: None,
        };
        let store = &doorkeeper.lobby.surroundings().store;
        store.append(&id, &[closed.into()]).await.unwrap();
        let newcomer = Newcomer {
            address: here(),
            dialect: Dialect::Chessata,
            name: "Ann".to_owned(),
            key: None,
        };
        let enter = || doorkeeper.enter_by_code(newcomer.clone(), "K3");
        let [first, second] = [enter().await.unwrap(), enter().await.unwrap()];
        assert_ne!(first.room, id);
        assert_eq!(first.room, second.room);
    }

    #[tokio::test]
    async fn an_id_wins_over_an_equal_code() {
        let doorkeeper = doorkeeper(Limits::default());
        let newcomer = Newcomer {
            address: here(),
            dialect: Dialect::Chessata,
            name: "Ann".to_owned(),
            key: None,
        };
        let place = doorkeeper.enter_by_code(newcomer, "K3").await.unwrap();
        let id: RoomId = "K3".parse().unwrap();
        let named = async |name| doorkeeper.named(name).await.unwrap();
        assert_eq!(named("K3").await, Some(place.room.clone()));
        // Codes are exact: this can only be an id.
        assert_eq!(named("k3").await, Some(id.clone()));
        let kind = Dialect::Chessata.kind();
        let opening = Room::open(kind, Dialect::Chessata.house_rules(), &kind.start(), []);
        let ids = |_| "K3".parse().unwrap();
        doorkeeper.lobby.open(opening, None, ids).await.unwrap();
        assert_eq!(named("K3").await, Some(id));
    }
}
