//! The dialect of spec 4 for chess. Clauses in `docs/dialects/chessata.md`.

mod end;
mod frame;
mod state;
mod trouble;

use raum_room::{AnyMove, Bout, Event, HouseRules, Leaver, MemberId, Rematch, Room};
use raum_rules::{Game, Kind, Move, Role, Side};

use crate::narrow::{Audience, Change, Spectator};
use end::end;
pub use frame::from_client;
use frame::{Color, GameResult, Part, Person, ServerFrame};
use state::GameState;
pub use trouble::{Trouble, refused};

/// The house rules of rooms that are opened in this dialect.
pub(crate) fn house_rules() -> HouseRules {
    HouseRules {
        leaver: Leaver::LosesGame {},
        rematch: Rematch::None,
        takeback: false,
        ..HouseRules::native(Kind::Chess)
    }
}

/// Completes a move: a pawn on the last rank promotes to a queen unless the client chose a piece, and no other move
/// has a promotion.
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

/// The frames that report a change.
pub(crate) fn from_room(change: &Change<'_>, to: Audience) -> Vec<String> {
    let room = change.room;
    let frames = match &change.entry.event {
        Event::SeatTaken { member, .. } if to == Audience::Member(*member) => {
            let (user_id, role) = (member_id(*member), Part::Player);
            vec![ServerFrame::Init { user_id, role }]
        }
        Event::SeatTaken { member, name, .. } => {
            vec![ServerFrame::Join(player(*member, name))]
        }
        // The member who left is no longer connected.
        Event::SeatLeft { member } => seat_left(change, *member),
        Event::GameStarted(_) => [start(room, to)].into_iter().chain(game(room)).collect(),
        Event::MovePlayed { .. } | Event::Undone { .. } | Event::Redone { .. } => position(room),
        Event::GameEnded(ending) => end(room, *ending),
        Event::Said { name, text, .. } => vec![ServerFrame::Chat {
            username: name,
            message: text,
        }],
        Event::RoomClosed => vec![close(room)],
        // The dialect cannot express these, or clients need not know.
        Event::RoomOpened(_)
        | Event::DrawOffered { .. }
        | Event::DrawDeclined { .. }
        | Event::TakebackAsked { .. }
        | Event::TakebackDeclined { .. }
        | Event::RematchAsked { .. }
        | Event::LevelChanged { .. }
        | Event::Renamed { .. }
        | Event::DeviceAdded { .. }
        | Event::ClockResumed => Vec::new(),
    };
    frames.iter().map(ServerFrame::write).collect()
}

/// The frames for a new spectator.
pub(crate) fn welcome(room: &Room, spectator: &Spectator<'_>) -> Vec<String> {
    let Person { user_id, role, .. } = watcher(spectator);
    let mut frames = vec![ServerFrame::Init { user_id, role }];
    if room.bout().is_some() {
        frames.push(start(room, Audience::Spectator));
        frames.extend(game(room));
    }
    frames.iter().map(ServerFrame::write).collect()
}

/// The frame that reports a new spectator.
pub(crate) fn spectator_joined(spectator: &Spectator<'_>) -> String {
    ServerFrame::Join(watcher(spectator)).write()
}

/// The frame that reports that a spectator has left.
pub(crate) fn spectator_left(spectator: &Spectator<'_>) -> String {
    ServerFrame::Leave(watcher(spectator)).write()
}

/// The id of a member, in any dialect.
fn member_id(MemberId(number): MemberId) -> String {
    format!("member-{number}")
}

fn player(member: MemberId, username: &str) -> Person<'_> {
    Person {
        user_id: member_id(member),
        username,
        role: Part::Player,
    }
}

fn watcher<'a>(spectator: &Spectator<'a>) -> Person<'a> {
    Person {
        user_id: format!("visitor-{}", spectator.number),
        username: spectator.name,
        role: Part::Spectator,
    }
}

fn side_id(room: &Room, side: Side) -> Option<String> {
    room.seat_of(side).map(|seat| member_id(seat.member))
}

fn seat_left<'a>(change: &Change<'a>, member: MemberId) -> Vec<ServerFrame<'a>> {
    let room = change.room;
    let mut seats = change.seats_before.iter();
    let Some(seat) = seats.find(|seat| seat.member == member) else {
        return Vec::new();
    };
    let mut frames = vec![ServerFrame::Leave(player(member, &seat.name))];
    let is_under_way = room.bout().is_some_and(|bout| bout.ending().is_none());
    if is_under_way && change.seats_before.len() == 2 {
        match room.rules().leaver {
            // Another event reports the end of the game.
            Leaver::LosesGame {} => {}
            Leaver::KeepsSeat { .. } => frames.push(ServerFrame::Note {
                message: format!("{} may come back. The game isn't over.", seat.name),
            }),
            Leaver::FreesSeat {} => frames.push(ServerFrame::EndOfGame {
                result: GameResult::Disconnect,
                winner_id: None,
            }),
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

/// The frames for the position, and for the end if the game is over.
fn game(room: &Room) -> Vec<ServerFrame<'static>> {
    let mut frames = position(room);
    if let Some(ending) = room.bout().and_then(Bout::ending) {
        frames.extend(end(room, ending));
    }
    frames
}

/// The frames for the position, and for a check.
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
    fn a_room_opened_by_a_code_has_the_house_rules_of_spec_4() {
        let rules = house_rules();
        assert!(rules.spectators && rules.chat && !rules.takeback);
        assert_eq!(rules.leaver, Leaver::LosesGame {});
        assert_eq!(rules.rematch, Rematch::None);
        assert_eq!((rules.opener, rules.clock), (None, None));
    }
}
