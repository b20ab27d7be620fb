//! Connections by WebSocket. Each dialect has its file; what they share is here.

mod chessata;
mod narrow;
mod native;
mod space;

use std::{error::Error, sync::Arc, time::Duration};

use axum::{
    Router,
    extract::{
        WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket},
    },
    response::Response,
};
use futures_util::SinkExt;
use raum_wire::native::Close;
use tokio::time::timeout;

use crate::{
    doorkeeper::Doorkeeper,
    limits::{CLOSE_TIMEOUT, Limits, READ_BYTES, WRITE_BYTES},
};

/// Where sessions begin.
pub(crate) fn router(doorkeeper: Arc<Doorkeeper>) -> Router {
    native::router()
        .merge(space::router())
        .merge(chessata::router())
        .with_state(doorkeeper)
}

/// How a connection ends: by the other side, or by us with a reason.
type Ended = Option<Close>;

/// Makes a connection of a request, and has it served.
fn upgrade<F: Future<Output = ()> + Send + 'static>(
    doorkeeper: &Doorkeeper,
    upgrade: WebSocketUpgrade,
    serve: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> Response {
    let frame_bytes_max = doorkeeper.limits().frame_bytes_max;
    let tasks = doorkeeper.lobby.tasks().clone();
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
        Some(Err(error)) if is_too_big(&error) => Err(Some(Close::TooBig)),
        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(None),
    }
}

/// Sends frames in as few writes as may be.
async fn send(
    socket: &mut WebSocket,
    frames: impl IntoIterator<Item = Utf8Bytes>,
    limits: &Limits,
) -> Result<(), Ended> {
    let sending = timeout(Duration::from_secs(limits.send_seconds_max), async {
        for frame in frames {
            socket.feed(Message::Text(frame)).await?;
        }
        socket.flush().await
    });
    match sending.await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(None),
        Err(_) => Err(Some(Close::Slow)),
    }
}

/// Whether all that is wrong is that a frame is longer than the limit.
fn is_too_big(error: &axum::Error) -> bool {
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    matches!(cause, Some(tungstenite::Error::Capacity(_)))
}

/// Says why, and waits a moment for the other side to agree.
async fn close(socket: &mut WebSocket, why: Close) {
    let frame = CloseFrame {
        code: why.code(),
        reason: Utf8Bytes::from_static(why.reason()),
    };
    timeout(CLOSE_TIMEOUT, async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    })
    .await
    .ok();
}
