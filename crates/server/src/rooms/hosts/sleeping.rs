//! Rooms that are not in memory although time goes on in them: a clock runs, or a member is away. One timer wakes them
//! all, so that a room costs some hundred bytes while its players think for a day.

use std::collections::{BTreeSet, HashMap};

use raum_journal::RoomId;
use raum_room::{MemberId, Millis};
use tokio::time::Instant;

use crate::{limits::ROOMS_ASLEEP_MAX, meters, time::NodeClock};

/// What a room that sleeps would else forget.
#[derive(Clone, Debug)]
pub(crate) struct Asleep {
    /// The room's clock, which has run on: nothing is refunded when the room wakes.
    pub(crate) clock: NodeClock,
    pub(crate) away_since: Vec<(MemberId, Millis)>,
    /// When a flag falls: then the room wakes by itself.
    pub(crate) flag_at: Option<Instant>,
    /// When no absence matters any more.
    pub(crate) until: Instant,
}

impl Asleep {
    fn due(&self) -> Instant {
        self.flag_at.unwrap_or(self.until)
    }
}

/// All rooms that sleep, by id and by time.
#[derive(Default)]
pub(super) struct Sleeping {
    rooms: HashMap<RoomId, Asleep>,
    by_time: BTreeSet<(Instant, RoomId)>,
}

impl Sleeping {
    /// Tells whether there was space for it.
    pub(super) fn insert(&mut self, id: RoomId, asleep: Asleep) -> bool {
        if self.rooms.len() >= ROOMS_ASLEEP_MAX {
            return false;
        }
        self.by_time.insert((asleep.due(), id.clone()));
        if let Some(before) = self.rooms.insert(id.clone(), asleep) {
            self.by_time.remove(&(before.due(), id));
        }
        meters::rooms_asleep(self.rooms.len());
        true
    }

    pub(super) fn take(&mut self, id: &RoomId) -> Option<Asleep> {
        let asleep = self.rooms.remove(id)?;
        self.by_time.remove(&(asleep.due(), id.clone()));
        meters::rooms_asleep(self.rooms.len());
        Some(asleep)
    }

    pub(super) fn contains(&self, id: &RoomId) -> bool {
        self.rooms.contains_key(id)
    }

    /// When there is something to do.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.by_time.first().map(|(due, _)| *due)
    }

    /// A room that is to wake now. Rooms that need not wake are forgotten.
    pub(super) fn wake_one(&mut self, now: Instant) -> Option<RoomId> {
        loop {
            let (due, id) = self.by_time.first()?.clone();
            if due > now {
                return None;
            }
            if self
                .rooms
                .get(&id)
                .is_some_and(|asleep| asleep.flag_at.is_some())
            {
                return Some(id);
            }
            self.by_time.remove(&(due, id.clone()));
            self.rooms.remove(&id);
            meters::rooms_asleep(self.rooms.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn rooms_wake_in_the_order_of_their_flags_and_absences_are_forgotten() {
        let now = Instant::now();
        let after = |seconds| now + Duration::from_secs(seconds);
        let mut sleeping = Sleeping::default();
        let flags = [Some(30), None, Some(10)];
        for (bits, flag) in (0..).zip(flags) {
            let asleep = Asleep {
                clock: NodeClock::new(),
                away_since: vec![(MemberId(1), 7)],
                flag_at: flag.map(after),
                until: after(20),
            };
            assert!(sleeping.insert(RoomId::from_bits(bits), asleep));
        }
        assert_eq!(sleeping.next_due(), Some(after(10)));
        assert_eq!(sleeping.wake_one(after(9)), None);
        let first = sleeping.wake_one(after(25)).unwrap();
        assert_eq!(first, RoomId::from_bits(2));
        let asleep = sleeping.take(&first).unwrap();
        assert_eq!(asleep.away_since, [(MemberId(1), 7)]);
        assert_eq!(sleeping.wake_one(after(25)), None);
        assert!(!sleeping.contains(&RoomId::from_bits(1)));
        assert_eq!(sleeping.next_due(), Some(after(30)));
        sleeping.take(&RoomId::from_bits(0));
        assert!(sleeping.by_time.is_empty() && sleeping.rooms.is_empty());
    }
}
