//! Answers under way: how many one address may have at once, and what is measured of all of them.

use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    Extension,
    body::{Body, Bytes, HttpBody},
    extract::{MatchedPath, Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse, Response},
};
use hyper::body::{Frame, SizeHint};
use tokio::time::Instant;

use crate::{
    http::problem,
    log, meters,
    net::{
        address::Address,
        throttle::{Counting, Headcount},
    },
};

/// Answers a request, unless too many answers to its address are under way. One is under way until the last of it
/// was handed to the connection, so a client that does not read gets few.
pub(crate) async fn bound(
    State(under_way): State<Arc<Headcount<Address>>>,
    Extension(from): Extension<Address>,
    request: Request,
    next: Next,
) -> Response {
    let Ok(counting) = under_way.enter(from) else {
        log::limit_hit("answers-per-address-max", Some(from));
        return problem::too_many_answers().into_response();
    };
    next.run(request).await.map(|body| {
        Body::new(UnderWay {
            body,
            _counting: counting,
        })
    })
}

/// A body that counts until it was sent.
struct UnderWay {
    body: Body,
    _counting: Counting<Address>,
}

impl HttpBody for UnderWay {
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
            meters::answer_bytes(data.len());
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

/// Measures how a request is answered, and how soon. What is served under a pattern counts together.
pub(crate) async fn measure(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().cloned();
    let begun = Instant::now();
    let answer = next.run(request).await;
    let route = route.as_ref().map_or("other", MatchedPath::as_str);
    meters::answered(route, class(answer.status()), begun.elapsed());
    answer
}

fn class(status: StatusCode) -> &'static str {
    match status.as_u16() {
        100..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        _ => "5xx",
    }
}
