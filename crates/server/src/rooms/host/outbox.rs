//! What waits for one connection to take it. It holds nothing while nothing waits, as most connections
//! are idle most of the time.

use std::{
    collections::VecDeque,
    mem,
    sync::{Arc, Mutex},
};

use axum::extract::ws::Utf8Bytes;
use raum_wire::native::Close;
use tokio::sync::Notify;

use crate::lock::lock;

/// The host's end. Without it the connection ends, for the host has ended.
pub(crate) struct Outbox(Arc<Queue>);

/// The connection's end.
pub(crate) struct Outgoing(Arc<Queue>);

struct Queue {
    frames_max: usize,
    waiting: Mutex<Waiting>,
    changed: Notify,
}

#[derive(Default)]
struct Waiting {
    frames: VecDeque<Utf8Bytes>,
    /// Why the connection is to end. The first reason counts.
    close: Option<Close>,
}

/// Both ends of a new queue, which holds so many frames.
pub(crate) fn outbox(frames_max: usize) -> (Outbox, Outgoing) {
    let queue = Arc::new(Queue {
        frames_max,
        waiting: Mutex::default(),
        changed: Notify::new(),
    });
    (Outbox(queue.clone()), Outgoing(queue))
}

impl Outbox {
    /// Whether there was room.
    pub(super) fn put(&self, frame: Utf8Bytes) -> bool {
        let mut waiting = lock(&self.0.waiting);
        let fits = waiting.frames.len() < self.0.frames_max;
        if fits {
            waiting.frames.push_back(frame);
            drop(waiting);
            self.0.changed.notify_one();
        }
        fits
    }

    pub(super) fn close(&self, why: Close) {
        lock(&self.0.waiting).close.get_or_insert(why);
        self.0.changed.notify_one();
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        self.close(Close::Restart);
    }
}

impl Outgoing {
    /// All frames that wait, once there are any. The error is why the connection is to end. That comes before
    /// anything else, unless it is by no fault of the client's: then it gets what waits for it first.
    pub(crate) async fn next(&self) -> Result<VecDeque<Utf8Bytes>, Close> {
        loop {
            {
                let mut waiting = lock(&self.0.waiting);
                if let Some(why) = waiting.close
                    && (!why.is_orderly() || waiting.frames.is_empty())
                {
                    return Err(why);
                }
                if !waiting.frames.is_empty() {
                    return Ok(mem::take(&mut waiting.frames));
                }
            }
            self.0.changed.notified().await;
        }
    }

    /// The frames that wait now.
    pub(crate) fn waiting(&self) -> VecDeque<Utf8Bytes> {
        mem::take(&mut lock(&self.0.waiting).frames)
    }

    /// Waits until the connection is to end at once, whatever still waits for it, and tells why.
    pub(crate) async fn closed_at_once(&self) -> Close {
        loop {
            let close = lock(&self.0.waiting).close;
            if let Some(why) = close
                && !why.is_orderly()
            {
                return why;
            }
            self.0.changed.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAMES_MAX: usize = 64;
    const FRAME: Utf8Bytes = Utf8Bytes::from_static("frame");

    #[tokio::test]
    async fn what_was_put_in_comes_out_at_once_and_in_order() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let frames = ["one", "two", "three"].map(Utf8Bytes::from_static);
        for frame in &frames {
            assert!(outbox.put(frame.clone()));
        }
        assert_eq!(outgoing.next().await, Ok(VecDeque::from(frames)));
    }

    #[tokio::test]
    async fn there_is_no_room_without_end() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let fits = (0..FRAMES_MAX).all(|_| outbox.put(FRAME));
        assert!(fits && !outbox.put(FRAME));
        assert_eq!(
            outgoing.next().await.map(|frames| frames.len()),
            Ok(FRAMES_MAX)
        );
        assert!(outbox.put(FRAME));
    }

    #[tokio::test]
    async fn the_first_reason_to_end_counts_and_comes_before_any_frame() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        outbox.put(FRAME);
        outbox.close(Close::Slow);
        outbox.close(Close::Replaced);
        assert_eq!(outgoing.next().await, Err(Close::Slow));
        assert_eq!(outgoing.closed_at_once().await, Close::Slow);
    }

    #[tokio::test]
    async fn a_waiting_connection_hears_what_happens() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let (frames, ()) = tokio::join!(outgoing.next(), async {
            outbox.put(FRAME);
        });
        assert_eq!(frames, Ok(VecDeque::from([FRAME])));
        let (frames, ()) = tokio::join!(outgoing.next(), async { drop(outbox) });
        assert_eq!(frames, Err(Close::Restart));
    }

    #[tokio::test]
    async fn what_waits_at_a_restart_goes_first() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        outbox.put(FRAME);
        drop(outbox);
        assert_eq!(outgoing.next().await, Ok(VecDeque::from([FRAME])));
        assert_eq!(outgoing.next().await, Err(Close::Restart));
    }
}
