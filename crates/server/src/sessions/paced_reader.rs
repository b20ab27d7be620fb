//! Reads a WebSocket no faster than the client's rate limit. Faster frames stay in the connection, so TCP slows the
//! client down; no frame is lost or refused.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{Message, Utf8Bytes};
use futures_util::FutureExt;
use raum_wire::native::Close;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, sleep_until},
};

use super::{Ended, socket::Socket, text_of};
use crate::{
    limits::COMMANDS_UNDER_WAY_MAX,
    log,
    net::{Address, Client, Rates},
    rooms::Services,
};

pub(super) type Received = Option<Result<Message, axum::Error>>;

/// Where messages come from.
pub(super) trait Source: Send {
    /// The next message; `None` if there are no more. Cancel-safe.
    fn recv(&mut self) -> impl Future<Output = Received> + Send;
}

impl Source for Socket {
    async fn recv(&mut self) -> Received {
        Self::recv(self).await
    }
}

/// The reading end of one connection.
pub(super) struct PacedReader {
    pace: Pace,
    in_progress: Arc<Semaphore>,
    /// The permit for the next command. The host drops it when the command is answered.
    permit: Option<OwnedSemaphorePermit>,
    /// A frame over the rate limit, and when it is due.
    held: Option<(Utf8Bytes, Instant)>,
    /// The message after it.
    next: Option<Received>,
    active: bool,
}

impl PacedReader {
    pub(super) fn new(services: &Services, from: Address, client: Client) -> Self {
        Self {
            pace: Pace::new(services, from, client),
            in_progress: Arc::new(Semaphore::new(COMMANDS_UNDER_WAY_MAX)),
            permit: None,
            held: None,
            next: None,
            active: false,
        }
    }

    /// The next text, delayed to the rate limit. Cancel-safe.
    pub(super) async fn next(&mut self, source: &mut impl Source) -> Result<Utf8Bytes, Ended> {
        loop {
            if let Some((_, due)) = &self.held {
                // Boxed, because few connections are slowed.
                Box::pin(sleep_until(*due)).await;
                self.peek(source);
            }
            if let Some((text, _)) = self.held.take() {
                return Ok(text);
            }
            if self.permit.is_none() {
                let permit = self.in_progress.clone().acquire_owned().await;
                self.permit = Some(permit.map_err(|_| Close::Restart)?);
            }
            let message = match self.next.take() {
                Some(message) => message,
                None => source.recv().await,
            };
            self.active = true;
            if let Some(text) = text_of(message)? {
                match self.pace.charge()? {
                    Duration::ZERO => return Ok(text),
                    wait => self.held = Some((text, Instant::now() + wait)),
                }
            }
        }
    }

    /// Looks whether the client has already sent more than the held frame, or waits for the answer to it.
    fn peek(&mut self, source: &mut impl Source) {
        self.next = source.recv().now_or_never();
        if self.next.is_none() {
            self.pace.flood.paused();
        }
    }

    /// The permit of the command just read. Dropping it lets another command be read.
    pub(super) fn permit(&mut self) -> Option<OwnedSemaphorePermit> {
        self.permit.take()
    }

    /// Whether a message has arrived since the last call, or may be waiting unread.
    pub(super) fn was_active(&mut self) -> bool {
        std::mem::take(&mut self.active) || self.is_behind()
    }

    /// Whether frames may be waiting unread because of the rate limit.
    pub(super) fn is_behind(&self) -> bool {
        self.held.is_some() || self.pace.flood.is_on()
    }
}

/// Charges one client's frames to its rate limits.
pub(crate) struct Pace {
    rates: Arc<Rates>,
    from: Address,
    client: Client,
    pub(crate) flood: Flood,
}

impl Pace {
    pub(crate) fn new(services: &Services, from: Address, client: Client) -> Self {
        let flood_seconds_max = services.limits.flood_seconds_max;
        Self {
            rates: services.rates.clone(),
            from,
            client,
            flood: Flood::new(Duration::from_secs(flood_seconds_max)),
        }
    }

    /// Charges a frame, and returns how long to delay it. Fails if the client has flooded for too long.
    pub(crate) fn charge(&mut self) -> Result<Duration, Close> {
        let wait = self.rates.command(&mut self.client, self.from);
        if self.flood.ends(wait, Instant::now()) {
            log::limit_hit("flood-seconds-max", Some(self.from));
            return Err(Close::Flood);
        }
        Ok(wait)
    }
}

/// How long a client has exceeded its rate limit without a pause.
pub(crate) struct Flood {
    max: Duration,
    since: Option<Instant>,
}

impl Flood {
    fn new(max: Duration) -> Self {
        Self { max, since: None }
    }

    /// Records the delay of a frame. Returns whether the client has flooded for too long.
    fn ends(&mut self, wait: Duration, now: Instant) -> bool {
        if wait.is_zero() {
            return false;
        }
        let since = *self.since.get_or_insert(now);
        now - since >= self.max
    }

    /// Records that the client has sent nothing more and waits for an answer.
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

    /// A client that waits for each answer is never closed, however much it is slowed; one that never waits is.
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
        // A frame without a delay is not a pause.
        assert!(!flood.ends(Duration::ZERO, start + 30 * second));
        assert!(flood.ends(second, start + 31 * second));
    }
}
