//! Levels: players of a known strength, from a beginner to the engine at its best.
//!
//! A level is a number of nodes and a misjudgement, never a time, so that it is equally strong on every device. What a
//! player chooses follows from the game, the level and a seed alone.

use std::{error, fmt, sync::atomic::AtomicBool};

use raum_rules::{AnyGame, Cell, Game, Kind, Record};

use crate::{
    engine::Engine,
    oversight::{Oversight, mix},
    report::{Limits, Report},
    score::MATE_MIN,
    table::Table,
};

/// What makes a level as strong as it is.
struct Strength {
    /// The positions entered for a move.
    nodes: u64,
    /// The chance of overlooking a move at the first two plies, in percent.
    overlooks: u32,
    /// How much worse than the best move a chosen one may be, in hundredths of a pawn.
    window: i32,
    /// How many of the best moves to choose from.
    lines: usize,
    /// Whether moves that win at once are always seen.
    sees_mates: bool,
}

const fn strength(nodes: u64, overlooks: u32, window: i32, lines: usize) -> Strength {
    Strength {
        nodes,
        overlooks,
        window,
        lines,
        sees_mates: true,
    }
}

impl Strength {
    const fn without_mates(self) -> Self {
        Self {
            sees_mates: false,
            ..self
        }
    }
}

static CHESS: [Strength; 8] = [
    strength(300, 70, 300, 6).without_mates(),
    strength(400, 45, 120, 5).without_mates(),
    strength(600, 25, 80, 4),
    strength(1_000, 12, 40, 3),
    strength(3_000, 5, 20, 3),
    strength(10_000, 0, 0, 1),
    strength(40_000, 0, 0, 1),
    strength(250_000, 0, 0, 1),
];

static SPACE: [Strength; 8] = [
    strength(500, 70, 300, 6).without_mates(),
    strength(600, 45, 120, 5).without_mates(),
    strength(800, 25, 80, 4),
    strength(1_500, 12, 40, 3),
    strength(4_000, 5, 20, 3),
    strength(10_000, 0, 0, 1),
    strength(50_000, 0, 0, 1),
    strength(250_000, 0, 0, 1),
];

/// Every move is scored exactly, so the last level chooses among equally good ones.
static TIC_TAC_TOE: [Strength; 3] = [
    strength(20_000, 60, 0, 9).without_mates(),
    strength(20_000, 30, 0, 9),
    strength(20_000, 0, 0, 9),
];

const fn strengths(kind: Kind) -> &'static [Strength] {
    match kind {
        Kind::Chess => &CHESS,
        Kind::Space => &SPACE,
        Kind::TicTacToe => &TIC_TAC_TOE,
    }
}

/// How strong a player is, for one kind of game: from 1, the weakest.
///
/// ```
/// use raum_engine::Level;
/// use raum_rules::Kind;
///
/// assert_eq!(Level::last(Kind::Space).number(), 8);
/// let error = Level::new(Kind::TicTacToe, 4).unwrap_err();
/// assert_eq!(error.to_string(), "tictactoe has levels 1 to 3, not 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    kind: Kind,
    number: usize,
}

impl Level {
    /// A level by its number.
    pub fn new(kind: Kind, number: usize) -> Result<Self, UnknownLevel> {
        if (1..=strengths(kind).len()).contains(&number) {
            Ok(Self { kind, number })
        } else {
            Err(UnknownLevel { kind, number })
        }
    }

    /// Every level of a kind, the weakest first.
    pub fn all(kind: Kind) -> impl Iterator<Item = Self> {
        (1..=strengths(kind).len()).map(move |number| Self { kind, number })
    }

    /// The strongest level of a kind.
    pub fn last(kind: Kind) -> Self {
        let number = strengths(kind).len();
        Self { kind, number }
    }

    /// The kind of the games.
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// The number, from 1.
    pub fn number(self) -> usize {
        self.number
    }

    /// The positions entered for a move.
    pub fn nodes(self) -> u64 {
        self.strength().nodes
    }

    fn strength(self) -> &'static Strength {
        &strengths(self.kind)[self.number - 1]
    }
}

/// A kind has no level of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLevel {
    kind: Kind,
    number: usize,
}

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, number } = self;
        let last = strengths(*kind).len();
        write!(f, "{kind} has levels 1 to {last}, not {number}")
    }
}

impl error::Error for UnknownLevel {}

/// Plays at a level. Remembers nothing from one move to the next: its moves follow from the game, the level and the seed.
pub struct Player {
    engine: Engine,
    /// Its own, for the size of a table decides what a search finds.
    table: Table,
    level: Level,
    seed: u64,
}

impl Player {
    /// A player of a level. Another seed plays other games, unless the level always plays its best.
    pub fn new(level: Level, seed: u64) -> Self {
        let mebibytes = if level.nodes() > 100_000 { 8 } else { 1 };
        Self {
            engine: Engine::new(level.kind),
            table: Table::new(mebibytes),
            level,
            seed,
        }
    }

    /// The level it plays at.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Chooses a move in the current position of a game: the first of the first line of the report. There is no line if
    /// there is no legal move, or if the game is of another kind.
    ///
    /// `limits` can end the search before the level does, or name the moves to choose from; how many lines there are and
    /// what is overlooked is up to the level. `report` is called after each iteration, as by [`Engine::search`].
    pub fn choose(
        &mut self,
        record: &Record<AnyGame>,
        limits: &Limits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Report) -> bool,
    ) -> Report {
        let Strength {
            nodes,
            overlooks,
            window,
            lines,
            sees_mates,
        } = *self.level.strength();
        let ply = record.moves().len();
        let limits = Limits {
            nodes: nodes.min(limits.nodes),
            lines: lines.max(limits.lines),
            oversight: (overlooks > 0).then(|| Oversight {
                seed: self.seed,
                ply,
                percent: overlooks,
                sees_mates,
                captured_on: last_capture(record),
            }),
            ..limits.clone()
        };
        self.engine.clear();
        self.table.clear();
        let mut found = self
            .engine
            .search(record, &limits, &self.table, stop, report);
        let choice = choice(&found, window, lines, mix(self.seed ^ mix(!(ply as u64))));
        if let Some(line) = (choice < found.lines.len()).then(|| found.lines.remove(choice)) {
            found.lines.insert(0, line);
        }
        found
    }
}

/// The number of a line that is hardly worse than the first. A mate is never given up for another move, nor is one move
/// chosen before another that is mated later.
fn choice(found: &Report, window: i32, lines: usize, number: u64) -> usize {
    let Some(best) = found.lines.first().map(|line| line.score) else {
        return 0;
    };
    let window = if best.abs() >= MATE_MIN { 0 } else { window };
    let good = found.lines.iter().take(lines);
    let count = good.take_while(|line| line.score >= best - window).count();
    (number % count.max(1) as u64) as usize
}

/// Where the last move captured something.
fn last_capture(record: &Record<AnyGame>) -> Option<Cell> {
    let to = record.moves().last()?.to;
    let mut before = record.clone();
    before.go_to(record.moves().len() - 1);
    before.game().piece(to).map(|_| to)
}
