//! Messages between nodes that no stream stores. NATS delivers them at most once, and those of one node in order.

use std::time::Duration;

use async_nats::{Client, Subscriber, connection::State};
use bytes::Bytes;
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::Error;

use super::layout::Layout;

/// How long the server may take to return a message.
const ECHO_TIME: Duration = Duration::from_secs(5);

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
        self.round_trip().await?;
        Ok(BusMessages(messages))
    }

    /// Waits until the server has handled everything that was sent before: it must know a subscription before the node says
    /// anything. A server handles what a connection sends in order, so a message to oneself comes back after that.
    async fn round_trip(&self) -> Result<(), Error> {
        let failed = |error: String| Error::Unavailable(error);
        let inbox = self.client.new_inbox();
        let echoes = self.client.subscribe(inbox.clone()).await;
        let mut echoes = echoes.map_err(|error| failed(error.to_string()))?;
        let sent = self.client.publish(inbox, Bytes::new()).await;
        sent.map_err(|error| failed(error.to_string()))?;
        match timeout(ECHO_TIME, echoes.next()).await {
            Ok(Some(_)) => Ok(()),
            _ => Err(failed("NATS does not answer".to_owned())),
        }
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
