//! Events from clients. A field of the wrong type counts as missing.

use raum_room::AnyMove;
use raum_rules::{Cell, Kind, Move};
use serde::Deserialize;
use serde_json::Value;

use super::Trouble;
use crate::narrow::Request;

/// An event from a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientEvent {
    /// Open a room with this pass key.
    CreateRoom {
        /// 4 to 20 characters.
        pass_key: String,
    },
    /// Join a room.
    JoinRoom {
        /// The room's id.
        room: String,
        /// The pass key.
        pass_key: Option<String>,
    },
    /// A request to a room that the client has joined.
    Ask {
        /// The room's id.
        room: String,
        /// The request.
        request: Request,
    },
}

/// Reads a client's event. Arguments after the first are ignored.
pub fn from_client(text: &str) -> Result<ClientEvent, Trouble> {
    read_move(text).map_or_else(|| read_any(text), Ok)
}

/// Reads a move as clients usually write it, without copies. Leaves everything else to [`read_any`].
fn read_move(text: &str) -> Option<ClientEvent> {
    #[derive(Deserialize)]
    struct Fields<'a> {
        #[serde(rename = "roomId")]
        room: &'a str,
        index: u8,
    }
    let fields = text.strip_prefix(r#"["make_move","#)?.strip_suffix(']')?;
    // Serde would also read a list of the fields.
    if !fields.starts_with('{') {
        return None;
    }
    let Fields { room, index } = serde_json::from_str(fields).ok()?;
    let cell = (index < 9).then(|| Cell::flat(index % 3, index / 3))?;
    Some(ClientEvent::Ask {
        room: room.to_owned(),
        request: Request::Play(AnyMove::Known(Kind::TicTacToe, Move::put(cell))),
    })
}

fn read_any(text: &str) -> Result<ClientEvent, Trouble> {
    let event: Vec<Value> = serde_json::from_str(text).map_err(|_| Trouble::Unreadable)?;
    let name = event
        .first()
        .and_then(Value::as_str)
        .ok_or(Trouble::Unreadable)?;
    let fields = event.get(1).unwrap_or(&Value::Null);
    let pass_key = || text_of(fields, "passKey");
    let room = || text_of(fields, "roomId").ok_or(Trouble::NoRoomId);
    let ask = |request| {
        Ok(ClientEvent::Ask {
            room: room()?,
            request,
        })
    };
    match name {
        "create_room" => {
            let fits = |key: &String| (4..=20).contains(&key.chars().count());
            let pass_key = pass_key().filter(fits).ok_or(Trouble::BadPassKey)?;
            Ok(ClientEvent::CreateRoom { pass_key })
        }
        "join_room" => Ok(ClientEvent::JoinRoom {
            room: room()?,
            pass_key: pass_key(),
        }),
        "make_move" => {
            // The JSON of a valid index is the move text; the room refuses any other value.
            ask(Request::Play(fields["index"].to_string().into()))
        }
        "replay_request" => ask(Request::AskRematch),
        "leave_room" => ask(Request::Leave),
        _ => Err(Trouble::UnknownEvent),
    }
}

fn text_of(fields: &Value, name: &str) -> Option<String> {
    Some(fields.get(name)?.as_str()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(room: &str, request: Request) -> ClientEvent {
        let room = room.to_owned();
        ClientEvent::Ask { room, request }
    }

    fn join(room: &str, pass_key: Option<&str>) -> ClientEvent {
        ClientEvent::JoinRoom {
            room: room.to_owned(),
            pass_key: pass_key.map(str::to_owned),
        }
    }

    #[test]
    fn events_are_read() {
        let create = |key: &str| {
            let pass_key = key.to_owned();
            ClientEvent::CreateRoom { pass_key }
        };
        let put = Move::put(Cell::flat(2, 1));
        let cases = [
            (r#"["create_room",{"passKey":"sesame"}]"#, create("sesame")),
            (r#"["create_room",{"passKey":"♔♕♖♗"}]"#, create("♔♕♖♗")),
            (
                r#"["join_room",{"roomId":"X7K2PQ","passKey":"sesame"}]"#,
                join("X7K2PQ", Some("sesame")),
            ),
            (
                r#"["make_move",{"roomId":"X7K2PQ","index":5}]"#,
                ask(
                    "X7K2PQ",
                    Request::Play(AnyMove::Known(Kind::TicTacToe, put)),
                ),
            ),
            (
                r#"["replay_request",{"roomId":"X7K2PQ","more":[1]},"and more"]"#,
                ask("X7K2PQ", Request::AskRematch),
            ),
            (
                r#"["leave_room",{"roomId":"X7K2PQ"}]"#,
                ask("X7K2PQ", Request::Leave),
            ),
        ];
        for (text, event) in cases {
            assert_eq!(from_client(text), Ok(event), "{text}");
        }
    }

    /// Whatever the short way reads, the long way reads the same.
    #[test]
    fn moves_are_read_the_same_in_both_ways() {
        let fields = [
            (r#"{"roomId":"A","index":4}"#, true),
            (r#"{ "index" : 0, "roomId" : "A", "more" : [1] }"#, true),
            (r#"{"roomId":"A","index":8}"#, true),
            (r#"{"roomId":"A","index":9}"#, false),
            (r#"{"roomId":"A","index":255}"#, false),
            (r#"{"roomId":"A","index":256}"#, false),
            (r#"{"roomId":"A","index":4.0}"#, false),
            (r#"{"roomId":"A","index":-0}"#, false),
            (r#"{"roomId":"A","index":4,"index":5}"#, false),
            (r#"{"roomId":"\u0041","index":4}"#, false),
            (r#"{"roomId":"A"}"#, false),
            (r#"["A",4]"#, false),
            (r#"{"roomId":"A","index":4},7"#, false),
        ];
        for (fields, is_short) in fields {
            let text = format!(r#"["make_move",{fields}]"#);
            let short = read_move(&text);
            assert_eq!(short.is_some(), is_short, "{text}");
            if let Some(event) = short {
                assert_eq!(read_any(&text), Ok(event), "{text}");
            }
        }
    }

    #[test]
    fn an_invalid_event_has_the_nearest_code() {
        let deep = format!(r#"["make_move",{}]"#, "[".repeat(100_000));
        let cases = [
            ("", Trouble::Unreadable),
            ("{}", Trouble::Unreadable),
            ("[]", Trouble::Unreadable),
            ("[1]", Trouble::Unreadable),
            (r#"["make_move",{]"#, Trouble::Unreadable),
            (&deep, Trouble::Unreadable),
            (r#"["no_such_event",{}]"#, Trouble::UnknownEvent),
            (r#"["create_room"]"#, Trouble::BadPassKey),
            (r#"["create_room",null]"#, Trouble::BadPassKey),
            (r#"["create_room","sesame"]"#, Trouble::BadPassKey),
            (r#"["create_room",{"passKey":4444}]"#, Trouble::BadPassKey),
            (r#"["create_room",{"passKey":"abc"}]"#, Trouble::BadPassKey),
            (r#"["create_room",{"passKey":"♔♕♖"}]"#, Trouble::BadPassKey),
            (
                r#"["create_room",{"passKey":"123456789012345678901"}]"#,
                Trouble::BadPassKey,
            ),
            (r#"["join_room",{"passKey":"sesame"}]"#, Trouble::NoRoomId),
            (r#"["join_room",["X7K2PQ"]]"#, Trouble::NoRoomId),
            (
                r#"["make_move",{"roomId":null,"index":1}]"#,
                Trouble::NoRoomId,
            ),
            (r#"["replay_request",7]"#, Trouble::NoRoomId),
            (r#"["leave_room",{}]"#, Trouble::NoRoomId),
        ];
        for (text, error) in cases {
            assert_eq!(from_client(text), Err(error), "{text:.80}");
        }
    }

    #[test]
    fn the_room_checks_pass_keys_and_indices() {
        let odd = [
            "9",
            "-1",
            "0.5",
            "4.0",
            "-0",
            "1e9",
            "4e0",
            r#""1""#,
            r#""e2e4""#,
            "null",
            "[1]",
            "true",
        ];
        for index in odd {
            let text = format!(r#"["make_move",{{"roomId":"A","index":{index}}}]"#);
            let Ok(ClientEvent::Ask { request, .. }) = from_client(&text) else {
                panic!("{index} was rejected");
            };
            let is_unknown = matches!(request, Request::Play(AnyMove::Unknown(_)));
            assert!(is_unknown, "{index}: {request:?}");
        }
        for key in ["7", "null", "[]"] {
            let text = format!(r#"["join_room",{{"roomId":"A","passKey":{key}}}]"#);
            assert_eq!(from_client(&text), Ok(join("A", None)), "{key}");
        }
    }
}
