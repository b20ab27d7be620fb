//! Graceful shutdown: its options and its signals.

use std::{io, time::Duration};

use clap::Args;
use tokio::{
    select,
    signal::unix::{Signal, SignalKind, signal},
};

/// The options of the shutdown.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Shutdown")]
pub(crate) struct Shutdown {
    /// How long to keep serving after SIGTERM while /readyz reports not ready, so that proxies stop sending clients
    #[arg(long, env = "RAUM_DRAIN_SECONDS")]
    #[arg(value_name = "SECONDS", default_value_t = 0)]
    drain_seconds: u64,

    /// Timeout for closing connections and answering open requests
    #[arg(long, env = "RAUM_END_SECONDS_MAX")]
    #[arg(value_name = "SECONDS", default_value_t = 10)]
    end_seconds_max: u64,
}

impl Shutdown {
    pub(crate) fn drain(self) -> Duration {
        Duration::from_secs(self.drain_seconds)
    }

    pub(crate) fn max(self) -> Duration {
        Duration::from_secs(self.end_seconds_max)
    }
}

/// The signals that shut the program down.
pub(crate) struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

impl Signals {
    pub(crate) fn new() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    pub(crate) async fn next(&mut self) -> &'static str {
        select! {
            _ = self.interrupt.recv() => "SIGINT",
            _ = self.terminate.recv() => "SIGTERM",
        }
    }
}
