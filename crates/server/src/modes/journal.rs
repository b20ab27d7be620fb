//! `raum journal`: manages stored rooms. [`rooms`] lists and deletes them, [`mod@copy`] copies them to another journal,
//! [`place`] opens a journal in a folder or on NATS.

mod copy;
mod place;
mod rooms;

use std::{
    ffi::OsString,
    fs,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand};
use raum_journal::{Append, Error, Journal as Rooms, Memory, RoomId, Store};
use raum_room::{EncodedEntry, Entry, Millis};
use tokio::runtime;

use super::nats::NatsArguments;
use place::Place;
use rooms::{Filter, Order};

/// List, check, copy, export, import and delete stored rooms
///
/// The rooms are in the data folder of a server that is not running, or on NATS JetStream.
#[derive(Args)]
#[command(
    subcommand_value_name = "TASK",
    subcommand_help_heading = "Tasks",
    after_long_help = "\
Examples:
  raum journal check --data /var/lib/raum
  raum journal list --data /var/lib/raum --first 20
      the largest rooms
  raum journal delete --data /var/lib/raum --phase waiting --bytes-min 1000000
      prints what --yes would delete
  raum journal export K3V9X7M2P4QR --data old > room.jsonl
  raum journal import room.jsonl --data new
      prints the id of the new room
  raum journal copy nats://nats.example:4222 --data /var/lib/raum
      moves the rooms of a server to NATS; `copy FOLDER --data URL` moves them back
  RAUM_DATA=nats://USER:PASSWORD@HOST raum journal check
      other programs of this machine can see the command line, but not the environment"
)]
pub(crate) struct Journal {
    #[command(subcommand)]
    task: Task,

    /// The data folder of the server, or the URL of NATS servers: nats://USER:PASSWORD@HOST:PORT,… (all but HOST may be missing), or tls://…
    #[arg(long, env = "RAUM_DATA", value_name = "FOLDER|URL", global = true)]
    #[arg(hide_env_values = true)]
    data: Option<OsString>,

    #[command(flatten)]
    nats: NatsArguments,
}

#[derive(Subcommand)]
enum Task {
    /// Read all rooms and report which are damaged
    Check,
    /// Print the rooms: id, kind, phase, entries, bytes of entries, and the time of the last entry (UTC)
    List {
        /// The sort order
        #[arg(long, value_name = "ORDER", default_value = "size")]
        by: Order,
        /// Print at most this many rooms
        #[arg(long, value_name = "ROOMS")]
        first: Option<usize>,
        #[command(flatten)]
        filter: Filter,
    },
    /// Print the rooms that match all these options, and delete them with --yes
    Delete {
        /// The ids of rooms [default: all rooms that match the options]
        #[arg(value_name = "ROOM")]
        rooms: Vec<RoomId>,
        /// Delete the rooms
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        filter: Filter,
    },
    /// Print the entries of a room, one JSON object per line
    Export {
        /// The room's id
        room: RoomId,
        /// Include the hashes of pass keys and seat tokens
        #[arg(long)]
        private: bool,
    },
    /// Copy all rooms, with their ids, to another journal. Run it again to continue after an interruption
    Copy {
        /// The folder or URL to copy to
        #[arg(value_name = "FOLDER|URL")]
        to: OsString,
    },
    /// Create a room from exported entries, and print its id. It expires like any other room, counted from its last
    /// entry: see `raum serve --keep-finished-days`
    Import {
        /// The file to read, or - for standard input
        file: PathBuf,
    },
}

impl Journal {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let data = self
            .data
            .context("no data folder: set `--data FOLDER` or RAUM_DATA")?;
        let place = Place::read(data, &self.nats)?;
        runtime::Builder::new_current_thread()
            .enable_all()
            .build()?
            .block_on(self.task.run(&place, &self.nats))
    }
}

impl Task {
    async fn run(self, place: &Place, nats: &NatsArguments) -> anyhow::Result<()> {
        match self {
            Self::Check => check(&*place.open_existing().await?).await,
            Self::List { by, first, filter } => {
                rooms::list(&*place.open_existing().await?, &filter, by, first).await
            }
            Self::Delete { rooms, yes, filter } => {
                rooms::delete(&*place.open_existing().await?, &rooms, &filter, yes).await
            }
            Self::Export { room, private } => {
                export(&*place.open_existing().await?, &room, private).await
            }
            Self::Copy { to } => {
                let to = Place::read(to, nats)?;
                ensure!(!place.is(&to), "both journals are the same");
                let from = place.open_existing().await?;
                copy::copy(&*from, &*to.open().await?).await
            }
            Self::Import { file } => {
                let entries = read_entries(&read_input(&file)?)?;
                let room = RoomId::from_bits(getrandom::u64()?);
                // A dry run in memory: an invalid room must leave nothing on disk, not even a folder.
                import(&Memory::default(), &room, &entries).await?;
                let store = place.open().await?;
                import(&*store, &room, &entries).await?;
                Ok(writeln!(io::stdout(), "{room}")?)
            }
        }
    }
}

async fn check(store: &dyn Rooms) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let (mut rooms, mut faults, mut newer) = (0, 0, 0);
    for listed in rooms::all(store).await? {
        rooms += 1;
        match store.read(&listed.room, 1).await {
            Ok(entries) => writeln!(out, "{} ok, entries: {}", listed.room, entries.len())?,
            Err(error) if error.is_store_wide() => return Err(error.into()),
            Err(error) => {
                let is_newer = matches!(error, Error::Newer { .. });
                *(if is_newer { &mut newer } else { &mut faults }) += 1;
                writeln!(out, "{error}")?;
            }
        }
    }
    for flaw in store.flaws().await? {
        faults += 1;
        writeln!(out, "{flaw}")?;
    }
    ensure!(faults == 0, "faults: {faults} in {rooms} rooms");
    ensure!(
        newer == 0,
        "rooms written by a newer raum: {newer} of {rooms}"
    );
    Ok(())
}

async fn export(store: &dyn Rooms, room: &RoomId, private: bool) -> anyhow::Result<()> {
    let entries = store.read(room, 1).await?;
    ensure!(!entries.is_empty(), "room {room} does not exist");
    let mut out = io::stdout().lock();
    for entry in entries {
        let entry = EncodedEntry::new(entry);
        if private {
            writeln!(out, "{}", entry.stored())?;
        } else {
            writeln!(out, "{}", entry.public())?;
        }
    }
    Ok(())
}

async fn import(store: &dyn Store, room: &RoomId, entries: &[EncodedEntry]) -> anyhow::Result<()> {
    match store.append(room, entries).await? {
        Append::Done => Ok(()),
        Append::Unknown(why) => Err(why.into()),
        // Sixty random bits do not repeat, unless the random number generator is broken.
        Append::Conflict { .. } | Append::Behind { .. } => bail!("room {room} already exists"),
    }
}

fn read_input(file: &Path) -> anyhow::Result<String> {
    if file == Path::new("-") {
        let mut text = String::new();
        io::stdin()
            .read_to_string(&mut text)
            .context("cannot read standard input")?;
        Ok(text)
    } else {
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
    }
}

/// Parses the entries of a room, one per line. The store checks that they are consecutive.
fn read_entries(text: &str) -> anyhow::Result<Vec<EncodedEntry>> {
    let mut at: Millis = 0;
    let mut entries = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let entry = Entry::read(line).with_context(|| format!("line {number}"))?;
        if entry.seq != number {
            bail!("line {number}: found entry {}", entry.seq);
        }
        if entry.at < at {
            bail!("line {number}: the entry is older than the one before");
        }
        at = entry.at;
        entries.push(EncodedEntry::new(entry));
    }
    Ok(entries)
}
