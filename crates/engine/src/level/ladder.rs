//! The strengths of each kind, from a beginner's to the best, and which of them a level plays with.

use raum_rules::Kind;

use super::Strength;

/// The deepest iteration of a search that only nodes limit.
const DEEP: i32 = 100;

/// A beginner who has just learnt how the pieces move.
const CLUMSY: Strength = Strength {
    is_clumsy: true,
    sees_mates: false,
    ..beginner(330, 200)
};

/// A beginner, who looks one move ahead and overlooks nearly everything.
const fn beginner(overlooks: u32, window: i32) -> Strength {
    Strength {
        nodes: 5_000,
        depth: 1,
        overlooks: [overlooks; 2],
        window,
        lines: 100,
        is_clumsy: false,
        sees_mates: true,
    }
}

/// A player who overlooks something now and then.
const fn amateur(nodes: u64, depth: i32, overlooks: u32, window: i32) -> Strength {
    Strength {
        nodes,
        depth,
        overlooks: [overlooks; 2],
        window,
        lines: 5,
        is_clumsy: false,
        sees_mates: true,
    }
}

/// A player who overlooks nothing and plays the best move it finds.
const fn sound(nodes: u64) -> Strength {
    Strength {
        nodes,
        depth: DEEP,
        overlooks: [0; 2],
        window: 0,
        lines: 1,
        is_clumsy: false,
        sees_mates: true,
    }
}

static CHESS: [Strength; 8] = [
    CLUMSY,
    beginner(90, 110),
    beginner(50, 80),
    amateur(3_000, 2, 30, 50),
    amateur(3_000, DEEP, 8, 25),
    sound(4_000),
    sound(30_000),
    sound(200_000),
];

static SPACE: [Strength; 8] = [
    CLUMSY,
    beginner(80, 100),
    beginner(50, 80),
    amateur(3_000, 2, 30, 50),
    amateur(3_000, DEEP, 8, 25),
    sound(5_000),
    sound(30_000),
    sound(200_000),
];

/// Every move is scored exactly, so that the last level chooses among equally good ones.
static TIC_TAC_TOE: [Strength; 3] = [mark(60, false), mark(30, true), mark(0, true)];

const fn mark(overlooks: u32, sees_mates: bool) -> Strength {
    Strength {
        nodes: 20_000,
        depth: DEEP,
        overlooks: [overlooks; 2],
        window: 0,
        lines: 9,
        is_clumsy: false,
        sees_mates,
    }
}

/// The strengths of a kind, the weakest first.
pub(super) const fn strengths(kind: Kind) -> &'static [Strength] {
    match kind {
        Kind::Chess => &CHESS,
        Kind::Space => &SPACE,
        Kind::TicTacToe => &TIC_TAC_TOE,
    }
}

/// Which strengths the levels of a kind play with. Both chesses are decisive: a player who is a little stronger wins nearly
/// every game. So the levels overlap: a level scores about three quarters against the one below, whatever the distance
/// between strengths.
pub(super) const fn levels(kind: Kind) -> &'static [&'static [usize]] {
    match kind {
        Kind::Chess | Kind::Space => &[
            &[0],
            &[0, 0, 1, 2],
            &[1, 2, 3],
            &[2, 3, 4],
            &[3, 4, 5],
            &[4, 5, 6],
            &[5, 6, 7],
            &[7],
        ],
        Kind::TicTacToe => &[&[0], &[1], &[2]],
    }
}
