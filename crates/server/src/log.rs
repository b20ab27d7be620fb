//! What the program tells the person who hosts it, on standard error.
//!
//! Nothing secret is ever told: no token, pass key or transfer code, no frame, no query of an address.
//! So other crates, which cannot know what is secret here, are not heard at all.

use std::{
    collections::BTreeMap,
    fmt::Write,
    io, mem,
    panic::{self, PanicHookInfo},
    sync::{Mutex, PoisonError},
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

use crate::meters;

/// How often the limits that were hit are summed up.
const SUMMARY_INTERVAL: Duration = Duration::from_mins(1);

/// How often each limit was hit since the last summary.
static LIMITS_HIT: Mutex<BTreeMap<&str, u64>> = Mutex::new(BTreeMap::new());

#[derive(Args)]
#[command(next_help_heading = "Logs and metrics")]
pub(crate) struct Logging {
    /// How much to log on standard error
    #[arg(long, env = "RAUM_LOG", value_name = "LEVEL", default_value = "info", value_parser = level_parser())]
    log: Level,

    /// How to write it: a line of text or of JSON for each event
    #[arg(
        long,
        env = "RAUM_LOG_FORMAT",
        value_name = "FORMAT",
        default_value = "text"
    )]
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
    /// From here on the program logs, panics too.
    pub(crate) fn begin(&self) {
        let ours = Targets::new().with_target("raum", self.log);
        // When nobody reads standard error any more, the server goes on in silence.
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

/// A panic ends one task and is a mistake of ours: whoever hosts raum can report it.
fn panicked(panic: &PanicHookInfo<'_>) {
    let why = panic.payload_as_str().unwrap_or("for no reason given");
    let place = panic.location().map(ToString::to_string);
    error!(
        place = place.unwrap_or_default(),
        "a task has panicked: {why}"
    );
}

/// Somebody has met a limit. That may happen often, so there is a summary of it, too.
pub(crate) fn limit_hit(name: &'static str) {
    meters::limit_hit(name);
    debug!(limit = name, "a limit was hit");
    let mut hit = LIMITS_HIT.lock().unwrap_or_else(PoisonError::into_inner);
    *hit.entry(name).or_default() += 1;
}

/// Sums up the limits that were hit, again and again.
pub(crate) async fn sum_up_limits() {
    let mut minutes = interval_at(Instant::now() + SUMMARY_INTERVAL, SUMMARY_INTERVAL);
    loop {
        minutes.tick().await;
        let hit = mem::take(&mut *LIMITS_HIT.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(summary) = summary(&hit) {
            warn!("limits hit in the last minute: {summary}");
        }
    }
}

fn summary(hit: &BTreeMap<&str, u64>) -> Option<String> {
    let mut summary = String::new();
    for (name, times) in hit {
        let comma = if summary.is_empty() { "" } else { ", " };
        write!(summary, "{comma}{name} {times}×").ok()?;
    }
    (!summary.is_empty()).then_some(summary)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// What is written to it is there for the test to read.
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
    fn a_panic_is_told() {
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

    #[test]
    fn a_summary_names_what_was_hit() {
        assert_eq!(summary(&BTreeMap::new()), None);
        let hit = BTreeMap::from([("rooms-per-address", 3), ("frame-bytes", 1)]);
        assert_eq!(
            summary(&hit).as_deref(),
            Some("frame-bytes 1×, rooms-per-address 3×")
        );
    }
}
