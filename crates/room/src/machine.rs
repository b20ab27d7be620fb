//! Machines: computers in seats.

use raum_rules::Kind;
use serde::{Deserialize, Serialize};

use crate::{MemberId, Refusal, Room, Seat};

/// A computer in a seat. What it plays follows from the journal and this, so a restart changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Machine {
    /// Its strength, from 1.
    pub level: u8,
    /// Varies its games.
    pub seed: u32,
    /// Whether it moves as soon as it can. Otherwise it takes a natural time to think.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub instant: bool,
}

impl Machine {
    /// The name of every machine.
    pub const NAME: &str = "Computer";

    /// The number of levels of a kind; they start at 1.
    pub const fn levels(kind: Kind) -> u8 {
        match kind {
            Kind::Chess | Kind::Space => 8,
            Kind::TicTacToe => 3,
        }
    }

    /// Whether the kind has this machine's level.
    pub fn has_level_of(self, kind: Kind) -> bool {
        Self::check_level(kind, self.level).is_ok()
    }

    /// Checks a level.
    pub(crate) fn check_level(kind: Kind, level: u8) -> Result<(), Refusal> {
        let max = Self::levels(kind);
        if (1..=max).contains(&level) {
            Ok(())
        } else {
            Err(Refusal::BadLevel { max })
        }
    }
}

impl Room {
    /// The machine of a member, if the member is one.
    pub fn machine_of(&self, member: MemberId) -> Option<Machine> {
        let mut seats = self.seats().iter();
        seats.find(|seat| seat.member == member)?.machine
    }

    /// The seat of the machine, if one is seated.
    pub fn machine_seat(&self) -> Option<&Seat> {
        self.seats().iter().find(|seat| seat.machine.is_some())
    }
}
