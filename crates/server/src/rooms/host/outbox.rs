//! The queue of frames to one connection. It holds no memory while it is empty, because most connections are idle most
//! of the time.
//!
//! While the connection only waits, the host writes a frame straight to its socket: waking the connection's task for it
//! would cost more than the write.

use std::{
    collections::VecDeque,
    mem,
    sync::{Arc, Mutex},
};

use axum::extract::ws::Utf8Bytes;
use raum_wire::native::Close;
use tokio::sync::Notify;

use crate::lock::lock;

/// A frame to any number of connections.
pub(crate) type Frame = Utf8Bytes;

/// A socket that a host can write to without waiting.
pub(crate) trait Socket: Send + Sync {
    /// Writes a frame if the socket takes it at once.
    fn write_now(&self, frame: &Frame) -> Written;
}

/// How much of a frame was written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    All,
    /// The socket has buffered the rest: its connection has to flush it.
    Part,
    Nothing,
}

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
    /// The connection's socket, if a host may write to it.
    socket: Option<Arc<dyn Socket>>,
    /// Whether the connection waits, with no frame on its way, so that the host may write to the socket.
    is_open: bool,
    /// Whether the connection has to flush its socket.
    needs_flush: bool,
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

impl Waiting {
    /// Takes the queued frames. From now on, others have to queue behind them.
    fn take(&mut self) -> VecDeque<Frame> {
        self.is_open = false;
        self.needs_flush = false;
        mem::take(&mut self.frames)
    }
}

impl Outbox {
    /// Writes a frame to the socket if the connection waits, and otherwise queues it. Returns false if the queue is full.
    pub(super) fn write(&self, frame: Frame) -> bool {
        let mut waiting = lock(&self.0.waiting);
        if waiting.is_open
            && waiting.close.is_none()
            && let Some(socket) = &waiting.socket
        {
            let written = socket.write_now(&frame);
            if written == Written::All {
                return true;
            }
            waiting.is_open = false;
            if written == Written::Part {
                waiting.needs_flush = true;
                drop(waiting);
                self.0.changed.notify_one();
                return true;
            }
        }
        drop(waiting);
        self.put(frame)
    }

    /// Queues a frame. Returns false if the queue is full.
    pub(crate) fn put(&self, frame: Frame) -> bool {
        let mut waiting = lock(&self.0.waiting);
        // A frame that the host writes next must not overtake this one.
        waiting.is_open = false;
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

impl Drop for Outgoing {
    fn drop(&mut self) {
        lock(&self.0.waiting).socket = None;
    }
}

impl Outgoing {
    /// Lets the host write to a socket while [`next`](Self::next) waits and afterwards, until the connection takes frames
    /// or calls [`hold`](Self::hold).
    pub(crate) fn attach(&self, socket: Arc<dyn Socket>) {
        lock(&self.0.waiting).socket = Some(socket);
    }

    /// Keeps the host from writing to the socket, because the connection is about to.
    pub(crate) fn hold(&self) {
        lock(&self.0.waiting).is_open = false;
    }

    /// Waits for frames and returns all queued ones, or the reason to close the connection. An orderly close comes after
    /// the queued frames, any other before them. Returns no frame if the socket has to be flushed.
    pub(crate) async fn next(&self) -> Result<VecDeque<Frame>, Close> {
        loop {
            {
                let mut waiting = lock(&self.0.waiting);
                if let Some(why) = waiting.close
                    && (!why.is_orderly() || waiting.frames.is_empty())
                {
                    return Err(why);
                }
                if waiting.needs_flush || !waiting.frames.is_empty() {
                    return Ok(waiting.take());
                }
                waiting.is_open = true;
            }
            self.0.changed.notified().await;
        }
    }

    /// Takes the frames queued so far.
    pub(crate) fn take(&self) -> VecDeque<Frame> {
        lock(&self.0.waiting).take()
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
    use futures_util::FutureExt;

    use super::*;

    const FRAMES_MAX: usize = 64;

    fn frame() -> Frame {
        "frame".into()
    }

    /// A socket that takes as much as the test says.
    struct Taking(Mutex<(Written, Vec<Frame>)>);

    impl Socket for Taking {
        fn write_now(&self, frame: &Frame) -> Written {
            let mut taking = lock(&self.0);
            if taking.0 != Written::Nothing {
                taking.1.push(frame.clone());
            }
            taking.0
        }
    }

    impl Taking {
        fn attached_to(outgoing: &Outgoing) -> Arc<Self> {
            let socket = Arc::new(Self(Mutex::new((Written::All, Vec::new()))));
            outgoing.attach(socket.clone());
            socket
        }

        fn will(&self, written: Written) {
            lock(&self.0).0 = written;
        }

        fn taken(&self) -> usize {
            lock(&self.0).1.len()
        }
    }

    /// Polls once, as a connection that waits does.
    fn wait(outgoing: &Outgoing) -> Option<Result<VecDeque<Frame>, Close>> {
        outgoing.next().now_or_never()
    }

    #[tokio::test]
    async fn the_host_writes_only_to_a_connection_that_waits_with_an_empty_queue() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let socket = Taking::attached_to(&outgoing);
        assert!(outbox.write(frame()));
        assert_eq!(socket.taken(), 0, "the connection has not waited yet");
        assert_eq!(wait(&outgoing), Some(Ok(VecDeque::from([frame()]))));
        assert!(outbox.write(frame()));
        assert_eq!(socket.taken(), 0, "the connection sends the first frame");
        assert_eq!(wait(&outgoing), Some(Ok(VecDeque::from([frame()]))));
        assert_eq!(wait(&outgoing), None);
        assert!(outbox.write(frame()));
        assert_eq!(socket.taken(), 1);
        assert_eq!(wait(&outgoing), None);
        assert!(outbox.put(frame()) && outbox.write(frame()));
        assert_eq!(socket.taken(), 1, "a queued frame comes first");
        assert_eq!(
            wait(&outgoing),
            Some(Ok(VecDeque::from([frame(), frame()])))
        );
        assert_eq!(wait(&outgoing), None);
        outgoing.hold();
        assert!(outbox.write(frame()));
        assert_eq!(socket.taken(), 1, "the connection writes itself");
    }

    #[tokio::test]
    async fn what_a_socket_does_not_take_is_left_to_the_connection() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let socket = Taking::attached_to(&outgoing);
        assert_eq!(wait(&outgoing), None);
        socket.will(Written::Nothing);
        assert!(outbox.write(frame()));
        assert_eq!(wait(&outgoing), Some(Ok(VecDeque::from([frame()]))));
        assert_eq!(wait(&outgoing), None);
        socket.will(Written::Part);
        assert!(outbox.write(frame()));
        socket.will(Written::All);
        assert!(outbox.write(frame()));
        assert_eq!(socket.taken(), 1, "the socket still has a rest");
        assert_eq!(wait(&outgoing), Some(Ok(VecDeque::from([frame()]))));
        assert_eq!(wait(&outgoing), None);
    }

    #[tokio::test]
    async fn a_socket_with_a_rest_is_flushed_even_if_no_frame_follows() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let socket = Taking::attached_to(&outgoing);
        assert_eq!(wait(&outgoing), None);
        socket.will(Written::Part);
        let (flush, ()) = tokio::join!(outgoing.next(), async {
            assert!(outbox.write(frame()));
        });
        assert_eq!(flush, Ok(VecDeque::new()));
        drop(outgoing);
        assert_eq!(Arc::strong_count(&socket), 1, "the room keeps no socket");
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
