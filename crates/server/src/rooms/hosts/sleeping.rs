//! Rooms that are not loaded while a clock runs in them or a member is away. One timer wakes them all, so a room costs
//! some hundred bytes while its players think for a day.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use raum_journal::RoomId;
use raum_room::{MemberId, Millis};
use tokio::time::Instant;

use crate::{cluster::Registration, limits::ROOMS_ASLEEP_MAX, meters, time::NodeClock};

/// What a sleeping room has to remember.
#[derive(Clone)]
pub(crate) struct SleepState {
    /// The room's clock, which keeps running: no time is refunded when the room wakes.
    pub(crate) clock: NodeClock,
    pub(crate) away_since: Vec<(MemberId, Millis)>,
    /// When a flag falls and the room has to wake.
    pub(crate) flag_at: Option<Instant>,
    /// When the last absence stops mattering.
    pub(crate) until: Instant,
    /// In a cluster, lets other nodes know of the room.
    pub(crate) registration: Option<Arc<Registration>>,
}

impl SleepState {
    /// Since when members are away. In a cluster some may have been on other nodes since.
    pub(crate) fn away_since(&self) -> Vec<(MemberId, Millis)> {
        match &self.registration {
            Some(registration) => registration.away(),
            None => self.away_since.clone(),
        }
    }

    fn due(&self) -> Instant {
        self.flag_at.unwrap_or(self.until)
    }
}

/// All sleeping rooms, by id and by time.
#[derive(Default)]
pub(super) struct Sleeping {
    rooms: HashMap<RoomId, SleepState>,
    by_time: BTreeSet<(Instant, RoomId)>,
}

impl Sleeping {
    /// Adds a room. Returns false if too many rooms are asleep.
    pub(super) fn insert(&mut self, id: RoomId, asleep: SleepState) -> bool {
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

    pub(super) fn take(&mut self, id: &RoomId) -> Option<SleepState> {
        let asleep = self.rooms.remove(id)?;
        self.by_time.remove(&(asleep.due(), id.clone()));
        meters::rooms_asleep(self.rooms.len());
        Some(asleep)
    }

    pub(super) fn contains(&self, id: &RoomId) -> bool {
        self.rooms.contains_key(id)
    }

    /// When the next room is due.
    pub(super) fn next_due(&self) -> Option<Instant> {
        self.by_time.first().map(|(due, _)| *due)
    }

    /// The next room to wake. Forgets rooms that are due and need not wake.
    pub(super) fn wake_one(&mut self, now: Instant) -> Option<RoomId> {
        loop {
            let (due, id) = self.by_time.first()?.clone();
            if due > now {
                return None;
            }
            if self
                .rooms
                .get(&id)
                .is_some_and(|room| room.flag_at.is_some())
            {
                return Some(id);
            }
            self.take(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn rooms_wake_in_the_order_of_their_flags_and_absences_expire() {
        let now = Instant::now();
        let after = |seconds| now + Duration::from_secs(seconds);
        let mut sleeping = Sleeping::default();
        let flags = [Some(30), None, Some(10)];
        for (bits, flag) in (0..).zip(flags) {
            let asleep = SleepState {
                clock: NodeClock::new(),
                away_since: vec![(MemberId(1), 7)],
                flag_at: flag.map(after),
                until: after(20),
                registration: None,
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
