//! NATS servers for tests and benchmarks, each with its own folder, which end with the value that owns them.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "a test fails by panicking"
)]

use std::{
    env, fs,
    io::{BufRead, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use tempfile::TempDir;

/// How long a server may take to start.
const START_TIME: Duration = Duration::from_mins(1);

/// How often a server is started with other ports, if another process has taken them.
const TRIES: usize = 5;

/// A running `nats-server` on 127.0.0.1.
#[derive(Debug)]
pub struct NatsServer {
    folder: TempDir,
    config: String,
    port: u16,
    child: Option<Child>,
}

impl NatsServer {
    /// Starts a server with JetStream.
    pub fn start() -> Self {
        Self::start_with("")
    }

    /// Starts a server with JetStream and these additional lines of configuration.
    pub fn start_with(lines: &str) -> Self {
        Self::start_as(&format!("jetstream {{ store_dir: \"FOLDER\" }}\n{lines}"))
    }

    /// Starts a server with this configuration, in which `FOLDER` stands for a folder of its own.
    pub fn start_as(config: &str) -> Self {
        let config = config.to_owned();
        for _ in 0..TRIES {
            if let Some(server) = Self::try_start(free_port(), &config) {
                return server;
            }
        }
        panic!("nats-server does not start with this configuration:\n{config}");
    }

    /// Starts a cluster of servers with JetStream.
    pub fn start_cluster(servers: usize) -> Vec<Self> {
        for _ in 0..TRIES {
            let routes: Vec<_> = (0..servers).map(|_| free_port()).collect();
            let all: Vec<_> = routes
                .iter()
                .map(|port| format!("\"nats://127.0.0.1:{port}\""))
                .collect();
            let started: Vec<_> = routes
                .iter()
                .enumerate()
                .filter_map(|(number, route)| {
                    let config = format!(
                        "server_name: n{number}\njetstream {{ store_dir: \"FOLDER\" }}\n\
                         cluster {{ name: test, listen: \"127.0.0.1:{route}\", no_advertise: true, routes: [{}] }}\n",
                        all.join(", ")
                    );
                    Self::try_start(free_port(), &config)
                })
                .collect();
            if started.len() == servers {
                return started;
            }
        }
        panic!("the cluster does not start");
    }

    fn try_start(port: u16, config: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("store");
        let mut server = Self {
            config: config.replace("FOLDER", store.to_str().unwrap()),
            folder,
            port,
            child: None,
        };
        server.run().then_some(server)
    }

    /// The URL of the server.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// The port of the server.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The folder of the server.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Kills the server (SIGKILL), and waits until it has ended.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Starts the server again, with its data.
    pub fn restart(&mut self) {
        self.kill();
        assert!(self.run(), "nats-server does not start again");
    }

    /// Starts the process, and returns whether it serves clients.
    fn run(&mut self) -> bool {
        let config = self.folder.path().join("server.conf");
        fs::write(&config, &self.config).unwrap();
        let program = program();
        let spawned = Command::new(&program)
            .args(["--addr", "127.0.0.1", "--port", &self.port.to_string()])
            .arg("--config")
            .arg(config)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = spawned.unwrap_or_else(|error| {
            panic!(
                "cannot start {}: {error}; `make setup` installs it",
                program.display()
            )
        });
        let log = BufReader::new(child.stderr.take().expect("stderr is piped"));
        let (ready, is_ready) = mpsc::channel();
        // Reads to the end, because a server with a full pipe would stop.
        thread::spawn(move || {
            for line in log.lines().map_while(Result::ok) {
                if line.contains("Server is ready") {
                    ready.send(()).ok();
                }
            }
        });
        if is_ready.recv_timeout(START_TIME).is_ok() {
            self.child = Some(child);
            true
        } else {
            child.kill().ok();
            child.wait().ok();
            false
        }
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The program that `make setup` installs, or the one that `RAUM_NATS_SERVER` names.
fn program() -> PathBuf {
    env::var_os("RAUM_NATS_SERVER").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.venv/bin/nats-server"),
        PathBuf::from,
    )
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
