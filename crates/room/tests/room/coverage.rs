//! Which refusals, events and endings the random runs have reached.

use std::collections::{BTreeMap, BTreeSet};

use raum_room::{Event, Refusal};

/// What the runs have reached.
#[derive(Default)]
pub(crate) struct Coverage {
    pub(crate) refusals: BTreeMap<&'static str, usize>,
    words: BTreeSet<String>,
    pub(crate) plies_max: usize,
}

impl Coverage {
    pub(crate) fn event(&mut self, event: &Event) {
        let json = serde_json::to_value(event).unwrap();
        for key in ["type", "reason"] {
            self.words.extend(json[key].as_str().map(str::to_owned));
        }
    }

    /// Asserts that every refusal, event and ending was reached: otherwise the runs prove nothing about it.
    pub(crate) fn assert_complete(&self) {
        let missing = |words: &[&'static str], reached: &dyn Fn(&str) -> bool| -> Vec<_> {
            words
                .iter()
                .copied()
                .filter(|word| !reached(word))
                .collect()
        };
        let none: [&str; 0] = [];
        assert_eq!(
            missing(CODES, &|code| self.refusals.contains_key(code)),
            none
        );
        assert_eq!(missing(EVENTS, &|word| self.words.contains(word)), none);
        assert_eq!(missing(REASONS, &|word| self.words.contains(word)), none);
        assert!(self.plies_max > 100, "{}", self.plies_max);
    }
}

const EVENTS: &[&str] = &[
    "seat-taken",
    "game-started",
    "move-played",
    "draw-offered",
    "draw-declined",
    "takeback-asked",
    "takeback-declined",
    "undone",
    "redone",
    "game-ended",
    "rematch-asked",
    "level-changed",
    "said",
    "seat-left",
    "clock-resumed",
    "room-closed",
];

const REASONS: &[&str] = &[
    "checkmate",
    "line",
    "stalemate",
    "dead-position",
    "fivefold-repetition",
    "seventy-five-moves",
    "full-board",
    "threefold-repetition",
    "fifty-moves",
    "agreement",
    "resignation",
    "time",
    "absence",
    "leaving",
    "no-first-move",
];

/// Defines the list of a room's codes, and a match that does not compile unless every refusal is in it.
macro_rules! refusals {
    ($($variant:ident)*; not by a room: $($other:ident)*) => {
        const CODES: &[&str] = &[$(Refusal::$variant.code(),)* "grace-not-over", "bad-level"];

        pub(crate) fn code(refusal: Refusal) -> &'static str {
            match refusal {
                $(Refusal::$variant)|* | Refusal::GraceNotOver { .. } | Refusal::BadLevel { .. } => {
                    refusal.code()
                }
                $(Refusal::$other)|* => panic!("a room never returns {refusal:?}"),
            }
        }
    };
}

refusals! {
    RoomClosed NotSeated SeatsTaken SideTaken SideNotChosen AlreadySeated WrongPassKey BadName
    NoSpectators NoChat BadMessage NotStarted GameOver GameUnderWay NotYourTurn StalePly BadMove
    IllegalMove TimeIsUp TimeIsNotUp TooLateToAbort DrawAlreadyOffered NoDrawOffer NothingToClaim OpponentPresent
    YourTurn NoAbsenceClaim NoTakebacks NothingToTakeBack TakebackAlreadyAsked NoTakebackAsked NoRematch
    RematchAlreadyAsked OpponentLeft NotAlone NothingToUndo NothingToRedo CannotReopen
    NoMachine NotForMachines;
    not by a room: PromotionMissing PromotionOutOfPlace MessageTooLong TooManyMessages ChatFull
    TooManyRenames TooManyReturns TooManyOffers TooManyTakebacks TooManyLevels GameTooLong RoomFull
    NumberUsed JournalUnavailable OutcomeUnknown NoComputers
}
