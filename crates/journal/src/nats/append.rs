//! Appending: a message is stored only if the last message of its subject is the expected one, so of two writers one wins.
//!
//! An append is one message. One that is too long is several, which JetStream stores together or not at all.

use std::{sync::atomic::Ordering::Relaxed, time::Duration};

use async_nats::HeaderMap;
use bytes::Bytes;
use raum_room::{EncodedEntry, Event, Seq};
use serde::Deserialize;
use tokio::time::{Instant, sleep};

use crate::{Append, Error, Priority, RoomId, store::expected};

use super::{
    Shared,
    api::{Failure, code},
    chunk::{self, Chunk, Start},
    known::Tail,
};

/// How long an append is retried, while the servers elect a leader or do not answer.
const APPEND_TIME: Duration = Duration::from_secs(10);

const PAUSE_MIN: Duration = Duration::from_millis(2);
const PAUSE_MAX: Duration = Duration::from_millis(200);

/// Left over of NATS's largest payload for the headers and the first line of a message.
const OVERHEAD_BYTES: usize = 1024;

/// Why an attempt to append did not end it.
enum Setback {
    /// It has stored nothing, and another attempt would not either.
    Final(Error),
    /// It has stored nothing.
    Retry(Error),
    /// It may have stored the entries after the message at this place.
    Uncertain(Error, u64),
}

impl From<Error> for Setback {
    fn from(error: Error) -> Self {
        if error.is_store_wide() {
            Self::Retry(error)
        } else {
            Self::Final(error)
        }
    }
}

impl From<Failure> for Setback {
    fn from(failure: Failure) -> Self {
        Self::Retry(failure.into())
    }
}

#[derive(Deserialize)]
struct Acknowledgement {
    seq: u64,
}

impl Shared {
    pub(super) async fn append(
        &self,
        room: &RoomId,
        entries: &[EncodedEntry],
    ) -> Result<Append, Error> {
        let expected = expected(entries)?;
        self.reject_damaged(room).await?;
        let append = format!("{}-{}", self.node, self.appends.fetch_add(1, Relaxed));
        let deadline = Instant::now() + APPEND_TIME;
        // The message after which an unanswered attempt may have stored the entries.
        let mut uncertain = None;
        // The first retry is immediate: most often another writer was faster.
        let mut pause = Duration::ZERO;
        loop {
            let attempt = self.attempt(room, entries, expected, &append, uncertain);
            let (error, is_final) = match attempt.await {
                Ok(append) => return Ok(append),
                Err(Setback::Final(error)) => (error, true),
                Err(Setback::Retry(error)) => (error, !self.is_connected() && uncertain.is_none()),
                Err(Setback::Uncertain(error, after)) => {
                    uncertain = Some(after);
                    (error, false)
                }
            };
            self.known.forget_tail(room);
            if is_final || Instant::now() + pause > deadline {
                return match uncertain {
                    Some(_) => Ok(Append::Unknown(error)),
                    None => Err(error),
                };
            }
            sleep(pause).await;
            pause = (pause * 2).clamp(PAUSE_MIN, PAUSE_MAX);
        }
    }

    async fn attempt(
        &self,
        room: &RoomId,
        entries: &[EncodedEntry],
        expected: Seq,
        append: &str,
        uncertain: Option<u64>,
    ) -> Result<Append, Setback> {
        let known = self.known.tail(room).filter(|tail| tail.last == expected);
        let tail = match known {
            Some(tail) => tail,
            None => self.tail(room).await?,
        };
        if tail.last < expected {
            return Ok(Append::Behind { last: tail.last });
        }
        if tail.last > expected {
            if let Some(after) = uncertain
                && self.is_own(room, expected, after, append).await?
            {
                return Ok(Append::Done);
            }
            return Ok(self.missed(room, expected).await?);
        }
        self.publish(room, entries, &tail, append).await?;
        Ok(Append::Done)
    }

    /// Whether the message after this place is from this append.
    async fn is_own(
        &self,
        room: &RoomId,
        expected: Seq,
        after: u64,
        append: &str,
    ) -> Result<bool, Setback> {
        let stream = self.layout.stream_of(room);
        let subject = self.layout.subject(room);
        let next = self.api.next_message(&stream, &subject, after + 1).await?;
        let Some(next) = next else { return Ok(false) };
        let chunk = Chunk::read(room, expected + 1, &next)?;
        Ok(chunk.append == append)
    }

    /// Reads what another writer has appended after this entry.
    async fn missed(&self, room: &RoomId, after: Seq) -> Result<Append, Error> {
        let page = self.read_page(room, after + 1, usize::MAX, Priority::Load);
        let missed = page.await?.entries;
        Ok(if missed.is_empty() {
            // The room has been deleted meanwhile.
            Append::Behind { last: 0 }
        } else {
            Append::Conflict { missed }
        })
    }

    /// Stores entries after the end of a room.
    async fn publish(
        &self,
        room: &RoomId,
        entries: &[EncodedEntry],
        tail: &Tail,
        append: &str,
    ) -> Result<(), Setback> {
        let payload_bytes_max = self.api.client().max_payload();
        let content_bytes_max = payload_bytes_max.saturating_sub(OVERHEAD_BYTES);
        let chunks = chunk::encode(room, entries, tail.start, append, content_bytes_max);
        if chunks.iter().any(|chunk| chunk.len() > payload_bytes_max) {
            return Err(Setback::Final(Error::Invalid(
                "an entry is longer than NATS's largest message (max_payload)",
            )));
        }
        let subject = self.layout.subject(room);
        let is_one = chunks.len() == 1;
        let published = match <[Bytes; 1]>::try_from(chunks) {
            Ok([chunk]) => self.publish_one(subject, chunk, tail.place).await,
            Err(chunks) => self.publish_together(subject, chunks, tail, append).await,
        };
        match published {
            Ok(place) if is_one => {
                self.know_end(room, entries, tail.start, place);
                Ok(())
            }
            Ok(_) => {
                // The place of a game's start among several messages is not known here.
                self.known.forget_tail(room);
                Ok(())
            }
            Err(Failure::NoAnswer(why)) => {
                Err(Setback::Uncertain(Error::Unavailable(why), tail.place))
            }
            Err(Failure::Refused { code, why }) if is_full(code, &why) => {
                Err(Setback::Final(Error::Full))
            }
            Err(failure) => Err(failure.into()),
        }
    }

    async fn publish_one(
        &self,
        subject: String,
        message: Bytes,
        after: u64,
    ) -> Result<u64, Failure> {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Expected-Last-Subject-Sequence", after.to_string());
        let acknowledgement: Acknowledgement = self.api.publish(subject, headers, message).await?;
        Ok(acknowledgement.seq)
    }

    /// Stores several messages atomically, and returns the place of the last.
    async fn publish_together(
        &self,
        subject: String,
        messages: Vec<Bytes>,
        tail: &Tail,
        append: &str,
    ) -> Result<u64, Failure> {
        let last = messages.len() - 1;
        // An attempt that was not answered may still be pending under the same name.
        let batch = format!("{append}-{}", self.appends.fetch_add(1, Relaxed));
        for (index, message) in messages.into_iter().enumerate() {
            let mut headers = HeaderMap::new();
            headers.insert("Nats-Batch-Id", batch.as_str());
            headers.insert("Nats-Batch-Sequence", (index + 1).to_string());
            if index == 0 {
                let after = tail.place.to_string();
                headers.insert("Nats-Expected-Last-Subject-Sequence", after);
            }
            if index == last {
                headers.insert("Nats-Batch-Commit", "1");
                let acknowledgement: Acknowledgement =
                    self.api.publish(subject, headers, message).await?;
                return Ok(acknowledgement.seq);
            }
            // The answer is empty, or an error.
            let answer = self
                .api
                .publish_part(subject.clone(), headers, message)
                .await;
            let answer = answer.map_err(|failure| match failure {
                // Nothing is stored without the last message.
                Failure::NoAnswer(why) => Failure::NotSent(why),
                failure => failure,
            })?;
            if !answer.is_empty() {
                super::api::parse::<serde::de::IgnoredAny>(&answer)?;
            }
        }
        Err(Failure::NotSent("there are no messages".to_owned()))
    }

    /// Remembers the end of a room after an append of one message.
    fn know_end(&self, room: &RoomId, entries: &[EncodedEntry], mut start: Start, place: u64) {
        for encoded in entries {
            if let Event::GameStarted(_) = encoded.entry().event {
                start = Start {
                    seq: encoded.entry().seq,
                    place: Some(place),
                };
            }
        }
        let last = entries.last().map_or(0, |encoded| encoded.entry().seq);
        let tail = Tail { place, last, start };
        self.known.raise_tail(room, tail);
    }
}

fn is_full(code: u32, why: &str) -> bool {
    code::FULL.contains(&code) || (code == code::STORE_FAILED && why.contains("exceeded"))
}
