//! Whose token owns which seat. Only hashes are known here.

use std::collections::{HashMap, VecDeque};

use raum_room::{Entry, Event, MemberId, Room};

use crate::{limits::TOKENS_PER_MEMBER_MAX, secrets::same_hash};

/// The tokens that own seats, as hashes: one for each device.
#[derive(Default)]
pub(crate) struct Owners {
    token_hashes: HashMap<MemberId, VecDeque<String>>,
}

impl Owners {
    /// Takes note of what an entry says about owners.
    pub(crate) fn remember(&mut self, entry: &Entry) {
        let private = entry.private.as_ref();
        let Some(hash) = private.and_then(|private| private.token_hash.clone()) else {
            return;
        };
        match entry.event {
            Event::SeatTaken { member, .. } => {
                self.token_hashes.insert(member, [hash].into());
            }
            Event::DeviceAdded { member } => {
                let hashes = self.token_hashes.entry(member).or_default();
                if hashes.len() >= TOKENS_PER_MEMBER_MAX {
                    hashes.pop_front();
                }
                hashes.push_back(hash);
            }
            _ => {}
        }
    }

    /// Whether a token owns the seat of a member.
    pub(crate) fn has(&self, member: MemberId) -> bool {
        self.token_hashes.contains_key(&member)
    }

    /// Who owns a seat in the room by a token.
    pub(crate) fn owner_of(&self, room: &Room, token_hash: &str) -> Option<MemberId> {
        let owns =
            |hashes: &VecDeque<String>| hashes.iter().any(|hash| same_hash(hash, token_hash));
        self.token_hashes
            .iter()
            .find(|(member, hashes)| room.is_seated(**member) && owns(hashes))
            .map(|(member, _)| *member)
    }
}
