//! The writer's jobs and their answers.

use raum_room::Seq;
use tokio::sync::oneshot;

use crate::{Append, Error, RoomId};

use super::{intake::Change, row::Row};

/// Receives the answer. Its caller may have stopped waiting.
type Answer<T> = oneshot::Sender<Result<T, Error>>;

pub(super) enum Job {
    Append {
        room: RoomId,
        expected: Seq,
        rows: Vec<Row>,
        answer: Answer<Append>,
    },
    Delete {
        room: RoomId,
        answer: Answer<bool>,
    },
    Probe {
        answer: Answer<()>,
    },
    /// Shows readers everything so far.
    Publish {
        answer: Answer<()>,
    },
    /// A reader has found this entry of the room damaged.
    Suspect(RoomId, Seq),
}

/// The outcome of a job, provided that its transaction is committed.
pub(super) enum Outcome {
    /// An error affects only this room.
    Appended(Result<Append, Error>),
    Deleted(bool),
    Done,
}

impl Job {
    pub(super) fn room(&self) -> Option<&RoomId> {
        match self {
            Self::Append { room, .. } | Self::Delete { room, .. } | Self::Suspect(room, _) => {
                Some(room)
            }
            Self::Probe { .. } | Self::Publish { .. } => None,
        }
    }

    /// Whether its answer has to wait until readers see everything so far.
    pub(super) fn publishes(&self) -> bool {
        matches!(self, Self::Probe { .. } | Self::Publish { .. })
    }

    pub(super) const fn is_append(&self) -> bool {
        matches!(self, Self::Append { .. })
    }

    pub(super) const fn opens_room(&self) -> bool {
        matches!(self, Self::Append { expected: 0, .. })
    }

    /// What this outcome has changed, for the intake.
    pub(super) fn change(&self, outcome: &Outcome) -> Option<Change<&str, &[Row]>> {
        let (room, _) = self.changed(outcome)?;
        Some(match self {
            Self::Append { rows, .. } => Change::Append(room.as_str(), rows),
            _ => Change::Delete(room.as_str()),
        })
    }

    /// The room that this outcome has changed, and its last entry, or 0 if it was deleted.
    pub(super) fn changed(&self, outcome: &Outcome) -> Option<(&RoomId, Seq)> {
        match (self, outcome) {
            (
                Self::Append {
                    room,
                    expected,
                    rows,
                    ..
                },
                Outcome::Appended(Ok(Append::Done)),
            ) => Some((room, expected + rows.len() as Seq)),
            (Self::Delete { room, .. }, Outcome::Deleted(true)) => Some((room, 0)),
            _ => None,
        }
    }

    pub(super) fn answer(self, outcome: Outcome) {
        match (self, outcome) {
            (Self::Append { answer, .. }, Outcome::Appended(result)) => drop(answer.send(result)),
            (Self::Delete { answer, .. }, Outcome::Deleted(was)) => drop(answer.send(Ok(was))),
            (Self::Probe { answer } | Self::Publish { answer }, _) => drop(answer.send(Ok(()))),
            // No caller waits for `Suspect`, and no job has the outcome of another type.
            _ => {}
        }
    }

    /// Reports that the outcome is unknown.
    pub(super) fn fail_unknown(self, error: &Error) {
        match self {
            Self::Append { answer, .. } => drop(answer.send(Ok(Append::Unknown(error.clone())))),
            other => other.fail(error),
        }
    }

    /// Reports that the job has failed.
    pub(super) fn fail(self, error: &Error) {
        let error = error.clone();
        match self {
            Self::Append { answer, .. } => drop(answer.send(Err(error))),
            Self::Delete { answer, .. } => drop(answer.send(Err(error))),
            Self::Probe { answer } | Self::Publish { answer } => drop(answer.send(Err(error))),
            Self::Suspect(..) => {}
        }
    }
}
