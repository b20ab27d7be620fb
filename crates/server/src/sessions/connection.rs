//! One WebSocket connection, in a room or between rooms.

use std::{collections::VecDeque, future::pending, time::Duration};

use axum::extract::ws::{Message, Utf8Bytes};
use raum_host::Action;
use raum_wire::native::Close;
use tokio::time::{Instant, Interval, interval_at, timeout};

use super::{Ended, SessionContext, end, paced_reader::PacedReader, send, socket::Socket, text_of};
use crate::{
    net::{Address, Client, Slot},
    rooms::{Frame, RoomSession},
};

/// How many unanswered pings end a connection.
pub(super) const UNANSWERED_MAX: u32 = 2;

/// A connection, and its session in a room.
pub(super) struct Connection<H = WebSocketPings> {
    pub(super) context: SessionContext,
    pub(super) address: Address,
    session: Option<RoomSession>,
    pub(super) socket: Socket,
    pub(super) reader: PacedReader,
    pub(super) heartbeat: H,
    pub(super) ping: Interval,
    _slot: Slot<Address>,
}

/// The pings of a connection.
pub(super) trait Heartbeat {
    /// The next ping, unless too many are unanswered.
    fn next(&mut self, reader: &mut PacedReader) -> Option<Message>;
}

/// Pings of the WebSocket protocol, with the number of unanswered ones. Any message counts as an answer.
#[derive(Default)]
pub(super) struct WebSocketPings(u32);

impl Heartbeat for WebSocketPings {
    fn next(&mut self, reader: &mut PacedReader) -> Option<Message> {
        if reader.was_active() {
            self.0 = 0;
        }
        self.0 += 1;
        (self.0 <= UNANSWERED_MAX).then(|| Message::Ping(axum::body::Bytes::new()))
    }
}

impl<H: Heartbeat> Connection<H> {
    /// Opens a connection, or closes the socket if its address has too many. Boxed, because a future would hold several
    /// copies.
    pub(super) async fn open(
        context: SessionContext,
        address: Address,
        heartbeat: H,
        mut socket: Socket,
    ) -> Option<Box<Self>> {
        let slot = match context.admission.session(address).await {
            Ok(slot) => slot,
            Err(why) => {
                end(&mut socket, why.into()).await;
                return None;
            }
        };
        let interval = Duration::from_secs(context.services.limits.ping_seconds);
        Some(Box::new(Self {
            address,
            session: None,
            socket,
            reader: PacedReader::new(&context.services, address, Client::connection()),
            heartbeat,
            ping: interval_at(Instant::now() + interval, interval),
            _slot: slot,
            context,
        }))
    }

    /// The first text from the client, which has to come soon.
    pub(super) async fn first_text(&mut self) -> Result<Utf8Bytes, Ended> {
        let seconds = self.context.services.limits.hello_seconds_max;
        let first = timeout(Duration::from_secs(seconds), async {
            loop {
                if let Some(text) = text_of(self.socket.recv().await)? {
                    return Ok(text);
                }
            }
        });
        first.await.map_err(|_| Close::NoHello)?
    }

    /// The next text from the client. Sends the room's frames and pings meanwhile.
    pub(super) async fn next(&mut self) -> Result<Utf8Bytes, Ended> {
        loop {
            tokio::select! {
                // Sending comes before reading.
                biased;
                frames = frames_of(self.session.as_ref()) => self.send(frames?).await?,
                () = self.context.services.ending.cancelled(), if self.session.is_none() => {
                    return Err(Close::Restart.into());
                }
                _ = self.ping.tick() => {
                    let ping = self.heartbeat.next(&mut self.reader).ok_or(Close::Silent)?;
                    self.send_all([ping]).await?;
                }
                text = self.reader.next(&mut self.socket) => return text,
            }
        }
    }

    /// Sends a frame that is not the room's, after the room's answers so far.
    pub(super) async fn reply(&mut self, frame: String) -> Result<(), Ended> {
        let mut frames = match &self.session {
            Some(session) => Box::pin(session.flush()).await,
            None => VecDeque::new(),
        };
        frames.push_back(frame.into());
        self.send(frames).await
    }

    pub(super) async fn send(
        &mut self,
        frames: impl IntoIterator<Item = impl Into<Frame>>,
    ) -> Result<(), Ended> {
        let frames = frames.into_iter();
        let texts = frames.map(|frame| Message::Text(frame.into()));
        self.send_all(texts).await
    }

    pub(super) async fn send_all(
        &mut self,
        messages: impl IntoIterator<Item = Message>,
    ) -> Result<(), Ended> {
        if let Some(session) = &self.session {
            session.outgoing.hold();
        }
        let sending = send(&mut self.socket, messages, &self.context.services.limits);
        match &self.session {
            None => sending.await,
            Some(session) => tokio::select! {
                biased;
                sent = sending => sent,
                why = session.outgoing.closed_at_once() => Err(why.into()),
            },
        }
    }

    /// The session in a room, if the client is in one.
    pub(super) fn session(&self) -> Option<&RoomSession> {
        self.session.as_ref()
    }

    /// Begins a session in a room, which may write to the socket from now on.
    pub(super) fn begin_session(&mut self, session: RoomSession) {
        session.outgoing.attach(self.socket.shared());
        self.session = Some(session);
    }

    /// Sends an action to the room. Returns false if the client is in no room.
    pub(super) async fn act(&mut self, action: Action) -> bool {
        if let Some(session) = &self.session {
            session.act(action, self.reader.permit()).await;
        }
        self.session.is_some()
    }

    /// Ends the session in the room, if the client is in one.
    pub(super) async fn leave_room(&mut self) {
        if let Some(session) = self.session.take() {
            session.disconnect().await;
        }
    }

    /// Closes the connection.
    pub(super) async fn end(mut self: Box<Self>, ended: Ended) {
        self.leave_room().await;
        end(&mut self.socket, ended).await;
    }
}

/// The next frames of the room, if the client is in one.
async fn frames_of(session: Option<&RoomSession>) -> Result<VecDeque<Frame>, Close> {
    match session {
        Some(session) => session.outgoing.next().await,
        None => pending().await,
    }
}
