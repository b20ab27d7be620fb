//! Members who are away for too long. The opponent may claim the game; where the opponent's dialect has no word for that
//! but knows forfeits, the host does it.

use raum_room::{AbsenceResult, By, Command, GRACE_MILLIS, Leaver, MemberId, Millis, Phase, Seat};

use crate::{Context, Host, sessions::Session, work::Proposal};

/// A member whose opponent waits and cannot say so.
struct Awaited {
    member: MemberId,
    opponent: MemberId,
    /// Until when the opponent waits.
    until: Millis,
}

impl Host {
    /// When a member will have been away for too long.
    pub(crate) fn absence_due(&self) -> Option<Millis> {
        Some(self.awaited()?.until)
    }

    /// Ends the game of a member who has been away for too long.
    pub(crate) fn decide_absence(&self, context: &Context<'_>) -> Option<Proposal> {
        let awaited = self
            .awaited()
            .filter(|awaited| awaited.until <= context.now)?;
        let (by, command) = match self.room().rules().leaver {
            Leaver::KeepsSeat { .. } => {
                let result = AbsenceResult::Win;
                (awaited.opponent, Command::ClaimAbsence { result })
            }
            Leaver::LosesGame | Leaver::FreesSeat => (awaited.member, Command::Leave),
        };
        self.decide_quietly(By::Member(by), &command, context)
    }

    /// When the last member who is away from a game will have been so for as long as the house rules say.
    pub fn absences_until(&self) -> Option<Millis> {
        if self.room().phase() != Phase::Playing {
            return None;
        }
        let grace_millis = match self.room().rules().leaver {
            Leaver::KeepsSeat { grace_millis } => grace_millis,
            Leaver::LosesGame | Leaver::FreesSeat => 0,
        };
        let away = self.away_since();
        let away = away.filter(|(member, _)| self.room().is_seated(*member));
        away.map(|(_, since)| since.saturating_add(grace_millis))
            .max()
    }

    fn awaited(&self) -> Option<Awaited> {
        let [first, second] = self.room().seats() else {
            return None;
        };
        if self.room().phase() != Phase::Playing {
            return None;
        }
        self.awaited_by(first, second)
            .or_else(|| self.awaited_by(second, first))
    }

    fn awaited_by(&self, waiting: &Seat, absent: &Seat) -> Option<Awaited> {
        if waiting.left_at.is_some() {
            return None;
        }
        let session = self.sessions.of(waiting.member)?;
        let dialect = self.sessions.get(session).and_then(Session::dialect);
        dialect.filter(|dialect| dialect.forfeits())?;
        let away_since = self.away_since.get(&absent.member).copied();
        let since = absent.left_at.or(away_since)?;
        let grace_millis = match self.room().rules().leaver {
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
