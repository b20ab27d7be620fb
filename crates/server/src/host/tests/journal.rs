//! What is kept, what is not, and who hears of it.

use super::*;

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
