//! A room's policy, as data.

use raum_rules::{Kind, Side};
use serde::{Deserialize, Serialize};

use crate::{Millis, format::FORMAT_OF_THE_LOBBY, words::MaybeWord};

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
    /// How long each side has for its first move; a game without it is aborted. No limit if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_millis: Option<Millis>,
    /// Whether the room is in the lobby's list, where strangers find it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
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
// Variants without fields have braces, because serde accepts unknown fields beside the tag of a unit variant.
pub enum Leaver {
    /// The member keeps the seat; the opponent may claim the game after a grace period, while the member is to move.
    KeepsSeat {
        /// How long a member who is to move may be disconnected. A member who left has at most a minute.
        grace_millis: Millis,
    },
    /// The member loses the game at once.
    LosesGame {},
    /// The seat becomes free, and the room waits for a new member.
    FreesSeat {},
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

/// How long each side of a paired game has for its first move.
pub const FIRST_MOVE_MILLIS: Millis = 30_000;

/// The grace period of a disconnected member in a paired game without a clock: strangers do not wait a day.
const GRACE_OF_STRANGERS_MILLIS: Millis = 2 * 60 * 1_000;

/// The grace period of a member who left, and the shortest default of one who is disconnected.
pub const GRACE_MILLIS: Millis = 60_000;

/// The default grace period of a disconnected member in a game without a clock.
pub const GRACE_WITHOUT_CLOCK_MILLIS: Millis = 24 * 60 * 60 * 1_000;

impl Leaver {
    /// The default of rooms opened in the native dialect. Without a clock, members play at their leisure; with one, an
    /// absence matters as soon as it costs the opponent more time than a move should.
    pub fn keeps_seat(clock: Option<ClockRule>) -> Self {
        Self::KeepsSeat {
            grace_millis: match clock {
                Some(clock) => GRACE_MILLIS.max(clock.increment_millis.saturating_mul(2)),
                None => GRACE_WITHOUT_CLOCK_MILLIS,
            },
        }
    }
}

impl HouseRules {
    /// The defaults of rooms opened in the native dialect.
    pub fn native(kind: Kind) -> Self {
        Self {
            spectators: true,
            chat: true,
            pass_key: false,
            opener: None,
            solo: false,
            leaver: Leaver::keeps_seat(None),
            rematch: match kind {
                Kind::Chess | Kind::Space => Rematch::SwapSides,
                Kind::TicTacToe => Rematch::SwapStarter,
            },
            takeback: true,
            clock: None,
            first_move_millis: None,
            listed: false,
        }
    }

    /// The rules of a game between people whom the lobby has paired.
    pub fn paired(kind: Kind, clock: Option<ClockRule>) -> Self {
        Self {
            leaver: match clock {
                Some(_) => Leaver::keeps_seat(clock),
                None => Leaver::KeepsSeat {
                    grace_millis: GRACE_OF_STRANGERS_MILLIS,
                },
            },
            clock,
            first_move_millis: Some(FIRST_MOVE_MILLIS),
            ..Self::native(kind)
        }
    }

    /// The format that a reader needs, if format 1 is not enough: an older version would not know these rules.
    pub(crate) fn format(&self) -> Option<u32> {
        let is_of_lobby = self.listed || self.first_move_millis.is_some();
        is_of_lobby.then_some(FORMAT_OF_THE_LOBBY)
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
