//! Connections by WebSocket. Each dialect has its file; what they share is here.

mod chessata;
mod native;
mod reading;
pub(crate) mod socketio;
mod space;
mod talk;

use std::{error::Error, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{
        WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code},
    },
    response::Response,
};
use futures_util::SinkExt;
use raum_host::Denied;
use raum_wire::native::Close;
use tokio::time::timeout;

pub(crate) use reading::Pace;

use crate::{
    limits::{CLOSE_TIMEOUT, Limits, READ_BYTES, WRITE_BYTES},
    meters,
    rooms::admission::Admission,
};

/// Where sessions begin.
pub(crate) fn router(admission: Arc<Admission>) -> Router {
    native::router()
        .merge(space::router())
        .merge(chessata::router())
        .with_state(admission)
}

/// How a connection ends.
#[derive(Debug, PartialEq, Eq)]
enum Ended {
    /// The client has sent a close frame, which is answered with its own code.
    ByClient,
    /// The connection is gone: nothing more can be sent.
    Lost,
    /// The server closes it, with this code and reason.
    ByServer(u16, &'static str),
}

impl Ended {
    /// No mask, reserved bits, an unknown opcode, a fragmented control frame … (RFC 6455, 7.4.1).
    const PROTOCOL: Self = Self::ByServer(
        close_code::PROTOCOL,
        "the frame breaks the WebSocket protocol",
    );

    /// A text that is not UTF-8.
    const NOT_UTF8: Self = Self::ByServer(close_code::INVALID, "the text is not UTF-8");
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

/// How a connection is closed that is denied something.
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

/// Makes a connection of a request, and has it served.
fn upgrade<F: Future<Output = ()> + Send + 'static>(
    admission: &Admission,
    upgrade: WebSocketUpgrade,
    serve: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> Response {
    let frame_bytes_max = admission.limits().frame_bytes_max;
    let tasks = admission.hosts.tasks().clone();
    // A connection holds these buffers for as long as it lasts, and most connections wait.
    upgrade
        .read_buffer_size(READ_BYTES)
        .write_buffer_size(WRITE_BYTES)
        .max_message_size(frame_bytes_max)
        .max_frame_size(frame_bytes_max)
        .on_upgrade(move |socket| tasks.track_future(serve(socket)))
}

/// The text of what came over a connection; none of what says nothing, such as a ping. What is no text is as
/// good as an empty one. The error is how the connection ends.
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

/// How a connection ends over which nothing more can be read.
fn fault_of(error: &axum::Error) -> Ended {
    use tungstenite::{Error, error::ProtocolError};
    match error.source().and_then(|cause| cause.downcast_ref()) {
        Some(Error::Capacity(_)) => Close::TooBig.into(),
        Some(Error::Utf8(_)) => Ended::NOT_UTF8,
        Some(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => Ended::Lost,
        Some(Error::Protocol(_)) => Ended::PROTOCOL,
        _ => Ended::Lost,
    }
}

/// Sends messages in as few writes as may be.
async fn send(
    socket: &mut WebSocket,
    messages: impl IntoIterator<Item = Message>,
    limits: &Limits,
) -> Result<(), Ended> {
    let sending = timeout(Duration::from_secs(limits.send_seconds_max), async {
        for message in messages {
            socket.feed(message).await?;
        }
        socket.flush().await
    });
    match sending.await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(Ended::Lost),
        Err(_) => Err(Close::Slow.into()),
    }
}

/// Ends a connection: with a close frame, or with the answer to the client's.
async fn end(socket: &mut WebSocket, ended: Ended) {
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

/// Waits a moment for the closing handshake. The answer to a client's close frame goes out with the next read.
async fn until_closed(socket: &mut WebSocket) {
    let closing = async { while let Some(Ok(_)) = socket.recv().await {} };
    timeout(CLOSE_TIMEOUT, closing).await.ok();
}
