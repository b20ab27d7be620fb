//! Who comes, goes, speaks, and takes a seat elsewhere.

use super::*;

#[tokio::test(start_paused = true)]
async fn of_many_who_come_together_everyone_hears_at_once() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut first = Guest::join(&hosts, &room, "first", 0).await.unwrap();
    let mut others = Vec::new();
    for number in 2..=50 {
        let name = format!("guest {number}");
        others.push(Guest::join(&hosts, &room, &name, 0).await.unwrap());
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

/// Clause 11.
#[tokio::test(start_paused = true)]
async fn those_who_watch_are_told_by_the_names_they_give() {
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
    // In a seat one does not watch.
    let seat = eve.ask(json!({"type": "take-seat", "name": "Eva"})).await;
    assert_eq!(seat["type"], "applied");
    ann.sees_watchers(&Value::Null, 1).await;
}

/// A code that takes the seat of a token elsewhere.
async fn transfer(guest: &Guest, token: &str) -> Result<String, Denied> {
    let (reply, answer) = oneshot::channel();
    let ask = HostMessage::Transfer(token_hash(token), reply);
    guest.host.send(ask).await.ok();
    answer.await.map_err(|_| Denied::Restart)?
}

#[tokio::test(start_paused = true)]
async fn a_transfer_code_does_not_last_and_the_newest_ones_count() {
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
async fn a_transfer_code_is_good_although_everyone_has_gone() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let ann = Guest::seated(&hosts, &room, "Ann").await;
    let code = transfer(&ann, "Ann").await.unwrap();
    ann.leave_for_good().await;
    tokio::time::sleep(2 * ROOM_IDLE).await;
    let joined = Guest::join_with(&hosts, &room, "Ann's other", 0, Some(&code)).await;
    assert_eq!(joined.unwrap().next().await["member"], 1);
}

/// As many devices as the limit says have a seat: the newest ones.
#[tokio::test(start_paused = true)]
async fn a_seat_has_so_many_devices() {
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
async fn a_speaker_is_heard_again_after_a_minute() {
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
    // Another connection from the same place is the same speaker.
    let mut again = Guest::join(&hosts, &room, "guest", 0).await.unwrap();
    assert_eq!(again.ask(say.clone()).await["code"], "too-many-messages");
    advance(Duration::from_mins(1)).await;
    assert_eq!(ann.ask(say.clone()).await["type"], "applied");
    assert_eq!(again.ask(say).await["type"], "applied");
}

#[tokio::test(start_paused = true)]
async fn who_asks_late_for_a_room_that_there_is_not_is_told_so() {
    let (hosts, _) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let host = hosts.host(None, &RoomId::from_bits(0)).unwrap();
    // By then it has found out that there is no such room.
    while hosts.count_loaded() > 0 {
        tokio::task::yield_now().await;
    }
    tokio::task::yield_now().await;
    let (reply, answer) = oneshot::channel();
    assert!(host.send(HostMessage::Facts(reply)).await.is_ok());
    assert!(matches!(answer.await, Ok(Err(Denied::NoRoom))));
}

/// Clauses 5 and 9: the newest connection with the token has the seat, and there is one seat for one token.
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
        assert_eq!(hosts.services().store.last(&room).await, Ok(2));
        let _friend = Guest::seated(&hosts, &room, "Ben").await;
        assert_eq!(hosts.services().store.last(&room).await, Ok(4));
    }
}

#[tokio::test(start_paused = true)]
async fn a_take_seat_that_an_older_connection_delivers_late_takes_no_seat() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut older = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
    let _newer = Guest::seated(&hosts, &room, "Ann").await;
    older
        .command(json!({"type": "take-seat", "name": "Ann"}))
        .await;
    assert_eq!(older.closed().await, Close::Replaced);
    assert_eq!(hosts.services().store.last(&room).await, Ok(2));
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

/// A hello that is sent again after a break has the same code, which is used up.
#[tokio::test(start_paused = true)]
async fn a_transfer_code_sent_again_with_its_token_is_no_wrong_code() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let ann = Guest::seated(&hosts, &room, "Ann").await;
    let code = transfer(&ann, "Ann").await.unwrap();
    for _ in 0..2 {
        let device = Guest::join_with(&hosts, &room, "Ann's other", 0, Some(&code)).await;
        assert_eq!(device.unwrap().next().await["member"], 1);
    }
}
