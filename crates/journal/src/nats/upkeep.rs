//! Listing, deleting, measuring and testing.

use std::{collections::BTreeSet, ops::Bound, time::Duration};

use async_nats::HeaderMap;
use futures_util::{StreamExt, TryStreamExt, future::try_join_all, stream};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::Instant;

use crate::{Error, ListedRoom, RoomId, Size, store::PAGE_ENTRIES_MAX};

use super::{
    Shared,
    api::Failure,
    chunk::Chunk,
    layout::{DELETED, PROBE, room_id},
};

/// How many rooms are looked up at once for a list.
const LOOKUPS: usize = 16;

/// The size of a batch of messages.
const BATCH_BYTES: usize = 1024 * 1024;

/// How long a deletion is retried.
const DELETE_TIME: Duration = Duration::from_secs(10);

/// How long the stream keeps the message that a room was deleted: longer than any watcher needs to catch up.
const DELETED_TTL: &str = "5m";

/// How long the stream keeps a probe.
const PROBE_TTL: &str = "1s";

impl Shared {
    pub(super) async fn list(
        &self,
        after: Option<&RoomId>,
        rooms_max: usize,
    ) -> Result<Vec<ListedRoom>, Error> {
        let mut listed = Vec::new();
        let mut cursor = after.cloned();
        while listed.len() < rooms_max {
            let wanted = (rooms_max - listed.len()).min(1000);
            let names = self.names(cursor.as_ref(), wanted).await?;
            let Some(last) = names.last() else { break };
            cursor = Some(last.clone());
            let lookups = stream::iter(names).map(|room| self.look_up(room));
            let found: Vec<_> = lookups.buffered(LOOKUPS).try_collect().await?;
            listed.extend(found.into_iter().flatten());
        }
        Ok(listed)
    }

    /// The ids of rooms after another one. JetStream lists subjects in no order, so a list that starts at the beginning reads
    /// all names, and the pages that follow use them.
    async fn names(&self, after: Option<&RoomId>, max: usize) -> Result<Vec<RoomId>, Error> {
        if max == 0 {
            return Ok(Vec::new());
        }
        let mut names = self.names.lock().await;
        if after.is_none() || names.is_none() {
            *names = Some(self.all_names().await?.0);
        }
        let begin = after.map_or(Bound::Unbounded, Bound::Excluded);
        let page: Vec<_> = names
            .iter()
            .flat_map(|names| names.range::<RoomId, _>((begin, Bound::Unbounded)))
            .take(max)
            .cloned()
            .collect();
        if page.is_empty() {
            // The list is complete.
            *names = None;
        }
        Ok(page)
    }

    /// The ids of all rooms, and sentences about subjects that belong to none.
    async fn all_names(&self) -> Result<(BTreeSet<RoomId>, Vec<String>), Error> {
        let mut names = BTreeSet::new();
        let mut flaws = Vec::new();
        for shard in self.layout.shards() {
            let (stream, filter) = (self.layout.stream(shard), self.layout.subjects(shard));
            let mut offset = 0;
            loop {
                let state = self.api.stream_state(&stream, Some((&filter, offset)));
                let subjects = state.await?.subjects;
                if subjects.is_empty() {
                    break;
                }
                offset += subjects.len();
                for subject in subjects.into_keys() {
                    let Some((_, name)) = self.layout.parse(&subject) else {
                        continue;
                    };
                    match room_id(name) {
                        Some(room) if self.layout.shard(&room) == shard => {
                            names.insert(room);
                        }
                        _ if matches!(name, DELETED | PROBE) => {}
                        Some(_) => flaws.push(format!(
                            "there are entries of {name} in the stream {stream}, which is not the room's stream"
                        )),
                        None => flaws.push(format!(
                            "there are entries of {name:?}, which is not a room id"
                        )),
                    }
                }
            }
        }
        flaws.sort();
        Ok((names, flaws))
    }

    pub(super) async fn flaws(&self) -> Result<Vec<String>, Error> {
        Ok(self.all_names().await?.1)
    }

    /// A room for a list, unless it was deleted meanwhile.
    async fn look_up(&self, room: RoomId) -> Result<Option<ListedRoom>, Error> {
        let Some(stored) = self.last_message(&room).await? else {
            return Ok(None);
        };
        let last = self.claimed_last(&room, &stored).await?;
        let chunk = Chunk::read(&room, last, &stored);
        let entry = chunk.and_then(|chunk| chunk.entries(&room, chunk.last, 1));
        Ok(Some(ListedRoom {
            last,
            last_at: entry.ok().and_then(|entries| Some(entries.first()?.at)),
            room,
        }))
    }

    pub(super) async fn delete(&self, room: &RoomId) -> Result<bool, Error> {
        #[derive(Deserialize)]
        struct Purge {
            #[serde(default)]
            purged: u64,
        }
        let subject = format!("STREAM.PURGE.{}", self.layout.stream_of(room));
        let filter = json!({ "filter": self.layout.subject(room) });
        let deadline = Instant::now() + DELETE_TIME;
        let mut is_uncertain = false;
        let was = loop {
            match self.api.call::<Purge>(&subject, &filter).await {
                Ok(purge) => break purge.purged > 0 || is_uncertain,
                Err(Failure::NoAnswer(_)) if Instant::now() < deadline => is_uncertain = true,
                Err(failure) => return Err(failure.into()),
            }
        };
        if was {
            // If this fails, followers on other nodes notice when they append.
            self.keep_for(self.layout.shard(room), DELETED, DELETED_TTL, room.as_str())
                .await
                .ok();
            self.announce_deletion(room);
        }
        Ok(was)
    }

    pub(super) async fn size(&self) -> Result<Size, Error> {
        #[derive(Deserialize)]
        struct Account {
            limits: Limits,
        }
        #[derive(Deserialize)]
        struct Limits {
            max_storage: i64,
        }
        let streams: Vec<_> = self
            .layout
            .shards()
            .map(|shard| self.layout.stream(shard))
            .collect();
        let states = streams
            .iter()
            .map(|stream| self.api.stream_state(stream, None));
        let states = try_join_all(states).await?;
        let account: Account = self.api.call("INFO", &Value::Null).await?;
        Ok(Size {
            bytes: states.iter().map(|state| state.bytes).sum(),
            bytes_max: u64::try_from(account.limits.max_storage).ok(),
            ..Size::default()
        })
    }

    /// Writes a message to each stream, which disappears by itself.
    pub(super) async fn probe(&self) -> Result<(), Error> {
        let shards = self.layout.shards();
        let probes = shards.map(|shard| self.keep_for(shard, PROBE, PROBE_TTL, ""));
        try_join_all(probes).await?;
        Ok(())
    }

    /// The size of a room's entries, damaged or not.
    pub(super) async fn room_bytes(&self, room: &RoomId) -> Result<u64, Error> {
        let (stream, subject) = (self.layout.stream_of(room), self.layout.subject(room));
        let (mut bytes, mut from) = (0, 1);
        loop {
            let batch = self
                .api
                .batch(&stream, &subject, from, PAGE_ENTRIES_MAX, BATCH_BYTES);
            let messages = batch.await?.messages;
            let Some(last) = messages.last() else {
                return Ok(bytes);
            };
            from = last.place + 1;
            let lines = messages.iter().map(|stored| {
                let lines = stored.payload.split(|byte| *byte == b'\n').skip(1);
                lines.map(|line| line.len() as u64).sum::<u64>()
            });
            bytes += lines.sum::<u64>();
        }
    }

    /// Stores a message that the stream deletes by itself.
    async fn keep_for(
        &self,
        shard: u32,
        name: &str,
        ttl: &str,
        payload: &str,
    ) -> Result<(), Failure> {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-TTL", ttl);
        let subject = self.layout.subject_in(shard, name);
        let stored = self
            .api
            .publish(subject, headers, payload.to_owned().into());
        stored.await.map(|_: serde::de::IgnoredAny| ())
    }
}
