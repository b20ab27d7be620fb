//! Back-pressure on a Socket.IO socket. The crate reads as fast as data arrives. So while too many events are queued,
//! the socket's WebSocket is not read, and its polling requests are not answered.

use std::sync::Arc;

use tokio::sync::watch;

use crate::{limits::COMMANDS_UNDER_WAY_MAX, net::Valve};

/// The number of queued events of a session, shared by all its requests.
#[derive(Clone, Default)]
pub(super) struct Backpressure(Arc<watch::Sender<State>>);

#[derive(Default)]
struct State {
    queued: usize,
    /// How many events have arrived so far.
    arrived: u64,
    closed: bool,
    /// The valve of the WebSocket, once the session has one.
    valve: Option<Valve>,
}

impl State {
    fn is_full(&self) -> bool {
        self.queued >= COMMANDS_UNDER_WAY_MAX && !self.closed
    }
}

impl Backpressure {
    /// Continues the session over a WebSocket.
    pub(super) fn attach(&self, valve: Valve) {
        self.change(|state| state.valve = Some(valve));
    }

    pub(super) fn queued(&self) {
        self.change(|state| {
            state.queued += 1;
            state.arrived += 1;
        });
    }

    /// How many events have arrived so far.
    pub(super) fn arrived(&self) -> u64 {
        self.0.borrow().arrived
    }

    pub(super) fn dequeued(&self) {
        self.change(|state| state.queued = state.queued.saturating_sub(1));
    }

    /// Lifts the back-pressure: no more events are handled.
    pub(super) fn close(&self) {
        self.change(|state| state.closed = true);
    }

    /// Waits until more events may arrive.
    pub(super) async fn ready(&self) {
        let mut changes = self.0.subscribe();
        changes.wait_for(|state| !state.is_full()).await.ok();
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        self.0.send_modify(|state| {
            change(state);
            if let Some(valve) = &state.valve {
                valve.set_closed(state.is_full());
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::{future::poll_fn, time::Duration};

    use futures_util::FutureExt;
    use tokio::time::timeout;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_full_queue_stops_both_transports() {
        let (backpressure, valve) = (Backpressure::default(), Valve::default());
        backpressure.attach(valve.clone());
        let is_open = || poll_fn(|cx| valve.poll_open(cx)).now_or_never().is_some();
        for _ in 1..COMMANDS_UNDER_WAY_MAX {
            backpressure.queued();
        }
        assert!(is_open());
        backpressure.queued();
        assert!(!is_open());
        let hour = Duration::from_hours(1);
        assert!(timeout(hour, backpressure.ready()).await.is_err());
        let (ready, ()) = tokio::join!(timeout(hour, backpressure.ready()), async {
            backpressure.dequeued();
        });
        assert!(ready.is_ok() && is_open());
        backpressure.queued();
        backpressure.close();
        assert!(is_open());
        backpressure.ready().await;
    }
}
