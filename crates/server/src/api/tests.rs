//! What cannot be seen from outside, or not made to happen there.

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::Arc,
};

use axum::{
    body::{Body, to_bytes},
    http::{Request, header::RETRY_AFTER},
};
use raum_journal::{Append, Error, Listed, Memory, Page, Pending, Priority, RoomId, Size, Store};
use raum_room::{Entry, HouseRules, Room, Seq};
use raum_rules::Kind;
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

use super::*;
use crate::{
    address::Address, host::Surroundings, limits::Limits, lobby::Lobby, rates::Rates,
    time::NodeClock,
};

fn lobby(store: Arc<dyn Store>) -> Lobby {
    Lobby::new(Surroundings {
        store,
        clock: NodeClock::new(),
        limits: Arc::default(),
        rates: Arc::new(Rates::new(&Limits::default())),
        ending: CancellationToken::new(),
    })
}

/// A request that comes from somewhere.
fn request(method: &str, path: &str, body: &'static str) -> Request<Body> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("Content-Type", "application/json")
        .extension(Address::from(IpAddr::from(Ipv4Addr::LOCALHOST)));
    request.body(Body::from(body)).unwrap()
}

#[tokio::test]
async fn what_is_shown_is_read_and_not_loaded() {
    let lobby = lobby(Arc::new(Memory::default()));
    let rules = HouseRules::native(Kind::Chess);
    let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
    let room = lobby.open(opening, None, RoomId::from_bits).await.unwrap();
    let router = router(Arc::new(Doorkeeper::new(lobby.clone())));
    for what in ["", "/journal", "/pgn", "/position"] {
        let request = request("GET", &format!("/api/rooms/{room}{what}"), "");
        router.clone().oneshot(request).await.unwrap();
        assert_eq!(lobby.loaded(), 0, "{what}");
    }
}

/// A store that does nothing.
struct Broken;

impl Broken {
    fn fail<T: Send + 'static>() -> Pending<'static, T> {
        Box::pin(async { Err(Error::Unavailable("broken".to_owned())) })
    }
}

impl Store for Broken {
    fn append<'a>(&'a self, _: &'a RoomId, _: &'a [Entry]) -> Pending<'a, Append> {
        Self::fail()
    }

    fn read_page<'a>(&'a self, _: &'a RoomId, _: Seq, _: usize, _: Priority) -> Pending<'a, Page> {
        Self::fail()
    }

    fn last<'a>(&'a self, _: &'a RoomId) -> Pending<'a, Seq> {
        Self::fail()
    }

    fn list<'a>(&'a self, _: Option<&'a RoomId>, _: usize) -> Pending<'a, Vec<Listed>> {
        Self::fail()
    }

    fn delete<'a>(&'a self, _: &'a RoomId) -> Pending<'a, bool> {
        Self::fail()
    }

    fn size(&self) -> Pending<'_, Size> {
        Self::fail()
    }

    fn probe(&self) -> Pending<'_, ()> {
        Self::fail()
    }
}

#[tokio::test]
async fn without_its_journal_the_server_asks_to_come_back_later() {
    let lobby = lobby(Arc::new(Broken));
    let router = router(Arc::new(Doorkeeper::new(lobby)));
    let requests = [
        request("POST", "/api/rooms", r#"{"kind":"chess"}"#),
        request("GET", "/api/rooms/A", ""),
        request("GET", "/api/rooms/A/journal", ""),
    ];
    for request in requests {
        let response = router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 503);
        assert!(response.headers().contains_key(RETRY_AFTER));
        let body = to_bytes(response.into_body(), 1024).await.unwrap();
        let problem: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(problem["code"], "journal-unavailable");
    }
}
