//! The link of a room, as people share it.

use std::{fmt, str::FromStr};

use axum::http::Uri;

/// The address of a room on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) is_secure: bool,
    /// A name or an IP address, without brackets.
    pub(super) host: String,
    pub(super) port: u16,
    /// The host and the port as the link has them.
    authority: String,
    /// The room's id or code, as it is in the link.
    room: String,
}

/// Why a text is not the link of a room.
const EXPECTED: &str = "expected the link of a room, such as https://raum.example/r/K3V9X7M2P4QR";

impl Link {
    /// The address of the room in the native dialect.
    pub(super) fn socket(&self) -> String {
        let scheme = if self.is_secure { "wss" } else { "ws" };
        format!("{scheme}://{}/ws/raum/{}", self.authority, self.room)
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}/r/{}", self.authority, self.room)
    }
}

impl FromStr for Link {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (text, fragment) = text.split_once('#').unwrap_or((text, ""));
        if fragment.starts_with('/') {
            return Err(
                "a link of a static page does not name the server: replace what is before #/r/",
            );
        }
        if !fragment.is_empty() {
            return Err("a link with a transfer code is for the page: leave out what follows #");
        }
        let uri: Uri = text.parse().map_err(|_| EXPECTED)?;
        let is_secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(EXPECTED),
        };
        let authority = uri.authority().ok_or(EXPECTED)?;
        if authority.as_str().contains('@') {
            return Err("a link contains no user: leave out what is before @");
        }
        let path = uri.path();
        let room = path.strip_prefix("/r/").ok_or(EXPECTED)?;
        let room = room.strip_suffix('/').unwrap_or(room);
        if room.is_empty() || room.contains('/') {
            return Err(EXPECTED);
        }
        // A port that is not a number makes the authority invalid only when it is read.
        let port = match (authority.port(), authority.as_str().rsplit_once(':')) {
            (Some(port), _) => port.as_str().parse().map_err(|_| EXPECTED)?,
            (None, Some((_, after))) if !after.ends_with(']') => return Err(EXPECTED),
            _ if is_secure => 443,
            _ => 80,
        };
        let host = authority.host();
        let host = host.trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() {
            return Err(EXPECTED);
        }
        Ok(Self {
            is_secure,
            host: host.to_owned(),
            port,
            authority: authority.to_string(),
            room: room.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_rooms_are_read() {
        let cases = [
            (
                "http://127.0.0.1:8000/r/K3V9",
                (false, "127.0.0.1", 8000),
                "ws://127.0.0.1:8000/ws/raum/K3V9",
            ),
            (
                "https://raum.example/r/K3V9/?view=above",
                (true, "raum.example", 443),
                "wss://raum.example/ws/raum/K3V9",
            ),
            (
                "http://[::1]/r/a%20code#",
                (false, "::1", 80),
                "ws://[::1]/ws/raum/a%20code",
            ),
        ];
        for (text, (is_secure, host, port), socket) in cases {
            let link: Link = text.parse().unwrap();
            let found = (link.is_secure, &*link.host, link.port);
            assert_eq!(found, (is_secure, host, port), "{text}");
            assert_eq!(link.socket(), socket);
        }
        let link: Link = "https://raum.example/r/K3V9/".parse().unwrap();
        assert_eq!(link.to_string(), "https://raum.example/r/K3V9");
    }

    #[test]
    fn other_texts_get_a_sentence() {
        let cases = [
            ("", EXPECTED),
            ("K3V9", EXPECTED),
            ("/r/K3V9", EXPECTED),
            ("ftp://raum.example/r/K3V9", EXPECTED),
            ("ws://raum.example/ws/raum/K3V9", EXPECTED),
            ("https://raum.example/", EXPECTED),
            ("https://raum.example/r/", EXPECTED),
            ("https://raum.example/r/a/b", EXPECTED),
            ("https://raum.example:port/r/K3V9", EXPECTED),
            ("https://raum.example:70000/r/K3V9", EXPECTED),
            ("https:///r/K3V9", EXPECTED),
            ("https://a b/r/K3V9", EXPECTED),
            (
                "https://me:word@raum.example/r/K3V9",
                "a link contains no user",
            ),
            ("https://club.example/raum/#/r/K3V9", "static page"),
            ("https://raum.example/r/K3V9#transfer=ABC", "transfer code"),
        ];
        for (text, sentence) in cases {
            let error = text.parse::<Link>().unwrap_err();
            assert!(error.contains(sentence), "{text}: {error}");
        }
    }
}
