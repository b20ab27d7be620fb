//! `GET /api/oembed`: how another site embeds a room (<https://oembed.com>).

use std::{num::NonZeroU32, sync::Arc};

use axum::{
    Extension, Json,
    extract::State,
    http::{StatusCode, Uri},
};
use raum_rules::Kind;
use serde::{Deserialize, Serialize};

use super::request::{Parameters, find_room};
use crate::{
    http::{
        cards::{Card, Screen, escape},
        problem::{self, Problem},
        public_url::PublicUrl,
    },
    net::Address,
    rooms::Admission,
};

/// What the embed may do in a sandbox. Scripts and the origin are needed to watch the room. The link opens the room in a new
/// tab, which must leave the sandbox: browsers refuse to load the page in it.
const SANDBOX: &str = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox";

/// A request for an embed. Unlike other operations, this one ignores unknown parameters: consumers add their own.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Wanted {
    /// The link to the room, as people share it: `https://HOST/r/ROOM`.
    url: String,
    /// The greatest width of the embed, in pixels.
    #[cfg_attr(test, schemars(range(min = 1, max = u32::MAX)))]
    maxwidth: Option<NonZeroU32>,
    /// The greatest height of the embed, in pixels.
    #[cfg_attr(test, schemars(range(min = 1, max = u32::MAX)))]
    maxheight: Option<NonZeroU32>,
    /// Only `json`, which is the default, is available.
    format: Option<String>,
}

/// The embed of a room, as a consumer of oEmbed expects it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Embed {
    /// Always `rich`: the embed is HTML.
    #[serde(rename = "type")]
    rich: &'static str,
    /// The version of oEmbed, `1.0`.
    version: &'static str,
    /// The title of the room, as in previews of its link.
    title: String,
    /// Always `raum`.
    provider_name: &'static str,
    /// The URL of the server.
    provider_url: String,
    /// The width of the embed, in pixels.
    width: u32,
    /// The height of the embed, in pixels.
    height: u32,
    /// A frame with the embed, to put into a page.
    html: String,
    /// A picture of the position, unless it is larger than the request allows.
    #[serde(flatten)]
    thumbnail: Option<Thumbnail>,
}

/// A picture of the position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Thumbnail {
    /// The URL of a picture of the position.
    #[serde(rename = "thumbnail_url")]
    url: String,
    /// The width of the picture, in pixels.
    #[serde(rename = "thumbnail_width")]
    width: u32,
    /// The height of the picture, in pixels.
    #[serde(rename = "thumbnail_height")]
    height: u32,
}

/// Rooms that strangers may not watch get the same answer as rooms that do not exist. A server that does not know its public
/// URL knows none of its links either.
pub(super) async fn show(
    Parameters(wanted): Parameters<Wanted>,
    State(admission): State<Arc<Admission>>,
    Extension(from): Extension<Address>,
    Extension(public_url): Extension<Option<PublicUrl>>,
) -> Result<Json<Embed>, Problem> {
    let public_url = public_url.ok_or_else(problem::no_embed)?;
    if wanted
        .format
        .as_deref()
        .is_some_and(|format| format != "json")
    {
        return Err(problem::no_such_format());
    }
    let name = room_at(&wanted.url, &public_url).ok_or_else(problem::no_embed)?;
    let (id, snapshot) = match find_room(&admission, &name, from).await {
        Ok(found) => found,
        Err(problem) if problem.status == StatusCode::NOT_FOUND => return Err(problem::no_embed()),
        Err(problem) => return Err(problem),
    };
    if !snapshot.shows_games() {
        return Err(problem::no_embed());
    }
    let card = Card::room(&id, &snapshot);
    let maxima =
        [wanted.maxwidth, wanted.maxheight].map(|max| max.map_or(u32::MAX, NonZeroU32::get));
    let (width, height) = size(snapshot.room.kind(), maxima);
    let html = format!(
        r#"<iframe src="{public_url}/embed/{id}" width="{width}" height="{height}" title="{}" sandbox="{SANDBOX}" loading="lazy" style="border:0"></iframe>"#,
        escape(&card.title)
    );
    let fits = raum_picture::WIDTH <= maxima[0] && raum_picture::HEIGHT <= maxima[1];
    Ok(Json(Embed {
        rich: "rich",
        version: "1.0",
        provider_name: "raum",
        provider_url: public_url.to_string(),
        width,
        height,
        html,
        thumbnail: fits.then(|| Thumbnail {
            url: format!("{public_url}{}", card.picture),
            width: raum_picture::WIDTH,
            height: raum_picture::HEIGHT,
        }),
        title: card.title,
    }))
}

/// The name of the room that a link leads to, if it is a link to a room of this server.
fn room_at(link: &str, public_url: &PublicUrl) -> Option<String> {
    let link: Uri = link.parse().ok()?;
    let server = format!("{}://{}", link.scheme_str()?, link.authority()?);
    if !server.eq_ignore_ascii_case(&public_url.to_string()) {
        return None;
    }
    match Screen::at(link.path())? {
        Screen::Room(name) => Some(name),
        Screen::Home | Screen::Kind(_) | Screen::Learn(_) => None,
    }
}

/// The width and the height of an embed, at most these.
fn size(kind: Kind, [width_max, height_max]: [u32; 2]) -> (u32, u32) {
    let (width, height): (u32, u32) = match kind {
        Kind::Chess => (480, 560),
        // Three levels beside each other.
        Kind::Space => (600, 560),
        Kind::TicTacToe => (360, 440),
    };
    let narrower = width.saturating_sub(width_max);
    let height = match kind {
        // The levels of a narrow board are below each other, so the board is no lower.
        Kind::Space => height,
        // A narrow board is lower, too.
        Kind::Chess | Kind::TicTacToe => height - narrower,
    };
    (width - narrower, height.min(height_max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_embed_is_never_larger_than_allowed() {
        let free = u32::MAX;
        for (kind, maxima, expected) in [
            (Kind::Chess, [free, free], (480, 560)),
            (Kind::Chess, [480, 560], (480, 560)),
            (Kind::Chess, [400, free], (400, 480)),
            (Kind::Chess, [400, 300], (400, 300)),
            (Kind::Chess, [free, 300], (480, 300)),
            (Kind::Space, [320, free], (320, 560)),
            (Kind::TicTacToe, [1, 1], (1, 1)),
        ] {
            assert_eq!(size(kind, maxima), expected, "{kind} {maxima:?}");
        }
    }

    #[test]
    fn only_links_to_rooms_of_this_server_are_accepted() {
        let public_url = "https://raum.example".parse().unwrap();
        let room = |link: &str| room_at(link, &public_url);
        for link in [
            "https://raum.example/r/AB",
            "HTTPS://Raum.Example/r/AB",
            "https://raum.example/r/AB?game=2",
            "https://raum.example/r/AB#top",
            "https://raum.example/r/%41B",
        ] {
            assert_eq!(room(link).as_deref(), Some("AB"), "{link}");
        }
        for link in [
            "",
            "AB",
            "/r/AB",
            "raum.example/r/AB",
            "http://raum.example/r/AB",
            "https://raum.example.evil/r/AB",
            "https://evil.example/r/AB",
            "https://raum.example:8443/r/AB",
            "https://raum.example@evil.example/r/AB",
            "https://ann@raum.example/r/AB",
            "https://raum.example",
            "https://raum.example/chess",
            "https://raum.example/embed/AB",
            "https://raum.example/r/AB/pgn",
            "https://raum.example/#/r/AB",
        ] {
            assert_eq!(room(link), None, "{link}");
        }
    }
}
