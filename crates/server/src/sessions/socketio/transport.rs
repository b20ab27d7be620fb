//! The two transports of a session.

use std::{mem, time::Duration};

use axum::extract::ws::{Message, Utf8Bytes};
use raum_wire::socketio::{SEPARATOR, UPGRADE};
use tokio::{
    sync::{mpsc, oneshot},
    time::{sleep, timeout},
};

use super::{polling::Incoming, registry::Registration};
use crate::{
    limits::{CLOSE_TIMEOUT, Limits},
    rooms::{Frame, RoomSession, Services},
    sessions::{
        Ended, end,
        paced_reader::{Received, Source},
        send,
        socket::Socket,
    },
};

pub(super) enum Transport {
    WebSocket {
        socket: Socket,
        /// Packets to send before all others.
        first: Vec<Frame>,
    },
    Polling(Box<Polling>),
}

/// The task's end of a polling session.
pub(super) struct Polling {
    registration: Registration,
    incoming: mpsc::Receiver<Incoming>,
    /// The packets of the last request, and how many bytes of them have been read.
    packets: String,
    read: usize,
    /// Where to report that all have been handled.
    done: Option<oneshot::Sender<()>>,
}

impl Transport {
    /// A WebSocket on which this packet is sent before all others.
    pub(super) fn web_socket(socket: Socket, open: String) -> Self {
        Self::WebSocket {
            socket,
            first: vec![open.into()],
        }
    }

    /// Lets a room write to the WebSocket while the session waits.
    pub(super) fn attach(&self, session: &RoomSession) {
        if let Self::WebSocket { socket, .. } = self {
            session.outgoing.attach(socket.shared());
        }
    }

    /// Sends packets.
    pub(super) async fn send(
        &mut self,
        frames: impl IntoIterator<Item = Frame>,
        limits: &Limits,
    ) -> Result<(), Ended> {
        match self {
            Self::WebSocket { socket, first } => {
                let frames = mem::take(first).into_iter().chain(frames);
                send(socket, frames.map(Message::Text), limits).await
            }
            Self::Polling(polling) => Ok(polling.registration.queue.send(frames).await?),
        }
    }

    /// Ends the session, with a last packet.
    pub(super) async fn end(self, ended: Ended, last: Option<&'static str>, services: &Services) {
        let last = last.map(Utf8Bytes::from_static);
        match self {
            Self::WebSocket { mut socket, .. } => {
                if let Some(last) = last {
                    let sending = send(&mut socket, [Message::Text(last)], &services.limits);
                    timeout(CLOSE_TIMEOUT, sending).await.ok();
                }
                end(&mut socket, ended).await;
            }
            Self::Polling(mut polling) => {
                if ended == Ended::ByClient {
                    polling.report();
                }
                if let Some(last) = last {
                    // The client polls again, unless it is gone.
                    let wait_max = Duration::from_secs(services.limits.ping_seconds);
                    let shutdown = async {
                        services.ending.cancelled().await;
                        sleep(CLOSE_TIMEOUT).await;
                    };
                    tokio::select! {
                        () = polling.registration.queue.end(last, wait_max) => {}
                        () = shutdown => {}
                    }
                }
            }
        }
    }
}

impl Source for Transport {
    async fn recv(&mut self) -> Received {
        let polling = match self {
            Self::WebSocket { socket, .. } => return socket.recv().await,
            Self::Polling(polling) => polling,
        };
        let text = match polling.next().await? {
            Next::Packet(text) => text,
            Next::Upgraded(socket) => {
                let first = polling.registration.queue.rest();
                *self = Self::WebSocket { socket, first };
                Utf8Bytes::from_static(UPGRADE)
            }
        };
        Some(Ok(Message::Text(text)))
    }
}

enum Next {
    Packet(Utf8Bytes),
    Upgraded(Socket),
}

impl Polling {
    pub(super) fn new(registration: Registration, incoming: mpsc::Receiver<Incoming>) -> Self {
        Self {
            registration,
            incoming,
            packets: String::new(),
            read: 0,
            done: None,
        }
    }

    /// The next packet, or the WebSocket to switch to. `None` if the client has given up. Cancel-safe.
    async fn next(&mut self) -> Option<Next> {
        loop {
            if self.done.is_some() && self.read <= self.packets.len() {
                let rest = &self.packets[self.read..];
                let packet = rest.split(SEPARATOR).next().unwrap_or_default();
                self.read += packet.len() + SEPARATOR.len_utf8();
                return Some(Next::Packet(packet.into()));
            }
            // The client's next request waits for this, so it sends no faster than it is read.
            self.report();
            let incoming = tokio::select! {
                incoming = self.incoming.recv() => incoming?,
                () = self.registration.queue.given_up() => return None,
            };
            match incoming {
                Incoming::Packets(packets, done) => {
                    (self.packets, self.read, self.done) = (packets, 0, Some(done));
                }
                Incoming::Upgraded(socket) => return Some(Next::Upgraded(socket)),
            }
        }
    }

    /// Reports that the packets of the last request have been handled.
    fn report(&mut self) {
        self.packets = String::new();
        if let Some(done) = self.done.take() {
            done.send(()).ok();
        }
    }
}
