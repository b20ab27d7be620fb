//! Repetition, fifty moves, dead positions and stalemate inside the search, as a record of the game judges them. A draw that
//! the side to move may claim counts as a draw.

use raum_engine::{Engine, Limits, Table};
use raum_rules::{AnyGame, Game as _, Kind, Move, Outcome, Record, Side};

use crate::{
    common::{depth, moves_to_mate, nodes, record, search, search_with},
    queen_ending::won_in,
};

fn is_drawn(record: &Record<AnyGame>) -> bool {
    matches!(record.outcome(), Some(Outcome::Draw(_))) || !record.claims().is_empty()
}

fn after(record: &Record<AnyGame>, mv: Move) -> Record<AnyGame> {
    let mut next = record.clone();
    next.play(mv).expect("a legal move");
    next
}

/// White is far ahead, so that only a draw scores 0. Two of the games are near their fiftieth move.
const FAR_AHEAD: [(Kind, &str); 4] = [
    (Kind::Chess, "8/8/8/3k4/8/8/1R6/RQ2K3 w - - 88 90"),
    (Kind::Chess, "8/8/8/3k4/8/8/1R6/RQ2K3 w - - 0 1"),
    (
        Kind::Space,
        "RR1Q1/5/5/5/K4|5/5/5/5/5|5/5/2k2/5/5|5/5/5/5/5|5/5/5/5/5 w 88 90",
    ),
    (
        Kind::Space,
        "RR1Q1/5/5/5/K4|5/5/5/5/5|5/5/2k2/5/5|5/5/5/5/5|5/5/5/5/5 w 0 1",
    ),
];

/// Plays back and forth, so that positions repeat, and shows every game on the way. Never ends the game.
fn back_and_forth(start: Record<AnyGame>, seed: u64, mut see: impl FnMut(&Record<AnyGame>)) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut record = start;
    for _ in 0..60 {
        see(&record);
        let legal = record.game().legal();
        let goes_on = |mv: &Move| {
            record.game().captured(*mv).is_none() && record.outcome_after(*mv) == Ok(None)
        };
        let quiet: Vec<Move> = legal.into_iter().filter(goes_on).collect();
        let back = record.moves().iter().rev().nth(1).and_then(|last| {
            let back = Move::step(last.to, last.from?, None);
            quiet.contains(&back).then_some(back)
        });
        let returns = random.u8(..10) < 8;
        let any = random.choice(&quiet).copied();
        let Some(step) = back.filter(|_| returns).or(any) else {
            return;
        };
        record = after(&record, step);
    }
}

/// A move that lets the game end or a draw be claimed scores 0, and no other does.
#[test]
fn a_move_scores_as_the_record_judges_it() {
    let [mut drawn, mut undrawn] = [0; 2];
    for (seed, (kind, text)) in (0..).zip(FAR_AHEAD) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut engine = Engine::new(kind);
        let table = Table::new(1);
        back_and_forth(record(kind, text, &[]), seed, |record| {
            let legal = record.game().legal();
            for mv in random.choose_multiple(&legal, 4) {
                let next = after(record, *mv);
                // Whether a quiet position has a legal move is found one ply later.
                let is_over = next.game().legal().is_empty();
                let limits = Limits {
                    only: vec![*mv],
                    ..depth(1 + i32::from(is_over))
                };
                table.clear();
                let score = search_with(&mut engine, &table, record, &limits).lines[0].score;
                let context = format!("{score} for {mv:?} after {:?} from {text}", record.moves());
                if is_drawn(&next) {
                    assert_eq!(score, 0, "{context}");
                    drawn += 1;
                } else if next.outcome().is_some() {
                    assert_eq!(moves_to_mate(score), Some(1), "{context}");
                } else if score == 0 {
                    // A check is answered within the first ply.
                    let replies = next.game().legal();
                    let is_draw = |reply: &Move| is_drawn(&after(&next, *reply));
                    assert!(replies.iter().any(is_draw), "{context}");
                } else {
                    let is_ahead = record.game().turn() == Side::First;
                    assert_eq!(score > 100, is_ahead, "{context}");
                    assert_eq!(score < -100, !is_ahead, "{context}");
                    undrawn += 1;
                }
            }
        });
    }
    assert!(drawn > 50 && undrawn > 50, "{drawn} and {undrawn}");
}

#[test]
fn the_winning_side_avoids_draws() {
    let mut avoided = 0;
    for (seed, (kind, text)) in (10..).zip(FAR_AHEAD) {
        back_and_forth(record(kind, text, &[]), seed, |record| {
            let draws = |mv: &Move| is_drawn(&after(record, *mv));
            let legal = record.game().legal();
            let clock = record.game().history().map(|past| past.halfmove_clock);
            // The fiftieth move is not so near that every line is drawn.
            let has_choice = legal.iter().any(draws) && clock < Some(90);
            if record.game().turn() == Side::First && has_choice {
                let best = &search(record, &nodes(300)).lines[0];
                assert!(!draws(&best.moves[0]), "{best:?} in {}", record.game());
                assert!(best.score > 100, "{best:?} in {}", record.game());
                avoided += 1;
            }
        });
    }
    assert!(avoided > 20, "{avoided}");
}

/// White checks for ever; any other move loses.
#[test]
fn the_losing_side_repeats() {
    let text = "6k1/6p1/8/7Q/8/8/rq6/6K1 w - - 0 1";
    let record = record(Kind::Chess, text, &[]);
    let limits = nodes(100_000);
    let best = &search(&record, &limits).lines[0];
    assert_eq!(best.score, 0, "{best:?}");
    let quiet = Limits {
        only: vec![Kind::Chess.read_move("g1f1").expect("a move text")],
        ..limits
    };
    let worse = &search(&record, &quiet).lines[0];
    assert!(worse.score < -300, "{worse:?}");
}

/// A mate in two moves (three plies) counts while it comes no later than on the hundredth ply.
#[test]
fn the_fiftieth_move_may_mate() {
    let space = won_in(3);
    let positions = [
        (Kind::Chess, "7k/8/5K2/8/8/8/8/Q7 w - - 0 1"),
        (Kind::Space, &space),
    ];
    for (kind, text) in positions {
        let text = text.trim_end_matches(" 0 1");
        for (clock, expected) in [(0, Some(2)), (97, Some(2)), (98, None), (99, None)] {
            let record = record(kind, &format!("{text} {clock} 100"), &[]);
            let best = &search(&record, &nodes(50_000)).lines[0];
            assert_eq!(moves_to_mate(best.score), expected, "{clock}: {text}");
            if expected.is_none() {
                assert_eq!(best.score, 0, "{clock}: {text}");
            }
        }
    }
}

#[test]
fn a_mate_on_the_hundredth_ply_beats_the_draw() {
    let space = won_in(1);
    let positions = [
        (Kind::Chess, "7k/Q7/6K1/8/8/8/8/8 w - - 0 1"),
        (Kind::Space, &space),
    ];
    for (kind, text) in positions {
        let text = text.replace(" 0 1", " 99 100");
        let text = text.as_str();
        let best = &search(&record(kind, text, &[]), &nodes(1_000)).lines[0];
        assert_eq!(moves_to_mate(best.score), Some(1), "{best:?} in {text}");
    }
}

/// The only way out is to take the last piece that can mate.
#[test]
fn a_dead_position_scores_nothing_at_once() {
    let positions = [
        (Kind::Chess, "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1"),
        (
            Kind::Space,
            "5/5/5/5/Kq3|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/5/5 w 0 1",
        ),
    ];
    for (kind, text) in positions {
        let record = record(kind, text, &[]);
        let report = search(&record, &depth(1));
        assert_eq!(report.lines[0].score, 0, "{text}");
        let next = after(&record, report.lines[0].moves[0]);
        assert_eq!(next.outcome().map(Outcome::reason), Some("dead-position"));
        // Nothing is searched after it.
        assert_eq!(report.lines[0].moves.len(), 1, "{text}");
        let report = search(&next, &depth(4));
        assert_eq!(report.lines[0].score, 0, "{text}");
    }
}

#[test]
fn stalemate_scores_nothing() {
    let chess = record(Kind::Chess, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", &[]);
    let mv = Kind::Chess.read_move("f1f7").expect("a move text");
    let limits = Limits {
        only: vec![mv],
        ..depth(5)
    };
    assert_eq!(search(&chess, &limits).lines[0].score, 0);
    let best = &search(&chess, &depth(5)).lines[0];
    assert!(best.score > 500 && best.moves[0] != mv, "{best:?}");
    let text = "5/5/5/5/k1K2|Q4/5/5/5/5|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5 w 0 1";
    let space = record(Kind::Space, text, &[]);
    let mv = Kind::Space.read_move("Ba5Ba3").expect("a move text");
    let limits = Limits {
        only: vec![mv],
        ..depth(5)
    };
    assert_eq!(
        after(&space, mv).outcome().map(Outcome::reason),
        Some("stalemate")
    );
    assert_eq!(search(&space, &limits).lines[0].score, 0);
}
