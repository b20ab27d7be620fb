//! Opens rooms, with or without a computer or two people in them.

use raum_host::Denied;
use raum_journal::{Append, RoomId};
use raum_lobby::Entrant;
use raum_room::{
    By, Command, Context, EncodedEntry, Entry, Event, HostCommand, Millis, Opening, Private,
    Refusal, Room,
};
use raum_rules::Side;
use tracing::debug;

use super::{Hosts, Ids};
use crate::{limits::NEW_ROOMS_PERCENT_MAX, log, meters, net::Address, rooms::secrets};

/// How many random ids to try for a new room.
const IDS_TRIED_MAX: usize = 16;

/// A room to open.
pub(crate) struct NewRoom {
    pub(crate) opening: Opening,
    pub(crate) occupants: Occupants,
}

/// A room that was opened, with its entries so far.
pub(crate) struct OpenedRoom {
    pub(crate) id: RoomId,
    pub(crate) entries: Vec<EncodedEntry>,
}

/// Who has a seat in a new room.
pub(crate) enum Occupants {
    None,
    Computer(Computer),
    /// Two people whom the lobby has paired: their game starts at once.
    Pair([Entrant; 2]),
}

/// A machine that sits in a new room, so that the first member who takes a seat plays against it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Computer {
    pub(crate) level: u8,
    pub(crate) side: Option<Side>,
    pub(crate) instant: bool,
}

impl From<Opening> for NewRoom {
    fn from(opening: Opening) -> Self {
        Self {
            opening,
            occupants: Occupants::None,
        }
    }
}

impl Hosts {
    /// Opens a room: its first entries are durable when this returns. They are charged to an address, if one has asked for
    /// them.
    pub(crate) async fn open(
        &self,
        from: impl Into<Option<Address>>,
        room: impl Into<NewRoom>,
        pass_key_hash: Option<String>,
        ids: Ids,
    ) -> Result<OpenedRoom, Denied> {
        let from = from.into();
        let NewRoom { opening, occupants } = room.into();
        if matches!(occupants, Occupants::Computer(_)) && !self.services.thinking.is_on() {
            return Err(Denied::Refused(Refusal::NoComputers));
        }
        let kind = opening.kind.name();
        let private = pass_key_hash.map(|hash| Private {
            pass_key_hash: Some(hash),
            ..Private::default()
        });
        let now = self.services.clock.now();
        let opened = entry(1, now, Event::RoomOpened(opening), private);
        let entries = match occupants {
            Occupants::None => Ok(vec![opened]),
            Occupants::Computer(computer) => with_computer(opened, computer),
            Occupants::Pair(entrants) => with_pair(opened, entrants),
        };
        let entries = entries.map_err(Denied::Refused)?;
        let entries: Vec<_> = entries.into_iter().map(EncodedEntry::new).collect();
        self.check_space().await?;
        for _ in 0..IDS_TRIED_MAX {
            let id = ids(secrets::random_number());
            let store = &self.services.store;
            match store.append(&id, &entries).await {
                Ok(Append::Done) => {
                    // An opening can contain thousands of moves.
                    let bytes = entries.iter().map(|entry| entry.public().len()).sum();
                    if let Some(from) = from {
                        self.services.rates.stored(from, entries.len(), bytes);
                    }
                    meters::room_opened(kind);
                    debug!(room = %id, kind, "room opened");
                    return Ok(OpenedRoom { id, entries });
                }
                Ok(Append::Conflict { .. }) => {}
                Ok(Append::Behind { .. } | Append::Unknown(_)) | Err(_) => {
                    return Err(Denied::Unavailable);
                }
            }
        }
        Err(Denied::NoSpace)
    }

    /// Fails if the journal has no space for new rooms. The rest of it is reserved for games in progress.
    async fn check_space(&self) -> Result<(), Denied> {
        let size = self.services.upkeep.size().await;
        let size = size.map_err(|_| Denied::Unavailable)?;
        let for_new_rooms = size.bytes_max.map(|max| max / 100 * NEW_ROOMS_PERCENT_MAX);
        if for_new_rooms.is_some_and(|max| size.used_bytes() >= max) {
            log::limit_hit("data-bytes-max", None);
            return Err(Denied::NoSpace);
        }
        Ok(())
    }
}

fn entry(seq: u64, at: Millis, event: Event, private: Option<Private>) -> Entry {
    Entry {
        seq,
        at,
        format: event.format(),
        answers: None,
        event,
        private,
    }
}

/// The first entry of a room and those that seat a computer in it.
fn with_computer(opened: Entry, computer: Computer) -> Result<Vec<Entry>, Refusal> {
    let Computer {
        level,
        side,
        instant,
    } = computer;
    let command = HostCommand::SeatMachine {
        level,
        side,
        instant,
    };
    let at = opened.at;
    // The entry opens a room.
    let room = Room::begin(&opened).ok_or(Refusal::RoomClosed)?;
    let events = room.decide_for_host(command, &context(at))?;
    let seated = (2..)
        .zip(events)
        .map(|(seq, event)| entry(seq, at, event, None));
    Ok([opened].into_iter().chain(seated).collect())
}

/// The first entry of a room and those that seat two people in it.
fn with_pair(opened: Entry, entrants: [Entrant; 2]) -> Result<Vec<Entry>, Refusal> {
    let at = opened.at;
    let mut room = Room::begin(&opened).ok_or(Refusal::RoomClosed)?;
    let mut entries = vec![opened];
    for Entrant { name, token_hash } in entrants {
        let take_seat = Command::TakeSeat { name, side: None };
        for event in room.decide(By::Guest, &take_seat, &context(at))? {
            let private = matches!(event, Event::SeatTaken { .. }).then(|| Private {
                token_hash: Some(token_hash.clone()),
                ..Private::default()
            });
            let entry = entry(room.seq() + 1, at, event, private);
            room.apply(&entry);
            entries.push(entry);
        }
    }
    Ok(entries)
}

/// The context of the first commands to a room.
fn context(now: Millis) -> Context {
    Context {
        now,
        chance: secrets::random_number(),
        key_shown: true,
        away_since: [None; 2],
        can_go_back: true,
    }
}
