//! Checks the `Host` header, which every HTTP/1.1 request must have (RFC 9112, 3.2).
//!
//! A malicious page can make its own name resolve to this machine (DNS rebinding) and then has the server's origin. On
//! a loopback address the server therefore rejects names of the public DNS, unless the operator allows them.

use std::{net::IpAddr, sync::Arc};

use axum::{
    extract::{Request, State},
    http::{HeaderValue, StatusCode, Version, header::HOST, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::http::problem::Problem;

/// Reserved names, which are never in the public DNS.
const PRIVATE_SUFFIXES: [&str; 5] = [".localhost", ".local", ".internal", ".home.arpa", ".test"];

/// The host names that the server accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Hostnames {
    #[default]
    Any,
    /// These names, IP addresses, and names that are never in the public DNS.
    Only(Vec<String>),
}

impl Hostnames {
    /// The names that the operator allows. By default, any name if other machines can reach the server or if it is
    /// behind a proxy, which should check them.
    pub(crate) fn new(named: Vec<String>, listens_on: IpAddr, behind_proxy: bool) -> Self {
        if named.is_empty() && (!listens_on.is_loopback() || behind_proxy) {
            Self::Any
        } else {
            Self::Only(named)
        }
    }

    /// Whether to accept this host, with or without a port.
    fn allow(&self, host: &str) -> bool {
        let Self::Only(named) = self else {
            return true;
        };
        let Ok(authority) = host.parse::<Authority>() else {
            return false;
        };
        let name = authority.host().trim_end_matches('.').to_ascii_lowercase();
        let address = name.trim_start_matches('[').trim_end_matches(']');
        named.iter().any(|own| own.eq_ignore_ascii_case(&name))
            || address.parse::<IpAddr>().is_ok()
            || !name.contains('.')
            || PRIVATE_SUFFIXES.iter().any(|suffix| name.ends_with(suffix))
    }
}

/// Parses a host name of the operator, without a port, because a proxy may use another one.
pub(crate) fn read(text: &str) -> Result<String, &'static str> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    if !text.is_empty() && text.bytes().all(is_name) {
        Ok(text.to_owned())
    } else {
        Err("expected a host name such as `raum.example`, without a port")
    }
}

/// Rejects requests without a valid `Host` header.
pub(crate) async fn check(
    State(hostnames): State<Arc<Hostnames>>,
    request: Request,
    next: Next,
) -> Response {
    let mut named = request.headers().get_all(HOST).iter();
    let problem = match (named.next(), named.next()) {
        (None, _) if request.version() < Version::HTTP_11 => None,
        (Some(host), None) => match host.to_str() {
            Ok(host) if hostnames.allow(host) => None,
            _ => Some(wrong_host(host)),
        },
        _ => Some(Problem::bad_request(
            "A request must have exactly one `Host` header (RFC 9112, 3.2).",
        )),
    };
    match problem {
        None => next.run(request).await,
        Some(problem) => problem.into_response(),
    }
}

fn wrong_host(host: &HeaderValue) -> Problem {
    let host = host.to_str().unwrap_or("that name");
    let name = host.split(':').next().unwrap_or(host);
    let detail = format!(
        "This server does not accept the host {name:?}. To allow it, start raum with `--host {name}`, \
         or with `--trust-proxy` behind a proxy."
    );
    Problem::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_loopback_public_names_are_rejected() {
        let loopback = Hostnames::new(Vec::new(), [127, 0, 0, 1].into(), false);
        let cases = [
            ("localhost:8000", true),
            ("127.0.0.1:8000", true),
            ("[::1]:8000", true),
            ("192.0.2.1", true),
            ("raum", true),
            ("kitchen.local:8000", true),
            ("RAUM.localhost.", true),
            ("evil.example", false),
            ("evil.example:8000", false),
            ("localhost.evil.example", false),
            ("127.0.0.1.evil.example", false),
            ("local", true),
            ("evillocal.example", false),
            ("", false),
            ("a b", false),
        ];
        for (host, expected) in cases {
            assert_eq!(loopback.allow(host), expected, "{host}");
        }
    }

    #[test]
    fn allowed_names_apply_on_every_address() {
        let named = || vec!["Raum.example".to_owned()];
        for address in ["127.0.0.1", "0.0.0.0", "::"] {
            let hostnames = Hostnames::new(named(), address.parse().unwrap(), true);
            assert!(hostnames.allow("raum.example:443"), "{address}");
            assert!(hostnames.allow("127.0.0.1:8000"), "{address}");
            assert!(!hostnames.allow("evil.example"), "{address}");
        }
    }

    #[test]
    fn a_name_with_a_port_is_rejected() {
        assert_eq!(read("raum.example").as_deref(), Ok("raum.example"));
        for wrong in ["", "raum.example:8000", "http://raum.example", "a b"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn on_other_addresses_and_behind_a_proxy_any_name_is_accepted() {
        for (address, behind_proxy) in [("0.0.0.0", false), ("::", false), ("127.0.0.1", true)] {
            let hostnames = Hostnames::new(Vec::new(), address.parse().unwrap(), behind_proxy);
            assert_eq!(hostnames, Hostnames::Any, "{address}");
        }
    }
}
