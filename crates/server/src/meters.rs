//! What the program counts and measures, for Prometheus. Only this file knows the crates for that.
//!
//! Where nobody asks for metrics, none of these functions does anything. No label has values without
//! end: neither ids nor addresses.

use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::Context;
use axum::{Router, extract::State, http::header, response::IntoResponse, routing::get};
use clap::{Args, builder::BoolishValueParser};
use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use raum_journal::{Activity, Size, Upkeep};
use raum_room::Refusal;
use tokio::time::interval;
use tracing::info;

use crate::net::bind::{bind, socket_address};

/// How often what was measured is sorted into buckets: until then it takes memory.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// A disk that is well syncs in 0.1 to 10 ms.
const APPEND_BUCKETS: [f64; 13] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0,
];

/// From a look at a loaded room to a request that is given up.
const ANSWER_BUCKETS: [f64; 10] = [
    0.000_25, 0.001, 0.0025, 0.01, 0.025, 0.1, 0.25, 1.0, 5.0, 20.0,
];

/// A frame for each of a room's connections: microseconds for two people, more for hundreds.
const BROADCAST_BUCKETS: [f64; 10] = [
    0.000_002, 0.000_005, 0.000_01, 0.000_025, 0.000_05, 0.0001, 0.00025, 0.001, 0.01, 0.1,
];

/// Makes the names of all metrics, the buckets of the histograms and [`describe_all`], from a line for each.
macro_rules! metrics {
    (
        counters { $($counter:ident = $counter_name:literal, $counter_help:literal;)+ }
        gauges { $($gauge:ident = $gauge_name:literal in $unit:ident, $gauge_help:literal;)+ }
        histograms { $($histogram:ident = $histogram_name:literal by $buckets:ident, $histogram_help:literal;)+ }
    ) => {
        $(const $counter: &str = $counter_name;)+
        $(const $gauge: &str = $gauge_name;)+
        $(const $histogram: &str = $histogram_name;)+

        /// Each metric that is a histogram, with its buckets.
        const BUCKETS: &[(&str, &[f64])] = &[$(($histogram, &$buckets)),+];

        /// Says what each metric means.
        fn describe_all() {
            $(describe_counter!($counter, Unit::Count, $counter_help);)+
            $(describe_gauge!($gauge, Unit::$unit, $gauge_help);)+
            $(describe_histogram!($histogram, Unit::Seconds, $histogram_help);)+
        }
    };
}

metrics! {
    counters {
        COMMANDS = "raum_commands_total", "Commands that were asked of rooms.";
        ROOMS_OPENED = "raum_rooms_opened_total", "Rooms opened, by kind.";
        ROOMS_EXPIRED = "raum_rooms_expired_total", "Rooms deleted because their time was over, by why.";
        REFUSALS = "raum_refusals_total", "Commands that were refused, by code.";
        CLOSES = "raum_closes_total", "Connections that the server closed, by code.";
        ANSWERS = "raum_http_answers_total", "Requests answered, by route and class of status.";
        ANSWER_BYTES = "raum_http_answer_bytes_total", "Bytes of the API's answers that were sent.";
        LIMITS_HIT = "raum_limits_hit_total", "How often a limit was hit, by its name.";
        SLOWED = "raum_slowed_milliseconds_total", "Milliseconds that commands and new sessions had to wait, by the limit.";
        STORED = "raum_stored_bytes_total", "Bytes of entries charged to addresses.";
        READS = "raum_journal_reads_total", "Reads that the journal has served, a page each.";
        READS_SKIPPED = "raum_journal_reads_skipped_total", "Reads that the journal has skipped because their askers had gone.";
        READS_WAITED = "raum_journal_read_waits_milliseconds_total", "How long served reads have waited, in all, in milliseconds.";
        READS_BUSY = "raum_journal_reads_milliseconds_total", "How long serving reads has taken, in all, in milliseconds.";
        JOURNAL_ERRORS = "raum_journal_errors_total", "Appends that the journal could not make durable.";
    }
    gauges {
        ROOMS_LOADED = "raum_rooms_loaded" in Count, "Rooms in memory.";
        ROOMS_TAIL = "raum_rooms_tail_bytes" in Bytes, "What the last entries of loaded rooms take in memory.";
        ROOMS_ASLEEP = "raum_rooms_asleep" in Count, "Rooms not in memory in which a clock runs or a member is missed.";
        ROOMS_KEPT = "raum_rooms_kept" in Count, "Rooms in the journal, as of the last sweep.";
        ROOMS_DOUBTED = "raum_rooms_doubted" in Count, "Rooms over their time that the last sweep has not deleted, for they are most.";
        ROOMS_DAMAGED = "raum_rooms_damaged" in Count, "Rooms known to be damaged.";
        SESSIONS = "raum_sessions" in Count, "People in rooms, by dialect.";
        CONNECTIONS = "raum_connections" in Count, "Connections that are open.";
        WORK_WAITING = "raum_work_waiting" in Count, "Long jobs that wait for their turn, by work.";
        WORK_RUNNING = "raum_work_running" in Count, "Long jobs that run, by work.";
        JOURNAL_USED = "raum_journal_used_bytes" in Bytes, "What rooms take on the disk.";
        JOURNAL_FREE = "raum_journal_free_bytes" in Bytes, "What deleted rooms have left free inside the journal.";
        JOURNAL_LOG = "raum_journal_log_bytes" in Bytes, "What the journal's log takes on the disk.";
        JOURNAL_MAX = "raum_journal_max_bytes" in Bytes, "What rooms may take at most.";
        READS_WAITING = "raum_journal_reads_waiting" in Count, "Reads that wait for a reader of the journal, by priority.";
        WRITES_WAITING = "raum_journal_writes_waiting" in Count, "Appends and deletions that wait for the journal's writer.";
        BUILD = "raum_build_info" in Count, "Always 1; the label is the version that runs.";
        START = "process_start_time_seconds" in Seconds, "When the program started, since 1970.";
    }
    histograms {
        APPEND = "raum_append_seconds" by APPEND_BUCKETS, "How long entries took to be durable.";
        BROADCAST = "raum_broadcast_seconds" by BROADCAST_BUCKETS, "How long it took from then until a frame waited for every connection of the room.";
        WORK_WAITED = "raum_work_waited_seconds" by ANSWER_BUCKETS, "How long jobs have waited for their turn, by work.";
        ANSWER = "raum_http_answer_seconds" by ANSWER_BUCKETS, "How long requests took until their answers began, by route.";
    }
}

#[derive(Args)]
#[command(next_help_heading = "Logs and metrics")]
pub(crate) struct Metering {
    /// Tell metrics at /metrics, where the page is, too
    #[arg(long, env = "RAUM_METRICS", value_parser = BoolishValueParser::new())]
    metrics: bool,

    /// Tell metrics at /metrics of an address of their own, which serves nothing else
    #[arg(
        long,
        env = "RAUM_METRICS_LISTEN",
        value_name = "ADDRESS:PORT",
        value_parser = socket_address
    )]
    metrics_listen: Option<String>,
}

impl Metering {
    /// Begins to measure if anybody wants to know, and returns what the main port is to serve of it.
    pub(crate) async fn begin(&self, upkeep: Arc<dyn Upkeep>) -> anyhow::Result<Option<Router>> {
        let apart = match &self.metrics_listen {
            Some(address) => Some(bind(address).await?),
            None if self.metrics => None,
            None => return Ok(None),
        };
        let builder =
            BUCKETS
                .iter()
                .try_fold(PrometheusBuilder::new(), |builder, (name, buckets)| {
                    builder.set_buckets_for_metric(Matcher::Full((*name).to_owned()), buckets)
                });
        let text = builder
            .and_then(PrometheusBuilder::install_recorder)
            .context("cannot measure")?;
        describe();
        let router = Metrics {
            text: text.clone(),
            upkeep,
        }
        .router();
        tokio::spawn(keep_small(text));
        if let Some(listener) = apart {
            info!("metrics are at http://{}/metrics", listener.local_addr()?);
            tokio::spawn(axum::serve(listener, router.clone()).into_future());
        }
        Ok(self.metrics.then_some(router))
    }
}

/// Sorts what was measured into buckets, again and again.
async fn keep_small(text: PrometheusHandle) {
    let mut upkeep = interval(UPKEEP_INTERVAL);
    loop {
        upkeep.tick().await;
        text.run_upkeep();
    }
}

/// All that was measured.
#[derive(Clone)]
struct Metrics {
    text: PrometheusHandle,
    upkeep: Arc<dyn Upkeep>,
}

impl Metrics {
    fn router(self) -> Router {
        Router::new().route("/metrics", get(tell)).with_state(self)
    }
}

async fn tell(State(metrics): State<Metrics>) -> impl IntoResponse {
    // A journal that does not answer has the last figures, and shows in others.
    if let Ok(size) = metrics.upkeep.size().await {
        journal_size(size);
    }
    journal_activity(metrics.upkeep.activity());
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], metrics.text.render())
}

/// Says what each metric means, and has those without labels there from the start.
fn describe() {
    describe_all();
    for name in [COMMANDS, STORED, JOURNAL_ERRORS] {
        counter!(name).absolute(0);
    }
    for name in [
        ROOMS_LOADED,
        ROOMS_ASLEEP,
        ROOMS_KEPT,
        ROOMS_DOUBTED,
        ROOMS_DAMAGED,
        CONNECTIONS,
    ] {
        gauge!(name).set(0);
    }
    gauge!(BUILD, "version" => env!("CARGO_PKG_VERSION")).set(1);
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    gauge!(START).set(since_1970.unwrap_or_default().as_secs_f64());
}

pub(crate) fn command() {
    counter!(COMMANDS).increment(1);
}

pub(crate) fn room_opened(kind: &'static str) {
    counter!(ROOMS_OPENED, "kind" => kind).increment(1);
}

pub(crate) fn room_expired(why: &'static str) {
    counter!(ROOMS_EXPIRED, "why" => why).increment(1);
}

pub(crate) fn refused(refusal: Refusal) {
    counter!(REFUSALS, "code" => refusal.code()).increment(1);
}

pub(crate) fn closed(code: u16) {
    counter!(CLOSES, "code" => code.to_string()).increment(1);
}

pub(crate) fn limit_hit(name: &'static str) {
    counter!(LIMITS_HIT, "limit" => name).increment(1);
}

/// A client has to wait this long before it is read again.
pub(crate) fn slowed(limit: &'static str, wait: Duration) {
    let millis = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    counter!(SLOWED, "limit" => limit).increment(millis);
}

/// Bytes that an address has had stored.
pub(crate) fn stored(bytes: u64) {
    counter!(STORED).increment(bytes);
}

pub(crate) fn journal_error() {
    counter!(JOURNAL_ERRORS).increment(1);
}

pub(crate) fn appended(took: Duration) {
    histogram!(APPEND).record(took);
}

pub(crate) fn broadcast(took: Duration) {
    histogram!(BROADCAST).record(took);
}

/// A job waits for its turn among those of this name.
pub(crate) fn work_waiting(name: &'static str) -> Counted {
    count(gauge!(WORK_WAITING, "work" => name))
}

/// A job of this name runs.
pub(crate) fn work_running(name: &'static str) -> Counted {
    count(gauge!(WORK_RUNNING, "work" => name))
}

/// How long a job of this name has waited for its turn.
pub(crate) fn work_waited(name: &'static str, waited: Duration) {
    histogram!(WORK_WAITED, "work" => name).record(waited);
}

/// A request was answered. Routes are patterns, of which there are few.
pub(crate) fn answered(route: &str, class: &'static str, took: Duration) {
    counter!(ANSWERS, "route" => route.to_owned(), "status" => class).increment(1);
    histogram!(ANSWER, "route" => route.to_owned()).record(took);
}

/// Bytes of an answer were handed to its connection.
pub(crate) fn answer_bytes(count: usize) {
    counter!(ANSWER_BYTES).increment(count as u64);
}

pub(crate) fn rooms_loaded(count: usize) {
    set(ROOMS_LOADED, count as u64);
}

pub(crate) fn rooms_asleep(count: usize) {
    set(ROOMS_ASLEEP, count as u64);
}

pub(crate) fn rooms_kept(count: usize) {
    set(ROOMS_KEPT, count as u64);
}

/// The rooms that the last sweep did not dare to delete.
pub(crate) fn sweep_doubted(count: usize) {
    set(ROOMS_DOUBTED, count as u64);
}

pub(crate) fn rooms_damaged(count: usize) {
    set(ROOMS_DAMAGED, count as u64);
}

fn journal_size(size: Size) {
    set(JOURNAL_USED, size.used_bytes());
    set(JOURNAL_FREE, size.free_bytes);
    set(JOURNAL_LOG, size.log_bytes);
    if let Some(bytes_max) = size.bytes_max {
        set(JOURNAL_MAX, bytes_max);
    }
}

fn journal_activity(activity: Activity) {
    let Activity {
        reads,
        writes_waiting,
    } = activity;
    let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    counter!(READS).absolute(reads.served);
    counter!(READS_SKIPPED).absolute(reads.skipped);
    counter!(READS_WAITED).absolute(millis(reads.waited));
    counter!(READS_BUSY).absolute(millis(reads.busy));
    for (priority, waiting) in ["load", "query", "upkeep"].into_iter().zip(reads.waiting) {
        gauge!(READS_WAITING, "priority" => priority).set(float(waiting as u64));
    }
    set(WRITES_WAITING, writes_waiting as u64);
}

fn set(name: &'static str, value: u64) {
    gauge!(name).set(float(value));
}

#[expect(
    clippy::cast_precision_loss,
    reason = "Prometheus has floats, which are exact up to 2⁵³"
)]
fn float(value: u64) -> f64 {
    value as f64
}

/// The bytes of a loaded room's last entries, until this is dropped.
#[derive(Default)]
pub(crate) struct LogBytes(usize);

impl LogBytes {
    pub(crate) fn set(&mut self, bytes: usize) {
        if bytes != self.0 {
            gauge!(ROOMS_TAIL).increment(float(bytes as u64) - float(self.0 as u64));
            self.0 = bytes;
        }
    }
}

impl Drop for LogBytes {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// One more of something, until this is dropped.
pub(crate) struct Counted(metrics::Gauge);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

/// Somebody is in a room.
pub(crate) fn session(dialect: &'static str) -> Counted {
    count(gauge!(SESSIONS, "dialect" => dialect))
}

/// A connection is open.
pub(crate) fn connection() -> Counted {
    count(gauge!(CONNECTIONS))
}

fn count(gauge: metrics::Gauge) -> Counted {
    gauge.increment(1);
    Counted(gauge)
}
