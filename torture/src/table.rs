//! Two members who play random games with each other in one room, one game after the other.

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

/// How many moves a second one room may make when it catches up: what the allowance of two members lets it make for long.
pub const MOVES_PER_SECOND_MAX: u32 = 60;

/// A room with two members in it.
pub struct Table {
    id: String,
    people: [Connection; 2],
    members: [MemberId; 2],
    replica: Room,
    random: u64,
}

/// How long a move took from the sending of its command.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Until whoever moved had the answer.
    pub answered: Duration,
    /// Until the opponent had the entry.
    pub seen: Duration,
}

impl Table {
    /// Opens a room and seats two members in it.
    pub async fn lay(
        server: SocketAddr,
        from: IpAddr,
        kind: Kind,
        seed: u32,
    ) -> anyhow::Result<Self> {
        let id = open_room(server, from, &json!({"kind": kind.name()})).await?;
        let mut replica = None;
        let mut one = Connection::enter(server, from, &id).await?;
        let first = take_seat(&mut one, &mut replica).await?;
        let mut other = Connection::enter(server, from, &id).await?;
        let second = take_seat(&mut other, &mut replica).await?;
        Ok(Self {
            id,
            people: [one, other],
            members: [first, second],
            replica: replica.context("a seat without a room")?,
            random: u64::from(seed),
        })
    }

    /// The id of the room.
    pub fn room(&self) -> &str {
        &self.id
    }

    /// The two members, who stay connected.
    pub fn leave_playing(self) -> [Connection; 2] {
        self.people
    }

    /// Makes a move in every period, as long as the answers keep up. If they are late, so is the next
    /// move, and those after it catch up.
    pub async fn play(
        &mut self,
        first: Instant,
        end: Instant,
        period: Duration,
    ) -> anyhow::Result<Vec<Timing>> {
        let mut timings = Vec::new();
        let mut due = first;
        while due < end {
            sleep_until(due).await;
            let (person, command) = self.next_command().context("nobody can do anything")?;
            let is_move = matches!(command, Command::Play { .. });
            let sent = Instant::now();
            let (answered, seen) = self.ask(person, command).await?;
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

    /// Sends somebody's command. The answer is when they had theirs, and when the other had the entry.
    async fn ask(&mut self, person: usize, command: Command) -> anyhow::Result<(Instant, Instant)> {
        let before = self.replica.seq();
        let asked = self.people[person].command(&command).await?;
        let (mut answered, mut seen) = (None, None);
        loop {
            let (reader, frame) = self.next().await?;
            let now = Instant::now();
            match frame {
                ServerFrame::Entries { entries, .. } => {
                    let is_new = entries.last().is_some_and(|last| last.seq > before);
                    if reader != person && is_new {
                        seen = seen.or(Some(now));
                    }
                    for entry in &entries {
                        note(&mut self.replica, entry);
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

    /// The next frame of either, and whose it is.
    async fn next(&mut self) -> anyhow::Result<(usize, ServerFrame)> {
        let [one, other] = &mut self.people;
        tokio::select! {
            frame = one.next() => Ok((0, frame?)),
            frame = other.next() => Ok((1, frame?)),
        }
    }

    /// A random legal move of whoever is to move, or another game after the end.
    fn next_command(&mut self) -> Option<(usize, Command)> {
        let bout = self.replica.bout()?;
        let mut people = 0..self.members.len();
        match self.replica.phase() {
            Phase::Playing => {
                let to_move = |member| self.replica.side_of(member) == Some(bout.turn());
                let person = people.find(|person| to_move(self.members[*person]))?;
                let game = bout.record().game();
                let legal = game.legal();
                self.random = self
                    .random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let choice = usize::try_from(self.random >> 33).ok()? % legal.len();
                let mv = AnyMove::Known(game.kind(), legal[choice]);
                let ply = bout.ply();
                Some((person, Command::Play { mv, ply }))
            }
            Phase::Over => {
                let asked = bout.rematch();
                let person = people.find(|person| !asked.contains(&self.members[*person]))?;
                Some((person, Command::AskRematch))
            }
            Phase::Waiting | Phase::Closed => None,
        }
    }
}

async fn take_seat(
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
                        Some(replica) => note(replica, entry),
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

/// Both people receive every entry; the first to have it counts.
fn note(replica: &mut Room, entry: &Entry) {
    if entry.seq > replica.seq() {
        replica.apply(entry);
    }
}
