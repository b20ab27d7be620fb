//! A pair of clients of the Chessata API that play random games of chess.

use std::{net::SocketAddr, time::Duration};

use anyhow::Context;
use raum_rules::{AnyGame, Draw, Game, Kind, Outcome, Record, Side};
use raum_torture::net::{HONEST, Socket};
use serde_json::{Value, json};

use super::{
    chess_state::{COLORS, ChessState},
    pair::{exchange, random_move},
};

pub(super) struct Pair {
    server: SocketAddr,
    seed: u64,
    games: u32,
    /// White's, then Black's.
    sockets: [Socket; 2],
    ids: [Value; 2],
    record: Record<AnyGame>,
    state: ChessState,
    random: fastrand::Rng,
}

impl Pair {
    pub(super) async fn open(server: SocketAddr, seed: u64) -> anyhow::Result<Self> {
        let (sockets, ids) = start(server, &format!("bench-{seed}-0")).await?;
        Ok(Self {
            server,
            seed,
            games: 1,
            sockets,
            ids,
            record: Record::new(Kind::Chess.start()),
            state: ChessState::default(),
            random: fastrand::Rng::with_seed(seed),
        })
    }

    /// Plays a move. Returns how long it took to reach the opponent.
    pub(super) async fn play(&mut self) -> anyhow::Result<Duration> {
        let mv = random_move(&mut self.random, self.record.game())?;
        let mover = usize::from(self.record.game().turn() == Side::Second);
        let start = mv.from.map(|cell| Kind::Chess.cell_name(cell));
        let mut frame =
            json!({"type": "move", "start": start, "end": Kind::Chess.cell_name(mv.to)});
        if let Some(role) = mv.promotion {
            frame["promotion"] = json!(format!("{role:?}").to_lowercase());
        }
        let ([one, other], seen) = exchange(&mut self.sockets, mover, frame.to_string()).await?;
        self.state.play(self.record.game(), mv);
        self.record.play(mv)?;
        let game = self.record.game();
        let expected = self.state.frame(game, &self.ids[1 - mover]);
        let state: Value = serde_json::from_str(&one)?;
        anyhow::ensure!(state == expected, "{state} came instead of {expected}");
        // The frames are the same, unless a server writes fields in another order.
        if one != other {
            let state: Value = serde_json::from_str(&other)?;
            anyhow::ensure!(state == expected, "{state} came instead of {expected}");
        }
        if game.check().is_some() {
            let color = COLORS[1 - mover];
            let message = format!("The {color} king is in check!");
            self.expect(&json!({"type": "note", "message": message}))
                .await?;
        }
        if let Some((result, winner)) = result(self.record.outcome()) {
            let winner = winner.map(|side| &self.ids[side.index()]);
            self.expect(&json!({"type": "end_of_game", "result": result, "winner_id": winner}))
                .await?;
        }
        Ok(seen)
    }

    /// Starts another game, with new connections, if this one is over: a code stands for one game.
    pub(super) async fn continue_playing(&mut self) -> anyhow::Result<()> {
        if self.record.outcome().is_some() {
            let code = format!("bench-{}-{}", self.seed, self.games);
            self.games += 1;
            (self.sockets, self.ids) = start(self.server, &code).await?;
            self.record = Record::new(Kind::Chess.start());
            self.state = ChessState::default();
        }
        Ok(())
    }

    async fn expect(&mut self, expected: &Value) -> anyhow::Result<()> {
        for socket in &mut self.sockets {
            let frame: Value = serde_json::from_str(&socket.text().await?)?;
            anyhow::ensure!(frame == *expected, "{frame} came instead of {expected}");
        }
        Ok(())
    }
}

/// Starts a game. Returns the sockets and user ids of White and Black.
async fn start(server: SocketAddr, code: &str) -> anyhow::Result<([Socket; 2], [Value; 2])> {
    let mut ann = Socket::connect(server, HONEST, &format!("/ws/api/Ann/{code}/")).await?;
    let ann_id = next(&mut ann, "init").await?["user_id"].take();
    let mut ben = Socket::connect(server, HONEST, &format!("/ws/api/Ben/{code}/")).await?;
    let ben_id = next(&mut ben, "init").await?["user_id"].take();
    next(&mut ann, "join").await?;
    let mut colors = [Value::Null, Value::Null];
    for (socket, color) in [&mut ann, &mut ben].into_iter().zip(&mut colors) {
        *color = next(socket, "start").await?["color"].take();
        next(socket, "game_state").await?;
    }
    let [ann_color, ben_color] = &colors;
    if *ann_color == COLORS[0] && *ben_color == COLORS[1] {
        return Ok(([ann, ben], [ann_id, ben_id]));
    }
    anyhow::ensure!(
        *ann_color == COLORS[1] && *ben_color == COLORS[0],
        "wrong colors"
    );
    Ok(([ben, ann], [ben_id, ann_id]))
}

/// The next frame, which must have this type.
pub(super) async fn next(socket: &mut Socket, kind: &str) -> anyhow::Result<Value> {
    let text = socket.text().await.with_context(|| format!("no {kind}"))?;
    let frame: Value = serde_json::from_str(&text)?;
    anyhow::ensure!(frame["type"] == kind, "{frame} came instead of {kind}");
    Ok(frame)
}

/// The result and the winner of an ending that the API knows. Servers differ in the others.
fn result(outcome: Option<Outcome>) -> Option<(&'static str, Option<Side>)> {
    match outcome? {
        Outcome::Win { winner, .. } => {
            Some((["white_win", "black_win"][winner.index()], Some(winner)))
        }
        Outcome::Draw(Draw::Stalemate) => Some(("stalemate", None)),
        Outcome::Draw(_) => None,
    }
}
