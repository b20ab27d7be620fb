//! Short-lived names that all nodes share: a message per name, which JetStream deletes when it expires.

use std::time::Duration;

use async_nats::HeaderMap;
use data_encoding::HEXLOWER;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::json;

use crate::Error;

use super::{
    api::{Api, Failure, code},
    layout::Layout,
};

/// Names with values, each until it expires. Of several nodes that create the same name, one wins.
#[derive(Clone, Debug)]
pub struct Names {
    api: Api,
    layout: Layout,
}

/// The value of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The value.
    pub value: String,
    /// Its place in the stream, which no other value of any name has.
    place: u64,
}

impl Names {
    pub(super) fn new(api: Api, layout: Layout) -> Self {
        Self { api, layout }
    }

    /// Gives a name a value, unless it has one. Returns whether it did. Values must be unique: that tells a node which was
    /// not answered whether it won.
    pub async fn create(&self, name: &str, value: &str, lasts: Duration) -> Result<bool, Error> {
        self.put(name, value, 0, lasts).await
    }

    /// Gives a name the same value for a new period, unless it has changed. Returns whether it did.
    pub async fn renew(&self, name: &str, named: &Named, lasts: Duration) -> Result<bool, Error> {
        self.put(name, &named.value, named.place, lasts).await
    }

    async fn put(
        &self,
        name: &str,
        value: &str,
        after: u64,
        lasts: Duration,
    ) -> Result<bool, Error> {
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Expected-Last-Subject-Sequence", after.to_string());
        headers.insert("Nats-TTL", format!("{}s", lasts.as_secs().max(1)));
        let subject = self.layout.name_subject(&encode(name));
        let payload = value.to_owned().into();
        let published: Result<IgnoredAny, _> = self.api.publish(subject, headers, payload).await;
        match published {
            Ok(_) => Ok(true),
            Err(Failure::Refused { code, .. }) if code::WRONG_LAST.contains(&code) => Ok(false),
            Err(Failure::NoAnswer(why)) => match self.get(name).await? {
                Some(named) => Ok(named.value == value && named.place != after),
                None => Err(Error::Unavailable(why)),
            },
            Err(failure) => Err(failure.into()),
        }
    }

    /// The value of a name.
    pub async fn get(&self, name: &str) -> Result<Option<Named>, Error> {
        let (stream, subject) = (
            self.layout.names_stream(),
            self.layout.name_subject(&encode(name)),
        );
        let Some(stored) = self.api.last_message(&stream, &subject).await? else {
            return Ok(None);
        };
        let value = String::from_utf8(stored.payload.to_vec());
        Ok(value.ok().map(|value| Named {
            value,
            place: stored.place,
        }))
    }

    /// Removes this value of a name, and returns whether it was still there: of several nodes, one removes it.
    pub async fn remove(&self, named: &Named) -> Result<bool, Error> {
        #[derive(Deserialize)]
        struct Deleted {
            success: bool,
        }
        let subject = format!("STREAM.MSG.DELETE.{}", self.layout.names_stream());
        let wanted = json!({ "seq": named.place, "no_erase": true });
        match self.api.call::<Deleted>(&subject, &wanted).await {
            Ok(deleted) => Ok(deleted.success),
            // It has expired, or another node has removed it.
            Err(Failure::Refused { .. }) => Ok(false),
            Err(failure) => Err(failure.into()),
        }
    }
}

/// A name as a part of a subject, which has no spaces, dots or wildcards.
fn encode(name: &str) -> String {
    HEXLOWER.encode(name.as_bytes())
}
