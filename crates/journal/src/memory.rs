//! A store in memory, for tests and for servers without a data folder.

use std::{
    collections::BTreeMap,
    ops::Bound,
    sync::{Mutex, MutexGuard, PoisonError},
};

use raum_room::{EncodedEntry, Entry, Event, Seq};

use crate::{
    Append, Error, Follower, Followers, ListedRoom, Page, Pending, Priority, RoomId, Size, Store,
    Upkeep,
    store::{PAGE_ENTRIES_MAX, expected},
};

/// Stores entries for the lifetime of the process.
#[derive(Debug, Default)]
pub struct Memory {
    rooms: Mutex<BTreeMap<RoomId, Vec<Entry>>>,
    followers: Followers,
}

impl Memory {
    /// Every change of the map is atomic, so a poisoned lock is still valid.
    fn rooms(&self) -> MutexGuard<'_, BTreeMap<RoomId, Vec<Entry>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append_now(&self, room: &RoomId, entries: &[EncodedEntry]) -> Result<Append, Error> {
        let expected = expected(entries)?;
        let mut rooms = self.rooms();
        let stored = rooms.get(room).map_or(&[][..], Vec::as_slice);
        let last = last(stored);
        if last < expected {
            return Ok(Append::Behind { last });
        }
        if last > expected {
            let missed = page(stored, expected + 1, usize::MAX).entries;
            return Ok(Append::Conflict { missed });
        }
        let appended = entries.iter().map(|encoded| encoded.entry().clone());
        rooms.entry(room.clone()).or_default().extend(appended);
        // While the rooms are locked, so that followers are notified in the order of the appends.
        self.followers.notify(room, last + entries.len() as Seq);
        Ok(Append::Done)
    }

    fn list_now(&self, after: Option<&RoomId>, max: usize) -> Vec<ListedRoom> {
        let begin = after.map_or(Bound::Unbounded, Bound::Excluded);
        self.rooms()
            .range((begin, Bound::Unbounded))
            .take(max)
            .map(|(room, stored)| ListedRoom {
                room: room.clone(),
                last: last(stored),
                last_at: stored.last().map(|entry| entry.at),
            })
            .collect()
    }
}

fn last(entries: &[Entry]) -> Seq {
    entries.last().map_or(0, |entry| entry.seq)
}

fn page(stored: &[Entry], from: Seq, entries_max: usize) -> Page {
    let skipped = stored.partition_point(|entry| entry.seq < from);
    let mut rest = stored[skipped..].chunks(entries_max.clamp(1, PAGE_ENTRIES_MAX));
    Page {
        entries: rest.next().unwrap_or_default().to_vec(),
        next: rest.next().map(|later| later[0].seq),
    }
}

impl Store for Memory {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        Box::pin(async { self.append_now(room, entries) })
    }

    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        _: Priority,
    ) -> Pending<'a, Page> {
        Box::pin(async move {
            let rooms = self.rooms();
            let stored = rooms.get(room).map_or(&[][..], Vec::as_slice);
            Ok(page(stored, from, entries_max))
        })
    }

    fn last_start<'a>(&'a self, room: &'a RoomId, _: Priority) -> Pending<'a, Seq> {
        Box::pin(async {
            let rooms = self.rooms();
            let mut latest_first = rooms.get(room).into_iter().flatten().rev();
            let start = latest_first.find(|entry| matches!(entry.event, Event::GameStarted(_)));
            Ok(start.map_or(1, |entry| entry.seq))
        })
    }

    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq> {
        Box::pin(async { Ok(self.rooms().get(room).map_or(0, |stored| last(stored))) })
    }

    fn follow(&self, room: &RoomId) -> Follower {
        self.followers.follow(room)
    }
}

impl Upkeep for Memory {
    fn list<'a>(&'a self, after: Option<&'a RoomId>, max: usize) -> Pending<'a, Vec<ListedRoom>> {
        Box::pin(async move { Ok(self.list_now(after, max)) })
    }

    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool> {
        Box::pin(async {
            let mut rooms = self.rooms();
            self.followers.notify(room, 0);
            Ok(rooms.remove(room).is_some())
        })
    }

    fn size(&self) -> Pending<'_, Size> {
        Box::pin(async { Ok(Size::default()) })
    }

    fn probe(&self) -> Pending<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}
