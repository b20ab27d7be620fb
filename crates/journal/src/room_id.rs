//! The ids of rooms.

use std::{fmt, str::FromStr, sync::Arc};

/// The digits of Crockford's base 32: no I, L, O and U, which are easily mistaken for other digits.
pub const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A room's id: 1 to 64 letters, digits, `_` and `-`. Lower case is converted to upper case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(Arc<str>);

impl RoomId {
    /// The longest id.
    pub const CHARS_MAX: usize = 64;

    /// The number of characters of a short id.
    pub const SHORT_CHARS: usize = 6;

    /// Encodes the lower 60 bits as an id of 12 characters, in Crockford's base 32.
    #[must_use]
    pub fn from_bits(bits: u64) -> Self {
        Self::of_digits(12, bits)
    }

    /// Encodes the lower 30 bits as an id of 6 characters. There are so few of these that some are taken and that they
    /// can be guessed: a room with a short id needs a pass key, too.
    #[must_use]
    pub fn short_from_bits(bits: u64) -> Self {
        Self::of_digits(6, bits)
    }

    fn of_digits(count: u32, bits: u64) -> Self {
        let characters = (0..count).rev().map(|position| {
            let digit = bits >> (position * 5) & 31;
            char::from(CROCKFORD[usize::try_from(digit).unwrap_or_default()])
        });
        Self(characters.collect::<String>().into())
    }

    /// The id as text, in upper case.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for RoomId {
    type Err = BadRoomId;

    fn from_str(text: &str) -> Result<Self, BadRoomId> {
        let is_id = (1..=Self::CHARS_MAX).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        if is_id {
            Ok(Self(text.to_ascii_uppercase().into()))
        } else {
            Err(BadRoomId)
        }
    }
}

/// A text is not a room id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a room id has 1 to 64 letters, digits, - and _")]
pub struct BadRoomId;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_parsed_and_converted_to_upper_case() {
        let long = "a".repeat(RoomId::CHARS_MAX);
        let cases = [
            ("k3v9", Some("K3V9".to_owned())),
            ("a_B-9", Some("A_B-9".to_owned())),
            (&long, Some("A".repeat(RoomId::CHARS_MAX))),
            (&format!("{long}a"), None),
            ("", None),
            ("a b", None),
            ("ä", None),
            ("../a", None),
        ];
        for (text, expected) in cases {
            let id = text.parse::<RoomId>().ok();
            assert_eq!(id.map(|id| id.to_string()), expected, "{text}");
        }
    }

    #[test]
    fn bits_are_encoded_as_long_and_short_ids() {
        let cases = [
            (0, "000000000000"),
            (1, "000000000001"),
            (31 << 55, "Z00000000000"),
            (u64::MAX, "ZZZZZZZZZZZZ"),
        ];
        for (bits, text) in cases {
            assert_eq!(RoomId::from_bits(bits).as_str(), text);
            assert_eq!(RoomId::short_from_bits(bits).as_str(), &text[6..]);
        }
    }
}
