//! The program under attack, as a process of its own.

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

/// A server that listens on a free port of this machine alone. It ends with this value.
pub struct Program {
    child: Child,
    address: SocketAddr,
    log: PathBuf,
}

impl Program {
    /// Starts the program on a data folder. Its log goes to a file beside the folder.
    pub fn start(program: &Path, folder: &Path, options: &[&str]) -> anyhow::Result<Self> {
        let mut command = command(program);
        command.args(serve(folder)).args(options);
        Self::spawn(command, folder)
    }

    /// Starts a command that becomes the program, such as a shell that sets a limit first. See [`serve`].
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
            anyhow::bail!("it did not start: {}", fs::read_to_string(&log)?);
        };
        Ok(Self {
            child,
            address,
            log,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What it has logged so far.
    pub fn log(&self) -> anyhow::Result<String> {
        Ok(fs::read_to_string(&self.log)?)
    }

    /// The processor time that it has used.
    pub fn cpu(&self) -> anyhow::Result<Cpu> {
        Cpu::of(self.child.id())
    }

    /// Its resident memory.
    pub fn resident_bytes(&self) -> anyhow::Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
        let kib: u64 = kib.context("no VmRSS")?.parse()?;
        Ok(kib * 1024)
    }

    /// The sum of a metric over its labels; 0 if the program has none of it. It needs the option `--metrics`.
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

    /// Its process id.
    pub fn pid(&self) -> anyhow::Result<Pid> {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        pid.context("no process id")
    }

    /// Kills it in the middle of whatever it does.
    pub fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Asks it to end, and waits until it has.
    pub fn end(mut self) -> anyhow::Result<ExitStatus> {
        kill_process(self.pid()?, Signal::TERM)?;
        Ok(self.child.wait()?)
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.try_wait()?.is_none())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has often ended already, and its folder goes with it: there is nothing to end in order.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The arguments that serve a data folder on a free port.
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

/// A command without the settings that happen to be in the environment.
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
        "the journal is not sound: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    Ok(())
}

/// Allows this process and the programs that it starts as many open files as the system grants.
pub fn raise_file_limit() -> anyhow::Result<()> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    // Without a hard limit the limit of the system counts.
    let current = match maximum {
        Some(maximum) => Some(maximum),
        None => fs::read_to_string("/proc/sys/fs/nr_open")?
            .trim()
            .parse()
            .ok(),
    };
    setrlimit(Resource::Nofile, Rlimit { current, maximum })
        .context("cannot raise the limit of open files")
}
