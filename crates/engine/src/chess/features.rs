//! What counts in a chess position: features, each with a weight for the middlegame and one for the endgame.
//!
//! The evaluation is linear in its weights, so they can be fitted to games.

use raum_rules::{Role, Side, chess::Node, node::Node as _};

use super::sets::{
    Set, adjacent_files, attack_span, behind, distance, each, file, files_beside, fill_forward,
    forward, king_zone, pawn_attacks, relative_rank,
};

/// The roles in the order of their tables.
pub const ROLES: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

/// The numbers of the weights: each names the first of its table.
pub mod index {
    /// A piece on a square, by role and by rank and distance from the edge.
    pub const PLACE: usize = 0;
    /// The squares that a piece can go to, by role.
    pub const MOBILITY: usize = PLACE + 6 * 32;
    /// A passed pawn, by rank.
    pub const PASSED: usize = MOBILITY + 4 * 28;
    /// A passed pawn that can advance safely, by rank.
    pub const PASSED_FREE: usize = PASSED + 8;
    /// The distances of both kings from a passed pawn, times its rank.
    pub const PASSED_KINGS: usize = PASSED_FREE + 8;
    /// A pawn defended by a pawn or beside one, by rank.
    pub const CONNECTED: usize = PASSED_KINGS + 2;
    /// Doubled, isolated, isolated on an open file, and backward pawns.
    pub const WEAK_PAWN: usize = CONNECTED + 8;
    /// Two bishops.
    pub const BISHOP_PAIR: usize = WEAK_PAWN + 4;
    /// A rook on a file without own pawns, without pawns, and behind an own passed pawn.
    pub const ROOK_FILE: usize = BISHOP_PAIR + 1;
    /// A knight and a bishop that a pawn defends and no pawn can attack.
    pub const OUTPOST: usize = ROOK_FILE + 3;
    /// The rank of the own pawn nearest to the king, on each of three files; 0 for none.
    pub const SHIELD: usize = OUTPOST + 2;
    /// The rank of the enemy pawn nearest to the king, on each of three files; 0 for none.
    pub const STORM: usize = SHIELD + 8;
    /// How strongly the king's surroundings are attacked.
    pub const DANGER: usize = STORM + 8;
    /// A safe check by a knight, bishop, rook or queen.
    pub const SAFE_CHECK: usize = DANGER + super::DANGERS;
    /// A piece attacked by a pawn, by role.
    pub const BY_PAWN: usize = SAFE_CHECK + 4;
    /// A piece attacked by a knight or bishop, by role.
    pub const BY_MINOR: usize = BY_PAWN + 6;
    /// A piece attacked by a rook, by role.
    pub const BY_ROOK: usize = BY_MINOR + 6;
    /// A piece that is attacked and not defended, by role.
    pub const HANGING: usize = BY_ROOK + 6;
    /// The right to move.
    pub const TEMPO: usize = HANGING + 6;
    /// How many weights there are.
    pub const COUNT: usize = TEMPO + 1;
}

/// How many degrees of danger a king can be in.
pub(super) const DANGERS: usize = 40;

/// The number of a square in the tables of a side: left and right are alike.
fn place(side: Side, at: u8) -> usize {
    let file = file(at);
    relative_rank(side, at) * 4 + usize::from(file.min(7 - file))
}

const fn sign(side: Side) -> i32 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// Visits the features of the pawns alone, positive for the first side. Returns the passed pawns of each side.
#[inline(always)]
pub fn pawn_features(node: &Node, mut visit: impl FnMut(usize, i32)) -> [Set; 2] {
    let mut all_passed = [0; 2];
    for side in Side::BOTH {
        let sign = sign(side);
        let [own, enemy] = [side, !side].map(|side| node.pieces(side, Role::Pawn));
        let defended = pawn_attacks(side, own);
        let enemy_attacks = pawn_attacks(!side, enemy);
        for at in each(own) {
            let square = 1 << at;
            let rank = relative_rank(side, at);
            visit(index::PLACE + place(side, at), sign);
            let is_passed = attack_span(side, at) & enemy == 0;
            if is_passed {
                all_passed[side.index()] |= square;
                visit(index::PASSED + rank, sign);
            }
            let ahead = fill_forward(side, forward(side, square));
            if ahead & own != 0 {
                visit(index::WEAK_PAWN, sign);
            }
            let neighbours = files_beside(at) & own;
            if defended & square != 0 || adjacent_files(square) & own != 0 {
                visit(index::CONNECTED + rank, sign);
            } else if neighbours == 0 {
                let is_open = ahead & enemy == 0;
                visit(index::WEAK_PAWN + 1 + usize::from(is_open), sign);
            } else if neighbours & !behind(side, at) == neighbours
                && forward(side, square) & (enemy_attacks | enemy) != 0
            {
                visit(index::WEAK_PAWN + 3, sign);
            }
        }
    }
    all_passed
}

/// What the pieces of a side attack.
#[derive(Clone, Copy, Default)]
struct Attacks {
    /// By role, in the order of the tables.
    by: [Set; 6],
    all: Set,
    /// How strongly the other king's surroundings are attacked.
    danger: usize,
}

/// Visits every other feature, positive for the first side.
#[inline(always)]
pub fn piece_features(node: &Node, passed: [Set; 2], mut visit: impl FnMut(usize, i32)) {
    let pawns = Side::BOTH.map(|side| node.pieces(side, Role::Pawn));
    let kings = Side::BOTH.map(|side| first(node.pieces(side, Role::King)));
    let mut attacks = [Attacks::default(); 2];
    for side in Side::BOTH {
        attacks[side.index()] = pieces_of(node, side, pawns, kings, passed, &mut visit);
    }
    for side in Side::BOTH {
        let [own, enemy] = [side.index(), (!side).index()];
        let sign = sign(side);
        let safety = [attacks[own], attacks[enemy]];
        king_safety(node, side, kings[own], pawns, safety, &mut visit);
        threats(node, side, safety, &mut visit);
        for at in each(passed[own]) {
            let rank = relative_rank(side, at);
            let stop = forward(side, 1 << at);
            let occupied = node.side(Side::First) | node.side(Side::Second);
            if stop & (occupied | attacks[enemy].all) == 0 {
                visit(index::PASSED_FREE + rank, sign);
            }
            for (number, king) in [kings[own], kings[enemy]].into_iter().enumerate() {
                let plies = distance(king, first(stop)) * rank as i32;
                visit(index::PASSED_KINGS + number, sign * plies);
            }
        }
    }
    visit(index::TEMPO, sign(node.turn()));
}

fn first(set: Set) -> u8 {
    (set.trailing_zeros() & 63) as u8
}

/// How much an attacker of each role adds to the danger of a king.
const DANGER_BY: [usize; 6] = [0, 3, 3, 4, 6, 0];

/// Visits places and activity of a side's pieces, and collects what they attack.
#[inline(always)]
fn pieces_of(
    node: &Node,
    side: Side,
    pawns: [Set; 2],
    kings: [u8; 2],
    passed: [Set; 2],
    visit: &mut impl FnMut(usize, i32),
) -> Attacks {
    let [own, enemy] = [side.index(), (!side).index()];
    let sign = sign(side);
    let enemy_pawn_attacks = pawn_attacks(!side, pawns[enemy]);
    let own_pawn_attacks = pawn_attacks(side, pawns[own]);
    let area = !(pawns[own] | 1 << kings[own] | enemy_pawn_attacks);
    let zone = king_zone(!side, kings[enemy]);
    let mut found = Attacks::default();
    found.by[0] = own_pawn_attacks;
    found.by[5] = node.attacks(Role::King, kings[own]);
    visit(index::PLACE + 5 * 32 + place(side, kings[own]), sign);
    let mut attackers = 0;
    for (number, role) in ROLES.into_iter().enumerate().skip(1).take(4) {
        for at in each(node.pieces(side, role)) {
            let reach = node.attacks(role, at);
            found.by[number] |= reach;
            visit(index::PLACE + number * 32 + place(side, at), sign);
            let open = (reach & area).count_ones() as usize;
            visit(index::MOBILITY + (number - 1) * 28 + open.min(27), sign);
            let near = (reach & zone).count_ones() as usize;
            if near > 0 {
                attackers += 1;
                found.danger += DANGER_BY[number] + near;
            }
            if number <= 2
                && own_pawn_attacks & 1 << at != 0
                && relative_rank(side, at) >= 3
                && attack_span(side, at) & files_beside(at) & pawns[enemy] == 0
            {
                visit(index::OUTPOST + number - 1, sign);
            }
            if role == Role::Rook {
                let line = fill_forward(Side::First, 1 << at) | fill_forward(Side::Second, 1 << at);
                if line & pawns[own] == 0 {
                    let is_open = line & pawns[enemy] == 0;
                    visit(index::ROOK_FILE + usize::from(is_open), sign);
                } else if fill_forward(side, 1 << at) & passed[own] != 0 {
                    visit(index::ROOK_FILE + 2, sign);
                }
            }
        }
    }
    if node.pieces(side, Role::Bishop).count_ones() >= 2 {
        visit(index::BISHOP_PAIR, sign);
    }
    if attackers < 2 {
        found.danger = 0;
    }
    found.all = found.by.iter().fold(0, |all, set| all | set);
    found
}

/// Visits what protects and endangers a side's king. `attacks` are the side's own and the enemy's.
#[inline(always)]
fn king_safety(
    node: &Node,
    side: Side,
    king: u8,
    pawns: [Set; 2],
    [own, enemy]: [Attacks; 2],
    visit: &mut impl FnMut(usize, i32),
) {
    let sign = sign(side);
    let middle = file(king).clamp(1, 6);
    let ahead = !behind(side, king);
    for column in middle - 1..=middle + 1 {
        let line = 0x0101_0101_0101_0101 << column & ahead;
        let nearest = |set: Set| match set & line {
            0 => 0,
            set if side == Side::First => relative_rank(side, first(set)),
            set => relative_rank(side, set.ilog2() as u8),
        };
        visit(index::SHIELD + nearest(pawns[side.index()]), sign);
        visit(index::STORM + nearest(pawns[(!side).index()]), sign);
    }
    visit(index::DANGER + enemy.danger.min(DANGERS - 1), sign);
    let safe = !(node.side(!side) | own.all);
    let queen_safe = safe;
    let lines = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for (number, role) in lines.into_iter().enumerate() {
        let checks = node.attacks(role, king) & enemy.by[number + 1] & queen_safe;
        if checks != 0 {
            visit(index::SAFE_CHECK + number, sign);
        }
    }
}

/// Visits a side's pieces under attack. `attacks` are the side's own and the enemy's.
#[inline(always)]
fn threats(
    node: &Node,
    side: Side,
    [own, enemy]: [Attacks; 2],
    visit: &mut impl FnMut(usize, i32),
) {
    let sign = sign(side);
    let pieces = node.side(side) & enemy.all;
    if pieces == 0 {
        return;
    }
    let minor = enemy.by[1] | enemy.by[2];
    for (number, role) in ROLES.into_iter().enumerate().take(5) {
        let under = pieces & node.pieces(side, role);
        if under == 0 {
            continue;
        }
        let count = |set: Set| sign * (under & set).count_ones() as i32;
        if number > 0 {
            visit(index::BY_PAWN + number, count(enemy.by[0]));
        }
        visit(index::BY_MINOR + number, count(minor));
        visit(index::BY_ROOK + number, count(enemy.by[3]));
        visit(index::HANGING + number, count(!own.all));
    }
}
