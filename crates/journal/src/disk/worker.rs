//! A thread with a queue, because SQLite blocks and the async runtime's threads must not.

use std::{io, thread};

use tokio::sync::{mpsc, oneshot};

use crate::Error;

/// The length of a queue. Senders wait while it is full.
const QUEUE_JOBS_MAX: usize = 4096;

/// A thread that processes jobs in order, until the worker is dropped.
pub(super) struct Worker<J> {
    /// Both are `None` only while the worker is dropped.
    queue: Option<mpsc::Sender<J>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl<J: Send + 'static> Worker<J> {
    pub(super) fn start(
        name: &str,
        work: impl FnOnce(mpsc::Receiver<J>) + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, receiver) = mpsc::channel(QUEUE_JOBS_MAX);
        let thread = thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || work(receiver))?;
        Ok(Self {
            queue: Some(sender),
            thread: Some(thread),
        })
    }

    /// Queues a job.
    pub(super) async fn send(&self, job: J) -> Result<(), Error> {
        let queue = self.queue.as_ref().ok_or(Error::WriterEnded)?;
        queue.send(job).await.map_err(|_| Error::WriterEnded)
    }

    /// Queues a job, unless the queue is full.
    pub(super) fn try_send(&self, job: J) -> bool {
        let queue = self.queue.as_ref();
        queue.is_some_and(|queue| queue.try_send(job).is_ok())
    }

    /// The number of queued jobs.
    pub(super) fn waiting(&self) -> usize {
        let queue = self.queue.as_ref();
        queue.map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// Queues a job and waits for its answer.
    pub(super) async fn request<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, Error>>) -> J,
    ) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        self.send(job(answer)).await?;
        answered.await.map_err(|_| Error::WriterEnded)?
    }
}

impl<J> Drop for Worker<J> {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            // All callers have received a panic of the thread as `Error::WriterEnded`.
            thread.join().ok();
        }
    }
}
