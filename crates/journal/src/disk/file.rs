//! The file of a store, its lock and its table.

use std::{
    fs::{self, DirBuilder, File, Permissions, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, ErrorCode};

use crate::{Error, OpenError};

use super::space::{self, Bytes};

/// The version of the table, which the file has as its `user_version`.
const VERSION: i64 = 1;

/// How many threads read: one that waits for a slow disk does not stop the others, and few leave the
/// processors to the writer and the hosts.
const READERS: usize = 3;

/// The mode of all files: the journal has names, messages and hashes of pass keys.
const PRIVATE: u32 = 0o600;

const CREATE: &str = "
    BEGIN;
    CREATE TABLE entry (
        room TEXT NOT NULL,
        seq INTEGER NOT NULL,
        content TEXT NOT NULL,
        checksum INTEGER NOT NULL,
        PRIMARY KEY (room, seq)
    ) STRICT;
    PRAGMA user_version = 1;
    COMMIT;";

/// Keeps other processes out until it is dropped.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file is not enough: a process that is being started at this moment has a copy of it
        // for an instant. If it fails, closing will do.
        self.0.unlock().ok();
    }
}

/// A store's file, opened for each thread, and the lock that keeps other processes out.
pub(super) struct Opened {
    pub(super) lock: Lock,
    /// What the rooms take.
    pub(super) space: Bytes,
    pub(super) writing: Connection,
    pub(super) reading: Vec<Connection>,
    pub(super) checkpointing: Connection,
    /// Where SQLite keeps its log.
    pub(super) log: PathBuf,
}

pub(super) fn create_folder(folder: &Path) -> Result<(), OpenError> {
    if folder.is_dir() {
        return Ok(());
    }
    let create = || {
        if folder.exists() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        // What people are called and what they say is nobody else's business.
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        // A folder is durable when the folder around it is.
        match fs::canonicalize(folder)?.parent() {
            Some(parent) => File::open(parent)?.sync_all(),
            None => Ok(()),
        }
    };
    create().map_err(|error| OpenError::Folder(folder.to_owned(), error))
}

pub(super) fn exists(folder: &Path) -> bool {
    path(folder).is_file()
}

pub(super) fn open(folder: &Path, bytes_max: Option<u64>) -> Result<Opened, OpenError> {
    let lock = lock(folder)?;
    let path = path(folder);
    let failed = |error| OpenError::File(path.clone(), error);
    create_private(&path).map_err(|error| OpenError::Folder(path.clone(), error))?;
    let writing = Connection::open(&path).map_err(failed)?;
    match version(&writing) {
        Ok(Some(VERSION)) => {}
        Ok(Some(0)) => create_table(&writing).map_err(failed)?,
        Ok(Some(VERSION..)) => return Err(OpenError::Newer(path)),
        Ok(_) => return Err(OpenError::Foreign(path)),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
            return Err(OpenError::Foreign(path));
        }
        Err(error) => return Err(failed(error)),
    }
    // What people are called and what they say is nobody else's business, whatever the folder's mode. SQLite
    // gives its log and its index the mode of the file when it makes them.
    for name in ["raum.lock", "raum.db", "raum.db-wal", "raum.db-shm"] {
        let file = folder.join(name);
        make_private(&file).map_err(|error| OpenError::Folder(file, error))?;
    }
    let reading = (0..READERS)
        .map(|_| Connection::open(&path))
        .collect::<Result<Vec<_>, _>>()
        .map_err(failed)?;
    let checkpointing = Connection::open(&path).map_err(failed)?;
    // Every commit waits for the disk: in the mode NORMAL, a power cut could take it back. No commit
    // waits for a checkpoint. A log that has grown beyond 32 MiB is cut when it begins anew. The cache of
    // 16 MB holds the tail of each room's index.
    writing
        .execute_batch(
            "PRAGMA synchronous = FULL;
             PRAGMA wal_autocheckpoint = 0;
             PRAGMA journal_size_limit = 33554432;
             PRAGMA cache_size = -16000;",
        )
        .map_err(failed)?;
    if let Some(bytes_max) = bytes_max {
        bound(&writing, bytes_max).map_err(failed)?;
    }
    // Before a checkpoint overwrites the log, the table must be on the disk.
    checkpointing
        .execute_batch("PRAGMA synchronous = FULL;")
        .map_err(failed)?;
    for reading in &reading {
        reading
            .execute_batch("PRAGMA query_only = ON;")
            .map_err(failed)?;
    }
    let space = space::bytes(&writing).map_err(failed)?;
    Ok(Opened {
        lock,
        space,
        writing,
        reading,
        checkpointing,
        log: folder.join("raum.db-wal"),
    })
}

/// Lets the file grow to this many bytes. One that is bigger already grows no further.
fn bound(connection: &Connection, bytes_max: u64) -> rusqlite::Result<()> {
    let page_bytes: u32 = connection.query_row("PRAGMA page_size", [], |row| row.get(0))?;
    // SQLite can count no more pages than that.
    let pages_max = u32::try_from(bytes_max / u64::from(page_bytes)).unwrap_or(u32::MAX - 1);
    // It takes none for no bound.
    connection.pragma_update(None, "max_page_count", pages_max.max(1))
}

/// How long a file is that may not be there.
pub(super) fn bytes(path: &Path) -> Result<u64, Error> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(Error::Unavailable(error.to_string())),
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join("raum.db")
}

fn lock(folder: &Path) -> Result<Lock, OpenError> {
    let path = folder.join("raum.lock");
    let failed = |error: io::Error| OpenError::Folder(path.clone(), error);
    let file = create_private(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse(folder.to_owned())),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Opens a file, which only its owner may read and write if it is made now.
fn create_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create(true).truncate(false);
    options.mode(PRIVATE).open(path)
}

/// Lets only its owner read and write a file, if there is one.
fn make_private(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.permissions().mode() & 0o777 == PRIVATE => Ok(()),
        Ok(_) => fs::set_permissions(path, Permissions::from_mode(PRIVATE)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// The version of the table; 0 in a file that has none yet, nothing in a file of something else.
fn version(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let sql = "SELECT count(*), count(*) FILTER (WHERE name = 'entry') FROM sqlite_schema";
    let (tables, ours): (i64, i64) =
        connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(match version {
        0 if tables > 0 => None,
        VERSION if ours == 0 => None,
        version => Some(version),
    })
}

fn create_table(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.execute_batch(CREATE)
}
