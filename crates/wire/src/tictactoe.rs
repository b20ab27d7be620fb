//! The dialect of spec 5 for tic-tac-toe. Clauses in `docs/dialects/tictactoe.md`.
//!
//! Its messages are Socket.IO events, encoded here as the text `["name",{…}]`.

mod read;
mod trouble;

use raum_room::{Bout, Ending, Event, HouseRules, Leaver, MemberId, Reason, Room};
use raum_rules::{Game, Kind, Side};
use serde_json::json;

use crate::narrow::{Audience, Change};

pub use read::{ClientEvent, from_client};
pub use trouble::Trouble;
pub(crate) use trouble::refused;

/// The name of its members: the dialect has no names.
pub const NAME: &str = "Guest";

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
    json!(["room_created", { "roomId": room }]).to_string()
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
            vec![json!(["replay_vote", { "votes": votes }]).to_string()]
        }
        Event::SeatLeft { member: who } if *who != member => {
            vec![json!(["player_left", {}]).to_string()]
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

fn game_start(room: &Room, bout: &Bout, member: MemberId) -> Vec<String> {
    let role = room.side_of(member).map(name);
    let start = json!(["game_start", {
        "board": board(bout),
        "turn": name(bout.turn()),
        "role": role,
    }]);
    // A room may be opened with a game that is over.
    let over = bout.ending().map(|_| board_update(bout));
    [Some(start.to_string()), over]
        .into_iter()
        .flatten()
        .collect()
}

fn board_update(bout: &Bout) -> String {
    json!(["board_update", {
        "board": board(bout),
        "turn": name(bout.turn()),
        "winner": winner(bout),
    }])
    .to_string()
}

/// The winner or `draw`, as soon as the position decides the game.
fn winner(bout: &Bout) -> Option<&'static str> {
    let by_position = || bout.record().outcome().map(Ending::from);
    let ending = bout.ending().or_else(by_position)?;
    Some(ending.winner.map_or("draw", name))
}

fn board(bout: &Bout) -> Vec<Option<&'static str>> {
    let game = bout.record().game();
    let cells = Kind::TicTacToe.extent().cells();
    cells
        .map(|cell| game.piece(cell).map(|piece| name(piece.side)))
        .collect()
}

const fn name(side: Side) -> &'static str {
    Kind::TicTacToe.side_name(side)
}
