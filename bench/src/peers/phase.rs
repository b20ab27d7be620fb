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
    /// The p99 of the latencies in all rounds, ascending.
    pub(super) rounds_p99: Vec<Duration>,
}

impl Phase {
    pub(super) fn moves_per_second(&self) -> f64 {
        per(self.moves, self.took.as_secs_f64())
    }

    pub(super) fn cpu_micros(&self) -> f64 {
        1e6 / per(self.moves, self.cpu.as_secs_f64())
    }

    fn p99(&self) -> Duration {
        self.latencies.quantile(0.99)
    }

    pub(super) fn own_cpu_micros(&self) -> f64 {
        1e6 / per(self.moves, self.own_cpu.as_secs_f64())
    }
}

/// The median of several rounds: the one with the median CPU per move, with the latencies and the disk of the one with the
/// median p99, because one stall of the disk decides the p99 of a round.
pub(super) fn median(mut rounds: Vec<Phase>) -> Option<Phase> {
    let middle = rounds.len().checked_sub(1)? / 2;
    rounds.sort_by_key(Phase::p99);
    let rounds_p99 = rounds.iter().map(Phase::p99).collect();
    let (latencies, disk) = (
        rounds[middle].latencies.clone(),
        rounds[middle].disk.clone(),
    );
    rounds.sort_by(|one, other| one.cpu_micros().total_cmp(&other.cpu_micros()));
    let rounds_cpu_micros = rounds.iter().map(Phase::cpu_micros).collect();
    Some(Phase {
        latencies,
        disk,
        rounds_cpu_micros,
        rounds_p99,
        ..rounds.swap_remove(middle)
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
            rounds_p99: Vec::new(),
        })
    }
}

/// The CPU time of this process, ended threads included.
fn own_cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(cpu: u64, latency: u64) -> Phase {
        Phase {
            moves: 1,
            took: Duration::from_secs(1),
            cpu: Duration::from_micros(cpu),
            own_cpu: Duration::ZERO,
            latencies: [Duration::from_micros(latency)].into_iter().collect(),
            resident_bytes: 0,
            // So that it shows which round it is from.
            disk: [Duration::from_micros(latency + 1)].into_iter().collect(),
            rounds_cpu_micros: Vec::new(),
            rounds_p99: Vec::new(),
        }
    }

    #[test]
    fn a_round_in_which_the_disk_stalls_does_not_count() {
        let rounds = [(40, 900_000), (60, 700), (50, 800)];
        let median = median(rounds.map(|(cpu, latency)| round(cpu, latency)).into()).unwrap();
        assert_eq!(median.cpu, Duration::from_micros(50));
        assert_eq!(median.p99(), Duration::from_micros(800));
        assert_eq!(median.disk.quantile(0.99), Duration::from_micros(801));
        assert_eq!(
            median.rounds_p99,
            [700, 800, 900_000].map(Duration::from_micros)
        );
    }
}
