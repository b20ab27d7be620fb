//! `raum journal list` and `raum journal delete`.

use std::{
    cmp::Reverse,
    io::{self, Write},
};

use anyhow::ensure;
use clap::{Args, ValueEnum};
use futures_util::future::try_join_all;
use raum_journal::{Error, Journal, ListedRoom, Priority, RoomId};
use raum_room::{Event, Millis, Phase, Room};
use raum_rules::Kind;

use crate::{
    modes::arguments::kind_parser,
    rooms::batches,
    time::{NodeClock, utc},
};

/// Rooms per page of the list.
const PAGE_ROOMS: usize = 1000;

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1000;

/// Selects rooms.
#[derive(Args, Default, PartialEq)]
#[command(next_help_heading = "Filters")]
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

/// A phase on the command line, or why a room has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PhaseName {
    /// A seat is free
    Waiting,
    /// A game is being played
    Playing,
    /// The game is over
    Over,
    /// The room is closed
    Closed,
    /// The room cannot be read
    Damaged,
    /// The room was written by a newer raum
    Newer,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Order {
    /// Largest first
    Size,
    /// Longest idle first
    Age,
    /// Grouped by kind, largest first
    Kind,
}

/// A room with the facts that its first and last entries give.
struct Found {
    listed: ListedRoom,
    bytes: u64,
    /// `None` if its first entry cannot be read.
    kind: Option<Kind>,
}

impl Filter {
    /// Whether a room matches, apart from its phase.
    fn matches(&self, found: &Found, now: Millis) -> bool {
        let idle_millis = found.listed.last_at.map(|at| now.saturating_sub(at));
        let idle_millis_min = self.idle_days.map(|days| Millis::from(days) * DAY_MILLIS);
        self.kind.is_none_or(|kind| found.kind == Some(kind))
            && self.bytes_min.is_none_or(|least| found.bytes >= least)
            && idle_millis_min.is_none_or(|least| idle_millis.is_some_and(|idle| idle >= least))
    }
}

/// Prints the rooms that match a filter, at most `first`.
pub(super) async fn list(
    store: &dyn Journal,
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
    print(store, filter, &found, first.unwrap_or(usize::MAX), false).await?;
    Ok(())
}

/// Prints the rooms that match a filter, among the named ones if any are named, and deletes them if `is_sure`.
pub(super) async fn delete(
    store: &dyn Journal,
    named: &[RoomId],
    filter: &Filter,
    is_sure: bool,
) -> anyhow::Result<()> {
    ensure!(
        !named.is_empty() || *filter != Filter::default(),
        "no rooms selected: give ids, --kind, --phase, --bytes-min or --idle-days"
    );
    let mut rooms = all(store).await?;
    if !named.is_empty() {
        for name in named {
            let exists = rooms.iter().any(|listed| listed.room == *name);
            ensure!(exists, "room {name} does not exist");
        }
        rooms.retain(|listed| named.contains(&listed.room));
    }
    let found = find(store, filter, rooms).await?;
    let (count, bytes) = print(store, filter, &found, usize::MAX, is_sure).await?;
    let what = if is_sure {
        "rooms deleted"
    } else {
        "rooms to delete with --yes"
    };
    Ok(writeln!(io::stdout(), "{what}: {count}, bytes: {bytes}")?)
}

/// Prints the rooms in the filter's phase, at most `rooms_max`, and deletes them on request. Returns their number and
/// their bytes.
async fn print(
    store: &dyn Journal,
    filter: &Filter,
    found: &[Found],
    rooms_max: usize,
    delete: bool,
) -> anyhow::Result<(usize, u64)> {
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{:12}  {:9}  {:7}  {:>8}  {:>10}  LAST ENTRY",
        "ROOM", "KIND", "PHASE", "ENTRIES", "BYTES"
    )?;
    let (mut count, mut bytes) = (0, 0);
    for batch in batches(found, |room| room.listed.last) {
        let phases = try_join_all(batch.iter().map(|room| phase(store, room))).await?;
        for (room, phase) in batch.iter().zip(phases) {
            if count == rooms_max {
                return Ok((count, bytes));
            }
            if filter.phase.is_some_and(|wanted| wanted != phase) {
                continue;
            }
            if delete {
                store.delete(&room.listed.room).await?;
            }
            print_row(&mut out, room, phase)?;
            count += 1;
            bytes += room.bytes;
        }
    }
    Ok((count, bytes))
}

/// All rooms of a store.
pub(super) async fn all(store: &dyn Journal) -> Result<Vec<ListedRoom>, Error> {
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

/// The rooms that match a filter, apart from their phase.
async fn find(
    store: &dyn Journal,
    filter: &Filter,
    rooms: Vec<ListedRoom>,
) -> Result<Vec<Found>, Error> {
    let now = NodeClock::new().now();
    let mut found = Vec::new();
    for batch in batches(&rooms, |listed| listed.last) {
        let batch = try_join_all(batch.iter().map(|listed| facts(store, listed))).await?;
        found.extend(batch.into_iter().filter(|room| filter.matches(room, now)));
    }
    Ok(found)
}

async fn facts(store: &dyn Journal, listed: &ListedRoom) -> Result<Found, Error> {
    Ok(Found {
        listed: listed.clone(),
        bytes: store.room_bytes(&listed.room).await?,
        kind: kind(store, &listed.room).await?,
    })
}

async fn kind(store: &dyn Journal, room: &RoomId) -> Result<Option<Kind>, Error> {
    let page = store.read_page(room, 1, 1, Priority::Upkeep).await;
    let page = readable(page)?.unwrap_or_default();
    Ok(match page.entries.first().map(|entry| &entry.event) {
        Some(Event::RoomOpened(opening)) => Some(opening.kind),
        _ => None,
    })
}

async fn phase(store: &dyn Journal, room: &Found) -> Result<PhaseName, Error> {
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

/// The result of a read, or `None` if this version cannot read the room.
fn readable<T>(read: Result<T, Error>) -> Result<Option<T>, Error> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(Error::Damaged { .. } | Error::Newer { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

fn print_row(out: &mut impl Write, room: &Found, phase: PhaseName) -> io::Result<()> {
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
