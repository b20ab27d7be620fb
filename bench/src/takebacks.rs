//! The room that costs most to replay: opened with a long game, and moves taken back again and again.

use std::time::Instant;

use raum_room::{By, Command, Context, Entry, Event, HouseRules, MemberId, Room};
use raum_rules::{AnyGame, Game, Kind, Move, Record, Role, Side};

use crate::comparison::verdict;

/// As many moves as a room may be opened with.
const PLIES: usize = 2000;
const TAKEBACKS: usize = 498;
const MILLIS_WANTED: f64 = 50.0;
/// The best time counts, since noise only ever adds.
const ROUNDS: usize = 5;

/// Prints how long a replay takes.
pub(crate) fn measure() -> anyhow::Result<()> {
    println!("replay of a room of {PLIES} moves with {TAKEBACKS} takebacks, best of {ROUNDS}");
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
        println!(
            "  {:32} {millis:5.1} ms  wanted ≤ {MILLIS_WANTED:.0}  {}",
            kind.name(),
            verdict(millis <= MILLIS_WANTED)
        );
    }
    Ok(())
}

/// The journal of such a room.
fn entries(kind: Kind) -> anyhow::Result<Vec<Entry>> {
    let rules = HouseRules {
        opener: Some(Side::First),
        ..HouseRules::native(kind)
    };
    let moves = long_game(kind)?;
    let last_move = moves.last().map(|mv| kind.move_text(*mv));
    let last_move = last_move.unwrap_or_default();
    let first = entry(1, Room::open(kind, rules, &kind.start(), moves));
    let mut room = Room::begin(&first).ok_or_else(|| anyhow::anyhow!("it opens no room"))?;
    let mut entries = vec![first];
    let mut ask = |by: By, command: &Command| -> anyhow::Result<()> {
        let context = Context {
            now: 0,
            chance: 0,
            key_shown: false,
            away_since: [None; 2],
            can_go_back: true,
        };
        let events = room.decide(by, command, &context);
        for event in events.map_err(|refusal| anyhow::anyhow!("{}", refusal.code()))? {
            let entry = entry(room.seq() + 1, event);
            room.apply(&entry);
            entries.push(entry);
        }
        Ok(())
    };
    for name in ["Ann", "Ben"] {
        let name = name.to_owned();
        ask(By::Guest, &Command::TakeSeat { name, side: None })?;
    }
    let [white, black] = [1, 2].map(|member| By::Member(MemberId(member)));
    for _ in 0..TAKEBACKS {
        ask(black, &Command::AskTakeback)?;
        ask(white, &Command::AcceptTakeback)?;
        ask(
            black,
            &Command::Play {
                text: last_move.clone(),
                ply: PLIES - 1,
            },
        )?;
    }
    Ok(entries)
}

fn entry(seq: u64, event: Event) -> Entry {
    Entry {
        seq,
        at: 0,
        answers: None,
        event,
        private: None,
    }
}

/// How often the way to a long game may lead nowhere.
const DEAD_ENDS_MAX: usize = 10_000;

/// Moves that end no game: nobody captures, and a pawn moves from time to time. Where that leads nowhere, it
/// goes back a few moves and takes another way.
fn long_game(kind: Kind) -> anyhow::Result<Vec<Move>> {
    let mut record = Record::new(kind.start());
    let (mut chance, mut dead_ends) = (1_u64, 0);
    while record.moves().len() < PLIES {
        let ply = record.moves().len();
        let quiet = quiet_moves(record.game(), ply % 140 >= 138);
        if quiet.is_empty() || record.outcome().is_some() {
            dead_ends += 1;
            anyhow::ensure!(dead_ends < DEAD_ENDS_MAX, "the games end after {ply} moves");
            record.go_to(ply.saturating_sub(dead_ends % 64));
            continue;
        }
        // Knuth's multiplier: any sequence without short periods will do.
        chance = chance
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let choice = usize::try_from(chance >> 33)? % quiet.len();
        record.play(quiet[choice])?;
    }
    Ok(record.moves().to_vec())
}

/// The legal moves that capture nothing; those of pawns alone if they are wanted and there are any.
fn quiet_moves(game: &AnyGame, pawns: bool) -> Vec<Move> {
    let mut quiet = game.legal();
    quiet.retain(|mv| game.piece(mv.to).is_none());
    let is_pawns = |mv: &Move| {
        let piece = mv.from.and_then(|from| game.piece(from));
        piece.is_some_and(|piece| piece.role == Role::Pawn)
    };
    let (of_pawns, others): (Vec<_>, Vec<_>) = quiet.into_iter().partition(is_pawns);
    if others.is_empty() || (pawns && !of_pawns.is_empty()) {
        of_pawns
    } else {
        others
    }
}
