//! The frames of this dialect.

use raum_room::AnyMove;
use raum_rules::{Cell, Kind, Move, Role};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{state::GameState, trouble::Trouble};
use crate::narrow::Request;

/// A frame from a client. Unknown fields are ignored.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ClientFrame {
    Move {
        start: String,
        end: String,
        promotion: Option<Promotion>,
    },
    Chat {
        message: String,
    },
    Surrender {},
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Promotion {
    Queen,
    Rook,
    Bishop,
    Knight,
}

impl From<Promotion> for Role {
    fn from(promotion: Promotion) -> Self {
        match promotion {
            Promotion::Queen => Self::Queen,
            Promotion::Rook => Self::Rook,
            Promotion::Bishop => Self::Bishop,
            Promotion::Knight => Self::Knight,
        }
    }
}

/// Reads a client's frame.
pub fn from_client(text: &str) -> Result<Request, Trouble> {
    read_move(text).map_or_else(|| read_any(text), Ok)
}

/// Reads a move as clients usually write it, without copies. Leaves everything else to [`read_any`].
fn read_move(text: &str) -> Option<Request> {
    #[derive(Deserialize)]
    struct MoveFrame<'a> {
        #[serde(rename = "type")]
        kind: &'a str,
        start: &'a str,
        end: &'a str,
        promotion: Option<Promotion>,
    }
    // Serde would also read a list of the fields.
    if !text.starts_with('{') {
        return None;
    }
    let frame: MoveFrame<'_> = serde_json::from_str(text).ok()?;
    if frame.kind != "move" {
        return None;
    }
    let (from, to) = read_cell(frame.start).zip(read_cell(frame.end))?;
    let mv = Move::step(from, to, frame.promotion.map(Role::from));
    Some(Request::Play(AnyMove::Known(Kind::Chess, mv)))
}

fn read_any(text: &str) -> Result<Request, Trouble> {
    // Read as an object first: serde would also accept a list of the same values.
    let frame = serde_json::from_str::<Map<_, _>>(text)
        .and_then(|object| ClientFrame::deserialize(Value::Object(object)))
        .map_err(|error| Trouble::BadFrame(format!("Not a message of this API: {error}.")))?;
    Ok(match frame {
        ClientFrame::Move {
            start,
            end,
            promotion,
        } => {
            let mv = read_cell(&start)
                .zip(read_cell(&end))
                .map(|(from, to)| Move::step(from, to, promotion.map(Role::from)))
                .map(|mv| AnyMove::Known(Kind::Chess, mv));
            let message = "Not a move of this API: squares are a1 to h8.";
            Request::Play(mv.ok_or_else(|| Trouble::BadFrame(message.to_owned()))?)
        }
        ClientFrame::Chat { message } => Request::Say(message),
        ClientFrame::Surrender {} => Request::Resign,
    })
}

fn read_cell(name: &str) -> Option<Cell> {
    match *name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Cell::flat(file - b'a', rank - b'1')),
        _ => None,
    }
}

/// A frame from the server.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ServerFrame<'a> {
    Init {
        user_id: String,
        role: Part,
    },
    Error {
        status_code: u16,
        message: &'a str,
    },
    Join(Person<'a>),
    Leave(Person<'a>),
    Close {
        message: &'static str,
    },
    Start {
        color: Color,
    },
    GameState(GameState),
    Chat {
        username: &'a str,
        message: &'a str,
    },
    Note {
        message: String,
    },
    EndOfGame {
        result: GameResult,
        winner_id: Option<String>,
    },
}

/// A member or a spectator who joins or leaves.
#[derive(Serialize)]
pub(super) struct Person<'a> {
    pub(super) user_id: String,
    pub(super) username: &'a str,
    pub(super) role: Part,
}

/// The role of a person in the room.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Part {
    Player,
    Spectator,
}

/// The side of the client; spectators have none.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Color {
    White,
    Black,
    Undefined,
}

/// The results that the dialect has.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum GameResult {
    WhiteWin,
    BlackWin,
    Stalemate,
    Surrender,
    Disconnect,
}

impl ServerFrame<'_> {
    pub(super) fn write(&self) -> String {
        // Cannot fail: the types have no maps with non-string keys.
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the short way reads, the long way reads the same.
    #[test]
    fn moves_are_read_the_same_in_both_ways() {
        let frames = [
            (r#"{"type":"move","start":"c2","end":"c3"}"#, true),
            (
                r#"{ "end" : "c8", "start" : "c7", "type" : "move", "promotion" : "rook", "more" : {} }"#,
                true,
            ),
            (
                r#"{"type":"move","start":"c2","end":"c3","promotion":null}"#,
                true,
            ),
            (
                r#"{"type":"move","start":"c7","end":"c8","promotion":"king"}"#,
                false,
            ),
            (
                r#"{"type":"move","start":"c2","end":"c3","end":"c4"}"#,
                false,
            ),
            (r#"{"type":"move","start":"c2","end":"c9"}"#, false),
            (
                r#"{"type":"move","start":"c2","end":"\u0063\u0033"}"#,
                false,
            ),
            (r#"{"type":"chat","start":"c2","end":"c3"}"#, false),
            (r#"["move","c2","c3",null]"#, false),
            (r#" {"type":"move","start":"c2","end":"c3"}"#, false),
        ];
        for (text, is_short) in frames {
            let short = read_move(text);
            assert_eq!(short.is_some(), is_short, "{text}");
            if let Some(request) = short {
                assert_eq!(read_any(text).ok(), Some(request), "{text}");
            }
        }
    }
}
