//! Games between players that follow a script.

use raum_rules::Kind;

use super::*;

/// Plays the moves of a list again and again, and says what it thinks of its position.
struct Script {
    moves: Vec<&'static str>,
    score: Option<i32>,
    number: usize,
}

impl Script {
    fn new(moves: &[&'static str]) -> Self {
        Self {
            moves: moves.to_vec(),
            score: None,
            number: 0,
        }
    }

    fn saying(self, score: i32) -> Self {
        Self {
            score: Some(score),
            ..self
        }
    }
}

impl Mover for Script {
    fn begin(&mut self, _: u64) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, record: &Record<AnyGame>, _: Option<Clocks>) -> Result<Choice, Failure> {
        let text = self.moves[self.number % self.moves.len()];
        self.number += 1;
        let mv = record.game().kind().read_move(text);
        Ok(Choice {
            mv: mv.map_err(|_| Failure::Illegal(text.to_owned()))?,
            score: self.score,
            nodes: Some(10),
        })
    }

    fn cpu(&self) -> Option<Duration> {
        Some(Duration::from_millis(self.number as u64))
    }
}

const REFEREE: Referee = Referee {
    margin: Duration::ZERO,
    adjudicates: false,
};

fn game(
    referee: Referee,
    budget: Budget,
    opening: &Record<AnyGame>,
    movers: [Script; 2],
) -> Played {
    let [mut first, mut second] = movers;
    let seats = [&mut first, &mut second].map(|mover| Seat {
        mover,
        budget,
        seed: 0,
    });
    play(referee, opening, seats, &AtomicBool::new(false)).unwrap()
}

fn chess(movers: [Script; 2]) -> Played {
    let opening = Record::new(Kind::Chess.start());
    game(REFEREE, Budget::default(), &opening, movers)
}

#[test]
fn mate_ends_a_game() {
    let played = chess([
        Script::new(&["f2f3", "g2g4"]),
        Script::new(&["e7e5", "d8h4"]),
    ]);
    assert_eq!(
        (played.winner, played.end),
        (Some(Side::Second), End::Rules("checkmate"))
    );
    assert_eq!(played.record.moves().len(), 4);
    let [first, second] = played.efforts;
    assert_eq!((first.moves, first.nodes), (2, 20));
    assert_eq!(second.cpu, Some(Duration::from_millis(2)));
}

#[test]
fn a_draw_that_can_be_claimed_is_claimed() {
    let played = chess([
        Script::new(&["g1f3", "f3g1"]),
        Script::new(&["g8f6", "f6g8"]),
    ]);
    assert_eq!(
        (played.winner, played.end),
        (None, End::Rules("threefold-repetition"))
    );
    assert_eq!(played.record.moves().len(), 8);

    let start = "k7/8/8/8/8/8/8/K6R w - - 98 80";
    let opening = Record::new(Kind::Chess.read_position(start).unwrap());
    let movers = [Script::new(&["h1h2"]), Script::new(&["a8b8"])];
    let played = game(REFEREE, Budget::default(), &opening, movers);
    assert_eq!(
        (played.winner, played.end),
        (None, End::Rules("fifty-moves"))
    );
}

#[test]
fn an_illegal_move_loses() {
    for text in ["e2e5", "nonsense"] {
        let played = chess([Script::new(&[text]), Script::new(&["e7e5"])]);
        assert_eq!(played.winner, Some(Side::Second));
        assert_eq!(played.end, End::Failure(Failure::Illegal(text.to_owned())));
        assert!(played.record.moves().is_empty());
    }
}

#[test]
fn a_late_move_loses_unless_the_opponent_cannot_win() {
    // No move takes as little as this.
    let instant = Duration::from_nanos(1);
    let control = Some(crate::modes::uci::Control {
        time: instant,
        increment: Duration::ZERO,
    });
    let late = [
        Budget {
            movetime: Some(instant),
            ..Budget::default()
        },
        Budget {
            control,
            ..Budget::default()
        },
    ];
    let cases = [
        ("7k/8/8/8/8/8/q7/7K w - - 0 1", Some(Side::Second)),
        ("7k/8/8/8/8/8/Q7/7K w - - 0 1", None),
    ];
    for (position, winner) in cases {
        for budget in late {
            let opening = Record::new(Kind::Chess.read_position(position).unwrap());
            let movers = || [Script::new(&["h1g1"]), Script::new(&["h8g8"])];
            let played = game(REFEREE, budget, &opening, movers());
            assert_eq!(
                (played.winner, &played.end),
                (winner, &End::Time),
                "{position}"
            );
            assert!(played.efforts[0].overrun > Duration::ZERO);
            assert!(played.record.moves().is_empty());
            let patient = Referee {
                margin: Duration::from_hours(1),
                ..REFEREE
            };
            let played = game(patient, budget, &opening, movers());
            assert_ne!(played.end, End::Time, "{position}");
        }
    }
}

#[test]
fn games_end_early_when_both_players_agree() {
    let shuffle = || {
        [
            Script::new(&["a1b1", "b1c1", "c1a1"]),
            Script::new(&["h8h7", "h7h8"]),
        ]
    };
    let start = "7k/8/8/8/8/8/7P/R6K w - - 0 1";
    let opening = Record::new(Kind::Chess.read_position(start).unwrap());
    let strict = Referee {
        adjudicates: true,
        ..REFEREE
    };
    let cases = [
        (strict, [2000, -2000], Some(Side::First), "adjudication"),
        (strict, [-2000, 2000], Some(Side::Second), "adjudication"),
        // The players do not agree.
        (strict, [2000, -1000], None, "fifty-moves"),
        (strict, [2000, 2000], None, "fifty-moves"),
        (REFEREE, [2000, -2000], None, "fifty-moves"),
    ];
    for (referee, [one, two], winner, reason) in cases {
        let [first, second] = shuffle();
        // A cycle of six plies would repeat positions, so the half-move clock ends the game first.
        let opening = match reason {
            "fifty-moves" => {
                let late = start.replace("0 1", "92 80");
                Record::new(Kind::Chess.read_position(&late).unwrap())
            }
            _ => opening.clone(),
        };
        let movers = [first.saying(one), second.saying(two)];
        let played = game(referee, Budget::default(), &opening, movers);
        assert_eq!(
            (played.winner, played.end.reason()),
            (winner, reason),
            "{one} {two}"
        );
    }
}

#[test]
fn a_cancelled_game_has_no_result() {
    let [mut first, mut second] = [Script::new(&["e2e4"]), Script::new(&["e7e5"])];
    let seats = [&mut first, &mut second].map(|mover| Seat {
        mover,
        budget: Budget::default(),
        seed: 0,
    });
    let opening = Record::new(Kind::Chess.start());
    let cancelled = AtomicBool::new(true);
    assert!(play(REFEREE, &opening, seats, &cancelled).is_none());
}
