//! Tic-tac-toe by Socket.IO at `/socket.io/`. Clauses in `docs/dialects/tictactoe.md`.
//!
//! Sessions, their two transports and their pings are the crate's; who may have one is decided here.

mod intake;
mod talk;
mod upgrades;

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::{Request, State},
    http::{HeaderValue, Method, StatusCode, header},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use hyper::upgrade::OnUpgrade;
use socketioxide::{SocketIo, handler::ConnectHandler, socket::Sid};
use tokio::time::timeout;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    http::problem,
    limits::{CLOSE_TIMEOUT, Limits, READ_BYTES},
    net::{address::Address, valve::Valve},
    rooms::admission::Admission,
};
use intake::Intake;
use talk::{Fresh, Talk};
use upgrades::Upgrades;

/// What every request needs.
#[derive(Clone)]
struct Entrance {
    admission: Arc<Admission>,
    io: SocketIo,
    upgrades: Upgrades,
    /// Cancelled when all sockets have been told that the server ends.
    ended: CancellationToken,
}

/// Where sessions begin, and what they send and ask for later by polling.
pub(crate) fn router(admission: &Arc<Admission>) -> Router {
    let Limits {
        ping_seconds,
        hello_seconds_max,
        frame_bytes_max,
        outbox_frames_max,
        ..
    } = **admission.limits();
    let (service, io) = SocketIo::builder()
        .ping_interval(Duration::from_secs(ping_seconds))
        .ping_timeout(Duration::from_secs(ping_seconds))
        .connect_timeout(Duration::from_secs(hello_seconds_max))
        .max_payload(frame_bytes_max as u64)
        .ws_max_message_size(frame_bytes_max)
        .ws_max_frame_size(frame_bytes_max)
        .ws_read_buffer_size(READ_BYTES)
        .max_buffer_size(outbox_frames_max)
        .build_svc();
    let entrance = Entrance {
        admission: admission.clone(),
        io,
        upgrades: Upgrades::default(),
        ended: CancellationToken::new(),
    };
    let talks = TaskTracker::new();
    entrance.listen(talks.clone());
    let end = entrance.clone().end(talks);
    admission.hosts.tasks().spawn(end);
    Router::new()
        .route_service("/socket.io/", service.clone())
        .route_service("/socket.io", service)
        .layer(from_fn_with_state(entrance, admit))
}

impl Entrance {
    /// Has every socket heard. That begins before the client knows that it is connected, for nothing that
    /// it says then may be lost.
    fn listen(&self, talks: TaskTracker) {
        let admission = self.admission.clone();
        let begin = async move |socket: Fresh| {
            talks.spawn(Talk::begin(admission, socket));
            Ok::<(), Infallible>(())
        };
        self.io.ns("/", (async || {}).with(begin));
    }

    /// What waits to be heard of a session.
    fn intake_of(&self, session: Sid) -> Option<Intake> {
        let socket = self.io.of("/")?.get_socket(session)?;
        socket.req_parts().extensions.get().cloned()
    }

    /// Ends all sessions when the server ends. What the rooms still say goes first.
    async fn end(self, talks: TaskTracker) {
        let services = self.admission.hosts.services();
        services.ending.cancelled().await;
        talks.close();
        talks.wait().await;
        // Who does not read is not waited for.
        timeout(CLOSE_TIMEOUT, self.io.close()).await.ok();
        self.ended.cancel();
    }
}

/// Lets a request through to its session, or begins one.
async fn admit(
    State(entrance): State<Entrance>,
    Extension(address): Extension<Address>,
    request: Request,
    next: Next,
) -> Response {
    let session = session_of(&request);
    let valve = request.extensions().get::<Valve>().cloned();
    let mut request = detached(request);
    if session.is_none() {
        match entrance.admission.session(address).await {
            // The session holds its request, and with it its place, for as long as it lasts.
            Ok(counting) => request.extensions_mut().insert(Arc::new(counting)),
            Err(_) => return problem::too_many_sessions().into_response(),
        };
        request.extensions_mut().insert(address);
        request.extensions_mut().insert(Intake::default());
    }
    let mut waiting = Waiting {
        io: &entrance.io,
        session: session.and_then(|session| session.parse().ok()),
    };
    let is_upgrade = request.extensions().get::<OnUpgrade>().is_some();
    let is_poll = !is_upgrade && request.method() == Method::GET;
    let intake = match waiting.session {
        Some(session) => entrance.intake_of(session),
        None => request.extensions().get().cloned(),
    };
    if let (true, Some(intake), Some(valve)) = (is_upgrade, &intake, valve) {
        intake.goes_on_over(valve);
    }
    let answer = async {
        match waiting.session {
            Some(session) if is_poll => entrance.upgrades.poll(session, next.run(request)).await,
            Some(session) if is_upgrade => {
                entrance.upgrades.begin(session);
                next.run(request).await
            }
            _ => {
                let before = intake.as_ref().map(Intake::count);
                let answer = next.run(request).await;
                // A client that sends too fast by polling waits for the answer; a pong has nothing to wait for.
                if let Some(intake) = intake
                    && Some(intake.count()) != before
                {
                    intake.has_room().await;
                }
                answer
            }
        }
    };
    let answer = tokio::select! {
        // At the end both may be ready: that the session is closed is the better thing to say.
        biased;
        answer = answer => answer,
        () = entrance.ended.cancelled() => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    };
    waiting.session = None;
    answer
}

/// The session that a request says it belongs to; none if it is to begin one.
fn session_of(request: &Request) -> Option<String> {
    let mut fields = request.uri().query()?.split('&');
    let session = fields.find_map(|field| field.strip_prefix("sid="))?;
    Some(session.to_owned())
}

/// The request apart from the buffer that it was read into, which its session would else hold as well.
fn detached(request: Request) -> Request {
    let (mut parts, body) = request.into_parts();
    let mut request = Request::new(body);
    *request.method_mut() = parts.method;
    *request.uri_mut() = parts.uri.to_string().parse().unwrap_or_default();
    for name in [header::SEC_WEBSOCKET_KEY, header::CONTENT_TYPE] {
        let value = parts.headers.get(&name).map(HeaderValue::as_bytes);
        if let Some(Ok(value)) = value.map(HeaderValue::from_bytes) {
            request.headers_mut().insert(name, value);
        }
    }
    if let Some(upgrade) = parts.extensions.remove::<OnUpgrade>() {
        request.extensions_mut().insert(upgrade);
    }
    request
}

/// A request that waits for its answer. Dropped before, it was given up by a client that polls no more: the
/// crate would only notice when the next ping is not answered.
struct Waiting<'a> {
    io: &'a SocketIo,
    session: Option<Sid>,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let socket = self.session.and_then(|session| {
            let sockets = self.io.of("/")?;
            sockets.get_socket(session)
        });
        if let Some(socket) = socket {
            // Where it cannot be told, the pings end it.
            socket.disconnect().ok();
        }
    }
}
