//! Two members of a room who play random games against each other.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use anyhow::Context;
use raum_room::{AnyMove, Command, Entry, MemberId, Phase, Room};
use raum_rules::{Game, Kind};
use raum_wire::native::ServerFrame;
use serde_json::json;
use tokio::time::{Instant, sleep_until};

use crate::{native::Connection, net::open_room};

/// The most moves a second that a room makes to catch up: the sustained rate limit of two members.
pub const MOVES_PER_SECOND_MAX: u32 = 60;

/// A room with two members in it.
pub struct Table {
    id: String,
    connections: [Connection; 2],
    members: [MemberId; 2],
    replica: Room,
    random: fastrand::Rng,
}

/// The latencies of a move, from sending its command.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Until the mover received the answer.
    pub answered: Duration,
    /// Until the opponent received the entry.
    pub seen: Duration,
}

impl Table {
    /// Opens a room with two seated members.
    pub async fn open(
        server: SocketAddr,
        from: IpAddr,
        kind: Kind,
        seed: u32,
    ) -> anyhow::Result<Self> {
        Self::open_across([server; 2], from, kind, seed).await
    }

    /// Opens a room with two members, each on another node of a cluster.
    pub async fn open_across(
        nodes: [SocketAddr; 2],
        from: IpAddr,
        kind: Kind,
        seed: u32,
    ) -> anyhow::Result<Self> {
        let id = open_room(nodes[0], from, &json!({"kind": kind.name()})).await?;
        let mut replica = None;
        let mut one = Connection::enter(nodes[0], from, &id).await?;
        let first = take_seat(&mut one, &mut replica).await?;
        let mut other = Connection::enter(nodes[1], from, &id).await?;
        let second = take_seat(&mut other, &mut replica).await?;
        Ok(Self {
            id,
            connections: [one, other],
            members: [first, second],
            replica: replica.context("a seat without a room")?,
            random: fastrand::Rng::with_seed(seed.into()),
        })
    }

    /// The id of the room.
    pub fn room(&self) -> &str {
        &self.id
    }

    /// Stops playing and returns both connections.
    pub fn into_connections(self) -> [Connection; 2] {
        self.connections
    }

    /// Makes one move per period. After a late answer, the next moves catch up.
    pub async fn play(
        &mut self,
        first: Instant,
        end: Instant,
        period: Duration,
    ) -> anyhow::Result<Vec<Timing>> {
        let mut timings = Vec::new();
        let mut due = first;
        while due < end {
            tokio::select! {
                () = sleep_until(due) => {}
                ended = self.wait() => return Err(ended),
            }
            let (player, command) = self.next_command().context("no command is possible")?;
            let is_move = matches!(command, Command::Play { .. });
            let sent = Instant::now();
            let (answered, seen) = self.ask(player, command).await?;
            if is_move {
                timings.push(Timing {
                    answered: answered - sent,
                    seen: seen - sent,
                });
            }
            due = (due + period).max(sent + Duration::from_secs(1) / MOVES_PER_SECOND_MAX);
        }
        Ok(timings)
    }

    /// Answers pings until a connection ends.
    pub async fn wait(&mut self) -> anyhow::Error {
        loop {
            let [one, other] = &mut self.connections;
            let frame = tokio::select! {
                frame = one.next_without_timeout() => frame,
                frame = other.next_without_timeout() => frame,
            };
            match frame {
                Ok(ServerFrame::Entries { entries, .. }) => {
                    for entry in &entries {
                        apply_once(&mut self.replica, entry);
                    }
                }
                Ok(_) => {}
                Err(ended) => return ended,
            }
        }
    }

    /// Sends a player's command. Returns when the player received the answer and when the opponent received the entry.
    async fn ask(&mut self, player: usize, command: Command) -> anyhow::Result<(Instant, Instant)> {
        let before = self.replica.seq();
        let asked = self.connections[player].command(&command).await?;
        let (mut answered, mut seen) = (None, None);
        loop {
            let (reader, frame) = self.next().await?;
            let now = Instant::now();
            match frame {
                ServerFrame::Entries { entries, .. } => {
                    let is_new = entries.last().is_some_and(|last| last.seq > before);
                    if reader != player && is_new {
                        seen = seen.or(Some(now));
                    }
                    for entry in &entries {
                        apply_once(&mut self.replica, entry);
                    }
                }
                ServerFrame::Applied { number, .. } if number == asked => answered = Some(now),
                ServerFrame::Refused { message, .. } => anyhow::bail!("refused: {message}"),
                _ => {}
            }
            if let (Some(answered), Some(seen)) = (answered, seen) {
                return Ok((answered, seen));
            }
        }
    }

    /// The next frame of either player, with the player's index.
    async fn next(&mut self) -> anyhow::Result<(usize, ServerFrame)> {
        let [one, other] = &mut self.connections;
        tokio::select! {
            frame = one.next() => Ok((0, frame?)),
            frame = other.next() => Ok((1, frame?)),
        }
    }

    /// A random legal move of the side to move, or a rematch after the end.
    fn next_command(&mut self) -> Option<(usize, Command)> {
        let bout = self.replica.bout()?;
        let mut players = 0..self.members.len();
        match self.replica.phase() {
            Phase::Playing => {
                let to_move = |member| self.replica.side_of(member) == Some(bout.turn());
                let player = players.find(|player| to_move(self.members[*player]))?;
                let game = bout.record().game();
                let legal = game.legal();
                let mv = AnyMove::Known(game.kind(), self.random.choice(legal)?);
                let ply = bout.ply();
                Some((player, Command::Play { mv, ply }))
            }
            Phase::Over => {
                let asked = bout.rematch();
                let player = players.find(|player| !asked.contains(&self.members[*player]))?;
                Some((player, Command::AskRematch))
            }
            Phase::Waiting | Phase::Closed => None,
        }
    }
}

/// Takes a seat, and applies the entries that arrive meanwhile.
pub(crate) async fn take_seat(
    connection: &mut Connection,
    replica: &mut Option<Room>,
) -> anyhow::Result<MemberId> {
    let name = "Ann".to_owned();
    let seat = Command::TakeSeat { name, side: None };
    let asked = connection.command(&seat).await?;
    loop {
        match connection.next().await? {
            ServerFrame::Entries { entries, .. } => {
                for entry in &entries {
                    match replica {
                        None => *replica = Room::begin(entry),
                        Some(replica) => apply_once(replica, entry),
                    }
                }
            }
            ServerFrame::Applied { number, member, .. } if number == asked => {
                return member.context("no seat");
            }
            ServerFrame::Refused { message, .. } => anyhow::bail!("no seat: {message}"),
            _ => {}
        }
    }
}

/// Applies an entry unless it has been applied: both players receive every entry.
pub(crate) fn apply_once(replica: &mut Room, entry: &Entry) {
    if entry.seq > replica.seq() {
        replica.apply(entry);
    }
}
