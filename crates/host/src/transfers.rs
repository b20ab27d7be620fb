//! Transfer codes, which add another device to a seat. A code is short enough to type, works once and expires soon. Codes
//! are not stored: after a restart the member requests another one.

use raum_room::{MemberId, Millis};

use crate::{Context, Denied, Host, limits::TRANSFERS_PER_MEMBER_MAX, owners::same_hash};

/// The unused codes, oldest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transfers(Vec<Transfer>);

#[derive(Clone, Debug)]
struct Transfer {
    member: MemberId,
    code_hash: String,
    until: Millis,
}

impl Transfers {
    fn add(&mut self, transfer: Transfer, now: Millis) {
        self.0.retain(|known| known.until > now);
        let same_member = |known: &Transfer| known.member == transfer.member;
        let own = self.0.iter().filter(|known| same_member(known)).count();
        if own >= TRANSFERS_PER_MEMBER_MAX
            && let Some(oldest) = self.0.iter().position(same_member)
        {
            self.0.remove(oldest);
        }
        self.0.push(transfer);
    }

    /// The member whose seat a code is for.
    pub(crate) fn member_of(&self, code_hash: &str, now: Millis) -> Option<MemberId> {
        let mut valid = self.0.iter().filter(|known| known.until > now);
        let found = valid.find(|known| same_hash(&known.code_hash, code_hash))?;
        Some(found.member)
    }

    pub(crate) fn use_up(&mut self, code_hash: &str) {
        self.0
            .retain(|known| !same_hash(&known.code_hash, code_hash));
    }
}

impl Host {
    /// Adds a transfer code, given by its hash, for the seat that a token owns.
    pub fn offer_transfer(
        &mut self,
        token_hash: &str,
        code_hash: String,
        context: &Context<'_>,
    ) -> Result<(), Denied> {
        let member = self.state.owner_of(token_hash).ok_or(Denied::Forbidden)?;
        self.add_transfer(member, code_hash, context);
        Ok(())
    }

    /// Adds a transfer code, given by its hash, for a member's seat. In a cluster, another node may have issued it.
    pub fn add_transfer(&mut self, member: MemberId, code_hash: String, context: &Context<'_>) {
        let transfer = Transfer {
            member,
            code_hash,
            until: context.now + context.limits.transfer_millis,
        };
        self.transfers.add(transfer, context.now);
    }

    /// When the last code expires.
    pub fn transfers_until(&self) -> Option<Millis> {
        self.transfers.0.iter().map(|known| known.until).max()
    }
}
