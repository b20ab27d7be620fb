//! The load of honest clients, from their own address, while others attack.

use std::{net::SocketAddr, time::Duration};

use raum_rules::Kind;
use serde_json::json;
use tokio::time::{Instant, interval, timeout};

use crate::{
    native::Connection,
    net::{HONEST, get, open_room},
    table::{Table, Timing},
};

/// The time between two visits.
const VISIT_PERIOD: Duration = Duration::from_millis(500);

/// The timeout of a visit. A browser would have shown an error by then.
const VISIT_MAX: Duration = Duration::from_secs(10);

/// The results of the honest load.
#[derive(Clone, Debug, Default)]
pub struct Activity {
    /// The latency of each move.
    pub timings: Vec<Timing>,
    /// The number of visits. Each opens a room, requests its summary and takes a seat.
    pub visits: usize,
    /// One message per failure.
    pub failures: Vec<String>,
}

/// Plays at this rate and visits rooms until the end.
pub async fn run(server: SocketAddr, moves_per_second: u32, end: Instant) -> Activity {
    let mut activity = Activity::default();
    let visiting = visit_until(server, end);
    let (played, (visits, failures)) = tokio::join!(play(server, moves_per_second, end), visiting);
    activity.visits = visits;
    activity.failures = failures;
    match played {
        Ok(timings) => activity.timings = timings,
        Err(error) => activity.failures.push(format!("the game: {error:#}")),
    }
    activity
}

async fn play(
    server: SocketAddr,
    moves_per_second: u32,
    end: Instant,
) -> anyhow::Result<Vec<Timing>> {
    let mut table = Table::open(server, HONEST, Kind::Chess, 1).await?;
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
            Err(_) => failures.push(format!("visit {visits} timed out")),
        }
    }
    (visits, failures)
}

/// Opens a room, requests its summary, and takes a seat.
pub async fn visit(server: SocketAddr) -> anyhow::Result<()> {
    let room = open_room(server, HONEST, &json!({"kind": "chess"})).await?;
    let seen = get(server, HONEST, &format!("/api/rooms/{room}")).await?;
    anyhow::ensure!(seen.status == 200, "{seen:?}");
    Connection::seated(server, HONEST, &room, &json!({})).await?;
    Ok(())
}
