//! What the engine writes: whole lines, from several threads.

use std::{
    fmt::Write as _,
    io::{self, Write},
    sync::Mutex,
    time::Duration,
};

use raum_engine::{Line, MATE, MATE_MIN, Report};
use raum_rules::{AnyGame, Game, Outcome, Record};

use crate::lock::lock;

/// Writes lines, each at once and whole. After a failure it writes nothing more: the client is gone.
pub(super) struct Output(Mutex<io::Result<Box<dyn Write + Send>>>);

impl Output {
    pub(super) fn new(to: impl Write + Send + 'static) -> Self {
        Self(Mutex::new(Ok(Box::new(to))))
    }

    /// Writes one or more lines.
    pub(super) fn line(&self, text: &str) {
        let mut state = lock(&self.0);
        if let Ok(to) = &mut *state {
            let written = to
                .write_all(format!("{text}\n").as_bytes())
                .and_then(|()| to.flush());
            if let Err(error) = written {
                *state = Err(error);
            }
        }
    }

    /// Writes a sentence for the user.
    pub(super) fn sentence(&self, text: &str) {
        self.line(&format!("info string {text}"));
    }

    /// Why the client can no longer be reached, if it cannot.
    pub(super) fn failure(&self) -> Option<io::Error> {
        match &*lock(&self.0) {
            Ok(_) => None,
            Err(error) => Some(io::Error::from(error.kind())),
        }
    }
}

/// The `info` lines for a report, one for each of so many lines of best moves.
pub(super) fn info(
    record: &Record<AnyGame>,
    report: &Report,
    lines: usize,
    nodes: u64,
    spent: Duration,
    hash_permille: usize,
) -> String {
    let Report { depth, longest, .. } = report;
    let time_ms = spent.as_millis();
    let speed = u128::from(nodes) * 1_000_000 / spent.as_micros().max(1);
    let mut text = String::new();
    for (line, number) in report.lines.iter().take(lines).zip(1..) {
        if number > 1 {
            text.push('\n');
        }
        // Writing to a string cannot fail.
        write!(text, "info depth {depth} seldepth {longest}").ok();
        if lines > 1 {
            write!(text, " multipv {number}").ok();
        }
        write!(
            text,
            " score {} nodes {nodes} nps {speed} time {time_ms} hashfull {hash_permille} pv",
            score_text(line.score)
        )
        .ok();
        for mv in moves_until_the_end(record, line) {
            text.push(' ');
            text.push_str(&mv);
        }
    }
    text
}

/// The answer to `go` in a position without legal moves.
pub(super) fn info_at_the_end(game: &AnyGame) -> String {
    let score = match game.outcome().and_then(Outcome::winner) {
        Some(_) => "mate 0",
        None => "cp 0",
    };
    format!("info depth 0 score {score} nodes 0 nps 0 time 0")
}

/// The answer to `go`: the best move, and the reply that it expects.
pub(super) fn best_move(record: &Record<AnyGame>, report: &Report) -> String {
    let Some(line) = report.lines.first() else {
        return "bestmove (none)".into();
    };
    match &*moves_until_the_end(record, line) {
        [] => "bestmove (none)".into(),
        [best] => format!("bestmove {best}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    }
}

fn score_text(score: i32) -> String {
    let plies = MATE - score.abs();
    match score {
        MATE_MIN.. => format!("mate {}", (plies + 1) / 2),
        _ if score <= -MATE_MIN => format!("mate -{}", (plies + 1) / 2),
        _ => format!("cp {score}"),
    }
}

/// The moves of a line up to the end of the game, which a claimed draw is too: clients warn about moves after it.
fn moves_until_the_end(record: &Record<AnyGame>, line: &Line) -> Vec<String> {
    let kind = record.game().kind();
    let mut record = record.clone();
    let mut moves = Vec::new();
    for mv in &line.moves {
        if record.play(*mv).is_err() {
            break;
        }
        moves.push(kind.move_text(*mv));
        if record.outcome().is_some() || !record.claims().is_empty() {
            break;
        }
    }
    moves
}

#[cfg(test)]
mod tests;
