//! What one socket has said and was not heard yet. The crate reads without being asked, so here is where it is stopped:
//! while too much waits, a WebSocket is not read, and a request by polling is not answered.

use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

use crate::{limits::COMMANDS_UNDER_WAY_MAX, lock::lock, net::valve::Valve};

/// Goes with a session through all its requests.
#[derive(Clone, Default)]
pub(super) struct Intake(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Default)]
struct State {
    waiting: usize,
    /// How much has ever come.
    put_in: u64,
    ended: bool,
    /// The WebSocket's, once there is one.
    valve: Option<Valve>,
}

impl State {
    fn is_full(&self) -> bool {
        self.waiting >= COMMANDS_UNDER_WAY_MAX && !self.ended
    }
}

impl Intake {
    /// The session goes on over this connection.
    pub(super) fn goes_on_over(&self, valve: Valve) {
        self.change(|state| state.valve = Some(valve));
    }

    pub(super) fn put_in(&self) {
        self.change(|state| {
            state.waiting += 1;
            state.put_in += 1;
        });
    }

    /// How much has come so far.
    pub(super) fn count(&self) -> u64 {
        lock(&self.0.state).put_in
    }

    pub(super) fn taken_out(&self) {
        self.change(|state| state.waiting = state.waiting.saturating_sub(1));
    }

    /// Nothing is heard any more.
    pub(super) fn end(&self) {
        self.change(|state| state.ended = true);
    }

    /// Waits until more may come.
    pub(super) async fn has_room(&self) {
        loop {
            let changed = self.0.changed.notified();
            if !lock(&self.0.state).is_full() {
                return;
            }
            changed.await;
        }
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = lock(&self.0.state);
        change(&mut state);
        let full = state.is_full();
        if let Some(valve) = &state.valve {
            valve.set_closed(full);
        }
        drop(state);
        if !full {
            self.0.changed.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{future::poll_fn, time::Duration};

    use futures_util::FutureExt;
    use tokio::time::timeout;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_full_intake_stops_both_transports() {
        let (intake, valve) = (Intake::default(), Valve::default());
        intake.goes_on_over(valve.clone());
        let is_open = || poll_fn(|cx| valve.poll_open(cx)).now_or_never().is_some();
        for _ in 1..COMMANDS_UNDER_WAY_MAX {
            intake.put_in();
        }
        assert!(is_open());
        intake.put_in();
        assert!(!is_open());
        let hour = Duration::from_hours(1);
        assert!(timeout(hour, intake.has_room()).await.is_err());
        let (room, ()) = tokio::join!(timeout(hour, intake.has_room()), async {
            intake.taken_out();
        });
        assert!(room.is_ok() && is_open());
        intake.put_in();
        intake.end();
        assert!(is_open());
        intake.has_room().await;
    }
}
