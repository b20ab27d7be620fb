//! How the program is told to end, and how long it may take.

use std::{io, time::Duration};

use clap::Args;
use tokio::{
    select,
    signal::unix::{Signal, SignalKind, signal},
};

/// How the server shuts down.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "The end")]
pub(crate) struct End {
    /// How long to go on serving once told to end, while /readyz says so: for proxies to look elsewhere
    #[arg(
        long,
        env = "RAUM_DRAIN_SECONDS",
        value_name = "SECONDS",
        default_value_t = 0
    )]
    drain_seconds: u64,

    /// How long the end itself may take
    #[arg(
        long,
        env = "RAUM_END_SECONDS_MAX",
        value_name = "SECONDS",
        default_value_t = 10
    )]
    end_seconds_max: u64,
}

impl End {
    pub(crate) fn drain(self) -> Duration {
        Duration::from_secs(self.drain_seconds)
    }

    pub(crate) fn max(self) -> Duration {
        Duration::from_secs(self.end_seconds_max)
    }
}

/// What tells the program to end.
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
