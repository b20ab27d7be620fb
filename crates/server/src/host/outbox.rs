//! What waits for one connection to take it. It holds nothing while nothing waits, as most connections
//! are idle most of the time.

use std::{
    collections::VecDeque,
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::extract::ws::Utf8Bytes;
use raum_wire::native::Close;
use tokio::sync::Notify;

use crate::limits::OUTBOX_FRAMES_MAX;

/// The host's end. Without it the connection ends, for the host has ended.
pub(crate) struct Outbox(Arc<Queue>);

/// The connection's end.
pub(crate) struct Outgoing(Arc<Queue>);

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Default)]
struct Waiting {
    frames: VecDeque<Utf8Bytes>,
    /// Why the connection is to end. The first reason counts.
    close: Option<Close>,
}

/// Both ends of a new queue.
pub(crate) fn outbox() -> (Outbox, Outgoing) {
    let queue = Arc::<Queue>::default();
    (Outbox(queue.clone()), Outgoing(queue))
}

impl Outbox {
    /// Whether there was room.
    pub(super) fn put(&self, frame: Utf8Bytes) -> bool {
        let mut waiting = self.0.waiting();
        let fits = waiting.frames.len() < OUTBOX_FRAMES_MAX;
        if fits {
            waiting.frames.push_back(frame);
            drop(waiting);
            self.0.changed.notify_one();
        }
        fits
    }

    pub(super) fn close(&self, why: Close) {
        self.0.waiting().close.get_or_insert(why);
        self.0.changed.notify_one();
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.close(Close::Restart);
    }
}

impl Outgoing {
    /// All frames that wait, once there are any. The error is why the connection is to end, which comes
    /// before anything else.
    pub(crate) async fn next(&self) -> Result<VecDeque<Utf8Bytes>, Close> {
        loop {
            {
                let mut waiting = self.0.waiting();
                if let Some(why) = waiting.close {
                    return Err(why);
                }
                if !waiting.frames.is_empty() {
                    return Ok(mem::take(&mut waiting.frames));
                }
            }
            self.0.changed.notified().await;
        }
    }

    /// Waits until the connection is to end, and tells why.
    pub(crate) async fn closed(&self) -> Close {
        loop {
            let close = self.0.waiting().close;
            if let Some(why) = close {
                return why;
            }
            self.0.changed.notified().await;
        }
    }
}

impl Queue {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
