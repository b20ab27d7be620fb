//! `GET /api/kinds`: the kinds of games.

use axum::Json;
use raum_room::{HouseRules, words::Word};
use raum_rules::{Kind, Side};
use serde::Serialize;

use super::request::{NoParameters, Parameters};

/// The facts about a kind of game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "KindFacts"))]
pub(super) struct KindFacts {
    /// The name in requests.
    #[serde(with = "Word::<Kind>")]
    kind: Kind,
    /// The display name.
    title: &'static str,
    extent: Extent,
    /// The names of the first and second side.
    sides: [&'static str; 2],
    /// The start position.
    start: String,
    /// The default house rules of a room.
    rules: HouseRules,
}

/// The size of the board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Extent {
    /// Files.
    x: u8,
    /// Ranks.
    y: u8,
    /// Levels.
    z: u8,
}

impl From<Kind> for KindFacts {
    fn from(kind: Kind) -> Self {
        let extent = kind.extent();
        Self {
            kind,
            title: kind.title(),
            extent: Extent {
                x: extent.x,
                y: extent.y,
                z: extent.z,
            },
            sides: Side::BOTH.map(|side| kind.side_name(side)),
            start: kind.start().to_string(),
            rules: HouseRules::native(kind),
        }
    }
}

pub(super) async fn list(_: Parameters<NoParameters>) -> Json<Vec<KindFacts>> {
    Json(Kind::ALL.iter().copied().map(KindFacts::from).collect())
}
