//! Two clients that play each other in one of the dialects, and check every frame.

use std::{net::SocketAddr, time::Duration};

use anyhow::Context;
use raum_rules::{AnyGame, Game, Move};
use raum_torture::net::Socket;
use tokio::time::{Instant, sleep_until};

use super::{chessata, contender::Dialect, space, tictactoe};

pub(super) enum Pair {
    Space(Box<space::Pair>),
    Chessata(Box<chessata::Pair>),
    TicTacToe(Box<tictactoe::Pair>),
}

impl Pair {
    /// Connects two clients and starts a game. The same seed gives the same moves.
    pub(super) async fn open(
        dialect: Dialect,
        server: SocketAddr,
        seed: u64,
    ) -> anyhow::Result<Self> {
        Ok(match dialect {
            Dialect::Space => Self::Space(Box::new(space::Pair::open(server, seed).await?)),
            Dialect::Chessata => {
                Self::Chessata(Box::new(chessata::Pair::open(server, seed).await?))
            }
            Dialect::TicTacToe => {
                Self::TicTacToe(Box::new(tictactoe::Pair::open(server, seed).await?))
            }
        })
    }

    /// Makes one move per period, or the next one at once if the period is zero. After a late answer, the next moves
    /// catch up. Returns how long each move took to reach the opponent.
    pub(super) async fn play(
        &mut self,
        first: Instant,
        end: Instant,
        period: Duration,
    ) -> anyhow::Result<Vec<Duration>> {
        let mut latencies = Vec::new();
        let mut due = first;
        while due < end && Instant::now() < end {
            sleep_until(due).await;
            latencies.push(self.play_move().await?);
            due += period;
        }
        Ok(latencies)
    }

    async fn play_move(&mut self) -> anyhow::Result<Duration> {
        match self {
            Self::Space(pair) => {
                pair.continue_playing().await?;
                pair.play().await
            }
            Self::Chessata(pair) => {
                pair.continue_playing().await?;
                pair.play().await
            }
            Self::TicTacToe(pair) => {
                pair.continue_playing().await?;
                pair.play().await
            }
        }
    }
}

/// Sends a text for one of two players, and reads the next frame of both. Returns the opponent's frame first, and how long
/// it took to arrive.
pub(super) async fn exchange(
    sockets: &mut [Socket; 2],
    mover: usize,
    text: String,
) -> anyhow::Result<([String; 2], Duration)> {
    let sent = Instant::now();
    sockets[mover].send(text).await?;
    let opponents = sockets[1 - mover].text().await?;
    let seen = sent.elapsed();
    let own = sockets[mover].text().await?;
    Ok(([opponents, own], seen))
}

pub(super) fn random_move(random: &mut fastrand::Rng, game: &AnyGame) -> anyhow::Result<Move> {
    random.choice(game.legal()).context("no legal move")
}
