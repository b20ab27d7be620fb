//! Short-lived names that all nodes share: codes of rooms, transfer codes, and leases of work that one node does for all.

use std::time::Duration;

use raum_host::Denied;
use raum_journal::{Error, Named, Names, RoomId};
use raum_room::MemberId;

use super::Cluster;
use crate::rooms::SHORT_CODE_LIFE;

/// How long a code that a client has chosen stands for its room, from the last client that has entered by it.
const CODE_TIME: Duration = Duration::from_hours(24);

/// A code that stands for a room.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Code<'a> {
    /// A client chose it.
    Chosen(&'a str),
    /// raum issued it to a room that waits for an opponent.
    Short(&'a RoomId),
}

impl Code<'_> {
    fn name(self) -> String {
        match self {
            Self::Chosen(code) => format!("code {code}"),
            Self::Short(code) => format!("short {code}"),
        }
    }
}

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

    /// What a name stands for: a room, or the short code of a room.
    async fn coded(&self, name: &str) -> Result<Option<(Named, RoomId)>, Denied> {
        let shared = self.names()?;
        let named = shared.get(name).await.map_err(unavailable)?;
        Ok(named.and_then(|named| {
            let room = named.value.parse().ok()?;
            Some((named, room))
        }))
    }

    /// The room that a code stands for.
    pub(crate) async fn room_of(&self, code: Code<'_>) -> Result<Option<RoomId>, Denied> {
        Ok(self.coded(&code.name()).await?.map(|(_, room)| room))
    }

    /// Makes a code stand for a room, unless it stands for another one. Returns whether it does.
    pub(crate) async fn bind(&self, code: Code<'_>, room: &RoomId) -> Result<bool, Denied> {
        let shared = self.names()?;
        let created = shared.create(&code.name(), room.as_str(), CODE_TIME).await;
        created.map_err(unavailable)
    }

    /// Issues a short code to a room, unless it stands for another one. Returns whether it does.
    pub(crate) async fn issue(&self, code: &RoomId, room: &RoomId) -> Result<bool, Denied> {
        let shared = self.names()?;
        if !self.bind(Code::Short(code), room).await? {
            return Ok(false);
        }
        let name = Self::short_of(room);
        let created = shared.create(&name, code.as_str(), SHORT_CODE_LIFE).await;
        created.map_err(unavailable)
    }

    fn short_of(room: &RoomId) -> String {
        format!("short of {room}")
    }

    /// The short code of a room, if it has one.
    pub(crate) async fn short_code(&self, room: &RoomId) -> Result<Option<RoomId>, Denied> {
        let code = self.coded(&Self::short_of(room)).await?;
        Ok(code.map(|(_, code)| code))
    }

    /// Frees the short code of a room.
    pub(crate) async fn release_short(&self, room: &RoomId) -> Result<(), Denied> {
        let shared = self.names()?;
        if let Some((named, code)) = self.coded(&Self::short_of(room)).await? {
            self.release(Code::Short(&code), room).await?;
            shared.remove(&named).await.map_err(unavailable)?;
        }
        Ok(())
    }

    /// Makes a code stand for its room for longer.
    pub(crate) async fn renew(&self, code: Code<'_>, room: &RoomId) -> Result<(), Denied> {
        let shared = self.names()?;
        let name = code.name();
        if let Some((named, of)) = self.coded(&name).await?
            && of == *room
        {
            let renewed = shared.renew(&name, &named, CODE_TIME).await;
            renewed.map_err(unavailable)?;
        }
        Ok(())
    }

    /// Frees a code if it still stands for this room.
    pub(crate) async fn release(&self, code: Code<'_>, room: &RoomId) -> Result<(), Denied> {
        let shared = self.names()?;
        if let Some((named, of)) = self.coded(&code.name()).await?
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
