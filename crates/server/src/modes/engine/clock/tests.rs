//! Laws of the allotment, and of the pace.

use proptest::prelude::*;
use raum_engine::Line;
use raum_rules::Cell;

use super::*;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn clock(left: Duration, increment: Duration, moves_to_go: Option<u32>) -> Allotment {
    allot(&Clock {
        left,
        increment,
        moves_to_go,
        overhead: OVERHEAD,
    })
}

proptest! {
    #[test]
    fn an_allotment_never_exceeds_the_clock(
        left in prop_oneof![0..100_u64, 0..100_000_u64, any::<u64>()],
        increment in prop_oneof![Just(0_u64), 0..100_000_u64, any::<u64>()],
        moves_to_go in prop_oneof![Just(None), any::<u32>().prop_map(Some), (1..5_u32).prop_map(Some)],
    ) {
        let left = ms(left);
        let Allotment { soft, hard } = clock(left, ms(increment), moves_to_go);
        prop_assert!(soft <= hard);
        prop_assert!(hard < left || left.is_zero() && hard.is_zero(), "{hard:?} of {left:?}");
    }

    /// Plays on with the same clock, each move taking all that it may.
    #[test]
    fn a_clock_lasts_for_a_long_game(
        left in 1_000..1_000_000_u64,
        increment in 0..1_000_u64,
        moves_to_go in prop_oneof![Just(None), (1..100_u32).prop_map(Some)],
    ) {
        let mut left = ms(left);
        for number in 0..200_u32 {
            let to_go = moves_to_go.map(|moves| moves - number % moves);
            let used = clock(left, ms(increment), to_go).hard;
            prop_assert!(used <= left);
            left = left.saturating_sub(used) + ms(increment);
        }
    }

    #[test]
    fn more_time_is_never_worse(left in 1..10_000_000_u64, more in 0..10_000_000_u64) {
        let (less, more) = (clock(ms(left), ms(0), None), clock(ms(left + more), ms(0), None));
        prop_assert!(less.soft <= more.soft && less.hard <= more.hard);
    }
}

#[test]
fn the_last_millisecond_allots_nothing() {
    for left in [0, 1] {
        let Allotment { soft, hard } = clock(ms(left), ms(0), None);
        assert_eq!((soft, hard), (ms(0), ms(0)));
    }
}

#[test]
fn the_last_move_before_more_time_may_take_most_of_it() {
    let last = clock(ms(10_000), ms(0), Some(1));
    let first = clock(ms(10_000), ms(0), Some(40));
    assert!(last.hard > ms(9_000), "{last:?}");
    assert!(first.hard < ms(2_000), "{first:?}");
}

#[test]
fn a_slow_connection_is_paid_for() {
    let far = |left| {
        allot(&Clock {
            left: ms(left),
            increment: ms(0),
            moves_to_go: Some(1),
            overhead: ms(500),
        })
    };
    assert!(far(10_000).hard <= ms(9_500));
    assert!(far(1_000).hard <= ms(750));
    assert!(far(1_000).hard > ms(0));
}

#[test]
fn days_for_a_move_are_not_used_up() {
    for days in [1, 3, 14, 365] {
        let left = Duration::from_hours(24 * days);
        for moves_to_go in [None, Some(1)] {
            let Allotment { soft, hard } = clock(left, ms(0), moves_to_go);
            assert_eq!(soft, CORRESPONDENCE_SOFT);
            assert_eq!(hard, CORRESPONDENCE_SOFT * STRETCH);
        }
    }
}

#[test]
fn a_fixed_time_leaves_a_little_for_the_answer() {
    for millis in [0, 1, 10, 100, 1_000_000, u64::MAX] {
        let within = within(ms(millis), OVERHEAD);
        assert!(within <= ms(millis));
        assert!(ms(millis).saturating_sub(within) <= OVERHEAD);
    }
    assert_eq!(within(ms(1000), ms(100)), ms(900));
    assert_eq!(within(ms(100), ms(5000)), ms(75));
}

fn report(to: u8, score: i32) -> Report {
    Report {
        lines: vec![Line {
            score,
            moves: vec![Move::put(Cell::flat(to, 0))],
        }],
        ..Report::default()
    }
}

/// How long the clock lets a search begin another iteration, after these reports.
fn latest(reports: &[Report]) -> u64 {
    let allotment = Allotment {
        soft: ms(1000),
        hard: ms(4000),
    };
    let goes_on = |millis| {
        let mut pace = Pace::new(allotment);
        reports
            .iter()
            .fold(true, |_, report| pace.goes_on(ms(millis), report))
    };
    (0..5000)
        .step_by(10)
        .take_while(|millis| goes_on(*millis))
        .count() as u64
        * 10
}

#[test]
fn a_settled_move_takes_less_time_than_a_new_or_a_failing_one() {
    let settled = latest(&[0; 8].map(|_| report(0, 20)));
    let young = latest(&[report(0, 20)]);
    let changed = latest(&[report(0, 20), report(0, 20), report(1, 20)]);
    let failing = latest(&[report(0, 20), report(0, 20), report(0, -60)]);
    assert!(settled < young, "{settled} {young}");
    assert!(young < changed, "{young} {changed}");
    assert!(young < failing, "{young} {failing}");
    assert!(changed <= 2000 && failing <= 2000, "half of the hard limit");
}

#[test]
fn nothing_left_ends_the_search_after_the_first_iteration() {
    let mut pace = Pace::new(clock(ms(1), ms(0), None));
    assert!(!pace.goes_on(ms(0), &report(0, 0)));
}
