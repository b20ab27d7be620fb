//! Which token owns which seat. Tokens are stored as hashes.

use std::collections::VecDeque;

use raum_room::{Entry, Event, MemberId, Room};

use subtle::ConstantTimeEq;

use crate::limits::TOKENS_PER_MEMBER_MAX;

/// The token hashes of each seat, one per device. Ordered by member, so that lookups do not depend on the run even if a
/// journal gives one token two seats. A list, because every loaded room has one, and most have two members.
#[derive(Clone, Debug, Default)]
pub(crate) struct Owners(Vec<(MemberId, VecDeque<String>)>);

impl Owners {
    /// Adds the token of an entry to its member's tokens. A member who returns to a seat still owns it on all other
    /// devices.
    pub(crate) fn remember(&mut self, entry: &Entry) {
        let private = entry.private.as_ref();
        let (Some(hash), Event::SeatTaken { member, .. } | Event::DeviceAdded { member }) = (
            private.and_then(|private| private.token_hash.as_ref()),
            &entry.event,
        ) else {
            return;
        };
        let index = self.index(*member).unwrap_or_else(|index| {
            self.0.reserve_exact(1);
            self.0.insert(index, (*member, VecDeque::new()));
            index
        });
        let (_, hashes) = &mut self.0[index];
        if owns(hashes, hash) {
            return;
        }
        if hashes.len() >= TOKENS_PER_MEMBER_MAX {
            hashes.pop_front();
        }
        hashes.push_back(hash.clone());
    }

    /// Whether any token owns the seat of this member.
    pub(crate) fn has(&self, member: MemberId) -> bool {
        self.index(member).is_ok()
    }

    /// Where a member is, or would be.
    fn index(&self, member: MemberId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&member, |(known, _)| *known)
    }

    /// The seated member whose seat this token owns.
    pub(crate) fn owner_of(&self, room: &Room, token_hash: &str) -> Option<MemberId> {
        let mut seats = self.0.iter();
        seats
            .find(|(member, hashes)| room.is_seated(*member) && owns(hashes, token_hash))
            .map(|(member, _)| *member)
    }
}

/// Compares hashes in constant time.
pub(crate) fn same_hash(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

fn owns(hashes: &VecDeque<String>, token_hash: &str) -> bool {
    hashes.iter().any(|hash| same_hash(hash, token_hash))
}

#[cfg(test)]
mod tests {
    use raum_room::{HouseRules, Private};
    use raum_rules::Kind;

    use super::*;

    /// An earlier version could write such journals.
    #[test]
    fn a_token_that_owns_two_seats_gets_the_first_one() {
        let opening = Room::open(
            Kind::Chess,
            HouseRules::native(Kind::Chess),
            &Kind::Chess.start(),
            [],
        )
        .into();
        let taken = |member| Event::SeatTaken {
            member: MemberId(member),
            name: "Ann".to_owned(),
            side: None,
            machine: None,
        };
        let events = [opening, taken(1), taken(2)];
        let entries: Vec<_> = (1..)
            .zip(events)
            .map(|(seq, event)| Entry {
                seq,
                at: 0,
                format: None,
                answers: None,
                event,
                private: Some(Private {
                    token_hash: Some("hash".to_owned()),
                    ..Private::default()
                }),
            })
            .collect();
        let room = Room::replay(&entries).unwrap();
        for _ in 0..64 {
            let mut owners = Owners::default();
            for entry in &entries {
                owners.remember(entry);
            }
            assert_eq!(owners.owner_of(&room, "hash"), Some(MemberId(1)));
        }
    }
}
