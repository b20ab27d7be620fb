//! `GET /api/lobby`: what the lobby shows.

use std::sync::Arc;

use axum::{Extension, Json};

use super::request::{NoParameters, Parameters};
use crate::lobby::Lobby;

pub(super) async fn show(
    _: Parameters<NoParameters>,
    Extension(lobby): Extension<Arc<Lobby>>,
) -> Json<raum_wire::lobby::Lobby> {
    Json(lobby.state())
}
