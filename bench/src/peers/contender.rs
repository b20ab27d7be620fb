//! The contenders: raum in each of three dialects, and the peer that speaks the same dialect.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use clap::ValueEnum;
use raum_torture::program::{command, serve};

use super::server::Server;
use crate::load::OPTIONS;

/// At full speed, a pair plays faster than members may by default.
const UNLIMITED: [&str; 4] = [
    "--commands-per-second=1000000",
    "--commands-burst=1000000",
    "--rooms-per-address-max=100000",
    "--pass-keys-per-minute=100000",
];

/// A dialect that has a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Dialect {
    /// Space chess, spec 1
    Space,
    /// Chess, spec 4
    Chessata,
    /// Tic-tac-toe over Socket.IO, spec 5
    #[value(name = "tictactoe")]
    TicTacToe,
}

/// The goals of a dialect.
pub(super) struct Goals {
    /// CPU per move at full speed. Twice that at a fixed rate.
    pub(super) cpu_micros_max: f64,
    /// Memory of an idle connection.
    pub(super) idle_bytes_max: f64,
}

impl Dialect {
    pub(super) const ALL: [Self; 3] = [Self::Space, Self::Chessata, Self::TicTacToe];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Space => "space",
            Self::Chessata => "chessata",
            Self::TicTacToe => "tictactoe",
        }
    }

    pub(super) fn peer_name(self) -> &'static str {
        match self {
            Self::Space => "FastAPI",
            Self::Chessata => "ws+chess.js",
            Self::TicTacToe => "socket.io",
        }
    }

    /// Whether there is a floor for it. One for Chessata would need the rules of chess.
    pub(super) fn has_floor(self) -> bool {
        self != Self::Chessata
    }

    pub(super) fn goals(self) -> Goals {
        let (cpu_micros_max, idle_bytes_max) = match self {
            Self::Space => (35.0, 6e3),
            Self::Chessata => (40.0, 6e3),
            Self::TicTacToe => (20.0, 15e3),
        };
        Goals {
            cpu_micros_max,
            idle_bytes_max,
        }
    }

    fn peer_command(self) -> Command {
        let peers = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/peers"));
        let (program, script) = match self {
            Self::Space => (
                peers.join("fastapi/.venv/bin/python"),
                peers.join("fastapi/server.py"),
            ),
            Self::Chessata => ("node".into(), peers.join("ws-chess/server.mjs")),
            Self::TicTacToe => ("node".into(), peers.join("socketio/server.mjs")),
        };
        let mut command = Command::new(program);
        command.arg(script);
        command
    }
}

/// One of the servers that speak the same dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contender {
    Peer,
    Raum,
    /// The least that a server can do.
    Floor,
}

impl Contender {
    pub(super) const BOTH: [Self; 2] = [Self::Peer, Self::Raum];

    /// Starts the server, with its folder beside raum's program: the system's temporary folder may be in memory.
    pub(super) fn start(self, dialect: Dialect, raum: &Path) -> anyhow::Result<Server> {
        let folder = tempfile::tempdir_in(raum.parent().unwrap_or(Path::new(".")))?;
        let command = match self {
            Self::Peer => dialect.peer_command(),
            Self::Floor => {
                let mut command = Command::new(env::current_exe()?);
                command.args(["floor", dialect.name()]).arg(folder.path());
                command
            }
            Self::Raum => {
                let mut command = command(raum);
                command.args(serve(&folder.path().join("data")));
                command.args(OPTIONS).args(UNLIMITED);
                command
            }
        };
        Server::start(command, folder)
    }
}
