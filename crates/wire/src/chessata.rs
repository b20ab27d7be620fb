//! Chess as spec 4 has it. Clauses in `docs/dialects/chessata.md`.

mod end;
mod frame;
mod state;
mod trouble;

use raum_room::{AnyMove, Bout, Event, HouseRules, Leaver, MemberId, Rematch, Room};
use raum_rules::{Game, Kind, Move, Role, Side};

use crate::narrow::{Audience, News, Visitor};
use end::end;
pub use frame::read;
use frame::{Color, Part, ServerFrame};
use state::GameState;
pub use trouble::{Trouble, refused};

/// The house rules of the rooms that are opened in this dialect.
pub(crate) fn house_rules() -> HouseRules {
    HouseRules {
        leaver: Leaver::LosesGame,
        rematch: Rematch::None,
        takeback: false,
        ..HouseRules::native(Kind::Chess)
    }
}

/// A move as it is meant: a pawn that reaches the end becomes a queen unless the client says otherwise, and
/// nothing else becomes anything.
pub(crate) fn with_promotion(room: &Room, mv: AnyMove) -> AnyMove {
    let Some(mv) = mv.of_kind(Kind::Chess) else {
        return mv;
    };
    let piece = room
        .bout()
        .zip(mv.from)
        .and_then(|(bout, from)| bout.record().game().piece(from));
    let promotes = piece.is_some_and(|piece| piece.role == Role::Pawn) && matches!(mv.to.y, 0 | 7);
    let promotion = promotes.then_some(mv.promotion.unwrap_or(Role::Queen));
    AnyMove::Known(Kind::Chess, Move { promotion, ..mv })
}

/// The frames that tell somebody what happened.
pub(crate) fn tell(news: &News<'_>, to: Audience) -> Vec<String> {
    let room = news.room;
    let frames = match &news.entry.event {
        Event::SeatTaken { member, .. } if to == Audience::Member(*member) => {
            vec![ServerFrame::init(member_id(*member), Part::Player)]
        }
        Event::SeatTaken { member, name, .. } => {
            vec![ServerFrame::join(member_id(*member), name, Part::Player)]
        }
        // Who left has no connection any more.
        Event::SeatLeft { member } => left(news, *member),
        Event::GameStarted(_) => [start(room, to)].into_iter().chain(game(room)).collect(),
        Event::MovePlayed { .. } | Event::Undone { .. } | Event::Redone { .. } => position(room),
        Event::GameEnded(ending) => end(room, *ending),
        Event::Said { name, text, .. } => vec![ServerFrame::Chat {
            username: name,
            message: text,
        }],
        Event::RoomClosed => vec![close(room)],
        // There is no word for these, or nothing to be told.
        Event::RoomOpened(_)
        | Event::DrawOffered { .. }
        | Event::DrawDeclined { .. }
        | Event::TakebackAsked { .. }
        | Event::TakebackDeclined { .. }
        | Event::RematchAsked { .. }
        | Event::Renamed { .. }
        | Event::DeviceAdded { .. }
        | Event::ClockResumed => Vec::new(),
    };
    frames.iter().map(ServerFrame::write).collect()
}

/// The frames that somebody gets who begins to watch.
pub(crate) fn greet(room: &Room, visitor: &Visitor<'_>) -> Vec<String> {
    let mut frames = vec![ServerFrame::init(visitor_id(visitor), Part::Spectator)];
    if room.bout().is_some() {
        frames.push(start(room, Audience::Spectator));
        frames.extend(game(room));
    }
    frames.iter().map(ServerFrame::write).collect()
}

/// The frame that tells the others that somebody began to watch.
pub(crate) fn came(visitor: &Visitor<'_>) -> String {
    ServerFrame::join(visitor_id(visitor), visitor.name, Part::Spectator).write()
}

/// The frame that tells the others that somebody has stopped watching.
pub(crate) fn went(visitor: &Visitor<'_>) -> String {
    ServerFrame::leave(visitor_id(visitor), visitor.name, Part::Spectator).write()
}

/// The id of somebody in a seat, in whatever dialect.
fn member_id(MemberId(number): MemberId) -> String {
    format!("member-{number}")
}

fn visitor_id(visitor: &Visitor<'_>) -> String {
    format!("visitor-{}", visitor.number)
}

/// The id of whoever has a side.
fn side_id(room: &Room, side: Side) -> Option<String> {
    room.seat_of(side).map(|seat| member_id(seat.member))
}

fn left<'a>(news: &News<'a>, member: MemberId) -> Vec<ServerFrame<'a>> {
    let room = news.room;
    let mut seats = news.seats_before.iter();
    let Some(seat) = seats.find(|seat| seat.member == member) else {
        return Vec::new();
    };
    let mut frames = vec![ServerFrame::leave(
        member_id(member),
        &seat.name,
        Part::Player,
    )];
    let is_under_way = room.bout().is_some_and(|bout| bout.ending().is_none());
    if is_under_way && news.seats_before.len() == 2 {
        match room.rules().leaver {
            // The end is an event of its own.
            Leaver::LosesGame => {}
            Leaver::KeepsSeat { .. } => frames.push(ServerFrame::Note {
                message: format!("{} may come back: the game is not over.", seat.name),
            }),
            Leaver::FreesSeat => frames.push(ServerFrame::abandoned()),
        }
    }
    frames
}

fn start(room: &Room, to: Audience) -> ServerFrame<'static> {
    let side = match to {
        Audience::Member(member) => room.side_of(member),
        Audience::Spectator => None,
    };
    ServerFrame::Start {
        color: match side {
            Some(Side::First) => Color::White,
            Some(Side::Second) => Color::Black,
            None => Color::Undefined,
        },
    }
}

/// The position, and the end if the game is over already.
fn game(room: &Room) -> Vec<ServerFrame<'static>> {
    let mut frames = position(room);
    if let Some(ending) = room.bout().and_then(Bout::ending) {
        frames.extend(end(room, ending));
    }
    frames
}

/// The position, and the check if there is one.
fn position(room: &Room) -> Vec<ServerFrame<'static>> {
    let Some(bout) = room.bout() else {
        return Vec::new();
    };
    let mut frames = vec![ServerFrame::GameState(GameState::new(
        side_id(room, bout.turn()),
        bout.record(),
    ))];
    if bout.record().game().check().is_some() {
        let side = Kind::Chess.side_name(bout.turn());
        frames.push(ServerFrame::Note {
            message: format!("The {side} king is in check!"),
        });
    }
    frames
}

fn close(room: &Room) -> ServerFrame<'static> {
    let empty = room.seats().iter().all(|seat| seat.left_at.is_some());
    ServerFrame::Close {
        message: if empty {
            "Both players have left the match."
        } else {
            "The match is closed."
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clause 6.
    #[test]
    fn house_rules_of_rooms_that_are_opened_by_a_code() {
        let rules = house_rules();
        assert!(rules.spectators && rules.chat && !rules.takeback);
        assert_eq!(rules.leaver, Leaver::LosesGame);
        assert_eq!(rules.rematch, Rematch::None);
        assert_eq!((rules.opener, rules.clock), (None, None));
    }
}
