//! Metrics for Prometheus. Only this file uses the metrics crates.
//!
//! Unless metrics are enabled these functions do nothing. No label has unbounded values such as ids or addresses.

use std::{
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use anyhow::Context;
use axum::{Router, extract::State, http::header, response::IntoResponse, routing::get};
use clap::{Args, builder::BoolishValueParser};
use metrics::{
    Gauge, SharedString, counter, describe_counter, describe_gauge, describe_histogram, gauge,
    histogram,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use raum_journal::{Size, Upkeep};
use tokio::time::interval;
use tracing::info;

use crate::net::{bind, socket_address};

/// How often samples are sorted into buckets: until then they take memory.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// A healthy disk syncs in 0.1 to 10 ms.
const APPEND_BUCKETS: [f64; 13] = [
    0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0,
];

/// From the summary of a loaded room to a request that times out.
const ANSWER_BUCKETS: [f64; 10] = [
    0.000_25, 0.001, 0.0025, 0.01, 0.025, 0.1, 0.25, 1.0, 5.0, 20.0,
];

/// One frame per connection of a room: microseconds for two members, more for hundreds of spectators.
const BROADCAST_BUCKETS: [f64; 10] = [
    0.000_002, 0.000_005, 0.000_01, 0.000_025, 0.000_05, 0.0001, 0.00025, 0.001, 0.01, 0.1,
];

/// Defines a function for each metric, with its labels as arguments. The first word is what the function does:
/// `count` one event, `add` an amount, take over a `total`, `set` a gauge, `hold` a share of a gauge, or record a `time`
/// in these buckets.
macro_rules! metrics {
    ($($kind:ident $name:ident $labels:tt $metric:literal $help:literal $(by $buckets:ident)?;)+) => {
        $(metrics! { @$kind $name $labels $metric $help })+

        /// The buckets of each histogram.
        const BUCKETS: &[(&str, &[f64])] = &[$($(($metric, &$buckets),)?)+];

        /// Describes all metrics, and starts counters without labels at 0.
        fn describe() {
            $(metrics! { @describe $kind $labels $metric $help })+
        }
    };
    (@count $name:ident ($($label:ident),*) $metric:literal $help:literal) => {
        #[doc = $help]
        pub(crate) fn $name($($label: impl Into<SharedString>),*) {
            counter!($metric $(, stringify!($label) => $label)*).increment(1);
        }
    };
    (@add $name:ident ($($label:ident),*) $metric:literal $help:literal) => {
        #[doc = $help]
        pub(crate) fn $name(amount: u64 $(, $label: impl Into<SharedString>)*) {
            counter!($metric $(, stringify!($label) => $label)*).increment(amount);
        }
    };
    (@total $name:ident () $metric:literal $help:literal) => {
        #[doc = $help]
        fn $name(total: u64) {
            counter!($metric).absolute(total);
        }
    };
    (@set $name:ident ($($label:ident),*) $metric:literal $help:literal) => {
        #[doc = $help]
        pub(crate) fn $name(value: impl TryInto<u64> $(, $label: impl Into<SharedString>)*) {
            gauge!($metric $(, stringify!($label) => $label)*).set(float(value));
        }
    };
    (@hold $name:ident ($($label:ident),*) $metric:literal $help:literal) => {
        #[doc = $help]
        pub(crate) fn $name(value: usize $(, $label: impl Into<SharedString>)*) -> Share {
            Share::new(gauge!($metric $(, stringify!($label) => $label)*), value)
        }
    };
    (@time $name:ident ($($label:ident),*) $metric:literal $help:literal) => {
        #[doc = $help]
        pub(crate) fn $name(took: Duration $(, $label: impl Into<SharedString>)*) {
            histogram!($metric $(, stringify!($label) => $label)*).record(took);
        }
    };
    (@describe count () $metric:literal $help:literal) => {
        describe_counter!($metric, $help);
        counter!($metric).absolute(0);
    };
    (@describe add () $metric:literal $help:literal) => {
        metrics! { @describe count () $metric $help }
    };
    (@describe count $labels:tt $metric:literal $help:literal) => { describe_counter!($metric, $help); };
    (@describe add $labels:tt $metric:literal $help:literal) => { describe_counter!($metric, $help); };
    (@describe total $labels:tt $metric:literal $help:literal) => { describe_counter!($metric, $help); };
    (@describe time $labels:tt $metric:literal $help:literal) => { describe_histogram!($metric, $help); };
    (@describe $gauge:ident $labels:tt $metric:literal $help:literal) => { describe_gauge!($metric, $help); };
}

metrics! {
    count command() "raum_commands_total" "Commands sent to rooms.";
    count room_opened(kind) "raum_rooms_opened_total" "Rooms opened, by kind.";
    count room_expired(why) "raum_rooms_expired_total" "Expired rooms deleted, by reason.";
    count refused(code) "raum_refusals_total" "Commands refused, by code.";
    count closed(code) "raum_closes_total" "Connections closed by the server, by close code.";
    count http_answer(route, status) "raum_http_answers_total" "HTTP responses, by route and status class.";
    count limit_hit(limit) "raum_limits_hit_total" "Limits hit, by name.";
    count journal_error() "raum_journal_errors_total" "Appends that the journal could not make durable.";
    count paired(kind) "raum_paired_games_total" "Games between people whom the lobby has paired, by kind.";
    count reported(reason) "raum_reports_total" "Chat messages reported, by reason.";
    add followed() "raum_followed_entries_total" "Entries received from other nodes.";
    count thought(kind) "raum_thoughts_total" "Thoughts of computers, by kind.";
    count thought_shortened() "raum_thoughts_shortened_total" "Thoughts that a queue, a clock or a change in the room made shorter than their level.";
    add thought_nodes() "raum_thought_nodes_total" "Positions that computers have searched.";
    add answer_bytes() "raum_http_answer_bytes_total" "Bytes of API responses sent.";
    add slowed_millis(limit) "raum_slowed_milliseconds_total" "Milliseconds that rate limits have delayed commands and new sessions, by limit.";
    add stored() "raum_stored_bytes_total" "Bytes of entries stored, as charged to addresses.";
    total reads_served() "raum_journal_reads_total" "Pages read from the journal.";
    total reads_skipped() "raum_journal_reads_skipped_total" "Reads of the journal skipped because the reader had gone.";
    total reads_waited_millis() "raum_journal_read_waits_milliseconds_total" "Milliseconds that reads of the journal have waited.";
    total reads_busy_millis() "raum_journal_reads_milliseconds_total" "Milliseconds spent on reads of the journal.";
    set rooms_loaded() "raum_rooms_loaded" "Rooms in memory.";
    set rooms_asleep() "raum_rooms_asleep" "Unloaded rooms with a running clock or an absent member.";
    set rooms_stored() "raum_rooms_kept" "Rooms in the journal, as of the last sweep.";
    set rooms_doubted() "raum_rooms_doubted" "Expired rooms that the last sweep did not delete because they are most rooms.";
    set rooms_damaged() "raum_rooms_damaged" "Rooms known to be damaged.";
    set reads_waiting(priority) "raum_journal_reads_waiting" "Reads waiting for the journal, by priority.";
    set writes_waiting() "raum_journal_writes_waiting" "Appends and deletions waiting for the journal's writer.";
    set lobby_visitors() "raum_lobby_visitors" "Connections to the lobby.";
    set cluster_nodes() "raum_cluster_nodes" "Nodes of the cluster that are alive, with this one; 0 until this node has listened long enough.";
    set cluster_connected() "raum_cluster_connected" "1 while this node hears its own heartbeats over NATS, and 0 while it is cut off.";
    set build_info(version) "raum_build_info" "Always 1; the label is the running version.";
    set start_seconds() "process_start_time_seconds" "When the program started, in seconds since 1970.";
    set journal_used_bytes() "raum_journal_used_bytes" "Bytes that rooms take on disk.";
    set journal_free_bytes() "raum_journal_free_bytes" "Bytes free inside the journal, from deleted rooms.";
    set journal_log_bytes() "raum_journal_log_bytes" "Bytes of the journal's write-ahead log.";
    set journal_max_bytes() "raum_journal_max_bytes" "The most bytes that rooms may take.";
    hold room_tail_bytes() "raum_rooms_tail_bytes" "Memory used by the last entries of loaded rooms.";
    hold sessions(dialect) "raum_sessions" "Sessions in rooms, by dialect.";
    hold connections() "raum_connections" "Open connections.";
    hold work_waiting(work) "raum_work_waiting" "Long jobs waiting for a worker, by work.";
    hold work_running(work) "raum_work_running" "Long jobs running, by work.";
    hold thoughts_waiting() "raum_thoughts_waiting" "Thoughts of computers waiting for a thread.";
    hold thoughts_running() "raum_thoughts_running" "Thoughts of computers under way.";
    time appended() "raum_append_seconds" "Time until entries are durable." by APPEND_BUCKETS;
    time broadcast() "raum_broadcast_seconds" "Time from then until a frame is queued for every connection of the room." by BROADCAST_BUCKETS;
    time work_waited(work) "raum_work_waited_seconds" "Time that jobs wait for a worker, by work." by ANSWER_BUCKETS;
    time thought_waited() "raum_thought_waited_seconds" "Time that thoughts of computers wait for a thread." by ANSWER_BUCKETS;
    time http_answer_time(route) "raum_http_answer_seconds" "Time until the response to a request starts, by route." by ANSWER_BUCKETS;
}

#[derive(Args)]
#[command(next_help_heading = "Logs and metrics")]
pub(crate) struct Metering {
    /// Serve metrics at /metrics on the main port
    #[arg(long, env = "RAUM_METRICS", value_parser = BoolishValueParser::new())]
    metrics: bool,

    /// Serve metrics at /metrics on a separate address, which serves nothing else
    #[arg(long, env = "RAUM_METRICS_LISTEN")]
    #[arg(value_name = "ADDRESS:PORT", value_parser = socket_address)]
    metrics_listen: Option<String>,
}

impl Metering {
    /// Starts recording if metrics are enabled. Returns the routes for the main port, if any.
    pub(crate) async fn begin(&self, upkeep: Arc<dyn Upkeep>) -> anyhow::Result<Option<Router>> {
        let listener = match &self.metrics_listen {
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
        let recorder = builder
            .and_then(PrometheusBuilder::install_recorder)
            .context("cannot record metrics")?;
        describe();
        rooms_loaded(0_u64);
        rooms_asleep(0_u64);
        rooms_stored(0_u64);
        rooms_doubted(0_u64);
        rooms_damaged(0_u64);
        drop(connections(0));
        build_info(1_u64, env!("CARGO_PKG_VERSION"));
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
        start_seconds(since_1970.unwrap_or_default().as_secs());
        tokio::spawn(run_upkeep(recorder.clone()));
        let router = Router::new()
            .route("/metrics", get(render))
            .with_state((recorder, upkeep));
        if let Some(listener) = listener {
            info!("metrics are at http://{}/metrics", listener.local_addr()?);
            tokio::spawn(axum::serve(listener, router.clone()).into_future());
        }
        Ok(self.metrics.then_some(router))
    }
}

/// Sorts samples into buckets at intervals.
async fn run_upkeep(recorder: PrometheusHandle) {
    let mut upkeep = interval(UPKEEP_INTERVAL);
    loop {
        upkeep.tick().await;
        recorder.run_upkeep();
    }
}

async fn render(
    State((recorder, upkeep)): State<(PrometheusHandle, Arc<dyn Upkeep>)>,
) -> impl IntoResponse {
    // If the journal does not answer, its last sizes stay.
    if let Ok(size) = upkeep.size().await {
        record_size(size);
    }
    record_activity(&*upkeep);
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], recorder.render())
}

fn record_size(size: Size) {
    journal_used_bytes(size.used_bytes());
    journal_free_bytes(size.free_bytes);
    journal_log_bytes(size.log_bytes);
    if let Some(bytes_max) = size.bytes_max {
        journal_max_bytes(bytes_max);
    }
}

fn record_activity(upkeep: &dyn Upkeep) {
    let activity = upkeep.activity();
    let reads = activity.reads;
    reads_served(reads.served);
    reads_skipped(reads.skipped);
    reads_waited_millis(millis(reads.waited));
    reads_busy_millis(millis(reads.busy));
    for (priority, waiting) in ["load", "query", "upkeep"].into_iter().zip(reads.waiting) {
        reads_waiting(waiting, priority);
    }
    writes_waiting(activity.writes_waiting);
}

pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "Prometheus has floats, which are exact up to 2⁵³"
)]
fn float(value: impl TryInto<u64>) -> f64 {
    value.try_into().unwrap_or(u64::MAX) as f64
}

/// A share of a gauge, taken back when it is dropped.
pub(crate) struct Share {
    gauge: Gauge,
    value: usize,
}

impl Share {
    fn new(gauge: Gauge, value: usize) -> Self {
        let mut share = Self { gauge, value: 0 };
        share.set(value);
        share
    }

    pub(crate) fn set(&mut self, value: usize) {
        if value != self.value {
            self.gauge.increment(float(value) - float(self.value));
            self.value = value;
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.set(0);
    }
}
