//! `raum play`: seats a UCI program in a room on a server, as an ordinary member who speaks the native dialect.

mod backoff;
mod bot;
mod clocks;
mod conduct;
mod ended;
mod link;
mod reconnect;
mod replica;
mod socket;
mod thinker;
mod tls;
mod token;

use std::{path::PathBuf, str::FromStr, time::Duration};

use clap::{Args, error::ErrorKind, value_parser};
use raum_room::is_name;

use crate::{
    modes::{
        serve::Signals,
        uci::{Budget, Program},
    },
    rooms::secrets,
};
use bot::{Bot, Settings};
use conduct::Conduct;
use link::Link;
use replica::Replica;

/// Let a UCI program play in a room
///
/// The program takes a free seat in the room of a link, plays, and leaves when the game is over. It declines draws and
/// accepts takebacks. If the connection is lost, it reconnects and continues.
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  raum play http://127.0.0.1:8000/r/K3V9X7M2P4QR --engine 'raum engine' --level 3
  raum play https://raum.example/r/K3V9X7M2P4QR --engine stockfish --games 0
  raum play https://raum.example/r/K3V9X7M2P4QR --engine 'stockfish; option.UCI_LimitStrength=true; option.UCI_Elo=1500'
  raum play https://club.example/r/K3V9X7M2P4QR --engine stockfish --ca club.pem --token-file seat.token

Engines:
  COMMAND           a UCI program with its arguments, and settings separated by semicolons
                    nodes=, depth=, movetime=MS, option.NAME=VALUE
  Programs that list the game in UCI_Variant, such as `raum engine`, play space chess and tic-tac-toe, too.

Time:
  The program gets the clocks of the room, less the time that a move takes to reach the server. In a room without clocks it
  gets --movetime, unless it has a setting that limits its search.

Output:
  A line on standard output when a game starts and when it ends. The token of the seat is on standard error, once;
  --token takes the seat again after a crash.

Exit codes:
  0  the games were played, the room was closed, or SIGINT or SIGTERM ended the program, which has left its seat
  1  there is no such room or no free seat, the server cannot be reached, or the engine died, did not answer or made an
     illegal move; the program has left its seat
  2  invalid command line or environment variable")]
pub(crate) struct Play {
    /// The link of the room
    #[arg(value_name = "URL")]
    link: Link,

    /// The UCI program to run, with settings after semicolons
    #[arg(long, value_name = "COMMAND")]
    engine: Engine,

    /// The name in the room [default: the engine's]
    #[arg(long, value_parser = name)]
    name: Option<String>,

    /// Set the engine's option `Level`, as `raum engine` has it
    #[arg(long, value_parser = value_parser!(u8).range(1..=100))]
    level: Option<u8>,

    /// How many games to play; 0 for as many as the opponent wants
    #[arg(long, default_value_t = 1)]
    games: u32,

    /// Accept draw offers
    #[arg(long)]
    draws: bool,

    /// Decline takebacks
    #[arg(long)]
    no_takebacks: bool,

    /// Milliseconds for a move in a room without clocks
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = value_parser!(u64).range(1..=86_400_000))]
    movetime: u64,

    /// Seconds that the engine may take beyond its time, or without a time for a move, before it counts as hanging
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = value_parser!(u64).range(1..=86_400))]
    grace: u64,

    /// The token of a seat taken before
    #[arg(long, env = "RAUM_TOKEN", hide_env_values = true)]
    #[arg(conflicts_with = "token_file")]
    token: Option<String>,

    /// A file for the token of the seat: read if it exists, otherwise written instead of printing the token
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// The pass key of the room
    #[arg(
        long,
        value_name = "KEY",
        env = "RAUM_PASS_KEY",
        hide_env_values = true
    )]
    pass_key: Option<String>,

    /// A PEM file with the certificates to trust instead of the system's
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,

    /// Seconds to try to reconnect before giving up
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    reconnect_seconds_max: u64,
}

/// The engine as the command line names it.
#[derive(Clone)]
struct Engine {
    program: Program,
    budget: Budget,
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = Program::read(text)?;
        let (program, budget) = read.ok_or("expected the command of a UCI program")?;
        if budget.control.is_some() {
            return Err("the room has the clocks, so tc= has no use".to_owned());
        }
        Ok(Self { program, budget })
    }
}

fn name(text: &str) -> Result<String, &'static str> {
    let is_valid = is_name(text);
    is_valid
        .then(|| text.to_owned())
        .ok_or("a name is one line of 1 to 40 visible characters")
}

impl Play {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let token = match &self.token_file {
            Some(file) => token::read(file)?,
            None => self.token,
        };
        // clap would print the token.
        if token
            .as_deref()
            .is_some_and(|token| !secrets::is_token(token))
        {
            let sentence = "error: the token is not one that a server has given\n";
            return Err(clap::Error::raw(ErrorKind::ValueValidation, sentence).into());
        }
        let ca = self.ca.as_deref();
        let tls = self.link.is_secure.then(|| tls::config(ca)).transpose()?;
        let mut program = self.engine.program;
        let level = self
            .level
            .map(|level| ("Level".to_owned(), level.to_string()));
        program.options.extend(level);
        let settings = Settings {
            link: self.link,
            tls,
            program,
            budget: self.engine.budget,
            movetime: Duration::from_millis(self.movetime),
            grace: Duration::from_secs(self.grace),
            reconnect_max: Duration::from_secs(self.reconnect_seconds_max),
            token_file: self.token_file,
        };
        let conduct = Conduct::new(self.name, self.games, self.draws, !self.no_takebacks);
        let bot = Bot::new(settings, Replica::new(token, self.pass_key), conduct);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async { bot.run(Signals::new()?).await })
    }
}
