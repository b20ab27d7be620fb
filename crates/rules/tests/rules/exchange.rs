//! The exchange value of nodes against a brute force: pieces in a map that walk step by step, and a minimax of captures on
//! one cell.

use std::collections::BTreeMap;

use raum_rules::{
    Cell, Game, Piece, Role, Rules, Side,
    chess::Node as ChessNode,
    node::{Node, ROLES},
    space::Node as SpaceNode,
};

use crate::common::{laws, position};

/// Pieces by level, rank and file, so that the first one found has the lowest number.
type Pieces = BTreeMap<[i8; 3], Piece>;

fn place(cell: Cell) -> [i8; 3] {
    [cell.z, cell.y, cell.x].map(|number| i8::try_from(number).unwrap())
}

fn pieces<G: Rules>(game: &G) -> Pieces {
    let cells = G::EXTENT.cells();
    cells
        .filter_map(|cell| Some((place(cell), game.piece(cell)?)))
        .collect()
}

/// Whether a piece attacks a target, walking over empty cells.
fn attacks(pieces: &Pieces, from: [i8; 3], piece: Piece, to: [i8; 3], is_flat: bool) -> bool {
    let way = [0, 1, 2].map(|axis| to[axis] - from[axis]);
    let mut sizes = way.map(i8::abs);
    sizes.sort_unstable();
    let forward = match piece.side {
        Side::First => 1,
        Side::Second => -1,
    };
    let [up, ahead, aside] = way;
    let length = sizes[2];
    let axes = sizes.iter().filter(|size| **size != 0).count();
    let is_line = sizes.iter().all(|size| *size == 0 || *size == length) && length > 0;
    let (reaches, is_slider) = match piece.role {
        Role::King => (length == 1, false),
        Role::Knight => (sizes == [0, 1, 2], false),
        Role::Pawn if is_flat => (ahead == forward && aside.abs() == 1, false),
        // One step forward, up or both, with one step aside unless it is both.
        Role::Pawn => {
            let is_forward = (up == 0 || up == forward) && (ahead == 0 || ahead == forward);
            (
                is_forward && sizes == [0, 1, 1] && (up, ahead) != (0, 0),
                false,
            )
        }
        Role::Rook => (is_line && axes == 1, true),
        Role::Bishop => (is_line && axes == 2, true),
        Role::Unicorn => (is_line && axes == 3, true),
        Role::Queen => (is_line, true),
        Role::Mark => (false, false),
    };
    let is_open = |step: i8| {
        let between = [0, 1, 2].map(|axis| from[axis] + way[axis].signum() * step);
        !pieces.contains_key(&between)
    };
    reaches && (!is_slider || (1..length).all(is_open))
}

/// What the side to capture wins on a cell, if both sides capture with their least valuable piece and may stop.
fn wins(
    pieces: &Pieces,
    to: [i8; 3],
    side: Side,
    order: &[Role],
    values: &[i32; ROLES],
    is_flat: bool,
) -> i32 {
    let attackers = |side: Side| {
        pieces
            .iter()
            .filter(move |(from, piece)| {
                piece.side == side && attacks(pieces, **from, **piece, to, is_flat)
            })
            .map(|(from, piece)| (*from, *piece))
    };
    let rank = |piece: &Piece| order.iter().position(|role| *role == piece.role).unwrap();
    // The first of the least valuable ones, as `min_by_key` returns it.
    let Some((from, piece)) = attackers(side).min_by_key(|(_, piece)| rank(piece)) else {
        return 0;
    };
    if piece.role == Role::King && attackers(!side).next().is_some() {
        return 0;
    }
    let captured = values[pieces[&to].role as usize];
    let mut next = pieces.clone();
    next.remove(&from);
    next.insert(to, piece);
    (captured - wins(&next, to, !side, order, values, is_flat)).max(0)
}

/// What a step wins if the exchange follows.
fn exchange<N: Node>(game: &N::Game, step: N::Step, order: &[Role], values: &[i32; ROLES]) -> i32 {
    let mv = N::to_move(step);
    let value = |role: Role| values[role as usize];
    let gained = game.captured(mv).map_or(0, |piece| value(piece.role))
        + mv.promotion
            .map_or(0, |role| value(role) - value(Role::Pawn));
    let next = game.play(mv).unwrap();
    let is_flat = <N::Game as Rules>::EXTENT.z == 1;
    let lost = wins(
        &pieces(&next),
        place(mv.to),
        next.turn(),
        order,
        values,
        is_flat,
    );
    gained - lost
}

/// Checks every third move of some thousand positions.
fn compare<N: Node>(order: &[Role], values: [i32; ROLES]) {
    let contested = std::cell::Cell::new(0);
    laws::everywhere::<N::Game>(|game| {
        let node = N::new(game);
        let mut steps = Vec::new();
        node.list(&mut steps);
        for step in steps.into_iter().step_by(3) {
            let value = exchange::<N>(game, step, order, &values);
            for (least, wins) in [(value - 1, true), (value, true), (value + 1, false)] {
                let found = node.exchange_wins(step, least, &values);
                assert_eq!(found, wins, "{step:?} wins {value}, not {least}, in {game}");
            }
            let captured = node.captured(step).map_or(0, |role| values[role as usize]);
            contested.set(contested.get() + u32::from(value != captured));
        }
    });
    let contested = contested.get();
    assert!(contested > 1000, "only {contested} exchanges went on");
}

#[test]
fn exchanges_of_chess_agree_with_brute_force() {
    let order = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ];
    compare::<ChessNode>(&order, [10_000, 900, 500, 330, 320, 0, 100, 0]);
}

#[test]
fn exchanges_of_space_chess_agree_with_brute_force() {
    let order = [
        Role::Pawn,
        Role::Unicorn,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Queen,
        Role::King,
    ];
    compare::<SpaceNode>(&order, [10_000, 966, 311, 336, 353, 157, 100, 0]);
}

/// Well-known exchanges, each with its value.
#[test]
fn exchanges_have_known_values() {
    let values = [10_000, 900, 500, 330, 320, 0, 100, 0];
    for (text, san, value) in [
        (
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "Rxe5",
            100,
        ),
        // The rook behind the queen defends, and the one behind the rook captures on.
        (
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "Nxe5",
            -220,
        ),
        // The king cannot recapture what is defended.
        ("4k3/4p3/8/8/8/8/4R3/4RK2 w - - 0 1", "Rxe7+", 100),
        ("4k3/4p3/8/8/8/8/4R3/5K2 w - - 0 1", "Rxe7+", -400),
        // The pawn taken en passant no longer stands between the rook and the target.
        ("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "exd6", 100),
    ] {
        let game: raum_rules::chess::Chess = position(text);
        let mv = game.read_notation(san).unwrap();
        let node = ChessNode::new(&game);
        let mut steps = Vec::new();
        node.list(&mut steps);
        let step = steps
            .into_iter()
            .find(|step| ChessNode::to_move(*step) == mv)
            .unwrap();
        assert!(node.exchange_wins(step, value, &values), "{san} in {text}");
        assert!(
            !node.exchange_wins(step, value + 1, &values),
            "{san} in {text}"
        );
    }
}
