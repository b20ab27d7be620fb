//! The closed sets of words, so that TypeScript knows every one of them.

use serde::Serialize;

/// Gives enums of the rules their words. Where the rules get a new one, this no longer compiles.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $($word:ident)*;)*) => {$(
        $(#[$doc])*
        #[derive(Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum $name {
            $($word,)*
        }

        impl From<raum_rules::$name> for $name {
            fn from(of: raum_rules::$name) -> Self {
                match of {
                    $(raum_rules::$name::$word => Self::$word,)*
                }
            }
        }
    )*};
}

words! {
    /// What a piece is, whichever side it belongs to.
    Role: King Queen Rook Bishop Knight Unicorn Pawn Mark;

    /// What a game is won by.
    Win: Checkmate Line;

    /// What makes a game a draw without anybody's claim.
    Draw: Stalemate DeadPosition FivefoldRepetition SeventyFiveMoves FullBoard;

    /// A draw that the side to move may claim.
    Claim: ThreefoldRepetition FiftyMoves;
}

#[cfg(test)]
mod tests {
    use raum_rules::{Claim, Draw, Outcome, Side, Win};
    use serde_json::json;

    /// The page, the command line and the wire use the same words.
    #[test]
    fn words_are_those_of_the_rules() {
        for by in [Win::Checkmate, Win::Line] {
            let outcome = Outcome::Win {
                winner: Side::First,
                by,
            };
            assert_eq!(json!(super::Win::from(by)), outcome.reason());
        }
        for by in [
            Draw::Stalemate,
            Draw::DeadPosition,
            Draw::FivefoldRepetition,
            Draw::SeventyFiveMoves,
            Draw::FullBoard,
        ] {
            assert_eq!(json!(super::Draw::from(by)), Outcome::Draw(by).reason());
        }
        for claim in [Claim::ThreefoldRepetition, Claim::FiftyMoves] {
            assert_eq!(json!(super::Claim::from(claim)), claim.reason());
        }
    }
}
