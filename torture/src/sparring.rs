//! A member who plays random games against a computer.

use std::net::{IpAddr, SocketAddr};

use anyhow::Context;
use raum_room::{AnyMove, Command, MemberId, Phase, Room};
use raum_rules::{Game, Kind};
use raum_wire::native::ServerFrame;
use serde_json::json;
use tokio::time::Instant;

use crate::{
    native::Connection,
    net::open_room,
    table::{apply_once, take_seat},
};

/// A room with a member and a computer in it.
pub struct Sparring {
    connection: Connection,
    member: MemberId,
    replica: Room,
    random: fastrand::Rng,
}

impl Sparring {
    /// Opens a room with a computer of this level, which answers at once, and sits down opposite.
    pub async fn open(
        server: SocketAddr,
        from: IpAddr,
        kind: Kind,
        level: u8,
        seed: u32,
    ) -> anyhow::Result<Self> {
        let computer = json!({"level": level, "instant": true});
        let room = json!({"kind": kind.name(), "computer": computer});
        let id = open_room(server, from, &room).await?;
        let mut connection = Connection::enter(server, from, &id).await?;
        let mut replica = None;
        let member = take_seat(&mut connection, &mut replica).await?;
        Ok(Self {
            connection,
            member,
            replica: replica.context("a seat without a room")?,
            random: fastrand::Rng::with_seed(seed.into()),
        })
    }

    /// Moves as soon as the computer has moved, until the end. Returns how many moves the computer has made.
    ///
    /// Ends in the member's turn: the computer is not thinking then.
    pub async fn play(&mut self, end: Instant) -> anyhow::Result<usize> {
        let mut replies = 0;
        loop {
            if let Some(command) = self.next_command() {
                if Instant::now() >= end {
                    return Ok(replies);
                }
                let number = self.connection.command(&command).await?;
                while self.read().await? != Some(number) {}
            }
            let ply = self.ply();
            while self.next_command().is_none() {
                self.read().await?;
            }
            replies += usize::from(self.ply() > ply);
        }
    }

    fn ply(&self) -> usize {
        self.replica.bout().map_or(0, raum_room::Bout::ply)
    }

    /// Reads a frame, and returns the number of the command that it answers.
    async fn read(&mut self) -> anyhow::Result<Option<u64>> {
        match self.connection.next().await? {
            ServerFrame::Entries { entries, .. } => {
                for entry in &entries {
                    apply_once(&mut self.replica, entry);
                }
                Ok(None)
            }
            ServerFrame::Applied { number, .. } => Ok(Some(number)),
            ServerFrame::Refused { message, .. } => anyhow::bail!("refused: {message}"),
            _ => Ok(None),
        }
    }

    /// A random legal move in the member's turn, or a rematch after the end.
    fn next_command(&mut self) -> Option<Command> {
        let bout = self.replica.bout()?;
        match self.replica.phase() {
            Phase::Playing if self.replica.side_of(self.member) == Some(bout.turn()) => {
                let game = bout.record().game();
                let mv = self.random.choice(game.legal())?;
                let mv = AnyMove::Known(game.kind(), mv);
                let ply = bout.ply();
                Some(Command::Play { mv, ply })
            }
            Phase::Over => Some(Command::AskRematch),
            _ => None,
        }
    }
}
