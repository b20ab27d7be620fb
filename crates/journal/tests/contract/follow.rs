//! The laws about several hosts of one room.

use std::sync::Arc;

use raum_journal::{Append, Follower, Journal, RoomId};
use raum_room::{Entry, Seq};
use tokio::{
    task::JoinSet,
    time::{Duration, timeout},
};

use crate::samples::{entries, entry, room, write, written};

/// Appends entries after those of other writers, and returns all entries that it has seen.
async fn append_some(
    store: Arc<dyn Journal>,
    room: RoomId,
    writer: u64,
    count: usize,
) -> Vec<Entry> {
    let mut known = entries(&room, [1]);
    for _ in 0..count {
        loop {
            let mut own = entry(&room, known.len() as Seq + 1);
            own.at += writer;
            match store
                .append(&room, &write(vec![own.clone()]))
                .await
                .unwrap()
            {
                Append::Done => {
                    known.push(own);
                    break;
                }
                Append::Conflict { missed } => known.extend(missed),
                other => panic!("{other:?}"),
            }
        }
    }
    known
}

const WRITERS: u64 = 3;
const ENTRIES_EACH: usize = 50;
const LAST: Seq = 1 + WRITERS * ENTRIES_EACH as u64;

/// Starts writers that append to the same room concurrently.
async fn write_together(store: &Arc<dyn Journal>, room: &RoomId) -> JoinSet<Vec<Entry>> {
    store.append(room, &written(room, [1])).await.unwrap();
    let mut writers = JoinSet::new();
    for writer in 1..=WRITERS {
        writers.spawn(append_some(
            store.clone(),
            room.clone(),
            writer,
            ENTRIES_EACH,
        ));
    }
    writers
}

pub(crate) async fn all_writers_continue_after_conflicts(store: Arc<dyn Journal>) {
    let room = room("a");
    let known = write_together(&store, &room).await.join_all().await;
    let stored = store.read(&room, 1).await.unwrap();
    assert_eq!(stored.len() as Seq, LAST);
    for writer in 1..=WRITERS {
        let own = |entry: &&Entry| entry.at == self::entry(&room, entry.seq).at + writer;
        assert_eq!(stored.iter().filter(own).count(), ENTRIES_EACH);
    }
    for known in known {
        assert_eq!(
            known,
            stored[..known.len()],
            "all writers see the same history"
        );
    }
}

/// Waits for the next entries, for at most a minute.
async fn next(store: &Arc<dyn Journal>, follower: &mut Follower, after: Seq) -> Vec<Entry> {
    let next = timeout(Duration::from_mins(1), store.next(follower, after));
    next.await.unwrap().unwrap()
}

pub(crate) async fn a_follower_misses_no_entry(store: Arc<dyn Journal>) {
    let room = room("a");
    let mut follower = store.follow(&room);
    let writers = write_together(&store, &room).await;
    let mut received: Vec<Entry> = Vec::new();
    while (received.len() as Seq) < LAST {
        let news = next(&store, &mut follower, received.len() as Seq).await;
        assert!(!news.is_empty());
        received.extend(news);
    }
    writers.join_all().await;
    assert_eq!(store.read(&room, 1).await, Ok(received));
}

/// A follower gets neither entries before its cursor nor those from before it began to follow.
pub(crate) async fn a_follower_waits_for_later_entries(store: Arc<dyn Journal>) {
    let [room, other] = ["a", "other"].map(room);
    store.append(&room, &written(&room, 1..=3)).await.unwrap();
    let mut followers = [store.follow(&room), store.follow(&room)];
    store.append(&room, &written(&room, 4..=5)).await.unwrap();
    for follower in &mut followers {
        let news = async {
            // A read that did not wait would return nothing.
            let news = next(&store, follower, 5).await;
            assert_eq!(news, entries(&room, [6]));
        };
        let append = async {
            store.append(&other, &written(&other, 1..=9)).await.unwrap();
            store.append(&room, &written(&room, [6])).await.unwrap();
        };
        tokio::join!(news, append);
        assert_eq!(next(&store, follower, 4).await, entries(&room, 5..=6));
    }
}

pub(crate) async fn a_slow_follower_reads_page_by_page(store: Arc<dyn Journal>) {
    let room = room("a");
    let mut follower = store.follow(&room);
    for first in (1..2500).step_by(50) {
        let batch = written(&room, first..first + 50);
        store.append(&room, &batch).await.unwrap();
    }
    let mut received: Vec<Entry> = Vec::new();
    while received.len() < 2500 {
        let news = next(&store, &mut follower, received.len() as Seq).await;
        assert!((1..=1000).contains(&news.len()), "{}", news.len());
        received.extend(news);
    }
    assert_eq!(received, entries(&room, 1..=2500));
}

pub(crate) async fn a_follower_is_notified_of_deletion(store: Arc<dyn Journal>) {
    let room = room("a");
    store.append(&room, &written(&room, 1..=3)).await.unwrap();
    let mut follower = store.follow(&room);
    let (news, deleted) = tokio::join!(next(&store, &mut follower, 3), store.delete(&room));
    assert_eq!((news, deleted), (vec![], Ok(true)));
}
