//! Where the seeks of all nodes meet.
//!
//! A person has one seek here, the newest. At rest, no two waiting seeks fit: a new one is offered to the one that waits.

use std::collections::{BTreeSet, HashMap};

use raum_room::Millis;

use serde::{Deserialize, Serialize};

use crate::{Entrant, OFFER_MILLIS, Order, PairingId, Person, SEEK_MILLIS, Seek, SeekId, Terms};

/// What desks tell the pool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ToPool {
    /// A seek waits. Repeated, it only shows that its desk is alive.
    Announce(Seek),
    /// A seek is over.
    Withdraw(SeekId),
    /// The person is there, and ready to sit down.
    Accept(SeekId, PairingId, Entrant),
}

/// What the pool tells a desk about one of its seeks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FromPool {
    /// An opponent fits: is the person there?
    Offer(PairingId),
    /// The pairing has failed.
    Void {
        /// The pairing.
        pairing: PairingId,
        /// Whether the person waits again. One who did not answer is out of the pool.
        is_kept: bool,
    },
    /// The room is open.
    Paired {
        /// The pairing.
        pairing: PairingId,
        /// The room.
        room: String,
    },
    /// The person has a newer seek, at this desk or another.
    Replaced,
}

/// What the driver of a pool has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PoolEffect {
    /// Send to the desk of this seek.
    Tell(SeekId, FromPool),
    /// Open a room, and report it with [`Pool::opened`].
    Open(PairingId, Order),
}

struct Entry {
    seek: Seek,
    pairing: Option<PairingId>,
    announced: Millis,
}

struct Pairing {
    /// The one that waited longer comes first.
    seeks: [SeekId; 2],
    /// Those of the two who have accepted.
    entrants: [Option<Entrant>; 2],
    until: Millis,
    is_opening: bool,
}

/// All seeks, and the pairings in progress.
#[derive(Default)]
pub struct Pool {
    seeks: HashMap<SeekId, Entry>,
    /// The newest seek of each person.
    people: HashMap<Person, SeekId>,
    /// The seeks that wait, by terms, longest waiting first.
    waiting: HashMap<Terms, BTreeSet<(Millis, SeekId)>>,
    pairings: HashMap<PairingId, Pairing>,
    /// The number of the last pairing.
    last: u64,
}

impl Pool {
    /// How many people wait, or are about to be paired.
    pub fn count(&self) -> usize {
        self.seeks.len()
    }

    /// Handles a message from a desk.
    pub fn handle(&mut self, message: ToPool, now: Millis) -> Vec<PoolEffect> {
        let mut effects = Vec::new();
        match message {
            ToPool::Announce(seek) => self.announce(seek, now, &mut effects),
            ToPool::Withdraw(id) => self.withdraw(id, now, &mut effects),
            ToPool::Accept(id, pairing, entrant) => {
                self.accept(id, pairing, &entrant, &mut effects);
            }
        }
        effects
    }

    /// Reports the room of a pairing. Without one, both wait again.
    pub fn opened(&mut self, id: PairingId, room: Option<&str>, now: Millis) -> Vec<PoolEffect> {
        let mut effects = Vec::new();
        let Some(room) = room else {
            self.dissolve(id, now, &mut effects);
            return effects;
        };
        let Some(pairing) = self.pairings.remove(&id) else {
            return effects;
        };
        for seek in pairing.seeks {
            self.remove(seek);
            let paired = FromPool::Paired {
                pairing: id,
                room: room.to_owned(),
            };
            effects.push(PoolEffect::Tell(seek, paired));
        }
        effects
    }

    /// Ends offers whose time is over, and drops the seeks of desks that are silent. To be called every second or so.
    pub fn wake(&mut self, now: Millis) -> Vec<PoolEffect> {
        let mut effects = Vec::new();
        let late = self.pairings.iter();
        let late = late.filter(|(_, pairing)| !pairing.is_opening && pairing.until <= now);
        let late: BTreeSet<_> = late.map(|(id, _)| *id).collect();
        for pairing in late {
            self.dissolve(pairing, now, &mut effects);
        }
        // An offer, or its answer, may have been lost.
        for (id, pairing) in &self.pairings {
            for (seek, entrant) in pairing.seeks.iter().zip(&pairing.entrants) {
                if entrant.is_none() {
                    effects.push(PoolEffect::Tell(*seek, FromPool::Offer(*id)));
                }
            }
        }
        let silent = self.seeks.iter().filter(|(_, entry)| {
            entry.pairing.is_none() && now.saturating_sub(entry.announced) >= SEEK_MILLIS
        });
        let silent: Vec<_> = silent.map(|(id, _)| *id).collect();
        for id in silent {
            self.forget(id);
        }
        effects
    }

    fn announce(&mut self, seek: Seek, now: Millis, effects: &mut Vec<PoolEffect>) {
        if let Some(&other) = self.people.get(&seek.person)
            && other != seek.id
        {
            let since = self.seeks.get(&other).map(|entry| entry.seek.since);
            if since > Some(seek.since) {
                effects.push(PoolEffect::Tell(seek.id, FromPool::Replaced));
                return;
            }
            effects.push(PoolEffect::Tell(other, FromPool::Replaced));
            self.withdraw(other, now, effects);
        }
        self.people.insert(seek.person, seek.id);
        let entry = self.seeks.entry(seek.id).or_insert(Entry {
            seek,
            pairing: None,
            announced: now,
        });
        entry.announced = now;
        if entry.pairing.is_none() {
            self.pair(seek.id, now, effects);
        }
    }

    /// Removes a seek that waits.
    fn forget(&mut self, id: SeekId) {
        if let Some(seek) = self.remove(id) {
            self.stop_waiting(seek);
        }
    }

    /// Whether a seek has not been replaced while its room was being opened.
    fn is_newest(&self, id: SeekId) -> bool {
        let person = self.seeks.get(&id).map(|entry| entry.seek.person);
        person.is_some_and(|person| self.people.get(&person) == Some(&id))
    }

    /// Removes a seek that does not wait.
    fn remove(&mut self, id: SeekId) -> Option<Seek> {
        let seek = self.seeks.remove(&id)?.seek;
        if self.people.get(&seek.person) == Some(&id) {
            self.people.remove(&seek.person);
        }
        Some(seek)
    }

    fn wait(&mut self, id: SeekId) {
        if let Some(entry) = self.seeks.get(&id) {
            let queue = self.waiting.entry(entry.seek.terms).or_default();
            queue.insert((entry.seek.since, id));
        }
    }

    fn stop_waiting(&mut self, seek: Seek) {
        if let Some(queue) = self.waiting.get_mut(&seek.terms) {
            queue.remove(&(seek.since, seek.id));
            if queue.is_empty() {
                self.waiting.remove(&seek.terms);
            }
        }
    }

    /// Offers a seek to the one that fits and waits longest, or lets it wait.
    fn pair(&mut self, id: SeekId, now: Millis, effects: &mut Vec<PoolEffect>) {
        let Some(seek) = self.seeks.get(&id).map(|entry| entry.seek) else {
            return;
        };
        let queue = self.waiting.entry(seek.terms).or_default();
        let fits = |(_, other): &&(Millis, SeekId)| *other != id;
        let Some((since, other)) = queue.iter().find(fits).copied() else {
            queue.insert((seek.since, id));
            return;
        };
        let mut both = [(seek.since, id), (since, other)];
        both.sort_unstable();
        for each in both {
            queue.remove(&each);
        }
        if queue.is_empty() {
            self.waiting.remove(&seek.terms);
        }
        let seeks = both.map(|(_, id)| id);
        self.last += 1;
        let pairing = PairingId(self.last);
        for id in seeks {
            if let Some(entry) = self.seeks.get_mut(&id) {
                entry.pairing = Some(pairing);
            }
            effects.push(PoolEffect::Tell(id, FromPool::Offer(pairing)));
        }
        let offered = Pairing {
            seeks,
            entrants: [None, None],
            until: now.saturating_add(OFFER_MILLIS),
            is_opening: false,
        };
        self.pairings.insert(pairing, offered);
    }

    fn accept(
        &mut self,
        id: SeekId,
        pairing: PairingId,
        entrant: &Entrant,
        effects: &mut Vec<PoolEffect>,
    ) {
        let Some(offered) = self.pairings.get_mut(&pairing) else {
            let is_kept = self.seeks.contains_key(&id);
            let void = FromPool::Void { pairing, is_kept };
            effects.push(PoolEffect::Tell(id, void));
            return;
        };
        if offered.is_opening {
            return;
        }
        for (seek, accepted) in offered.seeks.iter().zip(&mut offered.entrants) {
            if *seek == id {
                *accepted = Some(entrant.clone());
            }
        }
        let seeks = offered.seeks.map(|seek| self.seeks.get(&seek));
        if let ([Some(first), Some(second)], [Some(one), Some(other)]) = (seeks, &offered.entrants)
        {
            offered.is_opening = true;
            let order = Order {
                terms: first.seek.terms,
                listed: first.seek.listed && second.seek.listed,
                entrants: [one.clone(), other.clone()],
            };
            effects.push(PoolEffect::Open(pairing, order));
        }
    }

    fn withdraw(&mut self, id: SeekId, now: Millis, effects: &mut Vec<PoolEffect>) {
        let Some(entry) = self.seeks.get(&id) else {
            return;
        };
        match entry.pairing {
            None => self.forget(id),
            Some(pairing) => {
                let Some(offered) = self.pairings.get_mut(&pairing) else {
                    return;
                };
                // Too late: the room tells the other one that nobody comes.
                if offered.is_opening {
                    return;
                }
                // The other one is there, whether it has said so or not.
                let is_kept = offered.seeks.map(|seek| seek != id);
                self.end(pairing, is_kept, now, effects);
            }
        }
    }

    /// Ends a pairing that has failed. A person who has accepted waits again, in the same place; one who has not is out.
    fn dissolve(&mut self, id: PairingId, now: Millis, effects: &mut Vec<PoolEffect>) {
        if let Some(pairing) = self.pairings.get(&id) {
            let [first, second] = &pairing.entrants;
            let is_kept = [first.is_some(), second.is_some()];
            self.end(id, is_kept, now, effects);
        }
    }

    /// Ends a pairing, and lets those of the two who are kept wait again.
    fn end(
        &mut self,
        id: PairingId,
        is_kept: [bool; 2],
        now: Millis,
        effects: &mut Vec<PoolEffect>,
    ) {
        let Some(pairing) = self.pairings.remove(&id) else {
            return;
        };
        let mut waiting = Vec::new();
        for (seek, is_kept) in pairing.seeks.into_iter().zip(is_kept) {
            let is_kept = is_kept && self.is_newest(seek);
            let void = FromPool::Void {
                pairing: id,
                is_kept,
            };
            effects.push(PoolEffect::Tell(seek, void));
            if !is_kept {
                self.remove(seek);
            } else if let Some(entry) = self.seeks.get_mut(&seek) {
                entry.pairing = None;
                entry.announced = now;
                waiting.push(seek);
            }
        }
        match waiting[..] {
            [seek] => self.pair(seek, now, effects),
            // Not with each other at once: what has failed would fail again. They meet when their desks announce them.
            _ => waiting.into_iter().for_each(|seek| self.wait(seek)),
        }
    }
}
