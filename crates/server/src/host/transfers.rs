//! A seat goes to another device by a code: short enough to type, good once and not for long. Codes are
//! not kept: after a restart another one is asked for.

use std::time::Duration;

use raum_room::{Event, MemberId, Private};
use raum_wire::native::Close;
use tokio::time::Instant;

use super::Host;
use crate::{
    limits::TRANSFERS_PER_MEMBER_MAX,
    secrets::{same_hash, token_hash, transfer_code},
};

/// A code that has not been used yet.
pub(super) struct Transfer {
    member: MemberId,
    code_hash: String,
    until: Instant,
}

impl Host {
    /// A code for whoever has a seat.
    pub(super) fn issue_transfer(&mut self, owner_token_hash: &str) -> Result<String, Close> {
        let owner = self.owners.owner_of(&self.room, owner_token_hash);
        let member = owner.ok_or(Close::Forbidden)?;
        let now = Instant::now();
        self.transfers.retain(|transfer| transfer.until > now);
        let same_member = |transfer: &Transfer| transfer.member == member;
        if self
            .transfers
            .iter()
            .filter(|transfer| same_member(transfer))
            .count()
            >= TRANSFERS_PER_MEMBER_MAX
            && let Some(oldest) = self.transfers.iter().position(same_member)
        {
            self.transfers.remove(oldest);
        }
        let code = transfer_code();
        let lasts = Duration::from_secs(self.surroundings.limits.transfer_seconds_max);
        self.transfers.push(Transfer {
            member,
            code_hash: token_hash(&code),
            until: now + lasts,
        });
        Ok(code)
    }

    /// Lets a token own the seat of a code, and uses the code up. It is durable when this returns.
    pub(super) async fn redeem_transfer(
        &mut self,
        code_hash: &str,
        new_token_hash: &str,
    ) -> Result<(), Close> {
        let now = Instant::now();
        let fits = |transfer: &Transfer| {
            transfer.until > now
                && same_hash(&transfer.code_hash, code_hash)
                && self.room.is_seated(transfer.member)
        };
        let place = self
            .transfers
            .iter()
            .position(fits)
            .ok_or(Close::Forbidden)?;
        let member = self.transfers[place].member;
        let private = Private {
            token_hash: Some(new_token_hash.to_owned()),
            ..Private::default()
        };
        let added = vec![Event::DeviceAdded { member }];
        let appended = self.append(None, added, Some(private)).await;
        appended.map_err(|_| Close::Journal)?;
        self.transfers.remove(place);
        Ok(())
    }

    /// Until when somebody may come with a code.
    pub(super) fn transfers_until(&self) -> Option<Instant> {
        self.transfers.iter().map(|transfer| transfer.until).max()
    }
}
