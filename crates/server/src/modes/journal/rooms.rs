//! `raum journal list` and `raum journal delete`: which rooms there are, and which of them may go.

use std::{
    cmp::Reverse,
    io::{self, Write},
};

use anyhow::ensure;
use clap::{Args, ValueEnum};
use raum_journal::{Disk, Error, ListedRoom, Priority, RoomId, Store, Upkeep};
use raum_room::{Event, Millis, Phase, Room};
use raum_rules::Kind;

use crate::{
    modes::arguments::kind_parser,
    time::{NodeClock, utc},
};

/// How many rooms are looked up at a time.
const PAGE_ROOMS: usize = 1000;

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1000;

/// Which rooms are meant.
#[derive(Args)]
#[command(next_help_heading = "Which rooms")]
pub(super) struct Filter {
    /// Rooms of this kind
    #[arg(long, value_parser = kind_parser())]
    kind: Option<Kind>,
    /// Rooms in this phase
    #[arg(long)]
    phase: Option<PhaseName>,
    /// Rooms with at least this many bytes of entries
    #[arg(long, value_name = "BYTES")]
    bytes_min: Option<u64>,
    /// Rooms whose last entry is at least this many days old
    #[arg(long, value_name = "DAYS")]
    idle_days: Option<u32>,
}

/// A phase on the command line, or what keeps a room from having one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PhaseName {
    /// A seat is free
    Waiting,
    /// A game is under way
    Playing,
    /// The game is over
    Over,
    /// The room is closed
    Closed,
    /// The room cannot be read
    Damaged,
    /// A newer raum has written the room
    Newer,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Order {
    /// The biggest first
    Size,
    /// The longest untouched first
    Age,
    /// One kind after the other, the biggest first
    Kind,
}

/// A room as its ends show it.
struct Found {
    listed: ListedRoom,
    bytes: u64,
    /// None if its first entry cannot be read.
    kind: Option<Kind>,
}

impl Filter {
    fn is_empty(&self) -> bool {
        self.kind.is_none()
            && self.phase.is_none()
            && self.bytes_min.is_none()
            && self.idle_days.is_none()
    }

    /// Whether a room may be meant, its phase apart.
    fn fits(&self, found: &Found, now: Millis) -> bool {
        let idle_millis = found.listed.last_at.map(|at| now.saturating_sub(at));
        let idle_millis_min = self.idle_days.map(|days| Millis::from(days) * DAY_MILLIS);
        self.kind.is_none_or(|kind| found.kind == Some(kind))
            && self.bytes_min.is_none_or(|least| found.bytes >= least)
            && idle_millis_min.is_none_or(|least| idle_millis.is_some_and(|idle| idle >= least))
    }
}

/// Prints the rooms that a filter fits, at most `first`.
pub(super) async fn list(
    store: &Disk,
    filter: &Filter,
    order: Order,
    first: Option<usize>,
) -> anyhow::Result<()> {
    let mut found = find(store, filter, all(store).await?).await?;
    match order {
        Order::Size => found.sort_by_key(|room| Reverse(room.bytes)),
        Order::Age => found.sort_by_key(|room| room.listed.last_at),
        Order::Kind => {
            found.sort_by_key(|room| (room.kind.map(Kind::name), Reverse(room.bytes)));
        }
    }
    let mut out = io::stdout().lock();
    print_head(&mut out)?;
    let mut left = first.unwrap_or(usize::MAX);
    for room in &found {
        if left == 0 {
            break;
        }
        let phase = phase(store, room).await?;
        if filter.phase.is_none_or(|wanted| wanted == phase) {
            print(&mut out, room, phase)?;
            left -= 1;
        }
    }
    Ok(())
}

/// Deletes the rooms that a filter fits, of those named if any are. Without `is_sure` it only prints them.
pub(super) async fn delete(
    store: &Disk,
    named: &[RoomId],
    filter: &Filter,
    is_sure: bool,
) -> anyhow::Result<()> {
    ensure!(
        !named.is_empty() || !filter.is_empty(),
        "which rooms? name some, or say --kind, --phase, --bytes-min or --idle-days"
    );
    let mut rooms = all(store).await?;
    if !named.is_empty() {
        for name in named {
            let exists = rooms.iter().any(|listed| listed.room == *name);
            ensure!(exists, "there is no room {name}");
        }
        rooms.retain(|listed| named.contains(&listed.room));
    }
    let mut out = io::stdout().lock();
    print_head(&mut out)?;
    let (mut count, mut bytes) = (0, 0);
    for room in find(store, filter, rooms).await? {
        let phase = phase(store, &room).await?;
        if filter.phase.is_some_and(|wanted| wanted != phase) {
            continue;
        }
        if is_sure {
            store.delete(&room.listed.room).await?;
        }
        print(&mut out, &room, phase)?;
        count += 1;
        bytes += room.bytes;
    }
    if is_sure {
        writeln!(out, "rooms deleted: {count}, bytes: {bytes}")?;
    } else {
        writeln!(
            out,
            "rooms that --yes would delete: {count}, bytes: {bytes}"
        )?;
    }
    Ok(())
}

/// All rooms of a store.
pub(super) async fn all(store: &Disk) -> Result<Vec<ListedRoom>, Error> {
    let mut rooms: Vec<ListedRoom> = Vec::new();
    loop {
        let after = rooms.last().map(|listed| &listed.room);
        let page = store.list(after, PAGE_ROOMS).await?;
        if page.is_empty() {
            return Ok(rooms);
        }
        rooms.extend(page);
    }
}

/// The rooms that a filter may fit.
async fn find(store: &Disk, filter: &Filter, rooms: Vec<ListedRoom>) -> Result<Vec<Found>, Error> {
    let now = NodeClock::new().now();
    let mut found = Vec::new();
    for listed in rooms {
        let room = Found {
            bytes: store.room_bytes(&listed.room).await?,
            kind: kind(store, &listed.room).await?,
            listed,
        };
        if filter.fits(&room, now) {
            found.push(room);
        }
    }
    Ok(found)
}

async fn kind(store: &Disk, room: &RoomId) -> Result<Option<Kind>, Error> {
    let page = store.read_page(room, 1, 1, Priority::Upkeep).await;
    let page = readable(page)?.unwrap_or_default();
    Ok(match page.entries.first().map(|entry| &entry.event) {
        Some(Event::RoomOpened(opening)) => Some(opening.kind),
        _ => None,
    })
}

async fn phase(store: &Disk, room: &Found) -> Result<PhaseName, Error> {
    let read = store.read_all(&room.listed.room, 1, Priority::Upkeep).await;
    if let Err(Error::Newer { .. }) = read {
        return Ok(PhaseName::Newer);
    }
    let room = readable(read)?.and_then(|entries| Room::replay(&entries));
    Ok(match room.map(|room| room.phase()) {
        None => PhaseName::Damaged,
        Some(Phase::Waiting) => PhaseName::Waiting,
        Some(Phase::Playing) => PhaseName::Playing,
        Some(Phase::Over) => PhaseName::Over,
        Some(Phase::Closed) => PhaseName::Closed,
    })
}

/// What was read; nothing of a room that this version cannot read.
fn readable<T>(read: Result<T, Error>) -> Result<Option<T>, Error> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(Error::Damaged { .. } | Error::Newer { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn print_head(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:12}  {:9}  {:7}  {:>8}  {:>10}  LAST ENTRY",
        "ROOM", "KIND", "PHASE", "ENTRIES", "BYTES"
    )
}

fn print(out: &mut impl Write, room: &Found, phase: PhaseName) -> io::Result<()> {
    let Found {
        listed,
        bytes,
        kind,
    } = room;
    let value = phase.to_possible_value();
    let phase = value.as_ref().map_or("-", |value| value.get_name());
    let last_at = listed.last_at.map(|at| utc(at).to_string());
    writeln!(
        out,
        "{:12}  {:9}  {phase:7}  {:>8}  {bytes:>10}  {}",
        listed.room.as_str(),
        kind.map_or("-", Kind::name),
        listed.last,
        last_at.as_deref().unwrap_or("-")
    )
}
