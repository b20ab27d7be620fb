//! Limits the responses in progress per address, and measures all of them.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    Extension,
    body::{Body, Bytes, HttpBody},
    extract::{MatchedPath, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use hyper::body::{Frame, SizeHint};
use tokio::time::Instant;

use crate::{
    http::problem,
    log, meters,
    net::{Address, Headcount, Slot},
};

/// Answers a request unless its address has too many responses in progress. A response is in progress until its last
/// byte has been handed to the connection, so a client that does not read soon gets no more.
pub(crate) async fn limit(
    State(in_progress): State<Arc<Headcount<Address>>>,
    Extension(from): Extension<Address>,
    request: Request,
    next: Next,
) -> Response {
    let Ok(counting) = in_progress.enter(from) else {
        log::limit_hit("answers-per-address-max", Some(from));
        return problem::too_many_answers().into_response();
    };
    next.run(request).await.map(|body| {
        Body::new(CountedBody {
            body,
            _counting: counting,
        })
    })
}

/// A body that counts as in progress until it is dropped.
struct CountedBody {
    body: Body,
    _counting: Slot<Address>,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if let Poll::Ready(Some(Ok(frame))) = &frame
            && let Some(data) = frame.data_ref()
        {
            meters::answer_bytes(data.len() as u64);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Records the status and latency of a response by the pattern of its route.
pub(crate) async fn measure(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let begun = Instant::now();
    let answer = next.run(request).await;
    let route = route
        .as_ref()
        .map_or("other", MatchedPath::as_str)
        .to_owned();
    let class = format!("{}xx", answer.status().as_u16() / 100);
    meters::http_answer(route.clone(), class);
    meters::http_answer_time(begun.elapsed(), route);
    answer
}
