//! `cargo xtask fuzz-api`: schemathesis asks a server whatever the document of its API allows, and what
//! it does not, and checks that every answer is one that the document tells of.

use std::{
    error::Error,
    fmt::Write as _,
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use crate::server::{Server, build};

/// How long it goes on asking.
const SECONDS: &str = "60";

const SCHEMATHESIS: &str = ".venv/bin/schemathesis";
const CONFIGURATION: &str = "xtask/fuzz/schemathesis.toml";

/// A room that asks for a pass key, and one where one person holds both seats.
const JOURNALS: [&str; 2] = [
    "crates/room/tests/data/journal-1.jsonl",
    "crates/room/tests/data/journal-1-solo.jsonl",
];

/// The token that the fuzzer shows, and its hash: the room with a pass key knows it as that of a seat.
const TOKEN: &str = "SCHEMATHESIS00HAS0THE0SEAT";
const TOKEN_HASH: &str = "79496c6f650610049fafe3b5bf3b6ec16c6190fc1d98cdba81281f6c5839b75d";

/// The fuzzer is one address, and it is to be answered. The rooms are older than any that a server keeps.
const OPTIONS: [&str; 7] = [
    "--requests-per-minute=100000",
    "--unknown-rooms-per-minute=100000",
    "--rooms-per-hour=100000",
    "--pass-keys-per-minute=100000",
    "--keep-finished-days=36500",
    "--keep-unfinished-days=36500",
    "--log=warn",
];

/// Fails if an answer is not as the document says.
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
    // It looks for the rooms beside its configuration.
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
            // The same questions each time: a change is to blame for what it breaks.
            "--seed=1",
        ])
        .arg(format!("http://{}/api/openapi.json", server.address))
        .status()?;
    if !status.success() {
        return Err("the API does not answer as docs/api/openapi.json says".into());
    }
    Ok(())
}

/// Makes rooms in which something has happened, and lists them as the configuration wants it.
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

/// Makes a room of these entries, and tells its id.
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
        return Err("the journals of the tests are not taken".into());
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}
