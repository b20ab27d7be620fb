//! Many clients and one to three hosts of one room over one store, in virtual time and by seed.
//!
//! A seed that breaks a law prints itself and what happened; `RAUM_SEED=N cargo test -p raum-host simulation_of` replays
//! it. `RAUM_SEEDS=N` runs the first N seeds instead of a few thousand.

mod chance;
mod checks;
mod end;
mod faults;
mod line;
mod narrow;
mod native;
mod node;
mod plan;
mod store;
mod world;

use std::{
    env,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

use faults::Fault;
use world::World;

/// How many seeds run without being asked for.
const SEEDS: u64 = 4_000;

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|text| text.parse().unwrap())
}

/// Runs a seed; the error says what it broke, and how to see it again.
fn run(seed: u64, fault: Option<Fault>, is_traced: bool) -> Result<(), String> {
    let run = catch_unwind(AssertUnwindSafe(|| World::run(seed, fault, is_traced)));
    let broken = match run {
        Ok(Ok(_)) => return Ok(()),
        Ok(Err(broken)) => broken,
        Err(_) => format!("seed {seed}: it panicked"),
    };
    let again = format!("RAUM_SEED={seed} cargo test -p raum-host simulation_of");
    Err(format!("{broken}\nonce more: {again}"))
}

/// The first seed that breaks a law.
fn first_broken(seeds: u64, fault: Option<Fault>) -> Option<u64> {
    let next = AtomicU64::new(0);
    let broken = AtomicU64::new(u64::MAX);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds || broken.load(Ordering::Relaxed) < seed {
                        return;
                    }
                    if run(seed, fault, false).is_err() {
                        broken.fetch_min(seed, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    Some(broken.into_inner()).filter(|seed| *seed < u64::MAX)
}

#[test]
fn simulation_of_every_seed_holds_to_the_laws() {
    let seed = number("RAUM_SEED");
    let seeds = number("RAUM_SEEDS").unwrap_or(SEEDS);
    if let Some(seed) = seed.or_else(|| first_broken(seeds, None))
        && let Err(broken) = run(seed, None, true)
    {
        panic!("{broken}");
    }
}

/// The laws find out each fault within so many seeds.
const SEEDS_TO_FIND_FAULT: u64 = 300;

/// Makes sure that a run with a fault breaks the law that says so.
fn find_out(fault: Fault, law: &str) {
    let mut seeds = 0..SEEDS_TO_FIND_FAULT;
    let is_found = seeds.any(|seed| {
        let broken = run(seed, Some(fault), false);
        broken.is_err_and(|broken| broken.contains(law))
    });
    assert!(is_found, "no run with {fault:?} breaks a law: {law}");
}

/// A test for each fault, with the law that it breaks.
macro_rules! faults {
    ($($name:ident $fault:ident $law:literal)*) => {
        $(#[test]
        fn $name() {
            find_out(Fault::$fault, $law);
        })*
    };
}

faults! {
    simulation_finds_entries_applied_before_the_append AppliesBeforeAppend "and the journal has None"
    simulation_finds_a_blind_retry RetriesBlindly "done twice"
    simulation_finds_an_ignored_conflict IgnoresConflict "and the journal has Some"
    simulation_finds_unknown_taken_for_failure TakesUnknownForFailure "was told otherwise"
    simulation_finds_unknown_taken_for_success TakesUnknownForSuccess "and the journal has None"
    simulation_finds_a_store_that_forgets Forgets "is denied: Cursor"
    simulation_finds_missed_entries_skipped SkipsMissed "instead of"
    simulation_finds_frames_told_twice TellsTwice "was not told everything once"
    simulation_finds_answers_told_twice TellsTwice "is answered twice"
    simulation_finds_lost_frames LosesFrames "was not told everything once"
    simulation_finds_flags_that_never_fall NeverWakes "no flag fell"
    simulation_finds_absences_that_never_end NeverWakes "a member waits for ever"
    simulation_finds_sessions_that_never_end Deaf "a member waits for ever"
    simulation_finds_hosts_that_hear_of_nobody HearsOfNobody "a member waits for ever"
    simulation_finds_lost_answers LosesAnswers "waits for an answer"
}
