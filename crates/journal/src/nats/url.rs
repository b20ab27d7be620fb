//! The URL of a NATS system, with its credentials kept apart.

use std::{fmt, str::FromStr};

use async_nats::ServerAddr;
use percent_encoding::percent_decode_str;

/// The URL of a NATS system, such as `nats://user:password@host:4222`: one server, or several separated by commas. `tls://`
/// requires encryption. A name without a password is a token, as in NATS's own tools.
///
/// Neither `Display` nor `Debug` shows the credentials.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsUrl {
    /// Without credentials, because the client logs addresses.
    servers: Vec<ServerAddr>,
    login: Option<Login>,
}

/// The credentials in a URL.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Login {
    User { name: String, password: String },
    Token(String),
}

impl NatsUrl {
    /// Whether a text is meant as such a URL, and not as a folder.
    pub fn is_meant_by(text: &str) -> bool {
        text.starts_with("nats://") || text.starts_with("tls://")
    }

    pub(super) fn servers(&self) -> Vec<ServerAddr> {
        self.servers.clone()
    }

    pub(super) fn login(&self) -> Option<&Login> {
        self.login.as_ref()
    }
}

impl FromStr for NatsUrl {
    type Err = BadNatsUrl;

    fn from_str(text: &str) -> Result<Self, BadNatsUrl> {
        let (scheme, rest) = text.split_once("://").ok_or(BadNatsUrl::Scheme)?;
        if !matches!(scheme, "nats" | "tls") {
            return Err(BadNatsUrl::Scheme);
        }
        let mut url = Self {
            servers: Vec::new(),
            login: None,
        };
        for part in rest.split(',') {
            // Each server may repeat the scheme, as in NATS's own lists.
            let part = part
                .strip_prefix(scheme)
                .map_or(part, |rest| rest.strip_prefix("://").unwrap_or(part));
            let part = part.strip_suffix('/').unwrap_or(part);
            let (login, server) = match part.rsplit_once('@') {
                Some((login, server)) => (Some(login), server),
                None => (None, part),
            };
            if server.is_empty() || server.contains(['/', '?', '#', '@']) {
                return Err(BadNatsUrl::Server);
            }
            let server = format!("{scheme}://{server}").parse();
            url.servers.push(server.map_err(|_| BadNatsUrl::Server)?);
            if let Some(login) = login {
                url.login = Some(Login::parse(login)?);
            }
        }
        Ok(url)
    }
}

impl Login {
    fn parse(text: &str) -> Result<Self, BadNatsUrl> {
        let decode = |text: &str| {
            let decoded = percent_decode_str(text).decode_utf8();
            decoded.map(String::from).map_err(|_| BadNatsUrl::Login)
        };
        match text.split_once(':') {
            _ if text.is_empty() => Err(BadNatsUrl::Login),
            Some((name, password)) => Ok(Self::User {
                name: decode(name)?,
                password: decode(password)?,
            }),
            None => Ok(Self::Token(decode(text)?)),
        }
    }
}

impl fmt::Display for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (server, number) in self.servers.iter().zip(0..) {
            let comma = if number > 0 { "," } else { "" };
            let (scheme, host, port) = (server.scheme(), server.host(), server.port());
            // An IPv6 address.
            if host.contains(':') {
                write!(f, "{comma}{scheme}://[{host}]:{port}")?;
            } else {
                write!(f, "{comma}{scheme}://{host}:{port}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is not the URL of a NATS system. The sentences do not repeat the text, which may have a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNatsUrl {
    /// The scheme is another one.
    #[error("a NATS URL starts with nats:// or tls://")]
    Scheme,
    /// A server is not a host with an optional port.
    #[error("a NATS URL has servers as HOST or HOST:PORT, separated by commas")]
    Server,
    /// The credentials cannot be read.
    #[error("the credentials of a NATS URL are USER:PASSWORD or TOKEN, percent-encoded")]
    Login,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_parsed_and_shown_without_credentials() {
        let cases = [
            ("nats://localhost", "nats://localhost:4222", None),
            ("nats://localhost/", "nats://localhost:4222", None),
            ("tls://h:4333", "tls://h:4333", None),
            ("nats://[::1]:5", "nats://[::1]:5", None),
            ("nats://a,b:5", "nats://a:4222,nats://b:5", None),
            (
                "nats://u:p@a:1,nats://u:p@b:2",
                "nats://a:1,nats://b:2",
                Some(("u", "p")),
            ),
            (
                "nats://u%40x:p%3A%2F@h",
                "nats://h:4222",
                Some(("u@x", "p:/")),
            ),
        ];
        for (text, shown, login) in cases {
            let url: NatsUrl = text.parse().unwrap();
            assert_eq!(
                (url.to_string(), format!("{url:?}")),
                (shown.to_owned(), shown.to_owned())
            );
            let expected = login.map(|(name, password)| Login::User {
                name: name.to_owned(),
                password: password.to_owned(),
            });
            assert!(url.login == expected, "{text}");
        }
        let token: NatsUrl = "nats://s3cr3t@h".parse().unwrap();
        assert!(token.login == Some(Login::Token("s3cr3t".to_owned())));
    }

    #[test]
    fn other_texts_are_rejected() {
        let cases = [
            ("localhost:4222", BadNatsUrl::Scheme),
            ("http://h", BadNatsUrl::Scheme),
            ("nats://", BadNatsUrl::Server),
            ("nats://h:port", BadNatsUrl::Server),
            ("nats://h/path", BadNatsUrl::Server),
            ("nats://h?x=1", BadNatsUrl::Server),
            ("nats://a,,b", BadNatsUrl::Server),
            ("nats://@h", BadNatsUrl::Login),
            ("nats://u:%ff@h", BadNatsUrl::Login),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<NatsUrl>(), Err(error), "{text}");
        }
    }
}
