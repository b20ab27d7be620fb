//! A thread with a queue: SQLite waits for the disk, which no thread of the async runtime may do.

use std::{fmt, io, thread};

use tokio::sync::{mpsc, oneshot};

use crate::Error;

/// How much may wait for a thread. Whoever asks for more waits to ask.
const QUEUE_JOBS_MAX: usize = 4096;

/// A thread that does jobs in the order of their coming, until nobody can ask any more.
pub(super) struct Worker<J> {
    /// Both are taken when the worker is dropped.
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

    /// Gives the worker a job that nobody waits for.
    pub(super) async fn tell(&self, job: J) -> Result<(), Error> {
        let queue = self.queue.as_ref().ok_or(Error::WriterEnded)?;
        queue.send(job).await.map_err(|_| Error::WriterEnded)
    }

    /// Gives the worker a job that nobody waits for, unless there is no place for it.
    pub(super) fn try_tell(&self, job: J) -> bool {
        let queue = self.queue.as_ref();
        queue.is_some_and(|queue| queue.try_send(job).is_ok())
    }

    /// How many jobs wait.
    pub(super) fn waiting(&self) -> usize {
        let queue = self.queue.as_ref();
        queue.map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    /// Gives the worker a job, and waits for its answer.
    pub(super) async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, Error>>) -> J,
    ) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        self.tell(job(answer)).await?;
        answered.await.map_err(|_| Error::WriterEnded)?
    }
}

impl<J> Drop for Worker<J> {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            // A panic there was reported to all askers as `Error::WriterEnded`.
            thread.join().ok();
        }
    }
}

impl<J> fmt::Debug for Worker<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}
