//! Time as JavaScript tells it.

use raum_room::Millis;

/// The milliseconds of a JavaScript number, such as `Date.now()`.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float turns into the nearest number that fits"
)]
pub(crate) const fn millis(number: f64) -> Millis {
    number as Millis
}
