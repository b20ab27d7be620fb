//! Writes a journal with very many rooms, in one transaction: appending them through the store would take an hour of
//! commits.

use std::{fs::File, path::Path, sync::Arc};

use raum_journal::{Disk, RoomId};
use raum_room::{By, Command, EncodedEntry, Entry, MemberId, Millis};
use raum_rules::Kind;
use raum_torture::stored;
use rusqlite::{Connection, Statement, params};

use crate::long_room::LongRoom;

const HOUR: Millis = 3_600_000;

/// Different rooms of each state, of which the others are copies with another id and age.
const MODELS: u64 = 32;

/// Of ten rooms, how many are in this state, the age of the oldest, and its entries.
struct Share {
    of_ten: u32,
    oldest: Millis,
    rooms: Vec<Vec<Entry>>,
}

/// Stores rooms in a new folder, and returns the number of their entries.
pub(super) fn write(folder: &Path, rooms: u32) -> anyhow::Result<u64> {
    // Creates the table.
    drop(Disk::open(folder)?);
    let shares = shares()?;
    let path = folder.join("raum.db");
    let mut connection = Connection::open(&path)?;
    // Nothing has to survive a crash, and the index of random ids stays in memory.
    connection.execute_batch(
        "PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000;",
    )?;
    let transaction = connection.transaction()?;
    let mut entries = 0;
    {
        let sql = "INSERT INTO entry (room, seq, content, checksum) VALUES (?1, ?2, ?3, ?4)";
        let mut statement = transaction.prepare(sql)?;
        let mut random = fastrand::Rng::with_seed(1);
        let now = stored::now();
        for index in 0..rooms {
            let share = share_of(&shares, index % 10);
            let room = RoomId::from_bits(random.u64(..));
            let last_at = now - random.u64(..share.oldest);
            for entry in &share.rooms[random.usize(..share.rooms.len())] {
                let at = last_at;
                insert(
                    &mut statement,
                    &room,
                    Entry {
                        at,
                        ..entry.clone()
                    },
                )?;
                entries += 1;
            }
        }
    }
    transaction.commit()?;
    connection.execute_batch("PRAGMA journal_mode = WAL;")?;
    drop(connection);
    File::open(path)?.sync_all()?;
    Ok(entries)
}

fn share_of(shares: &[Share; 3], tenth: u32) -> &Share {
    let [unentered, finished, unfinished] = shares;
    match tenth {
        _ if tenth < unentered.of_ten => unentered,
        _ if tenth < unentered.of_ten + finished.of_ten => finished,
        _ => unfinished,
    }
}

fn shares() -> anyhow::Result<[Share; 3]> {
    let [mut unentered, mut finished, mut unfinished] = [const { Vec::new() }; 3];
    for seed in 0..MODELS {
        let mut room = LongRoom::open(Kind::Chess, &[])?;
        unentered.push(room.entries[..1].to_vec());
        room.play_until(room.entries.len() + 3, seed)?;
        unfinished.push(room.entries.clone());
        room.ask(By::Member(MemberId(1)), &Command::Resign)?;
        finished.push(room.entries);
    }
    let share = |of_ten, oldest_hours: u64, rooms| Share {
        of_ten,
        oldest: oldest_hours * HOUR,
        rooms,
    };
    Ok([
        share(1, 26, unentered),
        share(4, 31 * 24, finished),
        share(5, 360 * 24, unfinished),
    ])
}

fn insert(statement: &mut Statement<'_>, room: &RoomId, entry: Entry) -> anyhow::Result<()> {
    let seq = i64::try_from(entry.seq)?;
    let content: Arc<str> = EncodedEntry::new(entry).stored();
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(room.as_str().as_bytes());
    checksum.update(&seq.to_le_bytes());
    checksum.update(content.as_bytes());
    statement.execute(params![room.as_str(), seq, &*content, checksum.finalize()])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use raum_journal::{Store, Upkeep};
    use raum_room::{Phase, Room};

    use super::*;

    #[tokio::test]
    async fn the_store_reads_all_rooms() {
        let folder = tempfile::tempdir().expect("a folder");
        let entries = write(folder.path(), 50).expect("written");
        let store = Disk::open_existing(folder.path()).expect("a journal");
        let listed = store.list(None, 100).await.expect("a list");
        assert_eq!(listed.len(), 50);
        assert_eq!(listed.iter().map(|room| room.last).sum::<u64>(), entries);
        let mut phases = [0; 3];
        for room in listed {
            let entries = store.read(&room.room, 1).await.expect("undamaged");
            let phase = Room::replay(&entries).expect("a room").phase();
            let index = [Phase::Waiting, Phase::Over, Phase::Playing]
                .iter()
                .position(|known| *known == phase);
            phases[index.expect("a known phase")] += 1;
        }
        assert_eq!(phases, [5, 20, 25]);
    }
}
