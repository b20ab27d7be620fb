//! Tic-tac-toe over Socket.IO at `/socket.io/`. Clauses in `docs/dialects/tictactoe.md`.
//!
//! A session is one task. It reads and writes a WebSocket, or a [`PollingQueue`] that the client's HTTP requests share.

mod polling;
mod registry;
mod session;
mod transport;

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::{
        DefaultBodyLimit, FromRequest, Request, State,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::{Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::any,
};
use raum_wire::socketio::Open;

use super::{SessionContext, configured, socket::Socket};
use crate::{
    http::problem,
    net::{Address, Slot},
    rooms::secrets,
};
use polling::{PollingQueue, upgrade};
use registry::Registry;
use session::SocketSession;
use transport::{Polling, Transport};

type Upgrade = Result<WebSocketUpgrade, WebSocketUpgradeRejection>;

/// What every request needs.
#[derive(Clone)]
struct Endpoint {
    context: SessionContext,
    sessions: Arc<Registry>,
}

/// Why a request is refused, with the code of Engine.IO.
#[derive(Clone, Copy)]
enum BadRequest {
    UnknownTransport = 0,
    UnknownSession = 1,
    Method = 2,
    Request = 3,
    Version = 5,
}

impl IntoResponse for BadRequest {
    fn into_response(self) -> Response {
        let message = match self {
            Self::UnknownTransport => "Transport unknown",
            Self::UnknownSession => "Session ID unknown",
            Self::Method => "Bad handshake method",
            Self::Request => "Bad request",
            Self::Version => "Unsupported protocol version",
        };
        let body = serde_json::json!({ "code": self as u8, "message": message });
        (StatusCode::BAD_REQUEST, axum::Json(body)).into_response()
    }
}

/// The endpoint where sessions start, and send and poll later.
pub(crate) fn router(context: &SessionContext) -> Router {
    let endpoint = Endpoint {
        context: context.clone(),
        sessions: Arc::default(),
    };
    Router::new()
        .route("/socket.io/", any(serve))
        .route("/socket.io", any(serve))
        .layer(DefaultBodyLimit::max(
            context.services.limits.frame_bytes_max,
        ))
        .with_state(endpoint)
}

async fn serve(
    State(endpoint): State<Endpoint>,
    Extension(address): Extension<Address>,
    upgrade: Upgrade,
    request: Request,
) -> Response {
    let query = request.uri().query().unwrap_or_default();
    let field = |name| {
        let mut fields = query.split('&').filter_map(|field| field.split_once('='));
        fields.find_map(|(key, value)| (key == name).then_some(value))
    };
    let is_websocket = match field("transport") {
        Some("websocket") => true,
        Some("polling") => false,
        _ => return BadRequest::UnknownTransport.into_response(),
    };
    if let Some(id) = field("sid") {
        return match endpoint.sessions.get(id) {
            Some(queue) if is_websocket => endpoint.upgrade(queue, upgrade),
            Some(queue) => exchange(&queue, request).await,
            None => BadRequest::UnknownSession.into_response(),
        };
    }
    if request.method() != Method::GET {
        return BadRequest::Method.into_response();
    }
    if field("EIO") != Some("4") {
        return BadRequest::Version.into_response();
    }
    if is_websocket && upgrade.is_err() {
        return BadRequest::Request.into_response();
    }
    // The session must not keep the buffer alive into which the request was read.
    drop(request);
    let Ok(slot) = endpoint.context.admission.session(address).await else {
        return problem::too_many_sessions().into_response();
    };
    match upgrade {
        Ok(upgrade) if is_websocket => endpoint.open_websocket(address, slot, upgrade),
        _ => endpoint.open_polling(address, slot),
    }
}

impl Endpoint {
    /// Starts a session over a WebSocket.
    fn open_websocket(
        self,
        address: Address,
        slot: Slot<Address>,
        upgrade: WebSocketUpgrade,
    ) -> Response {
        let tasks = self.context.services.tasks.clone();
        configured(upgrade, &self.context.services.limits).on_upgrade(move |socket| {
            let open = self.open_packet(&secrets::token(), &[]);
            let transport = Transport::web_socket(Socket::new(socket), open);
            let session = SocketSession::new(self.context, address, slot, transport);
            tasks.track_future(session.run())
        })
    }

    /// Starts a session that polls.
    fn open_polling(self, address: Address, slot: Slot<Address>) -> Response {
        let id = secrets::token();
        let open = self.open_packet(&id, &["websocket"]);
        let frames_max = self.context.services.limits.outbox_frames_max;
        let (queue, incoming) = PollingQueue::new(frames_max);
        let registration = self.sessions.add(id, queue);
        let transport = Transport::Polling(Box::new(Polling::new(registration, incoming)));
        let session = SocketSession::new(self.context.clone(), address, slot, transport);
        self.context.services.tasks.spawn(session.run());
        text(open)
    }

    fn open_packet(&self, id: &str, upgrades: &'static [&'static str]) -> String {
        let limits = &self.context.services.limits;
        let ping = Duration::from_secs(limits.ping_seconds).as_secs() * 1_000;
        Open {
            sid: id,
            upgrades,
            ping_interval: ping,
            ping_timeout: ping,
            max_payload: limits.frame_bytes_max,
        }
        .packet()
    }

    /// Continues a polling session over a WebSocket, as soon as the client has probed it.
    fn upgrade(self, queue: Arc<PollingQueue>, request: Upgrade) -> Response {
        let Ok(request) = request else {
            return BadRequest::Request.into_response();
        };
        let services = self.context.services;
        configured(request, &services.limits).on_upgrade(move |socket| {
            let tasks = services.tasks.clone();
            tasks.track_future(async move { upgrade(&queue, Socket::new(socket), &services).await })
        })
    }
}

/// Answers a request of a polling session. A request that is dropped before it is answered ends its session: the client
/// has given up.
async fn exchange(queue: &PollingQueue, request: Request) -> Response {
    let mut pending = PendingRequest(Some(queue));
    let answer = match *request.method() {
        Method::GET => queue.poll().await,
        Method::POST => match String::from_request(request, &()).await {
            Ok(packets) => queue.receive(packets).await.then(|| "ok".to_owned()),
            // It is too long or not UTF-8.
            Err(rejection) => return rejection.into_response(),
        },
        _ => None,
    };
    pending.0 = None;
    answer.map_or_else(|| BadRequest::Request.into_response(), text)
}

fn text(body: String) -> Response {
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=UTF-8")];
    (headers, body).into_response()
}

struct PendingRequest<'a>(Option<&'a PollingQueue>);

impl Drop for PendingRequest<'_> {
    fn drop(&mut self) {
        if let Some(queue) = self.0 {
            queue.give_up();
        }
    }
}
