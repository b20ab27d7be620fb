//! Waiting for jobs until a time, on a thread without a runtime.

use std::{
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
    time::Instant,
};

use tokio::sync::mpsc;

/// What a thread has waited for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Waited {
    Jobs,
    TimeIsUp,
    Closed,
}

/// Wakes the thread that made it.
pub(super) struct Waiting(Waker);

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

impl Waiting {
    pub(super) fn here() -> Self {
        Self(Arc::new(Unpark(thread::current())).into())
    }

    /// Waits for jobs, and takes all that there are; at the latest until this time, if there is one.
    pub(super) fn wait<J>(
        &self,
        queue: &mut mpsc::Receiver<J>,
        jobs: &mut Vec<J>,
        until: Option<Instant>,
    ) -> Waited {
        loop {
            // Time counts even if there are always jobs.
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Waited::TimeIsUp;
            }
            let cx = &mut Context::from_waker(&self.0);
            match queue.poll_recv_many(cx, jobs, usize::MAX) {
                Poll::Ready(0) => return Waited::Closed,
                Poll::Ready(_) => return Waited::Jobs,
                Poll::Pending => left.map_or_else(thread::park, thread::park_timeout),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn jobs_come_together_and_time_comes_first() {
        let (sender, mut queue) = mpsc::channel(8);
        let waiting = Waiting::here();
        let mut jobs = Vec::new();
        let now = Instant::now();
        let mut wait = |jobs: &mut Vec<_>, until| waiting.wait(&mut queue, jobs, until);
        assert_eq!(
            wait(&mut jobs, Some(now + Duration::from_millis(5))),
            Waited::TimeIsUp
        );
        sender.blocking_send(1).unwrap();
        sender.blocking_send(2).unwrap();
        assert_eq!(wait(&mut jobs, Some(now)), Waited::TimeIsUp);
        assert_eq!(wait(&mut jobs, None), Waited::Jobs);
        assert_eq!(jobs, [1, 2]);
        let sent = thread::spawn(move || sender.blocking_send(3));
        assert_eq!(wait(&mut jobs, None), Waited::Jobs);
        sent.join().unwrap().unwrap();
        assert_eq!(wait(&mut jobs, None), Waited::Closed);
        assert_eq!(jobs, [1, 2, 3]);
    }
}
