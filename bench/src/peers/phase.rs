//! All pairs playing for a while, and what that costs the server.

use std::{thread, time::Duration};

use rustix::time::{ClockId, clock_gettime};
use tokio::{task::JoinSet, time::Instant};

use super::{contender::Dialect, pair::Pair, server::Server};
use crate::{
    disk,
    latencies::Latencies,
    load::{per, some_at_a_time},
};

/// The pause between two writes of the bare loop, so it does not saturate the disk.
const DISK_PAUSE: Duration = Duration::from_millis(5);

/// The figures of one phase.
pub(super) struct Phase {
    pub(super) moves: u64,
    pub(super) took: Duration,
    /// The server's CPU time.
    pub(super) cpu: Duration,
    /// The load generator's CPU time.
    pub(super) own_cpu: Duration,
    /// From sending a move to its arrival at the opponent.
    pub(super) latencies: Latencies,
    pub(super) resident_bytes: u64,
    /// The bare disk in the meantime, if it was measured.
    pub(super) disk: Latencies,
    /// The CPU per move in all rounds of this phase, ascending.
    pub(super) rounds_cpu_micros: Vec<f64>,
}

impl Phase {
    pub(super) fn moves_per_second(&self) -> f64 {
        per(self.moves, self.took.as_secs_f64())
    }

    pub(super) fn cpu_micros(&self) -> f64 {
        1e6 / per(self.moves, self.cpu.as_secs_f64())
    }

    pub(super) fn own_cpu_micros(&self) -> f64 {
        1e6 / per(self.moves, self.own_cpu.as_secs_f64())
    }
}

/// The phase with the median CPU per move, with the CPU of all.
pub(super) fn median(mut phases: Vec<Phase>) -> Option<Phase> {
    phases.sort_by(|one, other| one.cpu_micros().total_cmp(&other.cpu_micros()));
    let rounds = phases.iter().map(Phase::cpu_micros).collect();
    let median = phases.len().checked_sub(1)? / 2;
    Some(Phase {
        rounds_cpu_micros: rounds,
        ..phases.swap_remove(median)
    })
}

/// The clients of one server. They stay connected over all phases.
pub(super) struct Pairs<'a> {
    server: &'a Server,
    pairs: Vec<Pair>,
}

impl<'a> Pairs<'a> {
    pub(super) async fn open(
        dialect: Dialect,
        server: &'a Server,
        count: u32,
    ) -> anyhow::Result<Self> {
        let address = server.address();
        let opening = (0..count).map(|seed| Pair::open(dialect, address, seed.into()));
        let pairs = some_at_a_time(opening).await?;
        Ok(Self { server, pairs })
    }

    /// Each pair makes its next move as soon as both players have received the last one.
    pub(super) async fn at_full_speed(&mut self, time: Duration) -> anyhow::Result<Phase> {
        self.play(Duration::ZERO, time).await
    }

    /// All pairs together make this many moves a second, beside the bare loop on the same disk.
    pub(super) async fn at_rate(&mut self, rate: u32, time: Duration) -> anyhow::Result<Phase> {
        let folder = self.server.folder().to_owned();
        let disk = thread::spawn(move || disk::measure(&folder, time, DISK_PAUSE));
        let period = Duration::from_secs(1) * u32::try_from(self.pairs.len())? / rate;
        let phase = self.play(period, time).await?;
        let disk = disk
            .join()
            .map_err(|_| anyhow::anyhow!("the disk measurement panicked"))??;
        Ok(Phase { disk, ..phase })
    }

    async fn play(&mut self, period: Duration, time: Duration) -> anyhow::Result<Phase> {
        let begin = Instant::now();
        let (cpu, own) = (self.server.cpu()?, own_cpu());
        let count = u32::try_from(self.pairs.len())?;
        let mut playing = JoinSet::new();
        for (mut pair, index) in self.pairs.drain(..).zip(0..) {
            // Spread evenly over the period.
            let first = begin + period * index / count;
            playing.spawn(async move {
                let played = pair.play(first, begin + time, period).await;
                played.map(|latencies| (latencies, pair))
            });
        }
        let mut latencies = Vec::new();
        while let Some(played) = playing.join_next().await {
            let (of_one, pair) = played??;
            latencies.extend(of_one);
            self.pairs.push(pair);
        }
        Ok(Phase {
            moves: latencies.len() as u64,
            took: begin.elapsed(),
            cpu: (self.server.cpu()? - cpu).all,
            own_cpu: own_cpu().saturating_sub(own),
            latencies: latencies.into_iter().collect(),
            resident_bytes: self.server.resident_bytes()?,
            disk: Latencies::default(),
            rounds_cpu_micros: Vec::new(),
        })
    }
}

/// The CPU time of this process, ended threads included.
fn own_cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}
