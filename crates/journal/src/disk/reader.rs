//! The queries.
//!
//! A plus sign before a parameter hides its value from SQLite's planner. Otherwise SQLite plans a cached statement anew
//! each time, because rusqlite clears its parameters: reading a short room took five times as long.

use raum_room::Seq;
use rusqlite::{
    Connection, OptionalExtension, Params, params,
    types::{ToSqlOutput, ValueRef},
};

use crate::{Error, ListedRoom, Page, RoomId, Size, store::PAGE_ENTRIES_MAX};

use super::row::{self, error_in};

/// The size after which a page ends, so that a reader is free again within milliseconds.
const PAGE_BYTES_MAX: usize = 256 * 1024;

const PAGE: &str =
    "SELECT seq, content, checksum FROM entry WHERE room = +?1 AND seq >= ?2 ORDER BY seq";

const LAST: &str = "SELECT max(seq) FROM entry WHERE room = +?1";

/// Only the JSON of an entry that starts a game can have this text, because quotes within names and messages are escaped.
const LAST_START: &str = r#"SELECT seq FROM entry WHERE room = +?1 AND seq > ?2 AND seq <= ?3
    AND instr(content, '"event":{"type":"game-started"') ORDER BY seq DESC LIMIT 1"#;

const ROOM_BYTES: &str = "SELECT sum(octet_length(content)) FROM entry WHERE room = +?1";

const NEXT_NAME: &str = "SELECT room FROM entry WHERE room > ?1 ORDER BY room LIMIT 1";

/// Reads a page of a room's entries from a sequence number on.
pub(super) fn read_page(
    connection: &Connection,
    room: &RoomId,
    from: Seq,
    entries_max: usize,
) -> Result<Page, Error> {
    let from = from.max(1);
    if from > 1 {
        // The first entry has the room's format, which this version may not support.
        page(connection, room, 1, 1)?;
    }
    page(connection, room, from, entries_max)
}

/// Reads a page, which must begin with the entry `from` and have no gaps.
fn page(
    connection: &Connection,
    room: &RoomId,
    from: Seq,
    entries_max: usize,
) -> Result<Page, Error> {
    let failed = |error: rusqlite::Error| error_in(room, from, error);
    let mut statement = connection.prepare_cached(PAGE).map_err(failed)?;
    let mut rows = statement
        .query(params![room.as_str(), integer(from)])
        .map_err(failed)?;
    let mut page = Page::default();
    let (mut expected, mut bytes) = (from, 0);
    while let Some(row) = rows
        .next()
        .map_err(|error| error_in(room, expected, error))?
    {
        let is_full = page.entries.len() >= entries_max.min(PAGE_ENTRIES_MAX);
        if !page.entries.is_empty() && (is_full || bytes >= PAGE_BYTES_MAX) {
            page.next = Some(expected);
            break;
        }
        page.entries.push(row::entry(room, expected, row)?);
        bytes += row::bytes(row);
        expected += 1;
    }
    Ok(page)
}

/// A sequence number as SQLite's type. No row has one that does not fit.
fn integer(seq: Seq) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

/// Runs a query for one number. Negative numbers count as absent.
fn number(
    connection: &Connection,
    sql: &str,
    params: impl Params,
) -> rusqlite::Result<Option<u64>> {
    let mut statement = connection.prepare_cached(sql)?;
    let number: Option<Option<i64>> = statement.query_row(params, |row| row.get(0)).optional()?;
    Ok(number.flatten().and_then(|number| number.try_into().ok()))
}

/// A room's last entry, or 0.
pub(super) fn last(connection: &Connection, room: &RoomId) -> Result<Seq, Error> {
    last_of(connection, room.as_str()).map_err(|error| error_in(room, 1, error))
}

/// The last entry of a room, given by its name, or 0.
pub(super) fn last_of(connection: &Connection, room: &str) -> rusqlite::Result<Seq> {
    Ok(number(connection, LAST, [room])?.unwrap_or_default())
}

/// The last entry that starts a game, within the page that ends with `until`.
pub(super) fn last_start(
    connection: &Connection,
    room: &RoomId,
    until: Seq,
) -> Result<Option<Seq>, Error> {
    let after = until.saturating_sub(PAGE_ENTRIES_MAX as Seq);
    let range = params![room.as_str(), integer(after), integer(until)];
    number(connection, LAST_START, range).map_err(|error| error_in(room, until, error))
}

/// The size of a room's entries.
pub(super) fn room_bytes(connection: &Connection, room: &RoomId) -> Result<u64, Error> {
    Ok(number(connection, ROOM_BYTES, [room.as_str()])?.unwrap_or_default())
}

/// The size of a page of the file, which never changes.
pub(super) fn page_bytes(connection: &Connection) -> rusqlite::Result<u64> {
    Ok(number(connection, "PRAGMA page_size", [])?.unwrap_or_default())
}

/// The size of the file, including rows in the log and in this connection's open transaction.
pub(super) fn size(connection: &Connection, page_bytes: u64) -> rusqlite::Result<Size> {
    let bytes = |pages: Option<u64>| pages.unwrap_or_default() * page_bytes;
    Ok(Size {
        bytes: bytes(number(connection, "PRAGMA page_count", [])?),
        free_bytes: bytes(number(connection, "PRAGMA freelist_count", [])?),
        ..Size::default()
    })
}

/// Lists the first rooms after `after`.
pub(super) fn list(
    connection: &Connection,
    after: Option<&RoomId>,
    max: usize,
) -> Result<Vec<ListedRoom>, Error> {
    // One snapshot for all queries, because each would lock the file and unlock it again.
    let _snapshot = connection.unchecked_transaction()?;
    let mut listed = Vec::new();
    // Bytes, because a damaged name may not be UTF-8.
    let mut cursor = after.map_or_else(Vec::new, |room| room.as_str().into());
    while listed.len() < max
        && let Some(name) = next_name(connection, &cursor)?
    {
        if let Some(room) = room_id(&name) {
            let last = last(connection, &room)?;
            let last_at = page(connection, &room, last, 1)
                .ok()
                .and_then(|page| Some(page.entries.first()?.at));
            listed.push(ListedRoom {
                room,
                last,
                last_at,
            });
        }
        cursor = name;
    }
    Ok(listed)
}

/// Damage of the file that reading its rooms does not show.
pub(super) fn flaws(connection: &Connection) -> Result<Vec<String>, Error> {
    let mut flaws = file_flaws(connection)?;
    let mut cursor = Vec::new();
    while let Some(name) = next_name(connection, &cursor)? {
        if room_id(&name).is_none() {
            let name = String::from_utf8_lossy(&name);
            flaws.push(format!(
                "there are entries of {name:?}, which is not a room id"
            ));
        }
        cursor = name;
    }
    Ok(flaws)
}

/// The result of SQLite's integrity check.
fn file_flaws(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare("PRAGMA integrity_check")?;
    let mut flaws: Vec<String> = statement
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    flaws.retain(|flaw| flaw != "ok");
    Ok(flaws)
}

/// The first name of a room after another one. SQLite seeks to it directly, without reading the entries in between.
fn next_name(connection: &Connection, after: &[u8]) -> rusqlite::Result<Option<Vec<u8>>> {
    connection
        .prepare_cached(NEXT_NAME)?
        .query_row([ToSqlOutput::Borrowed(ValueRef::Text(after))], |row| {
            Ok(row.get_ref(0)?.as_bytes()?.to_vec())
        })
        .optional()
}

/// The room id with exactly this name.
fn room_id(name: &[u8]) -> Option<RoomId> {
    let text = str::from_utf8(name).ok()?;
    let room: RoomId = text.parse().ok()?;
    (room.as_str() == text).then_some(room)
}

#[cfg(test)]
mod tests {
    use rusqlite::StatementStatus;

    use super::*;

    #[test]
    fn no_query_is_planned_twice() {
        let connection = Connection::open_in_memory().expect("in memory");
        let table =
            "CREATE TABLE entry (room TEXT NOT NULL, seq INTEGER NOT NULL, content TEXT NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (room, seq)) STRICT";
        connection.execute_batch(table).expect("a table");
        for bits in 0..3 {
            let room = RoomId::from_bits(bits);
            read_page(&connection, &room, 2, 10).ok();
            last(&connection, &room).expect("a number");
            last_start(&connection, &room, 100).expect("no start");
            room_bytes(&connection, &room).expect("a number");
            list(&connection, Some(&room), 10).expect("a list");
        }
        for sql in [PAGE, LAST, LAST_START, ROOM_BYTES, NEXT_NAME] {
            let statement = connection.prepare_cached(sql).expect("a statement");
            let [runs, plans] = [StatementStatus::Run, StatementStatus::RePrepare]
                .map(|status| statement.get_status(status));
            assert!(
                runs >= 3 && plans == 0,
                "{sql}: {runs} runs, {plans} more plans"
            );
        }
    }
}
