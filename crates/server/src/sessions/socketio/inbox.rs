//! The queue of events of one Socket.IO socket, in the order of their arrival.

use std::{convert::Infallible, sync::Arc};

use raum_wire::native::Close;
use socketioxide::{
    adapter::LocalAdapter,
    handler::{FromConnectParts, MessageHandler, Value},
    socket::Socket,
};
use tokio::sync::mpsc::{self, error::TrySendError};

use super::backpressure::Backpressure;
use crate::{log, meters};

/// The shortest event: `42["a"]` and a separator.
const EVENT_BYTES_MIN: usize = 8;

/// A socket that is about to connect.
pub(super) struct NewSocket(pub(super) Arc<Socket>);

impl FromConnectParts<LocalAdapter> for NewSocket {
    type Error = Infallible;

    fn from_connect_parts(socket: &Arc<Socket>, _: &Option<Value>) -> Result<Self, Infallible> {
        Ok(Self(socket.clone()))
    }
}

/// Queues a socket's events on the task that reads them. The crate's own handlers run in one task per event, which can
/// reorder them.
pub(super) struct Inbox {
    events: mpsc::Sender<String>,
    backpressure: Backpressure,
}

impl Inbox {
    /// A queue for as many events as the longest message can carry.
    pub(super) fn new(
        message_bytes_max: usize,
        backpressure: Backpressure,
    ) -> (Self, mpsc::Receiver<String>) {
        let (events, received) = mpsc::channel(message_bytes_max / EVENT_BYTES_MIN);
        let inbox = Self {
            events,
            backpressure,
        };
        (inbox, received)
    }
}

/// Distinguishes this handler from the crate's own.
pub(super) enum Ordered {}

impl MessageHandler<LocalAdapter, Ordered> for Inbox {
    fn call(&self, socket: Arc<Socket>, event: Value, _: Option<i64>) {
        let text = match event {
            Value::Str(text, _) => text.as_str().to_owned(),
            Value::Bytes(_) => String::new(),
        };
        self.backpressure.queued();
        // Only a client with many parallel polls can fill the queue: others are not read while so much waits.
        if let Err(TrySendError::Full(_)) = self.events.try_send(text) {
            let address = socket.req_parts().extensions.get().copied();
            log::limit_hit("commands-burst", address);
            meters::closed(Close::Flood.code().to_string());
            // If the client does not accept this either, its pings time out.
            socket.disconnect().ok();
        }
    }
}
