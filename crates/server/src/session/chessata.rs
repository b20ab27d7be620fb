//! Chess at `/ws/api/{username}/{code}/`. Clauses in `docs/dialects/chessata.md`.

use std::sync::Arc;

use axum::Router;

use crate::doorkeeper::Doorkeeper;

pub(super) fn router() -> Router<Arc<Doorkeeper>> {
    Router::new()
}
