//! The pictures of cards: `/picture/home.png`, `/picture/KIND.png` and `/picture/r/ROOM.png`.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use axum::{
    Extension, Router,
    body::Bytes,
    extract::{Path, State},
    http::{
        HeaderName,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
    routing::get,
};
use raum_picture::Picture;
use raum_rules::{AnyGame, Cell, Kind};
use sha2::{Digest, Sha256};

use super::{Cards, card::state};
use crate::{
    http::{
        api,
        problem::{self, Problem},
    },
    lock::lock,
    net::Address,
    rooms::{CachedSnapshot, Urgency},
};

/// How many pictures are kept: some 150 kB each.
const PICTURES_MAX: usize = 64;

/// The last rendered pictures, by the digest of what they show.
#[derive(Default)]
pub(super) struct Cache(Mutex<VecDeque<([u8; 32], Bytes)>>);

impl Cache {
    fn get(&self, digest: &[u8; 32]) -> Option<Bytes> {
        let pictures = lock(&self.0);
        let found = pictures.iter().find(|(known, _)| known == digest);
        found.map(|(_, png)| png.clone())
    }

    fn put(&self, digest: [u8; 32], png: Bytes) {
        let mut pictures = lock(&self.0);
        if pictures.len() >= PICTURES_MAX {
            pictures.pop_front();
        }
        pictures.push_back((digest, png));
    }
}

/// What a picture shows.
struct Shown {
    game: AnyGame,
    last: Vec<Cell>,
    words: String,
}

impl Shown {
    fn home() -> Self {
        Self {
            words: "Chess has a third dimension. Play in your browser, no account needed."
                .to_owned(),
            ..Self::kind(Kind::Space)
        }
    }

    fn kind(kind: Kind) -> Self {
        Self {
            game: kind.start(),
            last: Vec::new(),
            words: "Against the computer, or with a friend by link.".to_owned(),
        }
    }

    fn room(snapshot: &CachedSnapshot) -> Self {
        let kind = snapshot.room.kind();
        match snapshot.game() {
            None => Self {
                words: "You are invited to a game.".to_owned(),
                ..Self::kind(kind)
            },
            Some(game) => {
                let record = game.bout.record();
                let last = record.moves().last();
                Self {
                    game: record.game().clone(),
                    last: last
                        .into_iter()
                        .flat_map(|mv| mv.from.into_iter().chain([mv.to]))
                        .collect(),
                    words: state(kind, &game.bout),
                }
            }
        }
    }
}

/// The routes of the pictures.
pub(crate) fn router(cards: Arc<Cards>) -> Router {
    Router::new()
        .route("/picture/{file}", get(general))
        .route("/picture/r/{file}", get(room))
        .with_state(cards)
}

async fn general(
    State(cards): State<Arc<Cards>>,
    Extension(from): Extension<Address>,
    Path(file): Path<String>,
) -> Result<Response, Problem> {
    let shown = match file.strip_suffix(".png") {
        Some("home") => Shown::home(),
        Some(name) => Shown::kind(name.parse().map_err(|_| problem::no_picture())?),
        None => return Err(problem::no_picture()),
    };
    render(&cards, from, shown).await
}

/// A room that strangers may not watch, or that does not exist, has the picture of the start screen.
async fn room(
    State(cards): State<Arc<Cards>>,
    Extension(from): Extension<Address>,
    Path(file): Path<String>,
) -> Result<Response, Problem> {
    let name = file.strip_suffix(".png").ok_or_else(problem::no_picture)?;
    let shown = match api::find_room(&cards.admission, name, from).await {
        Ok((_, snapshot)) if snapshot.shows_games() => Shown::room(&snapshot),
        _ => Shown::home(),
    };
    render(&cards, from, shown).await
}

async fn render(cards: &Arc<Cards>, from: Address, shown: Shown) -> Result<Response, Problem> {
    let shared = cards.clone();
    let job = move || {
        let Shown { game, last, words } = shown;
        let svg = raum_picture::svg(&Picture {
            game: &game,
            last,
            words: &words,
        });
        let digest = Sha256::digest(&svg).into();
        if let Some(known) = shared.pictures.get(&digest) {
            return Some(known);
        }
        let png = Bytes::from(raum_picture::png(&svg)?);
        shared.pictures.put(digest, png.clone());
        Some(png)
    };
    let png = cards.workers.run(from.into(), Urgency::Asking, job).await?;
    let png = png.ok_or_else(problem::no_picture)?;
    let headers = [
        (CONTENT_TYPE, "image/png"),
        (CACHE_CONTROL, "public, max-age=60"),
        // Pages of other origins show it, too.
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "cross-origin",
        ),
    ];
    Ok((headers, png).into_response())
}
