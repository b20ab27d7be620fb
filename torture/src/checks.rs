//! The checks, each with the attack that it makes.

mod attacks;
mod backup;
mod clocks;
mod closing;
mod crowds;
mod disk;
mod games;
mod kills;
mod search;

use std::time::Duration;

use futures_util::future::LocalBoxFuture;
use tokio::time::sleep;

use crate::Setup;

/// Counts of what was tried, or why the server did not hold.
type Outcome = anyhow::Result<String>;

/// An attack and what must hold after it.
type Check = for<'a> fn(&'a Setup) -> LocalBoxFuture<'a, Outcome>;

/// Makes the table of checks: a name and a function for each.
macro_rules! checks {
    ($($name:literal $check:path;)+) => {
        /// All checks by name, in the order in which they run.
        pub(crate) const CHECKS: &[(&str, Check)] = &[$(($name, |setup| Box::pin($check(setup))),)+];
    };
}

checks! {
    "kills" kills::check;
    "full-data" disk::full_data;
    "full-disk" disk::full_disk;
    "failing-fsync" disk::failing_fsync;
    "old-backup" backup::old_backup;
    "clock-back" clocks::clock_back;
    "clock-forth" clocks::clock_forth;
    "restart" closing::restart;
    "close-frames" closing::close_frames;
    "storm" crowds::storm;
    "stalled-readers" crowds::stalled_readers;
    "slow-heads" crowds::slow_heads;
    "pass-key-memory" crowds::pass_key_memory;
    "takebacks" attacks::takebacks;
    "stored-bytes" attacks::stored_bytes;
    "reconnecting" attacks::reconnecting;
    "long-room" attacks::long_room;
    "running-clocks" attacks::running_clocks;
    "lost-game" games::lost_game;
    "seat-twice" games::seat_twice;
    "wrong-keys" games::wrong_keys;
    "id-search" search::id_search;
    "crowd" games::crowd;
}

/// How often a condition is looked at, and how many times at most: a minute in all.
const LOOK: Duration = Duration::from_millis(100);
const LOOKS_MAX: usize = 600;

/// Waits until a condition holds.
async fn eventually(
    what: &str,
    mut holds: impl AsyncFnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    for _ in 0..LOOKS_MAX {
        if holds().await? {
            return Ok(());
        }
        sleep(LOOK).await;
    }
    anyhow::bail!("waited in vain for {what}")
}
