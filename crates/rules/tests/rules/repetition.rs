//! Two positions have the same key exactly when they are the same for repetition, by an independent definition: the
//! board text, the side to move, the castling rights that follow from the moves, and en passant if a legal move
//! captures.

use crate::common::{Chance, position};
use raum_rules::{
    Cell, Key, Move, Record, Role, Rules, chess::Chess, space::Space, tic_tac_toe::TicTacToe,
};
use std::collections::HashMap;

/// A game with the history that the definition needs.
#[derive(Clone)]
struct Line<G> {
    game: G,
    last: Option<Move>,
    /// The home cells of kings and rooks that have neither moved nor been captured.
    at_home: Vec<Cell>,
}

/// The independent identity of a position.
type Identity = String;

impl<G: Rules> Line<G> {
    fn new(game: G, at_home: &[&str]) -> Self {
        let at_home = at_home.iter().map(|name| cell(name)).collect();
        Self {
            game,
            last: None,
            at_home,
        }
    }

    fn play(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.game = self.game.play(mv).expect("a listed move");
        next.at_home
            .retain(|cell| Some(*cell) != mv.from && *cell != mv.to);
        next.last = Some(mv);
        next
    }

    fn identity(&self) -> Identity {
        let text = self.game.to_string();
        let mut fields = text.split(' ');
        let board = fields.next().expect("a board");
        let turn = fields.next().expect("a side to move");
        format!("{board} {turn} {} {:?}", self.castling(), self.en_passant())
    }

    fn castling(&self) -> String {
        [
            ("K", "e1", "h1"),
            ("Q", "e1", "a1"),
            ("k", "e8", "h8"),
            ("q", "e8", "a8"),
        ]
        .iter()
        .filter(|(_, king, rook)| {
            self.at_home.contains(&cell(king)) && self.at_home.contains(&cell(rook))
        })
        .map(|(right, ..)| *right)
        .collect()
    }

    /// The cell that a pawn has just passed, if another pawn can capture it there.
    fn en_passant(&self) -> Option<Cell> {
        let mv = self.last?;
        let from = mv.from?;
        let is_pawn = |cell| {
            self.game
                .piece(cell)
                .is_some_and(|piece| piece.role == Role::Pawn)
        };
        if G::EXTENT.z > 1 || !is_pawn(mv.to) || from.y.abs_diff(mv.to.y) != 2 {
            return None;
        }
        let passed = Cell::flat(from.x, from.y.midpoint(mv.to.y));
        self.game
            .legal()
            .into_iter()
            .any(|reply| {
                reply.to == passed
                    && reply
                        .from
                        .is_some_and(|from| is_pawn(from) && from.x != passed.x)
            })
            .then_some(passed)
    }
}

fn cell(name: &str) -> Cell {
    let [file, rank] = *name.as_bytes() else {
        panic!("not a square: {name}");
    };
    Cell::flat(file - b'a', rank - b'1')
}

/// The keys and identities met so far, which must correspond one to one, and their texts.
#[derive(Default)]
struct Met {
    identities: HashMap<Key, Identity>,
    keys: HashMap<Identity, (Key, String)>,
    again: usize,
}

/// A position text without its counters.
fn without_clocks(text: &str) -> String {
    let fields = text.split(' ');
    let others: Vec<_> = fields
        .filter(|field| field.parse::<u32>().is_err())
        .collect();
    others.join(" ")
}

impl Met {
    /// Visits every position within some plies.
    fn walk<G: Rules>(&mut self, line: &Line<G>, plies: u32) {
        let (key, identity) = (line.game.key(), line.identity());
        let known = self
            .identities
            .entry(key)
            .or_insert_with(|| identity.clone());
        assert_eq!(*known, identity, "two positions with one key");
        let seen = self.keys.len();
        let written = (key, without_clocks(&line.game.to_string()));
        let known = self
            .keys
            .entry(identity.clone())
            .or_insert_with(|| written.clone());
        assert_eq!(
            *known, written,
            "one position with two keys or texts: {identity}"
        );
        self.again += usize::from(self.keys.len() == seen);
        if plies > 0 {
            for mv in line.game.legal() {
                self.walk(&line.play(mv), plies - 1);
            }
        }
    }
}

fn walk<G: Rules>(text: &str, at_home: &[&str], plies: u32) {
    let mut met = Met::default();
    met.walk(&Line::new(position::<G>(text), at_home), plies);
    assert!(met.again > 100, "too few repeated positions: {text}");
}

#[test]
fn chess_castling_rights_are_part_of_a_position() {
    let home = ["a1", "e1", "h1", "a8", "e8", "h8"];
    walk::<Chess>("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &home, 3);
    walk::<Chess>("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &home[..3], 4);
}

#[test]
fn chess_en_passant_counts_only_if_a_capture_is_legal() {
    for text in [
        // The capture is legal; for two pawns; for none; illegal because it exposes the king (rank, file, diagonal).
        "4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1",
        "4k3/3p4/8/2P1P3/8/8/8/4K3 b - - 0 1",
        "4k3/3p4/8/8/2P5/8/8/4K3 b - - 0 1",
        "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
        "2r1k3/3p4/8/2P5/8/8/8/2K5 b - - 0 1",
        "4k3/8/8/8/2p5/8/B2P2K1/8 w - - 0 1",
    ] {
        walk::<Chess>(text, &[], 5);
    }
}

#[test]
fn chess_from_the_start() {
    walk::<Chess>(
        &Chess::default().to_string(),
        &["a1", "e1", "h1", "a8", "e8", "h8"],
        3,
    );
}

#[test]
fn space() {
    walk::<Space>(
        "5/5/5/2P2/K4|5/5/5/5/5|5/5/5/5/5|5/2p2/5/5/5|4k/5/5/5/5 w 0 1",
        &[],
        5,
    );
    walk::<Space>(
        "5/5/5/5/K4|5/5/5/5/5|5/5/2u2/5/5|5/5/5/5/5|4k/5/5/5/N4 w 0 1",
        &[],
        3,
    );
}

#[test]
fn tic_tac_toe() {
    walk::<TicTacToe>("......... X", &[], 6);
}

/// A record counts repetitions by the same definition.
#[test]
fn records_count_repetitions() {
    let home = ["a1", "e1", "h1", "a8", "e8", "h8"];
    let chess = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let space = "5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/5/P4 w 0 1";
    let most = (0..30)
        .map(|seed| {
            let chess = records_count::<Chess>(chess, &home, seed);
            chess.min(records_count::<Space>(space, &[], seed))
        })
        .max();
    assert!(most >= Some(5), "too few repetitions: {most:?}");
}

/// Plays a game and returns the highest number of repetitions.
fn records_count<G: Rules>(text: &str, at_home: &[&str], seed: u64) -> usize {
    let mut chance = Chance::new(seed);
    let mut line = Line::new(position::<G>(text), at_home);
    let mut record = Record::new(line.game.clone());
    let mut identities = vec![line.identity()];
    let mut back: Option<Move> = None;
    let mut most = 1;
    for _ in 0..60 {
        let legal = line.game.legal();
        if legal.is_empty() {
            break;
        }
        // Most of the time a piece returns to where it came from.
        let returns = back.filter(|back| legal.contains(back) && chance.below(4) > 0);
        let mv = returns.unwrap_or_else(|| chance.pick(&legal));
        back = line
            .last
            .and_then(|last| Some(Move::step(last.to, last.from?, None)));
        line = line.play(mv);
        record.play(mv).expect("a listed move");
        let now = line.identity();
        identities.push(now.clone());
        let expected = identities
            .iter()
            .filter(|identity| **identity == now)
            .count();
        assert_eq!(
            record.repetitions(),
            expected,
            "seed {seed}: {:?}",
            record.moves()
        );
        most = most.max(expected);
    }
    most
}
