//! A store that lasts as long as its process: for tests, and for servers without a data folder.

use std::{
    collections::BTreeMap,
    ops::Bound,
    sync::{Mutex, MutexGuard, PoisonError},
};

use raum_room::{Entry, Seq};

use crate::{
    Append, Error, Listed, Page, Pending, Priority, RoomId, Size, Store,
    store::{PAGE_ENTRIES_MAX, expected},
};

/// Keeps entries as long as the process lives.
#[derive(Debug, Default)]
pub struct Memory {
    rooms: Mutex<BTreeMap<RoomId, Vec<Entry>>>,
}

impl Memory {
    /// A store without rooms.
    pub fn new() -> Self {
        Self::default()
    }

    /// No change of the map can be left half done, so a panic elsewhere has broken nothing.
    fn rooms(&self) -> MutexGuard<'_, BTreeMap<RoomId, Vec<Entry>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append_now(&self, room: &RoomId, entries: &[Entry]) -> Result<Append, Error> {
        let expected = expected(entries)?;
        let mut rooms = self.rooms();
        let last = rooms.get(room).map_or(0, |kept| last(kept));
        if last != expected {
            return Ok(Append::Conflict { last });
        }
        rooms
            .entry(room.clone())
            .or_default()
            .extend_from_slice(entries);
        Ok(Append::Done)
    }

    fn read_now(&self, room: &RoomId, from: Seq, entries_max: usize) -> Page {
        let rooms = self.rooms();
        let kept = rooms.get(room).map_or(&[][..], Vec::as_slice);
        let skipped = kept.partition_point(|entry| entry.seq < from);
        let mut rest = kept[skipped..].chunks(entries_max.clamp(1, PAGE_ENTRIES_MAX));
        Page {
            entries: rest.next().unwrap_or_default().to_vec(),
            next: rest.next().map(|later| later[0].seq),
        }
    }

    fn list_now(&self, after: Option<&RoomId>, rooms_max: usize) -> Vec<Listed> {
        let begin = after.map_or(Bound::Unbounded, Bound::Excluded);
        self.rooms()
            .range((begin, Bound::Unbounded))
            .take(rooms_max)
            .map(|(room, kept)| Listed {
                room: room.clone(),
                last: last(kept),
                last_at: kept.last().map(|entry| entry.at),
            })
            .collect()
    }
}

fn last(entries: &[Entry]) -> Seq {
    entries.last().map_or(0, |entry| entry.seq)
}

impl Store for Memory {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [Entry]) -> Pending<'a, Append> {
        Box::pin(async { self.append_now(room, entries) })
    }

    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        _: Priority,
    ) -> Pending<'a, Page> {
        Box::pin(async move { Ok(self.read_now(room, from, entries_max)) })
    }

    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq> {
        Box::pin(async { Ok(self.rooms().get(room).map_or(0, |kept| last(kept))) })
    }

    fn list<'a>(&'a self, after: Option<&'a RoomId>, rooms_max: usize) -> Pending<'a, Vec<Listed>> {
        Box::pin(async move { Ok(self.list_now(after, rooms_max)) })
    }

    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool> {
        Box::pin(async { Ok(self.rooms().remove(room).is_some()) })
    }

    fn size(&self) -> Pending<'_, Size> {
        Box::pin(async { Ok(Size::default()) })
    }

    fn probe(&self) -> Pending<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}
