//! Messages between nodes that no stream stores. NATS delivers them at most once, and those of one node in order.

use async_nats::{Client, Subscriber, connection::State};
use bytes::Bytes;
use futures_util::StreamExt;

use crate::Error;

use super::layout::Layout;

/// Messages between the nodes that use the same journal.
#[derive(Clone, Debug)]
pub struct Bus {
    client: Client,
    prefix: String,
}

impl Bus {
    pub(super) fn new(client: Client, layout: &Layout) -> Self {
        let prefix = format!("{}.b", layout.name);
        Self { client, prefix }
    }

    /// Publishes a message to a topic. Fails without a connection.
    pub async fn publish(&self, topic: &str, message: impl Into<Bytes>) -> Result<(), Error> {
        // The client would store the message and deliver it much later.
        if self.client.connection_state() != State::Connected {
            return Err(Error::Unavailable(
                "there is no connection to NATS".to_owned(),
            ));
        }
        let subject = format!("{}.{topic}", self.prefix);
        let published = self.client.publish(subject, message.into()).await;
        published.map_err(|error| Error::Unavailable(error.to_string()))
    }

    /// Receives the messages of a topic from now on.
    pub async fn subscribe(&self, topic: &str) -> Result<BusMessages, Error> {
        let failed = |error: String| Error::Unavailable(error);
        let subject = format!("{}.{topic}", self.prefix);
        let messages = self.client.subscribe(subject).await;
        let messages = messages.map_err(|error| failed(error.to_string()))?;
        // The server must know the subscription before the node says anything.
        let flushed = self.client.flush().await;
        flushed.map_err(|error| failed(error.to_string()))?;
        Ok(BusMessages(messages))
    }
}

/// The messages of a topic.
#[derive(Debug)]
pub struct BusMessages(Subscriber);

impl BusMessages {
    /// The next message, or `None` once the connection is closed for good. Cancel-safe.
    pub async fn next(&mut self) -> Option<Bytes> {
        Some(self.0.next().await?.payload)
    }
}
