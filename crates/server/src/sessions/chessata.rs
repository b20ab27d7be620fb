//! Chess at `/ws/api/{username}/{code}/`. Clauses in `docs/dialects/chessata.md`.

use std::convert::Infallible;

use axum::{
    Extension, Router,
    extract::{State, WebSocketUpgrade},
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
    Ended, SessionContext, close,
    connection::{Connection, WebSocketPings},
    upgrade,
};
use crate::{limits::CODE_CHARS_MAX, net::Address, rooms::Arrival};

const ROOT: &str = "/ws/api/";

/// Matches any path: the dialect has an error frame for a missing name or code.
pub(super) fn router() -> Router<SessionContext> {
    Router::new()
        .route(ROOT, any(enter))
        .route("/ws/api/{*rest}", any(enter))
}

async fn enter(
    State(context): State<SessionContext>,
    Extension(address): Extension<Address>,
    uri: Uri,
    socket: WebSocketUpgrade,
) -> Response {
    let pings = WebSocketPings::default();
    // Read here: a path shares the buffer of its whole request, which the connection would keep alive.
    let place = read_path(uri.path());
    upgrade(
        context,
        address,
        socket,
        pings,
        async move |mut connection| {
            // Boxed, so that their memory is freed before and after the connection waits.
            let Err(ended) = match Box::pin(arrive(&mut connection, place)).await {
                Ok(()) => converse(&mut connection).await,
                Err(ended) => Err(ended),
            };
            Box::pin(leave(connection, ended)).await;
        },
    )
}

/// Lets a client in. The place is a name and a code, or the error frame of a wrong path.
async fn arrive(
    connection: &mut Connection,
    place: Result<(String, String), String>,
) -> Result<(), Ended> {
    let entered = match place {
        Ok((name, code)) => {
            let arrival = Arrival::new(connection.address, Dialect::Chessata, &name, None);
            let entered = connection.context.admission.enter_by_code(arrival, &code);
            entered.await.map_err(denied)
        }
        Err(frame) => Err((frame, Close::Forbidden)),
    };
    match entered {
        Ok(session) => {
            connection.begin_session(session);
            Ok(())
        }
        Err((frame, why)) => {
            connection.reply(frame).await?;
            Err(why.into())
        }
    }
}

/// Closes the connection, and frees the room's code if it is no longer needed.
async fn leave(connection: Box<Connection>, ended: Ended) {
    let admission = connection.context.admission.clone();
    let session = connection.session();
    let room = session.map(|session| (session.room.clone(), session.host.clone()));
    connection.end(ended).await;
    if let Some((room, host)) = room {
        admission.free_code(&room, &host).await;
    }
}

/// Performs a client's requests until the connection ends.
async fn converse(connection: &mut Connection) -> Result<Infallible, Ended> {
    loop {
        let text = connection.next().await?;
        match chessata::from_client(&text) {
            Ok(request) => {
                connection.act(Action::Request(request)).await;
            }
            Err(trouble) => connection.reply(trouble.frame()).await?,
        }
    }
}

/// The name and the code in a path. The error is an error frame.
fn read_path(path: &str) -> Result<(String, String), String> {
    let rest = path.strip_prefix(ROOT).unwrap_or_default();
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let (name, code) = rest.split_once('/').unwrap_or((rest, ""));
    // Text that is not UTF-8 counts as empty.
    let [name, code] = [name, code].map(|text| percent_decode_str(text).decode_utf8());
    let [name, code] = [name, code].map(Result::unwrap_or_default);
    if !is_name(&name) {
        return Err(chessata::refused(Refusal::BadName));
    }
    // A slash in the code must be percent-encoded.
    if !is_line(&code, CODE_CHARS_MAX) || rest.matches('/').count() != 1 {
        return Err(Trouble::BadCode.frame());
    }
    Ok((name.into_owned(), code.into_owned()))
}

/// The error frame of a client that may not enter, and how its connection ends.
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
