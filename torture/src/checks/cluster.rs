//! Members play on three nodes over three NATS servers, while nodes are killed, stopped and cut off, and NATS servers are
//! killed, one by one or all at once. What members were told must be in the journal, once and in order; what was refused must
//! not.

use std::{
    collections::{BTreeMap, HashMap},
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::Context;
use raum_journal::{Nats, NatsOptions, Store, test_server::NatsServer};
use raum_torture::{
    narrow::Chance,
    net::{self, HONEST, open_room},
    program::{Program, command},
    proxy::Proxy,
};
use rustix::process::{Signal, kill_process};
use serde_json::json;
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Duration, Instant, sleep, timeout},
};

use super::{Outcome, eventually, kills::compare::check_applied_once, member::Member};
use crate::{Folder, Setup};

const SERVERS: usize = 3;
const ROOMS: [&str; 4] = ["chess", "space", "tictactoe", "tictactoe"];
const NODES: usize = 3;

/// The longest that play may stand still after a fault.
const GAP_MAX: Duration = Duration::from_mins(1);

/// The frames of entries in each room after which play goes on.
const PROGRESS: usize = 2;

/// All members come from one address.
const OPTIONS: [&str; 7] = [
    "--rooms-per-hour=100000",
    "--requests-per-minute=100000",
    "--commands-per-second=10000",
    "--address-commands-per-second=100000",
    "--address-sessions-per-second=100000",
    "--address-entries-per-hour=100000000",
    "--address-bytes-per-hour=4000000000",
];

/// A fault, and how long it lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    KillNode,
    StopNode,
    CutNode,
    KillServer,
    RestartServers,
}

impl Fault {
    /// Kills of nodes are the most frequent, restarts of all servers the rarest.
    fn draw(chance: &mut Chance) -> Self {
        match chance.below(20) {
            0..9 => Self::KillNode,
            9..12 => Self::StopNode,
            12..15 => Self::CutNode,
            15..19 => Self::KillServer,
            _ => Self::RestartServers,
        }
    }
}

/// How long play has stood still after each fault.
type Gaps = BTreeMap<Fault, Vec<Duration>>;

/// The addresses of the nodes, which change when a node is started again.
type Addresses = Arc<Mutex<Vec<SocketAddr>>>;

/// A node, which reaches the NATS servers through proxies of its own.
struct Node {
    program: Program,
    proxies: Vec<Proxy>,
}

struct Cluster<'a> {
    setup: &'a Setup,
    folder: Folder,
    servers: Vec<NatsServer>,
    nodes: Vec<Node>,
    addresses: Addresses,
}

impl<'a> Cluster<'a> {
    async fn start(setup: &'a Setup) -> anyhow::Result<Self> {
        let mut cluster = Self {
            setup,
            folder: setup.folder()?,
            servers: NatsServer::start_cluster(SERVERS),
            nodes: Vec::new(),
            addresses: Arc::default(),
        };
        for number in 0..NODES {
            let mut proxies = Vec::new();
            for server in &cluster.servers {
                proxies.push(Proxy::to(server.port()).await?);
            }
            let program = cluster.spawn(number, &proxies)?;
            lock(&cluster.addresses).push(program.address());
            cluster.nodes.push(Node { program, proxies });
        }
        for node in &cluster.nodes {
            let address = node.program.address();
            eventually("a node to be ready", async || is_ready(address).await).await?;
        }
        Ok(cluster)
    }

    /// Starts the program of a node.
    fn spawn(&self, number: usize, proxies: &[Proxy]) -> anyhow::Result<Program> {
        let url = proxies
            .iter()
            .map(|proxy| format!("127.0.0.1:{}", proxy.port()));
        let url = format!("nats://{}", url.collect::<Vec<_>>().join(","));
        let mut serve = command(&self.setup.program);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--log", "error"]);
        serve.args(["--cluster", &url]).args(OPTIONS);
        Program::spawn(serve, &self.folder.beside(&format!("node-{number}")))
    }

    /// Makes a fault, and ends it again.
    async fn suffer(&mut self, fault: Fault, chance: &mut Chance) -> anyhow::Result<()> {
        let number = chance.below(NODES);
        match fault {
            Fault::KillNode => {
                let program = self.spawn(number, &self.nodes[number].proxies)?;
                lock(&self.addresses)[number] = program.address();
                let old = std::mem::replace(&mut self.nodes[number].program, program);
                old.kill()?;
            }
            Fault::StopNode => {
                let pid = self.nodes[number].program.pid()?;
                kill_process(pid, Signal::STOP)?;
                sleep(millis(chance, 1_000)).await;
                kill_process(pid, Signal::CONT)?;
            }
            Fault::CutNode => {
                let proxies = &self.nodes[number].proxies;
                proxies.iter().for_each(Proxy::cut);
                sleep(millis(chance, 2_500)).await;
                proxies.iter().for_each(Proxy::mend);
            }
            Fault::KillServer => {
                let server = &mut self.servers[chance.below(SERVERS)];
                server.kill();
                sleep(millis(chance, 1_000)).await;
                server.restart();
            }
            Fault::RestartServers => {
                self.servers.iter_mut().for_each(NatsServer::kill);
                // One does not serve clients before it has found the others.
                self.servers.iter_mut().for_each(NatsServer::restart);
            }
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn millis(chance: &mut Chance, max: usize) -> Duration {
    Duration::from_millis(chance.below(max) as u64)
}

async fn is_ready(node: SocketAddr) -> anyhow::Result<bool> {
    let answer = net::get(node, HONEST, "/readyz").await;
    Ok(answer.is_ok_and(|answer| answer.status == 200))
}

pub(super) async fn check(setup: &Setup) -> Outcome {
    let faults = setup.scale(200, 12);
    let mut cluster = Cluster::start(setup).await?;
    let mut members = open_rooms(&cluster).await?;
    let (report, mut reports) = mpsc::unbounded_channel();
    let mut playing = JoinSet::new();
    let (stop, _) = tokio::sync::watch::channel(());
    for (mut member, seed) in members.drain(..).zip(1..) {
        let (report, addresses) = (report.clone(), cluster.addresses.clone());
        let room = member.room().to_owned();
        let mut stopped = stop.subscribe();
        playing.spawn(async move {
            let mut chance = Chance::new(seed);
            let next_node = || {
                let addresses = lock(&addresses);
                addresses[chance.below(addresses.len())]
            };
            let report = || {
                report.send((room.clone(), Instant::now())).ok();
            };
            let ended = tokio::select! {
                ended = member.play_on(next_node, report) => ended.map(drop),
                _ = stopped.changed() => Ok(()),
            };
            (member, ended)
        });
    }
    let mut chance = Chance::new(20);
    let mut gaps: Gaps = BTreeMap::new();
    let mut last: HashMap<String, Instant> = HashMap::new();
    for number in 1..=faults {
        let fault = Fault::draw(&mut chance);
        cluster.suffer(fault, &mut chance).await?;
        let ended = Instant::now();
        let longest = timeout(GAP_MAX, progress(&mut reports, &mut last, ended)).await;
        let stuck = || format!("play has stopped after fault {number}, {fault:?}");
        gaps.entry(fault)
            .or_default()
            .push(longest.with_context(stuck)?);
        if let Some(ended) = playing.try_join_next() {
            let (_, ended) = ended?;
            ended.with_context(|| format!("fault {number}, {fault:?}"))?;
            anyhow::bail!("a member has stopped playing");
        }
    }
    drop(stop);
    while let Some(ended) = playing.join_next().await {
        let (member, ended) = ended?;
        ended?;
        members.push(member);
    }
    compare(&cluster, members, faults, &gaps).await
}

/// Waits until play has gone on in each room after a fault. Returns the longest that a room has stood still.
async fn progress(
    reports: &mut mpsc::UnboundedReceiver<(String, Instant)>,
    last: &mut HashMap<String, Instant>,
    ended: Instant,
) -> Duration {
    let mut longest = Duration::ZERO;
    let mut frames: HashMap<String, usize> = HashMap::new();
    while frames
        .values()
        .filter(|frames| **frames >= PROGRESS)
        .count()
        < ROOMS.len()
        && let Some((room, at)) = reports.recv().await
    {
        if at > ended {
            *frames.entry(room.clone()).or_default() += 1;
        }
        if let Some(before) = last.insert(room, at) {
            longest = longest.max(at.saturating_duration_since(before));
        }
    }
    longest
}

/// Opens rooms of every kind, with two members and a spectator each.
async fn open_rooms(cluster: &Cluster<'_>) -> anyhow::Result<Vec<Member>> {
    let address = lock(&cluster.addresses)[0];
    let mut members = Vec::new();
    for (kind, seed) in ROOMS.into_iter().zip(1..) {
        let room = open_room(address, HONEST, &json!({"kind": kind})).await?;
        for (seat, place) in [Some("Ann"), Some("Ben"), None].into_iter().zip(1..) {
            members.push(Member::new(&room, seat, seed * 8 + place));
        }
    }
    Ok(members)
}

/// Compares the frames that members received with the journal, then sends them the rest from any node.
async fn compare(
    cluster: &Cluster<'_>,
    mut members: Vec<Member>,
    faults: usize,
    gaps: &Gaps,
) -> Outcome {
    for node in &cluster.nodes {
        let address = node.program.address();
        eventually("a node to be ready", async || is_ready(address).await).await?;
    }
    let url = cluster
        .servers
        .iter()
        .map(|server| format!("127.0.0.1:{}", server.port()));
    let url = format!("nats://{}", url.collect::<Vec<_>>().join(","));
    let journal = Nats::open_existing(&url.parse()?, &NatsOptions::default()).await?;
    let (mut entries, mut answers) = (0, 0);
    for (member, number) in members.iter_mut().zip(0..) {
        let node = &cluster.nodes[number % NODES];
        member.catch_up(node.program.address()).await?;
        let stored = journal.read(&member.room().parse()?, 1).await?;
        check_applied_once(&stored)?;
        entries += member.compare(&stored)?;
        answers += member.compare_answers(&stored)?;
    }
    let gaps: Vec<_> = gaps
        .iter()
        .map(|(fault, gaps)| {
            let mut gaps = gaps.clone();
            gaps.sort_unstable();
            let [median, longest] =
                [gaps.len() / 2, gaps.len() - 1].map(|index| gaps[index].as_secs_f64());
            format!(
                "{fault:?} {}: {median:.1} s, at most {longest:.1} s",
                gaps.len()
            )
        })
        .collect();
    Ok(format!(
        "faults: {faults} ({}), entries compared: {entries}, answers: {answers}",
        gaps.join("; ")
    ))
}
