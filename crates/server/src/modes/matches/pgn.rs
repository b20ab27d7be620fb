//! The games of a match as PGN.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

use anyhow::Context;
use raum_rules::{Pgn, PgnResult};

use super::{game::Played, tally::Pair, tournament::Tournament};

/// A file of games, in the order in which they are counted.
pub(super) struct PgnFile(BufWriter<File>);

impl PgnFile {
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        let file = File::create(path);
        let file = file.with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self(BufWriter::new(file)))
    }

    pub(super) fn write(
        &mut self,
        tournament: &Tournament,
        pair: &Pair,
        round: u32,
    ) -> anyhow::Result<()> {
        let [first, second] = [0, 1].map(|player: usize| tournament.players[player].to_string());
        for (game, played) in pair.iter().enumerate() {
            let names = match game {
                0 => [&first, &second],
                _ => [&second, &first],
            };
            let round = format!("{round}.{}", game + 1);
            writeln!(self.0, "{}", pgn(played, names, &round)).context("cannot write games")?;
        }
        // A match that is interrupted leaves its games.
        self.0.flush().context("cannot write games")
    }
}

fn pgn(played: &Played, [white, black]: [&String; 2], round: &str) -> Pgn {
    let mut pgn = Pgn::new(played.record.clone());
    pgn.set_result(match played.winner {
        Some(winner) => PgnResult::Win(winner),
        None => PgnResult::Draw,
    });
    let tags = [
        ("Event", "raum match"),
        ("Round", round),
        ("White", white),
        ("Black", black),
        ("Termination", played.end.reason()),
    ];
    for (name, value) in tags {
        pgn.set_tag(name, value);
    }
    pgn
}
