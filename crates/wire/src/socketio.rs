//! Socket.IO 5 over Engine.IO 4, as far as the tic-tac-toe dialect needs it: text packets and the main namespace.

use serde::Serialize;
use serde_json::json;

/// Separates the packets of a polling request or response.
pub const SEPARATOR: char = '\u{1e}';
/// Ends the session.
pub const CLOSE: &str = "1";
/// Asks for a [`Packet::Pong`].
pub const PING: &str = "2";
/// What a client sends first over a WebSocket to which it wants to switch.
pub const PROBE: &str = "2probe";
/// The answer to [`PROBE`].
pub const PROBED: &str = "3probe";
/// Switches to the WebSocket.
pub const UPGRADE: &str = "5";
/// Has no content: answers a poll at once.
pub const NOOP: &str = "6";
/// Leaves the main namespace.
pub const DISCONNECT: &str = "41";

/// A packet from a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packet<'a> {
    /// Ends the session.
    Close,
    /// Answers a ping.
    Pong,
    /// Switches to a WebSocket.
    Upgrade,
    /// Connects to the main namespace.
    Connect,
    /// Connects to another namespace, which this server does not have.
    ConnectElsewhere(&'a str),
    /// Leaves the main namespace.
    Disconnect,
    /// An event, as a JSON array that starts with its name, and the number of binary packets that belong to it.
    Event(&'a str, usize),
    /// A binary packet, which belongs to an event.
    Binary,
    /// A packet without an effect.
    Ignored,
}

/// Reads a packet; an empty text stands for a binary WebSocket message. `None` if it violates the protocol.
pub fn read(text: &str) -> Option<Packet<'_>> {
    let Some(kind) = text.bytes().next() else {
        return Some(Packet::Binary);
    };
    match (kind, text) {
        (_, CLOSE) => Some(Packet::Close),
        (_, UPGRADE) => Some(Packet::Upgrade),
        (_, NOOP) => Some(Packet::Ignored),
        (b'3', _) => Some(Packet::Pong),
        (b'4', _) => read_message(&text[1..]),
        (b'b', _) => Some(Packet::Binary),
        _ => None,
    }
}

fn read_message(text: &str) -> Option<Packet<'_>> {
    let kind = text.bytes().next()?;
    if !kind.is_ascii_digit() {
        return None;
    }
    let rest = &text[1..];
    match kind {
        b'0' => {
            let (namespace, auth) = namespace(rest);
            match namespace {
                "/" => (auth.is_empty() || auth.starts_with('{')).then_some(Packet::Connect),
                other => Some(Packet::ConnectElsewhere(other)),
            }
        }
        b'1' => in_main(rest)?.is_empty().then_some(Packet::Disconnect),
        b'2' => Some(Packet::Event(event(rest)?, 0)),
        // The server asks for no acknowledgements.
        b'3' => event(rest).map(|_| Packet::Ignored),
        b'5' => {
            let (attachments, rest) = rest.split_once('-')?;
            Some(Packet::Event(event(rest)?, attachments.parse().ok()?))
        }
        _ => None,
    }
}

/// The JSON array of an event in the main namespace, without the id of its acknowledgement.
fn event(text: &str) -> Option<&str> {
    let array = in_main(text)?.trim_start_matches(|char: char| char.is_ascii_digit());
    array.starts_with('[').then_some(array)
}

/// The rest of a packet, if it belongs to the main namespace.
fn in_main(text: &str) -> Option<&str> {
    let (namespace, rest) = namespace(text);
    (namespace == "/").then_some(rest)
}

/// The namespace of a packet, without its query, and the rest.
fn namespace(text: &str) -> (&str, &str) {
    if !text.starts_with('/') {
        return ("/", text);
    }
    let (namespace, rest) = text.split_once(',').unwrap_or((text, ""));
    let path = namespace
        .split_once('?')
        .map_or(namespace, |(path, _)| path);
    (path, rest)
}

/// The parameters of a session, which its first packet contains.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Open<'a> {
    /// The session's id.
    pub sid: &'a str,
    /// The transports that the client can switch to.
    pub upgrades: &'static [&'static str],
    /// Milliseconds between two pings.
    pub ping_interval: u64,
    /// Milliseconds that a client has to answer.
    pub ping_timeout: u64,
    /// The size limit of a polling request.
    pub max_payload: usize,
}

impl Open<'_> {
    /// The first packet of a session.
    pub fn packet(&self) -> String {
        // Cannot fail: all fields are texts and numbers.
        format!("0{}", serde_json::to_string(self).unwrap_or_default())
    }
}

/// The answer to [`Packet::Connect`].
pub fn connected(socket: &str) -> String {
    format!("40{}", json!({ "sid": socket }))
}

/// The answer to [`Packet::ConnectElsewhere`].
pub fn no_namespace(namespace: &str) -> String {
    format!(
        "44{namespace},{}",
        json!({ "message": "Invalid namespace" })
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_read() {
        let cases = [
            ("1", Packet::Close),
            ("3", Packet::Pong),
            ("3probe", Packet::Pong),
            ("5", Packet::Upgrade),
            ("6", Packet::Ignored),
            ("", Packet::Binary),
            ("bAQID", Packet::Binary),
            ("40", Packet::Connect),
            ("40{\"token\":1}", Packet::Connect),
            ("40/", Packet::Connect),
            ("40/,", Packet::Connect),
            ("40/,{}", Packet::Connect),
            ("40/?x=1,{}", Packet::Connect),
            ("40/other", Packet::ConnectElsewhere("/other")),
            ("40/other,{}", Packet::ConnectElsewhere("/other")),
            ("40/other?x=1,", Packet::ConnectElsewhere("/other")),
            ("41", Packet::Disconnect),
            ("41/,", Packet::Disconnect),
            (r#"42["a",{}]"#, Packet::Event(r#"["a",{}]"#, 0)),
            (r#"42/,["a"]"#, Packet::Event(r#"["a"]"#, 0)),
            (r#"4213["a"]"#, Packet::Event(r#"["a"]"#, 0)),
            (r#"42["♔"#, Packet::Event(r#"["♔"#, 0)),
            (r#"452-["a"]"#, Packet::Event(r#"["a"]"#, 2)),
            (r#"451-7["a"]"#, Packet::Event(r#"["a"]"#, 1)),
            (r#"4313["a"]"#, Packet::Ignored),
        ];
        for (text, packet) in cases {
            assert_eq!(read(text), Some(packet), "{text}");
        }
    }

    #[test]
    fn other_packets_violate_the_protocol() {
        let cases = [
            "0",
            "2",
            "2probe",
            "7",
            "abc",
            "♔",
            "4",
            "4abc",
            "4♔",
            "40abc",
            "41x",
            "41/other,",
            "42",
            "42{}",
            "42abc[]",
            r#"42/other,["a"]"#,
            "44{}",
            r#"45["a"]"#,
            r#"45x-["a"]"#,
            r#"45-["a"]"#,
            r#"461-["a"]"#,
            "47",
            "15",
            "51",
            "61",
        ];
        for text in cases {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn packets_are_written() {
        let open = Open {
            sid: "abc",
            upgrades: &["websocket"],
            ping_interval: 25_000,
            ping_timeout: 20_000,
            max_payload: 100_000,
        };
        let text = r#"0{"sid":"abc","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}"#;
        assert_eq!(open.packet(), text);
        assert_eq!(connected("abc"), r#"40{"sid":"abc"}"#);
        let refused = r#"44/other,{"message":"Invalid namespace"}"#;
        assert_eq!(no_namespace("/other"), refused);
    }
}
