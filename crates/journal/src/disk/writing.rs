//! The writer's queue, and the threads that run the writer: one at a time.
//!
//! The writer has a thread of its own, because a sync blocks. But waking that thread for an append, and the caller for its
//! answer, costs more than the rest of the append. So while the disk is fast and appends come one by one, the caller runs the
//! writer on its own thread, which is one of the runtime's. If that takes long, the writer's thread lets another one of the
//! runtime's threads wait for the sockets.

use std::{
    io, mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use tokio::{
    runtime::Handle,
    select,
    sync::{Notify, Semaphore, oneshot},
    task::yield_now,
};

use crate::Error;

use super::{job::Job, writer::Writer};

/// The length of the queue. Callers wait while it is full.
const QUEUE_JOBS_MAX: usize = 4096;

/// As many jobs at a time come only when the processors are busy. Syncs then follow one another no faster than this: it
/// costs a twelfth less CPU per move than syncing at once, and moves are no slower: they wait for a processor anyway.
const CROWD_JOBS: usize = 8;
const CROWD_STEP: Duration = Duration::from_millis(1);

/// If the last jobs took longer, the disk is slow, and no caller runs the writer.
const FAST_MAX: Duration = Duration::from_millis(1);

/// Appends that came during a sync follow it within this time.
const BURST: Duration = Duration::from_micros(100);

/// How often the writer's thread looks at a caller that runs the writer. None keeps the sockets waiting for more than twice
/// as long.
const WATCH_INTERVAL: Duration = Duration::from_millis(20);

/// The writer with its queue and its thread. Dropping it waits until all queued jobs are done.
pub(super) struct Writing {
    shared: Arc<Shared>,
    /// `None` only while this is dropped.
    thread: Option<thread::JoinHandle<()>>,
}

/// What callers share with the writer's thread.
struct Shared {
    state: Mutex<State>,
    /// The free slots of the queue. Closed once the writer has ended.
    slots: Semaphore,
    /// Notifies one of the callers that wait for answers that the writer is free, and the queue is not empty.
    turn: Notify,
}

struct State {
    queue: Vec<Job>,
    /// `None` while a thread runs it, and once it has ended.
    writer: Option<Box<Writer>>,
    /// The caller that runs the writer: since when, and on which runtime.
    caller: Option<(Instant, Handle)>,
    /// When jobs were last done, and how long they took.
    done_at: Instant,
    took: Duration,
    /// Whether the writer's thread has to run the writer next.
    thread_is_due: bool,
    /// Whether the writer's thread has to end.
    is_closed: bool,
    has_ended: bool,
}

impl Writing {
    pub(super) fn start(writer: Writer) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State {
                queue: Vec::new(),
                writer: Some(Box::new(writer)),
                caller: None,
                done_at: Instant::now(),
                took: Duration::ZERO,
                thread_is_due: false,
                is_closed: false,
                has_ended: false,
            }),
            slots: Semaphore::new(QUEUE_JOBS_MAX),
            turn: Notify::new(),
        });
        let running = shared.clone();
        let thread = thread::Builder::new()
            .name("journal-writer".to_owned())
            .spawn(move || running.run_on_thread())?;
        Ok(Self {
            shared,
            thread: Some(thread),
        })
    }

    /// Queues a job for the writer's thread.
    pub(super) async fn send(&self, job: Job) -> Result<(), Error> {
        drop(self.queue(job).await?);
        self.wake_thread();
        Ok(())
    }

    /// Queues a job for the writer's thread, and waits for its answer.
    pub(super) async fn request<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<Result<T, Error>>) -> Job,
    ) -> Result<T, Error> {
        let (answer, answered) = oneshot::channel();
        self.send(job(answer)).await?;
        answered.await.map_err(|_| Error::WriterEnded)?
    }

    /// Queues an append, and waits for its answer. Runs the writer on this thread if possible. Fails if the append was not
    /// queued; the answer is `None` if the writer has ended since.
    pub(super) async fn append<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<T>) -> Job,
    ) -> Result<Option<T>, Error> {
        let (answer, mut answered) = oneshot::channel();
        let queued = self.queue(job(answer)).await?;
        let Some(done_at) = self.leave_to_thread(queued) else {
            return Ok(answered.await.ok());
        };
        let runtime = runtime_to_block();
        if runtime.is_some() && done_at.elapsed() < BURST {
            // Other tasks of this thread are about to append, too: they share the sync.
            yield_now().await;
        }
        loop {
            if !self.run_here(runtime.as_ref()) {
                self.wake_thread();
            }
            select! {
                biased;
                answer = &mut answered => return Ok(answer.ok()),
                () = self.shared.turn.notified() => {}
            }
        }
    }

    /// The number of queued jobs.
    pub(super) fn waiting(&self) -> usize {
        self.shared.lock().queue.len()
    }

    /// Queues a job, and returns the state with it.
    async fn queue(&self, job: Job) -> Result<MutexGuard<'_, State>, Error> {
        let slot = self.shared.slots.acquire().await;
        let slot = slot.map_err(|_| Error::WriterEnded)?;
        let mut state = self.shared.lock();
        if state.has_ended {
            return Err(Error::WriterEnded);
        }
        state.queue.push(job);
        slot.forget();
        Ok(state)
    }

    /// Leaves the queue to the writer's thread, if that runs the writer or has to run it next: while the server is busy, an
    /// append takes the lock only once. Otherwise returns when jobs were last done.
    fn leave_to_thread(&self, mut state: MutexGuard<'_, State>) -> Option<Instant> {
        if !state.is_left_to_thread() {
            return Some(state.done_at);
        }
        let must_wake = state.writer.is_some() && !state.let_thread_run();
        drop(state);
        if must_wake {
            self.unpark_thread();
        }
        None
    }

    /// Lets the writer's thread run the writer next.
    fn wake_thread(&self) {
        let was_due = self.shared.lock().let_thread_run();
        if !was_due {
            self.unpark_thread();
        }
    }

    fn unpark_thread(&self) {
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }

    /// Runs the writer on this thread, unless another one runs it, or has done all jobs. Returns false if the writer's
    /// thread has to run it.
    fn run_here(&self, runtime: Option<&Handle>) -> bool {
        let mut state = self.shared.lock();
        if state.queue.is_empty() || state.writer.is_none() {
            return true;
        }
        let Some(runtime) = runtime.filter(|_| state.is_quiet()) else {
            return false;
        };
        let Some(writer) = state.writer.take() else {
            return true;
        };
        state.caller = Some((Instant::now(), runtime.clone()));
        let jobs = self.shared.take_jobs(&mut state);
        drop(state);
        let done = Done::by(writer, jobs);
        let mut state = self.shared.put_back(done);
        state.caller = None;
        let (is_due, jobs_came) = (state.thread_is_due, !state.queue.is_empty());
        drop(state);
        if is_due {
            self.unpark_thread();
        } else if jobs_came {
            self.shared.turn.notify_one();
        }
        true
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.unpark_thread();
        if let Some(thread) = self.thread.take() {
            // The thread catches panics of the writer.
            thread.join().ok();
        }
    }
}

/// The runtime of this thread, if one of its threads may run the writer: another one has to serve the sockets.
fn runtime_to_block() -> Option<Handle> {
    let runtime = Handle::try_current().ok()?;
    (runtime.metrics().num_workers() > 1).then_some(runtime)
}

/// The writer after it has done jobs, and committed its transaction if that was due.
struct Done {
    /// `None` if it has panicked.
    writer: Option<Box<Writer>>,
    at: Instant,
    took: Duration,
}

impl Done {
    fn by(mut writer: Box<Writer>, jobs: Vec<Job>) -> Self {
        let begun = Instant::now();
        let writer = catch_unwind(AssertUnwindSafe(move || {
            if writer.must_publish() {
                writer.publish_if_possible();
            }
            writer.work(jobs);
            writer
        }));
        let at = Instant::now();
        Self {
            writer: writer.ok(),
            at,
            took: at - begun,
        }
    }
}

impl State {
    /// Whether a caller may run the writer: the disk is fast, and the writer's thread is not needed, and watches callers, as it
    /// does while a transaction is open.
    fn is_quiet(&self) -> bool {
        let writer = self.writer.as_ref();
        let is_watching =
            writer.is_some_and(|writer| writer.publish_at().is_some() && !writer.must_publish());
        let is_needed = self.thread_is_due || self.queue.len() >= CROWD_JOBS;
        is_watching && !is_needed && self.took <= FAST_MAX
    }

    /// Whether the writer's thread does the queued jobs: it runs the writer, and looks at the queue again before it waits, or
    /// has to run it next.
    fn is_left_to_thread(&self) -> bool {
        if self.caller.is_some() {
            self.thread_is_due
        } else {
            !self.is_quiet()
        }
    }

    /// Lets the writer's thread run the writer next. Returns whether it had to anyway.
    fn let_thread_run(&mut self) -> bool {
        mem::replace(&mut self.thread_is_due, true)
    }

    /// The writer, if its thread has to run it now. Callers that were cancelled may have left jobs.
    fn writer_on_thread(&mut self) -> Option<Box<Writer>> {
        let is_due = self.thread_is_due || self.is_closed || !self.queue.is_empty();
        let writer = self
            .writer
            .take_if(|writer| is_due || writer.must_publish())?;
        self.thread_is_due = false;
        Some(writer)
    }

    /// How long the writer's thread waits until it looks at the state again, unless it is woken.
    fn waits(&self) -> Option<Duration> {
        let Some(writer) = &self.writer else {
            return Some(WATCH_INTERVAL);
        };
        let left = writer
            .publish_at()?
            .saturating_duration_since(Instant::now());
        Some(left.min(WATCH_INTERVAL))
    }

    /// If a caller has run the writer for long, lets another thread of its runtime wait for the sockets: a thread does
    /// that once it has nothing to do, so it only has to wake up.
    fn relieve_caller(&self) {
        if let Some((since, runtime)) = &self.caller
            && since.elapsed() >= WATCH_INTERVAL
        {
            runtime.spawn(async {});
        }
    }
}

impl Shared {
    /// Every change of the state is complete, so a poisoned lock is still valid.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take_jobs(&self, state: &mut State) -> Vec<Job> {
        let jobs = mem::take(&mut state.queue);
        self.slots.add_permits(jobs.len());
        jobs
    }

    fn put_back(&self, done: Done) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        state.done_at = done.at;
        state.took = done.took;
        state.has_ended = done.writer.is_none();
        state.writer = done.writer;
        if state.has_ended {
            // The callers find out because nothing can answer them any more.
            state.queue.clear();
            self.slots.close();
        }
        state
    }

    /// Runs the writer whenever its thread has to, until it is closed or has ended.
    fn run_on_thread(&self) {
        loop {
            let mut state = self.lock();
            if state.has_ended {
                return;
            }
            let Some(writer) = state.writer_on_thread() else {
                state.relieve_caller();
                let waits = state.waits();
                drop(state);
                waits.map_or_else(thread::park, thread::park_timeout);
                continue;
            };
            let jobs = self.take_jobs(&mut state);
            let (is_closed, count) = (state.is_closed, jobs.len());
            drop(state);
            if is_closed && count == 0 {
                return writer.complete();
            }
            let done = Done::by(writer, jobs);
            if count >= CROWD_JOBS {
                thread::sleep(CROWD_STEP.saturating_sub(done.took));
            }
            drop(self.put_back(done));
        }
    }
}
