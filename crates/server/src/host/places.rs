//! The places in a room, for guests: members always get in. No address takes them all, and a waiting room always has
//! one for a newcomer, who may be the friend it waits for.

use raum_room::Phase;
use raum_wire::native::Close;

use super::{Host, SessionId};
use crate::{address::Address, log};

impl Host {
    /// Makes sure that there is a place for a guest. In a full room the guest who has been here longest of the address
    /// with the most guests makes room for an address with fewer.
    pub(super) async fn find_place(&mut self, from: Address) -> Result<(), Close> {
        let limits = &self.surroundings.limits;
        let own = self.sessions.guests_of(from);
        if own >= limits.sessions_per_room_and_address_max {
            log::limit_hit("sessions-per-room-and-address-max", Some(from));
            return Err(Close::Full);
        }
        if self.sessions.len() < limits.sessions_per_room_max {
            return Ok(());
        }
        log::limit_hit("sessions-per-room-max", Some(from));
        let waiting = self.room.phase() == Phase::Waiting;
        match self.sessions.largest_share() {
            // Where nobody waits for a newcomer, equal shares stay as they are.
            Some((guests, oldest)) if guests > own + usize::from(!waiting) => {
                self.displace(oldest).await;
                Ok(())
            }
            _ => Err(Close::Full),
        }
    }

    async fn displace(&mut self, guest: SessionId) {
        self.sessions.close(guest, Close::Full);
        self.gone(guest).await;
    }
}
