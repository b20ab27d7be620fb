//! A node agrees with the game it stands for: its moves, hash, checks and draws, over random play of every kind.

use std::collections::{HashMap, HashSet};

use raum_rules::{
    Draw, Game, Key, Move, Outcome, Role, Rules, Win,
    chess::{Chess, Node as ChessNode},
    node::Node,
    space::{Node as SpaceNode, Space},
    tic_tac_toe::{Node as TicTacToeNode, TicTacToe},
};

use crate::common::{Chance, data_positions, laws, position};

/// Defines a test of every law for a kind.
macro_rules! node_laws {
    ($($kind:ident;)*) => {$(
        mod $kind {
            use raum_rules::$kind::Node;

            #[test]
            fn lists_hold_the_legal_moves() {
                super::everywhere::<Node>(super::lists_hold_the_legal_moves);
            }

            #[test]
            fn steps_say_what_their_moves_do() {
                super::everywhere::<Node>(super::steps_say_what_their_moves_do);
            }

            #[test]
            fn a_step_leads_where_its_move_leads() {
                super::everywhere::<Node>(super::a_step_leads_where_its_move_leads);
            }

            #[test]
            fn codes_find_their_steps() {
                super::everywhere::<Node>(super::codes_find_their_steps);
            }

            #[test]
            fn ends_and_clocks_are_those_of_the_game() {
                super::everywhere::<Node>(super::ends_and_clocks_are_those_of_the_game);
            }

            #[test]
            fn a_pass_changes_the_turn_alone() {
                super::everywhere::<Node>(super::a_pass_changes_the_turn_alone);
            }

            #[test]
            fn hashes_are_equal_exactly_when_keys_are() {
                super::hashes_are_equal_exactly_when_keys_are::<Node>();
            }
        }
    )*};
}

node_laws! { chess; space; tic_tac_toe; }

/// Checks a law on some thousand positions.
fn everywhere<N: Node>(law: impl Fn(&N, &N::Game)) {
    laws::everywhere::<N::Game>(|game| law(&N::new(game), game));
}

fn steps<N: Node>(node: &N) -> Vec<N::Step> {
    let mut steps = Vec::new();
    node.list(&mut steps);
    steps
}

/// The moves that one of a node's functions lists, none twice.
fn moves<N: Node>(list: impl Fn(&mut Vec<N::Step>)) -> HashSet<Move> {
    let mut steps = Vec::new();
    list(&mut steps);
    let moves: HashSet<Move> = steps.iter().map(|step| N::to_move(*step)).collect();
    assert_eq!(
        moves.len(),
        steps.len(),
        "a move is listed twice: {steps:?}"
    );
    moves
}

fn lists_hold_the_legal_moves<N: Node>(node: &N, game: &N::Game) {
    let legal: HashSet<Move> = game.legal().into_iter().collect();
    assert_eq!(moves::<N>(|steps| node.list(steps)), legal, "{game}");
    let is_tactical = |mv: &Move| match mv.promotion {
        Some(role) => role == Role::Queen,
        None => game.captured(*mv).is_some(),
    };
    let (tactical, quiet): (HashSet<Move>, HashSet<Move>) =
        legal.into_iter().partition(is_tactical);
    assert_eq!(
        moves::<N>(|steps| node.list_tactical(steps)),
        tactical,
        "{game}"
    );
    assert_eq!(moves::<N>(|steps| node.list_quiet(steps)), quiet, "{game}");
}

fn steps_say_what_their_moves_do<N: Node>(node: &N, game: &N::Game) {
    let extent = <N::Game as Rules>::EXTENT;
    let number = |cell| extent.cells().position(|other| other == cell);
    for step in steps(node) {
        let mv = N::to_move(step);
        let moved = mv
            .from
            .map_or(Role::Mark, |from| game.piece(from).unwrap().role);
        assert_eq!(N::role(step), moved, "{step:?} in {game}");
        assert_eq!(N::promotion(step), mv.promotion, "{step:?} in {game}");
        let captured = game.captured(mv).map(|piece| piece.role);
        assert_eq!(node.captured(step), captured, "{step:?} in {game}");
        let [origin, target] = [mv.from.unwrap_or(mv.to), mv.to].map(number);
        assert_eq!(Some(N::origin(step)), origin, "{step:?} in {game}");
        assert_eq!(Some(N::target(step)), target, "{step:?} in {game}");
        assert!(N::target(step) < N::CELLS, "{step:?} in {game}");
    }
}

fn a_step_leads_where_its_move_leads<N: Node>(node: &N, game: &N::Game) {
    assert_eq!(&node.game(), game);
    for step in steps(node) {
        let next = node.after(step);
        let played = game.play(N::to_move(step)).unwrap();
        assert_eq!(next.game(), played, "{step:?} in {game}");
        let anew = N::new(&played);
        assert_eq!(next.hash(), anew.hash(), "{step:?} in {game}");
        assert_eq!(next.in_check(), anew.in_check(), "{step:?} in {game}");
        let gives_check = node.gives_check(step);
        assert_eq!(gives_check, next.in_check(), "{step:?} in {game}");
        assert_eq!(
            steps(&next).len(),
            played.legal().len(),
            "{step:?} in {game}"
        );
    }
}

fn codes_find_their_steps<N: Node>(node: &N, game: &N::Game) {
    let mut seen = HashSet::from([0]);
    for step in steps(node) {
        let code = N::code(step);
        assert!(
            seen.insert(code),
            "{step:?} in {game} has a code in use: {code}"
        );
        assert!(code < 1 << 20, "{step:?} in {game}");
        assert_eq!(node.find(code), Some(step), "{game}");
    }
    let mut chance = Chance::new(node.hash());
    for _ in 0..50 {
        let code = u32::try_from(chance.below(1 << 20)).unwrap();
        let found = node.find(code).map(N::code);
        assert_eq!(
            found.is_some(),
            seen.contains(&code) && code != 0,
            "{code} in {game}"
        );
    }
}

fn ends_and_clocks_are_those_of_the_game<N: Node>(node: &N, game: &N::Game) {
    assert_eq!(node.turn(), game.turn(), "{game}");
    assert_eq!(node.in_check(), game.check().is_some(), "{game}");
    let clock = game.history().map_or(0, |past| past.halfmove_clock);
    assert_eq!(node.halfmove_clock(), clock, "{game}");
    let outcome = game.outcome();
    let is_line = matches!(outcome, Some(Outcome::Win { by, .. }) if by != Win::Checkmate);
    assert_eq!(node.is_lost(), is_line, "{game}");
    let is_over = game.legal().is_empty();
    let is_dead = outcome == Some(Outcome::Draw(Draw::DeadPosition));
    assert!(is_over || node.is_dead() == is_dead, "{game}");
    let extent = <N::Game as Rules>::EXTENT;
    let has_pieces = extent
        .cells()
        .filter_map(|cell| game.piece(cell))
        .any(|piece| {
            piece.side == game.turn() && !matches!(piece.role, Role::King | Role::Pawn | Role::Mark)
        });
    assert_eq!(node.has_pieces(), has_pieces, "{game}");
}

fn a_pass_changes_the_turn_alone<N: Node>(node: &N, game: &N::Game) {
    if node.in_check() || game.legal().is_empty() {
        return;
    }
    let passed = node.pass();
    assert_eq!(passed.turn(), !game.turn(), "{game}");
    let other = passed.game();
    for cell in <N::Game as Rules>::EXTENT.cells() {
        assert_eq!(other.piece(cell), game.piece(cell), "{game}");
    }
    assert_eq!(passed.hash(), N::new(&other).hash(), "{game}");
    let [before, after] = [game.history(), other.history()];
    assert_eq!(
        after.map(|past| past.castling),
        before.map(|past| past.castling),
        "{game}"
    );
    assert_eq!(after.and_then(|past| past.en_passant), None, "{game}");
    let legal: HashSet<Move> = other.legal().into_iter().collect();
    assert_eq!(moves::<N>(|steps| passed.list(steps)), legal, "{game}");
    assert_ne!(passed.hash(), node.hash(), "{game}");
}

fn hashes_are_equal_exactly_when_keys_are<N: Node>() {
    let mut keys: HashMap<u64, Key> = HashMap::new();
    let mut hashes: HashMap<Key, u64> = HashMap::new();
    let mut see = |node: &N| {
        let (hash, key) = (node.hash(), node.game().key());
        assert_eq!(*keys.entry(hash).or_insert(key), key, "{}", node.game());
        assert_eq!(*hashes.entry(key).or_insert(hash), hash, "{}", node.game());
    };
    let starts = data_positions::<N::Game>();
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        let mut node = N::new(&starts[chance.below(starts.len())]);
        for _ in 0..60 {
            see(&node);
            let steps = steps(&node);
            if steps.is_empty() {
                break;
            }
            for step in &steps {
                see(&node.after(*step));
            }
            node = node.after(chance.pick(&steps));
        }
    }
}

/// The hash distinguishes what repetition distinguishes, and nothing else.
#[test]
fn rights_count_in_the_hash_of_chess() {
    let hash = |text: &str| ChessNode::new(&position(text)).hash();
    let castling = ["KQkq", "KQk", "KQq", "Kkq", "Qkq", "KQ", "Kk", "Qq", "-"];
    let hashes: HashSet<u64> = castling
        .map(|rights| hash(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1")))
        .into();
    assert_eq!(hashes.len(), castling.len());
    let with = hash("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    assert_ne!(with, hash("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"));
}

/// A double step counts as a right only if a legal move captures en passant: here the pawn is pinned.
#[test]
fn a_capture_en_passant_that_exposes_the_king_is_no_right() {
    let before: Chess = position("4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1");
    let node = ChessNode::new(&before);
    let double = node.find(chess_code("d7d5")).unwrap();
    let without: Chess = position("4k3/8/8/K2pP2r/8/8/8/8 w - - 0 2");
    assert_eq!(node.after(double).hash(), ChessNode::new(&without).hash());
    assert_eq!(
        moves::<ChessNode>(|steps| node.after(double).list_tactical(steps)).len(),
        0
    );
}

/// The code of a chess move without promotion.
fn chess_code(text: &str) -> u32 {
    let mv = crate::common::mv::<Chess>(text);
    let number = |cell: raum_rules::Cell| u32::from(cell.x) + 8 * u32::from(cell.y);
    number(mv.from.unwrap()) | number(mv.to) << 6
}

#[test]
fn castling_is_the_step_of_the_king() {
    let game: Chess = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let node = ChessNode::new(&game);
    for (text, after) in [
        ("e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"),
    ] {
        let step = node.find(chess_code(text)).unwrap();
        assert_eq!(node.after(step).game().to_string(), after);
        assert_eq!(ChessNode::role(step), Role::King);
    }
}

/// Perft by nodes counts what perft by games counts.
#[test]
fn nodes_count_what_games_count() {
    fn count<N: Node>(node: &N, depth: u32) -> u64 {
        let steps = steps(node);
        if depth == 1 {
            return steps.len() as u64;
        }
        steps
            .into_iter()
            .map(|step| count(&node.after(step), depth - 1))
            .sum()
    }
    for game in data_positions::<Chess>() {
        assert_eq!(count(&ChessNode::new(&game), 3), game.perft(3), "{game}");
    }
    for game in data_positions::<Space>() {
        assert_eq!(count(&SpaceNode::new(&game), 2), game.perft(2), "{game}");
    }
    for game in data_positions::<TicTacToe>() {
        assert_eq!(
            count(&TicTacToeNode::new(&game), 5),
            game.perft(5),
            "{game}"
        );
    }
}
