//! Scores in hundredths of a pawn, from the mover's view. Mates are near the ends: the sooner, the further out.

/// The longest line that is searched.
pub const PLIES_MAX: usize = 120;

/// More than any score.
pub(crate) const INFINITE: i32 = 32_000;

/// The score of having mated; a mate in so many plies is worth so much less.
pub const MATE: i32 = 31_000;

/// From here on a score is a mate.
pub const MATE_MIN: i32 = MATE - PLIES_MAX as i32;

/// Bounds an evaluation, so that none looks like a mate.
pub(crate) fn bounded(evaluation: i32) -> i32 {
    evaluation.clamp(1 - MATE_MIN, MATE_MIN - 1)
}

/// A score as the table stores it: mates count from the position, not from the root.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    shift_mate(score, ply as i32)
}

/// A score of the table, as the root sees it.
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    shift_mate(score, -(ply as i32))
}

fn shift_mate(score: i32, plies: i32) -> i32 {
    if score >= MATE_MIN {
        score + plies
    } else if score <= -MATE_MIN {
        score - plies
    } else {
        score
    }
}
