//! One game with its moves, as a class of the page.

use raum_rules::{AnyGame, Game, Kind, Pgn};
use wasm_bindgen::prelude::*;

use crate::{
    json::json,
    position::{Position, made},
};

/// The moves made from a position, and the game they lead to.
///
/// What is refused throws an `Error` with the rules' own sentence, and changes nothing.
#[wasm_bindgen]
pub struct Record {
    record: raum_rules::Record<AnyGame>,
}

#[wasm_bindgen]
impl Record {
    /// A record that begins at a position text, or at the start position of its kind.
    #[wasm_bindgen(constructor)]
    pub fn new(kind: &str, position: Option<String>) -> Result<Self, JsError> {
        let record = raum_rules::Record::new(game(kind, position)?);
        Ok(Self { record })
    }

    /// Makes a move, given by its move text.
    pub fn play(&mut self, text: &str) -> Result<(), JsError> {
        let mv = self.record.game().kind().read_move(text)?;
        Ok(self.record.play(mv)?)
    }

    /// The move text of the legal move that a notation names.
    pub fn read(&self, notation: &str) -> Result<String, JsError> {
        let game = self.record.game();
        Ok(game.kind().move_text(game.read_notation(notation)?))
    }

    /// All that a screen shows now, as JSON of `Position`.
    pub fn position(&self) -> String {
        json(&Position::of(&self.record, true))
    }

    /// The moves made, as JSON of `MadeMove[]`.
    pub fn moves(&self) -> String {
        json(&made(self.record.start().clone(), self.record.moves()))
    }

    /// The whole game as PGN, with tags: names and values in turn.
    pub fn export(&self, tags: Vec<String>) -> Result<String, JsError> {
        let mut pgn = Pgn::new(self.record.clone());
        let mut tags = tags.into_iter();
        while let (Some(name), Some(value)) = (tags.next(), tags.next()) {
            if !pgn.set_tag(&name, &value) {
                return Err(JsError::new(&format!("the tag {name:?} cannot be set")));
            }
        }
        Ok(pgn.to_string())
    }

    /// The game of a PGN, whose tags tell its kind. Other tags are not kept.
    pub fn import(text: &str) -> Result<Self, JsError> {
        let pgn: Pgn = text.parse()?;
        let record = pgn.record().clone();
        Ok(Self { record })
    }
}

/// The game of a kind at a position text, or at its start.
pub(crate) fn game(kind: &str, position: Option<String>) -> Result<AnyGame, JsError> {
    let kind: Kind = kind.parse()?;
    Ok(match position {
        Some(text) => kind.read_position(&text)?,
        None => kind.start(),
    })
}
