//! What is read from the file, and how damage shows.

use raum_room::Seq;
use rusqlite::{
    Connection, OptionalExtension, params,
    types::{ToSqlOutput, ValueRef},
};

use crate::{Error, ListedRoom, Page, RoomId, store::PAGE_ENTRIES_MAX};

use super::row::{self, error_in};

/// The bytes of entries after which a page ends, so that a reader is free again within milliseconds.
const PAGE_BYTES_MAX: usize = 256 * 1024;

/// The next entries of a room from a sequence number on.
pub(super) fn read_page(
    connection: &Connection,
    room: &RoomId,
    from: Seq,
    entries_max: usize,
) -> Result<Page, Error> {
    let from = from.max(1);
    if from > 1 {
        // The first entry says which format the room needs.
        page(connection, room, 1, 1)?;
    }
    page(connection, room, from, entries_max)
}

/// Entries of a room, which must be `from` and those that follow it.
fn page(
    connection: &Connection,
    room: &RoomId,
    from: Seq,
    entries_max: usize,
) -> Result<Page, Error> {
    let unread = |error: rusqlite::Error| error_in(room, from, error);
    let mut statement = connection
        .prepare_cached(
            "SELECT seq, content, checksum FROM entry WHERE room = ?1 AND seq >= ?2 ORDER BY seq",
        )
        .map_err(unread)?;
    let mut rows = statement
        .query(params![room.as_str(), number(from)])
        .map_err(unread)?;
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

/// A sequence number as SQLite takes it. No row can have one that does not fit.
fn number(seq: Seq) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}

/// The number of a room's last entry.
pub(super) fn last(connection: &Connection, room: &RoomId) -> Result<Seq, Error> {
    let last: Option<i64> = connection
        .prepare_cached("SELECT max(seq) FROM entry WHERE room = ?1")
        .and_then(|mut statement| statement.query_row([room.as_str()], |row| row.get(0)))
        .map_err(|error| error_in(room, 1, error))?;
    Ok(last.and_then(|last| Seq::try_from(last).ok()).unwrap_or(0))
}

/// The last start of a game among the entries of a page that ends with this one.
///
/// The text is what the JSON of a start has and no other entry can: quotes within a name or a message are escaped.
pub(super) fn last_start(
    connection: &Connection,
    room: &RoomId,
    until: Seq,
) -> Result<Option<Seq>, Error> {
    let after = until.saturating_sub(PAGE_ENTRIES_MAX as Seq);
    let start: Option<i64> = connection
        .prepare_cached(
            r#"SELECT seq FROM entry WHERE room = ?1 AND seq > ?2 AND seq <= ?3
               AND instr(content, '"event":{"type":"game-started"') ORDER BY seq DESC LIMIT 1"#,
        )
        .and_then(|mut statement| {
            let range = params![room.as_str(), number(after), number(until)];
            statement.query_row(range, |row| row.get(0)).optional()
        })
        .map_err(|error| error_in(room, until, error))?;
    Ok(start.and_then(|start| Seq::try_from(start).ok()))
}

/// How many bytes the entries of a room have.
pub(super) fn room_bytes(connection: &Connection, room: &RoomId) -> Result<u64, Error> {
    let bytes: i64 = connection
        .prepare_cached("SELECT coalesce(sum(octet_length(content)), 0) FROM entry WHERE room = ?1")
        .and_then(|mut statement| statement.query_row([room.as_str()], |row| row.get(0)))?;
    Ok(bytes.unsigned_abs())
}

/// The first rooms behind `after`.
pub(super) fn list(
    connection: &Connection,
    after: Option<&RoomId>,
    rooms_max: usize,
) -> Result<Vec<ListedRoom>, Error> {
    let mut listed = Vec::new();
    // As bytes: damage can make anything of a name.
    let mut cursor = after.map_or_else(Vec::new, |room| room.as_str().into());
    while listed.len() < rooms_max
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

/// What is wrong with the file that no room's own entries show.
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

/// What SQLite says about the structure of the file.
fn file_flaws(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare("PRAGMA integrity_check")?;
    let mut flaws: Vec<String> = statement
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    flaws.retain(|flaw| flaw != "ok");
    Ok(flaws)
}

/// The first name of a room behind another one. SQLite goes straight to it, however many entries lie
/// between.
fn next_name(connection: &Connection, after: &[u8]) -> rusqlite::Result<Option<Vec<u8>>> {
    connection
        .prepare_cached("SELECT room FROM entry WHERE room > ?1 ORDER BY room LIMIT 1")?
        .query_row([ToSqlOutput::Borrowed(ValueRef::Text(after))], |row| {
            Ok(row.get_ref(0)?.as_bytes()?.to_vec())
        })
        .optional()
}

/// The id whose text the name is, to the letter.
fn room_id(name: &[u8]) -> Option<RoomId> {
    let text = str::from_utf8(name).ok()?;
    let room: RoomId = text.parse().ok()?;
    (room.as_str() == text).then_some(room)
}
