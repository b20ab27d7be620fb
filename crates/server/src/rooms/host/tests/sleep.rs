//! Sleeping rooms: not loaded, while a clock runs in them.

use super::*;

/// A game with the second side to move that both players have left.
async fn abandoned(clock: ClockRule, limits: Limits) -> (Hosts, RoomId) {
    let (hosts, room) = hosts_with_limits(Arc::new(Memory::default()), Some(clock), limits).await;
    abandon(&hosts, &room).await;
    (hosts, room)
}

async fn abandon(hosts: &Hosts, room: &RoomId) {
    let mut white = Guest::seated(hosts, room, "Ann").await;
    let black = Guest::seated(hosts, room, "Ben").await;
    assert_eq!(white.ask(play("e2e4", 0)).await["type"], "applied");
    white.disconnect().await;
    black.disconnect().await;
}

async fn last(hosts: &Hosts, room: &RoomId) -> Seq {
    hosts.services.store.last(room).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_flag_falls_in_time_in_a_sleeping_room() {
    let begun = Instant::now();
    let (hosts, room) = abandoned(seconds(3600), Limits::default()).await;
    let moved = last(&hosts, &room).await;
    tokio::time::sleep(4 * ROOM_IDLE).await;
    assert_eq!(hosts.count_loaded(), 0);
    sleep_until(begun + Duration::from_secs(3599)).await;
    assert_eq!(last(&hosts, &room).await, moved);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(last(&hosts, &room).await, moved + 1);
    assert_eq!(hosts.count_loaded(), 0);
    let mut later = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
    let end = later.event("game-ended").await;
    assert_eq!(
        (&end["winner"], &end["reason"]),
        (&json!("first"), &json!("time"))
    );
}

/// No time is refunded because the room was unloaded.
#[tokio::test(start_paused = true)]
async fn a_clock_keeps_running_in_a_sleeping_room() {
    let (hosts, room) = abandoned(seconds(1000), Limits::default()).await;
    let moved = last(&hosts, &room).await;
    tokio::time::sleep(Duration::from_secs(500)).await;
    assert_eq!(hosts.count_loaded(), 0);
    let mut black = Guest::join(&hosts, &room, "Ben", 0).await.unwrap();
    black.number = 10;
    assert_eq!(last(&hosts, &room).await, moved);
    advance(Duration::from_secs(501)).await;
    assert_eq!(black.ask(play("e7e5", 1)).await["code"], "game-over");
}

#[tokio::test(start_paused = true)]
async fn a_player_who_reconnects_in_time_plays_on() {
    let (hosts, room) = abandoned(seconds(1000), Limits::default()).await;
    for wait in [300, 300] {
        tokio::time::sleep(Duration::from_secs(wait)).await;
        assert_eq!(hosts.count_loaded(), 0);
        let guest = Guest::join(&hosts, &room, "Cid", 0).await.unwrap();
        guest.disconnect().await;
    }
    tokio::time::sleep(Duration::from_secs(350)).await;
    let mut black = Guest::join(&hosts, &room, "Ben", 0).await.unwrap();
    black.number = 10;
    assert_eq!(black.ask(play("e7e5", 1)).await["type"], "applied");
}

#[tokio::test(start_paused = true)]
async fn a_sleeping_room_remembers_absences() {
    let (hosts, _) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let rules = HouseRules {
        opener: Some(Side::Second),
        leaver: Leaver::KeepsSeat {
            grace_millis: 3_600_000,
        },
        ..HouseRules::native(Kind::Chess)
    };
    let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []);
    let patient = open(&hosts, opening).await;
    for name in ["Ann", "Ben"] {
        let member = Guest::seated(&hosts, &patient, name).await;
        member.disconnect().await;
    }
    tokio::time::sleep(Duration::from_mins(30)).await;
    assert_eq!(hosts.count_loaded(), 0);
    let mut ann = Guest::join(&hosts, &patient, "Ann", 0).await.unwrap();
    ann.number = 10;
    let claim = json!({"type": "claim-absence", "result": "win"});
    assert_eq!(ann.ask(claim.clone()).await["code"], "grace-not-over");
    advance(Duration::from_mins(31)).await;
    assert_eq!(ann.ask(claim).await["type"], "applied");
}

/// Rooms without sessions do not count against the limit, even if their clocks run.
#[tokio::test(start_paused = true)]
async fn idle_rooms_are_unloaded_at_the_limit() {
    let limits = Limits {
        rooms_max: 2,
        ..Limits::default()
    };
    let (hosts, room) = abandoned(seconds(3600), limits).await;
    let rules = HouseRules {
        opener: Some(Side::First),
        clock: Some(seconds(3600)),
        ..HouseRules::native(Kind::Chess)
    };
    for _ in 0..10 {
        let opening = Room::open(Kind::Chess, rules.clone(), &Kind::Chess.start(), []);
        let next = open(&hosts, opening).await;
        abandon(&hosts, &next).await;
    }
    let mut ann = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
    ann.number = 10;
    assert_eq!(ann.ask(json!({"type": "resign"})).await["type"], "applied");
    assert!(hosts.count_loaded() <= 3, "{}", hosts.count_loaded());
}
