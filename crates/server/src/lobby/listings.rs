//! The listed rooms that this node has loaded.

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{Arc, Mutex},
};

use raum_journal::RoomId;
use raum_lobby::{BlockList, ROOMS_MAX};
use raum_room::Seq;
use raum_wire::lobby::ListedRoom;
use tokio::sync::Notify;

use crate::{lock::lock, log, net::Address, rooms::Owner};

/// The listed rooms of this node, with the names that lists may show.
#[derive(Default)]
pub(crate) struct Listings {
    pub(crate) names: BlockList,
    per_address_max: usize,
    rooms: Mutex<HashMap<RoomId, Listed>>,
    pub(super) changed: Notify,
}

struct Listed {
    /// The address that the room was loaded for.
    owner: Owner,
    seq: Seq,
    room: ListedRoom,
}

impl Listings {
    pub(crate) fn new(names: BlockList, per_address_max: usize) -> Arc<Self> {
        Arc::new(Self {
            names,
            per_address_max,
            ..Self::default()
        })
    }

    /// The rooms to show, newest first. A client that opens many rooms fills no more than its share of the list.
    pub(super) fn shown(&self) -> Vec<(Seq, ListedRoom)> {
        let rooms = lock(&self.rooms);
        let mut newest: Vec<_> = rooms.values().collect();
        newest.sort_unstable_by_key(|listed| (Reverse(listed.room.since), &listed.room.room));
        let mut by_address: HashMap<Address, usize> = HashMap::new();
        let has_share = |listed: &&Listed| {
            let Some(address) = listed.owner else {
                return true;
            };
            let count = by_address.entry(address).or_default();
            *count += 1;
            if *count > self.per_address_max {
                log::limit_hit("listed-rooms-per-address-max", Some(address));
            }
            *count <= self.per_address_max
        };
        let shown = newest.into_iter().filter(has_share).take(ROOMS_MAX);
        shown
            .map(|listed| (listed.seq, listed.room.clone()))
            .collect()
    }
}

/// A room's place among the listings, free when this is dropped.
pub(crate) struct Listing {
    listings: Arc<Listings>,
    room: RoomId,
    /// What was last listed: the last entry, the number of spectators, and whether the room was shown.
    last: Option<(Seq, usize, bool)>,
}

impl Listing {
    pub(crate) fn new(listings: Arc<Listings>, room: RoomId) -> Self {
        Self {
            listings,
            room,
            last: None,
        }
    }

    /// Lists the room as it is now, or takes it off the list.
    pub(crate) fn set(&mut self, owner: Owner, seq: Seq, room: Option<ListedRoom>) {
        let spectators = room.as_ref().map_or(0, |room| room.spectators);
        let now = Some((seq, spectators, room.is_some()));
        if self.last == now {
            return;
        }
        self.last = now;
        match room {
            Some(room) => {
                let room = self.listings.without_blocked_names(room);
                let listed = Listed { owner, seq, room };
                lock(&self.listings.rooms).insert(self.room.clone(), listed);
            }
            None => drop(lock(&self.listings.rooms).remove(&self.room)),
        }
        self.listings.changed.notify_one();
    }
}

impl Drop for Listing {
    fn drop(&mut self) {
        if lock(&self.listings.rooms).remove(&self.room).is_some() {
            self.listings.changed.notify_one();
        }
    }
}

impl Listings {
    fn without_blocked_names(&self, mut room: ListedRoom) -> ListedRoom {
        for seat in &mut room.seats {
            seat.name = seat.name.take().and_then(|name| self.names.shown(&name));
        }
        room
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use raum_rules::Kind;
    use raum_wire::lobby::ListedSeat;

    use super::*;

    fn room(number: u64, name: &str) -> (RoomId, ListedRoom) {
        let id = RoomId::from_bits(number);
        let room = ListedRoom {
            room: id.to_string(),
            kind: Kind::Chess,
            clock: None,
            since: number,
            seats: vec![ListedSeat {
                side: None,
                name: Some(name.to_owned()),
                level: None,
            }],
            spectators: 0,
            game: None,
        };
        (id, room)
    }

    fn list(listings: &Arc<Listings>, owner: Owner, number: u64, name: &str) -> Listing {
        let (id, room) = room(number, name);
        let mut listing = Listing::new(listings.clone(), id);
        listing.set(owner, 1, Some(room));
        listing
    }

    /// A flood of listed rooms from one address leaves room for those of others.
    #[test]
    fn an_address_fills_no_more_than_its_share_of_the_list() {
        let listings = Listings::new(BlockList::default(), 2);
        let [spammer, other] =
            [1, 2].map(|last| Some(Address::from(IpAddr::from([192, 0, 2, last]))));
        let mut held: Vec<_> = (0..50)
            .map(|number| list(&listings, spammer, number, "Ann"))
            .collect();
        held.extend((50..53).map(|number| list(&listings, None, number, "Ben")));
        held.push(list(&listings, other, 90, "Cid"));
        let since: Vec<_> = listings
            .shown()
            .iter()
            .map(|(_, room)| room.since)
            .collect();
        assert_eq!(since, [90, 52, 51, 50, 49, 48]);
        held.truncate(1);
        assert_eq!(listings.shown().len(), 1);
        drop(held);
        assert_eq!(listings.shown(), []);
    }

    #[test]
    fn blocked_names_and_links_are_not_shown() {
        let names = BlockList::read("rude").unwrap();
        let listings = Listings::new(names, 10);
        let names = ["Ann", "R.U.D.E", "https://casino.example"];
        let _held: Vec<_> = (0..)
            .zip(names)
            .map(|(number, name)| list(&listings, None, number, name))
            .collect();
        let shown = listings.shown();
        let shown: Vec<_> = shown
            .iter()
            .map(|(_, room)| room.seats[0].name.as_deref())
            .collect();
        assert_eq!(shown, [None, None, Some("Ann")]);
    }
}
