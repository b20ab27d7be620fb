//! Tests that need access to the store and the hosts.

pub(super) mod document;

use std::{
    net::{IpAddr, Ipv4Addr},
    ops::RangeInclusive,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use axum::{
    body::{Body, to_bytes},
    http::{Request, header::RETRY_AFTER},
};
use futures_util::{StreamExt, future::join_all};
use raum_journal::{
    Append, Error, Follower, Followers, Memory, Page, Pending, Priority, RoomId, Store,
};
use raum_room::{EncodedEntry, Entry, Event, HouseRules, MemberId, Room, Seated, Seq, Start};
use raum_rules::Kind;
use serde_json::Value;
use tokio::time::Instant;
use tower::ServiceExt;

use super::*;
use crate::{
    limits::{EXPORT_ENTRIES_BURST, EXPORT_ENTRIES_PER_SECOND, EXPORT_PAGE_ENTRIES, Limits},
    lobby::Chat,
    net::Address,
    rooms::{Driver, Hosts, Services, Thinking, query},
};

fn hosts(store: Arc<dyn Store>) -> Hosts {
    let upkeep = Arc::new(Memory::default());
    Hosts::new(Services::new(
        store,
        upkeep,
        Limits::default(),
        Thinking::new(1).unwrap(),
    ))
}

/// The API of these hosts.
fn with_lobby(hosts: Hosts) -> Router {
    let admission = Arc::new(Admission::new(hosts));
    let lobby = Lobby::new(admission.clone(), Chat::All);
    router(admission, lobby, None)
}

fn from() -> Address {
    IpAddr::from(Ipv4Addr::LOCALHOST).into()
}

/// A request from a local address.
fn request(method: &str, path: &str, body: &'static str) -> Request<Body> {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("Content-Type", "application/json")
        .extension(from());
    request.body(Body::from(body)).unwrap()
}

#[tokio::test]
async fn no_request_loads_a_room() {
    let hosts = hosts(Arc::new(Memory::default()));
    let rules = HouseRules::native(Kind::Chess);
    let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
    let opened = hosts.open(from(), opening, None, RoomId::from_bits);
    let room = opened.await.unwrap().id;
    let router = with_lobby(hosts.clone());
    for what in ["", "/journal", "/pgn", "/position"] {
        let request = request("GET", &format!("/api/rooms/{room}{what}"), "");
        router.clone().oneshot(request).await.unwrap();
        assert_eq!(hosts.count_loaded(), 0, "{what}");
    }
}

/// A store that always fails.
struct Broken;

impl Broken {
    fn fail<T: Send + 'static>() -> Pending<'static, T> {
        Box::pin(async { Err(Error::Unavailable("broken".to_owned())) })
    }
}

impl Store for Broken {
    fn append<'a>(&'a self, _: &'a RoomId, _: &'a [EncodedEntry]) -> Pending<'a, Append> {
        Self::fail()
    }

    fn read_page<'a>(&'a self, _: &'a RoomId, _: Seq, _: usize, _: Priority) -> Pending<'a, Page> {
        Self::fail()
    }

    fn last<'a>(&'a self, _: &'a RoomId) -> Pending<'a, Seq> {
        Self::fail()
    }

    fn last_start<'a>(&'a self, _: &'a RoomId, _: Priority) -> Pending<'a, Seq> {
        Self::fail()
    }

    fn follow(&self, room: &RoomId) -> Follower {
        Followers::default().follow(room)
    }
}

#[tokio::test]
async fn a_failing_journal_gets_503_with_retry_after() {
    let hosts = hosts(Arc::new(Broken));
    let router = with_lobby(hosts);
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

/// A store that counts its reads.
#[derive(Default)]
struct Counting {
    store: Memory,
    pages: AtomicUsize,
}

impl Counting {
    fn pages(&self) -> usize {
        self.pages.swap(0, Ordering::Relaxed)
    }
}

impl Store for Counting {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [EncodedEntry]) -> Pending<'a, Append> {
        self.store.append(room, entries)
    }

    fn read_page<'a>(
        &'a self,
        room: &'a RoomId,
        from: Seq,
        entries_max: usize,
        priority: Priority,
    ) -> Pending<'a, Page> {
        self.pages.fetch_add(1, Ordering::Relaxed);
        self.store.read_page(room, from, entries_max, priority)
    }

    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq> {
        self.store.last(room)
    }

    fn last_start<'a>(&'a self, room: &'a RoomId, priority: Priority) -> Pending<'a, Seq> {
        self.store.last_start(room, priority)
    }

    fn follow(&self, room: &RoomId) -> Follower {
        self.store.follow(room)
    }
}

/// A room with this many entries, its store, its hosts and the API's router.
async fn room_of(entries: Seq) -> (RoomId, Arc<Counting>, Hosts, Router) {
    let store = Arc::new(Counting::default());
    let hosts = hosts(store.clone());
    let rules = HouseRules::native(Kind::Chess);
    let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
    let opened = hosts.open(from(), opening, None, RoomId::from_bits);
    let room = opened.await.unwrap().id;
    append(&store, &room, 2..=entries).await;
    let router = with_lobby(hosts.clone());
    (room, store, hosts, router)
}

/// Appends entries without an effect.
async fn append(store: &Counting, room: &RoomId, seqs: RangeInclusive<Seq>) {
    let entries = seqs.map(|seq| entry(seq, Event::ClockResumed));
    let entries: Vec<_> = entries.collect();
    assert_eq!(store.append(room, &entries).await.unwrap(), Append::Done);
}

fn entry(seq: Seq, event: Event) -> EncodedEntry {
    EncodedEntry::new(Entry {
        seq,
        at: seq,
        format: None,
        answers: None,
        event,
        private: None,
    })
}

async fn get(router: &Router, path: String) -> Response {
    let response = router.clone().oneshot(request("GET", &path, "")).await;
    let response = response.unwrap();
    assert_eq!(response.status(), 200, "{path}");
    response
}

async fn changed_at(router: &Router, room: &RoomId) -> Value {
    let response = get(router, format!("/api/rooms/{room}")).await;
    let body = to_bytes(response.into_body(), 10_000).await.unwrap();
    serde_json::from_slice::<Value>(&body).unwrap()["changedAt"].clone()
}

#[tokio::test]
async fn an_unchanged_room_is_served_from_the_cache() {
    let (room, store, _, router) = room_of(2_500).await;
    assert_eq!(changed_at(&router, &room).await, 2_500);
    assert!(store.pages() > 0);
    for _ in 0..3 {
        assert_eq!(changed_at(&router, &room).await, 2_500);
    }
    assert_eq!(store.pages(), 0);
    append(&store, &room, 2_501..=2_502).await;
    assert_eq!(changed_at(&router, &room).await, 2_502);
    assert!(store.pages() > 0);
}

#[tokio::test]
async fn requests_for_one_room_share_one_read() {
    let (room, store, _, router) = room_of(2_500).await;
    changed_at(&router, &room).await;
    let pages_of_one = store.pages();
    append(&store, &room, 2_501..=2_502).await;
    let all = join_all((0..8).map(|_| changed_at(&router, &room))).await;
    assert!(all.iter().all(|at| *at == 2_502));
    assert_eq!(store.pages(), pages_of_one);
}

#[tokio::test]
async fn a_loaded_room_is_not_read_from_the_store() {
    let (room, store, hosts, router) = room_of(2_500).await;
    let host = hosts.host(None, &room).unwrap();
    query(&host, Driver::facts).await.unwrap();
    store.pages();
    for what in ["", "/pgn", "/position"] {
        let request = request("GET", &format!("/api/rooms/{room}{what}"), "");
        router.clone().oneshot(request).await.unwrap();
    }
    assert_eq!(changed_at(&router, &room).await, 2_500);
    assert_eq!(store.pages(), 0);
}

#[tokio::test]
async fn a_pgn_is_cached_until_its_room_changes() {
    let (room, store, hosts, router) = room_of(2).await;
    let start = Event::GameStarted(Start {
        kind: Kind::Chess,
        rules: HouseRules::native(Kind::Chess),
        number: 1,
        next_member: MemberId(3),
        seats: [(MemberId(1), "Ann"), (MemberId(2), "Ben")].map(|(member, name)| Seated {
            member,
            name: name.to_owned(),
            machine: None,
        }),
        start: Kind::Chess.start().to_string(),
        moves: Vec::new(),
    });
    let started = store.append(&room, &[entry(3, start)]).await.unwrap();
    assert_eq!(started, Append::Done);
    let mut written = Vec::new();
    for _ in 0..2 {
        get(&router, format!("/api/rooms/{room}/pgn")).await;
        let shown = hosts.snapshot(&room, None).await.unwrap().unwrap();
        written.push(shown.pgn.get().unwrap().as_ptr());
    }
    assert_eq!(written[0], written[1]);
    append(&store, &room, 4..=4).await;
    let shown = hosts.snapshot(&room, None).await.unwrap().unwrap();
    assert!(shown.pgn.get().is_none());
}

/// A client that does not read its export has one page of it in memory.
#[tokio::test]
async fn an_export_is_read_only_as_fast_as_the_client_reads() {
    let entries = 10 * EXPORT_PAGE_ENTRIES as Seq;
    let (room, store, _, router) = room_of(entries).await;
    // The room is in the cache now.
    changed_at(&router, &room).await;
    store.pages();
    let response = get(&router, format!("/api/rooms/{room}/journal")).await;
    assert_eq!(store.pages(), 1);
    // Later entries are left to the next export.
    append(&store, &room, entries + 1..=entries + 3).await;
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    assert_eq!(store.pages(), 9);
    let lines = str::from_utf8(&body).unwrap().lines();
    let seqs: Vec<_> = lines
        .map(|line| serde_json::from_str::<Entry>(line).unwrap().seq)
        .collect();
    assert_eq!(seqs, (1..=entries).collect::<Vec<_>>());
}

/// Only the address that exports a lot has to wait.
#[tokio::test(start_paused = true)]
async fn exports_are_rate_limited_per_address() {
    let beyond = 2 * EXPORT_ENTRIES_PER_SECOND;
    let (room, _, _, router) = room_of(Seq::from(EXPORT_ENTRIES_BURST + beyond)).await;
    let export_seconds = async |last: u8, entries: usize| {
        let begun = Instant::now();
        let mut request = request("GET", &format!("/api/rooms/{room}/journal"), "");
        let from = Address::from(IpAddr::from([127, 0, 0, last]));
        request.extensions_mut().insert(from);
        let response = router.clone().oneshot(request).await.unwrap();
        let mut pages = response.into_body().into_data_stream();
        let mut lines = 0;
        while lines < entries {
            let page = pages.next().await.unwrap().unwrap();
            lines += str::from_utf8(&page).unwrap().lines().count();
        }
        begun.elapsed().as_secs()
    };
    let whole = (EXPORT_ENTRIES_BURST + beyond) as usize;
    assert_eq!(export_seconds(1, whole).await, 1);
    assert_eq!(export_seconds(2, EXPORT_ENTRIES_BURST as usize).await, 0);
    assert!(export_seconds(1, EXPORT_ENTRIES_PER_SECOND as usize).await >= 1);
}
