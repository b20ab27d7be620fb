//! Client addresses, by which the limits count.

use std::{
    fmt,
    net::{IpAddr, Ipv6Addr},
};

use axum::http::HeaderMap;

/// Each proxy appends the address of its own client.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The address of one client: an IPv4 address, or the IPv6 /64 network that providers assign to one customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() >> 64 << 64;
                Ipv6Addr::from_bits(network).into()
            }
            v4 @ IpAddr::V4(_) => v4,
        })
    }
}

/// Formats the address as a firewall rule takes it.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(network) => write!(f, "{network}/64"),
        }
    }
}

impl Address {
    /// A unique number for this address.
    pub(crate) fn bits(self) -> u128 {
        match self.0 {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(network) => network.to_bits(),
        }
    }

    /// The client's address of a request that passed through this many trusted proxies. Any client can forge the header's
    /// entries before those of the proxies.
    pub(crate) fn of_client(peer: IpAddr, headers: &HeaderMap, proxies: usize) -> Self {
        let Some(hop) = proxies.checked_sub(1) else {
            return peer.into();
        };
        let lines = headers.get_all(FORWARDED_FOR).iter().rev();
        let mut named = lines
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.rsplit(','));
        let forwarded = named.nth(hop).and_then(|text| read(text.trim()));
        forwarded.unwrap_or(peer).into()
    }
}

/// Parses an address from the header. Some proxies append the port.
fn read(text: &str) -> Option<IpAddr> {
    let plain = text.parse().ok();
    plain.or_else(|| Some(text.parse::<std::net::SocketAddr>().ok()?.ip()))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn address(text: &str) -> Address {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn one_customer_is_one_address() {
        assert_eq!(address("2001:db8::1"), address("2001:db8::ffff:0:0:2"));
        assert_ne!(address("2001:db8::1"), address("2001:db8:0:1::1"));
        assert_eq!(address("::ffff:192.0.2.1"), address("192.0.2.1"));
        assert_ne!(address("192.0.2.1"), address("192.0.2.2"));
        assert_eq!(address("2001:db8::1").to_string(), "2001:db8::/64");
        assert_eq!(address("192.0.2.1").to_string(), "192.0.2.1");
    }

    #[test]
    fn only_entries_of_trusted_proxies_count() {
        let peer = "192.0.2.9";
        let cases: [(&[&str], usize, &str); 10] = [
            (&["203.0.113.5"], 0, peer),
            (&["203.0.113.5"], 1, "203.0.113.5"),
            (&["198.51.100.1, 203.0.113.5"], 1, "203.0.113.5"),
            (&["198.51.100.1, 203.0.113.5"], 2, "198.51.100.1"),
            (&["198.51.100.1", "203.0.113.5"], 1, "203.0.113.5"),
            (&["198.51.100.1", "203.0.113.5"], 2, "198.51.100.1"),
            (&["203.0.113.5:4711"], 1, "203.0.113.5"),
            (&["[2001:db8::1]:4711"], 1, "2001:db8::1"),
            (&["203.0.113.5, unknown"], 1, peer),
            (&[], 1, peer),
        ];
        for (lines, proxies, expected) in cases {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(FORWARDED_FOR, HeaderValue::from_static(line));
            }
            let found = Address::of_client(peer.parse().unwrap(), &headers, proxies);
            assert_eq!(found, address(expected), "{lines:?} {proxies}");
        }
    }
}
