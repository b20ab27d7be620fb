//! Back-pressure on a connection that a library reads: while the valve is closed nothing is read, so TCP slows the
//! client down.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
};

use futures_util::task::AtomicWaker;

/// Pauses the reading of a connection while it is closed. Starts open.
#[derive(Clone, Default)]
pub(crate) struct Valve(Arc<State>);

#[derive(Default)]
struct State {
    closed: AtomicBool,
    reader: AtomicWaker,
}

impl Valve {
    pub(crate) fn set_closed(&self, closed: bool) {
        self.0.closed.store(closed, Ordering::Release);
        if !closed {
            self.0.reader.wake();
        }
    }

    /// Ready while the valve is open.
    pub(crate) fn poll_open(&self, cx: &mut Context<'_>) -> Poll<()> {
        // Register first: the valve may open between the two loads.
        if self.0.closed.load(Ordering::Acquire) {
            self.0.reader.register(cx.waker());
        }
        if self.0.closed.load(Ordering::Acquire) {
            return Poll::Pending;
        }
        Poll::Ready(())
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    #[tokio::test]
    async fn a_reader_waits_until_the_valve_opens() {
        let valve = Valve::default();
        poll_fn(|cx| valve.poll_open(cx)).await;
        valve.set_closed(true);
        let reading = tokio::spawn({
            let valve = valve.clone();
            async move { poll_fn(|cx| valve.poll_open(cx)).await }
        });
        tokio::task::yield_now().await;
        assert!(!reading.is_finished());
        valve.set_closed(false);
        assert!(reading.await.is_ok());
    }
}
