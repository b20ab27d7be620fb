//! The server's clock, and dates in UTC.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use raum_room::Millis;
use tokio::time::Instant;

/// The wall clock at the start of the program, advanced by the monotonic clock, so it never runs backwards.
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

    /// The difference between the wall clock and this one. They diverge when the wall clock is set or the machine
    /// sleeps.
    pub(crate) fn drift_millis(&self) -> Millis {
        wall_millis().abs_diff(self.now())
    }

    /// The same clock, set forward to this time if it is behind.
    ///
    /// A room's clock is never behind its last entry: if the wall clock was set back between two runs, the room's time
    /// continues from there at the normal pace.
    #[must_use]
    pub(crate) fn at_least(self, at: Millis) -> Self {
        let behind = at.saturating_sub(self.now());
        Self {
            wall_at_start: self.wall_at_start.saturating_add(behind),
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

    /// The instant at which [`now`](Self::now) returns this time.
    pub(crate) fn instant(&self, at: Millis) -> Instant {
        let from_start = at.saturating_sub(self.wall_at_start);
        self.start + Duration::from_millis(from_start)
    }
}

/// The current time of the wall clock.
fn wall_millis() -> Millis {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH);
    wall.map_or(0, |since| since.as_millis().try_into().unwrap_or(0))
}

/// The time in UTC, to the second. Displays as RFC 3339. Times after the year 9999 count as its end.
pub(crate) fn utc(at: Millis) -> Timestamp {
    let seconds = i64::try_from(at / 1000).ok();
    let utc = seconds.and_then(|seconds| Timestamp::from_second(seconds).ok());
    utc.unwrap_or(Timestamp::MAX)
}

/// The date in UTC, as PGN writes it.
pub(crate) fn pgn_date(at: Millis) -> String {
    utc(at).strftime("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    impl NodeClock {
        /// The clock of a program that started after the wall clock had been shifted by this much.
        pub(crate) fn stepped(self, millis: i64) -> Self {
            Self {
                wall_at_start: self.wall_at_start.saturating_add_signed(millis),
                ..self
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_clock_set_forward_continues_at_the_normal_pace() {
        let clock = NodeClock::new();
        let begun = clock.now();
        let ahead = clock.at_least(begun + 5000);
        assert_eq!(ahead.now(), begun + 5000);
        assert_eq!(
            clock.at_least(begun).now(),
            begun,
            "a clock is never set back"
        );
        assert_eq!(clock.at_least(0).now(), begun);
        let moment = ahead.instant(begun + 6000);
        advance(Duration::from_secs(1)).await;
        assert_eq!((ahead.now(), Instant::now()), (begun + 6000, moment));
    }

    #[test]
    fn drift_measures_a_changed_wall_clock() {
        const HOUR_MILLIS: Millis = 3_600_000;
        let clock = NodeClock::new();
        for (step, expected) in [(0, 0), (2, 2), (-3, 3)] {
            let drift = clock.stepped(step * 3_600_000).drift_millis();
            // Rounded to hours, because the test itself takes time.
            assert_eq!((drift + HOUR_MILLIS / 2) / HOUR_MILLIS, expected);
        }
    }

    #[test]
    fn utc_displays_as_rfc_3339() {
        let cases = [
            (0, "1970-01-01T00:00:00Z"),
            (951_868_799_999, "2000-02-29T23:59:59Z"),
            (1_798_761_600_000 + 45_296_000, "2027-01-01T12:34:56Z"),
        ];
        for (at, text) in cases {
            assert_eq!(utc(at).to_string(), text, "{at}");
        }
    }

    #[test]
    fn pgn_date_uses_dots() {
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
            assert_eq!(pgn_date(at), date, "{at}");
        }
    }
}
