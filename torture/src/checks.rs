//! The checks: each makes an attack and states what must hold afterwards.

mod attacks;
mod backup;
mod clocks;
mod closing;
mod cluster;
mod crowds;
mod disk;
mod games;
mod kills;
mod member;
mod search;

use std::time::Duration;

use futures_util::future::LocalBoxFuture;
use tokio::time::sleep;

use crate::Setup;

/// Counts for the report, or how the server failed.
type Outcome = anyhow::Result<String>;

/// Makes an attack and checks what must hold afterwards.
type Check = for<'a> fn(&'a Setup) -> LocalBoxFuture<'a, Outcome>;

/// Defines the table of checks: a name and a function each.
macro_rules! checks {
    ($($name:literal $check:path;)+) => {
        /// All checks by name, in the order in which they run.
        pub(crate) const CHECKS: &[(&str, Check)] = &[$(($name, |setup| Box::pin($check(setup))),)+];
    };
}

checks! {
    "kills" kills::check;
    "cluster" cluster::check;
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
    "pictures" attacks::pictures;
    "lost-game" games::lost_game;
    "seat-twice" games::seat_twice;
    "wrong-keys" games::wrong_keys;
    "id-search" search::id_search;
    "crowd" games::crowd;
}

/// Conditions are polled for a minute at most.
const POLL_PERIOD: Duration = Duration::from_millis(100);
const POLLS_MAX: usize = 600;

/// Polls until a condition holds.
async fn eventually(
    what: &str,
    mut holds: impl AsyncFnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    for _ in 0..POLLS_MAX {
        if holds().await? {
            return Ok(());
        }
        sleep(POLL_PERIOD).await;
    }
    anyhow::bail!("timed out waiting for {what}")
}
