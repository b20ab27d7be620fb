//! NATS servers that die: no acknowledged entry is lost, none is stored twice, and unknown outcomes are resolved by reading.

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use raum_journal::{
    Append, Nats, NatsOptions, NatsUrl, RoomId, Store, Upkeep, test_server::NatsServer,
};
use raum_room::{Entry, Seq};
use serde_json::Value;
use tokio::{task::JoinSet, time::timeout};

use crate::{
    nats::{api, node, url},
    samples::{entries, entry, room, write},
};

/// The most time that anything here may take.
const PATIENCE: Duration = Duration::from_mins(2);

/// Appends to a room until `stop` is set, with entries that name their writer. Returns the entries that were
/// acknowledged, or found stored after an unknown outcome.
async fn append_until(
    store: Arc<Nats>,
    room: RoomId,
    writer: u64,
    stop: Arc<AtomicBool>,
    acknowledged: Arc<AtomicU64>,
) -> Vec<Entry> {
    let mut own = Vec::new();
    let mut last = loop {
        // A room cannot be read while the servers are down.
        if let Ok(last) = store.last(&room).await {
            break last;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    while !stop.load(Relaxed) {
        let mut next = entry(&room, last + 1);
        if last > 0 {
            next.at += writer;
        }
        match store.append(&room, &write(vec![next.clone()])).await {
            Ok(Append::Done) => {
                own.push(next);
                last += 1;
                acknowledged.fetch_add(1, Relaxed);
            }
            Ok(Append::Conflict { missed }) => last += missed.len() as Seq,
            Ok(Append::Behind { last: now }) => {
                panic!("{room} has lost entries: {now} of {last} are left");
            }
            Ok(Append::Unknown(_)) => loop {
                if let Ok(found) = store.read(&room, last + 1).await {
                    last += found.len() as Seq;
                    break;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            },
            Err(error) => {
                assert!(error.is_store_wide(), "{error}");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
    own
}

/// Waits until the number of acknowledged appends has grown by this many.
async fn progress(acknowledged: &AtomicU64, by: u64) {
    let until = acknowledged.load(Relaxed) + by;
    let wait = async {
        while acknowledged.load(Relaxed) < until {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, wait).await.unwrap();
}

/// Two writers on each of several rooms, each writer on its own node.
struct Load {
    writers: JoinSet<(RoomId, Vec<Entry>)>,
    stop: Arc<AtomicBool>,
    acknowledged: Arc<AtomicU64>,
}

impl Load {
    fn start(nodes: &[Arc<Nats>], rooms: usize) -> Self {
        let mut load = Self {
            writers: JoinSet::new(),
            stop: Arc::default(),
            acknowledged: Arc::default(),
        };
        for number in 0..rooms {
            for (node, writer) in nodes.iter().zip(1..) {
                let room = room(&format!("room-{number}"));
                let (stop, count) = (load.stop.clone(), load.acknowledged.clone());
                let append = append_until(node.clone(), room.clone(), writer, stop, count);
                load.writers.spawn(async move { (room, append.await) });
            }
        }
        load
    }

    /// Stops the writers and compares what they were told with what is stored.
    async fn check(self, store: &Nats) {
        self.stop.store(true, Relaxed);
        let writers = timeout(PATIENCE, self.writers.join_all()).await.unwrap();
        let mut count = 0;
        for (room, own) in writers {
            let stored = store.read(&room, 1).await.unwrap();
            let numbers: Vec<_> = stored.iter().map(|entry| entry.seq).collect();
            assert_eq!(numbers, (1..=stored.len() as Seq).collect::<Vec<_>>());
            for entry in own {
                let index = usize::try_from(entry.seq).unwrap() - 1;
                assert_eq!(stored.get(index), Some(&entry), "{room} has lost an entry");
                count += 1;
            }
        }
        assert_eq!(count, self.acknowledged.load(Relaxed));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_entries_survive_a_killed_server() {
    const ROUNDS: usize = 4;
    let mut server = NatsServer::start();
    let nodes = [node(&server).await, node(&server).await];
    let load = Load::start(&nodes, 6);
    for _ in 0..ROUNDS {
        progress(&load.acknowledged, 200).await;
        server.kill();
        server.restart();
    }
    progress(&load.acknowledged, 200).await;
    load.check(&*node(&server).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follower_survives_a_killed_server() {
    let mut server = NatsServer::start();
    let (here, there) = (node(&server).await, node(&server).await);
    let room = room("a");
    let mut follower = there.follow(&room);
    let mut received: Vec<Entry> = Vec::new();
    for seq in 1..=6 {
        let next = write(entries(&room, [seq]));
        let append = async {
            // Refused or unknown while the server is down.
            while !matches!(
                here.append(&room, &next).await,
                Ok(Append::Done | Append::Conflict { .. })
            ) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(PATIENCE, append).await.unwrap();
        while (received.len() as Seq) < seq {
            let news = timeout(PATIENCE, there.next(&mut follower, received.len() as Seq));
            match news.await.unwrap() {
                Ok(news) => received.extend(news),
                Err(error) => assert!(error.is_store_wide(), "{error}"),
            }
        }
        if seq % 2 == 0 {
            server.restart();
        }
    }
    assert_eq!(received, entries(&room, 1..=6));
}

#[tokio::test]
async fn without_a_server_appends_are_refused_and_change_nothing() {
    let mut server = NatsServer::start();
    let store = node(&server).await;
    let room = room("a");
    store
        .append(&room, &write(entries(&room, [1])))
        .await
        .unwrap();
    server.kill();
    // The client notices at once that the connection is closed, or the outcome is unknown.
    let appended = timeout(PATIENCE, store.append(&room, &write(entries(&room, [2])))).await;
    match appended.unwrap() {
        Err(error) | Ok(Append::Unknown(error)) => assert!(error.is_store_wide(), "{error}"),
        other => panic!("{other:?}"),
    }
    let refused = timeout(PATIENCE, store.append(&room, &write(entries(&room, [2])))).await;
    assert!(refused.unwrap().is_err(), "there is no connection");
    assert!(store.read(&room, 1).await.is_err());
    assert!(store.probe().await.is_err());
    server.restart();
    let read = async {
        loop {
            if let Ok(read) = store.read(&room, 1).await {
                return read;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let read = timeout(PATIENCE, read).await.unwrap();
    assert_eq!(read[0], entry(&room, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_entries_survive_the_death_of_a_leader() {
    const ROUNDS: usize = 2;
    let mut servers = NatsServer::start_cluster(3);
    let options = NatsOptions {
        streams: 1,
        ..NatsOptions::default()
    };
    let all: Vec<_> = servers.iter().map(NatsServer::url).collect();
    let all: NatsUrl = all.join(",").parse().unwrap();
    let mut nodes = Vec::new();
    for _ in 0..2 {
        nodes.push(Arc::new(Nats::open(&all, &options).await.unwrap()));
    }
    let load = Load::start(&nodes, 3);
    for round in 1..=ROUNDS {
        progress(&load.acknowledged, 100).await;
        let leader = leader(&servers).await;
        servers[leader].kill();
        let begin = Instant::now();
        progress(&load.acknowledged, 1).await;
        // Not println!, which the test runner captures.
        let gap = begin.elapsed();
        writeln!(
            io::stdout(),
            "round {round}: the first append came {gap:?} after the leader's death"
        )
        .unwrap();
        progress(&load.acknowledged, 100).await;
        servers[leader].restart();
    }
    progress(&load.acknowledged, 100).await;
    let checking = Nats::open(&url(&servers[0]), &options).await.unwrap();
    load.check(&checking).await;
}

/// The server that leads the stream.
async fn leader(servers: &[NatsServer]) -> usize {
    let client = async_nats::connect(servers[0].url()).await.unwrap();
    let info = api(&client, "STREAM.INFO.RAUM_0", &Value::Null).await;
    assert_eq!(info["config"]["num_replicas"], 3, "{info}");
    let name = info["cluster"]["leader"].as_str().unwrap().to_owned();
    name.trim_start_matches('n').parse().unwrap()
}
