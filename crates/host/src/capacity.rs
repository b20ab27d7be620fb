//! Capacity for guests. Members always get in, no network can fill a room, and a waiting room always admits a client
//! of a new network: it may be the friend that the room is waiting for.

use raum_room::Phase;
use raum_wire::native::Close;

use crate::{Context, Denied, Effect, Host, Network};

impl Host {
    /// Makes sure that another guest fits. In a full room, the network with the most guests loses its oldest one to a
    /// network with fewer.
    pub(crate) fn make_way(&mut self, from: Network, context: &Context<'_>) -> Result<(), Denied> {
        let limits = context.limits;
        let own = self.sessions.guests_of(from);
        if own >= limits.sessions_per_room_and_address_max {
            self.limit_hit("sessions-per-room-and-address-max", Some(from));
            return Err(Denied::Full);
        }
        if self.sessions.len() < limits.sessions_per_room_max {
            return Ok(());
        }
        self.limit_hit("sessions-per-room-max", Some(from));
        let waiting = self.room().phase() == Phase::Waiting;
        match self.sessions.largest_share() {
            // Unless the room is waiting, equal shares stay as they are.
            Some((guests, oldest)) if guests > own + usize::from(!waiting) => {
                self.effects.push(Effect::Close(oldest, Close::Full));
                self.disconnect(oldest, context);
                Ok(())
            }
            _ => Err(Denied::Full),
        }
    }

    pub(crate) fn limit_hit(&mut self, limit: &'static str, network: Option<Network>) {
        self.effects.push(Effect::LimitHit(limit, network));
    }
}
