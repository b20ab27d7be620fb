//! Space chess at `/ws`. Clauses in `docs/dialects/space.md`.

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{State, WebSocketUpgrade, ws::WebSocket},
    response::Response,
    routing::any,
};

use super::{narrow::Talk, upgrade};
use crate::{address::Address, doorkeeper::Doorkeeper};

pub(super) fn router() -> Router<Arc<Doorkeeper>> {
    Router::new().route("/ws", any(enter))
}

async fn enter(
    State(doorkeeper): State<Arc<Doorkeeper>>,
    Extension(address): Extension<Address>,
    socket: WebSocketUpgrade,
) -> Response {
    upgrade(&doorkeeper.clone(), socket, move |socket| {
        serve(doorkeeper, address, socket)
    })
}

async fn serve(_doorkeeper: Arc<Doorkeeper>, _address: Address, _socket: WebSocket) {}
