//! `GET /api/rooms/{room}`: the state of a room and its game.

use std::sync::Arc;

use axum::{Json, extract::State};
use raum_host::GameSnapshot;
use raum_room::{
    Clocks, Ending, HouseRules, MemberId, Millis, Phase, Room,
    words::{MaybeWord, Word},
};
use raum_rules::{Game, Kind, Side};
use serde::Serialize;

use super::request::{NoParameters, Parameters, RequestedRoom};
use crate::{
    rooms::{Admission, CachedSnapshot},
    time::NodeClock,
};

/// A room. Times are milliseconds since 1970 by the server's clock.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Room"))]
pub(super) struct Summary {
    /// The id.
    room: String,
    #[serde(with = "Word::<Kind>")]
    kind: Kind,
    phase: Phase,
    rules: HouseRules,
    /// The short code of a room that waits for an opponent, if it has one: another name for it until the game starts.
    code: Option<String>,
    /// The number of free seats.
    #[cfg_attr(test, schemars(range(max = 2)))]
    free_seats: usize,
    /// The computer in the room; null if there is none.
    computer: Option<ComputerSummary>,
    opened_at: Millis,
    /// The time of the last entry.
    changed_at: Millis,
    /// The seat of the token in the request; null without a token.
    member: Option<MemberId>,
    /// The current or last game; null before the first. Absent if the client may not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[expect(clippy::option_option, reason = "absent and null differ")]
    game: Option<Option<GameSummary>>,
}

/// A computer in a seat.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "SeatedComputer"))]
struct ComputerSummary {
    member: MemberId,
    /// How strong it plays, from 1.
    level: u8,
    /// Its side; null until the game starts, if it is assigned then.
    #[serde(with = "MaybeWord::<Side>")]
    side: Option<Side>,
    /// Whether it answers at once.
    instant: bool,
}

impl ComputerSummary {
    fn new(room: &Room) -> Option<Self> {
        let seat = room.machine_seat()?;
        let machine = seat.machine?;
        Some(Self {
            member: seat.member,
            level: machine.level,
            side: seat.side,
            instant: machine.instant,
        })
    }
}

/// The state of a game.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Game"))]
struct GameSummary {
    /// The number of the game in the room, from 1.
    number: u32,
    started_at: Millis,
    /// The players: the first side, then the second.
    seats: [SeatSummary; 2],
    /// The position as text.
    position: String,
    /// The number of moves, without those taken back.
    ply: usize,
    /// The side to move.
    #[serde(with = "Word::<Side>")]
    turn: Side,
    /// Whether the side to move is in check.
    check: bool,
    /// How the game ended; null until then.
    ending: Option<Ending>,
    /// The result as in PGN: `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game.
    result: &'static str,
    /// The last move; null before the first.
    last_move: Option<String>,
    /// The clocks; null in a game without them.
    clocks: Option<Clocks>,
}

/// A player of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "GameSeat"))]
struct SeatSummary {
    member: MemberId,
    name: String,
    #[serde(with = "Word::<Side>")]
    side: Side,
}

pub(super) async fn show(
    _: Parameters<NoParameters>,
    State(admission): State<Arc<Admission>>,
    asked: RequestedRoom,
) -> Json<Summary> {
    let room = &asked.snapshot.room;
    let code = admission.short_code(&asked.id, room.phase()).await;
    let now = time_of_clocks(room, &admission.hosts.services.clock);
    let game =
        |snapshot: &Arc<CachedSnapshot>| snapshot.game().map(|game| GameSummary::new(&game, now));
    Json(Summary {
        room: asked.id.to_string(),
        kind: room.kind(),
        phase: room.phase(),
        rules: room.rules().clone(),
        code: code.map(|code| code.to_string()),
        free_seats: match room.phase() {
            Phase::Closed => 0,
            _ => 2 - room.seats().len().min(2),
        },
        computer: ComputerSummary::new(room),
        opened_at: asked.snapshot.opened_at(),
        changed_at: room.at(),
        member: asked.member,
        game: asked.if_permitted().map(game),
    })
}

/// The time at which to read a room's clocks. In a room that has not been loaded since the server started they stand
/// still since the last entry, as the host will record when it loads the room.
fn time_of_clocks(room: &Room, clock: &NodeClock) -> Millis {
    if room.at() < clock.start() {
        room.at()
    } else {
        clock.now()
    }
}

impl GameSummary {
    fn new(game: &GameSnapshot, now: Millis) -> Self {
        let bout = &game.bout;
        let record = bout.record();
        let last = record.moves().last();
        Self {
            number: game.start.number,
            started_at: game.started_at,
            seats: Side::BOTH.map(|side| {
                let seated = &game.seats[side.index()];
                SeatSummary {
                    member: seated.member,
                    name: seated.name.clone(),
                    side,
                }
            }),
            position: record.game().to_string(),
            ply: bout.ply(),
            turn: bout.turn(),
            check: record.game().check().is_some(),
            ending: bout.ending(),
            result: bout.result().mark(),
            last_move: last.map(|mv| game.start.kind.move_text(*mv)),
            clocks: bout.clock().map(|clock| clock.read(now)),
        }
    }
}
