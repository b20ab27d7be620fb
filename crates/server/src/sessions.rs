//! Connections of clients to rooms and to the lobby: WebSocket dialects, each in its own file, and Socket.IO.

mod chessata;
mod connection;
mod lobby;
mod native;
mod paced_reader;
mod socket;
pub(crate) mod socketio;
mod space;

use std::{error::Error, pin::pin, sync::Arc, task::Poll, time::Duration};

use axum::{
    Router,
    extract::{
        WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, close_code},
    },
    response::Response,
};
use futures_util::{SinkExt, poll};
use raum_host::Denied;
use raum_wire::native::Close;
use tokio::time::timeout;

use crate::{
    limits::{CLOSE_TIMEOUT, Limits, READ_BYTES, WRITE_BYTES},
    lobby::Lobby,
    meters,
    net::Address,
    rooms::{Admission, Services},
};
use connection::{Connection, Heartbeat};
use socket::Socket;

/// What every session needs.
#[derive(Clone)]
pub(crate) struct SessionContext {
    pub(crate) admission: Arc<Admission>,
    /// Shared: every connection holds a context.
    pub(crate) services: Arc<Services>,
    pub(crate) lobby: Arc<Lobby>,
}

/// The WebSocket routes of all dialects.
pub(crate) fn router(context: SessionContext) -> Router {
    native::router()
        .merge(space::router())
        .merge(chessata::router())
        .merge(lobby::router())
        .with_state(context)
}

/// How a connection ends.
#[derive(Debug, PartialEq, Eq)]
enum Ended {
    /// The client has sent a close frame, which is answered with its own code.
    ByClient,
    /// The connection is broken: nothing more can be sent.
    Lost,
    /// The server closes it, with this code and reason.
    ByServer(u16, &'static str),
}

impl Ended {
    /// The client violates the protocol of Socket.IO.
    const fn violation() -> Self {
        let reason = "the packet breaks the Socket.IO protocol";
        Self::ByServer(close_code::PROTOCOL, reason)
    }
}

impl From<Close> for Ended {
    fn from(why: Close) -> Self {
        Self::ByServer(why.code(), why.reason())
    }
}

impl From<Denied> for Ended {
    fn from(why: Denied) -> Self {
        close(why).into()
    }
}

/// The close code of a denied request.
pub(crate) const fn close(why: Denied) -> Close {
    match why {
        Denied::NoRoom => Close::NoRoom,
        Denied::NotServed | Denied::Forbidden | Denied::Refused(_) => Close::Forbidden,
        Denied::Cursor => Close::Cursor,
        Denied::Full | Denied::NoSpace => Close::Full,
        Denied::Busy | Denied::TooMany(_) => Close::Flood,
        Denied::Unavailable | Denied::Damaged => Close::Journal,
        Denied::Newer => Close::Newer,
        Denied::Restart => Close::Restart,
    }
}

/// Upgrades a request to a WebSocket and serves the connection, if its address may have another session.
fn upgrade<H: Heartbeat + Send + 'static, F: Future<Output = ()> + Send + 'static>(
    context: SessionContext,
    address: Address,
    upgrade: WebSocketUpgrade,
    heartbeat: H,
    serve: impl FnOnce(Box<Connection<H>>) -> F + Send + 'static,
) -> Response {
    let tasks = context.services.tasks.clone();
    configured(upgrade, &context.services.limits).on_upgrade(move |socket| {
        // Boxed, so that its memory is freed before the connection starts to wait.
        let socket = Socket::new(socket);
        let open = Box::pin(Connection::open(context, address, heartbeat, socket));
        tasks.track_future(async move {
            if let Some(connection) = open.await {
                serve(connection).await;
            }
        })
    })
}

/// Sets the buffers and limits of a WebSocket. A connection holds the buffers for as long as it lasts, and most
/// connections wait.
fn configured(upgrade: WebSocketUpgrade, limits: &Limits) -> WebSocketUpgrade {
    upgrade
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(WRITE_BYTES)
        .max_message_size(limits.frame_bytes_max)
        .max_frame_size(limits.frame_bytes_max)
}

/// The text of a received message; none for pings and pongs, and empty for binary messages. The error is how the
/// connection ends.
fn text_of(message: Option<Result<Message, axum::Error>>) -> Result<Option<Utf8Bytes>, Ended> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text)),
        Some(Ok(Message::Binary(_))) => Ok(Some(Utf8Bytes::default())),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Close(_))) => Err(Ended::ByClient),
        Some(Err(error)) => Err(fault_of(&error)),
        None => Err(Ended::Lost),
    }
}

/// How a connection ends after a read error.
fn fault_of(error: &axum::Error) -> Ended {
    use tungstenite::{Error, error::ProtocolError};
    match error.source().and_then(|cause| cause.downcast_ref()) {
        Some(Error::Capacity(_)) => Close::TooBig.into(),
        Some(Error::Utf8(_)) => Ended::ByServer(close_code::INVALID, "the text is not UTF-8"),
        Some(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => Ended::Lost,
        // No mask, reserved bits, an unknown opcode, a fragmented control frame … (RFC 6455, 7.4.1).
        Some(Error::Protocol(_)) => {
            let reason = "the frame breaks the WebSocket protocol";
            Ended::ByServer(close_code::PROTOCOL, reason)
        }
        _ => Ended::Lost,
    }
}

/// Sends messages in as few writes as possible.
async fn send(
    socket: &mut Socket,
    messages: impl IntoIterator<Item = Message>,
    limits: &Limits,
) -> Result<(), Ended> {
    let mut sending = pin!(async {
        for message in messages {
            socket.feed(message).await?;
        }
        socket.flush().await
    });
    // Most clients accept everything at once, and need no timer.
    let sent = match poll!(sending.as_mut()) {
        Poll::Ready(sent) => Ok(sent),
        Poll::Pending => {
            let time = Duration::from_secs(limits.send_seconds_max);
            Box::pin(timeout(time, sending)).await
        }
    };
    match sent {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(Ended::Lost),
        Err(_) => Err(Close::Slow.into()),
    }
}

/// Closes a connection: with a close frame, or by answering the client's.
async fn end(socket: &mut Socket, ended: Ended) {
    let (code, reason) = match ended {
        Ended::ByServer(code, reason) => (code, reason),
        Ended::ByClient => return until_closed(socket).await,
        Ended::Lost => return,
    };
    meters::closed(code.to_string());
    let frame = CloseFrame {
        code,
        reason: Utf8Bytes::from_static(reason),
    };
    let sent = timeout(CLOSE_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
    if let Ok(Ok(())) = sent {
        until_closed(socket).await;
    }
}

/// Waits a moment for the closing handshake. The next read sends the answer to a client's close frame.
async fn until_closed(socket: &mut Socket) {
    let closing = async { while let Some(Ok(_)) = socket.recv().await {} };
    timeout(CLOSE_TIMEOUT, closing).await.ok();
}
