//! What is kept, what is not, and who hears of it.

use super::*;

#[tokio::test(start_paused = true)]
async fn who_does_not_keep_up_is_closed_and_resumes() {
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
    // It had the replay: the opening and a seat.
    let seen = 2;
    let mut resumed = Guest::join(&hosts, &room, "sleeper", seen).await.unwrap();
    resumed.next().await;
    let missed = resumed.next().await;
    assert_eq!(missed["entries"][0]["seq"], seen + 1);
}

#[tokio::test(start_paused = true)]
async fn what_the_journal_does_not_take_did_not_happen() {
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
async fn a_command_whose_answer_the_journal_loses_is_applied_if_it_is_there() {
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
async fn a_command_of_which_nothing_is_known_is_not_said_to_have_changed_nothing() {
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
    // Nothing else is decided until the journal can be read: it might be what was asked before.
    let answer = white.ask(play("d2d4", 0)).await;
    assert_eq!(answer["code"], "outcome-unknown");
    fail(false);
    assert_eq!(black.ask(play("e7e5", 1)).await["seq"], 6);
    // Sent again with its number, it turns out to be done.
    white.number = 1;
    assert_eq!(white.ask(play("e2e4", 0)).await["seq"], 5);
}

/// What a failed flush has left on the disk may come back after a crash.
#[tokio::test(start_paused = true)]
async fn a_command_that_a_broken_journal_does_not_show_may_still_be_there() {
    let store = Arc::new(Failing::default());
    let (hosts, room) = hosts_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let _black = Guest::seated(&hosts, &room, "Ben").await;
    store.breaks.store(true, Ordering::Relaxed);
    assert_eq!(white.ask(play("e2e4", 0)).await["code"], "outcome-unknown");
    store.breaks.store(false, Ordering::Relaxed);
    assert_eq!(white.ask(play("d2d4", 0)).await["seq"], 5);
}

/// Nobody is disconnected, and no command is refused.
#[tokio::test(start_paused = true)]
async fn what_another_writer_has_appended_is_taken_in() {
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

/// Each takes in what the other has stored when it stores something itself, and nobody is disconnected.
#[tokio::test(start_paused = true)]
async fn two_hosts_of_one_room_both_go_on() {
    let store = Arc::new(Memory::default());
    let (hosts, room) = hosts_with_room(store.clone(), None).await;
    let (others, _) = hosts_with_room(store.clone(), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let black = Guest::seated(&hosts, &room, "Ben").await;
    let number = black.number;
    black.leave_for_good().await;
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
async fn a_host_whose_room_the_journal_has_lost_goes() {
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
async fn a_number_that_is_used_again_for_another_command_is_refused() {
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
    assert_eq!(hosts.services().store.last(&room).await, Ok(3));
}

#[tokio::test(start_paused = true)]
async fn what_was_asked_before_the_end_is_kept_and_answered() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let mut white = Guest::seated(&hosts, &room, "Ann").await;
    let mut last = 0;
    for _ in 0..20 {
        last = white.command(json!({"type": "say", "text": "bye"})).await;
    }
    hosts.services().ending.cancel();
    hosts.tasks().close();
    hosts.tasks().wait().await;
    while white.next().await["number"] != last {}
    assert_eq!(white.outgoing.next().await, Err(Close::Restart));
    let kept = hosts.services().store.last(&room).await;
    assert_eq!(kept, Ok(22));
}

/// The mark of a room's last entry, which the welcome and the last frame of entries both tell.
async fn last_mark(hosts: &Hosts, room: &RoomId) -> String {
    let mut guest = Guest::join(hosts, room, "a client", 0).await.unwrap();
    let welcome = guest.next().await;
    let last = guest.arrived.pop_back().unwrap();
    let last: Value = serde_json::from_str(&last).unwrap();
    assert_eq!(welcome["mark"], last["mark"]);
    welcome["mark"].as_str().unwrap().to_owned()
}

/// Clause 3: two histories of a room, as after an old backup has been restored, with equally many entries.
#[tokio::test(start_paused = true)]
async fn a_cursor_of_another_history_is_noticed_by_its_mark() {
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
    // A cursor that both histories have is good, and so is one without a mark.
    let mut resumed = Guest::resume(&hosts, &room, 4, &shared).await.unwrap();
    assert_eq!(resumed.event("move-played").await["move"], "d2d4");
    assert!(Guest::join(&hosts, &room, "a client", 5).await.is_ok());
    assert!(Guest::resume(&hosts, &room, 0, "").await.is_ok());
}

/// A panic is a mistake of ours, and must not take the room from anyone.
#[tokio::test(start_paused = true)]
async fn a_host_that_panics_is_followed_by_another() {
    let (hosts, room) = hosts_with_room(Arc::new(Memory::default()), None).await;
    let white = Guest::seated(&hosts, &room, "Ann").await;
    white.host.send(HostMessage::Panic).await.unwrap();
    // Asked by a mailbox that nobody will read any more.
    let (reply, answer) = oneshot::channel();
    white.host.send(HostMessage::Facts(reply)).await.ok();
    assert!(answer.await.is_err());
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
