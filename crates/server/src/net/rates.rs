//! How fast clients may be: token buckets by seat token and by address, whatever the number of connections.
//! A client that is too fast is read more slowly; see `sessions/reading.rs`.

use std::time::Duration;

use raum_host::Denied;
use tokio::time::Instant;

use crate::{
    limits::{EXPORT_ENTRIES_BURST, EXPORT_ENTRIES_PER_SECOND, Limits, SESSION_WAIT_MAX},
    log, meters,
    net::{
        address::Address,
        throttle::{Bucket, Buckets, Rate, millis},
    },
};

/// The buckets of all clients.
pub(crate) struct Rates {
    /// The rate of one seat token, and of one connection in a dialect without tokens.
    commands: Rate,
    by_token: Buckets<String>,
    by_address: Buckets<Address>,
    entries: Buckets<Address>,
    bytes: Buckets<Address>,
    sessions: Buckets<Address>,
    exports: Buckets<Address>,
}

/// Who sends commands over one connection, beside its address.
pub(crate) enum Client {
    /// A client of the native dialect: the hash of its seat token.
    Token(String),
    /// A client of a dialect without tokens: a bucket of its own.
    Connection(Bucket),
}

impl Client {
    pub(crate) fn connection() -> Self {
        Self::Connection(Bucket::full(Instant::now()))
    }
}

impl Rates {
    pub(crate) fn new(limits: &Limits) -> Self {
        let commands = Rate::per_second(limits.commands_per_second, limits.commands_burst);
        Self {
            commands,
            by_token: Buckets::new(commands),
            // An operator who lets one seat be faster lets its address be as fast.
            by_address: Buckets::new(Rate::per_second(
                limits
                    .address_commands_per_second
                    .max(limits.commands_per_second),
                limits.address_commands_burst.max(limits.commands_burst),
            )),
            entries: Buckets::new(Rate::per_hour(limits.address_entries_per_hour)),
            bytes: Buckets::new(Rate::per_hour(limits.address_bytes_per_hour)),
            sessions: Buckets::new(Rate::per_second(
                limits.address_sessions_per_second,
                limits.address_sessions_burst,
            )),
            exports: Buckets::new(Rate::per_second(
                EXPORT_ENTRIES_PER_SECOND,
                EXPORT_ENTRIES_BURST,
            )),
        }
    }

    /// Charges a command, and returns how long to wait before it is passed on.
    pub(crate) fn command(&self, client: &mut Client, from: Address) -> Duration {
        let own = match client {
            Client::Token(hash) => self.by_token.take(hash.clone(), 1),
            Client::Connection(bucket) => bucket.take(self.commands, 1, Instant::now()),
        };
        let waits = [
            ("commands-per-second", own),
            ("address-commands-per-second", self.by_address.take(from, 1)),
            ("address-entries-per-hour", self.entries.debt(&from)),
            ("address-bytes-per-hour", self.bytes.debt(&from)),
        ];
        let longest = waits.into_iter().max_by_key(|(_, wait)| *wait);
        let (limit, wait) = longest.unwrap_or_default();
        slowed(limit, from, wait)
    }

    /// Charges entries of an export, and returns how long to wait before the next ones.
    pub(crate) fn exported(&self, from: Address, entries: usize) -> Duration {
        let wait = self.exports.take(from, count(entries));
        slowed("export-entries-per-second", from, wait)
    }

    /// Charges what an address has had stored.
    pub(crate) fn stored(&self, from: Address, entries: usize, bytes: usize) {
        self.entries.take(from, count(entries));
        self.bytes.take(from, count(bytes));
        meters::stored(bytes as u64);
    }

    /// Whether an address may have more stored.
    pub(crate) fn may_store(&self, from: Address) -> Result<(), Denied> {
        let waits = [
            ("address-entries-per-hour", self.entries.debt(&from)),
            ("address-bytes-per-hour", self.bytes.debt(&from)),
        ];
        for (limit, wait) in waits {
            if !wait.is_zero() {
                log::limit_hit(limit, Some(from));
                return Err(Denied::TooMany(millis(wait)));
            }
        }
        Ok(())
    }

    /// Charges a new session, and returns how long to wait before it begins.
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

    /// The bytes that an address has had stored in the last hour, as far as they still count.
    pub(crate) fn bytes_stored(&self, by: Address) -> u64 {
        self.bytes.used(&by)
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Records that an address has to wait because of a limit, and returns how long.
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

    /// The time that so many commands of one seat, all sent at once, have to wait.
    fn wait_of(commands: u32, limits: &Limits) -> Duration {
        let rates = Rates::new(limits);
        let from = Address::from(IpAddr::from(Ipv4Addr::LOCALHOST));
        let mut client = Client::Token("hash".to_owned());
        let waits = (0..commands).map(|_| rates.command(&mut client, from));
        waits.max().unwrap_or_default()
    }

    #[tokio::test(start_paused = true)]
    async fn a_faster_seat_makes_its_address_faster() {
        let faster = Limits {
            commands_per_second: 100_000,
            commands_burst: 100_000,
            ..Limits::default()
        };
        assert!(faster.address_commands_burst < 10_000);
        assert_eq!(wait_of(10_000, &faster), Duration::ZERO);
        assert!(!wait_of(10_000, &Limits::default()).is_zero());
    }
}
