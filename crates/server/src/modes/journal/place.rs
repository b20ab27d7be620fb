//! Where a journal is: a folder, or a NATS system.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use raum_journal::{Disk, Journal, Nats, NatsOptions, NatsUrl};

use crate::modes::nats::{NatsArguments, read_url};

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
            Some(url) if NatsUrl::is_meant_by(url) => {
                Ok(Self::Nats(read_url(url)?, nats.options()))
            }
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
