//! Health checks: `/healthz` and `/readyz`.

use axum::{Router, extract::State, routing::get};
use tokio_util::sync::CancellationToken;

use crate::{
    http::problem::{self, Problem},
    rooms::MonitoredStore,
};

/// What `/readyz` depends on.
#[derive(Clone)]
pub(crate) struct Health {
    pub(crate) store: MonitoredStore,
    /// Cancelled when the program is told to end, which may be long before it stops serving.
    pub(crate) told_to_end: CancellationToken,
}

impl Health {
    pub(crate) fn router(self) -> Router {
        Router::new()
            .route("/healthz", get(async || "ok\n"))
            .route("/readyz", get(readiness))
            .with_state(self)
    }
}

async fn readiness(State(health): State<Health>) -> Result<&'static str, Problem> {
    if health.told_to_end.is_cancelled() {
        Err(problem::ending())
    } else if !health.store.works() {
        Err(problem::cannot_store())
    } else {
        Ok("ready\n")
    }
}
