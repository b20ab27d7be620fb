//! Connections that wait: what each of them holds of the server's memory.

use std::{net::SocketAddr, time::Duration};

use raum_rules::Kind;
use raum_torture::{
    native::Connection,
    net::HONEST,
    program::Program,
    table::{MOVES_PER_SECOND_MAX, Table},
};
use raum_wire::native::ServerFrame;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use super::{per, some_at_a_time};
use crate::comparison::verdict;

/// How many moves each room has made, so that a newcomer gets as much as in life.
const MOVES: u32 = 60;

/// How long connections wait before they are measured: each has had a ping by then and answered it.
const SETTLING: Duration = Duration::from_secs(25);

/// Measures rooms with their two people, who have played a while and wait, too, and then spectators.
pub(super) async fn measure(
    server: &Program,
    kind: Kind,
    rooms: u32,
    spectators: u32,
) -> anyhow::Result<()> {
    let laying = (0..rooms).map(|seed| played_table(server.address(), kind, seed));
    let tables = some_at_a_time(laying).await?;
    let mut idle = JoinSet::new();
    let mut ids = Vec::new();
    for table in tables {
        ids.push(table.room().to_owned());
        for person in table.leave_playing() {
            idle.spawn(wait(person));
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
        anyhow::bail!("a connection did not wait: {ended:?}");
    }
    println!(
        "  the server's CPU to let each in      {:8.1} µs",
        cpu.all.as_secs_f64() * 1e6 / f64::from(spectators)
    );
    let bytes = per(after.saturating_sub(before), f64::from(spectators));
    println!(
        "  resident memory of each              {:8.2} kB    wanted ≤ 6.00  {}",
        bytes / 1e3,
        verdict(bytes <= 6e3)
    );
    Ok(())
}

async fn played_table(server: SocketAddr, kind: Kind, seed: u32) -> anyhow::Result<Table> {
    let mut table = Table::lay(server, HONEST, kind, seed).await?;
    let period = Duration::from_secs(1) / MOVES_PER_SECOND_MAX;
    let begin = Instant::now();
    table.play(begin, begin + period * MOVES, period).await?;
    Ok(table)
}

/// Connects a spectator.
async fn watch(server: SocketAddr, room: String) -> anyhow::Result<Connection> {
    let mut spectator = Connection::enter(server, HONEST, &room).await?;
    // It comes after everything that a newcomer gets.
    while !matches!(spectator.next().await?, ServerFrame::Presence(_)) {}
    Ok(spectator)
}

/// Only answers pings, until the connection ends.
async fn wait(mut connection: Connection) -> anyhow::Error {
    loop {
        if let Err(ended) = connection.next_without_end().await {
            return ended;
        }
    }
}
