//! Sweeps after the wall clock was set between two runs.

use super::*;

const DAY_MILLIS: i64 = 86_400_000;

/// The sweep of the next run, after the wall clock was set by this much.
fn restarted(sweep: &Sweep, step_millis: i64) -> Sweep {
    let services = sweep.hosts.services().clone();
    let clock = services.clock.stepped(step_millis);
    let hosts = Hosts::new(Services { clock, ..services });
    Sweep::new(hosts, sweep.keep)
}

fn finished() -> Vec<(By, Command)> {
    vec![take_seat(), take_seat(), resign()]
}

async fn keep_many(sweep: &Sweep, ids: std::ops::RangeInclusive<u64>, commands: &[(By, Command)]) {
    for id in ids {
        keep_room(sweep, id, commands).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_step_of_the_wall_clock_deletes_no_room() {
    for days in [400, 31, 2, -2, -400] {
        let (first, _) = sweep();
        keep_many(&first, 1..=3, &[]).await;
        keep_many(&first, 4..=6, &[take_seat()]).await;
        keep_many(&first, 7..=20, &finished()).await;
        let mut sweep = restarted(&first, days * DAY_MILLIS);
        let swept = sweep.sweep().await.unwrap();
        assert_eq!((swept.kept, swept.expired), (20, 0), "{days} days");
    }
}

/// Of a long stop an hour counts, and from the start on all time does.
#[tokio::test(start_paused = true)]
async fn after_a_step_rooms_go_when_their_time_is_over() {
    let (first, _) = sweep();
    keep_many(&first, 1..=3, &[]).await;
    keep_many(&first, 4..=20, &finished()).await;
    let mut sweep = restarted(&first, 400 * DAY_MILLIS);
    sweep.sweep().await.unwrap();
    advance(DAY.saturating_sub(Duration::from_hours(1) + Duration::from_millis(1))).await;
    assert_eq!(sweep.sweep().await.unwrap().expired, 0);
    advance(Duration::from_millis(1)).await;
    assert_eq!(sweep.sweep().await.unwrap().expired, 3);
    advance(29 * DAY).await;
    let swept = sweep.sweep().await.unwrap();
    assert_eq!((swept.expired, swept.doubted), (17, 0));
}

/// The run after a step has written entries by the wrong clock: now the others look old.
#[tokio::test(start_paused = true)]
async fn most_rooms_are_not_deleted_at_the_start_without_a_question() {
    let (first, store) = sweep();
    keep_many(&first, 1..=2, &[]).await;
    keep_many(&first, 3..=12, &finished()).await;
    let second = restarted(&first, 400 * DAY_MILLIS);
    keep_many(&second, 13..=13, &finished()).await;
    let mut third = restarted(&second, 60_000);
    for _ in 0..2 {
        let swept = third.sweep().await.unwrap();
        let expected = Swept {
            kept: 13,
            damaged: 0,
            expired: 0,
            doubted: 12,
        };
        assert_eq!(swept, expected);
    }
    // What goes by the time that this run has seen is not doubted.
    advance(30 * DAY).await;
    let swept = third.sweep().await.unwrap();
    assert_eq!((swept.expired, swept.doubted), (1, 12));

    let mut fourth = restarted(&second, 60_000);
    fourth.keep.sweep_anyway = true;
    let swept = fourth.sweep().await.unwrap();
    assert_eq!((swept.expired, swept.doubted), (12, 0));
    assert_eq!(store.list(None, 100).await, Ok(vec![]));
}

/// Else anybody could fill the disk with rooms that no sweep dares to delete.
#[tokio::test(start_paused = true)]
async fn rooms_that_nobody_has_entered_are_deleted_without_a_question() {
    let (first, _) = sweep();
    keep_many(&first, 1..=50, &[]).await;
    advance(DAY).await;
    keep_many(&first, 51..=51, &finished()).await;
    let swept = restarted(&first, 2 * DAY_MILLIS).sweep().await.unwrap();
    assert_eq!((swept.expired, swept.kept, swept.doubted), (50, 1, 0));
}

/// A few are not most.
#[tokio::test(start_paused = true)]
async fn a_few_rooms_go_at_the_start() {
    let (first, _) = sweep();
    keep_many(&first, 1..=3, &finished()).await;
    advance(31 * DAY).await;
    keep_many(&first, 4..=4, &finished()).await;
    let swept = restarted(&first, 60_000).sweep().await.unwrap();
    assert_eq!((swept.expired, swept.kept), (3, 1));
}
