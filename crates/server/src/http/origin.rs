//! Which origins may use the server: its own, and those that the operator allows.
//!
//! Browsers send the origin of the page that makes a request. Without this check any page could act in the name of its
//! visitor. Other programs send no origin and are allowed.

use std::{str::FromStr, sync::Arc, time::Duration};

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use tower_http::cors::{AllowOrigin, CorsLayer};

use crate::http::problem;

/// The origins that may use the server, besides its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    pub(crate) allowed: Vec<Origin>,
    /// Whether a trusted proxy forwards the host of the request.
    pub(crate) behind_proxy: bool,
}

/// An origin as browsers send it, or `*` for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin(String);

impl FromStr for Origin {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "expected `https://HOST`, `http://HOST:PORT` or `*`";
        if text == "*" {
            return Ok(Self(text.to_owned()));
        }
        let text = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        let host = host_of(&text).ok_or(WRONG)?;
        let is_host = !host.is_empty()
            && host
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte));
        if is_host { Ok(Self(text)) } else { Err(WRONG) }
    }
}

/// The host and port of an origin.
fn host_of(origin: &str) -> Option<&str> {
    let schemes = ["https://", "http://"];
    schemes
        .iter()
        .find_map(|scheme| origin.strip_prefix(scheme))
}

impl Origins {
    /// Whether to answer a request from its origin.
    pub(crate) fn allow(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else {
            return true;
        };
        origins.next().is_none() && (self.is_allowed(origin) || self.is_own(origin, headers))
    }

    /// Whether the operator has allowed an origin.
    pub(crate) fn is_allowed(&self, origin: &HeaderValue) -> bool {
        let same = |allowed: &Origin| origin.as_bytes().eq_ignore_ascii_case(allowed.0.as_bytes());
        self.allowed
            .iter()
            .any(|allowed| allowed.0 == "*" || same(allowed))
    }

    /// Whether an origin has the host of the request. The scheme may differ behind a proxy that terminates TLS.
    fn is_own(&self, origin: &HeaderValue, headers: &HeaderMap) -> bool {
        let forwarded = headers.get("x-forwarded-host");
        let host = forwarded
            .filter(|_| self.behind_proxy)
            .or_else(|| headers.get(header::HOST));
        let (Some(Ok(host)), Ok(origin)) = (host.map(HeaderValue::to_str), origin.to_str()) else {
            return false;
        };
        host_of(origin).is_some_and(|own| own.eq_ignore_ascii_case(host))
    }
}

/// Rejects requests from origins that are not allowed.
pub(crate) async fn check(
    State(origins): State<Arc<Origins>>,
    request: Request,
    next: Next,
) -> Response {
    if origins.allow(request.headers()) {
        return next.run(request).await;
    }
    problem::origin_not_allowed().into_response()
}

/// Lets pages of allowed origins read the responses (CORS).
pub(crate) fn cors(origins: &Arc<Origins>) -> CorsLayer {
    let origins = origins.clone();
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(move |origin, _| {
            origins.is_allowed(origin)
        }))
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
        .expose_headers([header::LOCATION, header::RETRY_AFTER])
        .max_age(Duration::from_hours(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let lines = lines.iter().map(|(name, value)| {
            (
                header::HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        });
        lines.collect()
    }

    #[test]
    fn the_servers_own_origin_is_allowed() {
        let host = ("host", "raum.example:8000");
        let cases = [
            (None, true),
            (Some("http://raum.example:8000"), true),
            (Some("https://raum.example:8000"), true),
            (Some("http://RAUM.example:8000"), true),
            (Some("http://raum.example"), false),
            (Some("http://raum.example:8001"), false),
            (Some("http://elsewhere.example"), false),
            (Some("http://raum.example:8000.elsewhere.example"), false),
            (Some("raum.example:8000"), false),
            (Some("null"), false),
            (Some(""), false),
        ];
        for (origin, expected) in cases {
            let origin = origin.map(|origin| ("origin", origin));
            let headers = headers(
                &[Some(host), origin]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>(),
            );
            assert_eq!(Origins::default().allow(&headers), expected, "{origin:?}");
        }
    }

    #[test]
    fn the_operator_can_allow_origins() {
        let elsewhere = headers(&[("host", "raum.example"), ("origin", "https://club.example")]);
        let cases = [
            ("https://club.example", true),
            ("https://club.example/", true),
            ("https://CLUB.example", true),
            ("http://club.example", false),
            ("https://club.example:8443", false),
            ("*", true),
        ];
        for (allowed, expected) in cases {
            let origins = Origins {
                allowed: vec![allowed.parse().unwrap()],
                ..Origins::default()
            };
            assert_eq!(origins.allow(&elsewhere), expected, "{allowed}");
        }
        for wrong in [
            "",
            "club.example",
            "https://",
            "https://club.example/path",
            "ftp://club.example",
        ] {
            assert!(wrong.parse::<Origin>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_trusted_proxy_forwards_the_host() {
        let through_proxy = headers(&[
            ("host", "127.0.0.1:8000"),
            ("x-forwarded-host", "raum.example"),
            ("origin", "https://raum.example"),
        ]);
        for behind_proxy in [true, false] {
            let origins = Origins {
                behind_proxy,
                ..Origins::default()
            };
            assert_eq!(origins.allow(&through_proxy), behind_proxy);
        }
    }

    #[test]
    fn a_request_with_two_origins_is_rejected() {
        let mut two = headers(&[("host", "raum.example"), ("origin", "http://raum.example")]);
        two.append(
            header::ORIGIN,
            HeaderValue::from_static("http://raum.example"),
        );
        assert!(!Origins::default().allow(&two));
    }
}
