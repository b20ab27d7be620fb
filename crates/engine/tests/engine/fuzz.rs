//! Searches of every position that the rules accept: none panics, and there is a line exactly if there is a legal move.

use raum_engine::{Engine, Limits, Table};
use raum_rules::{AnyGame, Game as _, Kind, Piece, Record, Role, Side};

use crate::common::{
    assert_legal, depth, nodes, piece, random_chess, random_space, record, search_with,
};

/// An engine of a kind with its table, used for many positions: what it knows from one must not harm the next.
struct Tried {
    engine: Engine,
    table: Table,
    random: fastrand::Rng,
    count: usize,
}

impl Tried {
    fn new(kind: Kind, seed: u64) -> Self {
        Self {
            engine: Engine::new(kind),
            table: Table::new(1),
            random: fastrand::Rng::with_seed(seed),
            count: 0,
        }
    }

    /// Searches a position with a tiny random budget.
    fn search(&mut self, game: AnyGame) {
        let limits = Limits {
            lines: self.random.usize(1..4),
            ..nodes(self.random.u64(1..300))
        };
        let record = Record::new(game);
        let report = search_with(&mut self.engine, &self.table, &record, &limits);
        assert_legal(&record, &report);
        let legal = record.game().legal();
        assert_eq!(
            report.lines.is_empty(),
            legal.is_empty(),
            "{}",
            record.game()
        );
        assert!(report.nodes <= limits.nodes, "{}", record.game());
        self.count += 1;
    }
}

const ROLES: [Role; 6] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Unicorn,
    Role::Pawn,
];

/// Both kings and some pieces of one role or of many.
fn random_pieces(most: usize, random: &mut fastrand::Rng) -> Vec<Piece> {
    let mut pieces: Vec<_> = Side::BOTH.map(|side| piece(side, Role::King)).into();
    let only = random.bool().then(|| random.choice(ROLES)).flatten();
    for _ in 0..random.usize(0..most) {
        let role = only.or_else(|| random.choice(ROLES)).expect("a role");
        let side = Side::BOTH[usize::from(random.bool())];
        pieces.push(piece(side, role));
    }
    pieces
}

#[test]
fn space_positions() {
    let mut tried = Tried::new(Kind::Space, 1);
    for _ in 0..6_000 {
        let most = tried.random.choice([3, 10, 40, 110]).expect("a number");
        let pieces = random_pieces(most, &mut tried.random);
        let turn = Side::BOTH[usize::from(tried.random.bool())];
        if let Some(game) = random_space(&pieces, turn, &mut tried.random) {
            tried.search(AnyGame::Space(game));
        }
    }
    assert!(tried.count > 500, "{}", tried.count);
}

#[test]
fn chess_positions() {
    let mut tried = Tried::new(Kind::Chess, 2);
    for _ in 0..6_000 {
        let most = tried.random.choice([3, 10, 30, 60]).expect("a number");
        let pieces = random_pieces(most, &mut tried.random);
        let pieces: Vec<_> = pieces
            .into_iter()
            .filter(|piece| piece.role != Role::Unicorn)
            .collect();
        let turn = Side::BOTH[usize::from(tried.random.bool())];
        if let Some(game) = random_chess(&pieces, turn, &mut tried.random) {
            tried.search(AnyGame::Chess(game));
        }
    }
    assert!(tried.count > 500, "{}", tried.count);
}

#[test]
fn tic_tac_toe_positions() {
    let mut tried = Tried::new(Kind::TicTacToe, 3);
    for _ in 0..3_000 {
        let marks: String = (0..9)
            .map(|_| tried.random.choice(['.', 'X', 'O']).unwrap_or('.'))
            .collect();
        for turn in ['X', 'O'] {
            if let Ok(game) = Kind::TicTacToe.read_position(&format!("{marks} {turn}")) {
                tried.search(game);
            }
        }
    }
    assert!(tried.count > 300, "{}", tried.count);
}

/// Random games with everything that moves bring: castling, en passant, promotion, repetition.
#[test]
fn random_games() {
    for (seed, kind) in (4..).zip(Kind::ALL) {
        let mut tried = Tried::new(*kind, seed);
        for _ in 0..6 {
            let mut record = Record::new(kind.start());
            while let Some(mv) = tried.random.choice(record.game().legal()) {
                if record.moves().len() > 120 {
                    break;
                }
                let report = search_with(&mut tried.engine, &tried.table, &record, &nodes(60));
                assert_legal(&record, &report);
                record.play(mv).expect("a listed move");
            }
        }
    }
}

/// Extreme positions: the most queens, the most moves, the largest clocks.
#[test]
fn extreme_positions() {
    let texts = [
        (
            Kind::Chess,
            "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        ),
        (Kind::Chess, "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1"),
        (
            Kind::Chess,
            "8/8/8/4k3/8/8/8/R3K2R w KQ - 4294967295 4294967295",
        ),
        (
            Kind::Space,
            "QQQQK/5/5/5/5|5/5/QQQQQ/5/5|5/5/5/5/5|5/5/5/rr3/rr3|5/5/5/rr3/kr3 w 0 1",
        ),
        (
            Kind::Space,
            "QQQQQ/QQQQQ/QQQQQ/QQQQQ/KQQQQ|QQQQQ/QQQQQ/QQQQQ/QQQQQ/QQQQQ|5/5/5/5/5|qqqqq/qqqqq/qqqqq/qqqqq/qqqqq|qqqqq/qqqqq/qqqqq/qqqqq/qqqqk b 0 1",
        ),
        (
            Kind::Space,
            "5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/5/5/Q4/5 w 4294967295 4294967295",
        ),
    ];
    for (kind, text) in texts {
        let record = record(kind, text, &[]);
        let mut tried = Tried::new(kind, 5);
        for _ in 0..20 {
            tried.search(record.game().clone());
        }
        let limits = nodes(20_000);
        let report = search_with(&mut tried.engine, &tried.table, &record, &limits);
        assert_legal(&record, &report);
        assert!(!report.lines.is_empty());
    }
}

/// Positions whose trees are so narrow that the search reaches its last ply.
#[test]
fn lines_of_any_length() {
    let texts = [
        // Only the kings move, each between two or three cells.
        (Kind::Chess, "k7/p1p5/P1P5/8/8/5p1p/5P1P/7K w - - 0 1"),
        (Kind::Chess, "4k3/4p3/4P3/8/8/4p3/4P3/4K3 w - - 0 1"),
        (
            Kind::Space,
            "5/5/5/5/K4|5/5/5/5/5|5/5/5/5/5|5/5/5/5/5|4k/4p/5/5/5 w 0 1",
        ),
        (Kind::TicTacToe, "......... X"),
    ];
    for (kind, text) in texts {
        let record = record(kind, text, &[]);
        let mut engine = Engine::new(kind);
        let table = Table::new(1);
        for limits in [
            Limits {
                nodes: 60_000,
                ..depth(i32::MAX)
            },
            Limits {
                nodes: 1_000,
                ..depth(i32::MIN)
            },
        ] {
            let report = search_with(&mut engine, &table, &record, &limits);
            assert_legal(&record, &report);
            assert!(!report.lines.is_empty(), "{text}");
        }
    }
}
