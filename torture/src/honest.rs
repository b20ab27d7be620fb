//! Members and visitors who mean no harm, from an address of their own, while others attack.

use std::{net::SocketAddr, time::Duration};

use raum_rules::Kind;
use serde_json::json;
use tokio::time::{Instant, interval, timeout};

use crate::{
    native::Connection,
    net::{HONEST, get, open_room},
    table::{Table, Timing},
};

/// How often a visitor opens a room, looks at it and enters it.
const VISIT_PERIOD: Duration = Duration::from_millis(500);

/// The longest that a visit may take. A browser would have shown an error by then.
const VISIT_MAX: Duration = Duration::from_secs(10);

/// What became of an honest room and of honest visitors.
#[derive(Clone, Debug, Default)]
pub struct Life {
    /// How long each move took.
    pub timings: Vec<Timing>,
    /// Visits: each opens a room, looks at it and enters it.
    pub visits: usize,
    /// What failed, a sentence each.
    pub failures: Vec<String>,
}

/// Plays at a rate and visits rooms until the end.
pub async fn live(server: SocketAddr, moves_per_second: u32, end: Instant) -> Life {
    let mut life = Life::default();
    let visiting = visit_until(server, end);
    let (played, (visits, failures)) = tokio::join!(play(server, moves_per_second, end), visiting);
    life.visits = visits;
    life.failures = failures;
    match played {
        Ok(timings) => life.timings = timings,
        Err(error) => life.failures.push(format!("the game: {error:#}")),
    }
    life
}

async fn play(
    server: SocketAddr,
    moves_per_second: u32,
    end: Instant,
) -> anyhow::Result<Vec<Timing>> {
    let mut table = Table::lay(server, HONEST, Kind::Chess, 1).await?;
    let period = Duration::from_secs(1) / moves_per_second;
    table.play(Instant::now(), end, period).await
}

async fn visit_until(server: SocketAddr, end: Instant) -> (usize, Vec<String>) {
    let (mut visits, mut failures) = (0, Vec::new());
    let mut due = interval(VISIT_PERIOD);
    while Instant::now() < end {
        due.tick().await;
        visits += 1;
        match timeout(VISIT_MAX, visit(server)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => failures.push(format!("visit {visits}: {error:#}")),
            Err(_) => failures.push(format!("visit {visits} took too long")),
        }
    }
    (visits, failures)
}

/// Opens a room, looks at it, and enters it.
pub async fn visit(server: SocketAddr) -> anyhow::Result<()> {
    let room = open_room(server, HONEST, &json!({"kind": "chess"})).await?;
    let seen = get(server, HONEST, &format!("/api/rooms/{room}")).await?;
    anyhow::ensure!(seen.status == 200, "{seen:?}");
    Connection::seated(server, HONEST, &room, &json!({})).await?;
    Ok(())
}
