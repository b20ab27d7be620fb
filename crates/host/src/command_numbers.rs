//! The numbers of answered commands. A client that reuses a number for another command has a bug; a client that sends
//! the same command again is retrying.

use std::{
    collections::VecDeque,
    hash::{DefaultHasher, Hash, Hasher},
};

use raum_room::{Answers, Command};

/// The number of answers that a room remembers.
const NUMBERS_MAX: usize = 256;

/// The commands answered since the room was loaded, as hashes.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandNumbers(VecDeque<(Answers, u64)>);

impl CommandNumbers {
    pub(crate) fn remember(&mut self, answers: Answers, command: &Command) {
        if self.0.len() >= NUMBERS_MAX {
            self.0.pop_front();
        }
        self.0.push_back((answers, digest(command)));
    }

    /// Whether a number is known to belong to another command.
    pub(crate) fn belongs_to_another(&self, answers: Answers, command: &Command) -> bool {
        let known = self.0.iter().rev().find(|(known, _)| *known == answers);
        known.is_some_and(|(_, known)| *known != digest(command))
    }
}

fn digest(command: &Command) -> u64 {
    let mut hasher = DefaultHasher::new();
    command.hash(&mut hasher);
    hasher.finish()
}
