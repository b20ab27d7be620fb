//! Health checks: `/healthz` and `/readyz`.

use std::sync::Arc;

use axum::{Router, extract::State, routing::get};
use tokio_util::sync::CancellationToken;

use crate::{
    cluster::Cluster,
    http::problem::{self, Problem},
    rooms::MonitoredStore,
};

/// The state behind `/readyz`.
#[derive(Clone)]
pub(crate) struct Health {
    pub(crate) store: MonitoredStore,
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// Cancelled at the start of a shutdown, which may be long before the server stops serving.
    pub(crate) shutdown: CancellationToken,
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
    if health.shutdown.is_cancelled() {
        Err(problem::shutting_down())
    } else if !health.store.works()
        || health
            .cluster
            .is_some_and(|cluster| !cluster.is_connected())
    {
        Err(problem::cannot_store())
    } else {
        Ok("ready\n")
    }
}
