//! Reports of a search as JSON. Nothing in them needs escaping, so a general JSON writer would only add to the download.

use std::fmt::{self, Write};

use raum_engine::{Line, MATE, MATE_MIN, Report};
use raum_rules::Kind;

/// A report of a search of one kind. Displays as JSON of `Report` in `web/src/engine/types.ts`.
pub(crate) struct Json<'a>(pub(crate) Kind, pub(crate) &'a Report);

impl fmt::Display for Json<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(kind, report) = self;
        let Report {
            depth,
            longest,
            nodes,
            lines,
        } = report;
        write!(
            f,
            r#"{{"depth":{depth},"longest":{longest},"nodes":{nodes},"lines":["#
        )?;
        for (index, line) in lines.iter().enumerate() {
            separate(f, index)?;
            write_line(f, *kind, line)?;
        }
        f.write_str("]}")
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, kind: Kind, line: &Line) -> fmt::Result {
    let score = line.score;
    match mate(score) {
        Some(moves) => write!(f, r#"{{"mate":{moves}"#)?,
        None => write!(f, r#"{{"centipawns":{score}"#)?,
    }
    f.write_str(r#","moves":["#)?;
    for (index, mv) in line.moves.iter().enumerate() {
        separate(f, index)?;
        write!(f, r#""{}""#, kind.move_text(*mv))?;
    }
    f.write_str("]}")
}

fn separate(f: &mut fmt::Formatter<'_>, index: usize) -> fmt::Result {
    if index > 0 { f.write_char(',') } else { Ok(()) }
}

/// The moves until mate: negative if the side to move is mated.
fn mate(score: i32) -> Option<i32> {
    let plies = MATE - score.abs();
    (score.abs() >= MATE_MIN).then(|| score.signum() * (plies + 1) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_json() {
        let [first, second] = ["Aa2Aa3", "Ea4Da4"].map(|text| Kind::Space.read_move(text).unwrap());
        let line = |score, moves: &[_]| Line {
            score,
            moves: moves.to_vec(),
        };
        let report = Report {
            depth: 3,
            longest: 7,
            nodes: 1234,
            lines: vec![line(-12, &[first, second]), line(MATE - 3, &[second])],
        };
        assert_eq!(
            Json(Kind::Space, &report).to_string(),
            r#"{"depth":3,"longest":7,"nodes":1234,"lines":[{"centipawns":-12,"moves":["Aa2Aa3","Ea4Da4"]},{"mate":2,"moves":["Ea4Da4"]}]}"#
        );
        let empty = Json(Kind::Chess, &Report::default()).to_string();
        assert_eq!(empty, r#"{"depth":0,"longest":0,"nodes":0,"lines":[]}"#);
    }

    #[test]
    fn mates_count_moves() {
        let scores = [MATE - 1, MATE - 2, MATE - 3, 1 - MATE, 2 - MATE, -MATE, 500];
        assert_eq!(
            scores.map(mate),
            [Some(1), Some(1), Some(2), Some(-1), Some(-1), Some(0), None]
        );
    }
}
