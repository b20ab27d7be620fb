//! Appends that fail, conflict or have an unknown outcome, and replays.

use super::*;

#[tokio::test(start_paused = true)]
async fn a_slow_connection_is_closed_and_resumes() {
    let limits = Limits {
        messages_per_minute: 100,
        ..Limits::default()
    };
    let frames_max = limits.outbox_frames_max;
    let (hosts, room) = hosts_with_limits(Arc::new(Memory::default()), None, limits).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let sleeper = Guest::join(&hosts, &room, "sleeper", 0).await.unwrap();
    for _ in 0..=frames_max {
        white.ask(json!({"type": "say", "text": "wake up"})).await;
    }
    assert_eq!(sleeper.closed().await, Close::Slow);
    // It received the replay: the opening and a seat.
    let seen = 2;
    let mut resumed = Guest::join(&hosts, &room, "sleeper", seen).await.unwrap();
    resumed.next().await;
    let missed = resumed.next().await;
    assert_eq!(missed["entries"][0]["seq"], seen + 1);
}

#[tokio::test(start_paused = true)]
async fn a_failed_append_changes_nothing() {
    let store = Arc::new(Failing::default());
    let (hosts, room) = hosts_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let _black = Guest::seated(&hosts, &room, "Ben").await;
    store.fails.store(true, Ordering::Relaxed);
    assert_eq!(
        white.ask(play("e2e4", 0)).await["code"],
        "journal-unavailable"
    );
    store.fails.store(false, Ordering::Relaxed);
    assert_eq!(white.ask(play("d2d4", 0)).await["seq"], 5);
}

#[tokio::test(start_paused = true)]
async fn an_append_without_an_answer_is_applied_if_the_journal_has_it() {
    let store = Arc::new(Failing::default());
    let (hosts, room) = hosts_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let mut black = Guest::seated(&hosts, &room, "Ben").await;
    store.loses_answers.store(true, Ordering::Relaxed);
    let answer = white.ask(play("e2e4", 0)).await;
    assert_eq!(
        (&answer["type"], &answer["seq"]),
        (&json!("applied"), &json!(5))
    );
    assert_eq!(black.event("move-played").await["move"], "e2e4");
    assert_eq!(black.ask(play("e7e5", 1)).await["seq"], 6);
}

#[tokio::test(start_paused = true)]
async fn a_command_of_unknown_outcome_is_not_reported_as_without_effect() {
    let store = Arc::new(Failing::default());
    let (hosts, room) = hosts_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let mut black = Guest::seated(&hosts, &room, "Ben").await;
    let fail = |fails| {
        for fault in [&store.loses_answers, &store.reads_fail] {
            fault.store(fails, Ordering::Relaxed);
        }
    };
    fail(true);
    let answer = white.ask(play("e2e4", 0)).await;
    assert_eq!(answer["code"], "outcome-unknown");
    assert!(!answer["message"].as_str().unwrap().contains("Nothing"));
    // Nothing else is decided until the journal can be read: the first command may be in it.
    let answer = white.ask(play("d2d4", 0)).await;
    assert_eq!(answer["code"], "outcome-unknown");
    fail(false);
    assert_eq!(black.ask(play("e7e5", 1)).await["seq"], 6);
    // A retry with the same number shows that it was applied.
    white.number = 1;
    assert_eq!(white.ask(play("e2e4", 0)).await["seq"], 5);
}

/// An entry of a failed flush may reappear after a crash.
#[tokio::test(start_paused = true)]
async fn a_command_missing_from_a_broken_journal_has_an_unknown_outcome() {
    let store = Arc::new(Failing::default());
    let (hosts, room) = hosts_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let _black = Guest::seated(&hosts, &room, "Ben").await;
    store.breaks.store(true, Ordering::Relaxed);
    assert_eq!(white.ask(play("e2e4", 0)).await["code"], "outcome-unknown");
    store.breaks.store(false, Ordering::Relaxed);
    assert_eq!(white.ask(play("d2d4", 0)).await["seq"], 5);
}

/// No client is disconnected, and no command is refused.
#[tokio::test(start_paused = true)]
async fn entries_of_another_writer_are_absorbed() {
    let store = Arc::new(Memory::default());
    let (hosts, room) = hosts_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let mut said = store.read(&room, 2).await.unwrap();
    (said[0].seq, said[0].answers) = (3, None);
    said[0].event = raum_room::Event::Said {
        member: None,
        name: "Eve".to_owned(),
        text: "hello".to_owned(),
    };
    let said: Vec<_> = said.into_iter().map(EncodedEntry::new).collect();
    store.append(&room, &said).await.unwrap();
    white.command(json!({"type": "say", "text": "hi"})).await;
    assert_eq!(white.event("said").await["name"], "Eve");
    assert_eq!(white.event("said").await["name"], "Ann");
    let answer = white.next().await;
    assert_eq!(
        (&answer["type"], &answer["seq"]),
        (&json!("applied"), &json!(4))
    );
}

/// Each host absorbs the other's entries when it appends its own, and no client is disconnected.
#[tokio::test(start_paused = true)]
async fn two_hosts_of_one_room_both_continue() {
    let store = Arc::new(Memory::default());
    let (hosts, room) = hosts_with_room(store.clone(), None).await;
    let (others, _) = hosts_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let black = Guest::seated(&hosts, &room, "Ben").await;
    let number = black.number;
    black.disconnect().await;
    let mut black = Guest::join(&others, &room, "Ben", 0).await.unwrap();
    black.number = number;
    for (ply, text) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        let player = if ply % 2 == 0 { &mut white } else { &mut black };
        for command in [json!({"type": "say", "text": text}), play(text, ply)] {
            let answer = player.ask(command).await;
            assert_eq!(answer["type"], "applied", "{text}: {answer}");
        }
    }
    let entries = store.read(&room, 1).await.unwrap();
    let room = Room::replay(&entries).unwrap();
    assert_eq!(room.bout().map(raum_room::Bout::ply), Some(4));
}

#[tokio::test(start_paused = true)]
async fn a_host_whose_room_is_deleted_stops() {
    let store = Arc::new(Memory::default());
    let (hosts, room) = hosts_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    store.delete(&room).await.unwrap();
    white.command(json!({"type": "say", "text": "hello"})).await;
    assert_eq!(white.closed().await, Close::Journal);
    let again = Guest::join(&hosts, &room, "Ann", 0).await;
    assert_eq!(again.err(), Some(Denied::NoRoom));
}

/// Clause 9.
#[tokio::test(start_paused = true)]
async fn a_number_reused_for_another_command_is_refused() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let say = |text: &str| json!({"type": "say", "text": text});
    for (text, kind) in [
        ("hello", "applied"),
        ("hello", "applied"),
        ("bye", "refused"),
    ] {
        white.number = 1;
        let answer = white.ask(say(text)).await;
        assert_eq!(answer["type"], kind, "{answer}");
    }
    assert_eq!(hosts.services.store.last(&room).await, Ok(3));
}

#[tokio::test(start_paused = true)]
async fn commands_sent_before_shutdown_are_stored_and_answered() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let mut last = 0;
    for _ in 0..20 {
        last = white.command(json!({"type": "say", "text": "bye"})).await;
    }
    hosts.services.ending.cancel();
    hosts.services.tasks.close();
    hosts.services.tasks.wait().await;
    while white.next().await["number"] != last {}
    assert_eq!(white.outgoing.next().await, Err(Close::Restart));
    let last = hosts.services.store.last(&room).await;
    assert_eq!(last, Ok(22));
}

/// The mark of a room's last entry, which is in the welcome and in the last frame of entries.
async fn last_mark(hosts: &Hosts, room: &RoomId) -> String {
    let mut guest = Guest::join(hosts, room, "a client", 0).await.unwrap();
    let welcome = guest.next().await;
    let last = guest.arrived.pop_back().unwrap();
    let last: Value = serde_json::from_str(&last).unwrap();
    assert_eq!(welcome["mark"], last["mark"]);
    welcome["mark"].as_str().unwrap().to_owned()
}

/// Clause 3: two histories of a room with the same number of entries, as after restoring an old backup.
#[tokio::test(start_paused = true)]
async fn the_mark_reveals_a_cursor_of_another_history() {
    let store = Arc::new(Memory::default());
    let (hosts, room) = hosts_with_room(store.clone(), None).await;
    let mut ann = Guest::seated(&hosts, &room, "Ann").await;
    let _ben = Guest::seated(&hosts, &room, "Ben").await;
    let shared = last_mark(&hosts, &room).await;
    let backup = store.read(&room, 1).await.unwrap().into_iter();
    let backup: Vec<_> = backup.map(EncodedEntry::new).collect();
    ann.ask(play("e2e4", 0)).await;
    let lost = last_mark(&hosts, &room).await;
    let restored = Arc::new(Memory::default());
    restored.append(&room, &backup).await.unwrap();
    let (hosts, _) = hosts_with_room(restored, None).await;
    let mut ann = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
    ann.number = 10;
    assert_eq!(ann.ask(play("d2d4", 0)).await["seq"], 5);
    let refused = Guest::resume(&hosts, &room, 5, &lost).await.err();
    assert_eq!(refused, Some(Denied::Cursor));
    // A cursor that both histories share is valid, and so is one without a mark.
    let mut resumed = Guest::resume(&hosts, &room, 4, &shared).await.unwrap();
    assert_eq!(resumed.event("move-played").await["move"], "d2d4");
    assert!(Guest::join(&hosts, &room, "a client", 5).await.is_ok());
    assert!(Guest::resume(&hosts, &room, 0, "").await.is_ok());
}

/// A panic is a bug, and must not make the room unavailable.
#[tokio::test(start_paused = true)]
async fn a_host_that_panics_is_replaced() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let white = Guest::seated(&hosts, &room, "Ann").await;
    let panicked = query(&white.host, |_| panic!("on purpose"));
    assert_eq!(panicked.await, Err::<(), _>(Denied::Restart));
    // No task reads this mailbox any more.
    let facts = query(&white.host, Driver::facts).await;
    assert_eq!(facts.err(), Some(Denied::Restart));
    let closed = timeout(Duration::from_hours(1), async {
        loop {
            if let Err(why) = white.outgoing.next().await {
                return why;
            }
        }
    });
    assert_eq!(closed.await, Ok(Close::Restart));
    assert_eq!(hosts.count_loaded(), 0);
    let mut again = Guest::join(&hosts, &room, "Ann", 0).await.unwrap();
    assert_eq!(again.next().await["member"], 1);
}
