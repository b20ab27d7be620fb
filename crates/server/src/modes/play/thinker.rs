//! The engine in a thread of its own, so that the connection is served while it thinks.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

use anyhow::Context;
use raum_rules::{AnyGame, Kind, Move, Record};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::timeout,
};

use crate::modes::uci::{Budget, Clocks, Failure, Program, Running};

/// How long the thread may take to end. A program gets five seconds to stop and two to quit.
const END_MAX: Duration = Duration::from_secs(8);

/// A position in a room: the number of the game and its moves.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    pub(super) game: u32,
    moves: Vec<Move>,
}

impl Key {
    pub(super) fn new(game: u32, record: &Record<AnyGame>) -> Self {
        Self {
            game,
            moves: record.moves().to_vec(),
        }
    }
}

/// What the engine reports.
pub(super) enum Report {
    /// The engine runs, and gives itself this name.
    Started(Option<String>),
    /// The move for a position.
    Chosen(Key, Move),
    /// The engine cannot be used any more.
    Failed(String),
}

/// A search that is under way.
struct Search {
    key: Key,
    stop: Arc<AtomicBool>,
}

/// A request to search.
struct Job {
    key: Key,
    record: Record<AnyGame>,
    clocks: Option<Clocks>,
    stop: Arc<AtomicBool>,
}

/// The engine's thread, as seen from outside.
pub(super) struct Thinker {
    jobs: Sender<Job>,
    reports: UnboundedReceiver<Report>,
    search: Option<Search>,
}

impl Thinker {
    /// Starts a thread that starts the engine and reports whether that worked.
    pub(super) fn start(
        program: Program,
        kind: Kind,
        budget: Budget,
        grace: Duration,
    ) -> anyhow::Result<Self> {
        let (jobs, waiting) = channel();
        let (sender, reports) = unbounded_channel();
        thread::Builder::new()
            .name("thinker".into())
            .spawn(move || {
                let name = program.name();
                let ended = match Running::start(program, kind, budget, grace) {
                    Ok(engine) => serve(engine, &waiting, &sender)
                        .err()
                        .map(|(failure, place)| format!("{name:?} {failure}{place}")),
                    Err(error) => Some(format!("{error:#}")),
                };
                if let Some(sentence) = ended {
                    // Without a receiver, the program is ending.
                    sender.send(Report::Failed(sentence)).ok();
                }
            })
            .context("cannot start a thread")?;
        Ok(Self {
            jobs,
            reports,
            search: None,
        })
    }

    /// Thinks about a position, unless it does so already. Stops thinking about any other.
    pub(super) fn think(
        &mut self,
        key: Key,
        record: &Record<AnyGame>,
        clocks: impl FnOnce() -> Option<Clocks>,
    ) {
        if self.search.as_ref().is_some_and(|search| search.key == key) {
            return;
        }
        self.stop();
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            key: key.clone(),
            record: record.clone(),
            clocks: clocks(),
            stop: stop.clone(),
        };
        // Fails only if the engine has failed, which it has reported.
        self.jobs.send(job).ok();
        self.search = Some(Search { key, stop });
    }

    /// Stops thinking.
    pub(super) fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.store(true, Relaxed);
        }
    }

    /// The next report. The caller asks for none after a failure.
    pub(super) async fn report(&mut self) -> Report {
        match self.reports.recv().await {
            Some(report) => report,
            None => Report::Failed("the engine's thread has ended".to_owned()),
        }
    }

    /// Ends the engine and waits for that.
    pub(super) async fn end(mut self) {
        self.stop();
        drop(self.jobs);
        let ended = async { while self.reports.recv().await.is_some() {} };
        // The end of its input ends an engine that takes longer.
        timeout(END_MAX, ended).await.ok();
    }
}

/// Searches one job after the other, until there are no more. A failure comes with its place in the game.
fn serve(
    mut engine: Running,
    jobs: &Receiver<Job>,
    reports: &UnboundedSender<Report>,
) -> Result<(), (Failure, String)> {
    // If nothing receives the reports, there are no more jobs either.
    let name = engine.name().map(str::to_owned);
    reports.send(Report::Started(name)).ok();
    let mut game = None;
    for job in jobs {
        if job.stop.load(Relaxed) {
            continue;
        }
        let place = || format!(" in position {}", job.record.game());
        if game != Some(job.key.game) {
            engine.begin().map_err(|failure| (failure, place()))?;
            game = Some(job.key.game);
        }
        let chosen = engine.choose(&job.record, job.clocks, &job.stop);
        let chosen = chosen.and_then(|choice| {
            let text = job.record.game().kind().move_text(choice.mv);
            let is_legal = job.record.outcome_after(choice.mv).is_ok();
            is_legal.then_some(choice.mv).ok_or(Failure::Illegal(text))
        });
        match chosen {
            Ok(mv) => {
                reports.send(Report::Chosen(job.key, mv)).ok();
            }
            // A stopped search owes no move.
            Err(Failure::Illegal(_)) if job.stop.load(Relaxed) => {}
            Err(failure) => return Err((failure, place())),
        }
    }
    Ok(())
}
