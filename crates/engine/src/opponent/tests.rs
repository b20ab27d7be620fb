use std::sync::atomic::AtomicBool;

use super::*;

/// A game from a position after some moves.
fn record(kind: Kind, position: Option<&str>, moves: &[&str]) -> Record<AnyGame> {
    let start = position.map_or(kind.start(), |text| kind.read_position(text).unwrap());
    let mut record = Record::new(start);
    for text in moves {
        record.play(kind.read_move(text).unwrap()).unwrap();
    }
    record
}

fn act_with(
    opponent: &mut Opponent,
    record: &Record<AnyGame>,
    side: Side,
    draw_offered: bool,
    stop: bool,
) -> Vec<Act> {
    let situation = Situation {
        record,
        side,
        draw_offered,
        last_offer: None,
    };
    let limits = Limits {
        nodes: 4_000,
        ..Limits::default()
    };
    opponent.act(&situation, &limits, &AtomicBool::new(stop), &mut |_| true)
}

fn act(record: &Record<AnyGame>, level: usize, side: Side, draw_offered: bool) -> Vec<Act> {
    let level = Level::new(record.game().kind(), level).unwrap();
    let mut opponent = Opponent::new(level, 5, 1);
    act_with(&mut opponent, record, side, draw_offered, false)
}

fn judgement(ply: usize, score: i32) -> Judgement {
    Judgement {
        is_experienced: true,
        ply,
        can_win: true,
        score: Some(score),
        evaluations: vec![score; PLIES_BACK + 1],
    }
}

#[test]
fn a_draw_is_accepted_if_it_is_better_than_the_game() {
    let cases = [
        (10, 0, false),
        (10, -149, false),
        (10, -150, true),
        (39, 0, false),
        (40, 0, true),
        (40, 1, false),
        (120, -31_000, true),
    ];
    for (ply, score, accepts) in cases {
        let judgement = judgement(ply, score);
        assert_eq!(judgement.accepts(), accepts, "{ply} {score}");
        let cannot_win = Judgement {
            can_win: false,
            ..judgement
        };
        assert!(cannot_win.accepts(), "{ply} {score}");
    }
}

#[test]
fn a_draw_is_claimed_by_the_worse_side() {
    // The score, the value of the pieces, whether it can win.
    let cases = [
        (-1, -1, true, true),
        (1, -200, true, false),
        (0, -200, true, true),
        (0, 0, true, false),
        (0, 200, true, false),
        (200, 200, false, true),
    ];
    for (score, value, can_win, claims) in cases {
        let judgement = Judgement {
            can_win,
            evaluations: vec![value; 3],
            ..judgement(60, score)
        };
        assert_eq!(judgement.claims(), claims, "{score} {value} {can_win}");
    }
}

#[test]
fn a_draw_is_offered_when_nothing_happens_for_long() {
    let cases = [
        (79, 0, None, false),
        (80, 20, None, true),
        (80, -20, None, true),
        (80, 21, None, false),
        (120, 0, Some(80), true),
        (119, 0, Some(80), false),
    ];
    for (ply, score, last_offer, offers) in cases {
        let calm = judgement(ply, score);
        assert_eq!(calm.offers(last_offer), offers, "{ply} {score}");
        let beginner = Judgement {
            is_experienced: false,
            ..judgement(ply, score)
        };
        assert!(!beginner.offers(last_offer));
    }
    for unrest in 0..=PLIES_BACK {
        let mut judgement = judgement(90, 0);
        judgement.evaluations[unrest] = -21;
        assert!(!judgement.offers(None), "{unrest} plies ago");
    }
    let mut short = judgement(90, 0);
    short.evaluations.pop();
    assert!(!short.offers(None), "it does not know how the game was");
}

/// The room would refuse an offer after the end of the game, and the move with it.
#[test]
fn no_draw_is_offered_with_a_move_that_ends_the_game() {
    let mv = Kind::Chess.read_move("a1a2").unwrap();
    // The half-move clock: after 150 half-moves without progress, the game is drawn.
    for (clock, acts) in [
        (99, vec![Act::Play(mv), Act::OfferDraw]),
        (149, vec![Act::Play(mv)]),
    ] {
        let position = format!("r3k3/8/8/8/8/8/8/R3K3 w - - {clock} 90");
        let situation = Situation {
            record: &record(Kind::Chess, Some(&position), &[]),
            side: Side::First,
            draw_offered: false,
            last_offer: None,
        };
        assert_eq!(judgement(180, 5).acts(&situation, Some(mv)), acts);
    }
}

#[test]
fn only_a_game_that_has_long_been_hopeless_is_resigned() {
    // The score now, and the values four and eight plies ago.
    let cases = [
        (-1200, -800, -800, true),
        (-31_000, -900, -900, true),
        (-1199, -900, -900, false),
        (-5000, -799, -900, false),
        (-5000, -900, -799, false),
    ];
    for (score, four, eight, resigns) in cases {
        let mut judgement = judgement(60, score);
        judgement.evaluations[4] = four;
        judgement.evaluations[8] = eight;
        assert_eq!(judgement.resigns(), resigns, "{score} {four} {eight}");
        judgement.is_experienced = false;
        assert!(!judgement.resigns());
    }
    let mut short = judgement(7, -5000);
    short.evaluations.truncate(8);
    assert!(!short.resigns(), "too early");
}

/// White has been two queens ahead for eight plies.
#[test]
fn experienced_opponents_resign_and_beginners_do_not() {
    let position = "4k3/pppp4/8/8/8/8/8/QQ1RK3 b - - 0 1";
    let walk = [
        "a7a6", "e1f1", "b7b6", "f1g1", "c7c6", "g1h1", "d7d6", "h1h2",
    ];
    let lost = record(Kind::Chess, Some(position), &walk);
    for level in 1..=8 {
        let acts = act(&lost, level, Side::Second, false);
        let resigns = acts == [Act::Resign];
        assert_eq!(resigns, level >= EXPERIENCED, "{level} {acts:?}");
    }
    // The winning side plays on, and would not agree to a draw.
    let mut won = lost;
    won.play(Kind::Chess.read_move("a6a5").unwrap()).unwrap();
    for draw_offered in [false, true] {
        let acts = act(&won, 8, Side::First, draw_offered);
        assert!(matches!(acts[..], [Act::Play(_)]), "{acts:?}");
    }
}

#[test]
fn offers_are_answered_in_the_turn_of_either_side() {
    let worse = record(
        Kind::Chess,
        Some("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1"),
        &["e8e7"],
    );
    assert_eq!(act(&worse, 6, Side::Second, true), [Act::AcceptDraw]);
    assert_eq!(act(&worse, 6, Side::Second, false), []);
    let better = act(&worse, 6, Side::First, true);
    assert!(matches!(better[..], [Act::Play(_)]), "{better:?}");
    for kind in Kind::ALL {
        // It is the first side's turn, and the game has just begun.
        let begun = record(*kind, None, &[]);
        assert_eq!(act(&begun, 3, Side::Second, true), [Act::DeclineDraw]);
    }
}

#[test]
fn a_draw_that_can_be_claimed_is_claimed_by_the_losing_side_alone() {
    let shuffle = ["a1b1", "e8d8", "b1a1", "d8e8"];
    let moves = [shuffle, shuffle].concat();
    let position = "4k3/pppp4/8/8/8/8/8/Q3K3 w - - 0 1";
    let repeated = record(Kind::Chess, Some(position), &moves);
    assert!(!repeated.claims().is_empty());
    let winning = act(&repeated, 6, Side::First, false);
    assert!(matches!(winning[..], [Act::Play(_)]), "{winning:?}");
    let position = "q3k3/8/8/8/8/8/PPPP4/4K3 w - - 99 80";
    let long = record(Kind::Chess, Some(position), &["e1f1", "e8e7"]);
    assert_eq!(act(&long, 6, Side::First, false), [Act::ClaimDraw]);
}

#[test]
fn the_same_game_level_and_seed_give_the_same_acts() {
    for kind in Kind::ALL {
        let start = record(*kind, None, &[]);
        let level = Level::new(*kind, 2).unwrap();
        let mut changed = Opponent::new(Level::last(Kind::Space), 1, 1);
        for game in 0..4 {
            let mut fresh = Opponent::new(level, 9, game);
            changed.change(level, 9, game);
            let [first, again, other] =
                [&mut fresh, &mut Opponent::new(level, 9, game), &mut changed]
                    .map(|opponent| act_with(opponent, &start, Side::First, false, false));
            assert!(matches!(first[..], [Act::Play(_)]), "{kind} {first:?}");
            assert_eq!((&first, &first), (&again, &other), "{kind} {game}");
        }
    }
}

#[test]
fn games_of_one_seed_differ() {
    let start = record(Kind::Chess, None, &[]);
    let level = Level::new(Kind::Chess, 2).unwrap();
    let moves: Vec<_> = (0..12)
        .map(|game| {
            let mut opponent = Opponent::new(level, 9, game);
            act_with(&mut opponent, &start, Side::First, false, false)
        })
        .collect();
    assert!(moves.iter().any(|acts| *acts != moves[0]));
}

#[test]
fn a_stopped_search_still_gives_a_move() {
    for kind in Kind::ALL {
        let start = record(*kind, None, &[]);
        let mut opponent = Opponent::new(Level::last(*kind), 5, 1);
        let acts = act_with(&mut opponent, &start, Side::First, false, true);
        assert!(matches!(acts[..], [Act::Play(_)]), "{kind}");
    }
}

#[test]
fn nothing_happens_after_the_end_or_in_another_kind() {
    let over = record(Kind::TicTacToe, Some("XXXOO.... O"), &[]);
    assert_eq!(act(&over, 1, Side::Second, true), []);
    let chess = record(Kind::Chess, None, &[]);
    let mut opponent = Opponent::new(Level::last(Kind::Space), 5, 1);
    let acts = act_with(&mut opponent, &chess, Side::First, false, false);
    assert_eq!(acts, []);
}
