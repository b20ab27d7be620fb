//! Writing JSON. Reading it is another matter: see `value`.

use serde::Serialize;

/// The JSON of one of this crate's types, none of which can fail. If one did, the page would notice an
/// empty text as soon as it parses it; the words of the error would cost it 1 kB.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
