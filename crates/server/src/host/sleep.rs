//! When a host acts by itself, and when it may go: a room without sessions is not kept in memory for the sake of its clock.

use std::time::Duration;

use raum_room::{HostCommand, Leaver, MemberId, Millis, Phase};
use tokio::time::Instant;

use super::Host;
use crate::{limits::RETRY, lobby::Asleep};

impl Host {
    /// When there is something to do without being asked: a flag falls, a member has been away for too long, or
    /// the room has been idle for long.
    pub(super) fn next_wake(&self) -> Instant {
        let idle = match self.idle_since() {
            Some(_) => self.needed_until(),
            None => Instant::now() + self.idle(),
        };
        let due = [self.flag_at(), self.absence_due()];
        let wake = due.into_iter().flatten().fold(idle, Instant::min);
        wake.max(self.not_before)
    }

    /// Does what is due. Tells whether the room is idle.
    pub(super) async fn wake(&mut self) -> bool {
        // What cannot be done now is tried again in a while, and not at once.
        self.not_before = Instant::now() + RETRY;
        self.recover().await;
        self.host_command(HostCommand::EndByTime).await;
        self.end_absence().await;
        self.idle_since().is_some() && Instant::now() >= self.needed_until()
    }

    /// Since when the room has had no sessions and no transfer code that is good.
    pub(super) fn idle_since(&self) -> Option<Instant> {
        let has_transfers = self.transfers_until() > Some(Instant::now());
        (self.sessions.is_empty() && !has_transfers).then_some(self.idle_since)
    }

    /// How long a room without sessions stays loaded.
    fn idle(&self) -> Duration {
        Duration::from_secs(self.surroundings.limits.room_idle_seconds)
    }

    /// Until when a room without sessions stays loaded: for a while, and until no transfer code is good any more.
    fn needed_until(&self) -> Instant {
        let idle_until = self.idle_since + self.idle();
        self.transfers_until()
            .map_or(idle_until, |until| until.max(idle_until))
    }

    /// When the running clock is up.
    fn flag_at(&self) -> Option<Instant> {
        let deadline = self.room.bout().and_then(|bout| bout.clock()?.deadline());
        deadline.map(|at| self.clock.instant(at))
    }

    /// What the lobby remembers for the room while it is not loaded, if there is anything.
    pub(super) fn asleep(&self) -> Option<Asleep> {
        let flag_at = self.flag_at();
        let absences = self.absences().map(|(_, over)| over);
        let until = absences.chain(flag_at).max()?;
        if until <= Instant::now() {
            return None;
        }
        Some(Asleep {
            clock: self.clock,
            away_since: self
                .away_since
                .iter()
                .map(|(&who, &at)| (who, at))
                .collect(),
            flag_at,
            until,
        })
    }

    /// The members who are away from a game, and when they have been away for as long as the house rules say.
    fn absences(&self) -> impl Iterator<Item = (MemberId, Instant)> {
        let grace: Millis = match self.room.rules().leaver {
            Leaver::KeepsSeat { grace_millis } => grace_millis,
            Leaver::LosesGame | Leaver::FreesSeat => 0,
        };
        let playing = self.room.phase() == Phase::Playing;
        let away = self.away_since.iter();
        away.filter(move |(member, _)| playing && self.room.is_seated(**member))
            .map(move |(member, since)| {
                let over = self.clock.instant(since.saturating_add(grace));
                (*member, over)
            })
    }

    /// Goes on where the room fell asleep. Its clock has run on.
    pub(super) async fn wake_up(&mut self, asleep: Asleep) {
        self.clock = asleep.clock;
        self.away_since = asleep.away_since.into_iter().collect();
        self.host_command(HostCommand::EndByTime).await;
    }

    /// Nobody has asked for the room: it may go as soon as it has done what is due.
    pub(crate) fn was_woken_by_timer(&mut self) {
        let idle = self.idle();
        self.idle_since = Instant::now().checked_sub(idle).unwrap_or(self.idle_since);
    }
}
