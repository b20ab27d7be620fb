//! Long jobs: replays, exports, checks of long openings, and hashes.
//!
//! They run on threads beside the runtime's, a few at once, and addresses take turns. So an address that requests much
//! delays only its own answers.

use std::{
    sync::{Arc, Mutex},
    thread,
};

use raum_host::Denied;
use tokio::{sync::oneshot, task::spawn_blocking, time::Instant};

use super::turns::Turns;
use crate::{lock::lock, log, meters, net::Address};

/// The address that a job is for; none for sweeps and rooms that a timer wakes.
pub(crate) type Owner = Option<Address>;

/// Which jobs go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// A client waits to enter a room.
    Entering,
    /// Everything else.
    Asking,
}

/// A bounded number of worker threads, with a queue for each owner.
#[derive(Clone)]
pub(crate) struct Workers(Arc<Pool>);

struct Pool {
    /// A label of the metrics.
    name: &'static str,
    at_once_max: usize,
    state: Mutex<State>,
}

struct State {
    running: usize,
    entering: Turns<Owner, Waiting>,
    asking: Turns<Owner, Waiting>,
}

struct Waiting {
    since: Instant,
    turn: oneshot::Sender<Turn>,
}

/// A worker thread, reserved until this is dropped.
pub(crate) struct Turn {
    /// None if the turn was not used.
    pool: Option<Arc<Pool>>,
    _running: meters::Share,
}

impl Workers {
    /// Runs `at_once_max` jobs at once, and lets `asking_per_owner_max` jobs of one owner wait. Jobs of entering sessions
    /// are not limited here: sessions are, and after a restart all clients may reconnect at once.
    pub(crate) fn new(name: &'static str, at_once_max: usize, asking_per_owner_max: usize) -> Self {
        Self(Arc::new(Pool {
            name,
            at_once_max,
            state: Mutex::new(State {
                running: 0,
                entering: Turns::new(usize::MAX),
                asking: Turns::new(asking_per_owner_max),
            }),
        }))
    }

    /// Runs a job on another thread when it is the owner's turn. A job whose caller is gone by then is not started.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        owner: Owner,
        urgency: Urgency,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Denied> {
        let turn = self.turn(owner, urgency).await?;
        // A panic has been logged.
        turn.run(job).await.ok_or(Denied::Unavailable)
    }

    /// Waits for the owner's turn.
    pub(crate) async fn turn(&self, owner: Owner, urgency: Urgency) -> Result<Turn, Denied> {
        let (turn, granted) = oneshot::channel();
        {
            let mut state = lock(&self.0.state);
            let queue = state.of(urgency);
            if queue.is_full(&owner) {
                // Only now, because it visits all waiting jobs.
                queue.retain(|waiting| !waiting.turn.is_closed());
            }
            let since = Instant::now();
            if !queue.push(&owner, Waiting { since, turn }) {
                log::limit_hit("work-per-address-max", owner);
                return Err(Denied::Busy);
            }
        }
        let _waiting = meters::work_waiting(1, self.0.name);
        self.0.pass_on();
        // The pool is alive and does not drop jobs that have a caller.
        granted.await.map_err(|_| Denied::Busy)
    }
}

impl State {
    fn of(&mut self, urgency: Urgency) -> &mut Turns<Owner, Waiting> {
        match urgency {
            Urgency::Entering => &mut self.entering,
            Urgency::Asking => &mut self.asking,
        }
    }
}

impl Pool {
    /// Gives free threads to waiting jobs.
    fn pass_on(self: &Arc<Self>) {
        let mut state = lock(&self.state);
        while state.running < self.at_once_max {
            let next = state.entering.pop();
            let Some(waiting) = next.or_else(|| state.asking.pop()) else {
                return;
            };
            let turn = Turn {
                pool: Some(self.clone()),
                _running: meters::work_running(1, self.name),
            };
            state.running += 1;
            meters::work_waited(waiting.since.elapsed(), self.name);
            if let Err(mut unwanted) = waiting.turn.send(turn) {
                // The caller is gone.
                unwanted.pool = None;
                state.running -= 1;
            }
        }
    }
}

impl Turn {
    /// Runs a job on another thread, to its end even if the caller goes away; none if it panics.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        // Dropped when the thread is free again.
        let at_work = move || {
            let _turn = self;
            job()
        };
        spawn_blocking(at_work).await.ok()
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(pool) = self.pool.take() {
            lock(&pool.state).running -= 1;
            pool.pass_on();
        }
    }
}

/// How many jobs to run at once: all cores but one, which is left to the runtime.
pub(crate) fn at_once_max() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).max(1)
}

#[cfg(test)]
mod tests {
    use std::{net::IpAddr, pin::pin, sync::mpsc, time::Duration};

    use tokio::time::timeout;

    use super::*;

    const LONG: Duration = Duration::from_hours(1);

    fn address(last: u8) -> Address {
        IpAddr::from([192, 0, 2, last]).into()
    }

    async fn is_waiting<T>(asked: &mut (impl Future<Output = T> + Unpin)) -> bool {
        timeout(LONG, asked).await.is_err()
    }

    #[tokio::test(start_paused = true)]
    async fn the_number_of_running_jobs_is_bounded() {
        let workers = Workers::new("test", 2, 10);
        let turn = || workers.turn(Some(address(1)), Urgency::Asking);
        let first = turn().await.unwrap();
        let _second = turn().await.unwrap();
        let mut third = pin!(turn());
        assert!(is_waiting(&mut third).await);
        drop(first);
        assert!(timeout(LONG, third).await.is_ok());
    }

    /// One owner has many jobs; another one arrives later and waits for one turn.
    #[tokio::test(start_paused = true)]
    async fn owners_take_turns_and_entering_sessions_come_first() {
        let workers = Workers::new("test", 1, 10);
        let served = Mutex::new(Vec::new());
        let busy = workers
            .turn(Some(address(9)), Urgency::Asking)
            .await
            .unwrap();
        let ask = |name, last, urgency| {
            let (workers, served) = (&workers, &served);
            async move {
                let _turn = workers.turn(Some(address(last)), urgency).await.unwrap();
                served.lock().unwrap().push(name);
            }
        };
        tokio::join!(
            biased;
            ask("a1", 1, Urgency::Asking),
            ask("a2", 1, Urgency::Asking),
            ask("a3", 1, Urgency::Asking),
            ask("b1", 2, Urgency::Asking),
            ask("b enters", 2, Urgency::Entering),
            async { drop(busy) },
        );
        assert_eq!(
            *served.lock().unwrap(),
            ["b enters", "a1", "b1", "a2", "a3"]
        );
    }

    #[tokio::test(start_paused = true)]
    async fn an_owner_with_a_full_queue_is_denied_and_others_are_not() {
        let workers = Workers::new("test", 1, 2);
        let busy = workers
            .turn(Some(address(1)), Urgency::Asking)
            .await
            .unwrap();
        let mut waiting =
            [(); 2].map(|()| Box::pin(workers.turn(Some(address(1)), Urgency::Asking)));
        for asked in &mut waiting {
            assert!(is_waiting(asked).await);
        }
        let refused = workers.turn(Some(address(1)), Urgency::Asking).await;
        assert_eq!(refused.err(), Some(Denied::Busy));
        let mut other = pin!(workers.turn(Some(address(2)), Urgency::Asking));
        assert!(is_waiting(&mut other).await);
        // A job whose caller is gone leaves the queue.
        let [gone, mut stays] = waiting;
        drop(gone);
        let mut again = pin!(workers.turn(Some(address(1)), Urgency::Asking));
        assert!(is_waiting(&mut again).await);
        drop(busy);
        let first = timeout(LONG, &mut stays).await.unwrap().unwrap();
        assert!(is_waiting(&mut again).await);
        drop(first);
        assert!(timeout(LONG, other).await.unwrap().is_ok());
    }

    #[tokio::test]
    async fn a_job_without_a_caller_is_not_started_and_a_started_job_runs_to_its_end() {
        let workers = Workers::new("test", 1, 10);
        let (go, may_go) = mpsc::channel::<()>();
        let (began, has_begun) = oneshot::channel();
        let running = tokio::spawn({
            let workers = workers.clone();
            async move {
                let job = move || {
                    began.send(()).unwrap();
                    may_go.recv().unwrap();
                };
                workers.run(Some(address(1)), Urgency::Asking, job).await
            }
        });
        has_begun.await.unwrap();
        // The caller is gone; the thread is still busy.
        running.abort();
        assert!(running.await.unwrap_err().is_cancelled());
        let unwanted = tokio::spawn({
            let workers = workers.clone();
            async move {
                let never = || panic!("a job without a caller");
                workers
                    .run::<()>(Some(address(1)), Urgency::Asking, never)
                    .await
            }
        });
        tokio::task::yield_now().await;
        assert_eq!(lock(&workers.0.state).running, 1);
        unwanted.abort();
        assert!(unwanted.await.unwrap_err().is_cancelled());
        go.send(()).unwrap();
        let next = workers.run(Some(address(1)), Urgency::Asking, || "done");
        assert_eq!(timeout(LONG, next).await.unwrap(), Ok("done"));
    }

    #[tokio::test]
    async fn a_panic_frees_the_thread() {
        let workers = Workers::new("test", 1, 10);
        let panics = || panic!("on purpose");
        let panicked = workers
            .run::<()>(Some(address(1)), Urgency::Asking, panics)
            .await;
        assert_eq!(panicked, Err(Denied::Unavailable));
        let next = workers
            .run(Some(address(1)), Urgency::Asking, || "done")
            .await;
        assert_eq!(next, Ok("done"));
    }
}
