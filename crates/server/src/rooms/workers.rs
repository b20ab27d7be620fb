//! Work that takes longer the longer a room is: replays, exports, checks of long openings, and hashes.
//!
//! It runs on threads beside the runtime's, a few jobs at once, and addresses take turns. So one address that
//! asks for much delays its own answers, and nothing else.

use std::{
    sync::{Arc, Mutex},
    thread,
};

use raum_host::Denied;
use tokio::{sync::oneshot, task::spawn_blocking, time::Instant};

use crate::{lock::lock, log, meters, net::address::Address, rooms::turns::Turns};

/// The address of the client that asked for something; none for sweeps and rooms that wake by themselves.
pub(crate) type Owner = Option<Address>;

/// What goes first when both wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// People wait to enter a room.
    Entering,
    /// Everything else.
    Asking,
}

/// A bounded number of threads at work, with a queue for each owner.
#[derive(Clone)]
pub(crate) struct Workers(Arc<Pool>);

struct Pool {
    /// What is done here: a label of the metrics.
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

/// A place among those at work, until it is dropped.
pub(crate) struct Turn {
    /// None once the place was passed on.
    pool: Option<Arc<Pool>>,
    _running: meters::Share,
}

impl Workers {
    /// Workers for so many jobs at once. No more than `asking_per_owner_max` of one owner wait; sessions that
    /// enter are counted elsewhere, and all rooms may be entered at once after a restart.
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

    /// Does something on another thread once it is the owner's turn. It is not begun if nobody waits for it any more
    /// when its turn comes.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        owner: Owner,
        urgency: Urgency,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Denied> {
        let turn = self.turn(owner, urgency).await?;
        // A job that panicked has been logged.
        turn.run(job).await.ok_or(Denied::Unavailable)
    }

    /// Waits for the owner's turn.
    pub(crate) async fn turn(&self, owner: Owner, urgency: Urgency) -> Result<Turn, Denied> {
        let (turn, granted) = oneshot::channel();
        {
            let mut state = lock(&self.0.state);
            let queue = state.of(urgency);
            if queue.is_full(&owner) {
                // Only then, because it looks at all that waits.
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
        // The pool is alive, and it drops nothing that is waited for.
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
    /// Gives free places to waiting jobs.
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
                // Nobody waits for it any more.
                unwanted.pool = None;
                state.running -= 1;
            }
        }
    }
}

impl Turn {
    /// Does something on another thread, to its end, whether the answer is still waited for or not; none if it
    /// panicked.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        // The place is free when the thread is.
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

/// How many jobs run at once: one core is left to the runtime.
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
    async fn only_so_many_run_at_once() {
        let workers = Workers::new("test", 2, 10);
        let turn = || workers.turn(Some(address(1)), Urgency::Asking);
        let first = turn().await.unwrap();
        let _second = turn().await.unwrap();
        let mut third = pin!(turn());
        assert!(is_waiting(&mut third).await);
        drop(first);
        assert!(timeout(LONG, third).await.is_ok());
    }

    /// One owner asks for a lot; another one comes later and waits for one turn.
    #[tokio::test(start_paused = true)]
    async fn owners_take_turns_and_those_who_enter_come_first() {
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
    async fn an_owner_with_too_much_waiting_is_told_and_others_are_not() {
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
        // A place in the queue is free again when nobody waits for it.
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
    async fn what_nobody_waits_for_is_not_begun_and_what_has_begun_keeps_its_place() {
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
        // Its asker is gone, and the thread is at work all the same.
        running.abort();
        assert!(running.await.unwrap_err().is_cancelled());
        let unwanted = tokio::spawn({
            let workers = workers.clone();
            async move {
                let never = || panic!("nobody waits for this");
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
    async fn a_panic_frees_the_place() {
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
