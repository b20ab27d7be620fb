//! Where a journal is: a folder, or a NATS system.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::{Args, error::ErrorKind};
use raum_journal::{Disk, Journal, Nats, NatsOptions, NatsUrl};

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
    #[arg(default_value = "raum")]
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
    fn options(&self) -> NatsOptions {
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

/// Where a journal is.
#[derive(Debug)]
pub(super) enum Place {
    Folder(PathBuf),
    Nats(NatsUrl, NatsOptions),
}

impl Place {
    /// Reads a place from the command line. The error does not repeat it, because a URL may have a password.
    pub(super) fn read(text: OsString, nats: &NatsArguments) -> Result<Self, clap::Error> {
        match text.to_str() {
            Some(url) if NatsUrl::is_meant_by(url) => match url.parse() {
                Ok(url) => Ok(Self::Nats(url, nats.options())),
                Err(error) => Err(clap::Error::raw(
                    ErrorKind::ValueValidation,
                    format!("{error}\n"),
                )),
            },
            _ => Ok(Self::Folder(text.into())),
        }
    }

    /// Opens a journal, and creates it if needed.
    pub(super) async fn open(&self) -> anyhow::Result<Box<dyn Journal>> {
        Ok(match self {
            Self::Folder(folder) => Box::new(Disk::open(folder)?),
            Self::Nats(url, options) => Box::new(Nats::open(url, options).await?),
        })
    }

    /// Opens a journal, if it exists.
    pub(super) async fn open_existing(&self) -> anyhow::Result<Box<dyn Journal>> {
        Ok(match self {
            Self::Folder(folder) => Box::new(Disk::open_existing(folder)?),
            Self::Nats(url, options) => Box::new(Nats::open_existing(url, options).await?),
        })
    }

    /// Whether both are the same folder, or the same journal of the same servers.
    pub(super) fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Folder(one), Self::Folder(other)) => same_folder(one, other),
            (Self::Nats(one, options), Self::Nats(other, others)) => {
                one.to_string() == other.to_string() && options.name == others.name
            }
            _ => false,
        }
    }
}

fn same_folder(one: &Path, other: &Path) -> bool {
    one == other
        || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}
