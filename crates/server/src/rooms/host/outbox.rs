//! The queue of frames to one connection. It holds no memory while it is empty, because most connections are idle most
//! of the time.

use std::{
    collections::VecDeque,
    mem,
    sync::{Arc, Mutex},
};

use raum_wire::native::Close;
use tokio::sync::Notify;

use crate::lock::lock;

/// A frame to any number of connections.
pub(crate) type Frame = Arc<str>;

/// The host's end. Dropping it closes the connection: the host has stopped.
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
    frames: VecDeque<Frame>,
    /// Why to close the connection. The first reason counts.
    close: Option<Close>,
}

/// Both ends of a new queue of at most this many frames.
pub(crate) fn outbox(frames_max: usize) -> (Outbox, Outgoing) {
    let queue = Arc::new(Queue {
        frames_max,
        waiting: Mutex::default(),
        changed: Notify::new(),
    });
    (Outbox(queue.clone()), Outgoing(queue))
}

impl Outbox {
    /// Queues a frame. Returns false if the queue is full.
    pub(crate) fn put(&self, frame: Frame) -> bool {
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
    /// Waits for frames and returns all queued ones, or the reason to close the connection. An orderly close comes after
    /// the queued frames, any other before them.
    pub(crate) async fn next(&self) -> Result<VecDeque<Frame>, Close> {
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

    /// Takes the frames queued so far.
    pub(crate) fn take(&self) -> VecDeque<Frame> {
        mem::take(&mut lock(&self.0.waiting).frames)
    }

    /// Waits for a reason to close the connection at once, without sending the queued frames.
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

    fn frame() -> Frame {
        "frame".into()
    }

    #[tokio::test]
    async fn queued_frames_come_out_together_and_in_order() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let frames = ["one", "two", "three"].map(Frame::from);
        for frame in &frames {
            assert!(outbox.put(frame.clone()));
        }
        assert_eq!(outgoing.next().await, Ok(VecDeque::from(frames)));
    }

    #[tokio::test]
    async fn a_full_outbox_takes_no_frame() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let fits = (0..FRAMES_MAX).all(|_| outbox.put(frame()));
        assert!(fits && !outbox.put(frame()));
        assert_eq!(
            outgoing.next().await.map(|frames| frames.len()),
            Ok(FRAMES_MAX)
        );
        assert!(outbox.put(frame()));
    }

    #[tokio::test]
    async fn the_first_reason_to_close_counts_and_comes_before_any_frame() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        outbox.put(frame());
        outbox.close(Close::Slow);
        outbox.close(Close::Replaced);
        assert_eq!(outgoing.next().await, Err(Close::Slow));
        assert_eq!(outgoing.closed_at_once().await, Close::Slow);
    }

    #[tokio::test]
    async fn a_waiting_connection_gets_frames_and_the_close() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let (frames, ()) = tokio::join!(outgoing.next(), async {
            outbox.put(frame());
        });
        assert_eq!(frames, Ok(VecDeque::from([frame()])));
        let (frames, ()) = tokio::join!(outgoing.next(), async { drop(outbox) });
        assert_eq!(frames, Err(Close::Restart));
    }

    #[tokio::test]
    async fn queued_frames_are_sent_before_a_restart() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        outbox.put(frame());
        drop(outbox);
        assert_eq!(outgoing.next().await, Ok(VecDeque::from([frame()])));
        assert_eq!(outgoing.next().await, Err(Close::Restart));
    }
}
