//! Clocks, absences and idle rooms.

use raum_host::{Input, NarrowHandshake, OtherNodes};

use super::*;

#[tokio::test(start_paused = true)]
async fn a_flag_falls_by_itself_and_not_before_the_first_move() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), Some(seconds(10))).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let mut black = Guest::seated(&hosts, &room, "Ben").await;
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
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let black = Guest::seated(&hosts, &room, "Ben").await;
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
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let black = Guest::seated(&hosts, &room, "Ben").await;
    black.leave_for_good().await;
    white.sees_absence().await;
    advance(Duration::from_mins(2)).await;
    let black = Guest::join(&hosts, &room, "Ben", 0).await.unwrap();
    let claim = json!({"type": "claim-absence", "result": "draw"});
    assert_eq!(white.ask(claim).await["code"], "opponent-present");
    drop(black);
}

/// Ben speaks a narrow dialect; what he hears.
async fn enter(hosts: &Hosts, room: &RoomId, dialect: Dialect) -> Outgoing {
    let (outbox, outgoing) = outbox(Limits::default().outbox_frames_max);
    let newcomer = Box::new(Newcomer {
        address: here(),
        key_shown: false,
        handshake: Handshake::Narrow(NarrowHandshake {
            dialect,
            name: "Ben".to_owned(),
            nonce: 0,
        }),
        outbox,
    });
    let host = hosts.host(None, room).unwrap();
    let entered = ask(&host, |reply| HostMessage::Enter(newcomer, reply)).await;
    entered.unwrap();
    outgoing
}

#[tokio::test(start_paused = true)]
async fn who_cannot_claim_is_not_kept_waiting_for_ever() {
    let cases = [
        (HouseRules::native(Kind::Chess), "black_win"),
        (Dialect::Chessata.house_rules(), "disconnect"),
    ];
    for (rules, result) in cases {
        let (hosts, _) = hosts_with_room(Arc::new(Memory::default()), None).await;
        let rules = HouseRules {
            opener: Some(Side::First),
            ..rules
        };
        let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
        let room = open(&hosts, opening).await;
        let white = Guest::seated(&hosts, &room, "Ann").await;
        let black = enter(&hosts, &room, Dialect::Chessata).await;
        // Somebody who comes back in time has not been away.
        white.leave_for_good().await;
        advance(Duration::from_secs(59)).await;
        let white = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
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

/// Its spec wants none. A native opponent may claim, and nobody else.
#[tokio::test(start_paused = true)]
async fn no_game_of_space_chess_is_forfeited() {
    let (hosts, _) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let kind = Kind::Space;
    let opening = Room::open(kind, Dialect::Space.house_rules(), &kind.start(), []);
    let room = open(&hosts, opening).await;
    let ann = Guest::seated(&hosts, &room, "Ann").await;
    let ben = enter(&hosts, &room, Dialect::Space).await;
    assert!(ben.next().await.unwrap()[0].contains("game_start"));
    ann.leave_for_good().await;
    assert!(timeout(Duration::from_hours(1), ben.next()).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn an_idle_room_is_unloaded_and_comes_back() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    white.ask(json!({"type": "say", "text": "hello"})).await;
    assert_eq!(hosts.count_loaded(), 1);
    white.leave_for_good().await;
    tokio::time::sleep(2 * ROOM_IDLE).await;
    assert_eq!(hosts.count_loaded(), 0);
    let mut white = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
    let welcome = white.next().await;
    assert_eq!(
        (&welcome["member"], &welcome["last"]),
        (&json!(1), &json!(3))
    );
}

/// House rules come from clients: a clock without end must not hurt the host that waits for it.
#[tokio::test(start_paused = true)]
async fn an_absurd_clock_is_only_a_long_one() {
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

/// Ends a server in order.
async fn end(hosts: &Hosts) {
    hosts.services().ending.cancel();
    hosts.tasks().close();
    hosts.tasks().wait().await;
}

/// The server that follows one that has ended, after the wall clock was set by this much.
fn restarted(hosts: &Hosts, step_millis: i64) -> Hosts {
    Hosts::new(Services {
        ending: CancellationToken::new(),
        clock: hosts.services().clock.stepped(step_millis),
        ..hosts.services().clone()
    })
}

/// A day more than a room is kept, and two hours.
const STEPS_MILLIS: [i64; 4] = [400 * 86_400_000, 7_200_000, -7_200_000, -400 * 86_400_000];

#[tokio::test(start_paused = true)]
async fn a_step_of_the_wall_clock_between_two_runs_ends_no_game() {
    for step_millis in STEPS_MILLIS {
        let store = Arc::new(Memory::default());
        let (hosts, room) = hosts_with_room(store.clone(), Some(seconds(90))).await;
        let mut white = Guest::seated(&hosts, &room, "Ann").await;
        let _black = Guest::seated(&hosts, &room, "Ben").await;
        white.ask(play("e2e4", 0)).await;
        end(&hosts).await;
        let hosts = restarted(&hosts, step_millis);
        let mut white = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
        white.number = 10;
        let claim = json!({"type": "claim-absence", "result": "win"});
        // Nobody is absent at once, and after a minute everybody is who has not come back.
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
        end(&hosts).await;
        let hosts = restarted(&hosts, step_millis);
        let mut white = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
        let welcome = white.next().await;
        white.event("clock-resumed").await;
        let begun = Instant::now();
        let flag = timeout(Duration::from_mins(1), white.event("game-ended")).await;
        assert_eq!(flag.unwrap()["reason"], "time");
        assert_eq!(begun.elapsed().as_secs(), 3, "after {step_millis} ms");
        // The client reads its entries by the time that the welcome shows.
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
    // An entry at forty seconds: that much is charged.
    white
        .ask(json!({"type": "say", "text": "still there?"}))
        .await;
    end(&hosts).await;
    advance(Duration::from_secs(1000)).await;
    let restarted = restarted(&hosts, 0);
    let mut black = Guest::join(&restarted, &room, "Ben", 0).await.unwrap();
    black.event("clock-resumed").await;
    advance(Duration::from_secs(59)).await;
    assert_eq!(black.ask(play("e7e5", 1)).await["type"], "applied");
}

/// A host that was told the time, and waits for nothing more, is left alone.
#[tokio::test(start_paused = true)]
async fn a_host_is_woken_once() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut driver = Driver::load(&hosts, &room, None, None).await.unwrap();
    // Who is here has changed, and was told a moment ago.
    let changed = Input::OtherNodes(OtherNodes::default());
    driver.feed(changed).await;
    assert!(driver.wake_at.is_some_and(|at| at > Instant::now()));
    advance(Duration::from_secs(1)).await;
    driver.wake().await;
    assert_eq!(driver.wake_at, None);
}
