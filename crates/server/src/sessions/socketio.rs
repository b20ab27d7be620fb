//! Tic-tac-toe over Socket.IO at `/socket.io/`. Clauses in `docs/dialects/tictactoe.md`.
//!
//! socketioxide handles sessions, their two transports and their pings; this module decides which clients may have one.

mod backpressure;
mod inbox;
mod session;
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

use super::SessionContext;
use crate::{
    http::problem,
    limits::{CLOSE_TIMEOUT, READ_BYTES},
    net::{Address, Valve},
};
use backpressure::Backpressure;
use inbox::NewSocket;
use session::SocketSession;
use upgrades::Upgrades;

/// What every request needs.
#[derive(Clone)]
struct Endpoint {
    context: SessionContext,
    io: SocketIo,
    upgrades: Upgrades,
    /// Cancelled when all sockets are closed at shutdown.
    ended: CancellationToken,
}

/// The endpoint where sessions start, and send and poll later.
pub(crate) fn router(context: &SessionContext) -> Router {
    let limits = &context.services.limits;
    let (service, io) = SocketIo::builder()
        .ping_interval(Duration::from_secs(limits.ping_seconds))
        .ping_timeout(Duration::from_secs(limits.ping_seconds))
        .connect_timeout(Duration::from_secs(limits.hello_seconds_max))
        .max_payload(limits.frame_bytes_max as u64)
        .ws_max_message_size(limits.frame_bytes_max)
        .ws_max_frame_size(limits.frame_bytes_max)
        .ws_read_buffer_size(READ_BYTES)
        .max_buffer_size(limits.outbox_frames_max)
        .build_svc();
    let endpoint = Endpoint {
        context: context.clone(),
        io,
        upgrades: Upgrades::default(),
        ended: CancellationToken::new(),
    };
    let sessions = TaskTracker::new();
    endpoint.listen(sessions.clone());
    let shut_down = endpoint.clone().shut_down(sessions);
    context.services.tasks.spawn(shut_down);
    Router::new()
        .route_service("/socket.io/", service.clone())
        .route_service("/socket.io", service)
        .layer(from_fn_with_state(endpoint, admit))
}

impl Endpoint {
    /// Listens to every new socket before the client knows that it is connected, so that no event is lost.
    fn listen(&self, sessions: TaskTracker) {
        let context = self.context.clone();
        let begin = async move |socket: NewSocket| {
            if let Some((session, events)) = SocketSession::new(context, socket) {
                sessions.spawn(session.run(events));
            }
            Ok::<(), Infallible>(())
        };
        self.io.ns("/", (async || {}).with(begin));
    }

    fn backpressure_of(&self, session: Sid) -> Option<Backpressure> {
        let socket = self.io.of("/")?.get_socket(session)?;
        socket.req_parts().extensions.get().cloned()
    }

    /// Closes all sessions when the server shuts down, after the rooms' last frames.
    async fn shut_down(self, sessions: TaskTracker) {
        self.context.services.ending.cancelled().await;
        sessions.close();
        sessions.wait().await;
        // Do not wait for clients that do not read.
        timeout(CLOSE_TIMEOUT, self.io.close()).await.ok();
        self.ended.cancel();
    }
}

/// Passes a request on to its session, or starts one.
async fn admit(
    State(endpoint): State<Endpoint>,
    Extension(address): Extension<Address>,
    request: Request,
    next: Next,
) -> Response {
    let session = session_of(&request);
    let valve = request.extensions().get::<Valve>().cloned();
    let mut request = detached(request);
    if session.is_none() {
        match endpoint.context.admission.session(address).await {
            // The session holds its first request, and with it the slot, for as long as it lasts.
            Ok(slot) => request.extensions_mut().insert(Arc::new(slot)),
            Err(_) => return problem::too_many_sessions().into_response(),
        };
        request.extensions_mut().insert(address);
        request.extensions_mut().insert(Backpressure::default());
    }
    let mut pending = PendingRequest {
        io: &endpoint.io,
        session: session.and_then(|session| session.parse().ok()),
    };
    let is_upgrade = request.extensions().get::<OnUpgrade>().is_some();
    let is_poll = !is_upgrade && request.method() == Method::GET;
    let backpressure = match pending.session {
        Some(session) => endpoint.backpressure_of(session),
        None => request.extensions().get().cloned(),
    };
    if let (true, Some(backpressure), Some(valve)) = (is_upgrade, &backpressure, valve) {
        backpressure.attach(valve);
    }
    let answer = async {
        match pending.session {
            Some(session) if is_poll => endpoint.upgrades.poll(session, next.run(request)).await,
            Some(session) if is_upgrade => {
                endpoint.upgrades.begin(session);
                next.run(request).await
            }
            _ => {
                let before = backpressure.as_ref().map(Backpressure::arrived);
                let answer = next.run(request).await;
                // Delays the answer to a client that sends events too fast by polling. Pongs are not delayed.
                if let Some(backpressure) = backpressure
                    && Some(backpressure.arrived()) != before
                {
                    backpressure.ready().await;
                }
                answer
            }
        }
    };
    let answer = tokio::select! {
        // At shutdown both may be ready. The answer reports that the session is closed, so prefer it.
        biased;
        answer = answer => answer,
        () = endpoint.ended.cancelled() => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    };
    pending.session = None;
    answer
}

/// The session id of a request; none if the request starts a session.
fn session_of(request: &Request) -> Option<String> {
    let mut fields = request.uri().query()?.split('&');
    let session = fields.find_map(|field| field.strip_prefix("sid="))?;
    Some(session.to_owned())
}

/// Copies a request out of its read buffer, which the session would otherwise keep alive.
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

/// Disconnects the session of a request that is dropped before it is answered: the client has given up polling, which
/// the crate would only notice by an unanswered ping.
struct PendingRequest<'a> {
    io: &'a SocketIo,
    session: Option<Sid>,
}

impl Drop for PendingRequest<'_> {
    fn drop(&mut self) {
        let socket = self.session.and_then(|session| {
            let sockets = self.io.of("/")?;
            sockets.get_socket(session)
        });
        if let Some(socket) = socket {
            // If this fails, the pings time out.
            socket.disconnect().ok();
        }
    }
}
