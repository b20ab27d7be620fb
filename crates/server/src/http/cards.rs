//! What messengers show of a link: a title, a sentence and a picture (Open Graph), put into the head of the page.
//!
//! Rooms that strangers may not watch have the card of the start screen, as have rooms that do not exist.

mod card;
mod pictures;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    io::Write,
    sync::{Arc, Mutex},
};

use axum::{
    Extension,
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    http::{
        HeaderMap, HeaderValue, Method, StatusCode,
        header::{
            ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
            IF_NONE_MATCH, VARY,
        },
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use raum_rules::Kind;
use sha2::{Digest, Sha256};

use crate::{
    http::{
        api,
        page::{accepts_gzip, has_version},
        public_url::PublicUrl,
    },
    lock::lock,
    net::Address,
    rooms::{Admission, Workers},
};

/// How many pictures an address may wait for at once.
const PICTURES_PER_ADDRESS_MAX: usize = 4;

/// The largest page that cards are put into.
const PAGE_BYTES_MAX: usize = 1 << 20;

/// Makes cards and their pictures.
pub(crate) struct Cards {
    admission: Arc<Admission>,
    public_url: Option<PublicUrl>,
    pictures: pictures::Cache,
    /// Renders pictures, one at a time: apart from the work for players, which must not wait for them.
    workers: Workers,
    /// Compressed pages of the screens that are the same for everybody, by path.
    pages: Mutex<HashMap<String, Page>>,
}

/// A page with a card in it.
#[derive(Clone)]
struct Page {
    html: Bytes,
    gzip: Bytes,
    tag: String,
}

/// A screen of the page that has a card.
pub(super) enum Screen {
    Home,
    Kind(Kind),
    /// The tour of a kind.
    Learn(Kind),
    /// A room by its name, which may not exist.
    Room(String),
}

impl Screen {
    pub(super) fn at(path: &str) -> Option<Self> {
        if path == "/" {
            return Some(Self::Home);
        }
        if let Some(name) = path.strip_prefix("/r/").filter(|name| !name.contains('/')) {
            let name = percent_decode_str(name).decode_utf8().ok()?;
            return Some(Self::Room(name.into_owned()));
        }
        if let Some(kind) = path.strip_prefix("/learn/") {
            return kind.parse().ok().map(Self::Learn);
        }
        path.strip_prefix('/')?.parse().ok().map(Self::Kind)
    }
}

impl Cards {
    pub(crate) fn new(admission: Arc<Admission>, public_url: Option<PublicUrl>) -> Self {
        Self {
            admission,
            public_url,
            pictures: pictures::Cache::default(),
            workers: Workers::new("picture", 1, PICTURES_PER_ADDRESS_MAX),
            pages: Mutex::default(),
        }
    }

    /// The card of a room, if strangers may watch it.
    async fn room(&self, name: &str, from: Address) -> Card {
        // The page itself has no limit of requests, but looking rooms up has.
        let found = match self.admission.request(from) {
            Ok(()) => api::find_room(&self.admission, name, from).await.ok(),
            Err(_) => None,
        };
        match found {
            Some((id, snapshot)) if snapshot.shows_games() => Card::room(&id, &snapshot),
            _ => Card {
                path: format!("/r/{name}"),
                ..Card::home()
            },
        }
    }

    /// Puts a card into a page.
    fn with_card(&self, html: &str, card: &Card) -> String {
        let title = escape(&card.title);
        let html = html.replacen("<title>raum</title>", &format!("<title>{title}</title>"), 1);
        html.replacen("</head>", &format!("{}</head>", self.tags(card)), 1)
    }

    fn tags(&self, card: &Card) -> String {
        let mut tags = vec![
            ("og:type", "website".to_owned()),
            ("og:site_name", "raum".to_owned()),
            ("og:title", card.title.clone()),
            ("og:description", card.text.clone()),
        ];
        if let Some(url) = &self.public_url {
            let size = |number: u32| number.to_string();
            tags.extend([
                ("og:url", format!("{url}{}", card.path)),
                ("og:image", format!("{url}{}", card.picture)),
                ("og:image:type", "image/png".to_owned()),
                ("og:image:width", size(raum_picture::WIDTH)),
                ("og:image:height", size(raum_picture::HEIGHT)),
                ("og:image:alt", card.text.clone()),
            ]);
        }
        let mut written = String::new();
        for (name, value) in tags {
            let value = escape(&value);
            written += &[
                r#"<meta property=""#,
                name,
                r#"" content=""#,
                &value,
                r#"">"#,
            ]
            .concat();
        }
        if let Some(url) = &self.public_url {
            written.push_str(r#"<meta name="twitter:card" content="summary_large_image">"#);
            if card.is_embeddable {
                written += &discovery(url, card);
            }
        }
        written
    }

    fn page(&self, html: &str, card: &Card) -> Page {
        let html = self.with_card(html, card);
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory cannot fail; without it the page is sent as it is.
        let gzip = gzip.write_all(html.as_bytes()).and_then(|()| gzip.finish());
        let gzip = gzip.unwrap_or_default();
        let digest = Sha256::digest(&html);
        Page {
            tag: format!("\"{}\"", data_encoding::HEXLOWER.encode(&digest[..16])),
            html: html.into(),
            gzip: gzip.into(),
        }
    }
}

/// Puts cards into the screens of the page.
pub(crate) async fn add(
    State(cards): State<Arc<Cards>>,
    Extension(from): Extension<Address>,
    mut request: Request,
    next: Next,
) -> Response {
    let is_read = [Method::GET, Method::HEAD].contains(request.method());
    let path = request.uri().path().to_owned();
    let screen = Screen::at(&path).filter(|screen| {
        // Without an address, other screens have nothing to add to the title and the description of the page.
        is_read && (cards.public_url.is_some() || matches!(screen, Screen::Room(_)))
    });
    let Some(screen) = screen else {
        return next.run(request).await;
    };
    let asked = request.headers().clone();
    let is_shared = !matches!(screen, Screen::Room(_)) && request.uri().query().is_none();
    if is_shared && let Some(page) = lock(&cards.pages).get(&path).cloned() {
        return respond(page, &asked);
    }
    let card = match &screen {
        Screen::Home => Card::home(),
        Screen::Kind(kind) => Card::kind(*kind),
        Screen::Learn(kind) => Card::learn(*kind),
        Screen::Room(name) => cards.room(name, from).await,
    };
    for header in [ACCEPT_ENCODING, IF_NONE_MATCH] {
        request.headers_mut().remove(header);
    }
    *request.method_mut() = Method::GET;
    let plain = next.run(request).await;
    if plain.status() != StatusCode::OK {
        return plain;
    }
    let (parts, body) = plain.into_parts();
    let Ok(html) = to_bytes(body, PAGE_BYTES_MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let Ok(text) = str::from_utf8(&html) else {
        return Response::from_parts(parts, Body::from(html));
    };
    let page = cards.page(text, &card);
    if is_shared {
        lock(&cards.pages).insert(path, page.clone());
    }
    let mut response = respond(page, &asked);
    if matches!(screen, Screen::Room(_)) {
        // A room is private to its members: messengers may look at it, but search engines must not list it.
        let headers = response.headers_mut();
        headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    }
    response
}

fn respond(page: Page, asked: &HeaderMap) -> Response {
    let Page { html, gzip, tag } = page;
    let is_known = has_version(asked, &tag);
    let is_gzip = accepts_gzip(asked) && !gzip.is_empty();
    let content = if is_gzip { gzip } else { html };
    let headers = [
        (CACHE_CONTROL, "no-cache".to_owned()),
        (ETAG, tag),
        (VARY, "Accept-Encoding".to_owned()),
        (CONTENT_LENGTH, content.len().to_string()),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let content_type = [(CONTENT_TYPE, "text/html")];
    let encoded = is_gzip.then_some([(CONTENT_ENCODING, "gzip")]);
    (headers, content_type, encoded, content).into_response()
}

/// The link by which programs find the embed of a room (oEmbed).
fn discovery(url: &PublicUrl, card: &Card) -> String {
    let link = format!("{url}{}", card.path);
    let link = utf8_percent_encode(&link, NON_ALPHANUMERIC);
    let title = escape(&card.title);
    format!(
        r#"<link rel="alternate" type="application/json+oembed" href="{url}/api/oembed?url={link}" title="{title}">"#
    )
}

/// Makes text safe in HTML, also in the value of an attribute.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

pub(super) use card::Card;
pub(crate) use pictures::router as pictures;
