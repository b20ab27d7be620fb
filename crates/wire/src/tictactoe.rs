//! The dialect of spec 5 for tic-tac-toe. Clauses in `docs/dialects/tictactoe.md`.
//!
//! Its messages are Socket.IO events, encoded here as whole packets, `42["name",{…}]`.

mod read;
mod trouble;

use raum_room::{Bout, Ending, Event, HouseRules, Leaver, MemberId, Reason, Room};
use raum_rules::{Game, Kind, Side};
use serde::Serialize;

use crate::narrow::{Audience, Change};

pub use read::{ClientEvent, from_client};
pub use trouble::Trouble;
pub(crate) use trouble::refused;

/// The name of its members: the dialect has no names.
pub const NAME: &str = "Guest";

/// The longest event with a board.
const PACKET_BYTES: usize = 104;

/// The house rules of rooms that are opened in this dialect.
pub(crate) fn house_rules() -> HouseRules {
    HouseRules {
        spectators: false,
        chat: false,
        pass_key: true,
        opener: Some(Side::First),
        leaver: Leaver::FreesSeat {},
        takeback: false,
        ..HouseRules::native(Kind::TicTacToe)
    }
}

/// The event for a client that has opened a room.
pub fn room_created(room: &str) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct RoomCreated<'a> {
        room_id: &'a str,
    }
    event("room_created", &RoomCreated { room_id: room })
}

/// The events that report a change.
pub(crate) fn from_room(change: &Change<'_>, to: Audience) -> Vec<String> {
    let (Audience::Member(member), room) = (to, change.room) else {
        return Vec::new();
    };
    let Some(bout) = room.bout().filter(|_| room.is_seated(member)) else {
        return Vec::new();
    };
    match &change.entry.event {
        Event::GameStarted(_) => game_start(room, bout, member),
        // The opponent has returned after `player_left`: the game continues.
        Event::SeatTaken { member: who, .. } if *who != member && had_left(change, *who) => {
            game_start(room, bout, member)
        }
        Event::MovePlayed { .. } | Event::Undone { .. } | Event::Redone { .. } => {
            vec![board_update(bout)]
        }
        Event::GameEnded(ending) if !is_in_board_update(*ending) => vec![board_update(bout)],
        Event::RematchAsked { .. } => {
            let votes = bout.rematch().len();
            vec![format!(r#"42["replay_vote",{{"votes":{votes}}}]"#)]
        }
        Event::SeatLeft { member: who } if *who != member => {
            vec![r#"42["player_left",{}]"#.to_owned()]
        }
        _ => Vec::new(),
    }
}

fn had_left(change: &Change<'_>, member: MemberId) -> bool {
    let mut seats = change.seats_before.iter();
    seats.any(|seat| seat.member == member && seat.left_at.is_some())
}

/// Whether the update after the last move has already reported the end.
fn is_in_board_update(ending: Ending) -> bool {
    matches!(ending.reason, Reason::Line | Reason::FullBoard)
}

/// The packet of an event with these fields.
fn event(name: &str, fields: &impl Serialize) -> String {
    // Cannot fail: the fields are texts.
    let fields = serde_json::to_string(fields).unwrap_or_default();
    format!(r#"42["{name}",{fields}]"#)
}

fn game_start(room: &Room, bout: &Bout, member: MemberId) -> Vec<String> {
    let mut start = with_board("game_start", bout);
    push_field(&mut start, "role", room.side_of(member).map(name));
    push_field(&mut start, "turn", Some(name(bout.turn())));
    start.push_str("}]");
    // A room may be opened with a game that is over.
    let over = bout.ending().map(|_| board_update(bout));
    [Some(start), over].into_iter().flatten().collect()
}

fn board_update(bout: &Bout) -> String {
    let mut update = with_board("board_update", bout);
    push_field(&mut update, "turn", Some(name(bout.turn())));
    push_field(&mut update, "winner", winner(bout));
    update.push_str("}]");
    update
}

/// The packet of an event, up to its first field, the board.
fn with_board(event: &str, bout: &Bout) -> String {
    let mut packet = String::with_capacity(PACKET_BYTES);
    packet.push_str("42[\"");
    packet.push_str(event);
    packet.push_str("\",{\"board\":[");
    let game = bout.record().game();
    for (index, cell) in Kind::TicTacToe.extent().cells().enumerate() {
        if index > 0 {
            packet.push(',');
        }
        push_name(&mut packet, game.piece(cell).map(|piece| name(piece.side)));
    }
    packet.push(']');
    packet
}

fn push_field(packet: &mut String, field: &str, value: Option<&str>) {
    packet.push_str(",\"");
    packet.push_str(field);
    packet.push_str("\":");
    push_name(packet, value);
}

/// Appends a name that needs no escapes, or `null`.
fn push_name(packet: &mut String, name: Option<&str>) {
    match name {
        Some(name) => packet.extend(["\"", name, "\""]),
        None => packet.push_str("null"),
    }
}

/// The winner or `draw`, as soon as the position decides the game.
fn winner(bout: &Bout) -> Option<&'static str> {
    let by_position = || bout.record().outcome().map(Ending::from);
    let ending = bout.ending().or_else(by_position)?;
    Some(ending.winner.map_or("draw", name))
}

const fn name(side: Side) -> &'static str {
    Kind::TicTacToe.side_name(side)
}
