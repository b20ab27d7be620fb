//! Bounds on every wait, so a broken server fails a test instead of hanging it.

use std::{
    io,
    process::Command,
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

/// How long a test waits before it fails. Generous, because the machine may be busy.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// Polls until `poll` returns a value.
#[track_caller]
pub(crate) fn wait_for<T>(mut poll: impl FnMut() -> Option<T>) -> T {
    let since = Instant::now();
    loop {
        if let Some(value) = poll() {
            return value;
        }
        assert!(since.elapsed() < PATIENCE, "timed out");
    }
}

/// Polls until `condition` holds.
#[track_caller]
pub(crate) fn wait_until(mut condition: impl FnMut() -> bool) {
    wait_for(|| condition().then_some(()));
}

/// Runs `work`, which waits for this process. Kills the process after [`PATIENCE`]: its pipes then reach their
/// end, and `work` returns.
pub(crate) fn kill_if_stuck<T>(process: u32, work: impl FnOnce() -> T) -> T {
    let (finished, watchdog) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if watchdog.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                send_signal(process, "KILL");
            }
        });
        let result = work();
        drop(finished);
        result
    })
}

pub(crate) fn send_signal(process: u32, name: &str) {
    let kill = format!("kill -{name} {process}");
    let status = Command::new("sh").args(["-c", &kill]).status();
    assert!(status.unwrap().success());
}

/// Whether a read ended because of the read timeout.
pub(crate) fn is_timeout(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}
