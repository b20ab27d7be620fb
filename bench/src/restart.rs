//! A restart: many clients are connected, the server is stopped and started again, and all of them come back.

mod client;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use clap::{Args, value_parser};
use raum_rules::Kind;
use raum_torture::{
    net::open_room,
    program::{Program, raise_file_limit},
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
use client::{Client, Tally};

const METHOD: [&str; 3] = [
    "Clients of the native dialect sit in rooms: two players and eight spectators in each, with a game under way. Each has \
     a loopback address of its own, as real people have, and all limits are at their defaults. The server is stopped with \
     SIGTERM, and the same program is started on the same folder and port as soon as it has exited.",
    "Clients reconnect like the page: the first attempt 150 to 300 ms after the close, doubled after each failure up to 15 s, \
     with as much jitter, at least 5 s after a close that says that the server is busy. They resume with their token and \
     cursor. A client is live again when it has been welcomed and has every entry of its room.",
    "A refusal is an HTTP status other than 101, or a close by the server after the restart. A connection that fails \
     while no server listens is not a refusal. CPU and memory are the new server's. Times count from SIGTERM, and \
     include its shutdown.",
];

/// How long clients have to come back.
const PATIENCE: Duration = Duration::from_mins(3);

/// Clients of each room.
const IN_A_ROOM: u32 = 10;

/// Measure how ten thousand clients come back after a restart
#[derive(Args)]
pub(crate) struct Restart {
    /// The program [default: `raum` beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// The number of clients
    #[arg(long, default_value_t = 10_000, value_parser = value_parser!(u32).range(10..=500_000))]
    clients: u32,

    /// How many clients share an address, as in a school
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    per_address: u32,

    /// Options for the server, such as other limits
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    server_option: Vec<String>,

    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// What a restart cost.
struct Figures {
    clients: u32,
    /// From SIGTERM until the old server had exited, and until the new one listened.
    exited: Duration,
    listened: Duration,
    /// From SIGTERM until each client was live again.
    live: Latencies,
    /// Of the old server, with all clients connected, and of the new one when all are back.
    resident_bytes: [u64; 2],
    peak_bytes: u64,
    /// Of the new server, until all were back.
    cpu: Duration,
    refusals: BTreeMap<String, u64>,
    attempts: u64,
}

impl Restart {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let program = people::program(self.program.as_deref())?;
        raise_file_limit()?;
        let mut record = Record::new("A restart", &METHOD);
        let runtime = tokio::runtime::Runtime::new()?;
        let figures = runtime.block_on(self.measure(&program))?;
        // Clients that still wait need not be waited for.
        runtime.shutdown_background();
        figures.report(&mut record);
        record.finish(self.json.as_deref())
    }

    async fn measure(&self, program: &Path) -> anyhow::Result<Figures> {
        let count = self.clients.min(people::connections_max());
        let folder = people::folder(program)?;
        let options: Vec<&str> = self.server_option.iter().map(String::as_str).collect();
        let server = people::start(program, folder.path(), &options)?;
        let address = server.address();
        let mut rooms = Vec::new();
        let per_address = self.per_address;
        let opening = (0..count.div_ceil(IN_A_ROOM)).map(move |room| async move {
            let home = people::home(room * IN_A_ROOM / per_address);
            open_room(address, home, &json!({"kind": Kind::Chess.name()})).await
        });
        rooms.extend(some_at_a_time(opening).await?);
        let tally = Arc::new(Tally::default());
        let connecting = (0..count).map(|person| {
            let room = rooms[(person / IN_A_ROOM) as usize].clone();
            let home = people::home(person / per_address);
            let plays = person % IN_A_ROOM < 2;
            Client::enter(address, home, room, plays, tally.clone())
        });
        let mut clients = JoinSet::new();
        // Answers pings as soon as it is connected.
        for client in some_at_a_time(connecting).await? {
            clients.spawn(client);
        }
        // Presence updates are over, and each client has answered a ping.
        sleep(Duration::from_secs(25)).await;
        if let Some(ended) = clients.try_join_next() {
            anyhow::bail!("a client left before the restart: {:?}", ended?);
        }
        let before = server.resident_bytes()?;
        let begin = Instant::now();
        tally.restart(begin);
        let status = tokio::task::spawn_blocking(move || server.end()).await??;
        anyhow::ensure!(status.success(), "the server ended with {status}");
        let exited = begin.elapsed();
        let serving = people::serve_at(program, folder.path(), address.port(), &options);
        let server = Program::spawn(serving, &folder.path().join("data"))?;
        let listened = begin.elapsed();
        while tally.live().len() < count as usize && begin.elapsed() < PATIENCE {
            if let Some(ended) = clients.try_join_next() {
                anyhow::bail!("a client gave up: {:?}", ended?);
            }
            sleep(Duration::from_millis(20)).await;
        }
        // The server's threads have been started with it, so all its CPU time counts.
        let cpu = (server.cpu()? - raum_torture::cpu::Cpu::default()).all;
        Ok(Figures {
            clients: count,
            exited,
            listened,
            live: tally.live().into_iter().collect(),
            resident_bytes: [before, server.resident_bytes()?],
            peak_bytes: server.peak_bytes()?,
            cpu,
            refusals: tally.refusals(),
            attempts: tally.attempts(),
        })
    }
}

impl Figures {
    fn report(&self, record: &mut Record) {
        let back = self.live.count() as u64;
        let refused: u64 = self.refusals.values().sum();
        let seconds = |share| self.live.quantile(share).as_secs_f64();
        let mut table = Table::new(format!("{} clients come back", self.clients), ["", ""]);
        let spent = self.cpu.as_secs_f64() * 1e6 / per(back, 1.0);
        let [before, after] = self.resident_bytes;
        for (name, value) in [
            ("the old server has exited, s", self.exited.as_secs_f64()),
            ("the new server listens, s", self.listened.as_secs_f64()),
            ("half of the clients are live, s", seconds(0.5)),
            ("99 % are live, s", seconds(0.99)),
            ("all are live, s", seconds(1.0)),
            ("clients that came back", per(back, 1.0)),
            ("refusals", per(refused, 1.0)),
            ("attempts that reached a server", per(self.attempts, 1.0)),
            (
                "CPU of the new server until then, s",
                self.cpu.as_secs_f64(),
            ),
            ("… for each client, µs", spent),
            ("resident memory of the old server, MB", per(before, 1e6)),
            ("… of the new one, MB", per(after, 1e6)),
            ("… at its peak, MB", per(self.peak_bytes, 1e6)),
        ] {
            table.row([name.to_owned(), figure(value)]);
        }
        for (why, count) in &self.refusals {
            table.row([format!("refused: {why}"), count.to_string()]);
        }
        record.table(table);
        let lost = u64::from(self.clients).saturating_sub(back);
        record.goals.extend([
            Goal::at_most("clients that did not come back", per(lost, 1.0), 0.0, ""),
            Goal::at_most("refusals of honest clients", per(refused, 1.0), 0.0, ""),
            Goal::at_most("from SIGTERM until all are live", seconds(1.0), 30.0, "s"),
        ]);
        let points = (0..=100).map(|percent| {
            let share = f64::from(percent);
            [seconds(share / 100.0), share]
        });
        record.plots.push(Plot {
            file: "restart".to_owned(),
            title: format!("{} clients come back after a restart", self.clients),
            x: Axis::linear("seconds since SIGTERM"),
            y: Axis::linear("per cent of the clients live again"),
            series: vec![Series::new("live", points.collect())],
            groups: Vec::new(),
        });
        record.sample(
            "restart",
            json!({
                "clients": self.clients,
                "exited_micros": self.exited.as_micros(),
                "listened_micros": self.listened.as_micros(),
                "live_micros_by_quantile": quantiles(&self.live),
                "server_cpu_seconds": self.cpu.as_secs_f64(),
                "resident_bytes": {"before": before, "after": after, "peak": self.peak_bytes},
                "refusals": self.refusals,
                "attempts": self.attempts,
            }),
        );
    }
}
