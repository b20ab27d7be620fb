//! A room's policy, as data.

use raum_rules::{Kind, Side};
use serde::{Deserialize, Serialize};

use crate::{Millis, words::maybe_word};

/// What holds in a room, chosen when it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are what a form of choices has"
)]
pub struct HouseRules {
    /// Whether people without a seat may watch.
    pub spectators: bool,
    /// Whether members may talk.
    pub chat: bool,
    /// Whether a seat needs the room's pass key.
    pub pass_key: bool,
    /// The side of whoever takes the first seat; nobody's choice if absent, and then drawn by lot.
    #[serde(with = "maybe_word")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::words::SideWord>"))]
    pub opener: Option<Side>,
    /// Whether one person sits in both seats, as at one device.
    pub solo: bool,
    /// What it means to leave.
    pub leaver: Leaver,
    /// Whether and how there is another game.
    pub rematch: Rematch,
    /// Whether a move can be taken back by consent.
    pub takeback: bool,
    /// The time each side has.
    pub clock: Option<ClockRule>,
}

/// What it means to leave a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Leaver {
    /// The seat is kept, and the opponent may claim the game after this long.
    KeepsSeat {
        /// How long the opponent has to wait.
        grace_millis: Millis,
    },
    /// The game is lost at once.
    LosesGame,
    /// The seat is free for somebody else, and the room waits for them.
    FreesSeat,
}

/// Whether and how there is another game in the room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rematch {
    /// There is none.
    None,
    /// When both want it, with the sides swapped.
    SwapSides,
    /// When both want it, with the same sides and the other one to start.
    SwapStarter,
}

/// The time that each side has for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClockRule {
    /// At the start.
    pub initial_millis: Millis,
    /// Added after each move.
    pub increment_millis: Millis,
}

/// How long a member may be away before the opponent can claim, unless a room says otherwise.
pub const GRACE_MILLIS: Millis = 60_000;

impl HouseRules {
    /// What raum's own rooms have unless their opener chooses otherwise.
    pub fn native(kind: Kind) -> Self {
        Self {
            spectators: true,
            chat: true,
            pass_key: false,
            opener: None,
            solo: false,
            leaver: Leaver::KeepsSeat {
                grace_millis: GRACE_MILLIS,
            },
            rematch: match kind {
                Kind::Chess | Kind::Space => Rematch::SwapSides,
                Kind::TicTacToe => Rematch::SwapStarter,
            },
            takeback: true,
            clock: None,
        }
    }

    /// Both seats at one device.
    pub fn solo(kind: Kind) -> Self {
        Self {
            spectators: false,
            chat: false,
            opener: Some(Side::First),
            solo: true,
            takeback: false,
            ..Self::native(kind)
        }
    }
}
