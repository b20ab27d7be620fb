//! A simulation of many clients and one to three hosts of one room over one store, in virtual time and by seed.
//!
//! A seed that breaks a law prints its trace; `RAUM_SEED=N cargo test -p raum-host simulation_of` replays it.
//! `RAUM_SEEDS=N` runs the first N seeds.

mod chance;
mod checks;
mod connection;
mod end;
mod faults;
mod machine;
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

/// The number of seeds by default.
const SEEDS: u64 = 4_000;

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|text| text.parse().unwrap())
}

/// Runs a seed. The error names the broken law and the command to replay it.
fn run(seed: u64, fault: Option<Fault>, is_traced: bool) -> Result<(), String> {
    let run = catch_unwind(AssertUnwindSafe(|| World::run(seed, fault, is_traced)));
    let broken = match run {
        Ok(Ok(_)) => return Ok(()),
        Ok(Err(broken)) => broken,
        Err(_) => format!("seed {seed}: panicked"),
    };
    let again = format!("RAUM_SEED={seed} cargo test -p raum-host simulation_of");
    Err(format!("{broken}\nreplay: {again}"))
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
fn simulation_of_every_seed_obeys_the_laws() {
    let seed = number("RAUM_SEED");
    let seeds = number("RAUM_SEEDS").unwrap_or(SEEDS);
    if let Some(seed) = seed.or_else(|| first_broken(seeds, None))
        && let Err(broken) = run(seed, None, true)
    {
        panic!("{broken}");
    }
}

/// The number of seeds within which the laws detect a fault.
const SEEDS_TO_DETECT_FAULT: u64 = 4000;

/// Checks that a run with a fault breaks this law.
fn detect(fault: Fault, law: &str) {
    let mut seeds = 0..SEEDS_TO_DETECT_FAULT;
    let is_found = seeds.any(|seed| {
        let broken = run(seed, Some(fault), false);
        broken.is_err_and(|broken| broken.contains(law))
    });
    assert!(is_found, "no run with {fault:?} breaks the law: {law}");
}

/// A test for each fault, with the law that it breaks.
macro_rules! faults {
    ($($name:ident $fault:ident $law:literal)*) => {
        $(#[test]
        fn $name() {
            detect(Fault::$fault, $law);
        })*
    };
}

faults! {
    simulation_finds_entries_applied_before_the_append AppliesBeforeAppend "and the journal has None"
    simulation_finds_a_blind_retry RetriesBlindly "applied twice"
    simulation_finds_an_ignored_conflict IgnoresConflict "and the journal has Some"
    simulation_finds_unknown_taken_for_failure TakesUnknownForFailure "got a wrong answer"
    simulation_finds_unknown_taken_for_success TakesUnknownForSuccess "and the journal has None"
    simulation_finds_a_store_that_loses_entries LosesLastEntry "is denied: Cursor"
    simulation_finds_skipped_entries SkipsMissedEntry "instead of"
    simulation_finds_frames_sent_twice SendsTwice "has not received everything once"
    simulation_finds_answers_sent_twice SendsTwice "is answered twice"
    simulation_finds_lost_frames LosesFrames "has not received everything once"
    simulation_finds_flags_that_never_fall NeverWakes "no flag fell"
    simulation_finds_absences_that_never_end NeverWakes "a member waits forever"
    simulation_finds_unreported_disconnects IgnoresDisconnects "a member waits forever"
    simulation_finds_unreported_other_nodes IgnoresOtherNodes "a member waits forever"
    simulation_finds_members_kept_for_a_dead_node IgnoresOtherNodes "a lost member has a seat"
    simulation_finds_machines_that_never_move NeverThinks "has not acted"
    simulation_finds_machines_that_move_unasked PlaysUnasked "a machine moves unasked"
    simulation_finds_a_blind_retry_of_a_machine RetriesBlindly "not in its turn"
    simulation_finds_lost_outcomes LosesOutcomes "waits for an answer"
}
