//! The cost of a move as the number of spectators of one room grows.

use std::{
    net::SocketAddr,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use raum_rules::Kind;
use raum_torture::{
    net::{Received, Socket},
    program::Program,
    table::Table as Players,
};
use serde_json::json;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{
    goal::{Goal, figure},
    latencies::Latencies,
    load::{per, some_at_a_time},
    people,
    plot::{Axis, Plot, Series},
    record::{Record, Table, quantiles},
};

/// The room takes more spectators than by default.
const OPTIONS: [&str; 1] = ["--sessions-per-room-max=100000"];

const MOVES_PER_SECOND: u32 = 10;

/// How long the connections rest before the first move, so that presence updates are over.
const IDLE: Duration = Duration::from_secs(3);

/// The players' address; spectators have those after it.
const PLAYERS: u32 = 0;

struct Step {
    spectators: u32,
    moves: u64,
    cpu: Duration,
    seen: Latencies,
    /// Frames that spectators received.
    frames: u64,
    resident_bytes: u64,
}

impl Step {
    fn micros(&self) -> f64 {
        1e6 / per(self.moves, self.cpu.as_secs_f64())
    }

    /// The CPU time of a move for each spectator more than in another step.
    fn micros_each(&self, first: &Self) -> f64 {
        (self.micros() - first.micros()) / f64::from(self.spectators - first.spectators)
    }
}

pub(super) async fn measure(
    record: &mut Record,
    program: &Path,
    counts: &[u32],
    time: Duration,
) -> anyhow::Result<()> {
    let mut steps: Vec<Step> = Vec::new();
    for count in counts {
        let folder = people::folder(program)?;
        let server = people::start(program, folder.path(), &OPTIONS)?;
        let spectators = (*count).min(people::connections_max() - 2);
        steps.push(step(&server, spectators, time).await?);
    }
    let Some((first, others)) = steps.split_first() else {
        return Ok(());
    };
    let title = format!("Spectators of one room: {MOVES_PER_SECOND} moves a second");
    let columns = [
        "spectators",
        "CPU per move, µs",
        "for each spectator, µs",
        "p50 to the opponent, ms",
        "p99, ms",
        "frames to spectators",
        "resident, MB",
    ];
    let mut table = Table::new(title, columns);
    let mut samples = Vec::new();
    for step in &steps {
        let millis = |share| figure(step.seen.quantile(share).as_secs_f64() * 1e3);
        let each = if step.spectators > first.spectators {
            figure(step.micros_each(first))
        } else {
            "–".to_owned()
        };
        table.row([
            step.spectators.to_string(),
            figure(step.micros()),
            each,
            millis(0.5),
            millis(0.99),
            step.frames.to_string(),
            figure(per(step.resident_bytes, 1e6)),
        ]);
        samples.push(json!({
            "spectators": step.spectators,
            "moves": step.moves,
            "server_cpu_seconds": step.cpu.as_secs_f64(),
            "frames": step.frames,
            "resident_bytes": step.resident_bytes,
            "latency_micros_by_quantile": quantiles(&step.seen),
        }));
    }
    record.table(table);
    record.sample("spectators", samples.into());
    let middle = others.iter().find(|step| step.spectators >= 100);
    if let (Some(middle), Some(last)) = (middle, others.last())
        && last.spectators > middle.spectators
    {
        let [most, some] = [last, middle].map(|step| step.micros_each(first));
        let name = format!(
            "CPU for each of {} spectators / of {}",
            last.spectators, middle.spectators
        );
        record.goals.push(Goal::at_most(name, most / some, 1.5, ""));
    }
    let points = steps
        .iter()
        .map(|step| [f64::from(step.spectators), step.micros()]);
    record.plots.push(Plot {
        file: "growth-spectators".to_owned(),
        title: "CPU per move as the spectators of a room grow".to_owned(),
        x: Axis::linear("spectators"),
        y: Axis::linear("µs of the server's CPU per move"),
        series: vec![Series::new("raum", points.collect())],
        groups: Vec::new(),
    });
    Ok(())
}

async fn step(server: &Program, spectators: u32, time: Duration) -> anyhow::Result<Step> {
    let address = server.address();
    let home = people::home(PLAYERS);
    let mut players = Players::open(address, home, Kind::Chess, 1).await?;
    let frames = Arc::new(AtomicU64::new(0));
    let entering = (1..=spectators).map(|person| enter(address, players.room().to_owned(), person));
    let mut watching = JoinSet::new();
    for socket in some_at_a_time(entering).await? {
        watching.spawn(watch(socket, frames.clone()));
    }
    sleep(IDLE).await;
    let before = frames.load(Ordering::Relaxed);
    let (begin, cpu) = (Instant::now(), server.cpu()?);
    let period = Duration::from_secs(1) / MOVES_PER_SECOND;
    let timings = players.play(begin, begin + time, period).await?;
    // The last frames are still on their way.
    sleep(period).await;
    let cpu = (server.cpu()? - cpu).all;
    if let Some(ended) = watching.try_join_next() {
        anyhow::bail!("a spectator's connection ended: {:?}", ended?);
    }
    Ok(Step {
        spectators,
        moves: timings.len() as u64,
        cpu,
        seen: timings.iter().map(|timing| timing.seen).collect(),
        frames: frames.load(Ordering::Relaxed) - before,
        resident_bytes: server.resident_bytes()?,
    })
}

/// Connects a spectator.
async fn enter(server: SocketAddr, room: String, person: u32) -> anyhow::Result<Socket> {
    let path = format!("/ws/raum/{room}");
    let mut socket = Socket::connect(server, people::home(person), &path).await?;
    let hello = json!({"type": "hello", "version": 1});
    socket.send(hello.to_string()).await?;
    // Presence is the last frame of a join.
    while !socket.text().await?.starts_with(r#"{"type":"presence""#) {}
    Ok(socket)
}

/// Counts frames, and answers pings, until the connection ends. Returns the close code.
async fn watch(mut socket: Socket, frames: Arc<AtomicU64>) -> Option<u16> {
    loop {
        let received = socket.next().await;
        if let Some(id) = people::ping(&received) {
            let pong = json!({"type": "pong", "id": id});
            if socket.send(pong.to_string()).await.is_err() {
                return None;
            }
        } else if let Received::Closed(code) = received {
            return code;
        } else {
            frames.fetch_add(1, Ordering::Relaxed);
        }
    }
}
