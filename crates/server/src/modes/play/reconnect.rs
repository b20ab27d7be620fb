//! Connecting, and connecting again when a connection is lost.

use anyhow::bail;
use tokio::{select, time::sleep};

use super::{
    backoff::Backoff,
    bot::{Bot, report},
    ended::Ended,
    socket::{Unconnected, connect},
};
use crate::modes::serve::Signals;

impl Bot {
    /// Plays until everything is played, a signal comes, or something fails.
    pub(super) async fn run(mut self, mut signals: Signals) -> anyhow::Result<()> {
        let ended = self.stay_connected(&mut signals).await;
        if let Some(thinker) = self.thinker.take() {
            thinker.end().await;
        }
        ended
    }

    async fn stay_connected(&mut self, signals: &mut Signals) -> anyhow::Result<()> {
        let mut backoff = Backoff::new(self.settings.reconnect_max);
        let mut has_connected = false;
        loop {
            let connected = select! {
                connected = connect(&self.settings.link, self.settings.tls.clone()) => connected,
                name = signals.next() => return self.interrupted(name),
            };
            let reason = match connected {
                Ok(mut socket) => {
                    let ended = self.converse(&mut socket, signals).await;
                    if self.replica.is_live() {
                        has_connected = true;
                        backoff.reset();
                    }
                    match ended {
                        Ended::Done => return Ok(()),
                        Ended::Failed(error) => return Err(error),
                        Ended::Lost(reason) => reason,
                    }
                }
                Err(Unconnected::Refused(error)) => return Err(error),
                Err(Unconnected::Unreachable(error)) if !has_connected => return Err(error),
                Err(Unconnected::Unreachable(error) | Unconnected::Busy(error)) => {
                    format!("{error:#}")
                }
            };
            let Some(pause) = backoff.next() else {
                bail!("{reason}; gave up reconnecting");
            };
            if backoff.is_first() {
                report(&format!("{reason}; reconnecting"));
            }
            select! {
                () = sleep(pause) => {}
                name = signals.next() => return self.interrupted(name),
            }
        }
    }

    /// Ends on a signal without a connection.
    fn interrupted(&self, signal: &str) -> anyhow::Result<()> {
        if self.replica.member().is_some() {
            bail!("interrupted by {signal} while not connected: the seat was not left");
        }
        Ok(())
    }
}
