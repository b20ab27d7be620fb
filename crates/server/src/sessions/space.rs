//! Space chess at `/ws`. Clauses in `docs/dialects/space.md`.

use std::convert::Infallible;

use axum::{
    Extension, Router,
    extract::{State, WebSocketUpgrade},
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
    Ended, SessionContext, close,
    connection::{Connection, WebSocketPings},
    upgrade,
};
use crate::{
    net::Address,
    rooms::{Arrival, Driver, RoomSession, query},
};

pub(super) fn router() -> Router<SessionContext> {
    Router::new().route("/ws", any(enter))
}

async fn enter(
    State(context): State<SessionContext>,
    Extension(address): Extension<Address>,
    socket: WebSocketUpgrade,
) -> Response {
    let pings = WebSocketPings::default();
    upgrade(context, address, socket, pings, async |mut connection| {
        let Err(ended) = converse(&mut connection).await;
        connection.end(ended).await;
    })
}

/// Performs a client's requests until the connection ends.
async fn converse(connection: &mut Connection) -> Result<Infallible, Ended> {
    loop {
        let text = connection.next().await?;
        let done = match space::from_client(&text) {
            // Boxed, so that their memory is freed before the connection waits again.
            Ok(Message::CreateGame) => Box::pin(create(connection)).await,
            Ok(Message::JoinGame(room)) => Box::pin(join(connection, &room)).await,
            Ok(Message::Move(mv)) => {
                let played = connection.act(Action::Request(Request::Play(mv))).await;
                played.then_some(()).ok_or_else(|| Trouble::NoGame.into())
            }
            Err(trouble) => Err(trouble.into()),
        };
        match done {
            Ok(()) => {}
            Err(Rejected::Frame(frame)) => connection.reply(frame).await?,
            Err(Rejected::Close(why)) => return Err(why.into()),
        }
    }
}

async fn create(connection: &mut Connection) -> Result<(), Rejected> {
    check_free(connection.session()).await?;
    let entered = connection
        .context
        .admission
        .enter_new(arrival(connection), RoomId::from_bits);
    let session = entered.await?;
    switch_room(connection, session).await;
    Ok(())
}

async fn join(connection: &mut Connection, room: &str) -> Result<(), Rejected> {
    let room: Option<RoomId> = room.parse().ok();
    let own = connection.session().map(|session| &session.room);
    if own.is_some() && own == room.as_ref() {
        return Err(Trouble::OwnGame.into());
    }
    check_free(connection.session()).await?;
    let arrival = arrival(connection);
    let session = connection
        .context
        .admission
        .enter(arrival, room.as_ref())
        .await?;
    switch_room(connection, session).await;
    Ok(())
}

/// Fails if the client is in a game that is not over.
async fn check_free(session: Option<&RoomSession>) -> Result<(), Rejected> {
    let Some(session) = session else {
        return Ok(());
    };
    match query(&session.host, Driver::facts).await?.phase {
        Phase::Waiting | Phase::Playing => Err(Trouble::InGame.into()),
        Phase::Over | Phase::Closed => Ok(()),
    }
}

fn arrival(connection: &Connection) -> Arrival {
    Arrival::new(connection.address, Dialect::Space, space::NAME, None)
}

/// Leaves the previous room once the client has entered another.
async fn switch_room(connection: &mut Connection, session: RoomSession) {
    connection.leave_room().await;
    connection.begin_session(session);
}

/// The answer to a rejected request.
enum Rejected {
    /// An error frame; the connection stays open.
    Frame(String),
    /// The connection closes.
    Close(Close),
}

impl From<Trouble> for Rejected {
    fn from(trouble: Trouble) -> Self {
        Self::Frame(trouble.frame())
    }
}

impl From<Denied> for Rejected {
    fn from(why: Denied) -> Self {
        match why {
            Denied::Refused(refusal) => Self::Frame(space::refused(refusal)),
            Denied::NotServed => Trouble::NotServed.into(),
            Denied::NoRoom => Trouble::UnknownGame.into(),
            Denied::Busy | Denied::TooMany(_) => Trouble::TooManyRequests.into(),
            Denied::Full | Denied::NoSpace => Trouble::ServerFull.into(),
            Denied::Unavailable | Denied::Damaged | Denied::Newer => {
                Trouble::JournalUnavailable.into()
            }
            Denied::Forbidden | Denied::Cursor | Denied::Restart => Self::Close(close(why)),
        }
    }
}
