//! Where games begin: positions that are fair to both sides.

use std::{fs, path::Path, sync::atomic::AtomicBool};

use anyhow::{Context, bail};
use raum_engine::{Engine, Limits, Table, random_move};
use raum_rules::{AnyGame, Kind, Record};

use super::random::{Random, derive};

/// The largest advantage that an opening may give, in hundredths of a pawn.
const ADVANTAGE_MAX: i32 = 80;
/// The search that judges an opening.
const JUDGE_NODES: u64 = 3_000;
/// How many random openings to try for a balanced one.
const TRIES_MAX: u64 = 2_000;

/// How many random moves an opening has unless the command line says.
pub(super) fn plies(kind: Kind) -> u32 {
    match kind {
        Kind::Chess | Kind::Space => 8,
        Kind::TicTacToe => 2,
    }
}

/// Where openings come from.
pub(super) enum Openings {
    /// A list; it begins again after the last one.
    Listed(Vec<Record<AnyGame>>),
    /// Random moves from the start position, so many.
    Random(u32),
}

/// Reads openings from a file: in each line a position, or moves from the start position.
pub(super) fn read(path: &Path, kind: Kind) -> anyhow::Result<Openings> {
    let text = fs::read_to_string(path);
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    let mut list = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            let opening = read_line(line, kind);
            list.push(opening.with_context(|| format!("{}, line {number}", path.display()))?);
        }
    }
    if list.is_empty() {
        bail!("there is no opening in {}", path.display());
    }
    Ok(Openings::Listed(list))
}

fn read_line(line: &str, kind: Kind) -> anyhow::Result<Record<AnyGame>> {
    let first = line.split([' ', ',']).next().unwrap_or_default();
    let record = if kind.read_move(first).is_ok() {
        let mut record = Record::new(kind.start());
        for text in line.split([' ', ',']).filter(|text| !text.is_empty()) {
            let mv = kind.read_move(text)?;
            let played = record.play(mv);
            played.with_context(|| format!("{text:?}"))?;
        }
        record
    } else {
        Record::new(kind.read_position(line).context("bad position")?)
    };
    if is_over(&record) {
        bail!("the game is over in this position");
    }
    Ok(record)
}

/// Whether the game has ended, or would end by a claim.
fn is_over(record: &Record<AnyGame>) -> bool {
    record.outcome().is_some() || !record.claims().is_empty()
}

/// Makes the openings of one thread.
pub(super) struct Maker<'a> {
    kind: Kind,
    openings: &'a Openings,
    engine: Engine,
    table: Table,
}

impl<'a> Maker<'a> {
    pub(super) fn new(kind: Kind, openings: &'a Openings) -> Self {
        Self {
            kind,
            openings,
            engine: Engine::new(kind),
            table: Table::new(1),
        }
    }

    /// The opening of a pair of games: the same for the same seed and pair, whichever thread asks.
    pub(super) fn make(&mut self, seed: u64, pair: usize) -> anyhow::Result<Record<AnyGame>> {
        let plies = match self.openings {
            Openings::Listed(list) => return Ok(list[pair % list.len()].clone()),
            Openings::Random(plies) => *plies,
        };
        let Self {
            kind,
            engine,
            table,
            ..
        } = self;
        let seed = derive(seed, pair as u64);
        let mut tries =
            (0..TRIES_MAX).filter_map(|number| random(*kind, plies, derive(seed, number)));
        // An opening without moves leaves no choice.
        let balanced = tries.find(|record| plies == 0 || is_balanced(engine, table, record));
        balanced.with_context(|| {
            format!("found no balanced opening of {plies} plies: choose another --opening-plies")
        })
    }
}

/// Plays random moves; `None` if the game ends meanwhile.
fn random(kind: Kind, plies: u32, seed: u64) -> Option<Record<AnyGame>> {
    let mut random = Random::new(seed);
    let mut record = Record::new(kind.start());
    for _ in 0..plies {
        record
            .play(random_move(record.game(), random.next())?)
            .ok()?;
    }
    (!is_over(&record)).then_some(record)
}

/// Whether a short search sees no great advantage, whatever the engine has searched before.
fn is_balanced(engine: &mut Engine, table: &Table, record: &Record<AnyGame>) -> bool {
    engine.clear();
    table.clear();
    let limits = Limits {
        nodes: JUDGE_NODES,
        ..Limits::default()
    };
    let never = AtomicBool::new(false);
    let report = engine.search(record, &limits, table, &never, &mut |_| true);
    let best = report.lines.first();
    best.is_some_and(|line| line.score.abs() < ADVANTAGE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_are_balanced_and_differ() {
        for kind in Kind::ALL {
            let openings = Openings::Random(plies(*kind));
            let mut maker = Maker::new(*kind, &openings);
            let made: Vec<_> = (0..8).map(|pair| maker.make(5, pair).unwrap()).collect();
            let mut judge = Engine::new(*kind);
            for record in &made {
                assert_eq!(record.moves().len(), plies(*kind) as usize);
                assert!(is_balanced(&mut judge, &Table::new(1), record), "{kind}");
            }
            assert!(made.windows(2).any(|pair| pair[0] != pair[1]), "{kind}");
            // Another thread makes the same ones, in any order.
            let mut other = Maker::new(*kind, &openings);
            assert_eq!(other.make(5, 7).unwrap(), made[7]);
            assert_eq!(other.make(5, 0).unwrap(), made[0]);
        }
    }

    #[test]
    fn an_advantage_is_not_balanced() {
        let cases = [
            (Kind::Chess, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"),
            (Kind::Chess, "4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1"),
            (Kind::TicTacToe, "XX.OO.... X"),
            (Kind::TicTacToe, "X........ O"),
        ];
        for ((kind, position), expected) in cases.into_iter().zip([false, false, false, true]) {
            let record = Record::new(kind.read_position(position).unwrap());
            let found = is_balanced(&mut Engine::new(kind), &Table::new(1), &record);
            assert_eq!(found, expected, "{position}");
        }
    }

    #[test]
    fn an_opening_without_moves_is_the_start() {
        let openings = Openings::Random(0);
        let made = Maker::new(Kind::Space, &openings).make(1, 1).unwrap();
        assert_eq!(made, Record::new(Kind::Space.start()));
    }

    #[test]
    fn impossible_openings_are_an_error() {
        let openings = Openings::Random(9);
        let made = Maker::new(Kind::TicTacToe, &openings).make(1, 1);
        let error = made.unwrap_err().to_string();
        assert!(error.contains("no balanced opening of 9 plies"), "{error}");
    }

    #[test]
    fn lines_are_positions_or_moves() {
        let moves = read_line("e2e4, e7e5", Kind::Chess).unwrap();
        assert_eq!(moves.moves().len(), 2);
        let position = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
        let record = read_line(position, Kind::Chess).unwrap();
        assert_eq!(record.start().to_string(), position);
        let cases = [
            ("e2e5", "not legal"),
            ("e2e4 e7", "is not a move"),
            ("nowhere", "bad position"),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "the game is over"),
            ("4k3/8/8/8/8/8/8/4K2R w - - 100 90", "the game is over"),
        ];
        for (line, sentence) in cases {
            let error = format!("{:#}", read_line(line, Kind::Chess).unwrap_err());
            assert!(error.contains(sentence), "{line}: {error}");
        }
    }
}
