//! Undo and redo in records: same result as replaying, at constant cost.

use std::{cell::Cell as Count, fmt, rc::Rc};

use crate::common::Chance;
use raum_rules::{
    Cell, Game, Illegal, Key, Move, NotationError, Outcome, Piece, Record, Rules, Side,
    chess::Chess, space::Space, tic_tac_toe::TicTacToe,
};

/// The record of these moves, played from the start.
fn played<G: Game>(start: &G, moves: &[Move]) -> Record<G> {
    let mut record = Record::new(start.clone());
    for mv in moves {
        record.play(*mv).unwrap();
    }
    record
}

/// Plays, undoes and redoes at random, and compares with a fresh record of the same moves.
fn check_against_a_fresh_record<G: Rules>(seed: u64) {
    let mut chance = Chance::new(seed);
    let start = G::default();
    let mut record = Record::new(start.clone());
    let (mut line, mut ply) = (Vec::new(), 0);
    for _ in 0..150 {
        let legal = record.game().legal();
        if legal.is_empty() || chance.below(4) == 0 {
            ply = chance.below(line.len() + 1);
            assert!(record.go_to(ply));
        } else {
            let mv = chance.pick(&legal);
            let foreseen = record.outcome_after(mv);
            record.play(mv).unwrap();
            assert_eq!(foreseen, Ok(record.outcome()));
            line.truncate(ply);
            line.push(mv);
            ply += 1;
        }
        let fresh = played(&start, &line[..ply]);
        assert_eq!(record.game(), fresh.game());
        assert_eq!(record.moves(), fresh.moves());
        assert_eq!(record.taken_back(), &line[ply..]);
        assert_eq!(record.repetitions(), fresh.repetitions());
        assert_eq!(record.outcome(), fresh.outcome());
        assert_eq!(record.claims(), fresh.claims());
        let mut there = played(&start, &line);
        assert!(there.go_to(ply));
        assert_eq!(record, there, "the path to a ply does not matter");
        there.forget_taken_back();
        assert_eq!(there, fresh);
        assert!(!record.go_to(line.len() + 1));
    }
}

#[test]
fn undo_and_redo_equal_replaying() {
    for seed in 0..8 {
        check_against_a_fresh_record::<Chess>(seed);
        check_against_a_fresh_record::<Space>(seed);
        check_against_a_fresh_record::<TicTacToe>(seed);
    }
}

/// A game that counts its calls of `play`.
#[derive(Clone, Debug)]
struct Counted<G>(G, Rc<Count<usize>>);

impl<G: Game> Game for Counted<G> {
    fn turn(&self) -> Side {
        self.0.turn()
    }

    fn legal(&self) -> Vec<Move> {
        self.0.legal()
    }

    fn play(&self, mv: Move) -> Result<Self, Illegal> {
        self.1.set(self.1.get() + 1);
        Ok(Self(self.0.play(mv)?, self.1.clone()))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn can_win(&self, side: Side) -> bool {
        self.0.can_win(side)
    }

    fn piece(&self, cell: Cell) -> Option<Piece> {
        self.0.piece(cell)
    }

    fn key(&self) -> Key {
        self.0.key()
    }

    fn notation(&self, mv: Move) -> Result<String, Illegal> {
        self.0.notation(mv)
    }

    fn read_notation(&self, text: &str) -> Result<Move, NotationError> {
        self.0.read_notation(text)
    }
}

impl<G: PartialEq> PartialEq for Counted<G> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<G: Eq> Eq for Counted<G> {}

impl<G: fmt::Display> fmt::Display for Counted<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Journals with many takebacks are replayed often: the cost of each must not grow with the game.
#[test]
fn going_to_any_ply_replays_fewer_than_eight_moves() {
    let plays = Rc::new(Count::new(0));
    let mut record = Record::new(Counted(Chess::default(), plays.clone()));
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for text in there_and_back.repeat(500) {
        record.play(Chess::read_move(text).unwrap()).unwrap();
    }
    assert_eq!(plays.replace(0), 2000);
    let mut chance = Chance::new(1);
    let mut most = 0;
    for ply in (0..1000)
        .map(|_| chance.below(2001))
        .chain([0, 2000, 1, 1999])
    {
        assert!(record.go_to(ply));
        most = most.max(plays.replace(0));
    }
    assert!(most < 8, "{most} moves were played to go to one ply");
}
