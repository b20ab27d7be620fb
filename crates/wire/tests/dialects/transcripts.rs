//! The golden transcripts in memory: rooms and dialects, and nothing else.

use serde_json::Value;

use crate::hall::Hall;
use crate::script;

/// All that clients of a dialect hear in transcripts.
pub(crate) fn heard(transcripts: &[&str], ours: &str) -> Vec<Value> {
    let played = transcripts
        .iter()
        .flat_map(|transcript| script::play(transcript, Hall::new));
    played
        .filter(|(dialect, _)| dialect == ours)
        .map(|(_, frame)| frame)
        .collect()
}

/// All that anybody says in transcripts.
pub(crate) fn said(transcripts: &[&'static str]) -> Vec<&'static str> {
    let lines = transcripts.iter().flat_map(|transcript| transcript.lines());
    lines
        .filter_map(|line| Some(line.split_once(" > ")?.1))
        .collect()
}

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
