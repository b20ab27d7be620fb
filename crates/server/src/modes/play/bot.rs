//! A program in a seat: follows the room over one connection, has the engine think, and leaves.

use std::{
    io::{self, Write},
    path::PathBuf,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::{anyhow, bail};
use futures_util::StreamExt;
use raum_room::{AnyMove, Command, Millis, Room};
use raum_rules::Move;
use raum_wire::native::Close;
use tokio::{
    select,
    time::{Instant, sleep_until, timeout},
};
use tokio_rustls::rustls::ClientConfig;
use tungstenite::Message;

use super::{
    clocks::{budget_in, clocks_of},
    conduct::{Conduct, Step, position_to_move},
    ended::{Ended, send},
    link::Link,
    replica::Replica,
    socket::Socket,
    thinker::{Key, Report, Thinker},
    token,
};
use crate::modes::{
    serve::Signals,
    uci::{Budget, Program},
};

/// A connection on which nothing comes for so long is lost: the server pings every twenty seconds.
const SILENCE_MAX: Duration = Duration::from_mins(1);
/// How long to wait for the answer when leaving.
const LEAVE_MAX: Duration = Duration::from_secs(10);

/// What the command line sets.
pub(super) struct Settings {
    pub(super) link: Link,
    pub(super) tls: Option<Arc<ClientConfig>>,
    pub(super) program: Program,
    pub(super) budget: Budget,
    /// The time for a move if nothing else limits it.
    pub(super) movetime: Duration,
    pub(super) grace: Duration,
    /// How long to try to reconnect.
    pub(super) reconnect_max: Duration,
    pub(super) token_file: Option<PathBuf>,
}

/// The program in its seat.
pub(super) struct Bot {
    pub(super) settings: Settings,
    pub(super) replica: Replica,
    conduct: Conduct,
    pub(super) thinker: Option<Thinker>,
    /// Whether the engine has started: until then the program takes no seat.
    is_ready: bool,
    /// The move that the engine has chosen.
    chosen: Option<(Key, Move)>,
}

impl Bot {
    pub(super) fn new(settings: Settings, replica: Replica, conduct: Conduct) -> Self {
        Self {
            settings,
            replica,
            conduct,
            thinker: None,
            is_ready: false,
            chosen: None,
        }
    }

    /// Talks to the server until the connection ends.
    pub(super) async fn converse(&mut self, socket: &mut Socket, signals: &mut Signals) -> Ended {
        let hello = self.replica.hello();
        if let Err(lost) = send(socket, hello).await {
            return lost;
        }
        let mut heard_at = Instant::now();
        loop {
            let wake_at = match self.advance(socket).await {
                Ok(wake_at) => wake_at,
                Err(ended) => return ended,
            };
            let silent_at = heard_at + SILENCE_MAX;
            let wake_at = wake_at.map_or(silent_at, |wake_at| wake_at.min(silent_at));
            let received = select! {
                message = socket.next() => {
                    heard_at = Instant::now();
                    self.hear(socket, message).await
                }
                report = next_report(&mut self.thinker) => match self.consider(report) {
                    Ok(()) => Ok(()),
                    Err(error) => Err(self.leave(socket, Ended::Failed(error)).await),
                },
                _ = signals.next() => Err(self.leave(socket, Ended::Done).await),
                () = sleep_until(wake_at) => if Instant::now() < silent_at {
                    Ok(())
                } else {
                    Err(Ended::Lost("the server is silent".to_owned()))
                },
            };
            if let Err(ended) = received {
                return ended;
            }
        }
    }

    /// Does what the state of the room asks for. Returns when to look again at the latest.
    async fn advance(&mut self, socket: &mut Socket) -> Result<Option<Instant>, Ended> {
        self.store_token().map_err(Ended::Failed)?;
        let Some(room) = self.replica.room() else {
            return Ok(None);
        };
        for news in self.conduct.observe(room, self.replica.member()) {
            // Without a standard output, the program plays on.
            writeln!(io::stdout(), "{news}").ok();
        }
        if self.thinker.is_none() {
            let budget = budget_in(room, self.settings.budget, self.settings.movetime);
            let program = self.settings.program.clone();
            let started = Thinker::start(program, room.kind(), budget, self.settings.grace);
            self.thinker = Some(started.map_err(Ended::Failed)?);
        }
        self.think();
        if !self.is_ready || self.replica.has_unanswered() {
            return Ok(None);
        }
        let Some(room) = self.replica.room() else {
            return Ok(None);
        };
        let now = self.replica.now(here());
        let (member, refused) = (self.replica.member(), self.replica.refused());
        let command = match self.conduct.next(room, member, refused, now) {
            Step::Send(command) => Some(command),
            Step::Wait => self.play(room),
            Step::WaitUntil(at) => {
                let wait = Duration::from_millis(at.saturating_sub(now).max(1));
                return Ok(Some(Instant::now() + wait));
            }
            Step::Finish => return Err(self.leave(socket, Ended::Done).await),
            Step::GiveUp(reason) => {
                let error = anyhow!("cannot play in {}: {reason}", self.settings.link);
                return Err(self.leave(socket, Ended::Failed(error)).await);
            }
        };
        if let Some(command) = command {
            let frame = self.replica.ask(command);
            send(socket, frame).await?;
        }
        Ok(None)
    }

    /// Prints or stores a token that the server gave, before it owns a seat (clause 2).
    fn store_token(&mut self) -> anyhow::Result<()> {
        let Some(token) = self.replica.take_new_token() else {
            return Ok(());
        };
        match &self.settings.token_file {
            Some(file) => token::write(file, token)?,
            None => report(&format!("the token of the seat is {token}")),
        }
        Ok(())
    }

    /// Has the engine think if the program is to move, and about nothing else.
    fn think(&mut self) {
        let (Some(thinker), Some(room)) = (&mut self.thinker, self.replica.room()) else {
            return;
        };
        let Some((bout, record)) = position_to_move(room, self.replica.member()) else {
            thinker.stop();
            return;
        };
        let key = Key::new(bout.number(), record);
        if self.chosen.as_ref().is_some_and(|(known, _)| *known == key) {
            return;
        }
        let (now, lag_millis) = (self.replica.now(here()), self.replica.lag_millis());
        thinker.think(key, record, || clocks_of(room, bout, now, lag_millis));
    }

    /// The command that plays the chosen move, if it is for the current position and not refused there.
    fn play(&self, room: &Room) -> Option<Command> {
        let (bout, record) = position_to_move(room, self.replica.member())?;
        let (key, mv) = self.chosen.as_ref()?;
        if *key != Key::new(bout.number(), record) {
            return None;
        }
        let command = Command::Play {
            mv: AnyMove::Known(room.kind(), *mv),
            ply: bout.ply(),
        };
        let refused = self.replica.refused();
        let is_refused = refused.is_some_and(|refused| refused.command == command);
        (!is_refused).then_some(command)
    }

    /// Takes note of what the engine says. Fails if it cannot be used any more.
    fn consider(&mut self, report: Report) -> anyhow::Result<()> {
        match report {
            Report::Started(name) => {
                self.is_ready = true;
                self.conduct.be_named(name);
                Ok(())
            }
            Report::Chosen(key, mv) => {
                self.chosen = Some((key, mv));
                Ok(())
            }
            Report::Failed(sentence) => {
                self.is_ready = false;
                bail!(sentence)
            }
        }
    }

    /// Handles what came over the connection.
    async fn hear(
        &mut self,
        socket: &mut Socket,
        message: Option<Result<Message, tungstenite::Error>>,
    ) -> Result<(), Ended> {
        match message {
            Some(Ok(Message::Text(text))) => {
                let frames = self.replica.receive(&text, here());
                for frame in frames.map_err(Ended::from)? {
                    send(socket, frame).await?;
                }
                Ok(())
            }
            Some(Ok(Message::Close(frame))) => {
                let code = frame.map_or(Close::Restart.code(), |frame| frame.code.into());
                if code == Close::Cursor.code() {
                    self.replica.start_over();
                }
                let (link, is_live) = (&self.settings.link, self.replica.is_live());
                Err(Ended::closed(code, link, is_live))
            }
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => Err(Ended::broken(&error)),
            None => Err(Ended::Lost("the connection is lost".to_owned())),
        }
    }

    /// Leaves the seat, if the program has one, and returns why the conversation ends.
    async fn leave(&mut self, socket: &mut Socket, why: Ended) -> Ended {
        let is_seated = self.replica.room().is_some_and(|room| {
            let mut seats = room.seats().iter();
            seats.any(|seat| Some(seat.member) == self.replica.member() && seat.left_at.is_none())
        });
        if is_seated {
            let left = timeout(LEAVE_MAX, self.leave_seat(socket)).await;
            if let (Ok(Err(_)) | Err(_), Ended::Done) = (&left, &why) {
                return Ended::Failed(anyhow!("the connection was lost while leaving the seat"));
            }
        }
        // Whether the server hears of the end this way or by the end of the stream is the same to it.
        socket.close(None).await.ok();
        why
    }

    async fn leave_seat(&mut self, socket: &mut Socket) -> Result<(), Ended> {
        let frame = self.replica.ask(Command::Leave);
        send(socket, frame).await?;
        while self.replica.has_unanswered() {
            let message = socket.next().await;
            match self.hear(socket, message).await {
                Ok(()) => {}
                // The last member who leaves closes the room.
                Err(Ended::Done) => return Ok(()),
                Err(ended) => return Err(ended),
            }
        }
        Ok(())
    }
}

async fn next_report(thinker: &mut Option<Thinker>) -> Report {
    match thinker {
        Some(thinker) => thinker.report().await,
        None => std::future::pending().await,
    }
}

/// Says something on standard error. Without one, the program plays on.
pub(super) fn report(sentence: &str) {
    // One write, so that lines of several programs do not mix.
    let line = format!("raum: {sentence}\n");
    io::stderr().write_all(line.as_bytes()).ok();
}

/// The local time.
fn here() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let millis = since.map_or(0, |since| since.as_millis());
    Millis::try_from(millis).unwrap_or(Millis::MAX)
}
