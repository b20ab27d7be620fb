//! The report of `raum inspect`. Its fields and their order are a public interface.

use raum_rules::{AnyGame, Claim, Game, Kind, Outcome, Record};
use serde::Serialize;

/// A report on a position and the moves that led to it.
#[derive(Serialize)]
pub(super) struct Report {
    position: String,
    turn: &'static str,
    legal: Vec<String>,
    check: bool,
    outcome: Option<End>,
    claims: Vec<&'static str>,
}

/// An outcome as words.
#[derive(Serialize)]
struct End {
    result: &'static str,
    reason: &'static str,
    winner: Option<&'static str>,
}

impl Report {
    pub(super) fn new(record: &Record<AnyGame>) -> Self {
        let game = record.game();
        let kind = game.kind();
        let mut legal: Vec<_> = game
            .legal()
            .into_iter()
            .map(|mv| kind.move_text(mv))
            .collect();
        legal.sort_unstable();
        Self {
            position: game.to_string(),
            turn: kind.side_name(game.turn()),
            legal,
            check: game.check().is_some(),
            outcome: record.outcome().map(|outcome| End::new(kind, outcome)),
            claims: record.claims().into_iter().map(Claim::reason).collect(),
        }
    }
}

impl End {
    fn new(kind: Kind, outcome: Outcome) -> Self {
        Self {
            result: match outcome {
                Outcome::Win { .. } => "win",
                Outcome::Draw(_) => "draw",
            },
            reason: outcome.reason(),
            winner: outcome.winner().map(|side| kind.side_name(side)),
        }
    }
}
