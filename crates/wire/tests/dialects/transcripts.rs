//! The golden transcripts, played in memory.

use proptest::prelude::*;
use serde_json::Value;

use crate::hall::Hall;
use crate::script;

/// Every frame that clients of a dialect receive in transcripts.
pub(crate) fn received(transcripts: &[&str], ours: &str) -> Vec<Value> {
    let played = transcripts
        .iter()
        .flat_map(|transcript| script::play(transcript, Hall::new));
    played
        .filter(|(dialect, _)| dialect == ours)
        .map(|(_, frame)| frame)
        .collect()
}

/// Every frame that clients send in transcripts.
pub(crate) fn sent(transcripts: &[&'static str]) -> Vec<&'static str> {
    let lines = transcripts.iter().flat_map(|transcript| transcript.lines());
    lines
        .filter_map(|line| Some(line.split_once(" > ")?.1))
        .collect()
}

/// A frame from transcripts with a piece replaced, sometimes by these letters.
pub(crate) fn mutation(
    transcripts: &[&'static str],
    letters: &'static str,
) -> impl Strategy<Value = String> {
    let piece = prop_oneof![any::<String>(), letters];
    let text = prop::sample::select(sent(transcripts));
    let place = any::<prop::sample::Index>();
    (text, place, 0..4_usize, piece).prop_map(|(text, place, length, piece)| {
        let characters: Vec<_> = text.chars().collect();
        let (before, rest) = characters.split_at(place.index(characters.len()));
        let after = rest.get(length..).unwrap_or_default();
        let text = |part: &[char]| part.iter().collect::<String>();
        text(before) + &piece + &text(after)
    })
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
    machines "machines"
}
