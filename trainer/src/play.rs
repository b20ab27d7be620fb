//! Self-play: games of the engine against itself, and the positions that they visit.

use std::{
    collections::BTreeMap,
    fmt,
    num::NonZero,
    path::PathBuf,
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Instant,
};

use clap::Args;
use raum_engine::MATE_MIN;
use raum_rules::{Game as _, Kind, Side};

use crate::{
    course::{Course, Player, opening, random_of_game, won_by},
    data::{DataWriter, Sample},
    kinds::{Trained, with_kind},
    parallel::cores,
    position::Position,
    setup::{self, Setup},
};

/// The nodes for each move, unless the setup gives their number.
const NODES: u64 = 600;
/// Longer games are drawn.
const PLIES_MAX: usize = 300;
/// A game is won when the search has seen at least this score for some moves in a row.
const DECIDED_SCORE: i32 = 1800;
const DECIDED_PLIES: u32 = 6;
/// Positions beyond this score teach nothing.
const SCORE_MAX: i32 = 1500;
/// Openings beyond this score are not played.
const OPENING_SCORE_MAX: i32 = 400;
/// One move of so many is random, so that the games visit more positions.
const RANDOM_MOVE: u32 = 40;

/// Play the engine against itself and write the positions to a file
///
/// The games depend on the seed alone: any number of threads writes the same file.
#[derive(Args)]
#[command(after_help = setup::HELP)]
pub struct Play {
    /// What the player is made of [default nodes: 600]
    #[arg(default_value = "")]
    pub setup: String,

    /// The kind of game: space or chess
    #[arg(long, default_value_t = Kind::Space)]
    pub kind: Kind,

    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Play until there are so many positions; the last game is written whole
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub positions: u64,

    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How many games to play at once
    #[arg(long, value_name = "N", default_value_t = cores())]
    pub threads: NonZero<usize>,
}

/// A finished game.
struct Played {
    samples: Vec<Sample>,
    /// For the first side: 0 lost, 1 drawn, 2 won. None if the opening was one-sided and not played.
    result: Option<u8>,
}

impl Play {
    /// Plays the games.
    pub fn run(&self) -> anyhow::Result<()> {
        with_kind!(self.kind, self.run_kind())
    }

    fn run_kind<E: Trained>(&self) -> anyhow::Result<()> {
        let setup = Setup::<E>::read(&self.setup, NODES)?;
        let start = Instant::now();
        let writer = DataWriter::create(&self.out, self.kind, &self.command(&setup))?;
        let (count, results) = self.play(&setup, writer)?;
        let [lost, drawn, won] = results;
        println!(
            "{count} positions of {} games (White won {won}, drew {drawn}, lost {lost}) in {:.0} s: {}",
            won + drawn + lost,
            start.elapsed().as_secs_f64(),
            self.out.display()
        );
        Ok(())
    }

    /// The command of the file that these arguments write.
    pub fn command_of_file(&self) -> anyhow::Result<String> {
        with_kind!(self.kind, self.command_of_kind())
    }

    fn command_of_kind<E: Trained>(&self) -> anyhow::Result<String> {
        Ok(self.command(&Setup::<E>::read(&self.setup, NODES)?))
    }

    fn command<E: Trained>(&self, setup: &Setup<E>) -> String {
        format!(
            "raum-trainer play {setup} --kind {} --positions {} --seed {}",
            self.kind, self.positions, self.seed
        )
    }

    /// Plays games in several threads and writes them in the order of their numbers.
    fn play<E: Trained>(
        &self,
        setup: &Setup<E>,
        mut writer: DataWriter,
    ) -> anyhow::Result<(u64, [u64; 3])> {
        let (next, is_done) = (AtomicU64::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        let mut results = [0; 3];
        thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                let (sender, next, is_done) = (sender.clone(), &next, &is_done);
                scope.spawn(move || {
                    let mut player = Player::new(setup);
                    while !is_done.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let game = play_game(&mut player, self.seed, number);
                        if sender.send((number, game)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let written = self.write(&receiver, &mut writer, &mut results);
            is_done.store(true, Ordering::Relaxed);
            drop(receiver);
            written
        })?;
        let count = writer.count();
        writer.finish()?;
        Ok((count, results))
    }

    fn write(
        &self,
        games: &mpsc::Receiver<(u64, Played)>,
        writer: &mut DataWriter,
        results: &mut [u64; 3],
    ) -> anyhow::Result<()> {
        let mut waiting = BTreeMap::new();
        let mut number = 0;
        let mut tenths = 1;
        while writer.count() < self.positions {
            let Some(Played { samples, result }) = waiting.remove(&number) else {
                let (number, game) = games.recv()?;
                waiting.insert(number, game);
                continue;
            };
            writer.append(&samples)?;
            if let Some(result) = result {
                results[usize::from(result)] += 1;
            }
            number += 1;
            if writer.count() * 10 >= self.positions * tenths && tenths < 10 {
                println!("{} positions of {number} games", writer.count());
                tenths = writer.count() * 10 / self.positions + 1;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "raum-trainer play {} --kind {} --out {} --positions {} --seed {}",
            self.setup,
            self.kind,
            self.out.display(),
            self.positions,
            self.seed
        )
    }
}

/// Plays the game of a number.
fn play_game<E: Trained>(player: &mut Player<E>, seed: u64, number: u64) -> Played {
    let mut random = random_of_game(seed, number);
    let plies = random.usize(4..14);
    let mut course = Course::new(&opening(&mut random, plies));
    player.forget();
    let mut visited = Vec::new();
    let result = play_on(player, &mut random, &mut course, &mut visited);
    let samples = visited.into_iter().map(|(position, score)| Sample {
        position,
        score,
        result: match position.turn() {
            Side::First => result.unwrap_or(1),
            Side::Second => 2 - result.unwrap_or(1),
        },
    });
    Played {
        samples: samples.collect(),
        result,
    }
}

/// Plays a game to its end and lists the quiet positions with their scores. Returns the result for the first side; none
/// if the opening is one-sided.
fn play_on<E: Trained>(
    player: &mut Player<E>,
    random: &mut fastrand::Rng,
    course: &mut Course<E::Node>,
    visited: &mut Vec<(Position, i16)>,
) -> Option<u8> {
    let mut decided = 0;
    for ply in 0..PLIES_MAX {
        if let Some(result) = course.result() {
            return Some(result);
        }
        let Some(line) = player.search(course) else {
            return Some(1);
        };
        let size = line.score.abs();
        if ply == 0 && size > OPENING_SCORE_MAX {
            return None;
        }
        decided = if size > DECIDED_SCORE { decided + 1 } else { 0 };
        if decided >= DECIDED_PLIES || size >= MATE_MIN {
            let mover = course.game().turn();
            return Some(won_by(if line.score > 0 { mover } else { !mover }));
        }
        let mv = line.moves[0];
        let game = course.game();
        let is_quiet =
            game.captured(mv).is_none() && mv.promotion.is_none() && game.check().is_none();
        if is_quiet && size < SCORE_MAX {
            visited.extend(Position::new(game).map(|position| (position, line.score as i16)));
        }
        let mv = match random.u32(..RANDOM_MOVE) {
            0 => random.choice(game.legal()).unwrap_or(mv),
            _ => mv,
        };
        if !course.play(mv) {
            break;
        }
    }
    Some(1)
}
