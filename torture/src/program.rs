//! The program under attack, in a child process.

use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
};

use anyhow::Context;
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, kill_process, setrlimit};

use crate::{
    cpu::Cpu,
    net::{self, HONEST},
};

/// A server on a free port of the loopback interface, killed when it is dropped.
pub struct Program {
    child: Child,
    address: SocketAddr,
    log: PathBuf,
}

impl Program {
    /// Starts the program with this data folder. Its log goes to a file beside the folder.
    pub fn start(program: &Path, folder: &Path, options: &[&str]) -> anyhow::Result<Self> {
        let mut command = command(program);
        command.args(serve(folder)).args(options);
        Self::spawn(command, folder)
    }

    /// Starts a command that executes the program, such as a shell that sets a limit first. See [`serve`].
    pub fn spawn(mut command: Command, folder: &Path) -> anyhow::Result<Self> {
        let log = folder.with_extension("log");
        let file = fs::File::options().create(true).append(true).open(&log)?;
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(file)
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let mut line = String::new();
        if let Some(output) = child.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let address = line.trim_end().strip_prefix("raum is at http://");
        let address = address.and_then(|address| address.parse().ok());
        let Some(address) = address else {
            child.wait()?;
            anyhow::bail!("the program did not start: {}", fs::read_to_string(&log)?);
        };
        Ok(Self {
            child,
            address,
            log,
        })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The log so far.
    pub fn log(&self) -> anyhow::Result<String> {
        Ok(fs::read_to_string(&self.log)?)
    }

    /// Its CPU time so far.
    pub fn cpu(&self) -> anyhow::Result<Cpu> {
        Cpu::of(self.child.id())
    }

    /// Its resident memory.
    pub fn resident_bytes(&self) -> anyhow::Result<u64> {
        status_bytes(self.child.id(), "VmRSS:")
    }

    /// The most resident memory that it has had.
    pub fn peak_bytes(&self) -> anyhow::Result<u64> {
        status_bytes(self.child.id(), "VmHWM:")
    }

    /// The sum of a metric over its labels; 0 if the metric is absent. Needs the option `--metrics`.
    pub async fn metric(&self, name: &str) -> anyhow::Result<f64> {
        let answer = net::get(self.address, HONEST, "/metrics").await?;
        anyhow::ensure!(answer.status == 200, "no metrics: {answer:?}");
        let of_name = |line: &&str| {
            let rest = line.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with([' ', '{']))
        };
        let values = answer.body.lines().filter(of_name);
        let values = values.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok());
        Ok(values.sum())
    }

    /// Its process id as a number.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its process id.
    pub fn pid(&self) -> anyhow::Result<Pid> {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        pid.context("no process id")
    }

    /// Kills it (SIGKILL).
    pub fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Shuts it down (SIGTERM) and waits for it to exit.
    pub fn end(mut self) -> anyhow::Result<ExitStatus> {
        kill_process(self.pid()?, Signal::TERM)?;
        Ok(self.child.wait()?)
    }

    /// Whether it is still running.
    pub fn is_running(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.try_wait()?.is_none())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Fails if the program has exited already. No clean shutdown is needed: its folder is deleted too.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The arguments for serving a data folder on a free port.
pub fn serve(folder: &Path) -> [&std::ffi::OsStr; 7] {
    let text = std::ffi::OsStr::new;
    [
        text("serve"),
        text("--listen"),
        text("127.0.0.1:0"),
        text("--log"),
        text("warn"),
        text("--data"),
        folder.as_os_str(),
    ]
}

/// A command without raum's settings from the environment.
pub fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    let ours = |name: &str| name == "PORT" || name.starts_with("RAUM_");
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(ours) {
            command.env_remove(name);
        }
    }
    command
}

/// Runs `raum journal check` on a data folder.
pub fn check_journal(program: &Path, folder: &Path) -> anyhow::Result<()> {
    let mut command = command(program);
    let output = command
        .args(["journal", "check", "--data"])
        .arg(folder)
        .output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    anyhow::ensure!(
        output.status.success(),
        "`raum journal check` failed: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    Ok(())
}

/// The resident memory of a process.
pub fn resident_bytes(process: u32) -> anyhow::Result<u64> {
    status_bytes(process, "VmRSS:")
}

/// The most resident memory that a process has had.
pub fn peak_bytes(process: u32) -> anyhow::Result<u64> {
    status_bytes(process, "VmHWM:")
}

/// A field of a process's status, in bytes.
fn status_bytes(process: u32, field: &str) -> anyhow::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(kib.with_context(|| format!("no {field}"))?.parse::<u64>()? * 1024)
}

/// Raises the limit of open files, for this process and its children, to the system's maximum, or to the hard limit if
/// only a privileged process may raise that.
pub fn raise_file_limit() -> anyhow::Result<()> {
    let system: Option<u64> = fs::read_to_string("/proc/sys/fs/nr_open")?
        .trim()
        .parse()
        .ok();
    let whole = Rlimit {
        current: system,
        maximum: system,
    };
    if setrlimit(Resource::Nofile, whole).is_ok() {
        return Ok(());
    }
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Without a hard limit the system's limit applies.
    let current = match maximum {
        Some(maximum) => Some(maximum),
        None => system,
    };
    setrlimit(Resource::Nofile, Rlimit { current, maximum })
        .context("cannot raise the limit of open files")
}
