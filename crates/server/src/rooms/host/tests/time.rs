//! Clocks, absences and idle rooms.

use raum_host::{Input, NarrowHandshake, OtherNodes};

use super::*;

#[tokio::test(start_paused = true)]
async fn a_flag_falls_without_a_command_and_not_before_the_first_move() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), Some(seconds(10))).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let mut black = Guest::seated(&hosts, &room, "Ben").await;
    advance(Duration::from_mins(1)).await;
    assert_eq!(white.ask(play("e2e4", 0)).await["type"], "applied");
    advance(Duration::from_secs(9)).await;
    assert_eq!(black.ask(play("e7e5", 1)).await["type"], "applied");
    // White thinks for ever: paused time advances because all tasks wait.
    let end = white.event("game-ended").await;
    let expected = json!({"type": "game-ended", "winner": "second", "reason": "time"});
    assert_eq!(end, expected);
    assert_eq!(white.ask(play("d2d4", 2)).await["code"], "game-over");
}

#[tokio::test(start_paused = true)]
async fn a_member_who_is_away_too_long_can_lose_the_game() {
    let day = Duration::from_hours(24);
    for (clock, grace) in [(None, day), (Some(seconds(3600)), Duration::from_mins(1))] {
        let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), clock).await;
        let mut white = Guest::seated(&hosts, &room, "Ann").await;
        let black = Guest::seated(&hosts, &room, "Ben").await;
        let claim = json!({"type": "claim-absence", "result": "win"});
        assert_eq!(white.ask(claim.clone()).await["code"], "opponent-present");
        black.disconnect().await;
        white.sees_absence().await;
        advance(2 * day).await;
        assert_eq!(white.ask(claim.clone()).await["code"], "your-turn");
        white.ask(play("e2e4", 0)).await;
        assert_eq!(white.ask(claim.clone()).await["code"], "grace-not-over");
        advance(grace.saturating_sub(Duration::from_secs(1))).await;
        assert_eq!(white.ask(claim.clone()).await["code"], "grace-not-over");
        advance(Duration::from_secs(1)).await;
        assert_eq!(white.ask(claim).await["type"], "applied");
    }
}

#[tokio::test(start_paused = true)]
async fn a_reconnect_ends_an_absence() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), Some(seconds(3600))).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let black = Guest::seated(&hosts, &room, "Ben").await;
    white.ask(play("e2e4", 0)).await;
    black.disconnect().await;
    white.sees_absence().await;
    advance(Duration::from_mins(2)).await;
    let black = Guest::join(&hosts, &room, "Ben", 0).await.unwrap();
    let claim = json!({"type": "claim-absence", "result": "draw"});
    assert_eq!(white.ask(claim).await["code"], "opponent-present");
    drop(black);
}

/// Enters Ben in a narrow dialect, and returns his frames.
async fn enter(hosts: &Hosts, room: &RoomId, dialect: Dialect) -> Outgoing {
    let (outbox, outgoing) = outbox(Limits::default().outbox_frames_max);
    let newcomer = Newcomer {
        address: here(),
        key_shown: false,
        handshake: Handshake::Narrow(NarrowHandshake {
            dialect,
            name: "Ben".to_owned(),
            nonce: 0,
        }),
        outbox,
    };
    let host = hosts.host(None, room).unwrap();
    let entered = ask(&host, |reply| {
        HostMessage::Enter(Box::new((newcomer, reply)))
    })
    .await;
    entered.unwrap();
    outgoing
}

#[tokio::test(start_paused = true)]
async fn a_client_that_cannot_claim_does_not_wait_for_ever() {
    let cases = [
        (HouseRules::native(Kind::Chess), "black_win", 24 * 60),
        (Dialect::Chessata.house_rules(), "disconnect", 1),
    ];
    for (rules, result, minutes) in cases {
        let (hosts, _) = hosts_with_room(Arc::new(Memory::default()), None).await;
        let rules = HouseRules {
            opener: Some(Side::First),
            ..rules
        };
        let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
        let room = open(&hosts, opening).await;
        let white = Guest::seated(&hosts, &room, "Ann").await;
        let black = enter(&hosts, &room, Dialect::Chessata).await;
        // A member who reconnects in time was not away.
        white.disconnect().await;
        advance(Duration::from_secs(59)).await;
        let white = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
        advance(Duration::from_mins(10)).await;
        black.next().await.unwrap();
        let left_at = Instant::now();
        white.disconnect().await;
        let frames = timeout(Duration::from_hours(48), black.next()).await;
        let frames = frames.unwrap().unwrap();
        assert_eq!(left_at.elapsed().as_secs(), 60 * minutes);
        assert!(frames.back().unwrap().contains(result), "{frames:?}");
    }
}

/// The spec has no forfeits. Only a native opponent may claim.
#[tokio::test(start_paused = true)]
async fn a_game_of_space_chess_is_not_forfeited() {
    let (hosts, _) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let kind = Kind::Space;
    let opening = Room::open(kind, Dialect::Space.house_rules(), &kind.start(), []);
    let room = open(&hosts, opening).await;
    let ann = Guest::seated(&hosts, &room, "Ann").await;
    let ben = enter(&hosts, &room, Dialect::Space).await;
    assert!(ben.next().await.unwrap()[0].contains("game_start"));
    ann.disconnect().await;
    assert!(timeout(Duration::from_hours(1), ben.next()).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn an_idle_room_is_unloaded_and_loaded_again() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    white.ask(json!({"type": "say", "text": "hello"})).await;
    assert_eq!(hosts.count_loaded(), 1);
    white.disconnect().await;
    tokio::time::sleep(2 * ROOM_IDLE).await;
    assert_eq!(hosts.count_loaded(), 0);
    let mut white = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
    let welcome = white.next().await;
    assert_eq!(
        (&welcome["member"], &welcome["last"]),
        (&json!(1), &json!(3))
    );
}

/// Clients choose house rules: the timer must not overflow.
#[tokio::test(start_paused = true)]
async fn the_longest_clock_works() {
    let clock = ClockRule {
        initial_millis: Millis::MAX,
        increment_millis: Millis::MAX,
    };
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), Some(clock)).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let mut black = Guest::seated(&hosts, &room, "Ben").await;
    assert_eq!(white.ask(play("e2e4", 0)).await["type"], "applied");
    advance(Duration::from_hours(1)).await;
    assert_eq!(black.ask(play("e7e5", 1)).await["type"], "applied");
    assert_eq!(white.ask(play("d2d4", 2)).await["type"], "applied");
}

/// Shuts a server down.
async fn shut_down(hosts: &Hosts) {
    hosts.services.ending.cancel();
    hosts.services.tasks.close();
    hosts.services.tasks.wait().await;
}

/// The server after a restart, during which the wall clock was set by this much.
fn restarted(hosts: &Hosts, step_millis: i64) -> Hosts {
    Hosts::new(Services {
        ending: tokio_util::sync::CancellationToken::new(),
        clock: hosts.services.clock.stepped(step_millis),
        ..hosts.services.clone()
    })
}

/// More than the longest retention, and two hours, in both directions.
const STEPS_MILLIS: [i64; 4] = [400 * 86_400_000, 7_200_000, -7_200_000, -400 * 86_400_000];

#[tokio::test(start_paused = true)]
async fn a_step_of_the_wall_clock_between_two_runs_ends_no_game() {
    for step_millis in STEPS_MILLIS {
        let store = Arc::new(Memory::default());
        let (hosts, room) = hosts_with_room(store.clone(), Some(seconds(90))).await;
        let mut white = Guest::seated(&hosts, &room, "Ann").await;
        let _black = Guest::seated(&hosts, &room, "Ben").await;
        white.ask(play("e2e4", 0)).await;
        shut_down(&hosts).await;
        let hosts = restarted(&hosts, step_millis);
        let mut white = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
        white.number = 10;
        let claim = json!({"type": "claim-absence", "result": "win"});
        // At first no member is absent; after a minute all are who have not reconnected.
        assert_eq!(white.ask(claim.clone()).await["code"], "grace-not-over");
        advance(Duration::from_secs(59)).await;
        assert_eq!(white.ask(claim.clone()).await["code"], "grace-not-over");
        advance(Duration::from_secs(1)).await;
        assert_eq!(
            white.ask(claim).await["type"],
            "applied",
            "after a step of {step_millis} ms"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_step_of_the_wall_clock_between_two_runs_stops_no_clock() {
    for step_millis in STEPS_MILLIS {
        let store = Arc::new(Memory::default());
        let (hosts, room) = hosts_with_room(store.clone(), Some(seconds(3))).await;
        let mut white = Guest::seated(&hosts, &room, "Ann").await;
        let _black = Guest::seated(&hosts, &room, "Ben").await;
        white.ask(play("e2e4", 0)).await;
        shut_down(&hosts).await;
        let hosts = restarted(&hosts, step_millis);
        let mut white = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
        let welcome = white.next().await;
        white.event("clock-resumed").await;
        let begun = Instant::now();
        let flag = timeout(Duration::from_mins(1), white.event("game-ended")).await;
        assert_eq!(flag.unwrap()["reason"], "time");
        assert_eq!(begun.elapsed().as_secs(), 3, "after {step_millis} ms");
        // The welcome carries the time of the entries that follow.
        let entries = store.read(&room, 1).await.unwrap();
        let [.., resumed, ended] = &entries[..] else {
            panic!("{entries:?}");
        };
        assert_eq!(welcome["now"], resumed.at);
        assert!(entries.is_sorted_by_key(|entry| entry.at), "{entries:?}");
        assert_eq!(ended.at - resumed.at, 3000);
    }
}

#[tokio::test(start_paused = true)]
async fn no_clock_runs_while_the_server_is_down() {
    let store = Arc::new(Memory::default());
    let (hosts, room) = hosts_with_room(store.clone(), Some(seconds(100))).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let _black = Guest::seated(&hosts, &room, "Ben").await;
    white.ask(play("e2e4", 0)).await;
    advance(Duration::from_secs(40)).await;
    // An entry after forty seconds charges them to the clock.
    white
        .ask(json!({"type": "say", "text": "still there?"}))
        .await;
    shut_down(&hosts).await;
    advance(Duration::from_secs(1000)).await;
    let restarted = restarted(&hosts, 0);
    let mut black = Guest::join(&restarted, &room, "Ben", 0).await.unwrap();
    black.event("clock-resumed").await;
    advance(Duration::from_secs(59)).await;
    assert_eq!(black.ask(play("e7e5", 1)).await["type"], "applied");
}

#[tokio::test(start_paused = true)]
async fn a_timer_wakes_a_host_once() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut driver = Driver::load(&hosts, &room, None, Vec::new(), None)
        .await
        .unwrap();
    // A presence change soon after the last update, so the next one is scheduled.
    let changed = Input::OtherNodes(OtherNodes::default());
    driver.feed(changed).await;
    assert!(driver.wake_at.is_some_and(|at| at > Instant::now()));
    advance(Duration::from_secs(1)).await;
    driver.wake().await;
    assert_eq!(driver.wake_at, None);
}
