//! A pair of Socket.IO clients of spec 5 that play random games of tic-tac-toe, and replay in the same room. The two votes
//! after each game, of seven or eight moves, count towards the cost of its moves.

use std::{net::SocketAddr, time::Duration};

use raum_rules::{AnyGame, Game, Kind, Outcome};
use raum_torture::{narrow::tictactoe::Client, net::HONEST};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::pair::random_move;

const ROLES: [&str; 2] = ["X", "O"];
const PASS_KEY: &str = "sesame";

pub(super) struct Pair {
    /// X's, then O's.
    clients: [Client; 2],
    room: Value,
    game: AnyGame,
    board: [Option<&'static str>; 9],
    /// Who starts this game, and who moves next: X starts the first game, O the second, and so on.
    first: usize,
    mover: usize,
    random: fastrand::Rng,
}

impl Pair {
    pub(super) async fn open(server: SocketAddr, seed: u64) -> anyhow::Result<Self> {
        let mut x = Client::connect(server, HONEST).await?;
        x.emit("create_room", &json!({"passKey": PASS_KEY})).await?;
        let room = x.until("room_created").await?["roomId"].take();
        let mut o = Client::connect(server, HONEST).await?;
        o.emit("join_room", &json!({"roomId": room, "passKey": PASS_KEY}))
            .await?;
        let mut pair = Self {
            clients: [x, o],
            room,
            game: Kind::TicTacToe.start(),
            board: [None; 9],
            first: 0,
            mover: 0,
            random: fastrand::Rng::with_seed(seed),
        };
        pair.expect_start().await?;
        Ok(pair)
    }

    /// Plays a move. Returns how long it took to reach the opponent.
    pub(super) async fn play(&mut self) -> anyhow::Result<Duration> {
        let mv = random_move(&mut self.random, &self.game)?;
        let index: usize = Kind::TicTacToe.move_text(mv).parse()?;
        let sent = Instant::now();
        self.clients[self.mover]
            .emit("make_move", &json!({"roomId": self.room, "index": index}))
            .await?;
        self.game = self.game.play(mv)?;
        self.board[index] = Some(ROLES[self.mover]);
        let winner = match self.game.outcome() {
            None => None,
            Some(Outcome::Win { .. }) => Some(ROLES[self.mover]),
            Some(Outcome::Draw(_)) => Some("draw"),
        };
        let turn = ROLES[1 - self.mover];
        let update = json!({"board": self.board, "turn": turn, "winner": winner});
        let opponent = 1 - self.mover;
        expect(&mut self.clients[opponent], "board_update", &update).await?;
        let seen = sent.elapsed();
        expect(&mut self.clients[self.mover], "board_update", &update).await?;
        self.mover = opponent;
        Ok(seen)
    }

    /// Votes for another game if this one is over.
    pub(super) async fn continue_playing(&mut self) -> anyhow::Result<()> {
        if self.game.outcome().is_none() {
            return Ok(());
        }
        for client in &mut self.clients {
            let vote = json!({"roomId": self.room});
            client.emit("replay_request", &vote).await?;
        }
        for client in &mut self.clients {
            expect(client, "replay_vote", &json!({"votes": 1})).await?;
            expect(client, "replay_vote", &json!({"votes": 2})).await?;
        }
        self.game = Kind::TicTacToe.start();
        self.board = [None; 9];
        self.first = 1 - self.first;
        self.mover = self.first;
        self.expect_start().await
    }

    async fn expect_start(&mut self) -> anyhow::Result<()> {
        let turn = ROLES[self.first];
        for (client, role) in self.clients.iter_mut().zip(ROLES) {
            let start = json!({"board": self.board, "turn": turn, "role": role});
            expect(client, "game_start", &start).await?;
        }
        Ok(())
    }
}

async fn expect(client: &mut Client, name: &str, expected: &Value) -> anyhow::Result<()> {
    let (event, fields) = client.event().await?;
    anyhow::ensure!(
        event == name && fields == *expected,
        "{event} {fields} came instead of {name} {expected}"
    );
    Ok(())
}
