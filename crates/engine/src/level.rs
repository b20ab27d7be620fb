//! Levels: players of a known strength, from a beginner to the engine at its best.
//!
//! A level is some numbers of nodes and misjudgements, never a time, so that it is equally strong on every device. What a
//! player chooses follows from the game, the level and a seed alone.

mod ladder;

use std::{error, fmt, sync::atomic::AtomicBool};

use ladder::{levels, strengths};
use raum_rules::{AnyGame, Cell, Game, Kind, Record, Role};

use crate::{
    engine::Engine,
    oversight::{Oversight, mix},
    report::{Limits, Line, Report},
    score::MATE_MIN,
    table::Table,
};

/// How many plies decide how well a player plays in a game.
const PLIES_OF_BEGINNING: usize = 8;

/// How well a player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The positions entered for a move.
    pub nodes: u64,
    /// The deepest iteration.
    pub depth: i32,
    /// The chances of overlooking a capture or check of its own, and a reply, in percent.
    pub overlooks: [u32; 2],
    /// How much worse than the best move a chosen one may be, in hundredths of a pawn.
    pub window: i32,
    /// How many of the best moves to choose from.
    pub lines: usize,
    /// Whether it is clumsy: it moves pieces as long as it has some, then its king, and chooses from the
    /// worse half of their moves.
    pub is_clumsy: bool,
    /// Whether moves that win at once are always seen.
    pub sees_mates: bool,
}

impl Strength {
    /// Every strength that the levels of a kind play with, the weakest first.
    pub fn all(kind: Kind) -> &'static [Self] {
        strengths(kind)
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
        if (1..=levels(kind).len()).contains(&number) {
            Ok(Self { kind, number })
        } else {
            Err(UnknownLevel { kind, number })
        }
    }

    /// Every level of a kind, the weakest first.
    pub fn all(kind: Kind) -> impl Iterator<Item = Self> {
        (1..=levels(kind).len()).map(move |number| Self { kind, number })
    }

    /// The strongest level of a kind.
    pub fn last(kind: Kind) -> Self {
        let number = levels(kind).len();
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

    /// The strengths it plays with, the weakest first: a game decides which of them.
    pub fn strengths(self) -> Vec<Strength> {
        let all = strengths(self.kind);
        let numbers = levels(self.kind)[self.number - 1];
        numbers.iter().map(|number| all[*number]).collect()
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
        let last = levels(*kind).len();
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
    strengths: Vec<Strength>,
    seed: u64,
}

impl Player {
    /// A player of a level. Another seed plays other games, unless the level always plays its best.
    pub fn new(level: Level, seed: u64) -> Self {
        Self::with_strengths(level, level.strengths(), seed)
    }

    /// A player with other strengths than those of its level, to try what they should be.
    pub fn with_strengths(level: Level, strengths: Vec<Strength>, seed: u64) -> Self {
        Self {
            engine: Engine::new(level.kind),
            table: Table::new(table_mebibytes(&strengths)),
            level,
            strengths,
            seed: seed_at(level, seed),
        }
    }

    /// Becomes a player of another level or seed: chooses what a new one would, and reuses the memory of this one if the
    /// kind is the same.
    pub(crate) fn change(&mut self, level: Level, seed: u64) {
        if level.kind != self.level.kind {
            *self = Self::new(level, seed);
            return;
        }
        let strengths = level.strengths();
        let mebibytes = table_mebibytes(&strengths);
        if mebibytes != table_mebibytes(&self.strengths) {
            self.table = Table::new(mebibytes);
        }
        self.level = level;
        self.strengths = strengths;
        self.seed = seed_at(level, seed);
    }

    /// The value of a position for the side to move, without a search; 0 if the game is of another kind.
    pub(crate) fn evaluate(&mut self, game: &AnyGame) -> i32 {
        self.engine.evaluate(game).unwrap_or(0)
    }

    /// The level it plays at.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The strength in a game, which its beginning decides: a player has better games and worse ones.
    fn strength(&self, record: &Record<AnyGame>) -> Option<Strength> {
        let side = record.game().turn().index() as u64;
        let mut number = mix(self.seed ^ side);
        for mv in record.moves().iter().take(PLIES_OF_BEGINNING) {
            let [x, y, z] = [mv.to.x, mv.to.y, mv.to.z].map(u64::from);
            number = mix(number ^ (x | y << 8 | z << 16));
        }
        for letter in record.start().to_string().bytes() {
            number = mix(number ^ u64::from(letter));
        }
        let count = self.strengths.len().max(1) as u64;
        self.strengths.get((number % count) as usize).copied()
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
        let Some(strength) = self.strength(record) else {
            return Report::default();
        };
        let ply = record.moves().len();
        let limits = Limits {
            nodes: strength.nodes.min(limits.nodes),
            depth: strength.depth.min(limits.depth),
            lines: strength.lines.max(limits.lines),
            oversight: (strength.overlooks != [0, 0]).then(|| Oversight {
                seed: self.seed,
                ply,
                percents: strength.overlooks,
                sees_mates: strength.sees_mates,
                captured_on: last_capture(record),
            }),
            ..limits.clone()
        };
        self.engine.clear();
        self.table.clear();
        let mut found = self
            .engine
            .search(record, &limits, &self.table, stop, report);
        let choices = choices(record.game(), &found, &strength);
        let number = mix(self.seed ^ mix(!(ply as u64))) % choices.len().max(1) as u64;
        if let Some(choice) = choices.get(number as usize) {
            let line = found.lines.remove(*choice);
            found.lines.insert(0, line);
        }
        found
    }
}

/// The size of a player's hash table.
fn table_mebibytes(strengths: &[Strength]) -> usize {
    let nodes = strengths.iter().map(|strength| strength.nodes).max();
    if nodes > Some(100_000) { 8 } else { 1 }
}

/// The seed of a player, which differs from level to level.
fn seed_at(level: Level, seed: u64) -> u64 {
    mix(seed ^ level.number as u64)
}

/// The numbers of the lines that are good enough for a strength. A mate is never given up for another move, nor is a move
/// chosen that is mated sooner than another.
fn choices(game: &AnyGame, found: &Report, strength: &Strength) -> Vec<usize> {
    let Some(best) = found.lines.first().map(|line| line.score) else {
        return Vec::new();
    };
    let is_mate = best.abs() >= MATE_MIN;
    let window = if is_mate { 0 } else { strength.window };
    let lines = found.lines.iter().take(strength.lines).enumerate();
    let good = lines.filter(|(_, line)| line.score >= best - window);
    if !strength.is_clumsy {
        return good.map(|(number, _)| number).collect();
    }
    let role = |line: &Line| {
        let from = line.moves.first().and_then(|mv| mv.from);
        from.and_then(|from| game.piece(from))
            .map(|piece| piece.role)
    };
    let rank = |line: &Line| match role(line) {
        Some(Role::Pawn) => 2,
        Some(Role::King) => 1,
        _ => 0,
    };
    let good: Vec<_> = good.collect();
    let first = good.iter().map(|(_, line)| rank(line)).min();
    let moves: Vec<_> = good
        .iter()
        .filter(|(_, line)| Some(rank(line)) == first)
        .map(|(number, _)| *number)
        .collect();
    moves[moves.len() / 2..].to_vec()
}

/// Where the last move captured something.
fn last_capture(record: &Record<AnyGame>) -> Option<Cell> {
    let to = record.moves().last()?.to;
    let mut before = record.clone();
    before.go_to(record.moves().len() - 1);
    before.game().piece(to).map(|_| to)
}
