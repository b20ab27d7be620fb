//! The places in a room, for guests: members always get in. No origin takes them all, and a waiting room always has one
//! for a newcomer, who may be the friend it waits for.

use raum_room::Phase;
use raum_wire::native::Close;

use crate::{Context, Denied, Effect, Host, Origin};

impl Host {
    /// Makes sure that there is a place for a guest. In a full room the guest who has been here longest of the origin
    /// with the most guests makes way for an origin with fewer.
    pub(crate) fn find_place(&mut self, from: Origin, context: &Context<'_>) -> Result<(), Denied> {
        let limits = context.limits;
        let own = self.sessions.guests_of(from);
        if own >= limits.sessions_per_room_and_address_max {
            self.limit_hit("sessions-per-room-and-address-max", from);
            return Err(Denied::Full);
        }
        if self.sessions.len() < limits.sessions_per_room_max {
            return Ok(());
        }
        self.limit_hit("sessions-per-room-max", from);
        let waiting = self.room().phase() == Phase::Waiting;
        match self.sessions.largest_share() {
            // Where nobody waits for a newcomer, equal shares stay as they are.
            Some((guests, oldest)) if guests > own + usize::from(!waiting) => {
                self.effects.push(Effect::Close(oldest, Close::Full));
                self.go(oldest, context);
                Ok(())
            }
            _ => Err(Denied::Full),
        }
    }

    pub(crate) fn limit_hit(&mut self, limit: &'static str, by: Origin) {
        self.effects.push(Effect::LimitHit(limit, Some(by)));
    }
}
