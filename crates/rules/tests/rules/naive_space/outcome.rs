//! The outcomes of space chess, as the design defines them.

use super::Naive;
use raum_rules::{Draw, Outcome, Role, Side, Win};

impl Naive {
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        if self.legal().is_empty() {
            return Some(if self.check().is_some() {
                Outcome::Win {
                    winner: !self.turn,
                    by: Win::Checkmate,
                }
            } else {
                Outcome::Draw(Draw::Stalemate)
            });
        }
        if self.is_dead() {
            return Some(Outcome::Draw(Draw::DeadPosition));
        }
        (self.halfmove_clock >= 2 * 75).then_some(Outcome::Draw(Draw::SeventyFiveMoves))
    }

    /// "Neither side has a pawn or queen and either each side has at most one of R B N U, or one side is
    /// bare and the other has exactly R+U, B+U, N+U, U+U or two bishops on the same colour."
    pub(crate) fn is_dead(&self) -> bool {
        if self
            .pieces()
            .any(|(_, piece)| matches!(piece.role, Role::Pawn | Role::Queen))
        {
            return false;
        }
        let [white, black] = Side::BOTH.map(|side| self.letters(side));
        if white.len() <= 1 && black.len() <= 1 {
            return true;
        }
        let (bare, other, owner) = if white.is_empty() {
            (true, black, Side::Second)
        } else {
            (black.is_empty(), white, Side::First)
        };
        bare && match other.as_str() {
            "RU" | "BU" | "NU" | "UU" => true,
            "BB" => self.bishops_share_a_colour(owner),
            _ => false,
        }
    }

    /// The letters of a side's pieces but the king, in the order R B N U.
    fn letters(&self, side: Side) -> String {
        [Role::Rook, Role::Bishop, Role::Knight, Role::Unicorn]
            .into_iter()
            .flat_map(|role| {
                self.pieces()
                    .filter(move |(_, piece)| piece.side == side && piece.role == role)
            })
            .filter_map(|(_, piece)| piece.role.letter())
            .collect()
    }

    fn bishops_share_a_colour(&self, side: Side) -> bool {
        let mut colours = self
            .pieces()
            .filter(|(_, piece)| piece.side == side && piece.role == Role::Bishop)
            .map(|(cell, _)| (cell.x + cell.y + cell.z) % 2);
        let first = colours.next();
        colours.all(|colour| Some(colour) == first)
    }
}
