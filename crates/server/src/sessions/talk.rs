//! One connection over a WebSocket, in a room or between rooms.

use std::{collections::VecDeque, future::pending, sync::Arc, time::Duration};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use raum_host::Action;
use raum_wire::native::Close;
use tokio::time::{Instant, Interval, interval_at};

use super::{Ended, end, reading::Reading, send};
use crate::{
    net::{address::Address, rates::Client, throttle::Counting},
    rooms::admission::{Admission, Place},
};

/// So many pings without an answer end a connection.
pub(super) const UNANSWERED_MAX: u32 = 2;

/// A connection, and its place in a room.
pub(super) struct Talk<P = Unanswered> {
    pub(super) admission: Arc<Admission>,
    pub(super) address: Address,
    pub(super) place: Option<Place>,
    pub(super) socket: WebSocket,
    pub(super) reading: Reading,
    pub(super) pings: P,
    pub(super) ping: Interval,
    _counting: Counting<Address>,
}

/// The pings of a connection.
pub(super) trait Pings {
    /// The next ping, unless too many have gone unanswered.
    fn next(&mut self, reading: &mut Reading) -> Option<Message>;
}

/// Pings by WebSocket, and how many of them the client has not answered. Whatever it sends is an answer.
#[derive(Default)]
pub(super) struct Unanswered(u32);

impl Pings for Unanswered {
    fn next(&mut self, reading: &mut Reading) -> Option<Message> {
        if reading.has_heard() {
            self.0 = 0;
        }
        self.0 += 1;
        (self.0 <= UNANSWERED_MAX).then(|| Message::Ping(axum::body::Bytes::new()))
    }
}

impl<P: Pings> Talk<P> {
    /// Counts a connection and begins to talk, if there is a place for it. In a box: a future would hold it several times.
    pub(super) async fn begin(
        admission: Arc<Admission>,
        address: Address,
        pings: P,
        mut socket: WebSocket,
    ) -> Option<Box<Self>> {
        let counting = match admission.session(address).await {
            Ok(counting) => counting,
            Err(why) => {
                end(&mut socket, why.into()).await;
                return None;
            }
        };
        let interval = Duration::from_secs(admission.limits().ping_seconds);
        Some(Box::new(Self {
            address,
            place: None,
            socket,
            reading: Reading::new(&admission, address, Client::connection()),
            pings,
            ping: interval_at(Instant::now() + interval, interval),
            _counting: counting,
            admission,
        }))
    }

    /// What the client says next. Meanwhile it is told what happens in the room.
    pub(super) async fn next(&mut self) -> Result<Utf8Bytes, Ended> {
        let ending = self.admission.hosts.services().ending.clone();
        loop {
            tokio::select! {
                // What is to be sent comes before what comes in.
                biased;
                frames = news(self.place.as_ref()) => self.send(frames?).await?,
                () = ending.cancelled(), if self.place.is_none() => return Err(Close::Restart.into()),
                _ = self.ping.tick() => {
                    let ping = self.pings.next(&mut self.reading).ok_or(Close::Silent)?;
                    self.send_all([ping]).await?;
                }
                text = self.reading.next(&mut self.socket) => return text,
            }
        }
    }

    /// Tells the client something that is not from the room, after what the room has answered so far.
    pub(super) async fn say(&mut self, frame: String) -> Result<(), Ended> {
        let mut frames = match &self.place {
            Some(place) => Box::pin(place.flush()).await,
            None => VecDeque::new(),
        };
        frames.push_back(frame.into());
        self.send(frames).await
    }

    pub(super) async fn send(
        &mut self,
        frames: impl IntoIterator<Item = Utf8Bytes>,
    ) -> Result<(), Ended> {
        self.send_all(frames.into_iter().map(Message::Text)).await
    }

    async fn send_all(&mut self, messages: impl IntoIterator<Item = Message>) -> Result<(), Ended> {
        let sending = send(&mut self.socket, messages, self.admission.limits());
        match &self.place {
            None => sending.await,
            Some(place) => tokio::select! {
                sent = sending => sent,
                why = place.outgoing.closed_at_once() => Err(why.into()),
            },
        }
    }

    /// Asks something of the room, if there is one; tells whether there is.
    pub(super) async fn ask(&mut self, asked: Action) -> bool {
        if let Some(place) = &self.place {
            place.ask(asked, self.reading.turn()).await;
        }
        self.place.is_some()
    }

    /// Goes from the room, if there is one.
    pub(super) async fn go(&mut self) {
        if let Some(place) = self.place.take() {
            place.go().await;
        }
    }

    /// Ends the connection.
    pub(super) async fn end(mut self: Box<Self>, ended: Ended) {
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
