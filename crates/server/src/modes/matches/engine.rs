//! raum's own engine as a player, in this process.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use raum_engine::{Engine, Level, Limits, Player, Report, Table};
use raum_rules::{AnyGame, Game, Kind, Record};
use rustix::time::{ClockId, clock_gettime};

use super::{mover::Mover, player::Setup};
use crate::modes::{
    engine::{
        STACK_BYTES,
        clock::{Allotment, Clock, OVERHEAD, Pace, allot, within},
    },
    uci::{Budget, Choice, Clocks, Failure},
};

/// raum as a player.
pub(super) struct Raum {
    kind: Kind,
    setup: Setup,
    budget: Budget,
    strength: Strength,
    spent: Duration,
}

/// What searches.
enum Strength {
    /// All that the engine can do, with one engine per thread.
    Full(Vec<Engine>, Table),
    /// A level that imitates a weaker player.
    Level(Box<Player>),
}

/// The time for a move.
#[derive(Clone, Copy)]
enum Time {
    Fixed(Duration),
    Clock(Allotment),
}

impl Raum {
    /// Fails if there is no such level.
    pub(super) fn new(kind: Kind, setup: Setup, budget: Budget) -> anyhow::Result<Self> {
        Ok(Self {
            kind,
            setup,
            budget,
            strength: strength(kind, setup, 0)?,
            spent: Duration::ZERO,
        })
    }

    fn time(&self, record: &Record<AnyGame>, clocks: Option<Clocks>) -> Option<Time> {
        let fixed = self
            .budget
            .movetime
            .map(|time| Time::Fixed(within(time, OVERHEAD)));
        fixed.or_else(|| {
            self.budget.control?;
            let (clocks, side) = (clocks?, record.game().turn().index());
            Some(Time::Clock(allot(&Clock {
                left: clocks.left[side],
                increment: clocks.increment[side],
                moves_to_go: None,
                overhead: OVERHEAD,
            })))
        })
    }

    fn limits(&self) -> Limits {
        let limits = Limits::default();
        let threads = self.setup.threads as u64;
        Limits {
            depth: match self.budget.depth {
                Some(depth) => limits.depth.min(i32::try_from(depth).unwrap_or(i32::MAX)),
                None => limits.depth,
            },
            nodes: match self.budget.nodes {
                Some(nodes) => (nodes / threads).max(1),
                None => limits.nodes,
            },
            ..limits
        }
    }

    /// Searches, in several threads if the setup asks for them, and counts the processor time of all.
    fn search(&mut self, record: &Record<AnyGame>, clocks: Option<Clocks>) -> Report {
        let (time, limits) = (self.time(record, clocks), self.limits());
        let stop = AtomicBool::new(false);
        let begun = Instant::now();
        let mut pace = match time {
            Some(Time::Clock(allotment)) => Some(Pace::new(allotment)),
            _ => None,
        };
        let mut go_on = |report: &Report| match &mut pace {
            Some(pace) => pace.goes_on(begun.elapsed(), report),
            None => true,
        };
        let cpu = thread_cpu();
        let mut search = |stop: &AtomicBool| match &mut self.strength {
            Strength::Level(player) => (
                player.choose(record, &limits, stop, &mut go_on),
                Duration::ZERO,
            ),
            Strength::Full(engines, table) => {
                search_together(engines, table, record, &limits, stop, &mut go_on)
            }
        };
        let (report, helped) = match time {
            None => search(&stop),
            Some(Time::Fixed(time) | Time::Clock(Allotment { hard: time, .. })) => {
                within_time(time, &stop, || search(&stop))
            }
        };
        self.spent += thread_cpu().saturating_sub(cpu) + helped;
        report
    }
}

/// Makes what a setup describes.
fn strength(kind: Kind, setup: Setup, seed: u64) -> anyhow::Result<Strength> {
    if let Some(level) = setup.level {
        let level = Level::new(kind, level.into())?;
        return Ok(Strength::Level(Box::new(Player::new(level, seed))));
    }
    let make = if setup.plain {
        Engine::plain
    } else {
        Engine::new
    };
    let engines = (0..setup.threads).map(|_| make(kind)).collect();
    Ok(Strength::Full(engines, Table::new(setup.hash_mebibytes)))
}

impl Mover for Raum {
    fn begin(&mut self, seed: u64) -> Result<(), Failure> {
        match &mut self.strength {
            Strength::Full(engines, table) => {
                engines.iter_mut().for_each(Engine::clear);
                table.clear();
            }
            Strength::Level(_) => {
                let strength = strength(self.kind, self.setup, seed);
                self.strength = strength.map_err(|_| Failure::Died)?;
            }
        }
        Ok(())
    }

    fn choose(
        &mut self,
        record: &Record<AnyGame>,
        clocks: Option<Clocks>,
    ) -> Result<Choice, Failure> {
        // A panic loses the game, as the end of a child process would, and leaves an engine that is not used again.
        let report = catch_unwind(AssertUnwindSafe(|| self.search(record, clocks)));
        let Ok(report) = report else {
            self.strength = strength(self.kind, self.setup, 0).map_err(|_| Failure::Died)?;
            return Err(Failure::Died);
        };
        let best = report.lines.first();
        let first = best.and_then(|line| Some((line.score, *line.moves.first()?)));
        let (score, mv) = first.ok_or_else(|| Failure::Illegal("(none)".to_owned()))?;
        Ok(Choice {
            mv,
            score: Some(score),
            nodes: Some(report.nodes),
        })
    }

    fn cpu(&self) -> Option<Duration> {
        Some(self.spent)
    }
}

/// Lets all engines search one position and takes the report of the first. Also returns the processor time of the others.
fn search_together(
    engines: &mut [Engine],
    table: &Table,
    record: &Record<AnyGame>,
    limits: &Limits,
    stop: &AtomicBool,
    go_on: &mut dyn FnMut(&Report) -> bool,
) -> (Report, Duration) {
    let Some((first, helpers)) = engines.split_first_mut() else {
        return (Report::default(), Duration::ZERO);
    };
    if helpers.is_empty() {
        let report = first.search(record, limits, table, stop, go_on);
        return (report, Duration::ZERO);
    }
    thread::scope(|scope| {
        let help = |engine: &mut Engine| {
            let report = engine.search(record, limits, table, stop, &mut |_| true);
            (report.nodes, thread_cpu())
        };
        let threads: Vec<_> = helpers
            .iter_mut()
            .filter_map(|engine| {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                thread.spawn_scoped(scope, move || help(engine)).ok()
            })
            .collect();
        let mut report = first.search(record, limits, table, stop, go_on);
        stop.store(true, Relaxed);
        let mut spent = Duration::ZERO;
        for (nodes, cpu) in threads.into_iter().filter_map(|thread| thread.join().ok()) {
            report.nodes += nodes;
            spent += cpu;
        }
        (report, spent)
    })
}

/// Does something, and sets `stop` if it takes longer than this.
fn within_time<T>(time: Duration, stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        // Dropped when the work has ended, or has panicked.
        let (done, finished) = channel::<()>();
        scope.spawn(move || {
            if finished.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                stop.store(true, Relaxed);
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// The processor time of this thread.
fn thread_cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_nanos(u64::try_from(time.tv_nsec).unwrap_or(0))
}
