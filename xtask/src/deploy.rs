//! `cargo xtask deploy`: what is meant for other places does here what can be done here.

use std::{
    error::Error,
    net::TcpListener,
    path::Path,
    process::{Child, Command},
    thread::sleep,
    time::Duration,
};

use crate::server::build;

const PYTHON: &str = ".venv/bin/python";
/// Prints the command that Modal would run, a word a line, for another program, port and folder.
const COMMAND_OF_MODAL: &str =
    "import sys, modal_app; print(*modal_app.command(*sys.argv[1:]), sep='\\n')";
/// How long a slow machine may take to start a program.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(100);

/// Fails if a file in `deploy` does not do what it is for.
pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let raum = build(&root)?;
    modal(&root, &raum)?;
    systemd(&root, &raum)
}

/// The app can be imported, and its command runs until the health check of the image says that it is ready.
fn modal(root: &Path, raum: &Path) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let port = TcpListener::bind("127.0.0.1:0")?
        .local_addr()?
        .port()
        .to_string();
    let printed = Command::new(root.join(PYTHON))
        .args(["-c", COMMAND_OF_MODAL])
        .args([raum, Path::new(&port), folder.path()])
        .env("PYTHONPATH", root.join("deploy"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()?;
    if !printed.status.success() {
        let error = String::from_utf8_lossy(&printed.stderr);
        return Err(format!("deploy/modal_app.py cannot be imported: {error}").into());
    }
    let printed = String::from_utf8(printed.stdout)?;
    let mut words = printed.lines();
    let program = words.next().ok_or("deploy/modal_app.py runs nothing")?;
    if is_healthy(root, &port)? {
        return Err("deploy/healthy finds a server where there is none".into());
    }
    let _running = Running(Command::new(program).args(words).spawn()?);
    for _ in 0..PATIENCE.as_millis() / PAUSE.as_millis() {
        if is_healthy(root, &port)? {
            return Ok(());
        }
        sleep(PAUSE);
    }
    Err("deploy/healthy does not find the server that deploy/modal_app.py has started".into())
}

fn is_healthy(root: &Path, port: &str) -> Result<bool, Box<dyn Error>> {
    let healthy = Command::new(root.join("deploy/healthy"))
        .env("PORT", port)
        .output()?;
    Ok(healthy.status.success())
}

/// The unit is one, and gives the program little leave. Not every machine can tell.
fn systemd(root: &Path, raum: &Path) -> Result<(), Box<dyn Error>> {
    if Command::new("systemd-analyze")
        .arg("--version")
        .output()
        .is_err()
    {
        println!("systemd-analyze is not here: deploy/raum.service is not checked");
        return Ok(());
    }
    let unit = std::fs::read_to_string(root.join("deploy/raum.service"))?;
    // It looks whether the program is there, and for its manual.
    let here = unit
        .replace("/usr/local/bin/raum", &raum.display().to_string())
        .replace("Documentation=man:raum(1)\n", "");
    let folder = tempfile::tempdir()?;
    let unit = folder.path().join("raum.service");
    std::fs::write(&unit, here)?;
    for arguments in [
        &["verify"][..],
        &["security", "--offline=true", "--threshold=20"],
    ] {
        let told = Command::new("systemd-analyze")
            .args(arguments)
            .arg(&unit)
            .output()?;
        if !told.status.success() {
            let error = String::from_utf8_lossy(&told.stderr);
            return Err(format!("deploy/raum.service: {}: {error}", arguments[0]).into());
        }
    }
    Ok(())
}

/// A program that ends when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // If it has ended already, there is nothing to do.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
