//! The router of the main port, with the layers that apply to all routes.

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
        cards::{self, Cards},
        hostname::{self, Hostnames},
        origin::{self, Origins},
        page,
        problem::{self, Problem},
        public_url::PublicUrl,
    },
    lobby::Lobby,
    net::{Address, Headcount},
    rooms::Admission,
    sessions::{self, SessionContext, socketio},
};

/// Everything at the main port.
pub(crate) fn router(
    operations: Router,
    admission: &Arc<Admission>,
    lobby: &Arc<Lobby>,
    origins: &Arc<Origins>,
    hostnames: &Arc<Hostnames>,
    public_url: Option<PublicUrl>,
) -> Router {
    let services = &admission.hosts.services;
    let limits = &services.limits;
    let context = SessionContext {
        admission: admission.clone(),
        services: Arc::new(services.clone()),
        lobby: lobby.clone(),
    };
    let api = api::router(admission.clone(), lobby.clone(), public_url.clone());
    let cards = Arc::new(Cards::new(admission.clone(), public_url));
    let in_progress = Headcount::new(usize::MAX, limits.answers_per_address_max);
    let rooms = api
        .merge(cards::pictures(cards.clone()))
        .layer(from_fn_with_state(Arc::new(in_progress), answers::limit))
        .layer(from_fn_with_state(admission.clone(), limit_rate))
        .merge(sessions::router(context.clone()))
        .layer(DefaultBodyLimit::max(limits.body_bytes_max));
    let for_pages = |router: Router| {
        router
            .layer(origin::cors(origins))
            .layer(from_fn_with_state(origins.clone(), origin::check))
    };
    let request_timeout = Duration::from_secs(limits.request_seconds_max);
    // A long poll waits for the next ping, if nothing else happens.
    let ping_interval = Duration::from_secs(limits.ping_seconds);
    let polling_timeout = request_timeout + ping_interval;
    let everything = Router::new()
        .merge(operations)
        .merge(for_pages(rooms))
        .merge(browsers::protect_page(
            page::router(page::embedded).layer(from_fn_with_state(cards, cards::add)),
        ))
        .layer(from_fn_with_state(request_timeout, time_out))
        .merge(
            for_pages(socketio::router(&context))
                .layer(from_fn_with_state(polling_timeout, time_out)),
        );
    let everything = everything
        .layer(from_fn_with_state(hostnames.clone(), hostname::check))
        .layer(from_fn(answers::measure));
    browsers::protect(everything)
}

/// Enforces the rate limit of requests per address.
async fn limit_rate(
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

/// Enforces the timeout of requests, usually of incomplete ones.
async fn time_out(State(time): State<Duration>, request: Request, next: Next) -> Response {
    let answer = timeout(time, next.run(request)).await;
    answer.unwrap_or_else(|_| problem::too_slow().into_response())
}
