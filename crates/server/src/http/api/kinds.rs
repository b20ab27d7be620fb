//! `GET /api/kinds`: which games there are.

use axum::Json;
use raum_room::{HouseRules, words::Word};
use raum_rules::{Kind, Side};
use serde::Serialize;

use super::request::{NoParameters, Parameters};

/// What holds for every game of a kind.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "KindFacts"))]
pub(super) struct KindFacts {
    /// Its name in requests.
    #[serde(with = "Word::<Kind>")]
    kind: Kind,
    /// Its name for people.
    title: &'static str,
    extent: Extent,
    /// What it calls the first and the second side.
    sides: [&'static str; 2],
    /// The position text of its start.
    start: String,
    /// The house rules of a room, unless its opener chooses otherwise.
    rules: HouseRules,
}

/// How many files, ranks and levels the board has.
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
