//! Following: JetStream republishes every message, and one task per store notifies the followers.
//!
//! NATS delivers republished messages at most once. The messages of a stream are numbered without gaps, so the task notices a
//! missing one, and reads it from the stream. It also asks each stream for its last number regularly and after it has
//! reconnected, because the last messages may be the missing ones.

use std::{sync::Arc, time::Duration};

use async_nats::{Message, Subscriber};
use futures_util::StreamExt;
use tokio::{
    sync::Notify,
    time::{MissedTickBehavior, interval},
};

use crate::{Error, Follower, Priority, RoomId, store::PAGE_ENTRIES_MAX};
use raum_room::{Entry, Seq};

use super::{
    Shared,
    api::{self, Failure, Stored},
    chunk::Chunk,
    known::Tail,
    layout::{DELETED, room_id},
};

/// How often the task asks the streams for their last numbers.
const CHECK_TIME: Duration = Duration::from_secs(2);

/// The size of a batch of missing messages.
const BATCH_BYTES: usize = 1024 * 1024;

/// Notifies followers.
pub(super) struct Watcher {
    pub(super) shared: Arc<Shared>,
    pub(super) republished: Subscriber,
    /// The last message of each stream that the followers were notified of.
    pub(super) seen: Vec<u64>,
    /// Woken when messages may have been lost.
    pub(super) doubt: Arc<Notify>,
}

impl Watcher {
    /// Runs until the connection is closed.
    pub(super) async fn run(mut self) {
        let mut ticks = interval(CHECK_TIME);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let doubt = self.doubt.clone();
        loop {
            tokio::select! {
                message = self.republished.next() => match message {
                    Some(message) => self.receive(message).await,
                    None => return,
                },
                _ = ticks.tick() => self.check().await,
                () = doubt.notified() => self.check().await,
            }
        }
    }

    async fn receive(&mut self, message: Message) {
        let place = message.headers.as_ref().and_then(api::place);
        let shard = self.shared.layout.parse(&message.subject);
        let (Some(place), Some((shard, _))) = (place, shard) else {
            return;
        };
        let Some(seen) = self.seen.get(shard as usize).copied() else {
            return;
        };
        if place <= seen {
            return;
        }
        if place > seen + 1 && self.catch_up(shard, place - 1).await.is_err() {
            // The next check tries again, and includes this message.
            return;
        }
        let stored = Stored {
            place,
            subject: message.subject.to_string(),
            payload: message.payload,
        };
        self.shared.announce(&stored);
        self.seen[shard as usize] = place;
    }

    /// Compares the streams with what was received.
    async fn check(&mut self) {
        for shard in self.shared.layout.shards() {
            let stream = self.shared.layout.stream(shard);
            // While a stream does not answer, nothing is appended to it either.
            if let Ok(state) = self.shared.api.stream_state(&stream, None).await {
                self.catch_up(shard, state.last_seq).await.ok();
            }
        }
    }

    /// Reads the messages of a stream that were not received, up to this one.
    async fn catch_up(&mut self, shard: u32, until: u64) -> Result<(), Failure> {
        let stream = self.shared.layout.stream(shard);
        let filter = self.shared.layout.subjects(shard);
        while self.seen[shard as usize] < until {
            let from = self.seen[shard as usize] + 1;
            let api = &self.shared.api;
            let batch = api.batch(&stream, &filter, from, PAGE_ENTRIES_MAX, BATCH_BYTES);
            let mut messages = batch.await?.messages;
            if messages.is_empty() {
                // The replica has not received them yet, or they were deleted. The leader knows.
                messages.extend(api.next_message(&stream, &filter, from).await?);
            }
            if messages.is_empty() {
                self.seen[shard as usize] = until;
            }
            for stored in messages {
                self.seen[shard as usize] = stored.place;
                self.shared.announce(&stored);
            }
        }
        Ok(())
    }
}

impl Shared {
    /// Notifies the followers of a message's room.
    fn announce(&self, stored: &Stored) {
        let Some((_, name)) = self.layout.parse(&stored.subject) else {
            return;
        };
        if name == DELETED {
            let name = str::from_utf8(&stored.payload).ok();
            if let Some(room) = name.and_then(room_id) {
                self.announce_deletion(&room);
            }
            return;
        }
        let Some(room) = room_id(name) else { return };
        if !self.followers.is_followed(&room) {
            return;
        }
        match Chunk::read(&room, 1, stored) {
            Ok(chunk) => {
                if chunk.entries(&room, chunk.last, 1).is_ok() {
                    self.known.advance_tail(&room, Tail::of(&chunk));
                }
                self.known.set_place(&room, chunk.first, chunk.place);
                self.recent.put(&room, stored.clone());
                self.followers.notify(&room, chunk.last);
            }
            // The followers read it, and find out.
            Err(_) => self.followers.notify(&room, Seq::MAX),
        }
    }

    /// Notifies the followers of a room that it was deleted.
    pub(super) fn announce_deletion(&self, room: &RoomId) {
        self.known.forget(room);
        self.recent.remove(room);
        self.damaged().remove(room);
        self.followers.notify(room, 0);
    }

    pub(super) async fn next(
        &self,
        follower: &mut Follower,
        after: Seq,
    ) -> Result<Vec<Entry>, Error> {
        follower.wait(after).await?;
        let room = follower.room();
        if let Some(stored) = self.recent.get(room)
            && let Ok(chunk) = Chunk::read(room, after + 1, &stored)
            && (chunk.first..=chunk.last).contains(&(after + 1))
        {
            return chunk.entries(room, after + 1, PAGE_ENTRIES_MAX);
        }
        let page = self.read_page(room, after + 1, usize::MAX, Priority::Load);
        Ok(page.await?.entries)
    }
}
