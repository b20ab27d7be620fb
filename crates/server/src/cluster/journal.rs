//! The journal of a node in a cluster. Until NATS is reached, it is unavailable.

use std::time::Duration;

use raum_journal::{
    Activity, Append, Follower, Followers, ListedRoom, Page, Pending, Priority, RoomId, Size,
    Store, Upkeep,
};
use raum_room::{EncodedEntry, Entry, Seq};
use tokio::time::Instant;

use super::Cluster;
use crate::lock::lock;

/// How long the size of the journal is remembered: finding it out takes a request for each stream.
const SIZE_AGE_MAX: Duration = Duration::from_secs(5);

impl Store for Cluster {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        Box::pin(async move { self.nats()?.append(room, entries).await })
    }

    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        priority: Priority,
    ) -> Pending<'a, Page> {
        Box::pin(async move {
            let nats = self.nats()?;
            nats.read_page(room, from, entries_max, priority).await
        })
    }

    fn last_start<'a>(&'a self, room: &'a RoomId, priority: Priority) -> Pending<'a, Seq> {
        Box::pin(async move { self.nats()?.last_start(room, priority).await })
    }

    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq> {
        Box::pin(async move { self.nats()?.last(room).await })
    }

    fn follow(&self, room: &RoomId) -> Follower {
        match self.nats() {
            Ok(nats) => nats.follow(room),
            // The room cannot be read either, so that its host does not start.
            Err(_) => Followers::default().follow(room),
        }
    }

    fn next<'a>(&'a self, follower: &'a mut Follower, after: Seq) -> Pending<'a, Vec<Entry>> {
        Box::pin(async move { self.nats()?.next(follower, after).await })
    }
}

impl Upkeep for Cluster {
    fn list<'a>(&'a self, after: Option<&'a RoomId>, max: usize) -> Pending<'a, Vec<ListedRoom>> {
        Box::pin(async move { self.nats()?.list(after, max).await })
    }

    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool> {
        Box::pin(async move { self.nats()?.delete(room).await })
    }

    fn size(&self) -> Pending<'_, Size> {
        Box::pin(async move {
            if let Some((at, size)) = *lock(&self.size)
                && at.elapsed() < SIZE_AGE_MAX
            {
                return Ok(size);
            }
            let size = self.nats()?.size().await?;
            *lock(&self.size) = Some((Instant::now(), size));
            Ok(size)
        })
    }

    fn activity(&self) -> Activity {
        self.nats().map(Upkeep::activity).unwrap_or_default()
    }

    fn probe(&self) -> Pending<'_, ()> {
        Box::pin(async move { self.nats()?.probe().await })
    }

    fn room_bytes<'a>(&'a self, room: &'a RoomId) -> Pending<'a, u64> {
        Box::pin(async move { self.nats()?.room_bytes(room).await })
    }

    fn flaws(&self) -> Pending<'_, Vec<String>> {
        Box::pin(async move { self.nats()?.flaws().await })
    }
}
