//! The store on NATS under load, compared with bare JetStream: the same payload published to as many streams of the same
//! servers, without an expected sequence, a cache or a reader.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use async_nats::{Client, HeaderMap};
use futures_util::StreamExt;
use raum_journal::{
    Append, Error, Follower, Followers, Nats, NatsOptions, NatsUrl, Page, Pending, Priority,
    RoomId, Store, test_server::NatsServer,
};
use raum_room::{EncodedEntry, Seq};
use serde_json::json;
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{self, MissedTickBehavior},
};

use super::{Load, ROUND, ROUNDS, append, done, entry};
use crate::latencies::Latencies;

/// Rooms that a second node follows, and appends per second to all of them together.
const FOLLOWED_ROOMS: u64 = 100;
const FOLLOWED_APPENDS_PER_SECOND: u64 = 500;

/// Measures with a new server, or a new cluster of servers, on this machine.
pub(crate) fn compare(servers: usize, streams: u32) -> anyhow::Result<()> {
    let servers = if servers > 1 {
        NatsServer::start_cluster(servers)
    } else {
        vec![NatsServer::start()]
    };
    let urls: Vec<_> = servers.iter().map(NatsServer::url).collect();
    let url: NatsUrl = urls.join(",").parse()?;
    tokio::runtime::Runtime::new()?.block_on(async {
        let options = NatsOptions {
            streams,
            ..NatsOptions::default()
        };
        let nodes = [Arc::new(Nats::open(&url, &options).await?), Arc::new(Nats::open(&url, &options).await?)];
        let bare = Arc::new(Bare::create(&urls, options.streams).await?);
        println!("{} NATS servers, {} streams", servers.len(), options.streams);
        let mut loads = [
            ("the store", Load::prepare(nodes[0].clone()).await?),
            ("bare JetStream", Load::prepare(bare.clone()).await?),
        ];
        for round in 1..=ROUNDS {
            println!("round {round}");
            for (name, load) in &mut loads {
                println!("  {name:16} full load    {}", load.full().await?);
            }
            for (name, load) in &mut loads {
                println!("  {name:16} 2000/s       {}", load.steady().await?);
            }
            let first = round as u64 * FOLLOWED_ROOMS;
            let followed = follow_store(&nodes, first).await?;
            println!("  the store        to the other node at {FOLLOWED_APPENDS_PER_SECOND}/s   {followed}");
            let followed = follow_bare(&bare, first).await?;
            println!("  bare JetStream   to a subscriber at {FOLLOWED_APPENDS_PER_SECOND}/s     {followed}");
        }
        Ok(())
    })
}

/// The time from publishing a message to bare JetStream until a subscriber has it.
pub(crate) async fn publish_to_subscribe(urls: &[String]) -> anyhow::Result<Latencies> {
    let options = NatsOptions::default();
    // Waits until a new cluster has elected its leaders.
    Nats::open(&urls.join(",").parse()?, &options).await?;
    let bare = Arc::new(Bare::create(urls, options.streams).await?);
    follow_bare(&bare, 1).await
}

fn rooms(first: u64) -> Vec<RoomId> {
    // Spread like random ids, and apart from those of the load.
    let spread = |number: u64| RoomId::from_bits(!number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    (first..first + FOLLOWED_ROOMS).map(spread).collect()
}

/// Appends to rooms in turn, and reports each append before it is made.
async fn append_in_turn(
    store: Arc<dyn Store>,
    rooms: &[RoomId],
    mut report: impl FnMut(&RoomId, Seq),
) -> anyhow::Result<()> {
    let mut ticks =
        time::interval(Duration::from_secs(1) / u32::try_from(FOLLOWED_APPENDS_PER_SECOND)?);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let begin = Instant::now();
    let mut appends = JoinSet::new();
    let mut last = 1;
    while begin.elapsed() < ROUND {
        last += 1;
        for room in rooms {
            ticks.tick().await;
            report(room, last);
            let (store, room) = (store.clone(), room.clone());
            appends.spawn(async move { append(&*store, &room, last).await });
        }
    }
    while let Some(append) = appends.join_next().await {
        append??;
    }
    Ok(())
}

/// The time from an append on one node until a follower on the other has the entry.
async fn follow_store(nodes: &[Arc<Nats>; 2], first: u64) -> anyhow::Result<Latencies> {
    let rooms = rooms(first);
    let (arrived, mut arrivals) = mpsc::unbounded_channel();
    let mut followers = JoinSet::new();
    for room in &rooms {
        done(
            &nodes[0]
                .append(room, &[EncodedEntry::new(entry(1))])
                .await?,
        )?;
        let (node, arrived, mut follower) =
            (nodes[1].clone(), arrived.clone(), nodes[1].follow(room));
        followers.spawn(async move {
            let mut last = 1;
            while let Ok(news) = node.next(&mut follower, last).await {
                for entry in news {
                    last = entry.seq;
                    arrived
                        .send((follower.room().clone(), last, Instant::now()))
                        .ok();
                }
            }
        });
    }
    drop(arrived);
    let mut sent = HashMap::new();
    append_in_turn(nodes[0].clone(), &rooms, |room, seq| {
        sent.insert((room.clone(), seq), Instant::now());
    })
    .await?;
    collect(sent, &mut arrivals).await
}

/// The same with a message that JetStream republishes to a plain subscriber.
async fn follow_bare(bare: &Arc<Bare>, first: u64) -> anyhow::Result<Latencies> {
    let rooms = rooms(first);
    let mut messages = bare.listener.subscribe("bare.f.>").await?;
    bare.listener.flush().await?;
    let (arrived, mut arrivals) = mpsc::unbounded_channel();
    let listening = tokio::spawn(async move {
        while let Some(message) = messages.next().await {
            let now = Instant::now();
            let room = message
                .subject
                .rsplit('.')
                .next()
                .and_then(|name| name.parse().ok());
            let seq = message
                .headers
                .and_then(|headers| headers.get("Seq")?.as_str().parse().ok());
            if let (Some(room), Some(seq)) = (room, seq) {
                arrived.send((room, seq, now)).ok();
            }
        }
    });
    let mut sent = HashMap::new();
    append_in_turn(bare.clone(), &rooms, |room, seq| {
        sent.insert((room.clone(), seq), Instant::now());
    })
    .await?;
    let latencies = collect(sent, &mut arrivals).await;
    listening.abort();
    latencies
}

/// Compares the times of sending with those of arrival.
async fn collect(
    mut sent: HashMap<(RoomId, Seq), Instant>,
    arrivals: &mut mpsc::UnboundedReceiver<(RoomId, Seq, Instant)>,
) -> anyhow::Result<Latencies> {
    let mut took = Vec::new();
    while !sent.is_empty() {
        let arrival = time::timeout(Duration::from_secs(10), arrivals.recv()).await;
        let (room, seq, at) = arrival?.context("the followers have ended")?;
        if let Some(begin) = sent.remove(&(room, seq)) {
            took.push(at.saturating_duration_since(begin));
        }
    }
    Ok(took.into_iter().collect())
}

/// Streams without a store.
struct Bare {
    client: Client,
    /// The connection of subscribers.
    listener: Client,
    streams: u32,
}

impl Bare {
    async fn create(urls: &[String], streams: u32) -> anyhow::Result<Self> {
        let client = async_nats::connect(urls).await?;
        let replicas = if urls.len() > 1 { 3 } else { 1 };
        for number in 0..streams {
            let config = json!({
                "name": format!("BARE_{number}"), "subjects": [format!("bare.j.{number}.*")],
                "storage": "file", "num_replicas": replicas,
                "republish": { "src": format!("bare.j.{number}.>"), "dest": format!("bare.f.{number}.>") },
            });
            let subject = format!("$JS.API.STREAM.CREATE.BARE_{number}");
            let created = client.request(subject, config.to_string().into()).await?;
            let text = String::from_utf8_lossy(&created.payload).into_owned();
            ensure!(!text.contains("\"error\""), "{text}");
        }
        let listener = async_nats::connect(urls).await?;
        Ok(Self {
            client,
            listener,
            streams,
        })
    }
}

fn no<T>() -> Pending<'static, T> {
    Box::pin(async { Err(Error::Unavailable("bare JetStream cannot read".to_owned())) })
}

impl Store for Bare {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        Box::pin(async move {
            let failed = |error: String| Error::Unavailable(error);
            let lines: Vec<_> = entries.iter().map(EncodedEntry::stored).collect();
            let number = room.as_str().bytes().map(u32::from).sum::<u32>() % self.streams;
            let mut headers = HeaderMap::new();
            let last = entries.last().map_or(0, |encoded| encoded.entry().seq);
            headers.insert("Seq", last.to_string());
            let subject = format!("bare.j.{number}.{room}");
            let stored =
                self.client
                    .request_with_headers(subject, headers, lines.join("\n").into());
            let stored = stored.await.map_err(|error| failed(error.to_string()))?;
            let text = String::from_utf8_lossy(&stored.payload);
            if text.contains("\"error\"") {
                return Err(failed(text.into_owned()));
            }
            Ok(Append::Done)
        })
    }

    fn read_page<'a>(&'a self, _: &'a RoomId, _: Seq, _: usize, _: Priority) -> Pending<'a, Page> {
        no()
    }

    fn last<'a>(&'a self, _: &'a RoomId) -> Pending<'a, Seq> {
        no()
    }

    fn last_start<'a>(&'a self, _: &'a RoomId, _: Priority) -> Pending<'a, Seq> {
        no()
    }

    fn follow(&self, room: &RoomId) -> Follower {
        Followers::default().follow(room)
    }
}
