//! Numbers and JSON for JavaScript. `value` reads JSON.

use raum_room::Millis;
use serde::Serialize;

/// Serializes a type of this crate. None of them can fail; the message of an error would add 1 kB to the page, and
/// the page rejects an empty text anyway.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Converts a JavaScript time such as `Date.now()`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float becomes the nearest integer that fits"
)]
pub(crate) const fn millis(number: f64) -> Millis {
    number as Millis
}
