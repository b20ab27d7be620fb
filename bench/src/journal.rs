//! The store on disk under load, compared with a bare loop of write and fsync and with the simplest possible store
//! ([`log`]), in the same folder. [`nats`] does the same for the store on NATS.

mod log;
pub(crate) mod nats;

use std::{
    fmt, fs,
    path::Path,
    process,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::ensure;
use raum_journal::{Append, Disk, RoomId, Store};
use raum_room::{
    Answers, EncodedEntry, Entry, Event, HouseRules, MemberId, OPENING_FORMAT, Opening, Seq,
};
use raum_rules::Kind;
use raum_torture::cpu::Cpu;
use rusqlite::Connection;
use tokio::{
    task::JoinSet,
    time::{self, MissedTickBehavior},
};

use log::Log;

use crate::{disk, latencies::Latencies};

const ROOMS: u64 = 2000;
/// Entries per room before measuring begins, so the file has a realistic size.
const ENTRIES_BEFORE: Seq = 100;
/// One tick is a millisecond.
const APPENDS_PER_TICK: usize = 2;
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(5);

/// The store's own table, and one with the same columns in another layout, which the store accepts.
const SHAPES: [(&str, Option<&str>); 2] = [
    ("the store's own table", None),
    (
        "WITHOUT ROWID",
        Some(
            "PRAGMA journal_mode = WAL;
             CREATE TABLE entry (
                 room TEXT NOT NULL, seq INTEGER NOT NULL,
                 content TEXT NOT NULL, checksum INTEGER NOT NULL,
                 PRIMARY KEY (room, seq)
             ) STRICT, WITHOUT ROWID;
             PRAGMA user_version = 1;",
        ),
    ),
];

/// Measures in a new folder inside this one.
pub(crate) fn compare(parent: &Path) -> anyhow::Result<()> {
    let folder = tempfile::tempdir_in(parent)?;
    tokio::runtime::Runtime::new()?.block_on(async {
        println!("{ROOMS} rooms, {ENTRIES_BEFORE} entries in each at the start, {} bytes an entry",
            serde_json::to_string(&entry(ENTRIES_BEFORE))?.len());
        let mut loads = Vec::new();
        for (name, sql) in SHAPES {
            let store = open(&folder.path().join(name), sql)?;
            loads.push((name, Load::prepare(Arc::new(store)).await?));
        }
        let log = Log::create(&folder.path().join("log"))?;
        loads.push(("log without an index", Load::prepare(Arc::new(log)).await?));
        for round in 1..=ROUNDS {
            println!("round {round}");
            let bare = disk::measure(folder.path(), ROUND, Duration::ZERO)?;
            let speed = count(&bare) / ROUND.as_secs_f64();
            println!("  bare fsync loop           {speed:6.0}/s                                        {bare}");
            for (name, load) in &mut loads {
                let full = load.full().await?;
                println!("  {name:25} {full}");
            }
            for (name, load) in &mut loads {
                let steady = load.steady().await?;
                println!("  {name:25} {steady}");
            }
        }
        Ok(())
    })
}

/// Opens the store in a new folder, with its own table or with the one that `sql` creates.
fn open(folder: &Path, sql: Option<&str>) -> anyhow::Result<Disk> {
    fs::create_dir(folder)?;
    if let Some(sql) = sql {
        Connection::open(folder.join("raum.db"))?.execute_batch(sql)?;
    }
    Ok(Disk::open(folder)?)
}

/// A store, and the last entry of each of its rooms.
struct Load {
    store: Arc<dyn Store>,
    rooms: Vec<(RoomId, Seq)>,
}

impl Load {
    async fn prepare(store: Arc<dyn Store>) -> anyhow::Result<Self> {
        let mut rooms = Vec::new();
        let mut tasks = JoinSet::new();
        for number in 0..ROOMS {
            // Spread like random ids.
            let room = RoomId::from_bits(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            rooms.push((room.clone(), ENTRIES_BEFORE));
            let store = store.clone();
            tasks.spawn(async move {
                // In parts, so the rows of the rooms interleave.
                for first in (1..=ENTRIES_BEFORE).step_by(10) {
                    let entries: Vec<_> = (first..first + 10)
                        .map(|seq| EncodedEntry::new(entry(seq)))
                        .collect();
                    done(&store.append(&room, &entries).await?)?;
                }
                anyhow::Ok(())
            });
        }
        while let Some(task) = tasks.join_next().await {
            task??;
        }
        Ok(Self { store, rooms })
    }

    /// Every room appends again as soon as its last append is durable.
    async fn full(&mut self) -> anyhow::Result<Figures> {
        let (begin, cpu) = (Instant::now(), Cpu::of(process::id())?);
        let mut tasks = JoinSet::new();
        for (room, mut last) in self.rooms.drain(..) {
            let store = self.store.clone();
            tasks.spawn(async move {
                let mut took = Vec::new();
                while begin.elapsed() < ROUND {
                    last += 1;
                    took.push(append(&*store, &room, last).await?);
                }
                anyhow::Ok(((room, last), took))
            });
        }
        let mut took = Vec::new();
        while let Some(task) = tasks.join_next().await {
            let (room, its) = task??;
            self.rooms.push(room);
            took.extend(its);
        }
        Figures::new(took, begin.elapsed(), cpu)
    }

    /// The rooms append in turn, at a steady rate.
    async fn steady(&mut self) -> anyhow::Result<Figures> {
        let mut ticks = time::interval(Duration::from_millis(1));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
        let (begin, cpu) = (Instant::now(), Cpu::of(process::id())?);
        let mut tasks = JoinSet::new();
        let mut turn = (0..self.rooms.len()).cycle();
        while begin.elapsed() < ROUND {
            ticks.tick().await;
            for index in turn.by_ref().take(APPENDS_PER_TICK) {
                let (room, last) = &mut self.rooms[index];
                *last += 1;
                let (store, room, last) = (self.store.clone(), room.clone(), *last);
                tasks.spawn(async move { append(&*store, &room, last).await });
            }
        }
        let mut took = Vec::new();
        while let Some(task) = tasks.join_next().await {
            took.push(task??);
        }
        Figures::new(took, begin.elapsed(), cpu)
    }
}

/// Appends an entry and returns its latency.
async fn append(store: &dyn Store, room: &RoomId, seq: Seq) -> anyhow::Result<Duration> {
    let begin = Instant::now();
    done(&store.append(room, &[EncodedEntry::new(entry(seq))]).await?)?;
    Ok(begin.elapsed())
}

fn done(append: &Append) -> anyhow::Result<()> {
    ensure!(*append == Append::Done, "unexpected conflict: {append:?}");
    Ok(())
}

fn entry(seq: Seq) -> Entry {
    let kind = Kind::Chess;
    let (answers, event) = if seq == 1 {
        let opening = Opening {
            format: OPENING_FORMAT,
            kind,
            rules: HouseRules::native(kind),
            start: kind.start().to_string(),
            moves: Vec::new(),
        };
        (None, Event::RoomOpened(opening))
    } else {
        let answers = Answers {
            member: MemberId(1),
            number: seq,
        };
        let said = Event::Said {
            member: Some(MemberId(1)),
            name: "Ada".to_owned(),
            text: "Good game, thank you!".to_owned(),
        };
        (Some(answers), said)
    };
    Entry {
        seq,
        at: 1_800_000_000_000 + seq,
        format: None,
        answers,
        event,
        private: None,
    }
}

/// The results of one load.
struct Figures {
    appends_per_second: f64,
    cpu_micros: f64,
    writer_micros: f64,
    latencies: Latencies,
}

impl Figures {
    fn new(took: Vec<Duration>, elapsed: Duration, before: Cpu) -> anyhow::Result<Self> {
        let latencies: Latencies = took.into_iter().collect();
        let (cpu, count) = (Cpu::of(process::id())? - before, count(&latencies));
        let micros = |time: Duration| time.as_secs_f64() * 1e6 / count;
        Ok(Self {
            appends_per_second: count / elapsed.as_secs_f64(),
            cpu_micros: micros(cpu.all),
            writer_micros: micros(cpu.journal_writers),
            latencies,
        })
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:6.0}/s, CPU {:5.1} µs each, {:5.1} of it the writer, {}",
            self.appends_per_second, self.cpu_micros, self.writer_micros, self.latencies
        )
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a speed needs no more precision"
)]
fn count(latencies: &Latencies) -> f64 {
    latencies.count() as f64
}
