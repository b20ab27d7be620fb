//! Presence, chat, and seats on several devices.

use super::*;
use crate::rooms::secrets::transfer_code;

#[tokio::test(start_paused = true)]
async fn presence_updates_are_batched() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut first = Guest::join(&hosts, &room, "first", 0).await.unwrap();
    let mut others = Vec::new();
    for number in 2..=50 {
        let name = format!("guest {number}");
        others.push(Guest::join(&hosts, &room, &name, 0).await.unwrap());
    }
    let mut updates = 0;
    loop {
        let frame = first.next().await;
        updates += usize::from(frame["type"] == "presence");
        if frame["spectators"] == 50 {
            break;
        }
    }
    assert!(updates <= 2, "{updates} updates");
}

/// Clause 11.
#[tokio::test(start_paused = true)]
async fn spectators_are_listed_by_the_names_they_give() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut ann = Guest::seated(&hosts, &room, "Ann").await;
    let mut eve = Guest::join(&hosts, &room, "eve's token", 0).await.unwrap();
    let _silent = Guest::join(&hosts, &room, "silent", 0).await.unwrap();
    let watch = |name: &str| json!({"type": "watch", "name": name});
    assert_eq!(eve.ask(watch("Eve")).await["type"], "applied");
    ann.sees_watchers(&json!(["Eve"]), 2).await;
    assert_eq!(eve.ask(watch("\n")).await["code"], "bad-name");
    assert_eq!(eve.ask(watch("Eva")).await["type"], "applied");
    ann.sees_watchers(&json!(["Eva"]), 2).await;
    // A seated member is not a spectator.
    let seat = eve.ask(json!({"type": "take-seat", "name": "Eva"})).await;
    assert_eq!(seat["type"], "applied");
    ann.sees_watchers(&Value::Null, 1).await;
}

/// Creates a code that transfers the seat of a token.
async fn transfer(guest: &Guest, token: &str) -> Result<String, Denied> {
    let owner = token_hash(token);
    let code = transfer_code();
    let code_hash = token_hash(&code);
    let offer = move |host: &mut Driver| host.offer_transfer(&owner, code_hash);
    let offered = query(&guest.host, offer).await.flatten();
    offered.map(|()| code)
}

#[tokio::test(start_paused = true)]
async fn transfer_codes_expire_and_only_the_newest_are_valid() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let ann = Guest::seated(&hosts, &room, "Ann").await;
    assert_eq!(transfer(&ann, "stranger").await, Err(Denied::Forbidden));
    let [oldest, .., newest] = [
        transfer(&ann, "Ann").await.unwrap(),
        transfer(&ann, "Ann").await.unwrap(),
        transfer(&ann, "Ann").await.unwrap(),
        transfer(&ann, "Ann").await.unwrap(),
        transfer(&ann, "Ann").await.unwrap(),
    ];
    let other = |code: String| {
        let (hosts, room) = (&hosts, &room);
        async move { Guest::join_with(hosts, room, "Ann's other", 0, Some(&code)).await }
    };
    assert_eq!(other(oldest).await.err(), Some(Denied::Forbidden));
    let mut device = other(newest).await.unwrap();
    assert_eq!(device.next().await["member"], 1);
    let late = transfer(&device, "Ann's other").await.unwrap();
    advance(Duration::from_mins(5)).await;
    let third = Guest::join_with(&hosts, &room, "third", 0, Some(&late)).await;
    assert_eq!(third.err(), Some(Denied::Forbidden));
}

#[tokio::test(start_paused = true)]
async fn a_transfer_code_is_valid_in_an_empty_room() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let ann = Guest::seated(&hosts, &room, "Ann").await;
    let code = transfer(&ann, "Ann").await.unwrap();
    ann.disconnect().await;
    tokio::time::sleep(2 * ROOM_IDLE).await;
    let joined = Guest::join_with(&hosts, &room, "Ann's other", 0, Some(&code)).await;
    assert_eq!(joined.unwrap().next().await["member"], 1);
}

#[tokio::test(start_paused = true)]
async fn only_the_newest_devices_own_a_seat() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut device = Guest::seated(&hosts, &room, "0").await;
    for number in 1..=TOKENS_PER_MEMBER_MAX {
        let code = transfer(&device, &(number - 1).to_string()).await.unwrap();
        let token = number.to_string();
        let joined = Guest::join_with(&hosts, &room, &token, 0, Some(&code)).await;
        device = joined.unwrap();
    }
    for (token, member) in [("0", json!(null)), ("1", json!(1))] {
        let mut guest = Guest::join(&hosts, &room, token, 0).await.unwrap();
        assert_eq!(guest.next().await["member"], member, "{token}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_speaker_over_the_limit_may_speak_again_after_a_minute() {
    let limits = Limits {
        messages_per_minute: 1,
        ..Limits::default()
    };
    let (hosts, room) = hosts_with_limits(Arc::new(Memory::default()), None, limits).await;
    let mut ann = Guest::seated(&hosts, &room, "Ann").await;
    let mut guest = Guest::join(&hosts, &room, "guest", 0).await.unwrap();
    let say = json!({"type": "say", "name": "Cem", "text": "hello"});
    for speaker in [&mut ann, &mut guest] {
        assert_eq!(speaker.ask(say.clone()).await["type"], "applied");
        assert_eq!(speaker.ask(say.clone()).await["code"], "too-many-messages");
    }
    // Another connection of the same client is the same speaker.
    let mut again = Guest::join(&hosts, &room, "guest", 0).await.unwrap();
    assert_eq!(again.ask(say.clone()).await["code"], "too-many-messages");
    advance(Duration::from_mins(1)).await;
    assert_eq!(ann.ask(say.clone()).await["type"], "applied");
    assert_eq!(again.ask(say).await["type"], "applied");
}

#[tokio::test(start_paused = true)]
async fn a_late_message_to_a_nonexistent_room_is_denied() {
    let (hosts, _) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let host = hosts.host(None, &RoomId::from_bits(0)).unwrap();
    // By now the host has found out that the room does not exist.
    while hosts.count_loaded() > 0 {
        tokio::task::yield_now().await;
    }
    tokio::task::yield_now().await;
    let facts = query(&host, Driver::facts).await;
    assert!(matches!(facts, Err(Denied::NoRoom)));
}

/// Clauses 5 and 9: a token owns one seat, and its newest connection has it.
#[tokio::test(start_paused = true)]
async fn a_take_seat_over_two_connections_takes_one_seat() {
    let take_seat = || json!({"type": "take-seat", "name": "Ann"});
    for late_number in [1, 2] {
        let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
        let mut older = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
        let mut newer = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
        assert_eq!(older.ask(take_seat()).await["member"], 1);
        newer.number = late_number - 1;
        let answer = newer.ask(take_seat()).await;
        assert_eq!(
            (&answer["type"], &answer["member"]),
            (&json!("applied"), &json!(1))
        );
        assert_eq!(older.closed().await, Close::Replaced);
        assert_eq!(hosts.services.store.last(&room).await, Ok(2));
        let _friend = Guest::seated(&hosts, &room, "Ben").await;
        assert_eq!(hosts.services.store.last(&room).await, Ok(4));
    }
}

#[tokio::test(start_paused = true)]
async fn a_late_take_seat_of_a_replaced_connection_takes_no_seat() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut older = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
    let _newer = Guest::seated(&hosts, &room, "Ann").await;
    older
        .command(json!({"type": "take-seat", "name": "Ann"}))
        .await;
    assert_eq!(older.closed().await, Close::Replaced);
    assert_eq!(hosts.services.store.last(&room).await, Ok(2));
}

#[tokio::test(start_paused = true)]
async fn a_member_who_leaves_and_returns_keeps_the_seat_on_other_devices() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let first = Guest::seated(&hosts, &room, "Ann").await;
    let _ben = Guest::seated(&hosts, &room, "Ben").await;
    let code = transfer(&first, "Ann").await.unwrap();
    let second = Guest::join_with(&hosts, &room, "Ann's other", 0, Some(&code)).await;
    let mut second = second.unwrap();
    second.number = 10;
    for command in [
        json!({"type": "leave"}),
        json!({"type": "take-seat", "name": "Ann"}),
    ] {
        assert_eq!(second.ask(command).await["type"], "applied");
    }
    for token in ["Ann", "Ann's other"] {
        let mut device = Guest::join(&hosts, &room, token, 0).await.unwrap();
        assert_eq!(device.next().await["member"], 1, "{token}");
    }
}

/// A client that reconnects sends its hello with the same code, which is used up.
#[tokio::test(start_paused = true)]
async fn a_repeated_transfer_code_with_its_token_is_not_a_wrong_code() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let ann = Guest::seated(&hosts, &room, "Ann").await;
    let code = transfer(&ann, "Ann").await.unwrap();
    for _ in 0..2 {
        let device = Guest::join_with(&hosts, &room, "Ann's other", 0, Some(&code)).await;
        assert_eq!(device.unwrap().next().await["member"], 1);
    }
}
