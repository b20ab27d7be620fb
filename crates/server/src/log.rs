//! What the program tells the person who hosts it, on standard error.
//!
//! Nothing secret is ever told: no token, pass key or transfer code, no frame, no query of an address.
//! So other crates, which cannot know what is secret here, are not heard at all.

mod hits;

use std::{
    io, mem,
    panic::{self, PanicHookInfo},
    sync::Mutex,
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

/// How often the limits that were hit are summed up.
const SUMMARY_INTERVAL: Duration = Duration::from_mins(1);

/// What was hit since the last summary.
static HITS: Mutex<Hits> = Mutex::new(Hits::new());

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

/// A client has hit a limit. That may happen often, so the log has a summary of it once a minute.
pub(crate) fn limit_hit(name: &'static str, from: Option<Address>) {
    meters::limit_hit(name);
    debug!(limit = name, "a limit was hit");
    let mut hits = lock(&HITS);
    hits.count(name, from);
}

/// Logs which limits were hit, and by which addresses most, once a minute.
pub(crate) async fn sum_up_limits(usage: impl Fn(Address) -> Usage) {
    let mut minutes = interval_at(Instant::now() + SUMMARY_INTERVAL, SUMMARY_INTERVAL);
    loop {
        minutes.tick().await;
        let hits = mem::take(&mut *lock(&HITS));
        if let Some(summary) = hits.summary() {
            warn!("limits hit in the last minute: {summary}");
        }
        if let Some(worst) = hits.worst(&usage) {
            warn!("addresses that hit most limits: {worst}");
        }
    }
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
}
