//! The time that an engine may use in a room.

use std::time::Duration;

use raum_room::{Bout, Millis, Room};
use raum_rules::Side;

use crate::modes::uci::{Budget, Clocks, Control};

/// The time that a move needs besides the search and the way to the server and back.
const OVERHEAD_MILLIS: Millis = 50;

/// The limits of a search in this room: the given ones and the room's clock, or a time for each move if there is neither.
pub(super) fn budget_in(room: &Room, given: Budget, movetime: Duration) -> Budget {
    let control = room.rules().clock.map(|clock| Control {
        time: Duration::from_millis(clock.initial_millis),
        increment: Duration::from_millis(clock.increment_millis),
    });
    let budget = Budget { control, ..given };
    if budget.is_unlimited() {
        return Budget {
            movetime: Some(movetime),
            ..budget
        };
    }
    budget
}

/// Both clocks for an engine that starts to think at this time, without what it takes to tell the server the move.
pub(super) fn clocks_of(
    room: &Room,
    bout: &Bout,
    now: Millis,
    lag_millis: Millis,
) -> Option<Clocks> {
    let (clock, rule) = (bout.clock()?, room.rules().clock?);
    let spare_millis = OVERHEAD_MILLIS + lag_millis;
    let left = Side::BOTH.map(|side| {
        let left_millis = clock.left_millis(side, now).saturating_sub(spare_millis);
        Duration::from_millis(left_millis.max(1))
    });
    let increment = Duration::from_millis(rule.increment_millis);
    Some(Clocks {
        left,
        increment: [increment; 2],
    })
}
