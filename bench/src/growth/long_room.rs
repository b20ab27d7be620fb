//! Loading rooms with very many entries.

use std::{
    fs::File,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::Context;
use raum_journal::RoomId;
use raum_room::{By, Command, Entry, MemberId};
use raum_rules::Kind;
use raum_torture::{native::Connection, stored};
use raum_wire::native::ServerFrame;
use rustix::fs::{Advice, fadvise};
use serde_json::json;

use crate::{
    goal::{Goal, figure},
    load::per,
    long_room::LongRoom,
    people,
    record::{Record, Table},
};

/// How long an entering client waits for a room.
const FIRST_FRAME_MILLIS_WANTED: f64 = 1000.0;

pub(super) async fn measure(
    record: &mut Record,
    program: &Path,
    entries: usize,
) -> anyhow::Result<()> {
    let columns = [
        "room",
        "first frame, cold, ms",
        "whole replay, cold, s",
        "first frame of the next client, ms",
        "resident before, MB",
        "after, MB",
        "peak, MB",
    ];
    let mut table = Table::new(format!("A room of {entries} entries"), columns);
    for (name, stored) in [
        ("one game, renames", renames(entries)?),
        ("games with rematches", games(entries)?),
    ] {
        let folder = people::folder(program)?;
        let room = RoomId::from_bits(1);
        stored::write(&folder.path().join("data"), &room, &stored).await?;
        drop_from_cache(&folder.path().join("data"))?;
        let server = people::start(program, folder.path(), &[])?;
        let before = server.resident_bytes()?;
        let cold = enter(server.address(), &room).await?;
        let warm = enter(server.address(), &room).await?;
        let bytes = [before, server.resident_bytes()?, server.peak_bytes()?];
        let millis = |time: Duration| time.as_secs_f64() * 1e3;
        table.row(
            [name.to_owned()].into_iter().chain(
                [
                    millis(cold.first_frame),
                    cold.replay.as_secs_f64(),
                    millis(warm.first_frame),
                ]
                .into_iter()
                .chain(bytes.map(|bytes| per(bytes, 1e6)))
                .map(figure),
            ),
        );
        record.sample(
            &format!("long room: {name}"),
            json!({
                "entries": stored.len(),
                "cold_micros": {"first_frame": cold.first_frame.as_micros(), "replay": cold.replay.as_micros()},
                "warm_micros": {"first_frame": warm.first_frame.as_micros(), "replay": warm.replay.as_micros()},
                "resident_bytes": {"before": bytes[0], "after": bytes[1], "peak": bytes[2]},
            }),
        );
        record.goals.push(Goal::at_most(
            format!("first frame of a room of {entries} entries, cold: {name}"),
            millis(cold.first_frame),
            FIRST_FRAME_MILLIS_WANTED,
            "ms",
        ));
    }
    record.table(table);
    Ok(())
}

/// How long a client waited.
struct Entered {
    first_frame: Duration,
    /// Until it had all entries.
    replay: Duration,
}

async fn enter(server: std::net::SocketAddr, room: &RoomId) -> anyhow::Result<Entered> {
    let begin = Instant::now();
    let mut client = Connection::enter(server, people::home(1), room.as_str()).await?;
    client.next().await?;
    let first_frame = begin.elapsed();
    // Presence is the last frame of a join.
    while !matches!(client.next().await?, ServerFrame::Presence(_)) {}
    Ok(Entered {
        first_frame,
        replay: begin.elapsed(),
    })
}

/// One game, in which a member is renamed over and over.
fn renames(entries: usize) -> anyhow::Result<Vec<Entry>> {
    let mut room = LongRoom::open(Kind::Chess, &[])?;
    for name in ["Ann", "Anna"].iter().cycle() {
        if room.entries.len() >= entries {
            break;
        }
        let name = (*name).to_owned();
        room.ask(By::Member(MemberId(1)), &Command::Rename { name })?;
    }
    Ok(of_today(room.entries))
}

/// Games of chess with rematches.
fn games(entries: usize) -> anyhow::Result<Vec<Entry>> {
    let mut room = LongRoom::open(Kind::Chess, &[])?;
    room.play_until(entries, 1)?;
    Ok(of_today(room.entries))
}

fn of_today(mut entries: Vec<Entry>) -> Vec<Entry> {
    let now = stored::now();
    for entry in &mut entries {
        entry.at = now;
    }
    entries
}

/// Drops the journal from the system's cache of files.
pub(super) fn drop_from_cache(folder: &Path) -> anyhow::Result<()> {
    let path = folder.join("raum.db");
    let file = File::open(&path).with_context(|| format!("no {}", path.display()))?;
    file.sync_all()?;
    Ok(fadvise(&file, 0, None, Advice::DontNeed)?)
}
