//! Rate limits of clients: token buckets by seat token and by address, over all their connections.
//! `sessions/paced_reader.rs` reads a client that exceeds them more slowly.

use std::time::Duration;

use raum_host::Denied;
use tokio::time::Instant;

use super::{
    Address,
    throttle::{Rate, TokenBucket, TokenBuckets, millis},
};
use crate::{
    limits::{EXPORT_ENTRIES_BURST, EXPORT_ENTRIES_PER_SECOND, Limits, SESSION_WAIT_MAX},
    log, meters,
};

/// The limits of what an address may store.
const ENTRIES: &str = "address-entries-per-hour";
const BYTES: &str = "address-bytes-per-hour";

/// The buckets of all clients.
pub(crate) struct Rates {
    /// The rate of one seat token, or of one connection in a dialect without tokens.
    commands: Rate,
    by_token: TokenBuckets<String>,
    /// Commands, and the entries and bytes that they store: together, because every command is charged to all three.
    by_address: TokenBuckets<Address, 3>,
    sessions: TokenBuckets<Address>,
    exports: TokenBuckets<Address>,
}

/// Whose bucket a connection's commands are charged to, beside that of its address.
pub(crate) enum Client {
    /// A client of the native dialect: the hash of its seat token.
    Token(String),
    /// A client of a dialect without tokens: a bucket of its own.
    Connection(TokenBucket),
}

impl Client {
    pub(crate) fn connection() -> Self {
        Self::Connection(TokenBucket::full(Instant::now()))
    }
}

impl Rates {
    pub(crate) fn new(limits: &Limits) -> Self {
        let commands = Rate::per_second(limits.commands_per_second, limits.commands_burst);
        Self {
            commands,
            by_token: TokenBuckets::new([commands]),
            by_address: TokenBuckets::new([
                // At least the rate of one seat.
                Rate::per_second(
                    limits
                        .address_commands_per_second
                        .max(limits.commands_per_second),
                    limits.address_commands_burst.max(limits.commands_burst),
                ),
                Rate::per_hour(limits.address_entries_per_hour),
                Rate::per_hour(limits.address_bytes_per_hour),
            ]),
            sessions: TokenBuckets::new([Rate::per_second(
                limits.address_sessions_per_second,
                limits.address_sessions_burst,
            )]),
            exports: TokenBuckets::new([Rate::per_second(
                EXPORT_ENTRIES_PER_SECOND,
                EXPORT_ENTRIES_BURST,
            )]),
        }
    }

    /// Charges a command, and returns how long to delay it.
    pub(crate) fn command(&self, client: &mut Client, from: Address) -> Duration {
        let now = Instant::now();
        let own = match client {
            Client::Token(hash) => {
                let [own] = self.by_token.take(hash.clone(), [1], now);
                own
            }
            Client::Connection(bucket) => bucket.take(self.commands, 1, now),
        };
        let [commands, entries, bytes] = self.by_address.take(from, [1, 0, 0], now);
        let waits = [
            ("commands-per-second", own),
            ("address-commands-per-second", commands),
            (ENTRIES, entries),
            (BYTES, bytes),
        ];
        let longest = waits.into_iter().max_by_key(|(_, wait)| *wait);
        let (limit, wait) = longest.unwrap_or_default();
        slowed(limit, from, wait)
    }

    /// Charges exported entries, and returns how long to delay the next ones.
    pub(crate) fn exported(&self, from: Address, entries: usize) -> Duration {
        let [wait] = self.exports.take(from, [count(entries)], Instant::now());
        slowed("export-entries-per-second", from, wait)
    }

    /// Charges stored entries to an address.
    pub(crate) fn stored(&self, from: Address, entries: usize, bytes: usize) {
        let counts = [0, count(entries), count(bytes)];
        self.by_address.take(from, counts, Instant::now());
        meters::stored(bytes as u64);
    }

    /// Fails if an address has exhausted its storage quota.
    pub(crate) fn may_store(&self, from: Address) -> Result<(), Denied> {
        let [_, entries, bytes] = self.by_address.debts(&from);
        for (limit, wait) in [(ENTRIES, entries), (BYTES, bytes)] {
            if !wait.is_zero() {
                log::limit_hit(limit, Some(from));
                return Err(Denied::TooMany(millis(wait)));
            }
        }
        Ok(())
    }

    /// Charges a new session, and returns how long to delay it.
    pub(crate) fn session(&self, from: Address) -> Result<Duration, Denied> {
        let limit = "address-sessions-per-second";
        match self.sessions.take_within(from, SESSION_WAIT_MAX) {
            Ok(wait) => Ok(slowed(limit, from, wait)),
            Err(wait) => {
                log::limit_hit(limit, Some(from));
                Err(Denied::TooMany(millis(wait)))
            }
        }
    }

    /// The bytes stored for an address that still count against its hourly quota.
    pub(crate) fn bytes_stored(&self, by: Address) -> u64 {
        let [_, _, bytes] = self.by_address.used(&by);
        bytes
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Logs and measures a delay by a rate limit, and returns it.
fn slowed(limit: &'static str, from: Address, wait: Duration) -> Duration {
    if !wait.is_zero() {
        log::limit_hit(limit, Some(from));
        meters::slowed_millis(meters::millis(wait), limit);
    }
    wait
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    /// The longest delay of commands that one seat sends all at once.
    fn longest_delay(commands: u32, limits: &Limits) -> Duration {
        let rates = Rates::new(limits);
        let from = Address::from(IpAddr::from(Ipv4Addr::LOCALHOST));
        let mut client = Client::Token("hash".to_owned());
        let waits = (0..commands).map(|_| rates.command(&mut client, from));
        waits.max().unwrap_or_default()
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_is_at_least_as_fast_as_one_seat() {
        let faster = Limits {
            commands_per_second: 100_000,
            commands_burst: 100_000,
            ..Limits::default()
        };
        assert!(faster.address_commands_burst < 10_000);
        assert_eq!(longest_delay(10_000, &faster), Duration::ZERO);
        assert!(!longest_delay(10_000, &Limits::default()).is_zero());
    }
}
