//! `GET /api/rooms/{room}`: what a room is, and how its game stands.

use std::sync::Arc;

use axum::{Json, extract::State};
use raum_host::GameSnapshot;
use raum_room::{Clocks, Ending, HouseRules, MemberId, Millis, Phase, Room, words::Word};
use raum_rules::{Game, Kind, Side};
use serde::Serialize;

use super::request::{AskedRoom, NoParameters, Parameters};
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
    /// Its id.
    room: String,
    #[serde(with = "Word::<Kind>")]
    kind: Kind,
    phase: Phase,
    rules: HouseRules,
    /// How many seats somebody could take.
    #[cfg_attr(test, schemars(range(max = 2)))]
    free_seats: usize,
    opened_at: Millis,
    /// When something last happened in it.
    changed_at: Millis,
    /// The seat whose token was shown; null without one.
    member: Option<MemberId>,
    #[serde(flatten)]
    for_the_permitted: Option<ForThePermitted>,
}

/// What not everybody may see of a room.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ForThePermitted {
    /// The game under way or the last one; null before the first. Absent for those who may not see it.
    game: Option<GameSummary>,
}

/// A game and how it stands.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Game"))]
struct GameSummary {
    /// Its number in the room, from 1.
    number: u32,
    started_at: Millis,
    /// Who plays it: the first side, then the second.
    seats: [SeatSummary; 2],
    /// The position text.
    position: String,
    /// How many moves are in effect.
    ply: usize,
    /// The side to move.
    #[serde(with = "Word::<Side>")]
    turn: Side,
    /// Whether the side to move is in check.
    check: bool,
    /// How it ended; null while it goes on.
    ending: Option<Ending>,
    /// As PGN has it: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game without an end.
    result: &'static str,
    /// The text of the last move; null before the first.
    last_move: Option<String>,
    /// What each side has left; null in a game without clocks.
    clocks: Option<Clocks>,
}

/// Somebody who plays.
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
    asked: AskedRoom,
) -> Json<Summary> {
    let room = &asked.snapshot.room;
    let now = time_of_clocks(room, &admission.hosts.services.clock);
    let games = |snapshot: &Arc<CachedSnapshot>| ForThePermitted {
        game: snapshot.game().map(|game| GameSummary::new(&game, now)),
    };
    Json(Summary {
        room: asked.id.to_string(),
        kind: room.kind(),
        phase: room.phase(),
        rules: room.rules().clone(),
        free_seats: match room.phase() {
            Phase::Closed => 0,
            _ => 2 - room.seats().len().min(2),
        },
        opened_at: asked.snapshot.opened_at(),
        changed_at: room.at(),
        member: asked.member,
        for_the_permitted: asked.if_permitted().map(games),
    })
}

/// When to read the clocks of a room. Those of a room that nobody has entered since the server started
/// stand where they stood at its last entry: the host will say so when it loads the room.
fn time_of_clocks(room: &Room, clock: &NodeClock) -> Millis {
    if room.at() < clock.start() {
        room.at()
    } else {
        clock.now()
    }
}

impl GameSummary {
    fn new(
        GameSnapshot {
            start,
            started_at,
            bout,
            seats,
        }: &GameSnapshot,
        now: Millis,
    ) -> Self {
        let record = bout.record();
        let last = record.moves().last();
        Self {
            number: start.number,
            started_at: *started_at,
            seats: Side::BOTH.map(|side| {
                let seated = &seats[side.index()];
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
            last_move: last.map(|mv| start.kind.move_text(*mv)),
            clocks: bout.clock().map(|clock| clock.read(now)),
        }
    }
}
