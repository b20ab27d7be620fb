//! Short-lived names that all nodes share: codes of rooms, transfer codes, and leases of work that one node does for all.

use std::time::Duration;

use raum_host::Denied;
use raum_journal::{Error, Named, Names, RoomId};
use raum_room::MemberId;

use super::Cluster;

/// How long a code that a client has chosen stands for its room, from the last client that has entered by it.
const CODE_TIME: Duration = Duration::from_hours(24);

/// Work that one node does for all.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Lease {
    /// Deleting expired rooms.
    Sweep,
}

impl Cluster {
    fn names(&self) -> Result<Names, Denied> {
        Ok(self.nats().map_err(unavailable)?.names())
    }

    fn code(code: &str) -> String {
        format!("code {code}")
    }

    async fn coded(&self, code: &str) -> Result<Option<(Named, RoomId)>, Denied> {
        let shared = self.names()?;
        let named = shared.get(&Self::code(code)).await.map_err(unavailable)?;
        Ok(named.and_then(|named| {
            let room = named.value.parse().ok()?;
            Some((named, room))
        }))
    }

    /// The room that a code stands for.
    pub(crate) async fn room_of(&self, code: &str) -> Result<Option<RoomId>, Denied> {
        Ok(self.coded(code).await?.map(|(_, room)| room))
    }

    /// Makes a code stand for a room, unless it stands for another one. Returns whether it does.
    pub(crate) async fn bind(&self, code: &str, room: &RoomId) -> Result<bool, Denied> {
        let shared = self.names()?;
        let name = Self::code(code);
        let created = shared.create(&name, room.as_str(), CODE_TIME).await;
        created.map_err(unavailable)
    }

    /// Makes a code stand for its room for longer.
    pub(crate) async fn renew(&self, code: &str, room: &RoomId) -> Result<(), Denied> {
        let shared = self.names()?;
        if let Some((named, of)) = self.coded(code).await?
            && of == *room
        {
            let name = Self::code(code);
            let renewed = shared.renew(&name, &named, CODE_TIME).await;
            renewed.map_err(unavailable)?;
        }
        Ok(())
    }

    /// Frees a code if it still stands for this room.
    pub(crate) async fn release(&self, code: &str, room: &RoomId) -> Result<(), Denied> {
        let shared = self.names()?;
        if let Some((named, of)) = self.coded(code).await?
            && of == *room
        {
            shared.remove(&named).await.map_err(unavailable)?;
        }
        Ok(())
    }

    fn transfer(room: &RoomId, code_hash: &str) -> String {
        format!("transfer {room} {code_hash}")
    }

    /// Adds a transfer code, given by its hash, for a member's seat.
    pub(crate) async fn offer_transfer(
        &self,
        room: &RoomId,
        member: MemberId,
        code_hash: &str,
        lasts: Duration,
    ) -> Result<(), Denied> {
        let shared = self.names()?;
        let name = Self::transfer(room, code_hash);
        let created = shared.create(&name, &member.0.to_string(), lasts).await;
        let is_new = created.map_err(unavailable)?;
        // Fifty random bits do not repeat.
        is_new.then_some(()).ok_or(Denied::Unavailable)
    }

    /// Uses a transfer code up, and returns the member whose seat it is for.
    pub(crate) async fn take_transfer(
        &self,
        room: &RoomId,
        code_hash: &str,
    ) -> Result<Option<MemberId>, Denied> {
        let shared = self.names()?;
        let named = shared.get(&Self::transfer(room, code_hash)).await;
        let Some(named) = named.map_err(unavailable)? else {
            return Ok(None);
        };
        let is_own = shared.remove(&named).await.map_err(unavailable)?;
        let member = named.value.parse().ok().map(MemberId);
        Ok(member.filter(|_| is_own))
    }

    /// Takes a lease, unless another node has it.
    pub(crate) async fn take_lease(&self, lease: Lease, lasts: Duration) -> Result<bool, Error> {
        let shared = self.nats()?.names();
        let value = self.node.to_string();
        shared
            .create(&format!("lease {lease:?}"), &value, lasts)
            .await
    }
}

fn unavailable(_: Error) -> Denied {
    Denied::Unavailable
}
