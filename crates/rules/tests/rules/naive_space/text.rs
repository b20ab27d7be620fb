//! Position texts and piece lists of the naive space chess.

use super::Naive;
use raum_rules::{Cell, Piece, Side};

impl Naive {
    /// Reads a valid position text.
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, turn, halfmove_clock, fullmove_number] = fields[..] else {
            panic!("not four fields: {text}");
        };
        let mut naive = Self::empty(if turn == "w" {
            Side::First
        } else {
            Side::Second
        });
        naive.halfmove_clock = halfmove_clock.parse().expect("a clock");
        naive.fullmove_number = fullmove_number.parse().expect("a number");
        for (z, level) in (0..).zip(board.split('|')) {
            for (y, rank) in (0..5).rev().zip(level.split('/')) {
                let mut x = 0;
                for character in rank.chars() {
                    if let Some(piece) = Piece::from_letter(character) {
                        naive.put(Cell::new(x, y, z), Some(piece));
                        x += 1;
                    } else {
                        x += u8::try_from(character.to_digit(6).expect("empty cells")).unwrap_or(0);
                    }
                }
            }
        }
        naive
    }

    /// Reads pieces and their cells, such as `KAa1 kEe5 QCc3`: piece, level, file, rank.
    pub(crate) fn place(list: &str, turn: Side) -> Self {
        let mut naive = Self::empty(turn);
        for item in list.split(' ') {
            let [piece, level, file, rank] = *item.as_bytes() else {
                panic!("not a piece and a cell: {item}");
            };
            let cell = Cell::new(file - b'a', rank - b'1', level - b'A');
            naive.put(cell, Piece::from_letter(piece.into()));
        }
        naive
    }

    /// The position text.
    pub(crate) fn text(&self) -> String {
        let rank = |y, z| {
            let mut text = String::new();
            let mut empty = 0;
            for x in 0..5 {
                if let Some(letter) = self.at(Cell::new(x, y, z)).and_then(Piece::letter) {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    text.push(letter);
                    empty = 0;
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        };
        let level = |z| [4, 3, 2, 1, 0].map(|y| rank(y, z)).join("/");
        let turn = if self.turn == Side::First { 'w' } else { 'b' };
        format!(
            "{} {turn} {} {}",
            [0, 1, 2, 3, 4].map(level).join("|"),
            self.halfmove_clock,
            self.fullmove_number
        )
    }
}

/// The position text of a list of pieces, White to move.
pub(crate) fn white(list: &str) -> String {
    Naive::place(list, Side::First).text()
}

/// The position text of a list of pieces, Black to move.
pub(crate) fn black(list: &str) -> String {
    Naive::place(list, Side::Second).text()
}
