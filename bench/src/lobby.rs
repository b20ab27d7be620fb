//! Many people in the lobby: what a change costs, what a connection holds, and how long a pairing takes. See
//! `docs/performance.md`.

use std::{env, net::SocketAddr, path::PathBuf, time::Duration};

use anyhow::{Context, bail};
use clap::{Args, value_parser};
use raum_torture::{
    net::{HONEST, Received, Socket},
    program::{Program, raise_file_limit},
};
use serde_json::{Value, json};
use tokio::{
    select,
    task::JoinSet,
    time::{Instant, interval, sleep},
};

use crate::{
    disk,
    goal::figure,
    latencies::Latencies,
    load::{OPTIONS, per, some_at_a_time},
    record::{Record, Table, quantiles},
};

/// How long connections are idle before their memory is measured: long enough for a ping and its pong.
const SETTLING: Duration = Duration::from_secs(25);

/// The pause between two writes of the bare loop.
const DISK_PAUSE: Duration = Duration::from_millis(2);

/// All people come from one address.
const LIMITS: [&str; 2] = [
    "--seeks-per-minute=10000",
    "--address-seeks-per-minute=100000",
];

const METHOD: [&str; 1] = [
    "All connections watch the lobby from one address. For a while one person seeks and withdraws, faster than changes are \
     published; then pairs of people come for the same game, each over two new connections, and answer their offers. A \
     pairing takes from the second seek until both clients have their room, which is on the disk by then.",
];

/// Fill the lobby with people, and measure what its changes and pairings cost
#[derive(Args)]
pub(crate) struct Lobby {
    /// The program [default: `raum` beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// The people who watch the lobby
    #[arg(long, default_value_t = 10_000, value_parser = value_parser!(u32).range(1..=19_000))]
    people: u32,

    /// Pairings a second
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(1..=1000))]
    rate: u32,

    /// How long people are paired, and how long the lobby changes without
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u64).range(1..=600))]
    seconds: u64,

    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl Lobby {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let program = match &self.program {
            Some(program) => program.clone(),
            None => env::current_exe()?.with_file_name("raum"),
        };
        raise_file_limit()?;
        let parent = program
            .parent()
            .context("the program has no parent folder")?;
        let folder = tempfile::tempdir_in(parent)?;
        let options = [&OPTIONS[..], &LIMITS].concat();
        let server = Program::start(&program, &folder.path().join("data"), &options)?;
        let disk_folder = tempfile::tempdir_in(parent)?;
        let time = Duration::from_secs(self.seconds);
        let disk = disk::measure(disk_folder.path(), Duration::from_secs(3), DISK_PAUSE)?;
        let runtime = tokio::runtime::Runtime::new()?;
        let mut record = Record::new("The lobby", &METHOD);
        let mut table = Table::new(format!("{} people in the lobby", self.people), ["", ""]);
        table.row([
            "bare fdatasync alone: p50, p99, max, ms".to_owned(),
            disk.in_millis(),
        ]);
        let measured = runtime.block_on(self.measure(&server, time, &mut table));
        let pairings = measured?;
        record.table(table);
        record.sample("pairing_micros_by_quantile", quantiles(&pairings));
        record.finish(self.json.as_deref())
    }

    /// Returns how long pairings took.
    async fn measure(
        &self,
        server: &Program,
        time: Duration,
        table: &mut Table,
    ) -> anyhow::Result<Latencies> {
        let mut row = |name: &str, value: f64| table.row([name.to_owned(), figure(value)]);
        let address = server.address();
        let (before, cpu) = (server.resident_bytes()?, server.cpu()?);
        let entering = (0..self.people).map(|_| Visitor::enter(address));
        let mut watching = JoinSet::new();
        for visitor in some_at_a_time(entering).await? {
            watching.spawn(visitor.watch(Duration::MAX));
        }
        let cpu = server.cpu()? - cpu;
        let micros = |time: Duration, count: u64| 1e6 / per(count, time.as_secs_f64());
        let millis_a_second = |cpu: Duration| cpu.as_secs_f64() * 1e3 / time.as_secs_f64();
        row("CPU to admit each, µs", micros(cpu.all, self.people.into()));
        sleep(SETTLING).await;
        let bytes = server.resident_bytes()?.saturating_sub(before);
        row(
            "resident memory of each, kB",
            per(bytes, f64::from(self.people) * 1e3),
        );
        let idle = server.cpu()?;
        sleep(time).await;
        let idle = server.cpu()? - idle;
        row(
            "CPU while nothing changes, ms a second",
            millis_a_second(idle.all),
        );
        let cpu = server.cpu()?;
        let watcher = Visitor::enter(address).await?.watch(time);
        let (frames, changed) = tokio::join!(watcher, change(address, time));
        changed?;
        let (frames, cpu) = (frames?, server.cpu()? - cpu);
        row("changes a second", per(frames, time.as_secs_f64()));
        row(
            "CPU of a change for each of them, µs",
            micros(
                cpu.all.saturating_sub(idle.all),
                frames * u64::from(self.people),
            ),
        );
        let cpu = server.cpu()?;
        let pairings = self.pair(address, time).await?;
        let cpu = server.cpu()? - cpu;
        row("pairings", per(pairings.count() as u64, 1.0));
        row(
            "CPU meanwhile, with all changes, ms a second",
            millis_a_second(cpu.all),
        );
        table.row([
            "from the second seek to both rooms: p50, p99, max, ms".to_owned(),
            pairings.in_millis(),
        ]);
        if let Some(ended) = watching.try_join_next() {
            bail!("a connection ended: {ended:?}");
        }
        Ok(pairings)
    }

    /// Pairs people at a rate.
    async fn pair(&self, address: SocketAddr, time: Duration) -> anyhow::Result<Latencies> {
        let mut due = interval(Duration::from_secs(1) / self.rate);
        let end = Instant::now() + time;
        let mut pairs = JoinSet::new();
        while Instant::now() < end {
            due.tick().await;
            pairs.spawn(pair(address));
        }
        let pairs = pairs.join_all().await;
        pairs.into_iter().collect()
    }
}

/// Seeks and withdraws for a while, faster than the lobby publishes changes.
async fn change(address: SocketAddr, time: Duration) -> anyhow::Result<()> {
    let mut visitor = Visitor::enter(address).await?;
    let end = Instant::now() + time;
    while Instant::now() < end {
        visitor.command(&seek("space")).await?;
        visitor.until(|frame| frame["type"] == "applied").await?;
        sleep(Duration::from_millis(50)).await;
        visitor.command(&json!({"type": "withdraw"})).await?;
        visitor.until(|frame| frame["type"] == "applied").await?;
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Two people who come for the same game. Returns how long it takes from the second seek until both have a room. Several
/// pairs are under way at once, and their people may be paired with those of others.
async fn pair(address: SocketAddr) -> anyhow::Result<Duration> {
    let (mut one, mut other) = tokio::try_join!(Visitor::enter(address), Visitor::enter(address))?;
    one.command(&seek("chess")).await?;
    one.until(|frame| frame["type"] == "applied").await?;
    let begun = Instant::now();
    other.command(&seek("chess")).await?;
    tokio::try_join!(one.paired(), other.paired())?;
    Ok(begun.elapsed())
}

fn seek(kind: &str) -> Value {
    json!({"type": "seek", "kind": kind, "name": "Ann"})
}

/// A connection to the lobby.
struct Visitor {
    socket: Socket,
    number: u64,
}

impl Visitor {
    async fn enter(server: SocketAddr) -> anyhow::Result<Self> {
        let mut socket = Socket::connect(server, HONEST, "/ws/lobby").await?;
        let hello = json!({"type": "hello", "version": 1});
        socket.send(hello.to_string()).await?;
        let mut visitor = Self { socket, number: 0 };
        visitor.until(|frame| frame["type"] == "lobby").await?;
        Ok(visitor)
    }

    async fn command(&mut self, command: &Value) -> anyhow::Result<()> {
        self.number += 1;
        let frame = json!({"type": "command", "number": self.number, "command": command});
        self.socket.send(frame.to_string()).await
    }

    /// Answers the offer, and waits for the room.
    async fn paired(&mut self) -> anyhow::Result<()> {
        self.until(|frame| frame["state"] == "offered").await?;
        self.command(&json!({"type": "ready"})).await?;
        self.until(|frame| frame["state"] == "paired").await?;
        Ok(())
    }

    /// The next frame that fulfils a condition.
    async fn until(&mut self, holds: impl Fn(&Value) -> bool) -> anyhow::Result<Value> {
        loop {
            let frame = serde_json::from_str(&self.socket.text().await?)?;
            if holds(&frame) {
                return Ok(frame);
            }
        }
    }

    /// Answers pings for a while, and counts the changes.
    async fn watch(mut self, time: Duration) -> anyhow::Result<u64> {
        let mut changes = 0;
        let end = Instant::now().checked_add(time);
        loop {
            let received = select! {
                received = self.socket.next() => received,
                () = until(end) => return Ok(changes),
            };
            let Received::Text(text) = received else {
                bail!("the connection ended");
            };
            // Reading every frame as JSON would cost more than the server's own work.
            if text.starts_with(r#"{"type":"ping""#) {
                let ping: Value = serde_json::from_str(&text)?;
                let answer = json!({"type": "pong", "id": ping["id"]});
                self.socket.send(answer.to_string()).await?;
            } else {
                changes += 1;
            }
        }
    }
}

async fn until(end: Option<Instant>) {
    match end {
        Some(end) => tokio::time::sleep_until(end).await,
        None => std::future::pending().await,
    }
}
