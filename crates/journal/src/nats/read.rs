//! Reading. The leader of a stream names the end of a room, so that no acknowledged entry is missing; any replica may then
//! deliver the pages.

use std::{cmp::max, collections::hash_map::Entry as Slot};

use raum_room::Seq;

use crate::{Error, Page, Priority, RoomId, content::damaged, store::PAGE_ENTRIES_MAX};

use super::{Shared, api::Stored, chunk::Chunk, known::Tail};

/// The size after which a page ends.
const PAGE_BYTES_MAX: usize = 256 * 1024;

/// A place turned out to belong to an earlier room with the same id.
struct Stale;

/// A page that is being read.
struct Reading<'a> {
    room: &'a RoomId,
    from: Seq,
    entries_max: usize,
    page: Page,
    bytes: usize,
    /// The place of the room's last message.
    end: u64,
}

impl Shared {
    pub(super) async fn read_page(
        &self,
        room: &RoomId,
        from: Seq,
        entries_max: usize,
        priority: Priority,
    ) -> Result<Page, Error> {
        let from = max(from, 1);
        let entries_max = entries_max.clamp(1, PAGE_ENTRIES_MAX);
        let page = self
            .gate
            .run(priority, self.page(room, from, entries_max))
            .await;
        if let Err(Error::Damaged { seq, .. }) = page {
            // Appends have to be rejected from now on.
            self.damaged().insert(room.clone(), seq);
        }
        page
    }

    async fn page(&self, room: &RoomId, from: Seq, entries_max: usize) -> Result<Page, Error> {
        let Some(stored) = self.last_message(room).await? else {
            self.known.forget(room);
            return Ok(Page::default());
        };
        let mut reading = Reading {
            room,
            from,
            entries_max,
            page: Page::default(),
            bytes: 0,
            end: stored.place,
        };
        // If it is damaged, earlier entries can be read, and the read that arrives at it finds out.
        let tail = Chunk::read(room, from, &stored).ok();
        if from > 1 {
            self.check_first(room).await?;
        }
        if let Some(tail) = &tail {
            self.remember_places(room, tail);
        }
        match tail {
            Some(tail) if from > tail.last => return Ok(Page::default()),
            Some(tail) if from >= tail.first => {
                reading.take(&tail)?;
                return Ok(reading.page);
            }
            _ => {}
        }
        let place = self.known.place(room, from);
        if let Err(Stale) = self.pages(&mut reading, place).await? {
            self.known.forget(room);
            reading.page = Page::default();
            reading.bytes = 0;
            // Without a place the read starts at the first message.
            self.pages(&mut reading, None).await?.ok();
        }
        if let Some(next) = reading.page.next {
            self.known.set_place(room, next - 1, reading.end);
        }
        Ok(reading.page)
    }

    /// Reads messages until the page is full or the room ends, from the place of an entry on. Sets `end` to the place of
    /// the last message read.
    async fn pages(
        &self,
        reading: &mut Reading<'_>,
        place: Option<(Seq, u64)>,
    ) -> Result<Result<(), Stale>, Error> {
        let room = reading.room;
        let (stream, subject) = (self.layout.stream_of(room), self.layout.subject(room));
        let end = reading.end;
        let mut expected = place.map_or(1, |(seq, _)| seq);
        let mut from = place.map_or(1, |(_, place)| place);
        let mut is_first = true;
        loop {
            let batch = self
                .api
                .batch(&stream, &subject, from, reading.entries_max, PAGE_BYTES_MAX)
                .await;
            let mut messages = batch?.messages;
            if messages.is_empty() {
                // The replica has not received them yet, or the room was deleted. The leader knows.
                let next = self.api.next_message(&stream, &subject, from).await?;
                let Some(message) = next else {
                    self.known.forget(room);
                    reading.page = Page::default();
                    return Ok(Ok(()));
                };
                messages.push(message);
            }
            for stored in messages {
                let is_place = is_first && place.is_some();
                if is_place && place.is_some_and(|(_, place)| place != stored.place) {
                    return Ok(Err(Stale));
                }
                let chunk = Chunk::read(room, expected, &stored)?;
                if is_place && !(chunk.first..=chunk.last).contains(&expected) {
                    return Ok(Err(Stale));
                }
                if !is_place && chunk.first != expected {
                    return Err(damaged(room, expected, "it is missing"));
                }
                is_first = false;
                expected = chunk.last + 1;
                from = stored.place + 1;
                reading.end = stored.place;
                let is_end = stored.place >= end;
                let is_full = chunk.last >= reading.from && reading.take(&chunk)?;
                if is_end || is_full {
                    if is_full && reading.page.next.is_none() && !is_end {
                        reading.page.next = Some(expected);
                    }
                    return Ok(Ok(()));
                }
            }
        }
    }

    /// Checks the first entry, which has the room's format: this version may not support it.
    async fn check_first(&self, room: &RoomId) -> Result<(), Error> {
        if self.known.is_supported(room) {
            return Ok(());
        }
        let (stream, subject) = (self.layout.stream_of(room), self.layout.subject(room));
        let Some(stored) = self.api.next_message(&stream, &subject, 1).await? else {
            return Ok(());
        };
        let chunk = Chunk::read(room, 1, &stored)?;
        if chunk.first != 1 {
            return Err(damaged(room, 1, "it is missing"));
        }
        chunk.entries(room, 1, 1)?;
        self.known.set_supported(room);
        Ok(())
    }

    /// The last message of a room, from the leader of its stream.
    pub(super) async fn last_message(&self, room: &RoomId) -> Result<Option<Stored>, Error> {
        let (stream, subject) = (self.layout.stream_of(room), self.layout.subject(room));
        Ok(self.api.last_message(&stream, &subject).await?)
    }

    /// The end of a room, for an append. Checks the first and the last entry.
    pub(super) async fn tail(&self, room: &RoomId) -> Result<Tail, Error> {
        let Some(stored) = self.last_message(room).await? else {
            self.known.forget(room);
            return Ok(Tail::default());
        };
        let chunk = match Chunk::read(room, 1, &stored) {
            Ok(chunk) => chunk,
            Err(error) => return Err(self.located(room, error).await),
        };
        self.check_first(room).await?;
        chunk.entries(room, chunk.last, 1)?;
        self.remember_places(room, &chunk);
        let tail = Tail::of(&chunk);
        self.known.raise_tail(room, tail.clone());
        Ok(tail)
    }

    /// The error of a room whose last message cannot be read, with the number of the first entry in it.
    async fn located(&self, room: &RoomId, error: Error) -> Error {
        let mut from = Some(1);
        while let Some(seq) = from {
            match self.read_page(room, seq, usize::MAX, Priority::Load).await {
                Ok(page) => from = page.next,
                Err(error) => return error,
            }
        }
        error
    }

    /// A room's last entry. Damage does not hide it, if its message still names it.
    pub(super) async fn last(&self, room: &RoomId) -> Result<Seq, Error> {
        let Some(stored) = self.last_message(room).await? else {
            return Ok(0);
        };
        self.claimed_last(room, &stored).await
    }

    pub(super) async fn claimed_last(&self, room: &RoomId, stored: &Stored) -> Result<Seq, Error> {
        if let Some(last) = Chunk::claimed_last(stored) {
            return Ok(last);
        }
        let malformed = damaged(room, 1, "its message is malformed");
        match self.located(room, malformed).await {
            Error::Damaged { seq, .. } | Error::Newer { seq, .. } => Ok(seq),
            error => Err(error),
        }
    }

    /// The entry that started the last game of a room: each message names it.
    pub(super) async fn last_start(&self, room: &RoomId) -> Result<Seq, Error> {
        let Some(stored) = self.last_message(room).await? else {
            return Ok(1);
        };
        match Chunk::read(room, 1, &stored) {
            Ok(chunk) => {
                self.remember_places(room, &chunk);
                Ok(max(chunk.start.seq, 1))
            }
            Err(error) => Err(self.located(room, error).await),
        }
    }

    /// Rejects an append to a room in which a read has found damage, unless the room was replaced since.
    pub(super) async fn reject_damaged(&self, room: &RoomId) -> Result<(), Error> {
        let seq = self.damaged().get(room).copied();
        let Some(seq) = seq else { return Ok(()) };
        if let Err(error @ Error::Damaged { .. }) = self.page(room, seq, 1).await {
            return Err(error);
        }
        if let Slot::Occupied(slot) = self.damaged().entry(room.clone())
            && *slot.get() == seq
        {
            slot.remove();
        }
        Ok(())
    }

    /// Remembers where the last message of a room is, and where its last game started.
    fn remember_places(&self, room: &RoomId, chunk: &Chunk) {
        if let Some(place) = chunk.start.place {
            self.known.set_place(room, chunk.start.seq, place);
        }
        self.known.set_place(room, chunk.first, chunk.place);
    }
}

impl Reading<'_> {
    /// Adds the wanted entries of a message, and returns whether the page is full.
    fn take(&mut self, chunk: &Chunk) -> Result<bool, Error> {
        let left = self.entries_max - self.page.entries.len();
        let entries = chunk.entries(self.room, self.from, left)?;
        self.page.entries.extend(entries);
        self.bytes += chunk.bytes();
        let next = self.page.entries.last().map_or(0, |entry| entry.seq) + 1;
        if next <= chunk.last {
            self.page.next = Some(next);
            return Ok(true);
        }
        Ok(self.page.entries.len() >= self.entries_max || self.bytes >= PAGE_BYTES_MAX)
    }
}
