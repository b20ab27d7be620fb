//! `raum journal copy`: copies all rooms, with their ids, to another journal.

use std::io::{self, Write};

use anyhow::ensure;
use raum_journal::{Append, Error, Journal, Priority, RoomId};
use raum_room::{EncodedEntry, Seq};

use super::rooms;

/// How a room was copied.
enum Copied {
    Entries(Seq),
    /// The other journal already had all of them.
    Nothing,
    /// The other journal has another room with this id.
    Differs,
}

/// Copies the rooms that this version can read, and continues where an earlier run was interrupted.
pub(super) async fn copy(from: &dyn Journal, to: &dyn Journal) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let (mut rooms, mut faults) = (0, 0);
    for listed in rooms::all(from).await? {
        rooms += 1;
        let room = &listed.room;
        match copy_room(from, to, room).await {
            Ok(Copied::Entries(entries)) => writeln!(out, "{room} copied, entries: {entries}")?,
            Ok(Copied::Nothing) => writeln!(out, "{room} is already there")?,
            Ok(Copied::Differs) => {
                faults += 1;
                writeln!(
                    out,
                    "room {room} differs from the one that is already there"
                )?;
            }
            Err(error) if error.is_store_wide() => return Err(error.into()),
            Err(error) => {
                faults += 1;
                writeln!(out, "{error}")?;
            }
        }
    }
    ensure!(faults == 0, "rooms not copied: {faults} of {rooms}");
    Ok(())
}

async fn copy_room(from: &dyn Journal, to: &dyn Journal, room: &RoomId) -> Result<Copied, Error> {
    // Damage further on must leave nothing behind.
    let mut next = Some(1);
    while let Some(seq) = next {
        next = from
            .read_page(room, seq, usize::MAX, Priority::Upkeep)
            .await?
            .next;
    }
    let already = to.last(room).await?;
    let mut copied = 0;
    let mut next = Some(1);
    while let Some(seq) = next {
        let page = from
            .read_page(room, seq, usize::MAX, Priority::Upkeep)
            .await?;
        next = page.next;
        let mut entries = page.entries;
        if seq <= already {
            let mut there = to
                .read_page(room, seq, entries.len(), Priority::Upkeep)
                .await?;
            // A page may be shorter than the one that is compared with it.
            while let Some(more) = there.next.filter(|more| *more < seq + entries.len() as Seq) {
                let left = entries.len() - there.entries.len();
                let page = to.read_page(room, more, left, Priority::Upkeep).await?;
                there.entries.extend(page.entries);
                there.next = page.next;
            }
            let common = there.entries.len().min(entries.len());
            if there.entries[..common] != entries[..common] {
                return Ok(Copied::Differs);
            }
            entries.drain(..common);
        }
        if entries.is_empty() {
            continue;
        }
        let entries: Vec<_> = entries.into_iter().map(EncodedEntry::new).collect();
        copied += entries.len() as Seq;
        match to.append(room, &entries).await? {
            Append::Done => {}
            Append::Unknown(error) => return Err(error),
            Append::Conflict { .. } | Append::Behind { .. } => return Ok(Copied::Differs),
        }
    }
    Ok(match copied {
        // The other journal may have more entries than this one.
        0 if already > from.last(room).await? => Copied::Differs,
        0 => Copied::Nothing,
        copied => Copied::Entries(copied),
    })
}
