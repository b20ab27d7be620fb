//! The log on standard error.
//!
//! It contains no secrets: no token, pass key or transfer code, no frame, no query string. Other crates do not log at
//! all, because they cannot know what is secret here.

mod hits;

use std::{
    io, mem,
    panic::{self, PanicHookInfo},
    sync::{LazyLock, Mutex},
    time::Duration,
};

use clap::{
    Args, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use tokio::time::{Instant, interval_at};
use tracing::{Level, debug, error, warn};
use tracing_subscriber::{
    Layer, Registry, filter::Targets, fmt, layer::SubscriberExt, util::SubscriberInitExt,
};

use crate::{lock::lock, meters, net::Address};
use hits::Hits;
pub(crate) use hits::Usage;

/// The time between two summaries of the limits hit.
const SUMMARY_INTERVAL: Duration = Duration::from_mins(1);

/// Limits hit since the last summary.
static HITS: LazyLock<Mutex<Hits>> = LazyLock::new(Mutex::default);

#[derive(Args)]
#[command(next_help_heading = "Logs and metrics")]
pub(crate) struct Logging {
    /// Log level
    #[arg(long, env = "RAUM_LOG", value_name = "LEVEL", default_value = "info", value_parser = level_parser())]
    log: Level,

    /// Log format: a line of text or of JSON per event
    #[arg(long, env = "RAUM_LOG_FORMAT")]
    #[arg(value_name = "FORMAT", default_value = "text")]
    log_format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn level_parser() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(["error", "warn", "info", "debug", "trace"])
        .try_map(|name| name.parse::<Level>())
}

impl Logging {
    /// Starts logging, including panics.
    pub(crate) fn begin(&self) {
        let ours = Targets::new().with_target("raum", self.log);
        // If standard error is closed, the server continues without a log.
        let lines = fmt::layer::<Registry>()
            .with_writer(io::stderr)
            .with_target(false)
            .log_internal_errors(false);
        let lines = match self.log_format {
            Format::Text => lines.with_ansi(false).boxed(),
            Format::Json => lines.json().boxed(),
        };
        tracing_subscriber::registry()
            .with(lines.with_filter(ours))
            .init();
        panic::set_hook(Box::new(panicked));
    }
}

/// Logs a panic, which ends one task and is a bug that the operator can report.
fn panicked(panic: &PanicHookInfo<'_>) {
    let why = panic.payload_as_str().unwrap_or("no message");
    let place = panic.location().map(ToString::to_string);
    error!(
        place = place.unwrap_or_default(),
        "a task has panicked: {why}"
    );
}

/// Records that a client has hit a limit. The log has a summary once a minute, because this may happen often.
pub(crate) fn limit_hit(name: &'static str, from: Option<Address>) {
    meters::limit_hit(name);
    debug!(limit = name, "a limit was hit");
    let mut hits = lock(&HITS);
    hits.count(name, from);
}

/// Logs the limits hit and the addresses with the most hits, once a minute.
pub(crate) async fn sum_up_limits(usage: impl Fn(Address) -> Usage) {
    let mut minutes = interval_at(Instant::now() + SUMMARY_INTERVAL, SUMMARY_INTERVAL);
    loop {
        minutes.tick().await;
        let hits = mem::take(&mut *lock(&HITS));
        if let Some(summary) = hits.summary() {
            warn!("limits hit in the last minute: {summary}");
        }
        if let Some(worst) = hits.worst(&usage) {
            warn!("addresses with the most hits: {worst}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// A log that the test can read.
    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_panic_is_logged() {
        let written = Written::default();
        let lines = fmt::layer().with_writer({
            let written = written.clone();
            move || written.clone()
        });
        let before = panic::take_hook();
        panic::set_hook(Box::new(panicked));
        let panic = tracing::subscriber::with_default(Registry::default().with(lines), || {
            panic::catch_unwind(|| panic!("the board is upside down"))
        });
        panic::set_hook(before);
        assert!(panic.is_err());
        let log = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        assert!(log.contains("ERROR"), "{log}");
        assert!(
            log.contains("a task has panicked: the board is upside down"),
            "{log}"
        );
        assert!(log.contains("log.rs:"), "{log}");
    }
}
