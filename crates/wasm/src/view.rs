//! Everything that one member's screen shows of a room, for local and remote rooms alike.

mod may;

use raum_room::{
    AbsenceResult, AnyMove, Bout, By, Command, Context, Entry, Event, MemberId, Millis, Phase,
    Reason, Refusal, Room, Seq,
};
use raum_rules::{AnyGame, Kind, Record, Side};
use raum_wire::native::Presence;
use serde::{Serialize, Serializer};

use crate::{
    position::{MadeMove, Position, made},
    table::Table,
};

pub(crate) use may::May;

/// A room as one member sees it at one moment.
///
/// - `game` is the number of the current or last game, from 1; 0 before the first.
/// - `side` is the member's side; with both seats, the side to move.
/// - `watchers` are the names of the spectators who gave one.
/// - `position` lists legal moves only while the member may play one.
/// - `redo` is the number of moves that can be redone; `undoTo` and `redoTo` are the plies at which the member is next to
///   move, so that both moves against a machine are undone together.
/// - `claimInMillis` is the time until the member may claim the game of an absent opponent; null while the opponent is
///   connected.
/// - `isPaired` is whether the lobby has paired the members; `firstMoveBy` is the time by which the side to move then has to
///   make its first move, in milliseconds since 1970.
/// - `rematch` lists the sides that have asked for a rematch.
/// - `unanswered` is the number of commands without a response, `refused` the refusal of the last command.
/// - `pending` is whether the last of `moves` is such a command. `position` is then the position after it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct View<'a> {
    #[cfg_attr(test, ts(type = "Kind"))]
    kind: &'static str,
    #[cfg_attr(test, ts(type = "Phase"))]
    phase: Phase,
    game: u32,
    #[cfg_attr(test, ts(type = "Side | null"))]
    side: Option<&'static str>,
    seats: Vec<Seat<'a>>,
    spectators: usize,
    watchers: &'a [String],
    position: Position,
    #[cfg_attr(test, ts(type = "Array<MadeMove>"))]
    moves: Moves<'a>,
    redo: usize,
    undo_to: Option<usize>,
    redo_to: Option<usize>,
    clocks: Option<Clocks>,
    #[cfg_attr(test, ts(type = "number | null"))]
    claim_in_millis: Option<Millis>,
    is_paired: bool,
    #[cfg_attr(test, ts(type = "number | null"))]
    first_move_by: Option<Millis>,
    #[cfg_attr(test, ts(type = "Side | null"))]
    draw_offer: Option<&'static str>,
    takeback: Option<Takeback>,
    #[cfg_attr(test, ts(type = "Array<Side>"))]
    rematch: Vec<&'static str>,
    ending: Option<Ending>,
    chat: Vec<ChatLine<'a>>,
    may: May,
    unanswered: usize,
    pending: bool,
    refused: Option<&'a Refused>,
}

/// The moves played, and the pending one.
struct Moves<'a>(&'a [MadeMove], Option<MadeMove>);

impl Serialize for Moves<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().chain(&self.1))
    }
}

/// A taken seat. Its `side` is null until sides are assigned. Times are milliseconds since 1970, null while the member is
/// connected. A `machine` is never away.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Seat<'a> {
    #[cfg_attr(test, ts(type = "Side | null"))]
    side: Option<&'static str>,
    name: &'a str,
    mine: bool,
    #[cfg_attr(test, ts(type = "number | null"))]
    away_since: Option<Millis>,
    #[cfg_attr(test, ts(type = "number | null"))]
    left_at: Option<Millis>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    machine: Option<Machine>,
}

/// A computer in a seat. Unless it is `instant`, it takes a natural time to think.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Machine {
    level: u32,
    instant: bool,
}

/// The time that the first and the second side have left, and the side whose clock is running.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(crate) struct Clocks {
    #[cfg_attr(test, ts(type = "[number, number]"))]
    left_millis: [Millis; 2],
    #[cfg_attr(test, ts(type = "Side | null"))]
    running: Option<&'static str>,
}

/// A side's request to go back to the position after `ply` moves.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Takeback {
    #[cfg_attr(test, ts(type = "Side"))]
    side: &'static str,
    ply: usize,
}

/// How a game ended. The winner is null for a draw and for a game without a result.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Ending {
    #[cfg_attr(test, ts(type = "Side | null"))]
    winner: Option<&'static str>,
    #[cfg_attr(test, ts(type = "Reason"))]
    reason: Reason,
}

/// A chat message: the entry `seq` of its room. `mine` is whether the viewing member wrote it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ChatLine<'a> {
    #[cfg_attr(test, ts(type = "number"))]
    seq: Seq,
    name: &'a str,
    text: &'a str,
    #[cfg_attr(test, ts(type = "number"))]
    at: Millis,
    mine: bool,
}

/// Why the room refused a command: a stable code and a message for people.
#[derive(Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Refused {
    pub(crate) code: String,
    pub(crate) message: String,
}

/// The member who views a table, the time, and the state outside the room.
pub(crate) struct Viewpoint<'a> {
    pub(crate) member: Option<MemberId>,
    pub(crate) now: Millis,
    pub(crate) key_shown: bool,
    pub(crate) presence: &'a Presence,
    pub(crate) unanswered: usize,
    /// The move that has no response yet.
    pub(crate) pending: Option<&'a AnyMove>,
    pub(crate) refused: Option<&'a Refused>,
}

impl<'a> View<'a> {
    pub(crate) fn of(table: &'a Table, from: &Viewpoint<'a>) -> Self {
        let room = &table.room;
        let (kind, bout) = (room.kind(), room.bout());
        let foreseen = from.pending.and_then(|mv| foresee(table.record(), mv));
        let (foreseen, pending) = foreseen.unzip();
        let record = foreseen.as_ref().unwrap_or(table.record());
        let name = |side| kind.side_name(side);
        let mut may = May::of(table, from);
        // The next move waits for the response to this one.
        may.play &= pending.is_none();
        Self {
            kind: kind.name(),
            phase: room.phase(),
            game: bout.map_or(0, Bout::number),
            side: from
                .member
                .and_then(|member| room.side_of(member))
                .map(name),
            seats: seats(room, from),
            spectators: from.presence.spectators,
            watchers: &from.presence.watchers,
            position: Position::of(record, may.play),
            moves: Moves(&table.made, pending),
            redo: bout.map_or(0, |bout| bout.redo_line().len()),
            undo_to: from.member.and_then(|member| room.undo_to(member)),
            redo_to: from.member.and_then(|member| room.redo_to(member)),
            clocks: bout.and_then(|bout| Clocks::of(kind, bout, from.now)),
            claim_in_millis: claim_in_millis(room, from),
            is_paired: room.rules().first_move_millis.is_some(),
            first_move_by: room.first_move_by(),
            draw_offer: bout.and_then(Bout::draw_offer).map(name),
            takeback: bout.and_then(Bout::takeback).map(|wish| Takeback {
                side: name(wish.side),
                ply: wish.ply,
            }),
            rematch: bout
                .map_or(&[][..], Bout::rematch)
                .iter()
                .copied()
                .filter_map(|member| room.side_of(member))
                .map(name)
                .collect(),
            ending: bout.and_then(Bout::ending).map(|ending| Ending {
                winner: ending.winner.map(name),
                reason: ending.reason,
            }),
            chat: table
                .said
                .iter()
                .filter_map(|entry| ChatLine::of(entry, from.member))
                .collect(),
            may,
            unanswered: from.unanswered,
            pending: foreseen.is_some(),
            refused: from.refused,
        }
    }
}

/// The time until the member may claim the game of an absent opponent.
fn claim_in_millis(room: &Room, from: &Viewpoint) -> Option<Millis> {
    let claim = Command::ClaimAbsence {
        result: AbsenceResult::Win,
    };
    match room.decide(from.by(), &claim, &from.context(room)) {
        Ok(_) => Some(0),
        Err(Refusal::GraceNotOver { left_millis }) => Some(left_millis),
        Err(_) => None,
    }
}

/// The game after a pending move, and the move, if it is legal.
fn foresee(record: &Record<AnyGame>, mv: &AnyMove) -> Option<(Record<AnyGame>, MadeMove)> {
    let game = record.game();
    let mv = mv.of_kind(game.kind())?;
    let mut foreseen = record.clone();
    foreseen.play(mv).ok()?;
    Some((foreseen, made(game.clone(), &[mv]).pop()?))
}

fn seats<'a>(room: &'a Room, from: &Viewpoint) -> Vec<Seat<'a>> {
    let seats = room.seats().iter();
    seats
        .map(|seat| Seat {
            side: seat.side.map(|side| room.kind().side_name(side)),
            name: &seat.name,
            mine: from.member == Some(seat.member),
            away_since: from.away_since(seat.member),
            left_at: seat.left_at,
            machine: seat.machine.map(|machine| Machine {
                level: machine.level.into(),
                instant: machine.instant,
            }),
        })
        .collect()
}

impl Viewpoint<'_> {
    fn by(&self) -> By {
        self.member.map_or(By::Guest, By::Member)
    }

    fn away_since(&self, member: MemberId) -> Option<Millis> {
        let mut away = self.presence.away.iter();
        away.find(|away| away.member == member)
            .map(|away| away.since)
    }

    /// The context of a command that the member would issue now.
    fn context(&self, room: &Room) -> Context {
        Context {
            now: self.now.max(room.at()),
            // Chance never decides whether a command is accepted.
            chance: 0,
            key_shown: self.key_shown,
            away_since: Side::BOTH.map(|side| self.away_since(room.seat_of(side)?.member)),
            can_go_back: true,
        }
    }
}

impl Clocks {
    fn of(kind: Kind, bout: &Bout, now: Millis) -> Option<Self> {
        let clock = bout.clock()?;
        Some(Self {
            left_millis: Side::BOTH.map(|side| clock.left_millis(side, now)),
            running: clock.running().map(|side| kind.side_name(side)),
        })
    }
}

impl<'a> ChatLine<'a> {
    fn of(entry: &'a Entry, me: Option<MemberId>) -> Option<Self> {
        let Event::Said { member, name, text } = &entry.event else {
            return None;
        };
        Some(Self {
            seq: entry.seq,
            name,
            text,
            at: entry.at,
            mine: member.is_some() && *member == me,
        })
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self {
            code: refusal.code().to_owned(),
            message: refusal.to_string(),
        }
    }
}
