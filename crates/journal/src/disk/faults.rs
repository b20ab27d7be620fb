//! Deliberate faults of the writer. Only the feature `fault-injection` makes them available.

use std::sync::atomic::AtomicBool;

use crate::RoomId;

use super::job::Job;

/// Deliberate faults, with which tests prove that they detect them.
#[cfg_attr(
    not(feature = "fault-injection"),
    expect(unreachable_pub, reason = "only tests inject faults")
)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Faults {
    /// Answers at once, and commits only when the store is closed.
    pub answers_early: bool,
    /// Panics on appends to this room.
    pub panics_on: Option<&'static str>,
    /// Ends the writer on writes to this room.
    pub ends_on: Option<&'static str>,
    /// Commits writes to this room, and then reports that the commit failed.
    pub loses_answers_on: Option<&'static str>,
    /// Cannot end its transaction while this is set, as on a full disk.
    pub cannot_commit: Option<&'static AtomicBool>,
    /// Panics when it ends its transaction while this is set.
    pub panics_on_commit: Option<&'static AtomicBool>,
    /// Moves SQLite's log to the table once it is longer than this, so that a short test sees it.
    pub log_bytes_max: Option<u32>,
    /// Is called before each sync, on the thread that runs the writer.
    pub before_sync: Option<fn()>,
}

/// Whether one of these jobs is about this room.
pub(super) fn is_about(jobs: &[Job], room: Option<&str>) -> bool {
    let mut rooms = jobs.iter().filter_map(Job::room).map(RoomId::as_str);
    room.is_some_and(|room| rooms.any(|other| other == room))
}
