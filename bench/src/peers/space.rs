//! A pair of clients of spec 1 that play random games of space chess.

use std::{net::SocketAddr, time::Duration};

use raum_rules::{AnyGame, Game, Kind, Record, Side};
use raum_torture::net::{HONEST, Socket};
use serde_json::{Value, json};

use super::pair::{exchange, random_move};

const COLORS: [&str; 2] = ["white", "black"];

pub(super) struct Pair {
    /// White's, then Black's.
    sockets: [Socket; 2],
    record: Record<AnyGame>,
    random: fastrand::Rng,
}

impl Pair {
    pub(super) async fn open(server: SocketAddr, seed: u64) -> anyhow::Result<Self> {
        let connect = || Socket::connect(server, HONEST, "/ws");
        let mut pair = Self {
            sockets: [connect().await?, connect().await?],
            record: Record::new(Kind::Space.start()),
            random: fastrand::Rng::with_seed(seed),
        };
        pair.start().await?;
        Ok(pair)
    }

    /// Plays a move. Returns how long it took to reach the opponent.
    pub(super) async fn play(&mut self) -> anyhow::Result<Duration> {
        let mv = random_move(&mut self.random, self.record.game())?;
        let mover = usize::from(self.record.game().turn() == Side::Second);
        let from = mv.from.map(|cell| Kind::Space.cell_name(cell));
        let mut frame = json!({"type": "move", "from": from, "to": Kind::Space.cell_name(mv.to)});
        if let Some(role) = mv.promotion {
            frame["promotion"] = json!(role.letter());
        }
        let (frames, seen) = exchange(&mut self.sockets, mover, frame.to_string()).await?;
        frame["type"] = json!("move_made");
        frame["by"] = json!(COLORS[mover]);
        for text in &frames {
            let made: Value = serde_json::from_str(text)?;
            anyhow::ensure!(made == frame, "{made} came instead of {frame}");
        }
        self.record.play(mv)?;
        Ok(seen)
    }

    /// Starts another game if this one is over.
    pub(super) async fn continue_playing(&mut self) -> anyhow::Result<()> {
        if self.record.outcome().is_some() {
            self.start().await?;
        }
        Ok(())
    }

    async fn start(&mut self) -> anyhow::Result<()> {
        let [creator, joiner] = &mut self.sockets;
        let create = json!({"type": "create_game"});
        creator.send(create.to_string()).await?;
        let id = until(creator, "game_created").await?["gameId"].take();
        let join = json!({"type": "join_game", "gameId": id});
        joiner.send(join.to_string()).await?;
        let color = until(creator, "game_start").await?["color"].take();
        let other = until(joiner, "game_start").await?["color"].take();
        if color == COLORS[1] && other == COLORS[0] {
            self.sockets.reverse();
        } else {
            anyhow::ensure!(color == COLORS[0] && other == COLORS[1], "wrong colors");
        }
        self.record = Record::new(Kind::Space.start());
        Ok(())
    }
}

/// The next frame, which must have this type. raum announces some endings of the last game first.
async fn until(socket: &mut Socket, kind: &str) -> anyhow::Result<Value> {
    loop {
        let frame: Value = serde_json::from_str(&socket.text().await?)?;
        if frame["type"] == kind {
            return Ok(frame);
        }
        anyhow::ensure!(
            frame["code"] == "game_over",
            "{frame} came instead of {kind}"
        );
    }
}
