//! How reads are scheduled.

use std::sync::mpsc;

use tokio::{
    task::JoinSet,
    time::{Duration, timeout},
};

use super::*;

/// A single reader that is busy until the returned sender is used or dropped.
async fn busy_reader() -> (Arc<Readers>, mpsc::Sender<()>, JoinSet<()>) {
    let connection = Connection::open_in_memory().unwrap();
    let readers = Arc::new(Readers::start(vec![connection]).unwrap());
    let (release, released) = mpsc::channel::<()>();
    let (busy, is_busy) = oneshot::channel();
    let mut tasks = JoinSet::new();
    read(&mut tasks, &readers, Priority::Upkeep, move || {
        busy.send(()).unwrap();
        released.recv().ok();
    });
    is_busy.await.unwrap();
    (readers, release, tasks)
}

fn read(
    tasks: &mut JoinSet<()>,
    readers: &Arc<Readers>,
    priority: Priority,
    read: impl FnOnce() + Send + 'static,
) -> tokio::task::AbortHandle {
    let readers = readers.clone();
    tasks.spawn(async move {
        let read = readers.read(priority, move |_| {
            read();
            Ok(())
        });
        read.await.unwrap();
    })
}

async fn until_waiting(readers: &Readers, count: usize) {
    until(|| readers.statistics().waiting.iter().sum::<usize>() >= count).await;
}

async fn until(holds: impl Fn() -> bool) {
    let waiting = async {
        while !holds() {
            tokio::task::yield_now().await;
        }
    };
    timeout(Duration::from_mins(1), waiting).await.unwrap();
}

#[tokio::test]
async fn reads_are_served_by_priority_then_in_order() {
    let (readers, release, mut tasks) = busy_reader().await;
    let (served, order) = mpsc::channel();
    let reads = [
        (Priority::Upkeep, 1),
        (Priority::Query, 2),
        (Priority::Load, 3),
        (Priority::Upkeep, 4),
        (Priority::Query, 5),
        (Priority::Load, 6),
    ];
    for (count, (priority, number)) in reads.into_iter().enumerate() {
        let served = served.clone();
        read(&mut tasks, &readers, priority, move || {
            served.send(number).unwrap();
        });
        until_waiting(&readers, count + 1).await;
    }
    assert_eq!(readers.statistics().waiting, [2, 2, 2]);
    drop((release, served));
    tasks.join_all().await;
    assert_eq!(order.iter().collect::<Vec<_>>(), [3, 6, 2, 5, 1, 4]);
}

#[tokio::test]
async fn a_long_query_does_not_delay_loads() {
    let connections = [(); 2].map(|()| Connection::open_in_memory().unwrap());
    let readers = Arc::new(Readers::start(connections.into()).unwrap());
    let mut tasks = JoinSet::new();
    let (release, released) = mpsc::channel::<()>();
    let released = Arc::new(Mutex::new(released));
    for _ in 0..4 {
        let released = released.clone();
        read(&mut tasks, &readers, Priority::Query, move || {
            released.lock().unwrap().recv().ok();
        });
    }
    until_waiting(&readers, 3).await;
    let load = readers.read(Priority::Load, |_| Ok(7));
    assert_eq!(timeout(Duration::from_mins(1), load).await.unwrap(), Ok(7));
    drop(release);
    tasks.join_all().await;
}

#[tokio::test]
async fn a_read_without_a_waiting_caller_is_skipped() {
    let (readers, release, mut tasks) = busy_reader().await;
    let (served, order) = mpsc::channel();
    for number in [1, 2] {
        let served = served.clone();
        let caller = read(&mut tasks, &readers, Priority::Load, move || {
            served.send(number).unwrap();
        });
        until_waiting(&readers, number).await;
        if number == 1 {
            caller.abort();
        }
    }
    assert!(tasks.join_next().await.unwrap().unwrap_err().is_cancelled());
    drop((release, served));
    tasks.join_all().await;
    assert_eq!(order.iter().collect::<Vec<_>>(), [2]);
    drop(order);
    // A read is counted after its answer was sent.
    until(|| readers.statistics().served == 2).await;
    assert_eq!(readers.statistics().skipped, 1);
}

#[tokio::test]
async fn after_a_read_panics_the_next_is_served() {
    let connection = Connection::open_in_memory().unwrap();
    let readers = Readers::start(vec![connection]).unwrap();
    for _ in 0..3 {
        let read = readers.read::<()>(Priority::Load, |_| panic!("on purpose"));
        let error = timeout(Duration::from_mins(1), read).await.unwrap();
        assert_eq!(error, Err(panicked()));
    }
    let read = readers.read(Priority::Load, |_| Ok(7));
    assert_eq!(timeout(Duration::from_mins(1), read).await.unwrap(), Ok(7));
}
