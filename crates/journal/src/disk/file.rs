//! The store's file: its lock, its table and its connections.

use std::{
    fs::{self, DirBuilder, File, Permissions, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, ErrorCode};

use crate::{Error, OpenError, Size};

use super::{
    checkpoint::LOG_BYTES_MAX,
    intake::{self, Intake},
    reader,
};

/// The version of the file, stored as SQLite's `user_version`: a table that has all entries.
const COMPLETE: i64 = 1;

/// The version while the store is open, and after a crash: the intake may have entries that the table lacks. A version of
/// raum that knows nothing of the intake must not open the file.
const WITH_INTAKE: i64 = 2;

/// The number of reader threads: more than one, so that a slow read does not block the others, but few, to leave the
/// processors to the writer and the hosts.
const READERS: usize = 3;

/// The mode of all files: the journal contains names, messages and hashes of pass keys.
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

/// Every commit waits for the disk, until [`rely_on_intake`]. Commits never run a checkpoint. The cache of 16 MB holds the end
/// of each room's index, and what has not been committed.
const WRITER: &str = "
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA cache_size = -16000;";

/// Locks out other processes until it is dropped.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file is not enough: a child process that is just being started has a copy of it for a moment. If
        // unlocking fails, closing has to do.
        self.0.unlock().ok();
    }
}

/// An open store: a connection for each thread, and the lock.
pub(super) struct Opened {
    pub(super) lock: Lock,
    pub(super) size: Size,
    pub(super) page_bytes: u64,
    pub(super) intake: Intake,
    pub(super) writing: Connection,
    pub(super) reading: Vec<Connection>,
    pub(super) checkpointing: Connection,
    /// SQLite's write-ahead log, to sync it.
    pub(super) log: File,
    /// The files that come on top of the rooms: SQLite's log and the intake.
    pub(super) extra: [PathBuf; 2],
}

pub(super) fn create_folder(folder: &Path) -> Result<(), OpenError> {
    if folder.is_dir() {
        return Ok(());
    }
    let create = || {
        if folder.exists() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        // Private, because the journal contains names and messages.
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        // A new folder is durable once its parent is synced.
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

pub(super) fn open(folder: &Path) -> Result<Opened, OpenError> {
    let lock = lock(folder)?;
    let path = path(folder);
    let failed = |error| OpenError::File(path.clone(), error);
    create_private(&path).map_err(|error| OpenError::Folder(path.clone(), error))?;
    let writing = Connection::open(&path).map_err(failed)?;
    match version(&writing) {
        Ok(Some(COMPLETE | WITH_INTAKE)) => {}
        Ok(Some(0)) => create_table(&writing).map_err(failed)?,
        Ok(Some(WITH_INTAKE..)) => return Err(OpenError::Newer(path)),
        Ok(_) => return Err(OpenError::Foreign(path)),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => {
            return Err(OpenError::Foreign(path));
        }
        Err(error) => return Err(failed(error)),
    }
    use_log(&writing).map_err(failed)?;
    // The files are private whatever the folder's mode. SQLite creates its log and index with the mode of the file.
    for name in [
        "raum.lock",
        "raum.db",
        "raum.db-wal",
        "raum.db-shm",
        "raum.intake",
    ] {
        let file = folder.join(name);
        make_private(&file).map_err(|error| OpenError::Folder(file, error))?;
    }
    let intake = open_intake(folder)?;
    let log = folder.join("raum.db-wal");
    let log = File::open(&log).map_err(|error| OpenError::Folder(log, error))?;
    connect(folder, writing, (lock, intake, log)).map_err(failed)
}

/// Opens the intake, durably created if needed.
fn open_intake(folder: &Path) -> Result<Intake, OpenError> {
    let path = intake::path(folder);
    let open = || {
        let intake = Intake::open(create_private(&path)?, path.clone())?;
        File::open(folder)?.sync_all()?;
        Ok(intake)
    };
    open().map_err(|error| OpenError::Folder(path.clone(), error))
}

/// Marks the file as one whose intake counts. Within a transaction, which has to be durable before anything is taken in.
pub(super) fn mark(writing: &Connection) -> rusqlite::Result<()> {
    set_version(writing, WITH_INTAKE)
}

/// From now on no commit waits for the disk: the intake has its changes until they are synced.
pub(super) fn rely_on_intake(writing: &Connection) -> rusqlite::Result<()> {
    writing.execute_batch("PRAGMA synchronous = NORMAL;")
}

/// Marks the file as complete, for versions of raum that know nothing of the intake. The table must have all entries,
/// durably.
pub(super) fn complete(writing: &Connection, mut intake: Intake) -> Result<(), Error> {
    intake.empty()?;
    set_version(writing, COMPLETE)?;
    Ok(intake.remove()?)
}

fn set_version(connection: &Connection, version: i64) -> rusqlite::Result<()> {
    connection.pragma_update(None, "user_version", version)
}

/// Configures the writer's connection, and opens the others.
fn connect(
    folder: &Path,
    writing: Connection,
    (lock, intake, log): (Lock, Intake, File),
) -> rusqlite::Result<Opened> {
    writing.execute_batch(WRITER)?;
    // A log that has grown beyond that is truncated when it restarts.
    writing.pragma_update(None, "journal_size_limit", LOG_BYTES_MAX)?;
    let open = |settings| -> rusqlite::Result<Connection> {
        let connection = Connection::open(path(folder))?;
        connection.execute_batch(settings)?;
        Ok(connection)
    };
    let page_bytes = reader::page_bytes(&writing)?;
    Ok(Opened {
        lock,
        size: reader::size(&writing, page_bytes)?,
        page_bytes,
        intake,
        writing,
        reading: (0..READERS)
            .map(|_| open("PRAGMA query_only = ON;"))
            .collect::<Result<_, _>>()?,
        // The table must be on disk before a checkpoint overwrites the log.
        checkpointing: open("PRAGMA synchronous = FULL;")?,
        log,
        extra: [folder.join("raum.db-wal"), intake::path(folder)],
    })
}

/// Limits the size of the file. A file that is already larger grows no further.
pub(super) fn bound(connection: &Connection, bytes_max: u64) -> rusqlite::Result<()> {
    // SQLite's largest number of pages.
    let pages_max =
        u32::try_from(bytes_max / reader::page_bytes(connection)?.max(1)).unwrap_or(u32::MAX - 1);
    // SQLite reads 0 as no limit.
    connection.pragma_update(None, "max_page_count", pages_max.max(1))
}

/// The size of a file, or 0 if it does not exist.
pub(super) fn bytes(path: &Path) -> Result<u64, Error> {
    match fs::metadata(path) {
        Ok(metadata) => Ok(metadata.len()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(error) => Err(Error::Unavailable(error.to_string())),
    }
}

pub(super) fn path(folder: &Path) -> PathBuf {
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

/// Opens a file. If it does not exist, creates it with access for its owner only.
fn create_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    options.mode(PRIVATE).open(path)
}

/// Restricts a file to its owner, if it exists.
fn make_private(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.permissions().mode() & 0o777 == PRIVATE => Ok(()),
        Ok(_) => fs::set_permissions(path, Permissions::from_mode(PRIVATE)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// The version of the table: 0 in an empty file, `None` in a file that is not a journal.
fn version(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let sql = "SELECT count(*), count(*) FILTER (WHERE name = 'entry') FROM sqlite_schema";
    let (tables, ours): (i64, i64) =
        connection.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(match version {
        0 if tables > 0 => None,
        COMPLETE | WITH_INTAKE if ours == 0 => None,
        version => Some(version),
    })
}

fn create_table(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.execute_batch(CREATE)
}

/// Makes SQLite use its write-ahead log, as a copy made by `VACUUM INTO` does not, and create the log's file.
fn use_log(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    // The first read in this mode creates the file.
    version(connection).map(drop)
}
