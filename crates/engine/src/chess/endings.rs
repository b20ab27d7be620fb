//! What the sum of features does not know about endings: which are drawn, and how to mate a bare king.

use raum_rules::{Role, Side, chess::Node};

use super::sets::{distance, file};

/// The scale of an ending that is worth its full value.
pub(super) const WHOLE: i32 = 64;

/// The dark squares.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// The value of a side's pieces without pawns.
fn pieces(node: &Node, side: Side) -> i32 {
    let values = [
        (Role::Knight, 300),
        (Role::Bishop, 310),
        (Role::Rook, 500),
        (Role::Queen, 950),
    ];
    let count = |role| node.pieces(side, role).count_ones() as i32;
    values
        .into_iter()
        .map(|(role, value)| count(role) * value)
        .sum()
}

/// How much of its value an ending is worth, in parts of 64. `end` is the value for the first side.
pub fn scale(node: &Node, end: i32) -> i32 {
    let strong = if end >= 0 { Side::First } else { Side::Second };
    let [own, enemy] = [strong, !strong].map(|side| pieces(node, side));
    let pawns = [strong, !strong].map(|side| node.pieces(side, Role::Pawn).count_ones() as i32);
    if pawns[0] == 0 && own - enemy <= 310 {
        return match (own, enemy) {
            // A piece alone mates nobody, and two knights cannot force it.
            (..500, _) => 0,
            (600, 0) if node.pieces(strong, Role::Knight).count_ones() == 2 => 0,
            (_, ..=310) => 8,
            _ => 16,
        };
    }
    if pawns[0] == 0 && own == 600 && node.pieces(strong, Role::Knight).count_ones() == 2 {
        return 0;
    }
    let bishops = Side::BOTH.map(|side| node.pieces(side, Role::Bishop));
    let are_opposite = bishops.iter().all(|set| set.is_power_of_two())
        && (bishops[0] & DARK == 0) != (bishops[1] & DARK == 0);
    if are_opposite {
        let passes = 6 * pawns[0];
        return if own == 310 && enemy == 310 {
            (12 + passes).min(WHOLE)
        } else {
            (36 + passes / 2).min(WHOLE)
        };
    }
    (40 + 6 * pawns[0]).min(WHOLE)
}

/// A value for the first side that drives a bare king to the edge, or with bishop and knight to a corner of the bishop's
/// colour, and brings the own king near.
pub(super) fn drive(node: &Node) -> i32 {
    for strong in Side::BOTH {
        let weak = !strong;
        let king = node.pieces(weak, Role::King);
        if node.side(weak) != king || pieces(node, strong) < 500 {
            continue;
        }
        let at = (king.trailing_zeros() & 63) as u8;
        let own = (node.pieces(strong, Role::King).trailing_zeros() & 63) as u8;
        let rank = at >> 3;
        let from_edge = |line: u8| i32::from(line.min(7 - line));
        let edge = 6 - from_edge(file(at)) - from_edge(rank);
        let near = 7 - distance(own, at);
        let is_bishop_and_knight = pieces(node, strong) == 610;
        let corner = if is_bishop_and_knight {
            let is_dark = node.pieces(strong, Role::Bishop) & DARK != 0;
            let corners: [u8; 2] = if is_dark { [0, 63] } else { [7, 56] };
            let steps = corners.map(|corner| {
                i32::from(file(at).abs_diff(file(corner)) + rank.abs_diff(corner >> 3))
            });
            40 * (7 - steps[0].min(steps[1]))
        } else {
            0
        };
        let value = 20 * edge + 12 * near + corner + 200;
        return if strong == Side::First { value } else { -value };
    }
    0
}
