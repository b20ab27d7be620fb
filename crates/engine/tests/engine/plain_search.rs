//! The search with every shortcut off has the value of the plainest one: minimax over every move, and quiescence over every
//! capture.

use std::sync::atomic::AtomicBool;

use raum_engine::{Evaluate, Limits, MATE, Params, Report, Searcher, Table, space};
use raum_rules::{
    AnyGame, Game as _, Key, Kind, Record, Role, Rules, Side,
    chess::{self, Chess},
    node::{Node, ROLES},
    space::Space,
};

use crate::common::{depth, piece, random_chess, random_space, record, search};

/// Every shortcut off that may change a value. Windows and the order of moves change none.
fn plain() -> Params {
    Params {
        hash: 0,
        mate_share: 0,
        null_move: 0,
        reductions: 0,
        late_pruning: 0,
        futility: 0,
        reverse_futility: 0,
        exchange_pruning: 0,
        check_extension: 0,
        internal_reductions: 0,
        one_evasion: 0,
        quiescence_margin: 1_000_000,
        ..Params::SPACE
    }
}

/// Material alone, for chess.
#[derive(Default)]
struct Material;

impl Evaluate for Material {
    type Node = chess::Node;
    const VALUES: [i32; ROLES] = [10_000, 900, 500, 330, 320, 0, 100, 0];

    fn begin(&mut self, _: &chess::Node) {}
    fn push(&mut self, _: &chess::Node, _: <chess::Node as Node>::Step) {}
    fn push_pass(&mut self) {}
    fn pop(&mut self) {}

    fn evaluate(&mut self, node: &chess::Node) -> i32 {
        let roles = [
            Role::Queen,
            Role::Rook,
            Role::Bishop,
            Role::Knight,
            Role::Pawn,
        ];
        let worth = |side| -> i32 {
            let values = roles.iter().map(|role| {
                let count = node.pieces(side, *role).count_ones().cast_signed();
                count * Self::VALUES[*role as usize]
            });
            values.sum()
        };
        worth(node.turn()) - worth(!node.turn())
    }
}

/// The plainest search.
struct Minimax<E> {
    evaluator: E,
    /// The positions of the game and of the line that is searched.
    path: Vec<Key>,
    /// Where the line begins.
    root: usize,
}

impl<E: Evaluate> Minimax<E> {
    fn new(evaluator: E, record: &Record<<E::Node as Node>::Game>) -> Self {
        let mut game = record.start().clone();
        let mut path = vec![game.key()];
        for mv in record.moves() {
            game = game.play(*mv).expect("a legal move");
            path.push(game.key());
        }
        Self {
            evaluator,
            root: path.len() - 1,
            path,
        }
    }

    fn is_drawn(&self, node: &E::Node) -> bool {
        let (last, earlier) = self.path.split_last().expect("a position");
        let repeats_line = earlier[self.root..].contains(last);
        let occurrences = earlier.iter().filter(|key| *key == last).count() + 1;
        node.is_dead() || node.halfmove_clock() >= 100 || repeats_line || occurrences >= 3
    }

    fn value(&mut self, node: &E::Node, ply: usize, depth: i32) -> i32 {
        let mated = i32::try_from(ply).unwrap() - MATE;
        let in_check = node.in_check();
        let mut steps = Vec::new();
        node.list(&mut steps);
        if node.is_lost() || in_check && steps.is_empty() {
            return mated;
        }
        let is_quiescent = depth <= 0;
        if ply > 0 && self.is_drawn(node) || steps.is_empty() && !is_quiescent {
            return 0;
        }
        let mut best = mated;
        if is_quiescent && !in_check {
            self.evaluator.begin(node);
            best = self.evaluator.evaluate(node);
            steps.clear();
            node.list_tactical(&mut steps);
        }
        for step in steps {
            let next = node.after(step);
            self.path.push(next.game().key());
            best = best.max(-self.value(&next, ply + 1, depth - 1));
            self.path.pop();
        }
        best
    }
}

fn report<E: Evaluate>(
    evaluator: E,
    record: &Record<<E::Node as Node>::Game>,
    limits: &Limits,
) -> Report {
    let mut searcher = Searcher::new(evaluator, plain());
    let mut history = Vec::new();
    let mut game = record.start().clone();
    for mv in record.moves() {
        history.push(E::Node::new(&game).hash());
        game = game.play(*mv).expect("a legal move");
    }
    let node = E::Node::new(&game);
    let stop = AtomicBool::new(false);
    searcher.search(&node, &history, limits, &Table::new(1), &stop, &mut |_| {
        true
    })
}

/// Compares both searches at every depth up to `most`.
fn agree<E: Evaluate + Default>(record: &Record<<E::Node as Node>::Game>, most: i32)
where
    <E::Node as Node>::Game: Rules,
{
    let node = E::Node::new(record.game());
    if record.game().legal().is_empty() {
        return;
    }
    for plies in 1..=most {
        let expected = Minimax::new(E::default(), record).value(&node, 0, plies);
        let found = report(E::default(), record, &depth(plies));
        assert_eq!(found.depth, plies);
        assert_eq!(
            found.lines[0].score,
            expected,
            "{} at {plies}",
            record.game()
        );
    }
}

#[test]
fn space_agrees_with_minimax() {
    let mut random = fastrand::Rng::with_seed(1);
    let roles = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Unicorn,
        Role::Pawn,
    ];
    let mut count = 0;
    while count < 40 {
        let mut pieces: Vec<_> = Side::BOTH.map(|side| piece(side, Role::King)).into();
        for _ in 0..random.usize(1..4) {
            let role = random.choice(roles).expect("a role");
            pieces.push(piece(Side::BOTH[random.usize(..2)], role));
        }
        let turn = Side::BOTH[random.usize(..2)];
        if let Some(game) = random_space(&pieces, turn, &mut random) {
            agree::<space::Evaluator>(&Record::new(game), 2);
            count += 1;
        }
    }
}

#[test]
fn chess_agrees_with_minimax() {
    let mut random = fastrand::Rng::with_seed(2);
    let roles = [
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Pawn,
        Role::Pawn,
    ];
    let mut count = 0;
    while count < 40 {
        let mut pieces: Vec<_> = Side::BOTH.map(|side| piece(side, Role::King)).into();
        for _ in 0..random.usize(1..5) {
            let role = random.choice(roles).expect("a role");
            pieces.push(piece(Side::BOTH[random.usize(..2)], role));
        }
        let turn = Side::BOTH[random.usize(..2)];
        if let Some(game) = random_chess(&pieces, turn, &mut random) {
            agree::<Material>(&Record::new(game), 3);
            count += 1;
        }
    }
}

/// Positions that repeat, near the fiftieth move, and near mate.
#[test]
fn games_near_draws_agree_with_minimax() {
    let mut chess: Record<Chess> =
        Record::new("6k1/6p1/8/7Q/8/8/r7/6K1 w - - 90 100".parse().unwrap());
    let mut space: Record<Space> = Record::new(
        "5/5/5/5/K4|5/5/5/5/5|Q4/5/5/5/5|5/5/5/5/5|4k/5/5/5/4r w 94 100"
            .parse()
            .unwrap(),
    );
    for round in 0..2 {
        agree::<Material>(&chess, 4 - round);
        for text in ["h5e8", "g8h7", "e8h5", "h7g8"] {
            chess.play(Chess::read_move(text).unwrap()).unwrap();
        }
    }
    agree::<Material>(&chess, 3);
    agree::<space::Evaluator>(&space, 2);
    for text in ["Ca5Ca4", "Ee1Ee2", "Ca4Ca5", "Ee2Ee1"] {
        space.play(Space::read_move(text).unwrap()).unwrap();
        agree::<space::Evaluator>(&space, 2);
    }
}

/// Each of several lines has the value of a search for its first move alone, and they are the best ones.
#[test]
fn several_lines_have_the_values_of_single_ones() {
    let texts = [
        "5/5/5/2K2/5|5/1R3/5/5/5|5/5/2q2/5/5|5/5/P4/5/5|4k/5/5/5/5 b 0 1",
        "5/5/5/5/2K2|5/2P2/5/5/5|5/5/1n3/5/5|5/5/5/2B2/5|2k2/5/5/5/3r1 w 0 1",
    ];
    for text in texts {
        let game: Space = text.parse().unwrap();
        let record = Record::new(game);
        let evaluator = space::Evaluator::default;
        let single = report(evaluator(), &record, &depth(3));
        let all = Limits {
            lines: usize::MAX,
            ..depth(3)
        };
        let several = report(evaluator(), &record, &all);
        assert_eq!(several.lines[0].score, single.lines[0].score, "{text}");
        assert_eq!(several.lines.len(), game.legal().len(), "{text}");
        for line in several.lines.iter().step_by(7) {
            let only = Limits {
                only: vec![line.moves[0]],
                ..depth(3)
            };
            let alone = report(evaluator(), &record, &only);
            assert_eq!(alone.lines[0].score, line.score, "{text}");
        }
    }
}

/// Shortcuts change values, but not mates that are within reach.
#[test]
fn shortcuts_keep_mates_in_reach() {
    let texts = [
        (Kind::Chess, "7k/8/5K2/8/8/8/8/Q7 w - - 0 1"),
        (Kind::Chess, "7k/Q7/6K1/8/8/8/8/8 w - - 0 1"),
        (Kind::Chess, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"),
    ];
    for (kind, text) in texts {
        let record = record(kind, text, &[]);
        let AnyGame::Chess(game) = record.game() else {
            continue;
        };
        let exact = report(Material, &Record::new(game.clone()), &depth(4));
        let found = search(&record, &depth(8));
        assert!(exact.lines[0].score > MATE - 8, "{text}");
        assert_eq!(found.lines[0].score, exact.lines[0].score, "{text}");
    }
}
