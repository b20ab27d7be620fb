//! Games that end because a member stays away. The opponent may claim such a game; if the opponent's dialect has forfeits
//! but no claims, the host ends it.

use raum_room::{AbsenceResult, By, Command, GRACE_MILLIS, Leaver, MemberId, Millis, Phase, Seat};

use crate::{Context, Host, sessions::Session, tasks::Proposal};

/// For how many further grace periods an absence is remembered after the game could be claimed.
const REMEMBERED_GRACES: u64 = 6;

/// A member who is away while the opponent waits in a dialect without claims.
struct Absence {
    member: MemberId,
    opponent: MemberId,
    /// When the game ends.
    until: Millis,
}

impl Host {
    /// When the host ends the game because a member is away.
    pub(crate) fn absence_due(&self) -> Option<Millis> {
        Some(self.absence()?.until)
    }

    /// Ends the game if a member has been away for too long.
    pub(crate) fn decide_absence(&self, context: &Context<'_>) -> Option<Proposal> {
        let absence = self.absence()?;
        if absence.until > context.now {
            return None;
        }
        let (by, command) = match self.room().rules().leaver {
            Leaver::KeepsSeat { .. } => {
                let result = AbsenceResult::Win;
                (absence.opponent, Command::ClaimAbsence { result })
            }
            Leaver::LosesGame {} | Leaver::FreesSeat {} => (absence.member, Command::Leave),
        };
        self.decide_unasked(By::Member(by), &command, context)
    }

    /// Until when the absence of the member who is to move has to be remembered while the room is not loaded: some
    /// grace periods longer than it takes to claim the game, so that the opponent need not come back at that very moment.
    pub fn absences_until(&self) -> Option<Millis> {
        let room = self.room();
        let Leaver::KeepsSeat { grace_millis } = room.rules().leaver else {
            return None;
        };
        let bout = room.bout().filter(|_| room.phase() == Phase::Playing)?;
        let absent = room.seat_of(bout.turn())?;
        let away_since = self.attendance.away_since.get(&absent.member).copied();
        let claimable_at = room.claimable_at(!bout.turn(), away_since).ok()?;
        Some(claimable_at.saturating_add(grace_millis.saturating_mul(REMEMBERED_GRACES)))
    }

    fn absence(&self) -> Option<Absence> {
        let [first, second] = self.room().seats() else {
            return None;
        };
        if self.room().phase() != Phase::Playing {
            return None;
        }
        self.absence_of(second, first)
            .or_else(|| self.absence_of(first, second))
    }

    fn absence_of(&self, absent: &Seat, waiting: &Seat) -> Option<Absence> {
        if waiting.left_at.is_some() {
            return None;
        }
        let session = self.sessions.of(waiting.member)?;
        let dialect = self.sessions.get(session).and_then(Session::dialect);
        dialect.filter(|dialect| dialect.abilities().forfeits)?;
        let away_since = self.attendance.away_since.get(&absent.member).copied();
        let until = match self.room().rules().leaver {
            Leaver::KeepsSeat { .. } => self.room().claimable_at(waiting.side?, away_since).ok()?,
            Leaver::LosesGame {} | Leaver::FreesSeat {} => {
                let since = absent.left_at.or(away_since)?;
                since.saturating_add(GRACE_MILLIS)
            }
        };
        Some(Absence {
            member: absent.member,
            opponent: waiting.member,
            until,
        })
    }
}
