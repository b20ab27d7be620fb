//! The queue of frames to one connection. It holds no memory while it is empty, because most connections are idle most
//! of the time.
//!
//! While the connection only waits, the host writes frames straight to its socket: waking the connection's task for them
//! would cost more than the write. Frames that come together are written together.

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
    /// Buffers a frame. Returns false if the socket takes none now.
    fn buffer(&self, frame: &Frame) -> bool;

    /// Sends the buffered frames. Returns false if the socket does not take everything at once.
    fn flush(&self) -> bool;
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
    /// Buffers a frame in the socket if the connection waits, until the next [`flush`](Self::flush), and otherwise queues it.
    /// Returns false if the queue is full.
    pub(super) fn write(&self, frame: Frame) -> bool {
        let waiting = lock(&self.0.waiting);
        if waiting.is_open
            && waiting.close.is_none()
            && let Some(socket) = &waiting.socket
            && socket.buffer(&frame)
        {
            return true;
        }
        drop(waiting);
        self.put(frame)
    }

    /// Sends the frames in the socket's buffer. A connection that does not wait any more does that itself.
    pub(super) fn flush(&self) {
        let mut waiting = lock(&self.0.waiting);
        if waiting.is_open
            && let Some(socket) = &waiting.socket
            && !socket.flush()
        {
            waiting.is_open = false;
            waiting.needs_flush = true;
            drop(waiting);
            self.0.changed.notify_one();
        }
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
    use std::sync::atomic::{AtomicBool, Ordering};

    use futures_util::FutureExt;

    use super::*;

    const FRAMES_MAX: usize = 64;

    fn frame() -> Frame {
        "frame".into()
    }

    /// A socket that takes what the test says.
    #[derive(Default)]
    struct Taking {
        buffered: Mutex<usize>,
        sent: Mutex<usize>,
        takes_none: AtomicBool,
        is_slow: AtomicBool,
    }

    impl Socket for Taking {
        fn buffer(&self, _: &Frame) -> bool {
            let takes = !self.takes_none.load(Ordering::Relaxed);
            *lock(&self.buffered) += usize::from(takes);
            takes
        }

        fn flush(&self) -> bool {
            let is_slow = self.is_slow.load(Ordering::Relaxed);
            if !is_slow {
                *lock(&self.sent) += mem::take(&mut *lock(&self.buffered));
            }
            !is_slow
        }
    }

    impl Taking {
        fn attached_to(outgoing: &Outgoing) -> Arc<Self> {
            let socket = Arc::new(Self::default());
            outgoing.attach(socket.clone());
            socket
        }

        fn buffered(&self) -> usize {
            *lock(&self.buffered)
        }

        fn sent(&self) -> usize {
            *lock(&self.sent)
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
        assert_eq!(socket.buffered(), 0, "the connection has not waited yet");
        assert_eq!(wait(&outgoing), Some(Ok(VecDeque::from([frame()]))));
        assert!(outbox.write(frame()));
        assert_eq!(socket.buffered(), 0, "the connection sends the first frame");
        assert_eq!(wait(&outgoing), Some(Ok(VecDeque::from([frame()]))));
        assert_eq!(wait(&outgoing), None);
        assert!(outbox.write(frame()));
        assert_eq!(socket.buffered(), 1);
        assert_eq!(wait(&outgoing), None);
        assert!(outbox.put(frame()) && outbox.write(frame()));
        assert_eq!(socket.buffered(), 1, "a queued frame comes first");
        assert_eq!(
            wait(&outgoing),
            Some(Ok(VecDeque::from([frame(), frame()])))
        );
        assert_eq!(wait(&outgoing), None);
        outgoing.hold();
        assert!(outbox.write(frame()));
        assert_eq!(socket.buffered(), 1, "the connection writes itself");
    }

    #[tokio::test]
    async fn frames_that_come_together_are_sent_together() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let socket = Taking::attached_to(&outgoing);
        assert_eq!(wait(&outgoing), None);
        assert!(outbox.write(frame()) && outbox.write(frame()));
        assert_eq!((socket.buffered(), socket.sent()), (2, 0));
        outbox.flush();
        assert_eq!((socket.buffered(), socket.sent()), (0, 2));
        assert_eq!(wait(&outgoing), None, "the connection has nothing to do");
        assert!(outbox.write(frame()));
        outgoing.hold();
        outbox.flush();
        assert_eq!(socket.buffered(), 1, "the connection flushes itself");
    }

    #[tokio::test]
    async fn a_frame_that_a_socket_does_not_take_is_left_to_the_connection() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let socket = Taking::attached_to(&outgoing);
        assert_eq!(wait(&outgoing), None);
        socket.takes_none.store(true, Ordering::Relaxed);
        assert!(outbox.write(frame()));
        outbox.flush();
        assert_eq!(wait(&outgoing), Some(Ok(VecDeque::from([frame()]))));
        assert_eq!(wait(&outgoing), None);
    }

    #[tokio::test]
    async fn a_socket_that_does_not_send_everything_is_left_to_the_connection() {
        let (outbox, outgoing) = outbox(FRAMES_MAX);
        let socket = Taking::attached_to(&outgoing);
        assert_eq!(wait(&outgoing), None);
        socket.is_slow.store(true, Ordering::Relaxed);
        let (flush, ()) = tokio::join!(outgoing.next(), async {
            assert!(outbox.write(frame()));
            outbox.flush();
            assert!(outbox.write(frame()));
            assert_eq!(socket.buffered(), 1, "the socket still has a rest");
        });
        assert_eq!(flush, Ok(VecDeque::from([frame()])));
        assert_eq!(wait(&outgoing), None);
        assert!(outbox.write(frame()));
        outbox.flush();
        let flush = Some(Ok(VecDeque::new()));
        assert_eq!(wait(&outgoing), flush, "even if no frame follows");
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
