//! One connection that speaks a narrow dialect over a WebSocket, in a room or between rooms.

use std::{collections::VecDeque, future::pending, sync::Arc, time::Duration};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use raum_host::Asked;
use raum_wire::{
    narrow::{Dialect, Request},
    native::Close,
};
use tokio::time::{Instant, Interval, interval_at, timeout};

use super::{Ended, end, reading::Reading, send};
use crate::{
    address::Address,
    doorkeeper::{Doorkeeper, Place},
    host::HostMessage,
    rates::Client,
    throttle::Counting,
};

/// So many pings without an answer end a connection.
const UNANSWERED_MAX: u32 = 2;

/// A connection, and its place in a room.
pub(super) struct Talk {
    pub(super) doorkeeper: Arc<Doorkeeper>,
    pub(super) address: Address,
    pub(super) dialect: Dialect,
    pub(super) place: Option<Place>,
    socket: WebSocket,
    reading: Reading,
    ping: Interval,
    unanswered: u32,
    _counting: Counting<Address>,
}

impl Talk {
    /// Counts a connection and begins to talk, if there is a place for it.
    pub(super) async fn begin(
        doorkeeper: Arc<Doorkeeper>,
        address: Address,
        dialect: Dialect,
        mut socket: WebSocket,
    ) -> Option<Self> {
        let counting = match doorkeeper.session(address).await {
            Ok(counting) => counting,
            Err(why) => {
                end(&mut socket, why.into()).await;
                return None;
            }
        };
        let limits = doorkeeper.limits();
        let interval = Duration::from_secs(limits.ping_seconds);
        Some(Self {
            address,
            dialect,
            place: None,
            socket,
            reading: Reading::new(
                doorkeeper.rates().clone(),
                limits,
                address,
                Client::connection(),
            ),
            ping: interval_at(Instant::now() + interval, interval),
            unanswered: 0,
            _counting: counting,
            doorkeeper,
        })
    }

    /// What the client says next. Meanwhile it is told what happens in the room.
    pub(super) async fn next(&mut self) -> Result<Utf8Bytes, Ended> {
        let ending = self.doorkeeper.hosts.surroundings().ending.clone();
        loop {
            let frames = tokio::select! {
                // What is to be sent comes before what comes in.
                biased;
                frames = news(self.place.as_ref()) => frames?,
                () = ending.cancelled(), if self.place.is_none() => return Err(Close::Restart.into()),
                _ = self.ping.tick() => {
                    self.send_ping().await?;
                    continue;
                }
                text = self.reading.next(&mut self.socket) => return text,
            };
            self.send(frames).await?;
        }
    }

    /// Tells the client something that is not from the room, after what the room has answered so far.
    pub(super) async fn say(&mut self, frame: String) -> Result<(), Ended> {
        let mut frames = match &self.place {
            Some(place) => Box::pin(place.answers()).await,
            None => VecDeque::new(),
        };
        frames.push_back(frame.into());
        self.send(frames).await
    }

    async fn send(&mut self, frames: impl IntoIterator<Item = Utf8Bytes>) -> Result<(), Ended> {
        let sending = send(&mut self.socket, frames, self.doorkeeper.limits());
        match &self.place {
            None => sending.await,
            Some(place) => tokio::select! {
                sent = sending => sent,
                why = place.outgoing.closed_at_once() => Err(why.into()),
            },
        }
    }

    async fn send_ping(&mut self) -> Result<(), Ended> {
        if self.reading.has_heard() {
            self.unanswered = 0;
        }
        if self.unanswered >= UNANSWERED_MAX {
            return Err(Close::Silent.into());
        }
        self.unanswered += 1;
        let limit = Duration::from_secs(self.doorkeeper.limits().send_seconds_max);
        let ping = Message::Ping(axum::body::Bytes::new());
        match timeout(limit, self.socket.send(ping)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Ended::Lost),
            Err(_) => Err(Close::Slow.into()),
        }
    }

    /// Asks something of the room, if there is one; tells whether there is.
    pub(super) async fn ask(&mut self, request: Request) -> bool {
        let Some(place) = &self.place else {
            return false;
        };
        // A host that has ended says so by the outbox, after all else that it had to say.
        let asked = Asked::Request(request);
        let ask = HostMessage::Ask(place.session, asked, self.reading.turn());
        place.host.send(ask).await.ok();
        true
    }

    /// Goes from the room, if there is one.
    pub(super) async fn go(&mut self) {
        if let Some(place) = self.place.take() {
            // The host may have ended already.
            place.host.send(HostMessage::Go(place.session)).await.ok();
        }
    }

    /// Ends the connection.
    pub(super) async fn end(mut self, ended: Ended) {
        self.go().await;
        end(&mut self.socket, ended).await;
    }
}

/// What the room says next, if there is one.
async fn news(place: Option<&Place>) -> Result<VecDeque<Utf8Bytes>, Close> {
    match place {
        Some(place) => place.outgoing.next().await,
        None => pending().await,
    }
}
