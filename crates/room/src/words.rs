//! The words of the rules in JSON: the rules themselves know no JSON.

use std::{borrow::Cow, fmt};

use raum_rules::{Kind, Side};
use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// A value that JSON knows by one word.
pub trait Word: Copy {
    /// What the words stand for, in an error message.
    const WHAT: &'static str;
    /// Its word.
    fn word(self) -> &'static str;
    /// What a word stands for.
    fn from_word(word: &str) -> Option<Self>;
}

impl Word for Kind {
    const WHAT: &'static str = "kind";

    fn word(self) -> &'static str {
        self.name()
    }

    fn from_word(word: &str) -> Option<Self> {
        word.parse().ok()
    }
}

impl Word for Side {
    const WHAT: &'static str = "side";

    fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| side.word() == word)
    }
}

/// For `#[serde(with = "word")]` on a field of a [`Word`].
pub mod word {
    use super::{Cow, Deserialize, Deserializer, Serializer, Word, unknown};

    /// Writes the word.
    pub fn serialize<T: Word, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.word())
    }

    /// Reads the word.
    pub fn deserialize<'de, T: Word, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let word = Cow::<str>::deserialize(deserializer)?;
        T::from_word(&word).ok_or_else(|| unknown::<T, _>(&word))
    }
}

/// For `#[serde(with = "maybe_word")]` on a field of an optional [`Word`].
pub mod maybe_word {
    use super::{Cow, Deserialize, Deserializer, Serializer, Word, unknown};

    /// Writes the word, or null.
    pub fn serialize<T: Word, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.serialize_some(value.word()),
            None => serializer.serialize_none(),
        }
    }

    /// Reads the word, or null.
    pub fn deserialize<'de, T: Word, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let word = Option::<Cow<str>>::deserialize(deserializer)?;
        word.map(|word| T::from_word(&word).ok_or_else(|| unknown::<T, _>(&word)))
            .transpose()
    }
}

fn unknown<T: Word, E: Error>(word: impl fmt::Display) -> E {
    E::custom(format_args!("unknown {}: {word}", T::WHAT))
}

/// What a schema says of a side.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "Side", rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "with them, each word would be a schema of its own"
)]
pub enum SideWord {
    First,
    Second,
}

/// What a schema says of a kind.
#[cfg(feature = "schema")]
pub struct KindWord;

#[cfg(feature = "schema")]
impl schemars::JsonSchema for KindWord {
    fn schema_name() -> Cow<'static, str> {
        "Kind".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let kinds: Vec<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        schemars::json_schema!({ "type": "string", "enum": kinds })
    }
}
