//! Plays the pairs of a match in threads, and hands them on in order.

use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
        mpsc::{Sender, channel},
    },
    thread,
    time::Duration,
};

use anyhow::Context;
use raum_rules::Kind;

use super::{
    game::{Referee, Seat, play},
    mover::{Mover, start},
    openings::{Maker, Openings},
    player::Player,
    random::derive,
    tally::Pair,
};
use crate::modes::{engine::STACK_BYTES, uci::Budget};

/// A match: who plays whom, and how.
pub(super) struct Tournament {
    pub(super) kind: Kind,
    pub(super) players: [Player; 2],
    /// The limits of players that have none of their own.
    pub(super) budget: Budget,
    pub(super) openings: Openings,
    pub(super) pairs: usize,
    pub(super) seed: u64,
    pub(super) threads: usize,
    pub(super) referee: Referee,
    /// How long a program may take beyond its budget.
    pub(super) grace: Duration,
}

/// A pair with its number, or why there are no more.
type Report = anyhow::Result<(usize, Pair)>;

impl Tournament {
    /// Plays all pairs, and hands each to `next` in the order of their numbers until it returns false. What a pair is like
    /// does not depend on the number of threads.
    pub(super) fn run(
        &self,
        mut next: impl FnMut(Pair) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        let cancel = AtomicBool::new(false);
        let number = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = channel();
            for _ in 0..self.threads.min(self.pairs) {
                let (sender, cancel, number) = (sender.clone(), &cancel, &number);
                thread::Builder::new()
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || self.work(number, cancel, &sender))
                    .context("cannot start a thread")?;
            }
            drop(sender);
            let mut early = BTreeMap::new();
            let mut expected = 0;
            let receive = || {
                for report in receiver {
                    let (number, pair) = report?;
                    early.insert(number, pair);
                    while let Some(pair) = early.remove(&expected) {
                        expected += 1;
                        if !next(pair)? {
                            return Ok(());
                        }
                    }
                }
                Ok(())
            };
            let result = receive();
            cancel.store(true, Relaxed);
            result
        })
    }

    /// Whether a player has to mind the time.
    pub(super) fn has_times(&self) -> bool {
        [0, 1].iter().any(|player| {
            let budget = self.budget(*player);
            budget.movetime.is_some() || budget.control.is_some()
        })
    }

    /// Plays pairs until there are no more.
    fn work(&self, next: &AtomicUsize, cancel: &AtomicBool, reports: &Sender<Report>) {
        let report = self.play_pairs(next, cancel, &mut |number, pair| {
            reports.send(Ok((number, pair))).is_ok()
        });
        if let Err(error) = report {
            // The receiver is gone after a cancelled match.
            reports.send(Err(error)).ok();
        }
    }

    fn play_pairs(
        &self,
        next: &AtomicUsize,
        cancel: &AtomicBool,
        report: &mut dyn FnMut(usize, Pair) -> bool,
    ) -> anyhow::Result<()> {
        let mut maker = Maker::new(self.kind, &self.openings);
        let [one, two] = &self.players;
        let mut movers = [self.start(one)?, self.start(two)?];
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= self.pairs || cancel.load(Relaxed) {
                return Ok(());
            }
            let opening = maker.make(derive(self.seed, 0), number)?;
            let mut games = Vec::new();
            for game in 0..2 {
                let [one, two] = &mut movers;
                let mut seats = [(one, 0), (two, 1)].map(|(mover, player)| Seat {
                    mover: mover.as_mut(),
                    budget: self.budget(player),
                    seed: self.seed(player, number, game),
                });
                if game == 1 {
                    seats.reverse();
                }
                match play(self.referee, &opening, seats, cancel) {
                    Some(played) => games.push(played),
                    None => return Ok(()),
                }
            }
            let goes_on = Pair::try_from(games).is_ok_and(|pair| report(number, pair));
            if !goes_on {
                return Ok(());
            }
        }
    }

    fn start(&self, player: &Player) -> anyhow::Result<Box<dyn Mover>> {
        let budget = self.budget_of(player);
        start(player, self.kind, budget, self.grace)
    }

    fn budget(&self, player: usize) -> Budget {
        self.budget_of(&self.players[player])
    }

    /// A level brings its own limit; other players without limits get those of the match.
    fn budget_of(&self, player: &Player) -> Budget {
        if player.budget.is_unlimited() && !player.is_level() {
            self.budget
        } else {
            player.budget
        }
    }

    /// The seed of a player in a game of a pair.
    fn seed(&self, player: usize, pair: usize, game: u64) -> u64 {
        let seed = self.players[player].seed.unwrap_or(self.seed);
        let part = (pair as u64 * 2 + game) * 2 + player as u64;
        derive(derive(seed, 1), part)
    }
}
