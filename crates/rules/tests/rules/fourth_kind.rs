//! A fourth kind, four in a row, built on the public API only. It passes the laws of all kinds and serves as the
//! example in CONTRIBUTING.

use crate::common::{data, laws::laws, mv, play, position};
use raum_rules::{
    Cell, Claim, Draw, Extent, Facts, Game, Illegal, Key, Move, MoveTextError, NotationError,
    Outcome, Piece, PositionError, Record, Role, Rules, Side, Win,
};
use std::{collections::HashSet, fmt, str::FromStr};

/// A position of four in a row: marks fall to the lowest empty cell of their file, and four in a line win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Four {
    /// The marks of each file, from the bottom.
    files: [[Option<Side>; 6]; 7],
}

/// The directions of lines, without their opposites.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Four {
    fn marks(&self) -> usize {
        self.files.iter().flatten().flatten().count()
    }

    fn has_line(&self, side: Side) -> bool {
        let mark = |x: u8, y: u8, (dx, dy): (i8, i8), step: i8| {
            let file = self
                .files
                .get(usize::from(x.checked_add_signed(dx * step)?))?;
            *file.get(usize::from(y.checked_add_signed(dy * step)?))?
        };
        Self::EXTENT.cells().any(|Cell { x, y, .. }| {
            DIRECTIONS
                .iter()
                .any(|way| (0..4).all(|step| mark(x, y, *way, step) == Some(side)))
        })
    }
}

impl Game for Four {
    fn turn(&self) -> Side {
        Side::BOTH[self.marks() % 2]
    }

    fn legal(&self) -> Vec<Move> {
        if self.has_line(!self.turn()) {
            return Vec::new();
        }
        let lowest = |(x, file): (u8, &[Option<Side>; 6])| {
            let y = (0..).zip(file).find(|(_, mark)| mark.is_none())?.0;
            Some(Move::put(Cell::flat(x, y)))
        };
        (0..).zip(&self.files).filter_map(lowest).collect()
    }

    fn play(&self, mv: Move) -> Result<Self, Illegal> {
        if !self.legal().contains(&mv) {
            return Err(Illegal);
        }
        let mut next = *self;
        next.files[usize::from(mv.to.x)][usize::from(mv.to.y)] = Some(self.turn());
        Ok(next)
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = !self.turn();
        if self.has_line(winner) {
            let by = Win::Line;
            return Some(Outcome::Win { winner, by });
        }
        (self.marks() == Self::EXTENT.cell_count()).then_some(Outcome::Draw(Draw::FullBoard))
    }

    fn can_win(&self, _: Side) -> bool {
        true
    }

    fn piece(&self, cell: Cell) -> Option<Piece> {
        if !Self::EXTENT.contains(cell) {
            return None;
        }
        let side = self.files[usize::from(cell.x)][usize::from(cell.y)]?;
        let role = Role::Mark;
        Some(Piece { side, role })
    }

    fn key(&self) -> Key {
        Key::of(self, 0)
    }

    /// The file alone names the move.
    fn notation(&self, mv: Move) -> Result<String, Illegal> {
        self.play(mv)?;
        Ok(Self::cell_name(mv.to)[..1].to_owned())
    }

    fn read_notation(&self, text: &str) -> Result<Move, NotationError> {
        let [file @ b'a'..=b'g'] = text.as_bytes() else {
            return Err(NotationError::syntax(text));
        };
        let mut legal = self.legal().into_iter();
        legal
            .find(|mv| mv.to.x == file - b'a')
            .ok_or_else(|| NotationError::Illegal(text.to_owned()))
    }
}

impl Rules for Four {
    const FACTS: Facts = Facts {
        name: "four",
        title: "Four in a row",
        extent: Extent::new(7, 6, 1),
        sides: ["red", "yellow"],
        has_ranks: false,
        has_claims: false,
        position_format: None,
    };

    fn cell_name(cell: Cell) -> String {
        let file = char::from(b'a'.saturating_add(cell.x));
        format!("{file}{}", cell.y.saturating_add(1))
    }

    fn move_text(mv: Move) -> String {
        Self::cell_name(mv.to)
    }

    fn read_move(text: &str) -> Result<Move, MoveTextError> {
        match text.as_bytes() {
            [file @ b'a'..=b'g', rank @ b'1'..=b'6'] => {
                Ok(Move::put(Cell::flat(file - b'a', rank - b'1')))
            }
            _ => Err(MoveTextError::new(text, "a cell from a1 to g6")),
        }
    }
}

/// The files from the bottom, `r` and `y`, separated by `/`.
impl fmt::Display for Four {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (x, file) in self.files.iter().enumerate() {
            f.write_str(if x == 0 { "" } else { "/" })?;
            for side in file.iter().flatten() {
                f.write_str(["r", "y"][side.index()])?;
            }
        }
        Ok(())
    }
}

impl FromStr for Four {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let board = |what, expected, found| PositionError::Board {
            what,
            expected,
            found,
        };
        let mut game = Self::default();
        let found = text.split('/').count();
        if found != 7 {
            return Err(board("files", 7, found));
        }
        for (file, marks) in game.files.iter_mut().zip(text.split('/')) {
            let found = marks.chars().count();
            if found > 6 {
                return Err(board("marks in each file at most", 6, found));
            }
            for (cell, mark) in file.iter_mut().zip(marks.chars()) {
                *cell = Some(match mark {
                    'r' => Side::First,
                    'y' => Side::Second,
                    other => return Err(PositionError::Character(other)),
                });
            }
        }
        let red = text.matches('r').count();
        let yellow = text.matches('y').count();
        if red != yellow && red != yellow + 1 {
            return Err(PositionError::MarkCount);
        }
        if game.has_line(game.turn()) {
            return Err(PositionError::LineOfSideToMove);
        }
        Ok(game)
    }
}

laws! {
    four: crate::fourth_kind::Four, 50;
}

#[test]
fn perft() {
    data::run::<Four>(data::by_rules::<Four>);
}

/// The numbers are from OEIS A212693.
#[test]
fn positions_after_each_ply() {
    let mut positions = HashSet::from([Four::default()]);
    for expected in [7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275] {
        positions = positions
            .iter()
            .flat_map(|game| game.legal().into_iter().map(move |mv| game.play(mv)))
            .map(|next| next.expect("a listed move"))
            .collect();
        assert_eq!(positions.len(), expected);
    }
}

#[test]
fn lines_win_in_every_direction() {
    for text in [
        "r/r/r/r/yyy//",
        "rrrr/yyy/////",
        "r/yr/yyr/yyrr/r//",
        "yyrr/yyr/yr/r/r//",
    ] {
        let outcome = position::<Four>(text).outcome().expect("a line");
        assert_eq!(
            (outcome.reason(), outcome.winner()),
            ("line", Some(Side::First)),
            "{text}"
        );
    }
    assert_eq!(position::<Four>("r/r/r//r/yyy/").outcome(), None);
}

#[test]
fn marks_fall_to_the_lowest_empty_cell() {
    let game = play(&Four::default(), &["d1", "d2"]);
    assert_eq!(game.to_string(), "///ry///");
    assert_eq!(game.play(mv::<Four>("d2")), Err(Illegal), "a taken cell");
    assert_eq!(
        game.play(mv::<Four>("d4")),
        Err(Illegal),
        "a cell in the air"
    );
    assert_eq!(game.read_notation("d"), Ok(mv::<Four>("d3")));
}

#[test]
fn invalid_positions_are_rejected_with_the_reason() {
    for (text, why) in [
        ("//////r/", "expected 7 files, found 8"),
        (
            "ryryryr//////",
            "expected 6 marks in each file at most, found 7",
        ),
        ("x//////", "unexpected 'x' on the board"),
        (
            "rr//////",
            "the number of marks does not match the side to move",
        ),
        (
            "y//////",
            "the number of marks does not match the side to move",
        ),
        ("rrrr/yyyy/////", "the side to move already has a line"),
    ] {
        let error = text.parse::<Four>().expect_err(text);
        assert_eq!(error.to_string(), why, "{text}");
    }
}

/// Records work for kinds from outside the crate.
#[test]
fn a_record_plays_it() {
    let mut record = Record::new(Four::default());
    for cell in ["a1", "b1", "a2", "b2", "a3", "b3"] {
        record.play(mv::<Four>(cell)).expect(cell);
    }
    assert_eq!(
        (record.outcome(), record.claims()),
        (None, Vec::<Claim>::new())
    );
    record.play(mv::<Four>("a4")).expect("a4");
    assert_eq!(record.outcome().map(Outcome::reason), Some("line"));
}
