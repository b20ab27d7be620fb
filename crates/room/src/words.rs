//! JSON for the types of the rules, which have none: each value is one word.

use std::{borrow::Cow, marker::PhantomData};

use raum_rules::{Kind, Side};
use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// A type of the rules whose values are words in JSON.
pub trait Named: Copy + 'static {
    /// The name of the type, in schemas and error messages.
    const TYPE: &'static str;
    /// Every value.
    const ALL: &'static [Self];
    /// The word for a value.
    fn word(self) -> &'static str;
}

impl Named for Kind {
    const TYPE: &'static str = "Kind";
    const ALL: &'static [Self] = Self::ALL;

    fn word(self) -> &'static str {
        self.name()
    }
}

impl Named for Side {
    const TYPE: &'static str = "Side";
    const ALL: &'static [Self] = &Self::BOTH;

    fn word(self) -> &'static str {
        ["first", "second"][self.index()]
    }
}

/// Serialises a field as its word: `#[serde(with = "Word::<Side>")]`.
pub struct Word<T>(PhantomData<T>);

impl<T: Named> Word<T> {
    /// Writes the word.
    pub fn serialize<S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(value.word())
    }

    /// Reads the word.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let word = Cow::<str>::deserialize(deserializer)?;
        let known = T::ALL.iter().find(|value| value.word() == word);
        known.copied().ok_or_else(|| {
            let name = T::TYPE.to_lowercase();
            D::Error::custom(format_args!("unknown {name}: {word}"))
        })
    }
}

/// Serialises an optional field as its word or null: `#[serde(with = "MaybeWord::<Side>")]`.
pub struct MaybeWord<T>(PhantomData<T>);

impl<T: Named> MaybeWord<T> {
    /// Writes the word, or null.
    pub fn serialize<S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.serialize_some(value.word()),
            None => serializer.serialize_none(),
        }
    }

    /// Reads the word, or null.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
        #[derive(Deserialize)]
        #[serde(transparent, bound = "T: Named")]
        struct Read<T: Named>(#[serde(with = "Word::<T>")] T);

        Ok(Option::<Read<T>>::deserialize(deserializer)?.map(|Read(value)| value))
    }
}

#[cfg(feature = "schema")]
impl<T: Named> schemars::JsonSchema for Word<T> {
    fn schema_name() -> Cow<'static, str> {
        T::TYPE.into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let words: Vec<_> = T::ALL.iter().map(|value| value.word()).collect();
        schemars::json_schema!({ "type": "string", "enum": words })
    }
}

#[cfg(feature = "schema")]
impl<T: Named> schemars::JsonSchema for MaybeWord<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        Option::<Word<T>>::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Option::<Word<T>>::json_schema(generator)
    }
}
