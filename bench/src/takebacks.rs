//! The most expensive room to replay: a long game with many takebacks.

use std::time::Instant;

use raum_room::{AnyMove, By, Command, Entry, MemberId, Room};
use raum_rules::Kind;

use crate::{
    goal::{Goal, figure},
    long_room::{LongRoom, long_game},
    record::{Record, Table},
};

/// The most moves that a room can be opened with.
const PLIES: usize = 2000;
const TAKEBACKS: usize = 498;
const MILLIS_WANTED: f64 = 50.0;
/// The best time counts, because noise only adds.
const ROUNDS: usize = 5;

/// Measures the time of a replay.
pub(crate) fn measure(record: &mut Record) -> anyhow::Result<()> {
    let title = format!("Replay of {PLIES} moves with {TAKEBACKS} takebacks, best of {ROUNDS}");
    let mut table = Table::new(title, ["", "ms"]);
    for kind in [Kind::Chess, Kind::Space] {
        let entries = entries(kind)?;
        let millis = (0..ROUNDS)
            .map(|_| {
                let begin = Instant::now();
                let room = Room::replay(&entries);
                assert!(room.is_some_and(|room| room.seq() == entries.len() as u64));
                begin.elapsed().as_secs_f64() * 1e3
            })
            .fold(f64::INFINITY, f64::min);
        table.row([kind.name().to_owned(), figure(millis)]);
        let name = format!("{}: replay with {TAKEBACKS} takebacks", kind.name());
        record
            .goals
            .push(Goal::at_most(name, millis, MILLIS_WANTED, "ms"));
    }
    record.table(table);
    Ok(())
}

/// The journal of that room.
fn entries(kind: Kind) -> anyhow::Result<Vec<Entry>> {
    let moves = long_game(kind, PLIES)?;
    let last_move = *moves.last().ok_or_else(|| anyhow::anyhow!("no moves"))?;
    let mut room = LongRoom::open(kind, &moves)?;
    let [white, black] = [1, 2].map(|member| By::Member(MemberId(member)));
    for _ in 0..TAKEBACKS {
        room.ask(black, &Command::AskTakeback)?;
        room.ask(white, &Command::AcceptTakeback)?;
        room.ask(
            black,
            &Command::Play {
                mv: AnyMove::Known(kind, last_move),
                ply: PLIES - 1,
            },
        )?;
    }
    Ok(room.entries)
}
