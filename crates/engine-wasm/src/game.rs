//! A game and its limits, as texts and numbers of JavaScript describe them.

use std::error;

use raum_engine::Limits;
use raum_rules::{AnyGame, Kind, PositionError, Record};
use thiserror::Error;

/// Why there is no game to search.
#[derive(Debug, Error)]
pub(crate) enum GameError {
    #[error("{0}")]
    Position(#[from] PositionError),
    #[error("move {number} ({text}): {reason}")]
    Move {
        number: usize,
        text: String,
        reason: Box<dyn error::Error>,
    },
}

/// The game from a position text, or from the start of the kind, after these moves.
pub(crate) fn record(
    kind: Kind,
    position: Option<String>,
    moves: Vec<String>,
) -> Result<Record<AnyGame>, GameError> {
    let start = match position {
        Some(text) => kind.read_position(&text)?,
        None => kind.start(),
    };
    let mut record = Record::new(start);
    for (index, text) in moves.into_iter().enumerate() {
        play(&mut record, kind, &text).map_err(|reason| GameError::Move {
            number: index + 1,
            text,
            reason,
        })?;
    }
    Ok(record)
}

fn play(record: &mut Record<AnyGame>, kind: Kind, text: &str) -> Result<(), Box<dyn error::Error>> {
    Ok(record.play(kind.read_move(text)?)?)
}

/// Limits of a search: missing ones do not limit it, and none is less than one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of JavaScript becomes the nearest integer that fits"
)]
pub(crate) fn limits(nodes: Option<f64>, depth: Option<f64>, lines: Option<f64>) -> Limits {
    let all = Limits::default();
    Limits {
        nodes: nodes.map_or(all.nodes, |nodes| (nodes as u64).max(1)),
        depth: depth.map_or(all.depth, |depth| (depth as i32).max(1)),
        lines: lines.map_or(all.lines, |lines| (lines as usize).max(1)),
        ..all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(moves: &[&str]) -> Vec<String> {
        moves.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_game_begins_at_a_position_or_at_the_start_and_continues_with_moves() {
        let moves = texts(&["e2e4", "e7e5"]);
        let game = record(Kind::Chess, None, moves).unwrap();
        assert_eq!(game.moves().len(), 2);
        let text = game.game().to_string();
        let again = record(Kind::Chess, Some(text), texts(&["g1f3"])).unwrap();
        assert_eq!((again.start(), again.moves().len()), (game.game(), 1));
    }

    #[test]
    fn an_error_names_the_move_and_the_reason() {
        let error = |position: Option<&str>, moves: &[&str]| {
            let position = position.map(ToString::to_string);
            record(Kind::Chess, position, texts(moves))
                .unwrap_err()
                .to_string()
        };
        let illegal = error(None, &["e2e4", "e2e4"]);
        assert!(illegal.starts_with("move 2 (e2e4): "), "{illegal}");
        let unreadable = error(None, &["castle"]);
        assert!(unreadable.starts_with("move 1 (castle): "), "{unreadable}");
        assert!(!error(Some("8/8"), &[]).is_empty());
    }

    #[test]
    fn limits_are_at_least_one_and_missing_ones_do_not_limit() {
        let none = limits(None, None, None);
        assert_eq!((none.nodes, none.lines), (u64::MAX, 1));
        let odd = limits(Some(f64::NAN), Some(-3.0), Some(0.0));
        assert_eq!((odd.nodes, odd.depth, odd.lines), (1, 1, 1));
        let some = limits(Some(5e3), Some(7.0), Some(3.0));
        assert_eq!((some.nodes, some.depth, some.lines), (5000, 7, 3));
    }
}
