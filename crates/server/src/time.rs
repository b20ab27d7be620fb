//! The node's time, and the calendar.

use std::{
    fmt,
    time::{SystemTime, UNIX_EPOCH},
};

use raum_room::Millis;
use tokio::time::Instant;

/// The wall clock as it was when the program started, carried on by the monotonic one: it never runs back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeClock {
    wall_at_start: Millis,
    start: Instant,
}

impl NodeClock {
    pub(crate) fn new() -> Self {
        Self {
            wall_at_start: wall_millis(),
            start: Instant::now(),
        }
    }

    /// How far the wall clock is from this one. They part when the wall clock is set, and when the machine
    /// sleeps.
    pub(crate) fn drift_millis(&self) -> Millis {
        wall_millis().abs_diff(self.now())
    }

    /// The same clock, set forward to this time if it shows less.
    ///
    /// A room keeps such a clock, which never shows less than its last entry: if the wall clock was set back
    /// between two runs, the room's time goes on from there, at its usual pace.
    #[must_use]
    pub(crate) fn at_least(self, at: Millis) -> Self {
        let behind = at.saturating_sub(self.now());
        Self {
            wall_at_start: self.wall_at_start.saturating_add(behind),
            ..self
        }
    }

    /// The clock of a program that was started after the wall clock had been set by this much.
    #[cfg(test)]
    pub(crate) fn stepped(self, millis: i64) -> Self {
        Self {
            wall_at_start: self.wall_at_start.saturating_add_signed(millis),
            ..self
        }
    }

    /// When the program started.
    pub(crate) fn start(&self) -> Millis {
        self.wall_at_start
    }

    pub(crate) fn now(&self) -> Millis {
        let since = self.start.elapsed().as_millis();
        self.wall_at_start
            .saturating_add(Millis::try_from(since).unwrap_or(Millis::MAX))
    }

    /// The moment at which [`now`](Self::now) will be this.
    pub(crate) fn instant(&self, at: Millis) -> Instant {
        let from_start = at.saturating_sub(self.wall_at_start);
        self.start + std::time::Duration::from_millis(from_start)
    }
}

/// What the wall clock shows.
fn wall_millis() -> Millis {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH);
    wall.map_or(0, |since| since.as_millis().try_into().unwrap_or(0))
}

/// A moment, by universal time. It displays as RFC 3339 has it, to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Timestamp(pub(crate) Millis);

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Date { year, month, day } = Date::of(self.0);
        let second = self.0 / 1000 % 86_400;
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"
        )
    }
}

/// A day of the calendar, by universal time. It displays as PGN writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// The day of a time.
    pub(crate) fn of(at: Millis) -> Self {
        const DAYS_OF_400_YEARS: u64 = 146_097;
        const DAYS_OF_4_YEARS: u64 = 1_461;
        // Years are counted from the March of year 0, so that a leap day is the last of its year.
        let days = at / 86_400_000 + 719_468;
        let (eras, day) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
        let leap_days = day / (DAYS_OF_4_YEARS - 1) + day / (DAYS_OF_400_YEARS - 1);
        let year = (day - leap_days + day / 36_524) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        // From March on the months have 31, 30, 31, 30 and 31 days, and again.
        let month = (5 * day + 2) / 153;
        let is_new_year = month >= 10;
        Self {
            year: 400 * eras + year + u64::from(is_new_year),
            month: if is_new_year { month - 9 } else { month + 3 },
            day: day - (153 * month + 2) / 5 + 1,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_clock_set_forward_goes_on_at_its_pace() {
        let clock = NodeClock::new();
        let begun = clock.now();
        let ahead = clock.at_least(begun + 5000);
        assert_eq!(ahead.now(), begun + 5000);
        assert_eq!(clock.at_least(begun).now(), begun, "it is never set back");
        assert_eq!(clock.at_least(0).now(), begun);
        let moment = ahead.instant(begun + 6000);
        advance(Duration::from_secs(1)).await;
        assert_eq!((ahead.now(), Instant::now()), (begun + 6000, moment));
    }

    #[test]
    fn a_wall_clock_that_was_set_is_noticed() {
        const HOUR_MILLIS: Millis = 3_600_000;
        let clock = NodeClock::new();
        for (step, expected) in [(0, 0), (2, 2), (-3, 3)] {
            let drift = clock.stepped(step * 3_600_000).drift_millis();
            // Whatever this test takes, it is not half an hour.
            assert_eq!((drift + HOUR_MILLIS / 2) / HOUR_MILLIS, expected);
        }
    }

    #[test]
    fn timestamps() {
        let cases = [
            (0, "1970-01-01T00:00:00Z"),
            (951_868_799_999, "2000-02-29T23:59:59Z"),
            (1_798_761_600_000 + 45_296_000, "2027-01-01T12:34:56Z"),
        ];
        for (at, text) in cases {
            assert_eq!(Timestamp(at).to_string(), text, "{at}");
        }
    }

    #[test]
    fn dates() {
        let cases = [
            (0, "1970.01.01"),
            (86_399_999, "1970.01.01"),
            (86_400_000, "1970.01.02"),
            (951_782_400_000, "2000.02.29"),
            (951_868_800_000, "2000.03.01"),
            (1_798_761_599_999, "2026.12.31"),
            (1_798_761_600_000, "2027.01.01"),
            (4_107_456_000_000, "2100.02.28"),
            (4_107_542_400_000, "2100.03.01"),
        ];
        for (at, date) in cases {
            assert_eq!(Date::of(at).to_string(), date, "{at}");
        }
    }
}
