//! Idle connections: how much of the server's memory each uses.

use std::{net::SocketAddr, time::Duration};

use raum_rules::Kind;
use raum_torture::{
    native::Connection,
    net::HONEST,
    program::Program,
    table::{MOVES_PER_SECOND_MAX, Table},
};
use raum_wire::native::ServerFrame;
use serde_json::json;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use super::{per, some_at_a_time};
use crate::{
    goal::{Goal, figure},
    record::{Record, Table as Report},
};

/// Moves per room, so that a spectator receives a realistic history.
const MOVES: u32 = 60;

/// How long connections are idle before the measurement: long enough for a ping and its pong.
const SETTLING: Duration = Duration::from_secs(25);

/// Opens rooms whose two members have played and are idle now, adds spectators, and measures the difference.
pub(super) async fn measure(
    record: &mut Record,
    server: &Program,
    kind: Kind,
    [rooms, spectators]: [u32; 2],
) -> anyhow::Result<()> {
    let opening = (0..rooms).map(|seed| played_table(server.address(), kind, seed));
    let tables = some_at_a_time(opening).await?;
    let mut idle = JoinSet::new();
    let mut ids = Vec::new();
    for table in tables {
        ids.push(table.room().to_owned());
        for connection in table.into_connections() {
            idle.spawn(wait(connection));
        }
    }
    let (before, cpu) = (server.resident_bytes()?, server.cpu()?);
    let entering = ids.iter().cycle().take(spectators as usize);
    let entering = entering.map(|room| watch(server.address(), room.clone()));
    for spectator in some_at_a_time(entering).await? {
        idle.spawn(wait(spectator));
    }
    let cpu = server.cpu()? - cpu;
    sleep(SETTLING).await;
    let after = server.resident_bytes()?;
    if let Some(ended) = idle.try_join_next() {
        anyhow::bail!("a connection ended: {ended:?}");
    }
    let micros = cpu.all.as_secs_f64() * 1e6 / f64::from(spectators);
    let bytes = per(after.saturating_sub(before), f64::from(spectators));
    let title = format!("{spectators} idle spectators of {rooms} rooms");
    let mut table = Report::new(title, ["", ""]);
    table.row([
        "the server's CPU to admit each, µs".to_owned(),
        figure(micros),
    ]);
    table.row([
        "resident memory of each, kB".to_owned(),
        figure(bytes / 1e3),
    ]);
    record.table(table);
    let sample = json!({"spectators": spectators, "bytes_each": bytes, "micros_to_admit": micros});
    record.sample("idle", sample);
    let name = "native: idle spectator";
    record
        .goals
        .push(Goal::at_most(name, bytes / 1e3, 6.0, "kB"));
    Ok(())
}

async fn played_table(server: SocketAddr, kind: Kind, seed: u32) -> anyhow::Result<Table> {
    let mut table = Table::open(server, HONEST, kind, seed).await?;
    let period = Duration::from_secs(1) / MOVES_PER_SECOND_MAX;
    let begin = Instant::now();
    table.play(begin, begin + period * MOVES, period).await?;
    Ok(table)
}

/// Connects a spectator.
async fn watch(server: SocketAddr, room: String) -> anyhow::Result<Connection> {
    let mut spectator = Connection::enter(server, HONEST, &room).await?;
    // Presence is the last frame of a join.
    while !matches!(spectator.next().await?, ServerFrame::Presence(_)) {}
    Ok(spectator)
}

/// Answers pings until the connection ends.
async fn wait(mut connection: Connection) -> anyhow::Error {
    loop {
        if let Err(ended) = connection.next_without_timeout().await {
            return ended;
        }
    }
}
