//! The laws of every store.

use std::sync::Arc;

use raum_journal::{Append, Error, Journal, ListedRoom, Page, Priority, Size};
use raum_room::{Event, FORMAT, OPENING_FORMAT, Seq};
use tokio::task::JoinSet;

use crate::samples::{entries, entry, opened, room, started, write, written};

pub(crate) async fn an_unknown_room_is_empty(store: Arc<dyn Journal>) {
    let nowhere = room("nowhere");
    assert_eq!(store.read(&nowhere, 1).await, Ok(vec![]));
    assert_eq!(store.last(&nowhere).await, Ok(0));
    assert_eq!(store.list(None, 10).await, Ok(vec![]));
    assert_eq!(store.delete(&nowhere).await, Ok(false));
}

pub(crate) async fn appended_entries_are_read(store: Arc<dyn Journal>) {
    let room = room("a");
    for batch in [1..=1, 2..=4, 5..=5] {
        let batch = written(&room, batch);
        assert_eq!(store.append(&room, &batch).await, Ok(Append::Done));
    }
    assert_eq!(store.read(&room, 1).await, Ok(entries(&room, 1..=5)));
    assert_eq!(store.last(&room).await, Ok(5));
}

pub(crate) async fn reads_begin_at_a_cursor(store: Arc<dyn Journal>) {
    let room = room("a");
    store.append(&room, &written(&room, 1..=5)).await.unwrap();
    let cases = [
        (0, 1..=5),
        (1, 1..=5),
        (2, 2..=5),
        (5, 5..=5),
        #[expect(clippy::reversed_empty_ranges, reason = "no entries are expected")]
        (6, 1..=0),
        #[expect(clippy::reversed_empty_ranges, reason = "no entries are expected")]
        (Seq::MAX, 1..=0),
    ];
    for (from, expected) in cases {
        let read = store.read(&room, from).await;
        assert_eq!(read, Ok(entries(&room, expected)), "{from}");
    }
}

pub(crate) async fn pages_add_up_to_the_whole_room(store: Arc<dyn Journal>) {
    let [room, empty] = ["a", "empty"].map(room);
    let whole = entries(&room, 1..=2500);
    store.append(&room, &write(whole.clone())).await.unwrap();
    for (entries_max, from) in [(0, 2400), (1, 2400), (7, 1), (1000, 3), (usize::MAX, 0)] {
        let mut next = Some(from);
        let mut joined = Vec::new();
        while let Some(from) = next {
            let page = store.read_page(&room, from, entries_max, Priority::Query);
            let page = page.await.unwrap();
            assert!(page.entries.len() <= entries_max.max(1));
            assert_eq!(page.entries[0].seq, from.max(1));
            next = page.next;
            joined.extend(page.entries);
        }
        assert_eq!(joined, entries(&room, from.max(1)..=2500), "{entries_max}");
    }
    for (room, from) in [(&room, 2501), (&room, Seq::MAX), (&empty, 1), (&empty, 9)] {
        let page = store.read_page(room, from, 10, Priority::Load).await;
        assert_eq!(page, Ok(Page::default()));
    }
    assert_eq!(store.read(&room, 1).await, Ok(whole));
}

pub(crate) async fn a_long_room_is_read_in_pages(store: Arc<dyn Journal>) {
    let room = room("a");
    store
        .append(&room, &written(&room, 1..=2500))
        .await
        .unwrap();
    let page = store.read_page(&room, 1, usize::MAX, Priority::Load).await;
    let page = page.unwrap();
    assert!(page.entries.len() <= 1000, "the store limits pages");
    store.delete(&room).await.unwrap();
    let next = store.read_page(&room, page.next.unwrap(), 10, Priority::Load);
    assert_eq!(next.await, Ok(Page::default()), "the room was deleted");
}

pub(crate) async fn a_conflict_changes_nothing(store: Arc<dyn Journal>) {
    let room = room("a");
    let late = written(&room, 2..=3);
    let behind = |last| Ok(Append::Behind { last });
    assert_eq!(store.append(&room, &late).await, behind(0));
    assert_eq!(store.read(&room, 1).await, Ok(vec![]));
    assert_eq!(store.list(None, 10).await, Ok(vec![]));

    store.append(&room, &written(&room, 1..=2)).await.unwrap();
    for batch in [1..=1, 1..=2, 1..=3, 2..=2, 2..=3] {
        let missed = entries(&room, *batch.start()..=2);
        let conflict = Ok(Append::Conflict { missed });
        let batch = written(&room, batch);
        assert_eq!(store.append(&room, &batch).await, conflict);
    }
    for batch in [4..=4, 4..=9] {
        let batch = written(&room, batch);
        assert_eq!(store.append(&room, &batch).await, behind(2));
    }
    assert_eq!(store.read(&room, 1).await, Ok(entries(&room, 1..=2)));
    let next = written(&room, 3..=3);
    assert_eq!(store.append(&room, &next).await, Ok(Append::Done));
}

pub(crate) async fn of_two_writers_one_wins(store: Arc<dyn Journal>) {
    const WRITERS: u64 = 8;
    let room = room("a");
    store.append(&room, &written(&room, 1..=1)).await.unwrap();
    for seq in 2..50 {
        let mut writers = JoinSet::new();
        for writer in 0..WRITERS {
            let (store, room) = (store.clone(), room.clone());
            writers.spawn(async move {
                let mut entry = entry(&room, seq);
                entry.at += writer;
                (
                    store.append(&room, &write(vec![entry])).await.unwrap(),
                    writer,
                )
            });
        }
        let results = writers.join_all().await;
        let (won, lost): (Vec<_>, Vec<_>) = results
            .into_iter()
            .partition(|(result, _)| *result == Append::Done);
        assert_eq!(won.len(), 1);
        let stored = store.read(&room, seq).await.unwrap();
        for (result, _) in lost {
            let missed = stored.clone();
            assert_eq!(result, Append::Conflict { missed });
        }
        assert_eq!(stored.len(), 1);
        assert_eq!(stored[0].at, entry(&room, seq).at + won[0].1);
    }
}

pub(crate) async fn an_invalid_batch_is_rejected_as_a_whole(store: Arc<dyn Journal>) {
    let (empty, begun) = (room("empty"), room("begun"));
    store.append(&begun, &written(&begun, 1..=1)).await.unwrap();
    let unopened = {
        let mut unopened = entry(&empty, 2);
        unopened.seq = 1;
        unopened
    };
    let opened_as = |seq, format| {
        let mut opening = entry(&begun, seq);
        opening.event = opened(format);
        opening
    };
    let cases = [
        (&empty, vec![]),
        (&empty, vec![entry(&empty, 0)]),
        (&empty, vec![unopened]),
        (&empty, entries(&empty, [1, 2, 4])),
        (&empty, entries(&empty, [1, 2, 2])),
        (&empty, vec![opened_as(1, FORMAT + 1)]),
        (&begun, entries(&begun, [2, 1])),
        (&begun, entries(&begun, [2, 3, 5])),
        (&begun, vec![opened_as(2, OPENING_FORMAT)]),
    ];
    for (room, batch) in cases {
        let result = store.append(room, &write(batch.clone())).await;
        assert!(matches!(result, Err(Error::Invalid(_))), "{batch:?}");
    }
    assert_eq!(store.read(&empty, 1).await, Ok(vec![]));
    assert_eq!(store.read(&begun, 1).await, Ok(entries(&begun, 1..=1)));
}

pub(crate) async fn rooms_are_independent(store: Arc<dyn Journal>) {
    let names = ["A", "AA", "A-", "A_", "B", "0"].map(room);
    for (name, last) in names.iter().zip(1..) {
        store.append(name, &written(name, 1..=last)).await.unwrap();
    }
    for (name, last) in names.iter().zip(1..) {
        assert_eq!(store.read(name, 1).await, Ok(entries(name, 1..=last)));
    }
    assert_eq!(store.last(&room("a")).await, Ok(1), "ids ignore case");
}

pub(crate) async fn rooms_are_listed_in_pages(store: Arc<dyn Journal>) {
    let mut names = Vec::new();
    for number in 0..10 {
        let name = room(&format!("room-{number}"));
        store
            .append(&name, &written(&name, 1..=1 + number))
            .await
            .unwrap();
        names.push(name);
    }
    let listed = |name: &_, last| ListedRoom {
        room: Clone::clone(name),
        last,
        last_at: Some(entry(name, last).at),
    };
    let all: Vec<_> = names
        .iter()
        .zip(1..)
        .map(|(name, last)| listed(name, last))
        .collect();
    assert_eq!(store.list(None, usize::MAX).await, Ok(all.clone()));
    assert_eq!(store.list(None, 0).await, Ok(vec![]));

    let mut paged = Vec::new();
    loop {
        let after = paged.last().map(|listed: &ListedRoom| listed.room.clone());
        let page = store.list(after.as_ref(), 4).await.unwrap();
        if page.is_empty() {
            break;
        }
        assert!(page.len() <= 4);
        paged.extend(page);
    }
    assert_eq!(paged, all);
    let between = store.list(Some(&room("room-3z")), 1).await.unwrap();
    assert_eq!(between, all[4..5], "the cursor does not have to be a room");
}

pub(crate) async fn a_deleted_room_is_gone(store: Arc<dyn Journal>) {
    let (gone, other) = (room("gone"), room("other"));
    for name in [&gone, &other] {
        store.append(name, &written(name, 1..=3)).await.unwrap();
    }
    assert_eq!(store.delete(&gone).await, Ok(true));
    assert_eq!(store.delete(&gone).await, Ok(false));
    assert_eq!(store.read(&gone, 1).await, Ok(vec![]));
    let late = written(&gone, 4..=4);
    assert_eq!(
        store.append(&gone, &late).await,
        Ok(Append::Behind { last: 0 })
    );
    let listed = store.list(None, 10).await.unwrap();
    assert_eq!(
        listed.iter().map(|listed| &listed.room).collect::<Vec<_>>(),
        [&other]
    );
    let again = written(&gone, 1..=1);
    assert_eq!(store.append(&gone, &again).await, Ok(Append::Done));
    assert_eq!(store.read(&other, 1).await, Ok(entries(&other, 1..=3)));
}

pub(crate) async fn a_probe_leaves_nothing(store: Arc<dyn Journal>) {
    let room = room("a");
    for batch in [1..=1, 2..=3] {
        assert_eq!(store.probe().await, Ok(()));
        let batch = written(&room, batch);
        assert_eq!(store.append(&room, &batch).await, Ok(Append::Done));
    }
    assert_eq!(store.probe().await, Ok(()));
    let listed = store.list(None, 10).await.unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(store.read(&room, 1).await, Ok(entries(&room, 1..=3)));
}

pub(crate) async fn deleting_frees_space(store: Arc<dyn Journal>) {
    let (gone, next) = (room("gone"), room("next"));
    store.append(&gone, &written(&gone, 1..=500)).await.unwrap();
    let with_room = size(&*store).await;
    store.delete(&gone).await.unwrap();
    let without = size(&*store).await;
    assert!(without.used_bytes() <= with_room.used_bytes() / 2);
    store.append(&next, &written(&next, 1..=400)).await.unwrap();
    let again = size(&*store).await;
    assert!(again.bytes <= with_room.bytes, "free space is reused first");
}

/// The size with all changes, because a list reads all of them.
async fn size(store: &dyn Journal) -> Size {
    store.list(None, 1).await.unwrap();
    store.size().await.unwrap()
}

pub(crate) async fn many_tasks_append_to_many_rooms(store: Arc<dyn Journal>) {
    const ROOMS: u64 = 40;
    const BATCHES: u64 = 25;
    let mut tasks = JoinSet::new();
    for number in 0..ROOMS {
        let store = store.clone();
        tasks.spawn(async move {
            let name = room(&format!("room-{number}"));
            for batch in 0..BATCHES {
                let first = batch * 2 + 1;
                let appended = store
                    .append(&name, &written(&name, first..=first + 1))
                    .await;
                assert_eq!(appended, Ok(Append::Done));
            }
            name
        });
    }
    for name in tasks.join_all().await {
        assert_eq!(
            store.read(&name, 1).await,
            Ok(entries(&name, 1..=BATCHES * 2))
        );
    }
}

pub(crate) async fn a_room_is_read_from_its_last_game(store: Arc<dyn Journal>) {
    // Some starts are more than a page before the end of the room.
    let cases: [(&[Seq], Seq); 5] = [
        (&[], 1),
        (&[2], 2),
        (&[3, 9], 9),
        (&[1500], 1500),
        (&[2], 2),
    ];
    for (number, (starts, expected)) in cases.into_iter().enumerate() {
        let room = room(&format!("room-{number}"));
        let length = if number < 3 { 10 } else { 3100 };
        let mut whole = entries(&room, 1..=length);
        for seq in starts {
            let place = usize::try_from(*seq).unwrap() - 1;
            whole[place] = started(&room, *seq);
        }
        // A message that quotes a start does not count.
        let quoted = serde_json::to_string(&started(&room, 2)).unwrap();
        let Event::Said { text, .. } = &mut whole[9].event else {
            panic!("entry 10 is not a message");
        };
        *text = quoted;
        store.append(&room, &write(whole.clone())).await.unwrap();
        let start = store.last_start(&room, Priority::Load).await;
        assert_eq!(start, Ok(expected), "{starts:?}");
        let read = store.read_last_game(&room, Priority::Load).await;
        whole.drain(..usize::try_from(expected).unwrap() - 1);
        assert_eq!(read, Ok(whole), "{starts:?}");
    }
    let nowhere = room("nowhere");
    let read = store.read_last_game(&nowhere, Priority::Load).await;
    assert_eq!(read, Ok(vec![]));
}
