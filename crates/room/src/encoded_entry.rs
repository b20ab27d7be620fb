//! An entry with its JSON, shared by the journal, the host's log and the frames.

use std::sync::Arc;

use crate::Entry;

/// An entry, encoded once for every place that stores or sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedEntry {
    entry: Entry,
    public: Arc<str>,
}

impl EncodedEntry {
    /// Encodes an entry.
    pub fn new(mut entry: Entry) -> Self {
        let private = entry.private.take();
        // Cannot fail: the types have no maps with non-string keys.
        let public = serde_json::to_string(&entry).unwrap_or_default().into();
        entry.private = private;
        Self { entry, public }
    }

    /// The entry.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The JSON without the private part, which may be sent to clients.
    pub fn public(&self) -> &Arc<str> {
        &self.public
    }

    /// The JSON with the private part, for the journal. `private` is the last field of an entry, so it is appended to
    /// the public text.
    pub fn stored(&self) -> Arc<str> {
        let (Some(private), Some(public)) = (&self.entry.private, self.public.strip_suffix('}'))
        else {
            return self.public.clone();
        };
        let private = serde_json::to_string(private).unwrap_or_default();
        format!(r#"{public},"private":{private}}}"#).into()
    }
}
