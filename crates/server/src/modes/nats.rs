//! The options of a journal on NATS, for `raum journal` and `raum serve --cluster`.

use std::{fmt::Display, path::PathBuf};

use clap::{Args, builder::NonEmptyStringValueParser, error::ErrorKind};
use raum_journal::{NatsOptions, NatsUrl};

/// How to use a journal on NATS.
#[derive(Args)]
#[command(next_help_heading = "NATS")]
pub(super) struct NatsArguments {
    /// A file with credentials for NATS (.creds)
    #[arg(
        long = "nats-creds",
        env = "RAUM_NATS_CREDS",
        value_name = "FILE",
        global = true
    )]
    creds: Option<PathBuf>,

    /// A file with the certificates of authorities to trust, besides the system's own
    #[arg(
        long = "nats-ca",
        env = "RAUM_NATS_CA",
        value_name = "FILE",
        global = true
    )]
    ca: Option<PathBuf>,

    /// A file with the certificate to present to NATS
    #[arg(
        long = "nats-cert",
        env = "RAUM_NATS_CERT",
        value_name = "FILE",
        global = true
    )]
    #[arg(requires = "key")]
    cert: Option<PathBuf>,

    /// A file with the key of that certificate
    #[arg(
        long = "nats-key",
        env = "RAUM_NATS_KEY",
        value_name = "FILE",
        global = true
    )]
    #[arg(requires = "cert")]
    key: Option<PathBuf>,

    /// The name of the journal; several can share a NATS system
    #[arg(
        long = "nats-name",
        env = "RAUM_NATS_NAME",
        value_name = "NAME",
        global = true
    )]
    #[arg(default_value = "raum", value_parser = NonEmptyStringValueParser::new())]
    name: String,

    /// For a new journal: how many streams its rooms are spread over
    #[arg(
        long = "nats-streams",
        env = "RAUM_NATS_STREAMS",
        value_name = "STREAMS",
        global = true
    )]
    #[arg(default_value_t = NatsOptions::default().streams)]
    streams: u32,

    /// For a new journal: how many NATS servers store each stream [default: 3 in a cluster, or else 1]
    #[arg(
        long = "nats-replicas",
        env = "RAUM_NATS_REPLICAS",
        value_name = "SERVERS",
        global = true
    )]
    replicas: Option<u32>,
}

impl NatsArguments {
    pub(super) fn options(&self) -> NatsOptions {
        NatsOptions {
            name: self.name.clone(),
            streams: self.streams,
            replicas: self.replicas,
            credentials: self.creds.clone(),
            root_certificates: self.ca.clone(),
            client_certificate: self.cert.clone().zip(self.key.clone()),
        }
    }
}

/// Parses a URL. The error does not repeat it, because it may have a password.
pub(super) fn read_url(text: &str) -> Result<NatsUrl, clap::Error> {
    text.parse().map_err(usage_error)
}

/// An error of the command line or the environment, which ends the program with exit code 2.
pub(super) fn usage_error(sentence: impl Display) -> clap::Error {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{sentence}\n"))
}
