//! The seeks of the people who are connected to one node.

use std::collections::{BTreeMap, HashMap};

use raum_room::Millis;

use crate::{
    ANNOUNCE_MILLIS, Entrant, FromPool, OFFER_MILLIS, PairingId, Person, PoolId, Seek, SeekId,
    Terms, ToPool,
};

/// What a person hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// An opponent fits: [`Desk::accept`] has to say before this time that the person is there.
    Offer {
        /// The time.
        until: Millis,
    },
    /// The person waits again.
    Waiting {
        /// Since when they have been looking for an opponent.
        since: Millis,
    },
    /// The person did not answer, and waits no more.
    Dropped,
    /// The person plays.
    Paired {
        /// The room, in which the person has the seat of the [`Entrant`] that accepted.
        room: String,
    },
    /// The person has a newer seek, and this one is over.
    Replaced,
}

/// What the driver of a desk has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeskEffect {
    /// Send to the pool.
    Send(PoolId, ToPool),
    /// Tell the person with this seek.
    Tell(u64, Notice),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    Waiting,
    Offered {
        pairing: PairingId,
        until: Millis,
    },
    Accepted {
        pairing: PairingId,
        until: Millis,
        entrant: Entrant,
    },
}

struct Kept {
    seek: Seek,
    place: Place,
    announced: Millis,
    /// Whether the person has lost the connection since they accepted.
    is_gone: bool,
}

/// The seeks of one node.
pub struct Desk {
    node: u64,
    last: u64,
    seeks: BTreeMap<u64, Kept>,
    people: HashMap<Person, u64>,
    pool: Option<PoolId>,
}

impl Desk {
    /// An empty desk of a node.
    pub fn new(node: u64) -> Self {
        Self {
            node,
            last: 0,
            seeks: BTreeMap::new(),
            people: HashMap::new(),
            pool: None,
        }
    }

    /// What the people at this desk look for.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = Terms> {
        self.seeks.values().map(|kept| kept.seek.terms)
    }

    /// Whether a seek is at this desk.
    pub fn has(&self, number: u64) -> bool {
        self.seeks.contains_key(&number)
    }

    /// A person begins to wait, and their seek before is over. Returns the number of the seek.
    pub fn seek(
        &mut self,
        person: Person,
        terms: Terms,
        listed: bool,
        now: Millis,
    ) -> (u64, Vec<DeskEffect>) {
        let mut effects = Vec::new();
        if let Some(&before) = self.people.get(&person) {
            effects = self.withdraw(before);
            effects.push(DeskEffect::Tell(before, Notice::Replaced));
        }
        self.last += 1;
        let seek = Seek {
            id: SeekId {
                node: self.node,
                number: self.last,
            },
            person,
            terms,
            listed,
            since: now,
        };
        let kept = Kept {
            seek,
            place: Place::Waiting,
            announced: now,
            is_gone: false,
        };
        self.seeks.insert(self.last, kept);
        self.people.insert(person, self.last);
        effects.extend(self.send(ToPool::Announce(seek)));
        (self.last, effects)
    }

    /// A person has lost the connection. If they have accepted, their room may already be open, and the seek goes on until that
    /// is known.
    pub fn disconnect(&mut self, number: u64) -> Vec<DeskEffect> {
        match self.seeks.get_mut(&number) {
            Some(kept) if matches!(kept.place, Place::Accepted { .. }) => {
                kept.is_gone = true;
                Vec::new()
            }
            _ => self.withdraw(number),
        }
    }

    /// A person waits no more.
    pub fn withdraw(&mut self, number: u64) -> Vec<DeskEffect> {
        match self.remove(number) {
            Some(seek) => self.send(ToPool::Withdraw(seek.id)),
            None => Vec::new(),
        }
    }

    fn remove(&mut self, number: u64) -> Option<Seek> {
        let seek = self.seeks.remove(&number)?.seek;
        self.people.remove(&seek.person);
        Some(seek)
    }

    /// A person is there, and ready to sit down.
    pub fn accept(&mut self, number: u64, entrant: Entrant) -> Vec<DeskEffect> {
        let Some(kept) = self.seeks.get_mut(&number) else {
            return Vec::new();
        };
        let Place::Offered { pairing, until } = kept.place else {
            return Vec::new();
        };
        kept.place = Place::Accepted {
            pairing,
            until,
            entrant: entrant.clone(),
        };
        let id = kept.seek.id;
        self.send(ToPool::Accept(id, pairing, entrant))
    }

    /// Another pool is in charge. What the one before has offered is void.
    pub fn follow(&mut self, pool: PoolId, now: Millis) -> Vec<DeskEffect> {
        if self.pool == Some(pool) {
            return Vec::new();
        }
        self.pool = Some(pool);
        let is_paired = |kept: &Kept| kept.place != Place::Waiting;
        let mut effects = self.return_all(is_paired);
        for kept in self.seeks.values_mut() {
            kept.announced = now;
            effects.push(DeskEffect::Send(pool, ToPool::Announce(kept.seek)));
        }
        effects
    }

    /// Lets people wait whose pairing is void.
    fn return_all(&mut self, is_void: impl Fn(&Kept) -> bool) -> Vec<DeskEffect> {
        let void = self.seeks.iter().filter(|(_, kept)| is_void(kept));
        let void: Vec<_> = void.map(|(number, _)| *number).collect();
        let returned = void.into_iter().map(|number| self.wait_again(number));
        returned.flatten().collect()
    }

    fn wait_again(&mut self, number: u64) -> Vec<DeskEffect> {
        match self.seeks.get_mut(&number) {
            Some(kept) if !kept.is_gone => {
                kept.place = Place::Waiting;
                let since = kept.seek.since;
                vec![DeskEffect::Tell(number, Notice::Waiting { since })]
            }
            _ => self.withdraw(number),
        }
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
        match (message, &kept.place) {
            (FromPool::Offer(pairing), Place::Waiting) => {
                let until = now.saturating_add(OFFER_MILLIS);
                kept.place = Place::Offered { pairing, until };
                vec![DeskEffect::Tell(number, Notice::Offer { until })]
            }
            // The pool has not got the answer.
            (
                FromPool::Offer(offered),
                Place::Accepted {
                    pairing, entrant, ..
                },
            ) if offered == *pairing => {
                let accept = ToPool::Accept(kept.seek.id, offered, entrant.clone());
                self.send(accept)
            }
            (
                FromPool::Void {
                    pairing: void,
                    is_kept,
                },
                Place::Offered { pairing, .. } | Place::Accepted { pairing, .. },
            ) if void == *pairing => {
                if is_kept {
                    self.wait_again(number)
                } else {
                    self.drop_out(number)
                }
            }
            (
                FromPool::Paired {
                    pairing: paired,
                    room,
                },
                Place::Accepted { pairing, .. },
            ) if paired == *pairing => {
                self.remove(number);
                vec![DeskEffect::Tell(number, Notice::Paired { room })]
            }
            (FromPool::Replaced, _) => {
                self.remove(number);
                vec![DeskEffect::Tell(number, Notice::Replaced)]
            }
            // It belongs to an earlier pairing.
            _ => Vec::new(),
        }
    }

    /// Announces what waits, and drops people who have not answered. To be called every second or so.
    pub fn wake(&mut self, now: Millis) -> Vec<DeskEffect> {
        // The answer, or the room, has been lost.
        let mut effects = self.return_all(|kept| {
            matches!(kept.place, Place::Accepted { until, .. } if until.saturating_add(OFFER_MILLIS) <= now)
        });
        let mut late = Vec::new();
        for (number, kept) in &mut self.seeks {
            if matches!(kept.place, Place::Offered { until, .. } if until <= now) {
                late.push(*number);
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
