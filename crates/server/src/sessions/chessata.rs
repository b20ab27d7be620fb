//! Chess at `/ws/api/{username}/{code}/`. Clauses in `docs/dialects/chessata.md`.

use std::{convert::Infallible, sync::Arc};

use axum::{
    Extension, Router,
    extract::{State, WebSocketUpgrade, ws::WebSocket},
    http::Uri,
    response::Response,
    routing::any,
};
use percent_encoding::percent_decode_str;
use raum_host::{Action, Denied};
use raum_room::{Refusal, is_line, is_name};
use raum_wire::{
    chessata::{self, Trouble},
    narrow::Dialect,
    native::Close,
};

use super::{
    Ended, close,
    talk::{Talk, Unanswered},
    upgrade,
};
use crate::{
    limits::CODE_CHARS_MAX,
    net::address::Address,
    rooms::admission::{Admission, Arrival},
};

const ROOT: &str = "/ws/api/";

/// It takes whatever follows: who gives no name or no code is told so in the dialect.
pub(super) fn router() -> Router<Arc<Admission>> {
    Router::new()
        .route(ROOT, any(enter))
        .route("/ws/api/{*rest}", any(enter))
}

async fn enter(
    State(admission): State<Arc<Admission>>,
    Extension(address): Extension<Address>,
    uri: Uri,
    socket: WebSocketUpgrade,
) -> Response {
    upgrade(&admission.clone(), socket, move |socket| {
        serve(admission, address, uri, socket)
    })
}

async fn serve(admission: Arc<Admission>, address: Address, uri: Uri, socket: WebSocket) {
    let talk = Talk::begin(admission, address, Unanswered::default(), socket).await;
    if let Some(mut talk) = talk {
        let Err(ended) = converse(&mut talk, uri.path()).await;
        let admission = talk.admission.clone();
        let place = talk.place.as_ref();
        let place = place.map(|place| (place.room.clone(), place.host.clone()));
        talk.end(ended).await;
        if let Some((room, host)) = place {
            admission.free_code(&room, &host).await;
        }
    }
}

/// Lets a client in, and does what it asks until the connection ends.
async fn converse(talk: &mut Talk, path: &str) -> Result<Infallible, Ended> {
    let entered = match read_path(path) {
        Ok((name, code)) => {
            let arrival = Arrival {
                address: talk.address,
                dialect: Dialect::Chessata,
                name,
                key: None,
            };
            let entered = talk.admission.enter_by_code(arrival, &code).await;
            entered.map_err(denied)
        }
        Err(frame) => Err((frame, Close::Forbidden)),
    };
    match entered {
        Ok(place) => talk.place = Some(place),
        Err((frame, why)) => {
            talk.say(frame).await?;
            return Err(why.into());
        }
    }
    loop {
        let text = talk.next().await?;
        match chessata::read(&text) {
            Ok(request) => {
                talk.ask(Action::Request(request)).await;
            }
            Err(trouble) => talk.say(trouble.frame()).await?,
        }
    }
}

/// The name and the code in a path. The error is the frame that says what is wrong with them.
fn read_path(path: &str) -> Result<(String, String), String> {
    let rest = path.strip_prefix(ROOT).unwrap_or_default();
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let (name, code) = rest.split_once('/').unwrap_or((rest, ""));
    // What is not UTF-8 is no text, and as good as empty.
    let [name, code] = [name, code].map(|text| percent_decode_str(text).decode_utf8());
    let [name, code] = [name, code].map(Result::unwrap_or_default);
    if !is_name(&name) {
        return Err(chessata::refused(Refusal::BadName));
    }
    // A slash that is not encoded separates something else.
    if !is_line(&code, CODE_CHARS_MAX) || rest.matches('/').count() != 1 {
        return Err(Trouble::BadCode.frame());
    }
    Ok((name.into_owned(), code.into_owned()))
}

/// What somebody is told who does not come in, and how the connection ends.
fn denied(why: Denied) -> (String, Close) {
    match why {
        Denied::Refused(refusal) => (chessata::refused(refusal), Close::Forbidden),
        Denied::NotServed => (Trouble::NotServed.frame(), Close::Forbidden),
        why => (Trouble::Closed(close(why)).frame(), close(why)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        let cases = [
            ("/ws/api/ann/k3/", Some(("ann", "k3"))),
            ("/ws/api/ann/k3", Some(("ann", "k3"))),
            (
                "/ws/api/J%C3%BCrgen%20%E2%99%94/a%2Fb/",
                Some(("Jürgen ♔", "a/b")),
            ),
            ("/ws/api/a+b/c", Some(("a+b", "c"))),
            ("/ws/api/100%25/%25/", Some(("100%", "%"))),
            ("/ws/api/", None),
            ("/ws/api//", None),
            ("/ws/api/ann", None),
            ("/ws/api/ann/", None),
            ("/ws/api/ann//", None),
            ("/ws/api//k3/", None),
            ("/ws/api/ann/k3//", None),
            ("/ws/api/ann/k3/more", None),
            ("/ws/api/%20/k3/", None),
            ("/ws/api/a%00b/k3/", None),
            ("/ws/api/ann/a%0Ab/", None),
            ("/ws/api/%FF/k3/", None),
            ("/ws/api/ann/%FF/", None),
        ];
        for (path, expected) in cases {
            let read = read_path(path).ok();
            let expected = expected.map(|(name, code)| (name.to_owned(), code.to_owned()));
            assert_eq!(read, expected, "{path}");
        }
    }

    #[test]
    fn the_longest_paths() {
        let is_read = |name: usize, code: usize| {
            let path = format!("{ROOT}{}/{}/", "%C3%A9".repeat(name), "%C3%A9".repeat(code));
            read_path(&path).is_ok()
        };
        assert!(is_read(40, 64));
        assert!(!is_read(41, 1));
        assert!(!is_read(1, 65));
    }
}
