//! The dialect of spec 1 for space chess. Clauses in `docs/dialects/space.md`.

use std::collections::BTreeMap;

use raum_room::{
    AnyMove, Ending, Event, GRACE_MILLIS, HouseRules, Leaver, MemberId, Reason, Refusal, Rematch,
    Room,
};
use raum_rules::{Game, Kind, Move, Side};
use serde::{Deserialize, Deserializer, Serialize, de::IgnoredAny};

use crate::narrow::{Audience, Change};

/// The name of its members: the dialect has no names.
pub const NAME: &str = "Guest";

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Open a room and take a seat in it.
    CreateGame,
    /// Take a seat in a room.
    JoinGame(String),
    /// Play a move.
    Move(AnyMove),
}

troubles! { &'static str:
    NotJson "not_json", "That isn't JSON.";
    BadMessage "bad_message", "That isn't a client message.";
    UnknownGame "unknown_game", "There is no such game.";
    OwnGame "own_game", "That's your own game. Another player has to join it.";
    InGame "in_game", "You're in a game that isn't over.";
    NoGame "no_game", "You aren't in a game yet.";
    NotServed "not_served", "That game has a pass key, a clock or a different board. Play it on the web page.";
    TooManyRequests "too_many_requests", "Too many requests from your address. Wait a moment.";
    ServerFull "server_full", "The server is full. Try again later.";
    JournalUnavailable "journal_unavailable", "The server can't save that right now. Try again later.";
}

impl Trouble {
    /// The error frame.
    pub fn frame(self) -> String {
        let (code, message) = self.code_and_message();
        error(code, message)
    }
}

/// A frame from the server.
#[derive(Serialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
enum Frame<'a> {
    GameCreated {
        game_id: &'a str,
    },
    GameStart {
        color: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        initial_position: Option<String>,
    },
    MoveMade {
        by: &'a str,
        from: &'a str,
        to: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        promotion: Option<&'a str>,
    },
    Error {
        code: &'a str,
        message: &'a str,
    },
}

impl Frame<'_> {
    fn write(&self) -> String {
        // Cannot fail: every field is a string.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The house rules of rooms that are opened in this dialect.
pub(crate) fn house_rules() -> HouseRules {
    HouseRules {
        spectators: false,
        chat: false,
        rematch: Rematch::None,
        takeback: false,
        // Clients of this dialect cannot reconnect, so their opponents need not wait for a day.
        leaver: Leaver::KeepsSeat {
            grace_millis: GRACE_MILLIS,
        },
        ..HouseRules::native(Kind::Space)
    }
}

/// Reads a client's frame.
pub fn from_client(text: &str) -> Result<Message, Trouble> {
    read_move(text).map_or_else(|| read_any(text), Ok)
}

/// Reads a move as clients usually write it, without copies. Leaves everything else to [`read_any`].
fn read_move(text: &str) -> Option<Message> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct MoveFrame<'a> {
        #[serde(rename = "type")]
        kind: &'a str,
        from: &'a str,
        to: &'a str,
        /// Not null.
        #[serde(borrow, default, deserialize_with = "some_text")]
        promotion: Option<&'a str>,
    }
    // Serde would also read a list of the fields.
    if !text.starts_with('{') {
        return None;
    }
    let frame: MoveFrame<'_> = serde_json::from_str(text).ok()?;
    let mv = step(frame.from, frame.to, frame.promotion)?;
    (frame.kind == "move").then_some(Message::Move(mv))
}

fn some_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de str>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

fn read_any(text: &str) -> Result<Message, Trouble> {
    // Every field of a client's frame is a string.
    let fields = serde_json::from_str(text);
    let mut fields: BTreeMap<String, String> = fields.map_err(|_| not_understood(text))?;
    let message = match fields.remove("type").as_deref() {
        Some("create_game") => Some(Message::CreateGame),
        Some("join_game") => fields.remove("gameId").map(Message::JoinGame),
        Some("move") => take_move(&mut fields).map(Message::Move),
        _ => None,
    };
    let message = message.filter(|_| fields.is_empty());
    message.ok_or(Trouble::BadMessage)
}

/// What is wrong with a frame that cannot be read.
fn not_understood(text: &str) -> Trouble {
    match serde_json::from_str::<IgnoredAny>(text) {
        Ok(_) => Trouble::BadMessage,
        Err(_) => Trouble::NotJson,
    }
}

fn take_move(fields: &mut BTreeMap<String, String>) -> Option<AnyMove> {
    let [from, to] = [fields.remove("from")?, fields.remove("to")?];
    let promotion = fields.remove("promotion");
    step(&from, &to, promotion.as_deref())
}

fn step(from: &str, to: &str, promotion: Option<&str>) -> Option<AnyMove> {
    // Joined, the parts could form a valid move text although they are cut in the wrong places.
    if from.len() != 3 || to.len() != 3 || promotion == Some("") {
        return None;
    }
    let text = [from, to, promotion.unwrap_or_default()].concat();
    let mv = Kind::Space.read_move(&text).ok()?;
    Some(AnyMove::Known(Kind::Space, mv))
}

/// The frame for a client that waits for an opponent.
pub(crate) fn created(room: &str) -> String {
    Frame::GameCreated { game_id: room }.write()
}

/// The frame that reports a change, if the dialect has one.
pub(crate) fn from_room(change: &Change<'_>, to: Audience) -> Option<String> {
    let Audience::Member(member) = to else {
        return None;
    };
    match &change.entry.event {
        Event::GameStarted(_) => game_start(change.room, member),
        Event::MovePlayed { mv } => move_made(change.room, &mv.text()),
        Event::GameEnded(ending) => {
            let is_visible = matches!(ending.reason, Reason::Checkmate | Reason::Stalemate);
            (!is_visible).then(|| game_over(&sentence(*ending)))
        }
        Event::SeatLeft { .. } => {
            is_abandoned(change).then(|| game_over("Your opponent has left."))
        }
        _ => None,
    }
}

/// The start of a game, with its position unless that is the start position.
fn game_start(room: &Room, member: MemberId) -> Option<String> {
    let game = room.bout()?.record().game();
    let is_set_up = *game != Kind::Space.start();
    let frame = Frame::GameStart {
        color: color(room.side_of(member)?),
        initial_position: is_set_up.then(|| game.to_string()),
    };
    Some(frame.write())
}

fn move_made(room: &Room, text: &str) -> Option<String> {
    let frame = Frame::MoveMade {
        by: color(!room.bout()?.turn()),
        from: text.get(..3)?,
        to: text.get(3..6)?,
        promotion: text.get(6..).filter(|role| !role.is_empty()),
    };
    Some(frame.write())
}

/// Whether a member left in the middle of a game and freed the seat.
fn is_abandoned(change: &Change<'_>) -> bool {
    let [before, now] = [change.seats_before.len(), change.room.seats().len()];
    let unfinished = change
        .room
        .bout()
        .is_some_and(|bout| bout.ending().is_none());
    before == 2 && now == 1 && unfinished
}

/// The message that reports how a game ended. Messages are unique, except for wins and draws that no game has.
pub fn sentence(ending: Ending) -> String {
    let how = match ending.reason {
        Reason::Checkmate => "by checkmate",
        Reason::Line => "by a line",
        Reason::Stalemate => "by stalemate",
        Reason::DeadPosition => "because neither side can win",
        Reason::FivefoldRepetition => "by fivefold repetition",
        Reason::SeventyFiveMoves => "by seventy-five moves without a capture or a pawn move",
        Reason::FullBoard => "because the board is full",
        Reason::ThreefoldRepetition => "by threefold repetition",
        Reason::FiftyMoves => "by fifty moves without a capture or a pawn move",
        Reason::Agreement => "by agreement",
        Reason::Resignation => "by resignation",
        Reason::Time => "on time",
        Reason::Absence => "because the other side was away too long",
        Reason::Leaving => "because the other side left",
        Reason::Aborted => return "The game has no result: a player aborted it.".to_owned(),
        Reason::NoFirstMove => {
            return "The game has no result: a player didn't make the first move in time."
                .to_owned();
        }
        Reason::Interrupted => {
            return "The game has no result: the server restarted and a player couldn't reconnect."
                .to_owned();
        }
    };
    match ending.winner {
        Some(Side::First) => format!("White wins {how}."),
        Some(Side::Second) => format!("Black wins {how}."),
        None => format!("The game is drawn {how}."),
    }
}

/// The refusal of an illegal move that would be legal with or without a promotion.
pub(crate) fn wrong_promotion(room: &Room, mv: &AnyMove) -> Option<Refusal> {
    let mv = mv.of_kind(Kind::Space)?;
    let legal = room.bout()?.record().game().legal();
    let cells = |mv: &Move| (mv.from, mv.to);
    legal.iter().find(|other| cells(other) == cells(&mv))?;
    Some(match mv.promotion {
        None => Refusal::PromotionMissing,
        Some(_) => Refusal::PromotionOutOfPlace,
    })
}

/// The frame for a refusal, with raum's code in snake case.
pub fn refused(refusal: Refusal) -> String {
    error(&refusal.code().replace('-', "_"), &refusal.to_string())
}

fn game_over(sentence: &str) -> String {
    error("game_over", sentence)
}

fn error(code: &str, message: &str) -> String {
    Frame::Error { code, message }.write()
}

fn color(side: Side) -> &'static str {
    Kind::Space.side_name(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the short way reads, the long way reads the same.
    #[test]
    fn moves_are_read_the_same_in_both_ways() {
        let frames = [
            (r#"{"type":"move","from":"Aa2","to":"Aa3"}"#, true),
            (
                r#"{ "to" : "Ec5", "from" : "Dc5", "promotion" : "Q", "type" : "move" }"#,
                true,
            ),
            (
                r#"{"type":"move","from":"Aa2","to":"Aa3","promotion":null}"#,
                false,
            ),
            (
                r#"{"type":"move","from":"Aa2","to":"Aa3","promotion":""}"#,
                false,
            ),
            (
                r#"{"type":"move","from":"Aa2","to":"Aa3","more":""}"#,
                false,
            ),
            (
                r#"{"type":"move","from":"Aa2","to":"Aa3","to":"Aa4"}"#,
                false,
            ),
            (r#"{"type":"move","from":"Aa2A","to":"a3"}"#, false),
            (r#"{"type":"move","from":"Aa2","to":"\u0041a3"}"#, false),
            (r#"{"type":"join_game","from":"Aa2","to":"Aa3"}"#, false),
            (r#"["move","Aa2","Aa3",null]"#, false),
            (r#" {"type":"move","from":"Aa2","to":"Aa3"}"#, false),
        ];
        for (text, is_short) in frames {
            let short = read_move(text);
            assert_eq!(short.is_some(), is_short, "{text}");
            if let Some(message) = short {
                assert_eq!(read_any(text), Ok(message), "{text}");
            }
        }
    }
}
