//! Who comes, goes, speaks, and takes a seat elsewhere.

use super::*;

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

/// Clause 11.
#[tokio::test(start_paused = true)]
async fn those_who_watch_are_told_by_the_names_they_give() {
    let (lobby, room) = lobby_with_room(Arc::new(Memory::default()), None).await;
    let mut ann = Guest::seated(&lobby, &room, "Ann").await;
    let mut eve = Guest::join(&lobby, &room, "eve's token", 0).await.unwrap();
    let _silent = Guest::join(&lobby, &room, "silent", 0).await.unwrap();
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
