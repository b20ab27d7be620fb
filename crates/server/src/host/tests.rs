//! Rooms in time: paused time goes by as the tests say.

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use raum_journal::{Append, Error, Listed, Memory, Pending, Size, Store};
use raum_room::{ClockRule, Entry, HouseRules};
use raum_rules::{Kind, Side};
use raum_wire::narrow::Dialect;
use serde_json::{Value, json};
use tokio::time::{advance, timeout};

use super::*;
use crate::{
    limits::{Limits, TOKENS_PER_MEMBER_MAX},
    lobby::Lobby,
    secrets::token_hash,
};

/// A lobby over a store, and a room in it where Ann is the first side.
async fn lobby_with_room(store: Arc<dyn Store>, clock: Option<ClockRule>) -> (Lobby, RoomId) {
    lobby_with_limits(store, clock, Limits::default()).await
}

async fn lobby_with_limits(
    store: Arc<dyn Store>,
    clock: Option<ClockRule>,
    limits: Limits,
) -> (Lobby, RoomId) {
    let lobby = Lobby::new(Surroundings {
        store,
        clock: NodeClock::new(),
        limits: Arc::new(limits),
        ending: CancellationToken::new(),
    });
    let rules = HouseRules {
        opener: Some(Side::First),
        clock,
        ..HouseRules::native(Kind::Chess)
    };
    let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
    let room = lobby.open(opening, None, RoomId::from_bits).await.unwrap();
    (lobby, room)
}

const ROOM_IDLE: Duration = Duration::from_mins(2);

fn seconds(seconds: Millis) -> ClockRule {
    ClockRule {
        initial_millis: seconds * 1000,
        increment_millis: 0,
    }
}

/// A connection as its host sees it.
struct Guest {
    host: mpsc::Sender<Ask>,
    session: SessionId,
    outgoing: Outgoing,
    /// What has arrived and was not looked at yet.
    arrived: VecDeque<Utf8Bytes>,
    number: u64,
}

impl Guest {
    async fn join(lobby: &Lobby, room: &RoomId, token: &str, after: Seq) -> Result<Self, Close> {
        Self::join_with(lobby, room, token, after, None).await
    }

    /// With a code from another device.
    async fn join_with(
        lobby: &Lobby,
        room: &RoomId,
        token: &str,
        after: Seq,
        code: Option<&str>,
    ) -> Result<Self, Close> {
        let host = lobby.host(room)?;
        let (outbox, outgoing) = outbox(Limits::default().outbox_frames_max);
        let join = Join {
            token_hash: token_hash(token),
            new_token: None,
            key_shown: false,
            transfer_hash: code.map(token_hash),
            address: IpAddr::from([192, 0, 2, 1]).into(),
            after,
            outbox,
        };
        let (reply, answer) = oneshot::channel();
        host.send(Ask::Join(Box::new(join), reply)).await.ok();
        let Joined { session, welcome } = answer.await.map_err(|_| Close::Restart)??;
        let (reply, answer) = oneshot::channel();
        host.send(Ask::Replay(session, after, reply)).await.ok();
        let missed = answer.await.map_err(|_| Close::Restart)??;
        assert_eq!(missed.more_after, None);
        let mut arrived = VecDeque::from([welcome]);
        arrived.extend(missed.frames);
        Ok(Self {
            host,
            session,
            outgoing,
            arrived,
            number: 0,
        })
    }

    /// Somebody who takes a seat with their name as their token.
    async fn seated(lobby: &Lobby, room: &RoomId, name: &str) -> Self {
        let mut guest = Self::join(lobby, room, name, 0).await.unwrap();
        let seat = guest.ask(json!({"type": "take-seat", "name": name})).await;
        assert_eq!(seat["type"], "applied", "{seat}");
        guest
    }

    async fn command(&mut self, command: Value) -> u64 {
        self.number += 1;
        let ask = Ask::Command {
            session: self.session,
            number: self.number,
            command: serde_json::from_value(command).unwrap(),
        };
        self.host.send(ask).await.ok();
        self.number
    }

    async fn ask(&mut self, command: Value) -> Value {
        let number = self.command(command).await;
        loop {
            let frame = self.next().await;
            if frame["number"] == number {
                return frame;
            }
        }
    }

    async fn next(&mut self) -> Value {
        while self.arrived.is_empty() {
            self.arrived = self.outgoing.next().await.unwrap();
        }
        let frame = self.arrived.pop_front().unwrap();
        serde_json::from_str(&frame).unwrap()
    }

    /// The next event of a type.
    async fn event(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await;
            let entries = frame["entries"].as_array().cloned().unwrap_or_default();
            let mut events = entries.into_iter().map(|entry| entry["event"].clone());
            if let Some(event) = events.find(|event| event["type"] == kind) {
                return event;
            }
        }
    }

    /// Waits until the host tells that somebody is away.
    async fn sees_absence(&mut self) {
        loop {
            let frame = self.next().await;
            if frame["type"] == "presence" && frame["away"] != json!([]) {
                return;
            }
        }
    }

    async fn leave_for_good(self) {
        self.host.send(Ask::Gone(self.session)).await.ok();
    }
}

fn play(text: &str, ply: usize) -> Value {
    json!({"type": "play", "move": text, "ply": ply})
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_by_itself_and_not_before_the_first_move() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), Some(seconds(10))).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    let mut black = Guest::seated(&lobby, &room, "Ben").await;
    advance(Duration::from_mins(1)).await;
    assert_eq!(white.ask(play("e2e4", 0)).await["type"], "applied");
    advance(Duration::from_secs(9)).await;
    assert_eq!(black.ask(play("e7e5", 1)).await["type"], "applied");
    // White thinks for ever: time goes by because nothing else happens.
    let end = white.event("game-ended").await;
    let expected = json!({"type": "game-ended", "winner": "second", "reason": "time"});
    assert_eq!(end, expected);
    assert_eq!(white.ask(play("d2d4", 2)).await["code"], "game-over");
}

#[tokio::test(start_paused = true)]
async fn who_is_away_too_long_can_lose_the_game() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    let black = Guest::seated(&lobby, &room, "Ben").await;
    let claim = json!({"type": "claim-absence", "result": "win"});
    assert_eq!(white.ask(claim.clone()).await["code"], "opponent-present");
    black.leave_for_good().await;
    white.sees_absence().await;
    advance(Duration::from_secs(59)).await;
    assert_eq!(white.ask(claim.clone()).await["code"], "grace-not-over");
    advance(Duration::from_secs(1)).await;
    assert_eq!(white.ask(claim).await["type"], "applied");
}

#[tokio::test(start_paused = true)]
async fn coming_back_ends_an_absence() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    let black = Guest::seated(&lobby, &room, "Ben").await;
    black.leave_for_good().await;
    white.sees_absence().await;
    advance(Duration::from_mins(2)).await;
    let black = Guest::join(&lobby, &room, "Ben", 0).await.unwrap();
    let claim = json!({"type": "claim-absence", "result": "draw"});
    assert_eq!(white.ask(claim).await["code"], "opponent-present");
    drop(black);
}

/// Ben speaks Chessata, and all that he hears.
async fn enter_chessata(lobby: &Lobby, room: &RoomId) -> Outgoing {
    let (outbox, outgoing) = outbox(Limits::default().outbox_frames_max);
    let enter = Enter {
        dialect: Dialect::Chessata,
        name: "Ben".to_owned(),
        key_shown: false,
        address: IpAddr::from([192, 0, 2, 1]).into(),
        outbox,
    };
    let (reply, answer) = oneshot::channel();
    let host = lobby.host(room).unwrap();
    host.send(Ask::Enter(Box::new(enter), reply)).await.ok();
    answer.await.unwrap().unwrap();
    outgoing
}

#[tokio::test(start_paused = true)]
async fn who_cannot_claim_is_not_kept_waiting_for_ever() {
    let cases = [
        (HouseRules::native(Kind::Chess), "black_win"),
        (Dialect::Chessata.house_rules(), "disconnect"),
    ];
    for (rules, result) in cases {
        let (lobby, _) = lobby_with_room(Arc::new(Memory::default()), None).await;
        let rules = HouseRules {
            opener: Some(Side::First),
            ..rules
        };
        let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
        let room = lobby.open(opening, None, RoomId::from_bits).await.unwrap();
        let white = Guest::seated(&lobby, &room, "Ann").await;
        let black = enter_chessata(&lobby, &room).await;
        // Somebody who comes back in time has not been away.
        white.leave_for_good().await;
        advance(Duration::from_secs(59)).await;
        let white = Guest::join(&lobby, &room, "Ann", 0).await.unwrap();
        advance(Duration::from_mins(10)).await;
        black.next().await.unwrap();
        let left_at = Instant::now();
        white.leave_for_good().await;
        let frames = timeout(Duration::from_mins(5), black.next()).await;
        let frames = frames.unwrap().unwrap();
        assert_eq!(left_at.elapsed().as_secs(), 60);
        assert!(frames.back().unwrap().contains(result), "{frames:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn an_idle_room_is_unloaded_and_comes_back() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    white.ask(json!({"type": "say", "text": "hello"})).await;
    assert_eq!(lobby.loaded(), 1);
    white.leave_for_good().await;
    tokio::time::sleep(2 * ROOM_IDLE).await;
    assert_eq!(lobby.loaded(), 0);
    let mut white = Guest::join(&lobby, &room, "Ann", 0).await.unwrap();
    let welcome = white.next().await;
    assert_eq!(
        (&welcome["member"], &welcome["last"]),
        (&json!(1), &json!(3))
    );
}

#[tokio::test(start_paused = true)]
async fn a_running_clock_keeps_a_room_loaded_until_the_flag_falls() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), Some(seconds(3600))).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    let black = Guest::seated(&lobby, &room, "Ben").await;
    white.ask(play("e2e4", 0)).await;
    white.leave_for_good().await;
    black.leave_for_good().await;
    tokio::time::sleep(4 * ROOM_IDLE).await;
    assert_eq!(lobby.loaded(), 1);
    tokio::time::sleep(Duration::from_hours(1)).await;
    assert_eq!(lobby.loaded(), 0);
    let mut later = Guest::join(&lobby, &room, "Ann", 0).await.unwrap();
    assert_eq!(later.event("game-ended").await["reason"], "time");
}

/// House rules come from clients: a clock without end must not hurt the host that waits for it.
#[tokio::test(start_paused = true)]
async fn an_absurd_clock_is_only_a_long_one() {
    let clock = ClockRule {
        initial_millis: Millis::MAX,
        increment_millis: Millis::MAX,
    };
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), Some(clock)).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    let mut black = Guest::seated(&lobby, &room, "Ben").await;
    assert_eq!(white.ask(play("e2e4", 0)).await["type"], "applied");
    advance(Duration::from_hours(1)).await;
    assert_eq!(black.ask(play("e7e5", 1)).await["type"], "applied");
    assert_eq!(white.ask(play("d2d4", 2)).await["type"], "applied");
}

#[tokio::test(start_paused = true)]
async fn no_clock_runs_while_the_server_is_down() {
    let store = Arc::new(Memory::default());
    let (lobby, room) = lobby_with_room(store.clone(), Some(seconds(100))).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    let _black = Guest::seated(&lobby, &room, "Ben").await;
    white.ask(play("e2e4", 0)).await;
    advance(Duration::from_secs(40)).await;
    // An entry at forty seconds: that much is charged.
    white
        .ask(json!({"type": "say", "text": "still there?"}))
        .await;
    lobby.surroundings().ending.cancel();
    lobby.tasks().close();
    lobby.tasks().wait().await;
    advance(Duration::from_secs(1000)).await;
    let restarted = Lobby::new(Surroundings {
        ending: CancellationToken::new(),
        ..lobby.surroundings().clone()
    });
    let mut black = Guest::join(&restarted, &room, "Ben", 0).await.unwrap();
    black.event("clock-resumed").await;
    advance(Duration::from_secs(59)).await;
    assert_eq!(black.ask(play("e7e5", 1)).await["type"], "applied");
}

#[tokio::test(start_paused = true)]
async fn who_does_not_keep_up_is_closed_and_resumes() {
    let limits = Limits {
        messages_per_minute: 100,
        ..Limits::default()
    };
    let frames_max = limits.outbox_frames_max;
    let (lobby, room) = lobby_with_limits(Arc::new(Memory::default()), None, limits).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    let sleeper = Guest::join(&lobby, &room, "sleeper", 0).await.unwrap();
    for _ in 0..=frames_max {
        white.ask(json!({"type": "say", "text": "wake up"})).await;
    }
    assert_eq!(sleeper.outgoing.closed_at_once().await, Close::Slow);
    // It had the replay: the opening and a seat.
    let seen = 2;
    let mut resumed = Guest::join(&lobby, &room, "sleeper", seen).await.unwrap();
    resumed.next().await;
    let missed = resumed.next().await;
    assert_eq!(missed["entries"][0]["seq"], seen + 1);
}

/// A store that keeps nothing while it is told to fail.
#[derive(Default)]
pub(crate) struct Failing {
    store: Memory,
    pub(crate) fails: AtomicBool,
}

impl Store for Failing {
    fn append<'a>(&'a self, room: &'a RoomId, entries: &'a [Entry]) -> Pending<'a, Append> {
        if self.fails.load(Ordering::Relaxed) {
            return Box::pin(async { Err(Error::Full) });
        }
        self.store.append(room, entries)
    }

    fn read<'a>(&'a self, room: &'a RoomId, from: Seq) -> Pending<'a, Vec<Entry>> {
        self.store.read(room, from)
    }

    fn last<'a>(&'a self, room: &'a RoomId) -> Pending<'a, Seq> {
        self.store.last(room)
    }

    fn list<'a>(&'a self, after: Option<&'a RoomId>, max: usize) -> Pending<'a, Vec<Listed>> {
        self.store.list(after, max)
    }

    fn delete<'a>(&'a self, room: &'a RoomId) -> Pending<'a, bool> {
        self.store.delete(room)
    }

    fn size(&self) -> Pending<'_, Size> {
        self.store.size()
    }

    fn probe(&self) -> Pending<'_, ()> {
        if self.fails.load(Ordering::Relaxed) {
            return Box::pin(async { Err(Error::Full) });
        }
        self.store.probe()
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_journal_does_not_take_did_not_happen() {
    let store = Arc::new(Failing::default());
    let (lobby, room) = lobby_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    let _black = Guest::seated(&lobby, &room, "Ben").await;
    store.fails.store(true, Ordering::Relaxed);
    assert_eq!(
        white.ask(play("e2e4", 0)).await["code"],
        "journal-unavailable"
    );
    store.fails.store(false, Ordering::Relaxed);
    assert_eq!(white.ask(play("d2d4", 0)).await["seq"], 5);
}

#[tokio::test(start_paused = true)]
async fn a_host_that_somebody_has_overtaken_goes() {
    let store = Arc::new(Memory::default());
    let (lobby, room) = lobby_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    let mut second = store.read(&room, 2).await.unwrap();
    second[0].seq = 3;
    store.append(&room, &second).await.unwrap();
    white.command(json!({"type": "say", "text": "hello"})).await;
    assert_eq!(white.outgoing.closed_at_once().await, Close::Journal);
    let mut again = Guest::join(&lobby, &room, "Ann", 0).await.unwrap();
    assert_eq!(again.next().await["last"], 3);
}

#[tokio::test(start_paused = true)]
async fn of_many_who_come_together_everyone_hears_at_once() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let mut first = Guest::join(&lobby, &room, "first", 0).await.unwrap();
    let mut others = Vec::new();
    for number in 2..=50 {
        let name = format!("guest {number}");
        others.push(Guest::join(&lobby, &room, &name, 0).await.unwrap());
    }
    let mut told = 0;
    loop {
        let frame = first.next().await;
        told += usize::from(frame["type"] == "presence");
        if frame["spectators"] == 50 {
            break;
        }
    }
    assert!(told <= 2, "told {told} times");
}

/// A code that takes the seat of a token elsewhere.
async fn transfer(guest: &Guest, token: &str) -> Result<String, Close> {
    let (reply, answer) = oneshot::channel();
    let ask = Ask::Transfer(token_hash(token), reply);
    guest.host.send(ask).await.ok();
    answer.await.map_err(|_| Close::Restart)?
}

#[tokio::test(start_paused = true)]
async fn a_transfer_code_does_not_last_and_the_newest_ones_count() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let ann = Guest::seated(&lobby, &room, "Ann").await;
    assert_eq!(transfer(&ann, "stranger").await, Err(Close::Forbidden));
    let [oldest, .., newest] = [
        transfer(&ann, "Ann").await.unwrap(),
        transfer(&ann, "Ann").await.unwrap(),
        transfer(&ann, "Ann").await.unwrap(),
        transfer(&ann, "Ann").await.unwrap(),
        transfer(&ann, "Ann").await.unwrap(),
    ];
    let other = |code: String| {
        let (lobby, room) = (&lobby, &room);
        async move { Guest::join_with(lobby, room, "Ann's other", 0, Some(&code)).await }
    };
    assert_eq!(other(oldest).await.err(), Some(Close::Forbidden));
    let mut device = other(newest).await.unwrap();
    assert_eq!(device.next().await["member"], 1);
    let late = transfer(&device, "Ann's other").await.unwrap();
    advance(Duration::from_mins(5)).await;
    assert_eq!(other(late).await.err(), Some(Close::Forbidden));
}

#[tokio::test(start_paused = true)]
async fn a_transfer_code_is_good_although_everyone_has_gone() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let ann = Guest::seated(&lobby, &room, "Ann").await;
    let code = transfer(&ann, "Ann").await.unwrap();
    ann.leave_for_good().await;
    tokio::time::sleep(2 * ROOM_IDLE).await;
    let joined = Guest::join_with(&lobby, &room, "Ann's other", 0, Some(&code)).await;
    assert_eq!(joined.unwrap().next().await["member"], 1);
}

/// As many devices as the limit says have a seat: the newest ones.
#[tokio::test(start_paused = true)]
async fn a_seat_has_so_many_devices() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let mut device = Guest::seated(&lobby, &room, "0").await;
    for number in 1..=TOKENS_PER_MEMBER_MAX {
        let code = transfer(&device, &(number - 1).to_string()).await.unwrap();
        let token = number.to_string();
        let joined = Guest::join_with(&lobby, &room, &token, 0, Some(&code)).await;
        device = joined.unwrap();
    }
    for (token, member) in [("0", json!(null)), ("1", json!(1))] {
        let mut guest = Guest::join(&lobby, &room, token, 0).await.unwrap();
        assert_eq!(guest.next().await["member"], member, "{token}");
    }
}

/// While a member may still come back in time, the time they were away is not forgotten.
#[tokio::test(start_paused = true)]
async fn a_grace_keeps_a_room_loaded_until_it_is_over() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let rules = HouseRules {
        leaver: Leaver::KeepsSeat {
            grace_millis: 3_600_000,
        },
        ..HouseRules::native(Kind::Chess)
    };
    let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
    let patient = lobby.open(opening, None, RoomId::from_bits).await.unwrap();
    for room in [&room, &patient] {
        for name in ["Ann", "Ben"] {
            Guest::seated(&lobby, room, name)
                .await
                .leave_for_good()
                .await;
        }
    }
    tokio::time::sleep(Duration::from_mins(30)).await;
    assert_eq!(lobby.loaded(), 1);
    let mut ann = Guest::join(&lobby, &patient, "Ann", 0).await.unwrap();
    ann.number = 10;
    advance(Duration::from_mins(31)).await;
    let claim = json!({"type": "claim-absence", "result": "win"});
    assert_eq!(ann.ask(claim).await["type"], "applied");
    ann.leave_for_good().await;
    tokio::time::sleep(Duration::from_hours(2)).await;
    assert_eq!(lobby.loaded(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_speaker_is_heard_again_after_a_minute() {
    let limits = Limits {
        messages_per_minute: 1,
        ..Limits::default()
    };
    let (lobby, room) = lobby_with_limits(Arc::new(Memory::default()), None, limits).await;
    let mut ann = Guest::seated(&lobby, &room, "Ann").await;
    let mut guest = Guest::join(&lobby, &room, "guest", 0).await.unwrap();
    let say = json!({"type": "say", "name": "Cem", "text": "hello"});
    for speaker in [&mut ann, &mut guest] {
        assert_eq!(speaker.ask(say.clone()).await["type"], "applied");
        assert_eq!(speaker.ask(say.clone()).await["code"], "too-many-messages");
    }
    // Another connection from the same place is the same speaker.
    let mut again = Guest::join(&lobby, &room, "guest", 0).await.unwrap();
    assert_eq!(again.ask(say.clone()).await["code"], "too-many-messages");
    advance(Duration::from_mins(1)).await;
    assert_eq!(ann.ask(say.clone()).await["type"], "applied");
    assert_eq!(again.ask(say).await["type"], "applied");
}

#[tokio::test(start_paused = true)]
async fn what_was_asked_before_the_end_is_kept_and_answered() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&lobby, &room, "Ann").await;
    let mut last = 0;
    for _ in 0..20 {
        last = white.command(json!({"type": "say", "text": "bye"})).await;
    }
    lobby.surroundings().ending.cancel();
    lobby.tasks().close();
    lobby.tasks().wait().await;
    while white.next().await["number"] != last {}
    assert_eq!(white.outgoing.next().await, Err(Close::Restart));
    let kept = lobby.surroundings().store.last(&room).await;
    assert_eq!(kept, Ok(22));
}

#[tokio::test(start_paused = true)]
async fn who_asks_late_for_a_room_that_there_is_not_is_told_so() {
    let (lobby, _) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let host = lobby.host(&RoomId::from_bits(0)).unwrap();
    // By then it has found out that there is no such room.
    while lobby.loaded() > 0 {
        tokio::task::yield_now().await;
    }
    tokio::task::yield_now().await;
    let (reply, answer) = oneshot::channel();
    assert!(host.send(Ask::Door(reply)).await.is_ok());
    assert!(matches!(answer.await, Ok(Err(Close::NoRoom))));
}
