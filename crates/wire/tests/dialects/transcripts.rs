//! The golden transcripts in memory: rooms and dialects, and nothing else.

use crate::hall::Hall;
use crate::script;

macro_rules! transcripts {
    ($($name:ident $file:literal)*) => {$(
        #[test]
        fn $name() {
            script::play(include_str!(concat!("../transcripts/", $file, ".transcript")), Hall::new);
        }
    )*};
}

transcripts! {
    space "space"
    chessata "chessata"
    tictactoe "tictactoe"
    mixed_space "mixed-space"
    mixed_chess "mixed-chess"
    mixed_tictactoe "mixed-tictactoe"
}
