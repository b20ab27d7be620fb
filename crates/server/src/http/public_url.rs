//! The address at which people reach the server: links in previews must be absolute.

use std::{fmt, str::FromStr};

use axum::http::Uri;

/// `https://HOST` or `http://HOST:PORT`, without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PublicUrl(String);

impl FromStr for PublicUrl {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected https://HOST or http://HOST:PORT, without a path";
        let uri: Uri = text.parse().map_err(|_| EXPECTED)?;
        let scheme = uri
            .scheme_str()
            .filter(|scheme| ["http", "https"].contains(scheme));
        let (Some(scheme), Some(authority)) = (scheme, uri.authority()) else {
            return Err(EXPECTED);
        };
        let is_bare = uri.path() == "/" && uri.query().is_none() && !text.contains('#');
        // A name and a password would be shown to everybody.
        if !is_bare || authority.as_str().contains('@') || authority.host().is_empty() {
            return Err(EXPECTED);
        }
        Ok(Self(format!("{scheme}://{authority}")))
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_servers_are_accepted() {
        for (text, url) in [
            ("https://raum.example", "https://raum.example"),
            ("https://raum.example/", "https://raum.example"),
            ("http://192.168.0.2:8000", "http://192.168.0.2:8000"),
            ("http://[::1]:8000", "http://[::1]:8000"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().to_string(), url);
        }
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "",
            "raum.example",
            "//raum.example",
            "ftp://raum.example",
            "https://",
            "https://raum.example/games",
            "https://raum.example?x",
            "https://raum.example/#top",
            "https://ada:secret@raum.example",
            "https://raum example",
        ] {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }
}
