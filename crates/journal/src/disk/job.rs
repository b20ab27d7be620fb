//! What the writer is asked to do, and how it answers.

use raum_room::Seq;
use tokio::sync::oneshot;

use crate::{Append, Error, RoomId};

use super::row::Row;

/// Where an answer goes. Its asker may have gone.
type Answer<T> = oneshot::Sender<Result<T, Error>>;

/// What the writer is asked.
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
    /// A reader has found this entry of the room damaged.
    Suspect(RoomId, Seq),
}

/// What became of a job, if the transaction that it was done in is committed.
pub(super) enum Outcome {
    /// The error is the room's, and not the store's.
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
            Self::Probe { .. } => None,
        }
    }

    /// The room that this outcome has changed, and the number of its last entry now; 0 if it is deleted.
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
            (Self::Probe { answer }, _) => drop(answer.send(Ok(()))),
            // Who asks for it does not wait; and no job has another one's outcome.
            _ => {}
        }
    }

    /// Reports that nobody knows whether this is done.
    pub(super) fn fail_unknown(self, error: &Error) {
        match self {
            Self::Append { answer, .. } => drop(answer.send(Ok(Append::Unknown(error.clone())))),
            other => other.fail(error),
        }
    }

    /// Reports that this is not done.
    pub(super) fn fail(self, error: &Error) {
        let error = error.clone();
        match self {
            Self::Append { answer, .. } => drop(answer.send(Err(error))),
            Self::Delete { answer, .. } => drop(answer.send(Err(error))),
            Self::Probe { answer } => drop(answer.send(Err(error))),
            Self::Suspect(..) => {}
        }
    }
}
