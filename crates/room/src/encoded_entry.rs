//! An entry with its JSON, which the journal, the log of a host and its frames share.

use std::sync::Arc;

use crate::Entry;

/// An entry that is encoded: once, for every place that stores or sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedEntry {
    entry: Entry,
    public: Arc<str>,
}

impl EncodedEntry {
    /// Encodes an entry.
    pub fn new(mut entry: Entry) -> Self {
        let private = entry.private.take();
        // The types have neither maps with odd keys nor anything else that JSON cannot hold.
        let public = serde_json::to_string(&entry).unwrap_or_default().into();
        entry.private = private;
        Self { entry, public }
    }

    /// The entry.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// The entry itself, without its JSON.
    pub fn into_entry(self) -> Entry {
        self.entry
    }

    /// The JSON that may leave the server: without the private part.
    pub fn public(&self) -> &Arc<str> {
        &self.public
    }

    /// The whole JSON, for the journal. The private part is the last field of an entry, so it is added to the public
    /// text.
    pub fn stored(&self) -> Arc<str> {
        let (Some(private), Some(public)) = (&self.entry.private, self.public.strip_suffix('}'))
        else {
            return self.public.clone();
        };
        let private = serde_json::to_string(private).unwrap_or_default();
        format!(r#"{public},"private":{private}}}"#).into()
    }
}

impl From<Entry> for EncodedEntry {
    fn from(entry: Entry) -> Self {
        Self::new(entry)
    }
}
