//! Players on two nodes of a cluster, beside the same on one node, beside bare JetStream.

use std::{
    env,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use raum_journal::test_server::NatsServer;
use raum_rules::Kind;
use raum_torture::{
    cpu::Cpu,
    net::{self, HONEST},
    program::{Program, command, raise_file_limit},
    table::{MOVES_PER_SECOND_MAX, Table, Timing},
};
use tempfile::TempDir;
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

use crate::{
    goal::verdict,
    journal,
    latencies::Latencies,
    load::{OPTIONS, some_at_a_time},
};

/// Play random games on the nodes of a cluster, beside bare JetStream
#[derive(Args)]
pub(crate) struct Cluster {
    /// The program [default: `raum` beside this program]
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,

    /// The number of NATS servers
    #[arg(long, default_value_t = 3)]
    servers: usize,

    /// The number of rooms, with two members each
    #[arg(long, default_value_t = 200)]
    rooms: u32,

    /// Moves a second of all rooms together
    #[arg(long, default_value_t = 500)]
    rate: u32,

    /// How long to play at that rate, and at full speed
    #[arg(long, default_value_t = 10)]
    seconds: u64,
}

/// Nodes over one NATS system, with their folder of logs.
struct Nodes {
    nodes: Vec<Program>,
    _folder: TempDir,
}

impl Nodes {
    async fn start(program: &Path, urls: &str, count: usize) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut nodes = Vec::new();
        for number in 0..count {
            let mut serve = command(program);
            serve.args(["serve", "--listen", "127.0.0.1:0", "--log", "warn"]);
            serve.args(["--cluster", urls]).args(OPTIONS);
            let node = Program::spawn(serve, &folder.path().join(format!("node-{number}")))?;
            while !is_ready(node.address()).await {
                sleep(Duration::from_millis(50)).await;
            }
            nodes.push(node);
        }
        Ok(Self {
            nodes,
            _folder: folder,
        })
    }

    fn cpu(&self) -> anyhow::Result<Cpu> {
        let ids = self.nodes.iter().map(Program::id);
        Cpu::of_all(&ids.collect::<Vec<_>>())
    }
}

async fn is_ready(node: SocketAddr) -> bool {
    let answer = net::get(node, HONEST, "/readyz").await;
    answer.is_ok_and(|answer| answer.status == 200)
}

impl Cluster {
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let program = match &self.program {
            Some(program) => program.clone(),
            None => env::current_exe()?.with_file_name("raum"),
        };
        raise_file_limit()?;
        let servers = if self.servers > 1 {
            NatsServer::start_cluster(self.servers)
        } else {
            vec![NatsServer::start()]
        };
        let urls: Vec<_> = servers.iter().map(NatsServer::url).collect();
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(self.measure(&program, &urls))
    }

    async fn measure(&self, program: &Path, urls: &[String]) -> anyhow::Result<()> {
        println!("{} NATS servers, {} rooms of chess", urls.len(), self.rooms);
        let bare = journal::nats::publish_to_subscribe(urls).await?;
        println!("\nbare JetStream, publish to subscribe at 500/s   {bare}");
        for count in [1, 2] {
            let nodes = Nodes::start(program, &urls.join(","), count).await?;
            let period = Duration::from_secs(1) * self.rooms / self.rate;
            println!(
                "\nplayers on {count} node(s), at {} moves a second",
                self.rate
            );
            let seen = self.play(&nodes, period).await?;
            if count == 2 {
                for (name, share) in [("p50", 0.5), ("p99", 0.99)] {
                    let ratio =
                        seen.quantile(share).as_secs_f64() / bare.quantile(share).as_secs_f64();
                    println!(
                        "  {name} to the other node's client / bare   {ratio:8.2}     wanted ≤ 2.00  {}",
                        verdict(ratio <= 2.0)
                    );
                }
            }
            println!("\nplayers on {count} node(s), as fast as they can");
            self.play(&nodes, Duration::from_secs(1) / MOVES_PER_SECOND_MAX)
                .await?;
        }
        Ok(())
    }

    /// Makes one move per period in all rooms. Prints the results, and returns the latencies to the opponents.
    async fn play(&self, nodes: &Nodes, period: Duration) -> anyhow::Result<Latencies> {
        let [one, other] =
            [&nodes.nodes[0], &nodes.nodes[nodes.nodes.len() - 1]].map(Program::address);
        let seeds = 0..self.rooms;
        let opening = seeds.map(|seed| Table::open_across([one, other], HONEST, Kind::Chess, seed));
        let tables = some_at_a_time(opening).await?;
        let time = Duration::from_secs(self.seconds);
        let (begin, cpu) = (Instant::now(), nodes.cpu()?);
        let mut playing = JoinSet::new();
        for (mut table, index) in tables.into_iter().zip(0..) {
            let first = begin + period * index / self.rooms;
            playing.spawn(async move {
                let played = table.play(first, begin + time, period).await;
                played.map(|timings| (timings, table))
            });
        }
        let (mut timings, mut done): (Vec<Timing>, Vec<Table>) = (Vec::new(), Vec::new());
        while let Some(played) = playing.join_next().await {
            let (of_one, table) = played??;
            timings.extend(of_one);
            done.push(table);
        }
        let took = begin.elapsed();
        let cpu = (nodes.cpu()? - cpu).all;
        let answered: Latencies = timings.iter().map(|timing| timing.answered).collect();
        let seen: Latencies = timings.iter().map(|timing| timing.seen).collect();
        let moves = u32::try_from(timings.len())?.max(1);
        println!(
            "  moves a second                       {:8.0}",
            f64::from(moves) / took.as_secs_f64()
        );
        println!("  from the command to its answer       {answered}");
        println!("  from the command to the opponent     {seen}");
        println!(
            "  CPU of all nodes a move              {:8.1} µs",
            (cpu / moves).as_secs_f64() * 1e6
        );
        Ok(seen)
    }
}
