//! One game with its moves, as a JavaScript class.

use raum_rules::{AnyGame, Game, Kind, Pgn, Side};
use wasm_bindgen::prelude::*;

use crate::{
    json::json,
    position::{Position, made},
};

/// A game and the moves played since its start position.
///
/// A method that fails throws an `Error` with the message of the rules, and changes nothing.
#[wasm_bindgen]
pub struct Record {
    record: raum_rules::Record<AnyGame>,
}

#[wasm_bindgen]
impl Record {
    /// Starts a game at a position text, or at the start position of the kind.
    #[wasm_bindgen(constructor)]
    pub fn new(kind: &str, position: Option<String>) -> Result<Self, JsError> {
        let record = raum_rules::Record::new(game(kind, position)?);
        Ok(Self { record })
    }

    /// Plays a move by its move text.
    pub fn play(&mut self, text: &str) -> Result<(), JsError> {
        let mv = self.record.game().kind().read_move(text)?;
        Ok(self.record.play(mv)?)
    }

    /// Returns the move text of a legal move, given by its notation.
    pub fn read(&self, notation: &str) -> Result<String, JsError> {
        let game = self.record.game();
        Ok(game.kind().move_text(game.read_notation(notation)?))
    }

    /// The current position, as JSON of `Position`.
    pub fn position(&self) -> String {
        json(&Position::of(&self.record, true))
    }

    /// The cells that the first or the second side attacks: a text with `x` for each, and `.` for every other cell, file by
    /// file, rank by rank, level by level.
    pub fn attacked(&self, by_second: bool) -> String {
        let game = self.record.game();
        let side = Side::BOTH[usize::from(by_second)];
        let cells = game.kind().extent().cells();
        cells
            .map(|cell| if game.attacks(side, cell) { 'x' } else { '.' })
            .collect()
    }

    /// The moves played, as JSON of `MadeMove[]`.
    pub fn moves(&self) -> String {
        json(&made(self.record.start().clone(), self.record.moves()))
    }

    /// Writes the game as PGN with these tags: names and values alternate.
    pub fn export(&self, tags: Vec<String>) -> Result<String, JsError> {
        let mut pgn = Pgn::new(self.record.clone());
        let mut tags = tags.into_iter();
        while let (Some(name), Some(value)) = (tags.next(), tags.next()) {
            if !pgn.set_tag(&name, &value) {
                return Err(JsError::new(&format!("the tag {name} cannot be set")));
            }
        }
        Ok(pgn.to_string())
    }

    /// Reads a game from PGN. Its tags name the kind; other tags are dropped.
    pub fn import(text: &str) -> Result<Self, JsError> {
        let pgn: Pgn = text.parse()?;
        let record = pgn.record().clone();
        Ok(Self { record })
    }
}

/// A game of a kind at a position text, or at its start position.
pub(crate) fn game(kind: &str, position: Option<String>) -> Result<AnyGame, JsError> {
    let kind: Kind = kind.parse()?;
    Ok(match position {
        Some(text) => kind.read_position(&text)?,
        None => kind.start(),
    })
}
