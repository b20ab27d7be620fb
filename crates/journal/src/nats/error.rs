//! Why a journal on NATS cannot be opened.

use std::{io, path::PathBuf};

use super::{api::Failure, setup::NatsOptions, url::NatsUrl};

/// Why a journal on NATS cannot be opened. The sentences contain no credentials.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// The name of the journal is invalid.
    #[error("the name of a journal on NATS has 1 to 32 letters, digits, - and _")]
    Name,
    /// The number of streams is invalid.
    #[error("a journal on NATS has 1 to {} streams", NatsOptions::STREAMS_MAX)]
    Streams,
    /// A file with credentials cannot be read.
    #[error("cannot read the NATS credentials in {}", .0.display())]
    File(PathBuf, #[source] io::Error),
    /// No server can be reached.
    #[error("cannot reach NATS at {0}: {1}")]
    Unreachable(NatsUrl, String),
    /// The server has refused the credentials.
    #[error("NATS at {0} refused the credentials")]
    Credentials(NatsUrl),
    /// The server or the account has no JetStream.
    #[error(
        "JetStream is off at {0}: start nats-server with -js, and enable JetStream for the account"
    )]
    NoJetStream(NatsUrl),
    /// The server is too old.
    #[error("NATS at {0} has version {1}: raum needs 2.12 or newer")]
    TooOld(NatsUrl, String),
    /// The journal does not exist.
    #[error("there is no journal {1} on NATS at {0}")]
    Absent(NatsUrl, String),
    /// A stream has the name, but is not a journal's.
    #[error("the NATS stream {0} is not a journal of raum")]
    Foreign(String),
    /// A newer version of raum has created the journal.
    #[error("the NATS stream {0} was made by a newer version of raum")]
    Newer(String),
    /// NATS has failed.
    #[error("cannot use the journal on NATS: {0}")]
    Failed(String),
}

impl From<Failure> for NatsError {
    fn from(failure: Failure) -> Self {
        Self::Failed(match failure {
            Failure::Refused { code, why } => format!("{why} ({code})"),
            Failure::Disconnected => "the connection has ended".to_owned(),
            Failure::NotSent(why) | Failure::NoAnswer(why) => why,
        })
    }
}
