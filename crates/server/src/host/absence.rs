//! Members who are away for too long. Whoever sits opposite may claim the game; where their dialect has no word
//! for that but knows forfeits, the host does it for them.

use raum_room::{AbsenceResult, By, Command, GRACE_MILLIS, Leaver, MemberId, Millis, Phase, Seat};
use tokio::time::Instant;

use super::{Host, Session};

/// A member who is waited for by somebody who cannot say so.
struct Awaited {
    member: MemberId,
    opponent: MemberId,
    /// How long.
    until: Millis,
}

impl Host {
    /// When somebody will have been waited for long enough.
    pub(super) fn absence_due(&self) -> Option<Instant> {
        let awaited = self.awaited()?;
        Some(self.clock.instant(awaited.until))
    }

    /// Ends the game of somebody who has been waited for long enough.
    pub(super) async fn end_absence(&mut self) {
        let now = self.clock.now();
        let Some(awaited) = self.awaited().filter(|awaited| awaited.until <= now) else {
            return;
        };
        match self.room.rules().leaver {
            Leaver::KeepsSeat { .. } => self.claim_for(awaited.opponent).await,
            Leaver::LosesGame | Leaver::FreesSeat => self.leave(awaited.member).await,
        }
    }

    async fn claim_for(&mut self, member: MemberId) {
        let claim = Command::ClaimAbsence {
            result: AbsenceResult::Win,
        };
        let context = self.context(false);
        if let Ok(events) = self.room.decide(By::Member(member), &claim, &context) {
            // What the journal does not take now is asked again at the next wake.
            self.append(None, events, None).await.ok();
        }
    }

    fn awaited(&self) -> Option<Awaited> {
        let [first, second] = self.room.seats() else {
            return None;
        };
        if self.room.phase() != Phase::Playing {
            return None;
        }
        self.awaited_by(first, second)
            .or_else(|| self.awaited_by(second, first))
    }

    fn awaited_by(&self, waiting: &Seat, absent: &Seat) -> Option<Awaited> {
        let session = self.sessions.of(waiting.member)?;
        let dialect = self.sessions.get(session).and_then(Session::dialect);
        dialect.filter(|dialect| dialect.forfeits())?;
        let away_since = self.away_since.get(&absent.member).copied();
        let since = absent.left_at.or(away_since)?;
        let grace_millis = match self.room.rules().leaver {
            Leaver::KeepsSeat { grace_millis } => grace_millis,
            Leaver::LosesGame | Leaver::FreesSeat => GRACE_MILLIS,
        };
        Some(Awaited {
            member: absent.member,
            opponent: waiting.member,
            until: since.saturating_add(grace_millis),
        })
    }
}
