//! The numbers that commands were answered by. One that is used again for another command is an error of the client,
//! and not a command sent again.

use std::{
    collections::VecDeque,
    hash::{DefaultHasher, Hash, Hasher},
};

use raum_room::{Answers, Command};

/// As many as a room remembers answers.
const NUMBERS_MAX: usize = 256;

/// The commands that were answered since the room was loaded: no more is known of those before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    commands: VecDeque<(Answers, u64)>,
}

impl Numbers {
    pub(crate) fn remember(&mut self, answers: Answers, command: &Command) {
        if self.commands.len() >= NUMBERS_MAX {
            self.commands.pop_front();
        }
        self.commands.push_back((answers, digest(command)));
    }

    /// Whether a number is known to belong to another command.
    pub(crate) fn belongs_to_another(&self, answers: Answers, command: &Command) -> bool {
        let mut commands = self.commands.iter().rev();
        let known = commands.find(|(known, _)| *known == answers);
        known.is_some_and(|(_, known)| *known != digest(command))
    }
}

fn digest(command: &Command) -> u64 {
    let mut hasher = DefaultHasher::new();
    command.hash(&mut hasher);
    hasher.finish()
}
