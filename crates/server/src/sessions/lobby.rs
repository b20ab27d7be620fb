//! The lobby at `/ws/lobby`: from the hello to the close frame. Clauses in `docs/dialects/lobby.md`.

use std::convert::Infallible;

use axum::{
    Extension, Router,
    extract::{
        State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes},
    },
    response::Response,
    routing::any,
};
use raum_wire::{
    lobby::{self, ClientFrame, ServerFrame},
    native::{Close, VERSION},
};

use super::{
    Ended, SessionContext,
    connection::{self, Heartbeat},
    native::NativePings,
    paced_reader::PacedReader,
    upgrade,
};
use crate::{
    lobby::{Visitor, person_of},
    net::{Address, Client},
    rooms::secrets,
};

type Connection = connection::Connection<NativePings>;

pub(super) fn router() -> Router<SessionContext> {
    Router::new().route("/ws/lobby", any(enter))
}

async fn enter(
    State(context): State<SessionContext>,
    Extension(address): Extension<Address>,
    socket: WebSocketUpgrade,
) -> Response {
    let heartbeat = NativePings::new(context.services.clock);
    upgrade(
        context,
        address,
        socket,
        heartbeat,
        async move |mut connection| {
            let Err(ended) = converse(&mut connection).await;
            connection.end(ended).await;
        },
    )
}

/// Lets a client in, sends it the lobby, and performs its commands until the connection ends.
async fn converse(connection: &mut Connection) -> Result<Infallible, Ended> {
    // Boxed, so that its memory is freed before the connection starts to wait.
    let mut visitor = Box::pin(begin(connection)).await?;
    loop {
        match read(&next(connection, &mut visitor).await?)? {
            ClientFrame::Hello { .. } => return Err(Close::BadFrame.into()),
            ClientFrame::Pong { id } => connection.heartbeat.answered(id),
            ClientFrame::Command { number, command } => visitor.perform(number, command),
        }
    }
}

/// Waits for the hello, and answers it.
async fn begin(connection: &mut Connection) -> Result<Visitor, Ended> {
    let services = connection.context.services.clone();
    let ClientFrame::Hello {
        version,
        after,
        mark,
        token,
    } = read(&connection.first_text().await?)?
    else {
        return Err(Close::NoHello.into());
    };
    if version != VERSION {
        return Err(Close::Version.into());
    }
    if !token.as_deref().is_none_or(secrets::is_token) {
        return Err(Close::BadFrame.into());
    }
    let new_token = token.is_none().then(secrets::token);
    let known = token.as_deref().or(new_token.as_deref());
    let token_hash = known.map(secrets::token_hash).unwrap_or_default();
    let person = person_of(&token_hash);
    let address = connection.address;
    connection.reader = PacedReader::new(&services, address, Client::Token(token_hash));
    let welcome = ServerFrame::Welcome {
        version: VERSION,
        token: new_token,
        now: services.clock.now(),
    };
    connection.send([lobby::write(&welcome)]).await?;
    connection.ping.reset();
    let lobby = &connection.context.lobby;
    Ok(lobby.enter(person, address, (after, mark.as_deref())))
}

/// The next text from the client. Sends answers, the lobby's changes and pings meanwhile.
async fn next(connection: &mut Connection, visitor: &mut Visitor) -> Result<Utf8Bytes, Ended> {
    let ending = connection.context.services.ending.clone();
    loop {
        tokio::select! {
            // Sending comes before reading.
            biased;
            frames = visitor.next() => {
                connection.send_all(frames?.into_iter().map(Message::Text)).await?;
            }
            () = ending.cancelled() => return Err(Close::Restart.into()),
            _ = connection.ping.tick() => {
                let ping = connection.heartbeat.next(&mut connection.reader);
                connection.send_all([ping.ok_or(Close::Silent)?]).await?;
            }
            text = connection.reader.next(&mut connection.socket) => return text,
        }
    }
}

fn read(text: &str) -> Result<ClientFrame, Close> {
    lobby::read(text).map_err(|_| Close::BadFrame)
}
