//! Counts hits of limits, by limit and by address.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

use crate::net::Address;

/// Addresses per line of the log.
const WORST_MAX: usize = 5;

/// Addresses counted. An attack from more of them shows in the first ones.
const ADDRESSES_MAX: usize = 10_000;

type Counts = BTreeMap<&'static str, u64>;

/// How often each limit was hit, in total and by each address.
#[derive(Default)]
pub(super) struct Hits {
    by_limit: Counts,
    by_address: HashMap<Address, Counts>,
}

/// The current usage of an address.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) sessions: usize,
    pub(crate) rooms: usize,
    pub(crate) bytes_stored: u64,
}

impl Hits {
    pub(super) fn count(&mut self, limit: &'static str, from: Option<Address>) {
        *self.by_limit.entry(limit).or_default() += 1;
        let Some(address) = from else {
            return;
        };
        let by_address = &mut self.by_address;
        if by_address.len() < ADDRESSES_MAX || by_address.contains_key(&address) {
            let counts = by_address.entry(address).or_default();
            *counts.entry(limit).or_default() += 1;
        }
    }

    /// Each limit with its count.
    pub(super) fn summary(&self) -> Option<String> {
        (!self.by_limit.is_empty()).then(|| list(&self.by_limit))
    }

    /// The addresses with the most hits, worst first, with their usage.
    pub(super) fn worst(&self, usage: impl Fn(Address) -> Usage) -> Option<String> {
        let mut worst: Vec<_> = self.by_address.iter().collect();
        worst.sort_by_cached_key(|(address, counts)| {
            (Reverse(counts.values().sum::<u64>()), address.to_string())
        });
        worst.truncate(WORST_MAX);
        let lines = worst.into_iter().map(|(address, counts)| {
            let (usage, counts) = (usage(*address), list(counts));
            format!(
                "{address} ({counts}; {} sessions, {} rooms, {} bytes stored this hour)",
                usage.sessions, usage.rooms, usage.bytes_stored
            )
        });
        let lines: Vec<_> = lines.collect();
        (!lines.is_empty()).then(|| lines.join(", "))
    }
}

fn list(counts: &Counts) -> String {
    let counts = counts
        .iter()
        .map(|(limit, times)| format!("{limit} {times}×"));
    counts.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn address(last: u8) -> Address {
        IpAddr::from([192, 0, 2, last]).into()
    }

    #[test]
    fn a_summary_lists_limits_and_the_worst_addresses() {
        let mut hits = Hits::default();
        let usage = |_| Usage {
            sessions: 2,
            rooms: 1,
            bytes_stored: 300,
        };
        assert_eq!((hits.summary(), hits.worst(usage)), (None, None));
        hits.count("rooms-max", None);
        for last in 1..=9 {
            for _ in 0..last {
                hits.count("frame-bytes-max", Some(address(last)));
            }
        }
        hits.count("rooms-max", Some(address(9)));
        assert_eq!(
            hits.summary().as_deref(),
            Some("frame-bytes-max 45×, rooms-max 2×")
        );
        let worst = hits.worst(usage).unwrap();
        let uses = "2 sessions, 1 rooms, 300 bytes stored this hour";
        let first = format!("192.0.2.9 (frame-bytes-max 9×, rooms-max 1×; {uses}), 192.0.2.8 (");
        assert!(worst.starts_with(&first), "{worst}");
        assert_eq!(worst.matches("192.0.2.").count(), WORST_MAX, "{worst}");
    }

    #[test]
    fn the_number_of_addresses_is_bounded() {
        let mut hits = Hits::default();
        for number in 0..2 * u32::try_from(ADDRESSES_MAX).unwrap() {
            let address = IpAddr::from(number.to_be_bytes()).into();
            hits.count("connections-max", Some(address));
        }
        assert_eq!(hits.by_address.len(), ADDRESSES_MAX);
        assert_eq!(hits.by_limit["connections-max"], 20_000);
    }
}
