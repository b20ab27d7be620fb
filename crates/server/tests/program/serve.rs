//! A running server for tests, and how the program starts, listens and shuts down.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, ChildStderr, ChildStdout, Command},
};

use super::{
    Run, assert_usage_error, command,
    patience::{PATIENCE, kill_if_stuck, send_signal},
    raum,
};

/// A listening server, killed at the end of its test.
pub(crate) struct Server {
    child: Child,
    /// Standard output after the line with the address.
    output: BufReader<ChildStdout>,
    log: BufReader<ChildStderr>,
    /// `ADDRESS:PORT` as the server printed it.
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        kill_if_stuck(child.id(), || output.read_line(&mut line)).unwrap();
        let address = line.trim_end().strip_prefix("raum is at http://");
        let address = address.unwrap_or_else(|| panic!("not an address: {line:?}"));
        Self {
            address: address.to_owned(),
            child,
            output,
            log,
        }
    }

    pub(crate) fn on_a_free_port() -> Self {
        Self::start(command(&["serve", "--listen", "127.0.0.1:0"]))
    }

    /// A server on a free port, with these arguments.
    pub(crate) fn with(arguments: &[&str]) -> Self {
        let mut command = command(&["serve", "--listen", "127.0.0.1:0"]);
        command.args(arguments);
        Self::start(command)
    }

    /// A connection on which reads time out.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// The head and the body of the response to a GET.
    pub(crate) fn get(&self, path: &str) -> (String, String) {
        let mut stream = self.connect();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: raum\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    /// Opens a room and returns its id.
    pub(crate) fn open(&self, request: &serde_json::Value) -> String {
        let opened = self.request("POST", "/api/rooms", &[], &request.to_string());
        assert_eq!(opened.status, 201, "{opened:?}");
        opened.json()["room"].as_str().unwrap().to_owned()
    }

    pub(crate) fn signal(&self, name: &str) {
        send_signal(self.child.id(), name);
    }

    /// Waits for the server to exit. Returns its exit code and everything it printed after its address.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        kill_if_stuck(self.child.id(), || {
            let mut rest = String::new();
            self.output.read_to_string(&mut rest).unwrap();
            self.log.read_to_string(&mut rest).unwrap();
            (self.child.wait().unwrap().code(), rest)
        })
    }

    /// The next line of the log that contains these words.
    pub(crate) fn logged(&mut self, words: &str) -> String {
        kill_if_stuck(self.child.id(), || {
            let mut lines = (&mut self.log).lines().map(Result::unwrap);
            let found = lines.find(|line| line.contains(words));
            found.unwrap_or_else(|| panic!("{words:?} is not in the log"))
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Usually the server has exited already, and this fails.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[test]
fn a_signal_shuts_down_cleanly_with_connections_open() {
    for name in ["INT", "TERM"] {
        let server = Server::on_a_free_port();
        let silent = server.connect();
        let mut idle = server.connect();
        idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: raum\r\n\r\n")
            .unwrap();
        idle.read_exact(&mut [0; 12]).unwrap();
        server.signal(name);
        assert_eq!(server.end(), (Some(0), String::new()), "{name}");
        drop((silent, idle));
    }
}

#[test]
fn the_environment_sets_the_listen_address() {
    let mut listen = command(&["serve"]);
    listen.env("RAUM_LISTEN", "127.0.0.1:0").env("PORT", "http");
    assert!(Server::start(listen).address.starts_with("127.0.0.1:"));

    let mut port = command(&["serve"]);
    port.env("PORT", "0");
    assert!(Server::start(port).address.starts_with("0.0.0.0:"));

    let mut option = command(&["serve", "--listen", "127.0.0.1:0"]);
    option.env("RAUM_LISTEN", "nowhere");
    assert!(Server::start(option).address.starts_with("127.0.0.1:"));
}

#[test]
fn a_failure_to_listen_is_reported_in_one_sentence() {
    let server = Server::on_a_free_port();
    let sentence = format!(
        "cannot listen on {}: the address is already in use",
        server.address
    );
    let run = raum(&["serve", "--listen", &server.address], "");
    assert_eq!(run, Run::failure(&sentence));

    // RFC 5737 reserves this address for documentation: no machine has it.
    let run = raum(&["serve", "--listen", "192.0.2.1:8000"], "");
    let sentence = r#"raum: cannot listen on "192.0.2.1:8000": "#;
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.error.starts_with(sentence), "{run:?}");

    assert_usage_error(&["serve", "8000"], "'8000'");
}
