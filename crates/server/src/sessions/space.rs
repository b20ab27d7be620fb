//! Space chess at `/ws`. Clauses in `docs/dialects/space.md`.

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{State, WebSocketUpgrade, ws::WebSocket},
    response::Response,
    routing::any,
};
use raum_host::{Action, Denied};
use raum_journal::RoomId;
use raum_room::Phase;
use raum_wire::{
    narrow::{Dialect, Request},
    native::Close,
    space::{self, Message, Trouble},
};

use super::{
    Ended, close,
    talk::{Talk, Unanswered},
    upgrade,
};
use crate::{
    net::address::Address,
    rooms::{
        admission::{Admission, Arrival, Place},
        host::{HostMessage, ask},
    },
};

pub(super) fn router() -> Router<Arc<Admission>> {
    Router::new().route("/ws", any(enter))
}

async fn enter(
    State(admission): State<Arc<Admission>>,
    Extension(address): Extension<Address>,
    socket: WebSocketUpgrade,
) -> Response {
    upgrade(&admission.clone(), socket, move |socket| {
        serve(admission, address, socket)
    })
}

async fn serve(admission: Arc<Admission>, address: Address, socket: WebSocket) {
    let talk = Talk::begin(admission, address, Unanswered::default(), socket).await;
    let Some(mut talk) = talk else {
        return;
    };
    let ended = loop {
        if let Err(ended) = exchange(&mut talk).await {
            break ended;
        }
    };
    talk.end(ended).await;
}

/// Answers the next thing that the client says.
async fn exchange(talk: &mut Talk) -> Result<(), Ended> {
    let text = talk.next().await?;
    let done = match space::read(&text) {
        // In boxes, which are gone when the long time of waiting begins.
        Ok(Message::CreateGame) => Box::pin(create(talk)).await,
        Ok(Message::JoinGame(room)) => Box::pin(join(talk, &room)).await,
        Ok(Message::Move(mv)) => {
            let asked = talk.ask(Action::Request(Request::Play(mv))).await;
            asked.then_some(()).ok_or(Trouble::NoGame.into())
        }
        Err(trouble) => Err(trouble.into()),
    };
    match done {
        Ok(()) => Ok(()),
        Err(NotDone::Told(frame)) => talk.say(frame).await,
        Err(NotDone::Ended(why)) => Err(why.into()),
    }
}

async fn create(talk: &mut Talk) -> Result<(), NotDone> {
    check_free(talk.place.as_ref()).await?;
    let place = talk
        .admission
        .enter_new(arrival(talk), RoomId::from_bits)
        .await?;
    sit_down(talk, place).await;
    Ok(())
}

async fn join(talk: &mut Talk, room: &str) -> Result<(), NotDone> {
    let room: Option<RoomId> = room.parse().ok();
    let own = talk.place.as_ref().map(|place| &place.room);
    if own.is_some() && own == room.as_ref() {
        return Err(Trouble::OwnGame.into());
    }
    check_free(talk.place.as_ref()).await?;
    let place = talk.admission.enter(arrival(talk), room.as_ref()).await?;
    sit_down(talk, place).await;
    Ok(())
}

/// Makes sure that the client is in no game that is not over.
async fn check_free(place: Option<&Place>) -> Result<(), NotDone> {
    let Some(place) = place else {
        return Ok(());
    };
    let facts = ask(&place.host, HostMessage::Facts).await?;
    match facts.phase {
        Phase::Waiting | Phase::Playing => Err(Trouble::InGame.into()),
        Phase::Over | Phase::Closed => Ok(()),
    }
}

fn arrival(talk: &Talk) -> Arrival {
    Arrival {
        address: talk.address,
        dialect: Dialect::Space,
        name: space::NAME.to_owned(),
        key: None,
    }
}

/// Takes a place that the client has got, and only then leaves the one before.
async fn sit_down(talk: &mut Talk, place: Place) {
    talk.go().await;
    talk.place = Some(place);
}

/// Why something is not done.
enum NotDone {
    /// The client is told, and the connection goes on.
    Told(String),
    /// The connection ends.
    Ended(Close),
}

impl From<Trouble> for NotDone {
    fn from(trouble: Trouble) -> Self {
        Self::Told(trouble.frame())
    }
}

impl From<Denied> for NotDone {
    fn from(why: Denied) -> Self {
        match why {
            Denied::Refused(refusal) => Self::Told(space::refused(refusal)),
            Denied::NotServed => Trouble::NotServed.into(),
            Denied::NoRoom => Trouble::UnknownGame.into(),
            Denied::Busy | Denied::TooMany(_) => Trouble::TooManyRequests.into(),
            Denied::Full | Denied::NoSpace => Trouble::ServerFull.into(),
            Denied::Unavailable | Denied::Damaged | Denied::Newer => {
                Trouble::JournalUnavailable.into()
            }
            Denied::Forbidden | Denied::Cursor | Denied::Restart => Self::Ended(close(why)),
        }
    }
}
