//! Loaded rooms without clients: how much of the server's memory each uses.

use std::{net::SocketAddr, path::Path, time::Duration};

use raum_rules::Kind;
use raum_torture::{
    native::Connection,
    net::{HONEST, open_room},
    program::Program,
};
use serde_json::json;
use tokio::time::sleep;

use super::{OPTIONS, per, some_at_a_time};
use crate::{
    goal::{Goal, figure},
    record::{Record, Table},
};

/// How long memory settles before it is measured.
const SETTLING: Duration = Duration::from_secs(5);

/// Rooms before the first measurement, so that it includes what the server allocates once, and its caches are full.
const EARLIER: u32 = 4000;

/// Stores rooms, starts the server anew, has a client enter and leave each room, and measures what the rooms take that
/// stay loaded.
pub(super) async fn measure(
    record: &mut Record,
    program: &Path,
    folder: &Path,
    kind: Kind,
    rooms: u32,
) -> anyhow::Result<()> {
    let options = [
        &OPTIONS[..],
        &[
            "--metrics",
            "--rooms-per-address-max=100000",
            "--room-idle-seconds=86400",
        ],
    ]
    .concat();
    let data = folder.join("data");
    let server = Program::start(program, &data, &options)?;
    let opening = (0..EARLIER + rooms).map(|_| open(server.address(), kind));
    let ids = some_at_a_time(opening).await?;
    server.kill()?;
    let server = Program::start(program, &data, &options)?;
    let (earlier, later) = ids.split_at(EARLIER as usize);
    let before = visit_all(&server, earlier).await?;
    let after = visit_all(&server, later).await?;
    let loaded = server.metric("raum_rooms_loaded").await?;
    anyhow::ensure!(
        (loaded - per(ids.len() as u64, 1.0)).abs() < 0.5,
        "{loaded} rooms are loaded"
    );
    let each = per(after.saturating_sub(before), f64::from(rooms));
    let mut table = Table::new(format!("{rooms} loaded rooms without clients"), ["", ""]);
    table.row(["resident memory of each, kB".to_owned(), figure(each / 1e3)]);
    record.table(table);
    let sample = json!({"rooms": rooms, "bytes": [before, after], "bytes_each": each});
    record.sample("loaded rooms", sample);
    let goal = Goal::at_most("native: loaded room without clients", each / 1e3, 8.0, "kB");
    record.goals.push(goal);
    Ok(())
}

/// Opens a room and takes a seat in it.
async fn open(server: SocketAddr, kind: Kind) -> anyhow::Result<String> {
    let room = open_room(server, HONEST, &json!({"kind": kind.name()})).await?;
    Connection::seated(server, HONEST, &room, &json!({})).await?;
    Ok(room)
}

/// Enters and leaves rooms. Returns how much memory the server has then.
async fn visit_all(server: &Program, rooms: &[String]) -> anyhow::Result<u64> {
    let address = server.address();
    let visits = rooms.iter().cloned().map(|room| async move {
        let mut visitor = Connection::enter(address, HONEST, &room).await?;
        visitor.until("welcome").await
    });
    some_at_a_time(visits).await?;
    sleep(SETTLING).await;
    server.resident_bytes()
}
