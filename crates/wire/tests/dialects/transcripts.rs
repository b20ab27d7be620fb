//! The golden transcripts in memory: rooms and dialects, and nothing else.

use proptest::prelude::*;
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

/// Something that is said in transcripts, with a piece of it cut out and another put in, sometimes of these
/// letters.
pub(crate) fn mutation(
    transcripts: &[&'static str],
    letters: &'static str,
) -> impl Strategy<Value = String> {
    let piece = prop_oneof![any::<String>(), letters];
    let said = prop::sample::select(said(transcripts));
    let place = any::<prop::sample::Index>();
    (said, place, 0..4_usize, piece).prop_map(|(text, place, length, piece)| {
        let characters: Vec<_> = text.chars().collect();
        let (before, rest) = characters.split_at(place.index(characters.len()));
        let after = rest.get(length..).unwrap_or_default();
        let kept = |part: &[char]| part.iter().collect::<String>();
        kept(before) + &piece + &kept(after)
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
}
