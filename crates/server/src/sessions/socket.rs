//! A WebSocket that its connection reads and writes, and that its room writes to while the connection waits.

use std::{
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, Waker},
};

use axum::extract::ws::{Message, WebSocket};
use futures_util::{Sink, SinkExt, Stream, StreamExt};

use crate::{
    lock::lock,
    rooms::{self, Frame},
};

/// The connection's end of a WebSocket.
pub(super) struct Socket(Arc<Shared>);

struct Shared(Mutex<WebSocket>);

impl Socket {
    pub(super) fn new(socket: WebSocket) -> Self {
        Self(Arc::new(Shared(Mutex::new(socket))))
    }

    /// The room's end.
    pub(super) fn shared(&self) -> Arc<dyn rooms::Socket> {
        self.0.clone()
    }

    /// The next message from the client; none once the connection has ended.
    pub(super) async fn recv(&mut self) -> Option<Result<Message, axum::Error>> {
        self.next().await
    }
}

// Nothing waits here: the connection flushes what the socket does not take, and finds its errors.
impl rooms::Socket for Shared {
    fn buffer(&self, frame: &Frame) -> bool {
        let mut socket = lock(&self.0);
        let cx = &mut Context::from_waker(Waker::noop());
        let is_ready = matches!(socket.poll_ready_unpin(cx), Poll::Ready(Ok(())));
        if is_ready {
            socket.start_send_unpin(Message::Text(frame.clone())).ok();
        }
        is_ready
    }

    fn flush(&self) -> bool {
        let cx = &mut Context::from_waker(Waker::noop());
        lock(&self.0).poll_flush_unpin(cx).is_ready()
    }
}

impl Stream for Socket {
    type Item = Result<Message, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        lock(&self.0.0).poll_next_unpin(cx)
    }
}

impl Sink<Message> for Socket {
    type Error = axum::Error;

    fn poll_ready(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        lock(&self.0.0).poll_ready_unpin(cx)
    }

    fn start_send(self: Pin<&mut Self>, message: Message) -> Result<(), Self::Error> {
        lock(&self.0.0).start_send_unpin(message)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        lock(&self.0.0).poll_flush_unpin(cx)
    }

    fn poll_close(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        lock(&self.0.0).poll_close_unpin(cx)
    }
}
