//! A client that reconnects like the page (`web/src/table/connection.ts`).

use std::{
    collections::BTreeMap,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::Context;
use raum_room::Seq;
use raum_torture::net::{Received, Socket};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite;

use crate::people;

const FIRST_WAIT: Duration = Duration::from_millis(300);
const LONGEST_WAIT: Duration = Duration::from_secs(15);
const LONG_WAIT: Duration = Duration::from_secs(5);
/// The page gives up a connection without frames.
const SILENCE: Duration = Duration::from_secs(45);
/// Close codes after which the page waits longer: flood, journal, full, newer.
const BUSY: [u16; 4] = [4008, 4010, 4011, 4012];
/// The close code of a server that restarts.
const RESTART: u16 = 1012;

/// What happened to all clients.
#[derive(Default)]
pub(super) struct Tally {
    attempts: AtomicU64,
    events: Mutex<Events>,
}

#[derive(Default)]
struct Events {
    restart: Option<Instant>,
    live: Vec<Duration>,
    refusals: BTreeMap<String, u64>,
}

impl Tally {
    /// Counts from now on.
    pub(super) fn restart(&self, now: Instant) {
        self.attempts.store(0, Ordering::Relaxed);
        self.events().restart = Some(now);
    }

    /// From the restart until each client was live again.
    pub(super) fn live(&self) -> Vec<Duration> {
        self.events().live.clone()
    }

    pub(super) fn refusals(&self) -> BTreeMap<String, u64> {
        self.events().refusals.clone()
    }

    /// Attempts that a server accepted or refused.
    pub(super) fn attempts(&self) -> u64 {
        self.attempts.load(Ordering::Relaxed)
    }

    fn refused(&self, why: String) {
        let mut events = self.events();
        if events.restart.is_some() {
            *events.refusals.entry(why).or_default() += 1;
        }
    }

    /// Every change is atomic, so a poisoned lock is still valid.
    fn events(&self) -> MutexGuard<'_, Events> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A player or a spectator.
pub(super) struct Client {
    server: SocketAddr,
    room: String,
    home: IpAddr,
    tally: Arc<Tally>,
    /// What it knows of the room, for its next hello.
    token: Option<String>,
    after: Seq,
    mark: Option<String>,
    failures: u32,
    /// Whether it has been live since the restart.
    is_back: bool,
}

/// Why a connection has ended.
enum Ended {
    /// Closed by the server, or lost.
    Closed(Option<u16>),
    /// Refused in the handshake.
    Status(u16),
    /// No server listens.
    NoServer,
}

impl Client {
    /// Connects for the first time; a player takes a seat. Returns the client's life from then on,
    /// which ends with an error only.
    pub(super) async fn enter(
        server: SocketAddr,
        home: IpAddr,
        room: String,
        plays: bool,
        tally: Arc<Tally>,
    ) -> anyhow::Result<impl Future<Output = anyhow::Error>> {
        let mut client = Self {
            server,
            room,
            home,
            tally,
            token: None,
            after: 0,
            mark: None,
            failures: 0,
            is_back: false,
        };
        let mut socket = client.connect().await.map_err(|ended| match ended {
            Ended::Status(status) => anyhow::anyhow!("refused with {status}"),
            _ => anyhow::anyhow!("no connection"),
        })?;
        if plays {
            let seat = json!({"type": "take-seat", "name": "Ann"});
            let command = json!({"type": "command", "number": 1, "command": seat});
            socket.send(command.to_string()).await?;
        }
        // A task of its own, so that pings are answered while others connect.
        let life = tokio::spawn(client.live(socket));
        Ok(async move {
            match life.await {
                Ok(ended) => ended,
                Err(panicked) => panicked.into(),
            }
        })
    }

    async fn live(mut self, socket: Socket) -> anyhow::Error {
        let mut next = Some(socket);
        loop {
            let ended = match next.take() {
                Some(socket) => self.receive(socket).await,
                None => match self.connect().await {
                    Ok(socket) => self.receive(socket).await,
                    Err(ended) => Ok(ended),
                },
            };
            let ended = match ended {
                Ok(ended) => ended,
                Err(why) => return why,
            };
            let mut at_least = Duration::ZERO;
            match ended {
                Ended::Closed(Some(RESTART)) | Ended::NoServer => {}
                Ended::Closed(code) => {
                    if code.is_some_and(|code| BUSY.contains(&code)) {
                        at_least = LONG_WAIT;
                    }
                    let code = code.map_or("without a code".to_owned(), |code| code.to_string());
                    self.tally.refused(format!("closed {code}"));
                }
                Ended::Status(status) => self.tally.refused(format!("HTTP {status}")),
            }
            sleep(at_least.max(self.wait())).await;
        }
    }

    /// Exponential backoff with jitter.
    fn wait(&mut self) -> Duration {
        let wait = FIRST_WAIT * 2_u32.saturating_pow(self.failures.min(10));
        self.failures += 1;
        let wait = wait.min(LONGEST_WAIT);
        wait.mul_f64(0.5 + fastrand::f64() / 2.0)
    }

    async fn connect(&mut self) -> Result<Socket, Ended> {
        let path = format!("/ws/raum/{}", self.room);
        let connected = Socket::connect(self.server, self.home, &path).await;
        let mut socket = match connected {
            Ok(socket) => socket,
            Err(error) => return Err(why(&error)),
        };
        self.tally.attempts.fetch_add(1, Ordering::Relaxed);
        let mut hello = json!({"type": "hello", "version": 1, "after": self.after});
        for (name, value) in [("token", &self.token), ("mark", &self.mark)] {
            if let Some(value) = value {
                hello[name] = json!(value);
            }
        }
        let sent = socket.send(hello.to_string()).await;
        sent.map_err(|_| Ended::Closed(None))?;
        Ok(socket)
    }

    /// Processes frames until the connection ends.
    async fn receive(&mut self, mut socket: Socket) -> anyhow::Result<Ended> {
        let connected = Instant::now();
        let mut last = None;
        loop {
            let Ok(received) = timeout(SILENCE, socket.next()).await else {
                return Ok(Ended::Closed(None));
            };
            if let Some(id) = people::ping(&received) {
                let pong = json!({"type": "pong", "id": id});
                if socket.send(pong.to_string()).await.is_err() {
                    return Ok(Ended::Closed(None));
                }
                continue;
            }
            let text = match received {
                Received::Text(text) => text,
                Received::Closed(code) => return Ok(Ended::Closed(code)),
            };
            self.failures = 0;
            let frame: Value = serde_json::from_str(&text)?;
            match frame["type"].as_str() {
                Some("welcome") => {
                    last = frame["last"].as_u64();
                    if let Some(token) = frame["token"].as_str() {
                        self.token = Some(token.to_owned());
                    }
                }
                Some("entries") => {
                    let entries = frame["entries"].as_array().context("no entries")?;
                    let entry = entries.last().context("an empty list of entries")?;
                    self.after = entry["seq"].as_u64().context("no number")?;
                    self.mark = frame["mark"].as_str().map(String::from);
                }
                _ => {}
            }
            if last.is_some_and(|last| self.after >= last) {
                last = None;
                let mut events = self.tally.events();
                if let Some(restart) = events.restart
                    && connected > restart
                    && !self.is_back
                {
                    self.is_back = true;
                    events.live.push(restart.elapsed());
                }
            }
        }
    }
}

/// Why a connection could not be made.
fn why(error: &anyhow::Error) -> Ended {
    match error.downcast_ref::<tungstenite::Error>() {
        Some(tungstenite::Error::Http(answer)) => Ended::Status(answer.status().as_u16()),
        Some(_) => Ended::Closed(None),
        // The system refuses a connection if no server listens.
        None => Ended::NoServer,
    }
}
