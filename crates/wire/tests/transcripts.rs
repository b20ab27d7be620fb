//! The golden transcripts in memory: rooms and dialects, and nothing else.

#![expect(
    clippy::unwrap_used,
    reason = "a test says what went wrong by panicking"
)]

mod hall;
mod script;

use hall::Hall;

#[test]
fn space() {
    script::play(include_str!("transcripts/space.transcript"), Hall::new);
}

#[test]
fn mixed() {
    script::play(include_str!("transcripts/mixed.transcript"), Hall::new);
}

#[test]
fn tictactoe() {
    script::play(include_str!("transcripts/tictactoe.transcript"), Hall::new);
}

#[test]
fn mixed_tictactoe() {
    script::play(
        include_str!("transcripts/mixed-tictactoe.transcript"),
        Hall::new,
    );
}
