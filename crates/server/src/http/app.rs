//! Everything that is answered at the port, and what holds for all of it.

use std::{sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::{DefaultBodyLimit, Request, State},
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use tokio::time::timeout;

use crate::{
    http::{
        answers, api, browsers,
        hostname::{self, Hostnames},
        origin::{self, Origins},
        page,
        problem::{self, Problem},
    },
    net::{Address, Headcount},
    rooms::Admission,
    sessions::{self, SessionContext, socketio},
};

/// Everything at the program's one port.
pub(crate) fn router(
    operations: Router,
    admission: &Arc<Admission>,
    origins: &Arc<Origins>,
    hostnames: &Arc<Hostnames>,
) -> Router {
    let services = &admission.hosts.services;
    let limits = &services.limits;
    let context = SessionContext {
        admission: admission.clone(),
        services: services.clone(),
    };
    let api = api::router(admission.clone());
    let under_way = Headcount::new(usize::MAX, limits.answers_per_address_max);
    let rooms = api
        .layer(from_fn_with_state(Arc::new(under_way), answers::limit))
        .layer(from_fn_with_state(admission.clone(), in_moderation))
        .merge(sessions::router(context.clone()))
        .layer(DefaultBodyLimit::max(limits.body_bytes_max));
    let for_pages = |router: Router| {
        router
            .layer(origin::cors(origins))
            .layer(from_fn_with_state(origins.clone(), origin::check))
    };
    let request_timeout = Duration::from_secs(limits.request_seconds_max);
    // A request by polling waits for the next ping, if nothing else happens.
    let ping_interval = Duration::from_secs(limits.ping_seconds);
    let polling_timeout = request_timeout + ping_interval;
    let everything = Router::new()
        .merge(operations)
        .merge(for_pages(rooms))
        .merge(browsers::protect_page(page::router(page::embedded)))
        .layer(from_fn_with_state(request_timeout, in_time))
        .merge(
            for_pages(socketio::router(&context))
                .layer(from_fn_with_state(polling_timeout, in_time)),
        );
    let everything = everything
        .layer(from_fn_with_state(hostnames.clone(), hostname::check))
        .layer(from_fn(answers::measure));
    browsers::protect(everything)
}

/// Answers no more requests from one address than the limits say.
async fn in_moderation(
    State(admission): State<Arc<Admission>>,
    Extension(from): Extension<Address>,
    request: Request,
    next: Next,
) -> Response {
    match admission.request(from) {
        Ok(()) => next.run(request).await,
        Err(too_many) => Problem::from(too_many).into_response(),
    }
}

/// Ends a request that takes too long, which mostly is one that never comes whole.
async fn in_time(State(time): State<Duration>, request: Request, next: Next) -> Response {
    let answer = timeout(time, next.run(request)).await;
    answer.unwrap_or_else(|_| problem::too_slow().into_response())
}
