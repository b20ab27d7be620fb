//! Sweeps after the wall clock was set between two runs.

use super::*;

const DAY_MILLIS: i64 = 86_400_000;

/// The sweep after a restart, during which the wall clock was set by this much.
fn restarted(sweep: &Sweep, step_millis: i64) -> Sweep {
    let services = sweep.hosts.services.clone();
    let clock = services.clock.stepped(step_millis);
    let hosts = Hosts::new(Services { clock, ..services });
    Sweep::new(hosts, sweep.retention)
}

fn finished() -> Vec<(By, Command)> {
    vec![take_seat(), take_seat(), resign()]
}

async fn store_many(sweep: &Sweep, ids: std::ops::RangeInclusive<u64>, commands: &[(By, Command)]) {
    for id in ids {
        store_room(sweep, id, commands).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_step_of_the_wall_clock_deletes_no_room() {
    for days in [400, 31, 2, -2, -400] {
        let (first, _) = sweep();
        store_many(&first, 1..=3, &[]).await;
        store_many(&first, 4..=6, &[take_seat()]).await;
        store_many(&first, 7..=20, &finished()).await;
        let mut sweep = restarted(&first, days * DAY_MILLIS);
        let swept = sweep.sweep().await.unwrap();
        assert_eq!((swept.kept, swept.expired), (20, 0), "{days} days");
    }
}

/// Only one hour of a long stop counts, and all time since the start.
#[tokio::test(start_paused = true)]
async fn after_a_step_rooms_expire_by_the_time_since() {
    let (first, _) = sweep();
    store_many(&first, 1..=3, &[]).await;
    store_many(&first, 4..=20, &finished()).await;
    let mut sweep = restarted(&first, 400 * DAY_MILLIS);
    sweep.sweep().await.unwrap();
    advance(DAY.saturating_sub(Duration::from_hours(1) + Duration::from_millis(1))).await;
    assert_eq!(sweep.sweep().await.unwrap().expired, 0);
    advance(Duration::from_millis(1)).await;
    assert_eq!(sweep.sweep().await.unwrap().expired, 3);
    advance(29 * DAY).await;
    let swept = sweep.sweep().await.unwrap();
    assert_eq!((swept.expired, swept.withheld), (17, 0));
}

/// A run with a wrong clock has written entries, which make all others look old.
#[tokio::test(start_paused = true)]
async fn suspiciously_many_rooms_are_not_deleted_at_the_start() {
    let (first, store) = sweep();
    store_many(&first, 1..=2, &[]).await;
    store_many(&first, 3..=12, &finished()).await;
    let second = restarted(&first, 400 * DAY_MILLIS);
    store_many(&second, 13..=13, &finished()).await;
    let mut third = restarted(&second, 60_000);
    for _ in 0..2 {
        let swept = third.sweep().await.unwrap();
        let expected = Swept {
            kept: 13,
            damaged: 0,
            expired: 0,
            withheld: 12,
        };
        assert_eq!(swept, expected);
    }
    // A room that expires during this run is deleted.
    advance(30 * DAY).await;
    let swept = third.sweep().await.unwrap();
    assert_eq!((swept.expired, swept.withheld), (1, 12));

    let mut fourth = restarted(&second, 60_000);
    fourth.retention.sweep_anyway = true;
    let swept = fourth.sweep().await.unwrap();
    assert_eq!((swept.expired, swept.withheld), (12, 0));
    assert_eq!(store.list(None, 100).await, Ok(vec![]));
}

/// Otherwise a client could fill the disk with rooms that no sweep deletes.
#[tokio::test(start_paused = true)]
async fn unentered_rooms_are_not_suspicious() {
    let (first, _) = sweep();
    store_many(&first, 1..=50, &[]).await;
    advance(DAY).await;
    store_many(&first, 51..=51, &finished()).await;
    let swept = restarted(&first, 2 * DAY_MILLIS).sweep().await.unwrap();
    assert_eq!((swept.expired, swept.kept, swept.withheld), (50, 1, 0));
}

#[tokio::test(start_paused = true)]
async fn a_few_rooms_are_deleted_at_the_start() {
    let (first, _) = sweep();
    store_many(&first, 1..=3, &finished()).await;
    advance(31 * DAY).await;
    store_many(&first, 4..=4, &finished()).await;
    let swept = restarted(&first, 60_000).sweep().await.unwrap();
    assert_eq!((swept.expired, swept.kept), (3, 1));
}
