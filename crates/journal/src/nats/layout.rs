//! Which subject and which stream a room has.
//!
//! The journal `raum` with 8 streams has the streams `RAUM_0` to `RAUM_7`. The room `K3V9X7M2P4QR` has the subject
//! `raum.j.5.K3V9X7M2P4QR` in `RAUM_5` if its shard is 5, and JetStream republishes its messages to
//! `raum.f.5.K3V9X7M2P4QR`. Names in small letters are not room ids: `probe` and `deleted`. The stream `RAUM_NAMES` has
//! the subjects `raum.n.*`, and nodes send each other messages on `raum.b.>`.

use crate::RoomId;

/// The subject of messages that test whether a stream can write.
pub(super) const PROBE: &str = "probe";

/// The subject of messages that tell which room was deleted.
pub(super) const DELETED: &str = "deleted";

/// The names of a journal's streams and subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) name: String,
    pub(super) streams: u32,
}

impl Layout {
    pub(super) fn shards(&self) -> std::ops::Range<u32> {
        0..self.streams
    }

    /// The stream of a room. The checksum spreads ids evenly, and is the same in every version.
    pub(super) fn shard(&self, room: &RoomId) -> u32 {
        crc32fast::hash(room.as_str().as_bytes()) % self.streams.max(1)
    }

    pub(super) fn stream(&self, shard: u32) -> String {
        format!("{}_{shard}", self.name.to_ascii_uppercase())
    }

    pub(super) fn stream_of(&self, room: &RoomId) -> String {
        self.stream(self.shard(room))
    }

    pub(super) fn subject(&self, room: &RoomId) -> String {
        self.subject_in(self.shard(room), room.as_str())
    }

    pub(super) fn subject_in(&self, shard: u32, name: &str) -> String {
        format!("{}.j.{shard}.{name}", self.name)
    }

    /// All subjects of a stream.
    pub(super) fn subjects(&self, shard: u32) -> String {
        self.subject_in(shard, "*")
    }

    /// The rule by which JetStream republishes a stream's messages: from where and to where.
    pub(super) fn republish(&self, shard: u32) -> (String, String) {
        let to = |kind| format!("{}.{kind}.{shard}.>", self.name);
        (to("j"), to("f"))
    }

    /// The stream of short-lived names.
    pub(super) fn names_stream(&self) -> String {
        format!("{}_NAMES", self.name.to_ascii_uppercase())
    }

    /// The subject of a name.
    pub(super) fn name_subject(&self, name: &str) -> String {
        format!("{}.n.{name}", self.name)
    }

    /// The shard and the last word of a subject, republished or not.
    pub(super) fn parse<'a>(&self, subject: &'a str) -> Option<(u32, &'a str)> {
        let rest = subject.strip_prefix(&self.name)?.strip_prefix('.')?;
        let (_, rest) = rest.split_once('.')?;
        let (shard, name) = rest.split_once('.')?;
        Some((shard.parse().ok()?, name))
    }
}

/// The room with exactly this id.
pub(super) fn room_id(name: &str) -> Option<RoomId> {
    let room: RoomId = name.parse().ok()?;
    (room.as_str() == name).then_some(room)
}
