//! Tic-tac-toe as spec 5 has it. Clauses in `docs/dialects/tictactoe.md`.
//!
//! It is spoken in the events of Socket.IO. Here an event is the text `["name",{…}]`, as it travels.

mod read;
mod trouble;

use raum_room::{Bout, Ending, Event, HouseRules, Leaver, MemberId, Reason, Room};
use raum_rules::{Game, Kind, Side};
use serde_json::json;

use crate::narrow::{Audience, News};

pub use read::{ClientEvent, read};
pub use trouble::Trouble;
pub(crate) use trouble::refused;

/// What others call somebody who cannot say a name.
pub const NAME: &str = "Guest";

/// The house rules of the rooms that are opened in this dialect.
pub(crate) fn house_rules() -> HouseRules {
    HouseRules {
        spectators: false,
        chat: false,
        pass_key: true,
        opener: Some(Side::First),
        leaver: Leaver::FreesSeat,
        takeback: false,
        ..HouseRules::native(Kind::TicTacToe)
    }
}

/// The event for whoever has opened a room.
pub fn room_created(room: &str) -> String {
    json!(["room_created", { "roomId": room }]).to_string()
}

pub(crate) fn tell(news: &News<'_>, to: Audience) -> Vec<String> {
    let (Audience::Member(member), room) = (to, news.room) else {
        return Vec::new();
    };
    let Some(bout) = room.bout().filter(|_| room.is_seated(member)) else {
        return Vec::new();
    };
    match &news.entry.event {
        Event::GameStarted(_) => game_start(room, bout, member),
        // Somebody is back after `player_left`: the game goes on where it was.
        Event::SeatTaken { member: who, .. } if *who != member && had_left(news, *who) => {
            game_start(room, bout, member)
        }
        Event::MovePlayed { .. } | Event::Undone { .. } | Event::Redone { .. } => {
            vec![board_update(bout)]
        }
        Event::GameEnded(ending) if !was_told_with_the_move(*ending) => vec![board_update(bout)],
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

fn had_left(news: &News<'_>, member: MemberId) -> bool {
    let mut seats = news.seats_before.iter();
    seats.any(|seat| seat.member == member && seat.left_at.is_some())
}

/// Whether the update of the last move has told of the end already.
fn was_told_with_the_move(ending: Ending) -> bool {
    matches!(ending.reason, Reason::Line | Reason::FullBoard)
}

fn game_start(room: &Room, bout: &Bout, member: MemberId) -> Vec<String> {
    let role = room.side_of(member).map(name);
    let start = json!(["game_start", {
        "board": board(bout),
        "turn": name(bout.turn()),
        "role": role,
    }]);
    // A room may have been opened with a game that is over.
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

/// The winner or `draw`, as soon as the position tells it.
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
