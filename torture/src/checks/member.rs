//! A member or spectator of the native dialect who resumes after every crash.

use std::{
    collections::{BTreeMap, BTreeSet},
    convert::Infallible,
    net::SocketAddr,
};

use raum_room::{Entry, MemberId, Phase, Room};
use raum_torture::{narrow::Chance, native::Connection, net::HONEST};
use serde_json::{Value, json};
use tokio::time::{Duration, sleep, timeout};

/// How long a member who plays on several nodes waits between moves, and before reconnecting.
const PAUSE: Duration = Duration::from_millis(20);

/// Moves on every turn and records everything that the server sends.
pub(super) struct Member {
    room: String,
    /// None for a spectator.
    name: Option<&'static str>,
    token: Option<String>,
    seat: Option<MemberId>,
    number: u64,
    /// The unanswered command, which is resent with its number.
    unanswered: Option<(u64, Value)>,
    received: BTreeMap<u64, Value>,
    /// The entries that answered commands, by command number.
    answered: BTreeMap<u64, u64>,
    /// The commands that were refused and cannot have been applied.
    refused: BTreeSet<u64>,
    replica: Option<Room>,
    chance: Chance,
}

impl Member {
    pub(super) fn new(room: &str, name: Option<&'static str>, seed: u64) -> Self {
        Self {
            room: room.to_owned(),
            name,
            token: None,
            seat: None,
            number: 0,
            unanswered: None,
            received: BTreeMap::new(),
            answered: BTreeMap::new(),
            refused: BTreeSet::new(),
            replica: None,
            chance: Chance::new(seed),
        }
    }

    pub(super) fn room(&self) -> &str {
        &self.room
    }

    /// Plays until the connection breaks. Reports each frame of entries. An error means that the server is at fault.
    pub(super) async fn play(
        &mut self,
        server: SocketAddr,
        report: impl Fn(),
    ) -> anyhow::Result<()> {
        let Ok(mut connection) = self.connect(server).await else {
            return Ok(());
        };
        while let Ok(frame) = connection.frame().await {
            if frame["type"] == "entries" {
                report();
            }
            self.record(&frame)?;
            let is_welcome = frame["type"] == "welcome";
            let due = if is_welcome {
                self.unanswered.clone()
            } else {
                None
            };
            let due = due.or_else(|| self.next_command());
            if let Some((number, command)) = due
                && connection.send_command(number, &command).await.is_err()
            {
                break;
            }
        }
        Ok(())
    }

    /// Plays on any of several nodes until the game is stopped: whenever a connection breaks, on the next node. Reports
    /// each frame of entries. An error means that a node is at fault.
    pub(super) async fn play_on(
        &mut self,
        mut next_node: impl FnMut() -> SocketAddr,
        report: impl Fn(),
    ) -> anyhow::Result<Infallible> {
        loop {
            // Clients wait a little before they reconnect, and between moves.
            sleep(PAUSE).await;
            let Ok(mut connection) = self.connect(next_node()).await else {
                continue;
            };
            let mut is_in = false;
            let mut sent = None;
            loop {
                match timeout(PAUSE, connection.frame()).await {
                    Ok(Ok(frame)) => {
                        is_in |= frame["type"] == "welcome";
                        if frame["code"] == "outcome-unknown" {
                            sent = None;
                        }
                        self.record(&frame)?;
                        if frame["type"] == "entries" {
                            report();
                        }
                        continue;
                    }
                    Ok(Err(_)) => break,
                    Err(_) => {}
                }
                // An unanswered command is sent again on a new connection, and while its outcome is unknown.
                let due = self.unanswered.clone().or_else(|| self.next_command());
                let due = due.filter(|(number, _)| is_in && sent != Some(*number));
                if let Some((number, command)) = due {
                    sent = Some(number);
                    if connection.send_command(number, &command).await.is_err() {
                        break;
                    }
                }
            }
        }
    }

    /// Reconnects and receives the missing entries.
    pub(super) async fn catch_up(&mut self, server: SocketAddr) -> anyhow::Result<()> {
        let mut connection = self.connect(server).await?;
        let welcome = connection.until("welcome").await?;
        self.record(&welcome)?;
        let last = welcome["last"].as_u64().unwrap_or_default();
        let complete = async {
            while self.last() < last {
                let frame = connection.frame().await?;
                self.record(&frame)?;
            }
            anyhow::Ok(())
        };
        timeout(Duration::from_secs(30), complete).await?
    }

    fn last(&self) -> u64 {
        self.received.last_key_value().map_or(0, |(seq, _)| *seq)
    }

    async fn connect(&self, server: SocketAddr) -> anyhow::Result<Connection> {
        let mut hello = json!({"after": self.last()});
        if let Some(token) = &self.token {
            hello["token"] = json!(token);
        }
        Connection::hello(server, HONEST, &self.room, &hello).await
    }

    fn record(&mut self, frame: &Value) -> anyhow::Result<()> {
        let member = || {
            let member = frame["member"].as_u64()?;
            Some(MemberId(u32::try_from(member).ok()?))
        };
        match frame["type"].as_str() {
            Some("welcome") => {
                if let Some(token) = frame["token"].as_str() {
                    self.token = Some(token.to_owned());
                }
                let known = self.seat;
                self.seat = member();
                anyhow::ensure!(
                    known.is_none() || known == self.seat,
                    "the seat is lost: {frame}"
                );
            }
            Some("applied") => {
                self.seat = member().or(self.seat);
                let number = frame["number"].as_u64().unwrap_or_default();
                self.answered
                    .insert(number, frame["seq"].as_u64().unwrap_or_default());
                self.unanswered.take_if(|(asked, _)| *asked == number);
            }
            Some("refused") => {
                // The game may have ended in a draw meanwhile, but members send no illegal moves.
                anyhow::ensure!(frame["code"] != "illegal-move", "{frame}");
                let unanswered = self.unanswered.take();
                match (frame["code"].as_str(), frame["number"].as_u64()) {
                    // Asked again, with the same number.
                    (Some("outcome-unknown"), _) => self.unanswered = unanswered,
                    (_, Some(number)) => drop(self.refused.insert(number)),
                    (_, None) => {}
                }
            }
            Some("entries") => {
                for entry in frame["entries"].as_array().into_iter().flatten() {
                    self.record_entry(entry)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn record_entry(&mut self, json: &Value) -> anyhow::Result<()> {
        let entry: Entry = serde_json::from_value(json.clone())?;
        anyhow::ensure!(
            entry.seq == self.last() + 1,
            "{} came after {}",
            entry.seq,
            self.last()
        );
        match &mut self.replica {
            None => self.replica = Room::begin(&entry),
            Some(room) => room.apply(&entry),
        }
        self.received.insert(entry.seq, json.clone());
        Ok(())
    }

    /// The next command, if any: take a seat, play a random legal move, or ask for a rematch.
    fn next_command(&mut self) -> Option<(u64, Value)> {
        let name = self.name?;
        let room = self
            .replica
            .as_ref()
            .filter(|_| self.unanswered.is_none())?;
        let command = match self.seat {
            None => json!({"type": "take-seat", "name": name}),
            Some(member) => {
                let bout = room.bout()?;
                match room.phase() {
                    Phase::Playing if room.side_of(member)? == bout.turn() => {
                        let game = bout.record().game();
                        let text = game.kind().move_text(self.chance.legal(game)?);
                        json!({"type": "play", "move": text, "ply": bout.ply()})
                    }
                    Phase::Over if !bout.rematch().contains(&member) => {
                        json!({"type": "ask-rematch"})
                    }
                    _ => return None,
                }
            }
        };
        self.number += 1;
        self.unanswered = Some((self.number, command.clone()));
        self.unanswered.clone()
    }

    /// Checks that every entry received is in the journal, unchanged. Returns their number.
    pub(super) fn compare(&self, entries: &[Entry]) -> anyhow::Result<usize> {
        for (seq, received) in &self.received {
            let place = usize::try_from(*seq)? - 1;
            let public = |entry: &Entry| Entry {
                private: None,
                ..entry.clone()
            };
            let stored = entries.get(place).map(public);
            let stored = serde_json::to_value(stored)?;
            anyhow::ensure!(stored == *received, "{received} is stored as {stored}");
        }
        Ok(self.received.len())
    }

    /// Checks that every answer names the entry of its command. Returns their number.
    pub(super) fn compare_answers(&self, entries: &[Entry]) -> anyhow::Result<usize> {
        for (number, seq) in &self.answered {
            let place = usize::try_from(*seq)? - 1;
            let answers = entries.get(place).and_then(|entry| entry.answers);
            anyhow::ensure!(
                answers.is_some_and(
                    |answers| answers.number == *number && Some(answers.member) == self.seat
                ),
                "{number} was answered with entry {seq}, which answers {answers:?}"
            );
        }
        let is_refused = |entry: &&Entry| {
            entry.answers.is_some_and(|answers| {
                Some(answers.member) == self.seat && self.refused.contains(&answers.number)
            })
        };
        let refused = entries.iter().find(is_refused);
        anyhow::ensure!(refused.is_none(), "refused, but stored: {refused:?}");
        Ok(self.answered.len())
    }
}
