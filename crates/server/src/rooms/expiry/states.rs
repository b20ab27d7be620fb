//! Reads the states of rooms from their journals.

use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_util::future::join_all;
use raum_journal::{Error, ListedRoom, Priority};
use raum_room::{Entry, Phase, Room, Seq};

use super::retention::State;
use crate::rooms::{Hosts, Urgency};

/// Reads the states of a batch of rooms.
pub(super) async fn read_states(hosts: &Hosts, batch: &[ListedRoom]) -> Vec<Result<State, Error>> {
    let store = &hosts.services.store;
    let rooms = batch.iter();
    let games = rooms.map(|listed| store.read_last_game(&listed.room, Priority::Upkeep));
    let games = join_all(games).await;
    let lasts: Vec<_> = batch.iter().map(|listed| listed.last).collect();
    let replay = move || {
        let games = games.into_iter().zip(lasts);
        games
            .map(|(game, last)| game.map(|entries| state(last, &entries)))
            .collect()
    };
    let replayed = hosts.workers.run(None, Urgency::Asking, replay).await;
    replayed.unwrap_or_else(|_| vec![Ok(State::Unfinished); batch.len()])
}

/// The state of a room with this last entry. A room that cannot be replayed counts as unfinished.
fn state(last: Seq, entries: &[Entry]) -> State {
    if last == 1 {
        return State::Unentered;
    }
    // A panic, which has been logged, must not affect the other rooms.
    let room = catch_unwind(AssertUnwindSafe(|| Room::replay(entries)));
    match room.ok().flatten().map(|room| room.phase()) {
        Some(Phase::Over | Phase::Closed) => State::Finished,
        _ => State::Unfinished,
    }
}
