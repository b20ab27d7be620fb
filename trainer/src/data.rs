//! Self-play: positions with the search's score and the game's result.

use std::{
    fs::File,
    io::{BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::Instant,
};

use clap::Args;
use raum_engine::{Limits, MATE_MIN, Table};
use raum_rules::{
    Game, Outcome, Role, Side,
    node::Node as _,
    space::{Node, Space},
};

use crate::arena::{Setup, opening};

/// One position: its pieces, and what is known of its value for the first side.
#[derive(Clone)]
pub(crate) struct Sample {
    /// Side, role and cell of each piece.
    pub(crate) pieces: Vec<(Side, Role, u8)>,
    pub(crate) turn: Side,
    /// By search, for the side to move.
    pub(crate) score: i16,
    /// By weights alone, for the side to move.
    pub(crate) plain: i16,
    /// For the side to move: 0, 1 or 2 halves.
    pub(crate) result: u8,
    /// Features of the linear evaluation, for the first side.
    pub(crate) features: Vec<(u16, i8)>,
}

/// The position as a text is slow: bytes of our own. Length, turn, score, result, and two bytes a piece.
struct Written {
    bytes: Vec<u8>,
}

const ROLES: [Role; 7] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Unicorn,
    Role::Pawn,
];

fn write(node: &Node, score: i16) -> Written {
    let mut bytes = vec![0, node.turn() as u8, 0, 0, 0];
    bytes[2..4].copy_from_slice(&score.to_le_bytes());
    for (side, role, at) in node.all_pieces() {
        bytes.push((side as u8) << 3 | role as u8);
        bytes.push(at);
    }
    bytes[0] = ((bytes.len() - 5) / 2) as u8;
    Written { bytes }
}

pub(crate) fn read(path: &Path, max: usize) -> anyhow::Result<Vec<Sample>> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut samples = Vec::new();
    let mut head = [0; 5];
    while samples.len() < max && file.read_exact(&mut head).is_ok() {
        let mut bytes = vec![0; usize::from(head[0]) * 2];
        file.read_exact(&mut bytes)?;
        let pieces = bytes
            .chunks_exact(2)
            .map(|pair| {
                (
                    Side::BOTH[usize::from(pair[0] >> 3)],
                    ROLES[usize::from(pair[0] & 7)],
                    pair[1],
                )
            })
            .collect();
        samples.push(Sample {
            pieces,
            turn: Side::BOTH[usize::from(head[1])],
            score: i16::from_le_bytes([head[2], head[3]]),
            plain: 0,
            result: head[4],
            features: Vec::new(),
        });
    }
    Ok(samples)
}

/// The text of a sample's position, from which the rules can make it again.
pub(crate) fn game(sample: &Sample) -> Option<Space> {
    let mut board = [None; 125];
    for (side, role, at) in &sample.pieces {
        board[usize::from(*at)] = raum_rules::Piece {
            side: *side,
            role: *role,
        }
        .letter();
    }
    let mut text = String::new();
    for level in 0..5 {
        if level > 0 {
            text.push('|');
        }
        for rank in (0..5).rev() {
            if rank < 4 {
                text.push('/');
            }
            let mut empty = 0;
            for file in 0..5 {
                match board[file + 5 * rank + 25 * level] {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                            empty = 0;
                        }
                        text.push(letter);
                    }
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
        }
    }
    text.push_str(if sample.turn == Side::First {
        " w 0 1"
    } else {
        " b 0 1"
    });
    text.parse().ok()
}

#[derive(Args)]
pub(crate) struct Play {
    #[arg(default_value = "nodes=600")]
    setup: String,
    #[arg(long)]
    out: PathBuf,
    #[arg(long, default_value_t = 1_000_000)]
    positions: u64,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Play {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let setup = Setup::parse(&self.setup)?;
        let out = Mutex::new(BufWriter::with_capacity(1 << 20, File::create(&self.out)?));
        let (count, next) = (AtomicU64::new(0), AtomicUsize::new(0));
        let results = Mutex::new([0u64; 3]);
        let start = Instant::now();
        thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(|| {
                    let table = Table::new(4);
                    while count.load(Ordering::Relaxed) < self.positions {
                        let number = next.fetch_add(1, Ordering::Relaxed) as u64;
                        let (positions, result) =
                            one_game(&setup, &table, self.seed << 32 | number);
                        results.lock().expect("no panic")[result as usize] += 1;
                        count.fetch_add(positions.len() as u64, Ordering::Relaxed);
                        let mut out = out.lock().expect("no panic");
                        for (mut position, turn) in positions {
                            position.bytes[4] = if turn == Side::First {
                                result
                            } else {
                                2 - result
                            };
                            out.write_all(&position.bytes).expect("space on the disk");
                        }
                    }
                });
            }
        });
        println!(
            "{} positions of {} games (black, draws, white: {:?}) in {:.0} s",
            count.load(Ordering::Relaxed),
            next.load(Ordering::Relaxed),
            results.lock().expect("no panic"),
            start.elapsed().as_secs_f64()
        );
        Ok(())
    }
}

fn one_game(setup: &Setup, table: &Table, seed: u64) -> (Vec<(Written, Side)>, u8) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = opening(seed, 4 + random.usize(..10));
    let mut searcher = setup.searcher();
    table.clear();
    let never = AtomicBool::new(false);
    let mut positions = Vec::new();
    let mut history: Vec<u64> = Vec::new();
    let mut decided = 0;
    for ply in 0..300 {
        if let Some(outcome) = game.outcome() {
            let result = match outcome {
                Outcome::Win { winner, .. } => 2 - 2 * winner as u8,
                Outcome::Draw(_) => 1,
            };
            return (positions, result);
        }
        let node = Node::new(&game);
        if game.claim().is_some()
            || history.iter().filter(|hash| **hash == node.hash()).count() >= 2
        {
            return (positions, 1);
        }
        let budget = Limits {
            nodes: setup.nodes,
            ..Limits::default()
        };
        let found = searcher.search(&node, &history, &budget, table, &never, &mut |_| true);
        let Some(line) = found.lines.first() else {
            return (positions, 1);
        };
        if ply == 0 && line.score.abs() > 400 {
            return (Vec::new(), 1);
        }
        if line.score.abs() > 1800 {
            decided += 1;
            if decided >= 6 || line.score.abs() >= MATE_MIN {
                let mover_wins = line.score > 0;
                return (
                    positions,
                    if mover_wins == (game.turn() == Side::First) {
                        2
                    } else {
                        0
                    },
                );
            }
        } else {
            decided = 0;
        }
        let mv = line.moves[0];
        let is_quiet =
            game.piece(mv.to).is_none() && mv.promotion.is_none() && game.check().is_none();
        if is_quiet && line.score.abs() < 1500 {
            positions.push((write(&node, line.score as i16), game.turn()));
        }
        history.push(node.hash());
        // Now and then a random move, so that the games see more of the game.
        let legal = game.legal();
        let mv = if random.u32(..40) == 0 {
            legal[random.usize(..legal.len())]
        } else {
            mv
        };
        let Ok(next) = game.play(mv) else {
            return (positions, 1);
        };
        game = next;
    }
    (positions, 1)
}
