//! `cargo xtask fuzz-api`: schemathesis sends valid and invalid requests to a server, and checks every response against
//! `docs/api/openapi.json`.

use std::{
    error::Error,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use crate::server::{Server, build};

/// How long to fuzz.
const SECONDS: &str = "60";

const SCHEMATHESIS: &str = ".venv/bin/schemathesis";
const CONFIGURATION: &str = "xtask/fuzz/schemathesis.toml";

/// A room with a pass key, and one where one member has both seats.
const JOURNALS: [&str; 2] = [
    "crates/room/tests/data/journal-1.jsonl",
    "crates/room/tests/data/journal-1-solo.jsonl",
];

/// The fuzzer's token and its hash, which the room with a pass key has for a seat.
const TOKEN: &str = "SCHEMATHESIS00HAS0THE0SEAT";
const TOKEN_HASH: &str = "79496c6f650610049fafe3b5bf3b6ec16c6190fc1d98cdba81281f6c5839b75d";

/// Lifts the limits per address, because the fuzzer is one, and the expiry of rooms, because the imported ones are old.
const OPTIONS: [&str; 8] = [
    "--requests-per-minute=100000",
    "--unknown-rooms-per-minute=100000",
    "--rooms-per-hour=100000",
    "--pass-keys-per-minute=100000",
    "--reports-per-hour=10000",
    "--keep-finished-days=36500",
    "--keep-unfinished-days=36500",
    "--log=warn",
];

/// Fails if a response does not match the document.
pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let schemathesis = root.join(SCHEMATHESIS);
    if !schemathesis.exists() {
        return Err(format!("{SCHEMATHESIS} is missing: `make setup` installs it").into());
    }
    let raum = build(&root)?;
    let folder = tempfile::tempdir()?;
    let rooms = import_rooms(&root, &raum, folder.path())?;
    fs::write(folder.path().join("rooms.txt"), rooms)?;
    // schemathesis reads the rooms from the folder of its configuration.
    let configuration = folder.path().join("schemathesis.toml");
    fs::copy(root.join(CONFIGURATION), &configuration)?;
    let server = Server::start(&raum, folder.path(), &OPTIONS)?;
    let status = Command::new(schemathesis)
        .current_dir(folder.path())
        .env("RAUM_FUZZ_TOKEN", TOKEN)
        .arg("--config-file")
        .arg(configuration)
        .args([
            "run",
            "--max-time",
            SECONDS,
            "--max-examples",
            "50",
            "--generation-database=none",
            // The same requests every time, so a failure is the fault of a change.
            "--seed=1",
        ])
        .arg(format!("http://{}/api/openapi.json", server.address))
        .status()?;
    if !status.success() {
        return Err("the API does not match docs/api/openapi.json".into());
    }
    Ok(())
}

/// Imports rooms with games, and lists their ids in the format of the configuration.
fn import_rooms(root: &Path, raum: &Path, folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut rooms = String::new();
    for journal in JOURNALS {
        let closed = fs::read_to_string(root.join(journal))?;
        let closed = closed.replace(&"a1b2".repeat(16), TOKEN_HASH);
        let open = closed
            .replace(r#""passKey":true"#, r#""passKey":false"#)
            .replace(r#""spectators":false"#, r#""spectators":true"#);
        for entries in [closed, open] {
            writeln!(rooms, "{:?}", import(raum, folder, &entries)?)?;
        }
    }
    Ok(rooms)
}

/// Imports a room and returns its id.
fn import(raum: &Path, folder: &Path, entries: &str) -> Result<String, Box<dyn Error>> {
    let mut child = Command::new(raum)
        .args(["journal", "import", "-", "--data"])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(entries.as_bytes())?;
    }
    let output = child.wait_with_output()?;
    if !output.status.success() {
        return Err("cannot import the journals of the tests".into());
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}
