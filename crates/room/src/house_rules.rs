//! A room's policy, as data.

use raum_rules::{Kind, Side};
use serde::{Deserialize, Serialize};

use crate::{Millis, words::MaybeWord};

/// The policy of a room, chosen when it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent choice"
)]
pub struct HouseRules {
    /// Whether spectators may watch.
    pub spectators: bool,
    /// Whether chat is on.
    pub chat: bool,
    /// Whether taking a seat requires the room's pass key.
    pub pass_key: bool,
    /// The side of the first member; assigned at random if absent.
    #[serde(with = "MaybeWord::<Side>")]
    pub opener: Option<Side>,
    /// Whether the room is on one device, where one person plays both sides, or one of them against a machine.
    pub solo: bool,
    /// What happens when a member leaves.
    pub leaver: Leaver,
    /// Whether members can play a rematch, and with which sides.
    pub rematch: Rematch,
    /// Whether the opponent may allow a takeback.
    pub takeback: bool,
    /// The time control; none if absent.
    pub clock: Option<ClockRule>,
}

/// What happens when a member leaves a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Leaver {
    /// The member keeps the seat; the opponent may claim the game after a grace period.
    KeepsSeat {
        /// The grace period.
        grace_millis: Millis,
    },
    /// The member loses the game at once.
    LosesGame,
    /// The seat becomes free, and the room waits for a new member.
    FreesSeat,
}

/// Whether members can play a rematch, and with which sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Rematch {
    /// No rematches.
    None,
    /// The members swap sides.
    SwapSides,
    /// The members keep their sides; the other side starts.
    SwapStarter,
}

/// The time control of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClockRule {
    /// The time of each side at the start.
    pub initial_millis: Millis,
    /// The time added after each move.
    pub increment_millis: Millis,
}

/// The questions that `solo` answers. They are different ones, so each has its own name.
impl HouseRules {
    /// Whether the first member takes both seats.
    pub const fn fills_both_seats(&self) -> bool {
        self.solo
    }

    /// Whether moves are undone and redone at will, without asking an opponent.
    pub const fn undoes_freely(&self) -> bool {
        self.solo
    }

    /// Whether the person may give a side to a machine and take it back at any time.
    pub const fn chooses_players(&self) -> bool {
        self.solo
    }

    /// Whether the room closes when its person leaves, although leavers keep their seats.
    pub const fn closes_when_left(&self) -> bool {
        self.solo
    }
}

/// The default grace period before the opponent of an absent member can claim the game.
pub const GRACE_MILLIS: Millis = 60_000;

impl HouseRules {
    /// The defaults of rooms opened in the native dialect.
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

    /// The rules of a game on one device.
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
