//! Changes of the table.

use std::collections::HashSet;

use raum_room::Seq;
use rusqlite::{Connection, Statement, params};

use super::{
    intake::{Change, ReadChange},
    reader,
    row::Row,
};

/// Inserts entries of rooms.
pub(super) fn insert(connection: &Connection, appends: &[(&str, &[Row])]) -> rusqlite::Result<()> {
    let sql = "INSERT INTO entry (room, seq, content, checksum) VALUES (?1, ?2, ?3, ?4)";
    let mut statement = connection.prepare_cached(sql)?;
    let mut appends = appends.iter();
    appends.try_for_each(|(room, rows)| write(&mut statement, room, rows))
}

/// Deletes a room and returns how many entries it had.
pub(super) fn delete(connection: &Connection, room: &str) -> rusqlite::Result<usize> {
    // With `+`, SQLite plans it once: see `reader`.
    let sql = "DELETE FROM entry WHERE room = +?1";
    connection.prepare_cached(sql)?.execute([room])
}

/// Repeats changes, of which the table may have the first ones already. Returns false if the changes continue a room
/// whose entries before them are missing: they belong to another table.
pub(super) fn repeat(connection: &Connection, changes: &[ReadChange]) -> rusqlite::Result<bool> {
    let sql = "INSERT OR REPLACE INTO entry (room, seq, content, checksum) VALUES (?1, ?2, ?3, ?4)";
    let mut statement = connection.prepare_cached(sql)?;
    // A room may have been deleted later, and created again, in which case the table rightly lacks what came before.
    let mut incomplete = HashSet::new();
    for change in changes {
        match change {
            Change::Append(room, rows) => {
                let first = rows.first().and_then(|row| Seq::try_from(row.seq).ok());
                if first > Some(reader::last_of(connection, room)? + 1) {
                    incomplete.insert(room);
                } else {
                    write(&mut statement, room, rows)?;
                }
            }
            Change::Delete(room) => {
                delete(connection, room)?;
                incomplete.remove(room);
            }
        }
    }
    Ok(incomplete.is_empty())
}

fn write(statement: &mut Statement<'_>, room: &str, rows: &[Row]) -> rusqlite::Result<()> {
    for row in rows {
        statement.execute(params![room, row.seq, &*row.content, row.checksum])?;
    }
    Ok(())
}
