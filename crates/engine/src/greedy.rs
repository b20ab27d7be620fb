//! Two players that do not search, to measure levels against.

use raum_rules::{AnyGame, Game, Kind, Move, Role, node::ROLES};

use crate::{chess, search::Evaluate, space, tic_tac_toe};

/// Takes the most valuable piece that the opponent cannot recapture, and otherwise moves at random.
///
/// `chance` decides between moves that are equally good. Returns `None` only if there is no legal move.
///
/// ```
/// use raum_engine::greedy_move;
/// use raum_rules::Kind;
///
/// let game = Kind::Chess.read_position("4k3/8/8/3q4/2P1n3/3P4/8/4K3 w - - 0 1")?;
/// let mv = greedy_move(&game, 7).ok_or("no move")?;
/// assert_eq!(Kind::Chess.move_text(mv), "c4d5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn greedy_move(game: &AnyGame, chance: u64) -> Option<Move> {
    let legal = game.legal();
    let values = values(game.kind());
    let gains: Vec<_> = legal
        .iter()
        .filter_map(|mv| Some((values[free_capture(game, *mv)? as usize], *mv)))
        .collect();
    let most = gains.iter().map(|(value, _)| *value).max();
    let best: Vec<_> = gains
        .iter()
        .filter(|(value, _)| Some(*value) == most)
        .map(|(_, mv)| *mv)
        .collect();
    pick(&best, chance).or_else(|| pick(&legal, chance))
}

/// A legal move that `chance` selects, each as likely as any other. Returns `None` only if there is none.
///
/// ```
/// use raum_engine::random_move;
/// use raum_rules::{Game, Kind};
///
/// let game = Kind::TicTacToe.start();
/// let mv = random_move(&game, 3).ok_or("no move")?;
/// assert!(game.legal().contains(&mv));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn random_move(game: &AnyGame, chance: u64) -> Option<Move> {
    pick(&game.legal(), chance)
}

/// The role of the piece that a legal move captures, if the opponent cannot recapture.
fn free_capture(game: &AnyGame, mv: Move) -> Option<Role> {
    let captured = game.captured(mv)?;
    let after = game.play(mv).ok()?;
    let is_defended = after.legal().iter().any(|reply| reply.to == mv.to);
    (!is_defended).then_some(captured.role)
}

fn values(kind: Kind) -> [i32; ROLES] {
    match kind {
        Kind::Chess => chess::Evaluator::VALUES,
        Kind::Space => space::Evaluator::VALUES,
        Kind::TicTacToe => tic_tac_toe::Evaluator::VALUES,
    }
}

fn pick(moves: &[Move], chance: u64) -> Option<Move> {
    // A multiplication instead of a remainder: the high bits of `chance` decide, which are the better ones of most
    // generators.
    let index = (u128::from(chance) * moves.len() as u128) >> 64;
    moves.get(index as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(kind: Kind, position: &str) -> Vec<String> {
        let game = kind.read_position(position).unwrap();
        let step = u64::MAX / 64;
        let mut moves: Vec<_> = (0..64)
            .map(|number| kind.move_text(greedy_move(&game, number * step).unwrap()))
            .collect();
        moves.sort();
        moves.dedup();
        moves
    }

    #[test]
    fn takes_the_most_valuable_undefended_piece() {
        let cases: [(Kind, &str, &[&str]); 4] = [
            // A queen before a knight.
            (
                Kind::Chess,
                "4k3/8/8/3q4/2P1n3/3P4/8/4K3 w - - 0 1",
                &["c4d5"],
            ),
            // The queen is defended, the knight is not.
            (
                Kind::Chess,
                "4k3/8/4p3/3q4/1nP5/P7/8/4K3 w - - 0 1",
                &["a3b4"],
            ),
            // Two pawns are equally good.
            (
                Kind::Chess,
                "4k3/8/8/p1R4p/8/8/8/4K3 w - - 0 1",
                &["c5a5", "c5h5"],
            ),
            // A pawn captures forward and up.
            (
                Kind::Space,
                "4K/5/5/5/5|5/5/2P2/5/5|5/2q2/1n3/5/5|5/5/5/5/5|5/5/5/5/k4 w 0 1",
                &["Bc3Cc4"],
            ),
        ];
        for (kind, position, expected) in cases {
            assert_eq!(chosen(kind, position), expected, "{position}");
        }
    }

    #[test]
    fn moves_at_random_without_such_a_piece() {
        for kind in Kind::ALL {
            let start = kind.start();
            let all = chosen(*kind, &start.to_string());
            assert_eq!(all.len(), start.legal().len().min(64), "{kind}");
        }
    }

    #[test]
    fn has_no_move_when_there_is_none() {
        let mated = Kind::Chess.read_position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        let mated = mated.unwrap();
        assert_eq!(
            (greedy_move(&mated, 5), random_move(&mated, 5)),
            (None, None)
        );
    }
}
