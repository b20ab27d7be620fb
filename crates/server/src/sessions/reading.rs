//! Reads a WebSocket no faster than its client's allowance. Whatever comes faster stays in the connection, so that
//! TCP slows the client down; nothing is lost and nothing is refused.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use futures_util::FutureExt;
use raum_wire::native::Close;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, sleep_until},
};

use super::{Ended, text_of};
use crate::{
    limits::COMMANDS_UNDER_WAY_MAX,
    log,
    net::{
        address::Address,
        rates::{Client, Rates},
    },
    rooms::admission::Admission,
};

type Received = Option<Result<Message, axum::Error>>;

/// The reading end of one connection.
pub(super) struct Reading {
    pace: Pace,
    under_way: Arc<Semaphore>,
    /// The right to pass on one command. Its return means that the command has been answered.
    turn: Option<OwnedSemaphorePermit>,
    /// A frame that came too early, and when it is passed on.
    held: Option<(Utf8Bytes, Instant)>,
    /// What came after it.
    next: Option<Received>,
    heard: bool,
}

impl Reading {
    pub(super) fn new(admission: &Admission, from: Address, client: Client) -> Self {
        Self {
            pace: Pace::new(admission, from, client),
            under_way: Arc::new(Semaphore::new(COMMANDS_UNDER_WAY_MAX)),
            turn: None,
            held: None,
            next: None,
            heard: false,
        }
    }

    /// The next text, once its time has come. Nothing is lost if this is dropped before it is ready.
    pub(super) async fn next(&mut self, socket: &mut WebSocket) -> Result<Utf8Bytes, Ended> {
        loop {
            if let Some((_, due)) = &self.held {
                // In a box, for few connections are slowed.
                Box::pin(sleep_until(*due)).await;
                self.look_for_more(socket);
            }
            if let Some((text, _)) = self.held.take() {
                return Ok(text);
            }
            if self.turn.is_none() {
                let turn = self.under_way.clone().acquire_owned().await;
                self.turn = Some(turn.map_err(|_| Close::Restart)?);
            }
            let message = match self.next.take() {
                Some(message) => message,
                None => socket.recv().await,
            };
            self.heard = true;
            if let Some(text) = text_of(message)? {
                match self.pace.charge()? {
                    Duration::ZERO => return Ok(text),
                    wait => self.held = Some((text, Instant::now() + wait)),
                }
            }
        }
    }

    /// Looks whether the client waits for the answer to the frame that is passed on next, or has sent more already.
    fn look_for_more(&mut self, socket: &mut WebSocket) {
        self.next = socket.recv().now_or_never();
        if self.next.is_none() {
            self.pace.flood.paused();
        }
    }

    /// What goes with the command that was just read: dropped, it lets another one be read.
    pub(super) fn turn(&mut self) -> Option<OwnedSemaphorePermit> {
        self.turn.take()
    }

    /// Whether the client is not to blame for silence: something has come since this was asked last, or what it has
    /// sent is not read yet.
    pub(super) fn has_heard(&mut self) -> bool {
        std::mem::take(&mut self.heard) || self.is_behind()
    }

    /// Whether there may be frames that were not read because they came too fast.
    pub(super) fn is_behind(&self) -> bool {
        self.held.is_some() || self.pace.flood.is_on()
    }
}

/// How fast one client sends, by its rates.
pub(crate) struct Pace {
    rates: Arc<Rates>,
    from: Address,
    client: Client,
    pub(crate) flood: Flood,
}

impl Pace {
    pub(crate) fn new(admission: &Admission, from: Address, client: Client) -> Self {
        let flood_seconds_max = admission.limits().flood_seconds_max;
        Self {
            rates: admission.rates().clone(),
            from,
            client,
            flood: Flood::new(Duration::from_secs(flood_seconds_max)),
        }
    }

    /// Charges a frame, and returns how long it has to wait.
    pub(crate) fn charge(&mut self) -> Result<Duration, Close> {
        let wait = self.rates.command(&mut self.client, self.from);
        if self.flood.ends(wait, Instant::now()) {
            log::limit_hit("flood-seconds-max", Some(self.from));
            return Err(Close::Flood);
        }
        Ok(wait)
    }
}

/// How long a client has been sending faster than it is read.
pub(crate) struct Flood {
    max: Duration,
    since: Option<Instant>,
}

impl Flood {
    fn new(max: Duration) -> Self {
        Self { max, since: None }
    }

    /// Notes that a frame has to wait this long. Tells whether the client has flooded for too long.
    fn ends(&mut self, wait: Duration, now: Instant) -> bool {
        if wait.is_zero() {
            return false;
        }
        let since = *self.since.get_or_insert(now);
        now - since >= self.max
    }

    /// Nothing more was there to be read: the client waits for us.
    pub(crate) fn paused(&mut self) {
        self.since = None;
    }

    fn is_on(&self) -> bool {
        self.since.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client that waits for each answer is never closed, however slow it is made; one that never waits is.
    #[tokio::test(start_paused = true)]
    async fn only_a_client_that_never_pauses_floods() {
        let second = Duration::from_secs(1);
        let mut flood = Flood::new(30 * second);
        let start = Instant::now();
        for at in 0..100 {
            assert!(!flood.ends(40 * second, start + at * 40 * second));
            flood.paused();
        }
        let start = start + 4000 * second;
        assert!((0..30).all(|at| !flood.ends(second, start + at * second)));
        // A frame that is just in time is no pause.
        assert!(!flood.ends(Duration::ZERO, start + 30 * second));
        assert!(flood.ends(second, start + 31 * second));
    }
}
