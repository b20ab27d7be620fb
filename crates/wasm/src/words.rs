//! Enums of the rules as words, so that TypeScript lists every one of them.

use serde::Serialize;

/// Mirrors enums of other crates with serde. It stops compiling when one of them gets a new variant.
macro_rules! words {
    ($($(#[$doc:meta])* $from:ident $name:ident: $($word:ident)*;)*) => {$(
        $(#[$doc])*
        #[derive(Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum $name {
            $($word,)*
        }

        impl From<$from::$name> for $name {
            fn from(of: $from::$name) -> Self {
                match of {
                    $($from::$name::$word => Self::$word,)*
                }
            }
        }
    )*};
}

words! {
    /// The type of a piece.
    raum_rules Role: King Queen Rook Bishop Knight Unicorn Pawn Mark;

    /// The reason for a win.
    raum_rules Win: Checkmate Line;

    /// The reason for a draw that needs no claim.
    raum_rules Draw: Stalemate DeadPosition FivefoldRepetition SeventyFiveMoves FullBoard;

    /// A draw that the side to move may claim.
    raum_rules Claim: ThreefoldRepetition FiftyMoves;
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
