//! `cargo xtask deploy`: checks the files in `deploy` as far as this machine can.

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
/// Prints the command that Modal would run, one argument per line, with another program, port and folder.
const PRINT_MODAL_COMMAND: &str =
    "import sys, modal_app; print(*modal_app.command(*sys.argv[1:]), sep='\\n')";
/// Reads all documents of a YAML file.
const READ_YAML: &str = "import sys, yaml; assert all(yaml.safe_load_all(open(sys.argv[1])))";
/// How long the program may take to start on a slow machine.
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(100);

/// Fails if a file in `deploy` does not work.
pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let raum = build(&root)?;
    modal(&root, &raum)?;
    cluster(&root)?;
    systemd(&root, &raum)
}

/// Checks the configuration of the NATS servers, and that the other files of the cluster are valid YAML.
fn cluster(root: &Path) -> Result<(), Box<dyn Error>> {
    let folder = root.join("deploy/cluster");
    let nats = Command::new(root.join(".venv/bin/nats-server"))
        .args(["-t", "--name", "nats-1", "--config"])
        .arg(folder.join("nats.conf"))
        .env("NATS_PASSWORD", "n0t-a-secret")
        .output()?;
    if !nats.status.success() {
        let error = String::from_utf8_lossy(&nats.stderr);
        return Err(format!("deploy/cluster/nats.conf: {error}").into());
    }
    for file in ["compose.yaml", "kubernetes.yaml"] {
        let read = Command::new(root.join(PYTHON))
            .args(["-c", READ_YAML])
            .arg(folder.join(file))
            .output()?;
        if !read.status.success() {
            let error = String::from_utf8_lossy(&read.stderr);
            return Err(format!("deploy/cluster/{file}: {error}").into());
        }
    }
    Ok(())
}

/// Imports the Modal app, runs its command, and waits for the image's health check to succeed.
fn modal(root: &Path, raum: &Path) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let port = TcpListener::bind("127.0.0.1:0")?
        .local_addr()?
        .port()
        .to_string();
    let printed = Command::new(root.join(PYTHON))
        .args(["-c", PRINT_MODAL_COMMAND])
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
        return Err("deploy/healthy succeeds without a server".into());
    }
    let _running = Running(Command::new(program).args(words).spawn()?);
    for _ in 0..PATIENCE.as_millis() / PAUSE.as_millis() {
        if is_healthy(root, &port)? {
            return Ok(());
        }
        sleep(PAUSE);
    }
    Err("deploy/healthy does not find the server started by deploy/modal_app.py".into())
}

fn is_healthy(root: &Path, port: &str) -> Result<bool, Box<dyn Error>> {
    let healthy = Command::new(root.join("deploy/healthy"))
        .env("PORT", port)
        .output()?;
    Ok(healthy.status.success())
}

/// Checks that the systemd unit is valid and restricts the program. Skipped without `systemd-analyze`.
fn systemd(root: &Path, raum: &Path) -> Result<(), Box<dyn Error>> {
    if Command::new("systemd-analyze")
        .arg("--version")
        .output()
        .is_err()
    {
        println!("systemd-analyze is not installed: skipping deploy/raum.service");
        return Ok(());
    }
    let unit = std::fs::read_to_string(root.join("deploy/raum.service"))?;
    // systemd-analyze checks that the program and its manual page exist.
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
        let output = Command::new("systemd-analyze")
            .args(arguments)
            .arg(&unit)
            .output()?;
        if !output.status.success() {
            let error = String::from_utf8_lossy(&output.stderr);
            return Err(format!("deploy/raum.service: {}: {error}", arguments[0]).into());
        }
    }
    Ok(())
}

/// A child process, killed when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // Fails if the process has exited already.
        self.0.kill().ok();
        self.0.wait().ok();
    }
}
