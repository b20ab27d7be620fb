//! The mates in `space-mates.txt`, and how they were made: the solver looks for them in hasty games and among random
//! positions. Games and positions follow from a seed.

use std::{collections::HashSet, env, fmt::Write as _, fs};

use raum_rules::{
    Game as _, Move, Role, Rules as _, Side,
    node::Node as _,
    space::{Node, Space, SpaceStep},
};

use crate::{
    common::{piece, random_space},
    solver::{Solver, steps},
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/space-mates.txt");

const HEAD: &str = "\
# Mates in space chess: a position; in how many moves the side to move mates at the soonest; the first moves that do.
# The solver in tests/engine/solver.rs proved each by trying every move of both sides. This command makes the file again:
# RAUM_UPDATE=1 cargo test -p raum-engine --test engine mates_are_made -- --ignored
";

/// How many mates of each length come from each source.
const SHARE: usize = 34;

/// Makes positions from random numbers: so many moves before a mate, if it can tell.
type Source = fn(&mut fastrand::Rng, usize) -> Vec<Space>;

/// Where positions come from, and how many of the mates begin with a quiet move: these are rare among many pieces.
const SOURCES: [(Source, usize); 3] = [(from_games, 8), (from_endings, 20), (from_attacks, 2)];

/// A proof may visit this many positions.
const VISITS_MAX: u64 = 2_000_000;

/// A position in which the side to move mates in so many moves.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mate {
    pub(crate) position: String,
    pub(crate) moves: usize,
    /// Every first move that mates in so many moves.
    pub(crate) solutions: Vec<Move>,
}

impl Mate {
    /// The mate in exactly so many moves, if there is one and the solver can prove it.
    fn prove(game: &Space, moves: usize) -> Option<Self> {
        let node = Node::new(game);
        let mut solver = Solver::new(VISITS_MAX);
        if solver.shortest(&node, moves).ok()? != Some(moves) {
            return None;
        }
        Some(Self {
            position: game.to_string(),
            moves,
            solutions: solver.solutions(&node, moves).ok()?,
        })
    }

    fn game(&self) -> Space {
        self.position.parse().expect("a position text")
    }

    /// Whether every solution begins with a move that neither checks nor captures nor promotes.
    pub(crate) fn is_quiet(&self) -> bool {
        let game = self.game();
        self.solutions.iter().all(|mv| {
            game.captured(*mv).is_none()
                && mv.promotion.is_none()
                && game.play(*mv).is_ok_and(|next| next.check().is_none())
        })
    }

    pub(crate) fn pieces(&self) -> usize {
        let game = self.game();
        let cells = Space::EXTENT.cells();
        cells.filter(|cell| game.piece(*cell).is_some()).count()
    }
}

/// The mates of the file.
pub(crate) fn mates() -> Vec<Mate> {
    let text = fs::read_to_string(FILE).expect("the suite");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let [position, moves, solutions] = line.split("; ").collect::<Vec<_>>()[..] else {
                panic!("not three fields: {line}");
            };
            let solutions = solutions.split(' ');
            Mate {
                position: position.to_owned(),
                moves: moves.parse().expect("a number of moves"),
                solutions: solutions
                    .map(|text| Space::read_move(text).expect("a move text"))
                    .collect(),
            }
        })
        .collect()
}

/// Writes the file with `RAUM_UPDATE=1`, and else compares it.
#[test]
#[ignore = "takes minutes"]
fn mates_are_made() {
    let mut text = HEAD.to_owned();
    for moves in [2, 3] {
        for (source, quiet) in SOURCES {
            for Mate {
                position,
                moves,
                solutions,
            } in made(moves, source, quiet)
            {
                let solutions: Vec<_> = solutions.into_iter().map(Space::move_text).collect();
                writeln!(text, "{position}; {moves}; {}", solutions.join(" ")).unwrap();
            }
        }
    }
    if env::var_os("RAUM_UPDATE").is_some() {
        fs::write(FILE, text).unwrap();
    } else {
        assert_eq!(fs::read_to_string(FILE).unwrap(), text);
    }
}

/// Mates of one length from one source: few solutions each, and enough of them quiet.
fn made(moves: usize, source: Source, quiet: usize) -> Vec<Mate> {
    let mut kept: Vec<Mate> = Vec::new();
    let mut loud = 0;
    let mut seen = HashSet::new();
    for seed in 0.. {
        let mut random = fastrand::Rng::with_seed(seed);
        for game in source(&mut random, moves) {
            if kept.len() == SHARE {
                return kept;
            }
            if !seen.insert(game.to_string()) {
                continue;
            }
            let Some(mate) = Mate::prove(&game, moves) else {
                continue;
            };
            if mate.solutions.len() > 4 {
                continue;
            }
            if !mate.is_quiet() {
                if loud == SHARE - quiet {
                    continue;
                }
                loud += 1;
            }
            kept.push(mate);
        }
    }
    kept
}

/// Positions of a hasty game: so many moves before a side could mate.
fn from_games(random: &mut fastrand::Rng, moves: usize) -> Vec<Space> {
    let mut line = vec![Node::new(&Space::default())];
    for _ in 0..120 {
        let node = line[line.len() - 1];
        let mut solver = Solver::new(u64::MAX);
        let can_mate = matches!(solver.shortest(&node, 1), Ok(Some(_)));
        if can_mate && let Some(before) = line.len().checked_sub(2 * moves - 1) {
            return vec![without_clock(&line[before])];
        }
        let Some(step) = hasty(&node, random) else {
            break;
        };
        line.push(node.after(step));
    }
    Vec::new()
}

/// A move of a player who likes captures and checks, and sees no danger.
fn hasty(node: &Node, random: &mut fastrand::Rng) -> Option<SpaceStep> {
    let mut steps = steps(node);
    random.shuffle(&mut steps);
    let is_bold = |step: &SpaceStep| node.captured(*step).is_some() || node.after(*step).in_check();
    let bold = steps.iter().copied().find(is_bold);
    let other = steps.first().copied();
    if random.u8(..3) == 0 {
        bold.or(other)
    } else {
        other
    }
}

/// A queen and some helpers against a king with few defenders.
fn from_endings(random: &mut fastrand::Rng, _: usize) -> Vec<Space> {
    let helpers = random.usize(0..3);
    let defenders = random.usize(0..3);
    random_position(&[Role::Queen], helpers, defenders, random)
}

/// A random position with few pieces, if it is valid.
pub(crate) fn random_ending(random: &mut fastrand::Rng) -> Option<Space> {
    from_endings(random, 0).pop()
}

/// Many pieces against a king with many defenders.
fn from_attacks(random: &mut fastrand::Rng, _: usize) -> Vec<Space> {
    let helpers = random.usize(6..14);
    let defenders = random.usize(9..16);
    random_position(&[Role::Queen], helpers, defenders, random)
}

fn random_position(
    leaders: &[Role],
    helpers: usize,
    defenders: usize,
    random: &mut fastrand::Rng,
) -> Vec<Space> {
    let side = if random.bool() {
        Side::First
    } else {
        Side::Second
    };
    let mut pieces = vec![piece(side, Role::King), piece(!side, Role::King)];
    pieces.extend(leaders.iter().map(|role| piece(side, *role)));
    let mut add = |side, count| {
        for _ in 0..count {
            let role = random.choice(ANY).expect("a role");
            pieces.push(piece(side, role));
        }
    };
    add(side, helpers);
    add(!side, defenders);
    random_space(&pieces, side, random).into_iter().collect()
}

const ANY: [Role; 8] = [
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Unicorn,
    Role::Queen,
    Role::Pawn,
    Role::Pawn,
    Role::Pawn,
];

fn without_clock(node: &Node) -> Space {
    let text = node.game().to_string();
    let mut fields = text.split(' ');
    let board = fields.next().expect("a board");
    let turn = fields.next().expect("a side to move");
    format!("{board} {turn} 0 1").parse().expect("the position")
}
