//! A move whose kind is known only at run time. In JSON it is its text.

use raum_rules::{Kind, Move};
use serde::{Deserialize, Serialize, Serializer};

/// A move of some kind. No text is a move of two kinds, so it can be read without its room.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(from = "String")]
pub enum AnyMove {
    /// A move of this kind.
    Known(Kind, Move),
    /// A text that is not a move of any kind. `decide` refuses it, and `apply` skips it.
    Unknown(String),
}

impl AnyMove {
    /// The move, if it is of this kind.
    pub fn of_kind(&self, kind: Kind) -> Option<Move> {
        match self {
            Self::Known(known, mv) if *known == kind => Some(*mv),
            _ => None,
        }
    }

    /// The text in JSON.
    pub fn text(&self) -> String {
        match self {
            Self::Known(kind, mv) => kind.move_text(*mv),
            Self::Unknown(text) => text.clone(),
        }
    }
}

impl From<String> for AnyMove {
    fn from(text: String) -> Self {
        let read = |kind: &Kind| Some(Self::Known(*kind, kind.read_move(&text).ok()?));
        let known = Kind::ALL.iter().find_map(read);
        known.unwrap_or(Self::Unknown(text))
    }
}

impl Serialize for AnyMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}
