//! The seeks of the people who are connected to one node.

use std::collections::BTreeMap;

use raum_room::Millis;

use crate::{
    ANNOUNCE_MILLIS, FromPool, OFFER_MILLIS, PairingId, Person, PoolId, Seek, SeekId, Terms, ToPool,
};

/// What a person hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// An opponent fits: [`Desk::accept`] says that the person is there.
    Offer,
    /// The person waits again.
    Waiting,
    /// The person did not answer, and waits no more.
    Dropped,
    /// The person plays.
    Paired {
        /// The room.
        room: String,
        /// Whether the person waited longer.
        is_first: bool,
    },
}

/// What the driver of a desk has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeskEffect {
    /// Send to the pool.
    Send(PoolId, ToPool),
    /// Tell the person with this seek.
    Tell(u64, Notice),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Waiting,
    Offered { pairing: PairingId, until: Millis },
    Accepted { pairing: PairingId, until: Millis },
}

struct Kept {
    seek: Seek,
    place: Place,
    announced: Millis,
}

/// The seeks of one node.
pub struct Desk {
    node: u64,
    last: u64,
    seeks: BTreeMap<u64, Kept>,
    pool: Option<PoolId>,
}

impl Desk {
    /// An empty desk of a node.
    pub const fn new(node: u64) -> Self {
        Self {
            node,
            last: 0,
            seeks: BTreeMap::new(),
            pool: None,
        }
    }

    /// How many people wait at this desk, or are about to be paired.
    pub fn count(&self) -> usize {
        self.seeks.len()
    }

    /// Whether a seek is at this desk.
    pub fn has(&self, number: u64) -> bool {
        self.seeks.contains_key(&number)
    }

    /// A person begins to wait. Returns the number of the seek.
    pub fn seek(&mut self, person: Person, terms: Terms, now: Millis) -> (u64, Vec<DeskEffect>) {
        self.last += 1;
        let seek = Seek {
            id: SeekId {
                node: self.node,
                number: self.last,
            },
            person,
            terms,
            since: now,
        };
        let kept = Kept {
            seek,
            place: Place::Waiting,
            announced: now,
        };
        self.seeks.insert(self.last, kept);
        (self.last, self.send(ToPool::Announce(seek)))
    }

    /// A person waits no more, or has left.
    pub fn withdraw(&mut self, number: u64) -> Vec<DeskEffect> {
        match self.seeks.remove(&number) {
            Some(kept) => self.send(ToPool::Withdraw(kept.seek.id)),
            None => Vec::new(),
        }
    }

    /// A person says that they are there.
    pub fn accept(&mut self, number: u64) -> Vec<DeskEffect> {
        let Some(kept) = self.seeks.get_mut(&number) else {
            return Vec::new();
        };
        let Place::Offered { pairing, until } = kept.place else {
            return Vec::new();
        };
        kept.place = Place::Accepted { pairing, until };
        let id = kept.seek.id;
        self.send(ToPool::Accept(id, pairing))
    }

    /// Another pool is in charge. What the one before has offered is void.
    pub fn follow(&mut self, pool: PoolId, now: Millis) -> Vec<DeskEffect> {
        if self.pool == Some(pool) {
            return Vec::new();
        }
        self.pool = Some(pool);
        let mut effects = Vec::new();
        for (number, kept) in &mut self.seeks {
            if kept.place != Place::Waiting {
                effects.push(DeskEffect::Tell(*number, Notice::Waiting));
            }
            kept.place = Place::Waiting;
            kept.announced = now;
            effects.push(DeskEffect::Send(pool, ToPool::Announce(kept.seek)));
        }
        effects
    }

    /// Handles a message from a pool about one of this desk's seeks.
    pub fn handle(
        &mut self,
        from: PoolId,
        number: u64,
        message: FromPool,
        now: Millis,
    ) -> Vec<DeskEffect> {
        if self.pool != Some(from) {
            return Vec::new();
        }
        let Some(kept) = self.seeks.get_mut(&number) else {
            // The pool has not heard that it is over.
            let id = SeekId {
                node: self.node,
                number,
            };
            return self.send(ToPool::Withdraw(id));
        };
        match (message, kept.place) {
            (FromPool::Offer(pairing), Place::Waiting) => {
                let until = now.saturating_add(OFFER_MILLIS);
                kept.place = Place::Offered { pairing, until };
                vec![DeskEffect::Tell(number, Notice::Offer)]
            }
            // The pool has not got the answer.
            (FromPool::Offer(offered), Place::Accepted { pairing, .. }) if offered == pairing => {
                let id = kept.seek.id;
                self.send(ToPool::Accept(id, pairing))
            }
            (
                FromPool::Void {
                    pairing: void,
                    is_kept,
                },
                Place::Offered { pairing, .. } | Place::Accepted { pairing, .. },
            ) if void == pairing => {
                if !is_kept {
                    return self.drop_out(number);
                }
                kept.place = Place::Waiting;
                vec![DeskEffect::Tell(number, Notice::Waiting)]
            }
            (
                FromPool::Paired {
                    pairing: paired,
                    room,
                    is_first,
                },
                Place::Accepted { pairing, .. },
            ) if paired == pairing => {
                self.seeks.remove(&number);
                let paired = Notice::Paired { room, is_first };
                vec![DeskEffect::Tell(number, paired)]
            }
            // It belongs to an earlier pairing.
            _ => Vec::new(),
        }
    }

    /// Announces what waits, and drops people who have not answered. To be called every second or so.
    pub fn wake(&mut self, now: Millis) -> Vec<DeskEffect> {
        let mut effects = Vec::new();
        let mut late = Vec::new();
        for (number, kept) in &mut self.seeks {
            match kept.place {
                Place::Offered { until, .. } if until <= now => late.push(*number),
                // The answer, or the room, has been lost.
                Place::Accepted { until, .. } if until.saturating_add(OFFER_MILLIS) <= now => {
                    kept.place = Place::Waiting;
                    effects.push(DeskEffect::Tell(*number, Notice::Waiting));
                }
                _ => {}
            }
            let is_due = now.saturating_sub(kept.announced) >= ANNOUNCE_MILLIS;
            if let Some(pool) = self.pool
                && is_due
                && kept.place == Place::Waiting
            {
                kept.announced = now;
                effects.push(DeskEffect::Send(pool, ToPool::Announce(kept.seek)));
            }
        }
        for number in late {
            effects.extend(self.drop_out(number));
        }
        effects
    }

    fn drop_out(&mut self, number: u64) -> Vec<DeskEffect> {
        let mut effects = self.withdraw(number);
        effects.push(DeskEffect::Tell(number, Notice::Dropped));
        effects
    }

    fn send(&self, message: ToPool) -> Vec<DeskEffect> {
        let pool = self.pool;
        let effect = pool.map(|pool| DeskEffect::Send(pool, message));
        effect.into_iter().collect()
    }
}
