use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, ChildStderr, ChildStdout, Command},
};

use super::{Run, assert_usage_error, command, raum};

/// A server that is listening; it ends with its test.
pub(crate) struct Server {
    child: Child,
    /// What it prints after its address.
    output: BufReader<ChildStdout>,
    log: BufReader<ChildStderr>,
    /// `ADDRESS:PORT` as it printed them.
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
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

    /// On a free port, with these arguments.
    pub(crate) fn with(arguments: &[&str]) -> Self {
        let mut command = command(&["serve", "--listen", "127.0.0.1:0"]);
        command.args(arguments);
        Self::start(command)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    /// The head and the body of the answer to a GET.
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

    /// Opens a room and tells its id.
    pub(crate) fn open(&self, request: &serde_json::Value) -> String {
        let body = request.to_string();
        let mut stream = self.connect();
        write!(
            stream,
            "POST /api/rooms HTTP/1.1\r\nHost: raum\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 201 "), "{answer}");
        let opened: serde_json::Value = serde_json::from_str(body).unwrap();
        opened["room"].as_str().unwrap().to_owned()
    }

    pub(crate) fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        assert!(
            Command::new("sh")
                .args(["-c", &kill])
                .status()
                .unwrap()
                .success()
        );
    }

    /// Waits for its end, and tells what it printed after its address.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        self.log.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code(), rest)
    }

    /// The next line of the log with these words.
    pub(crate) fn logged(&mut self, words: &str) -> String {
        loop {
            let mut line = String::new();
            let bytes = self.log.read_line(&mut line).unwrap();
            assert!(bytes > 0, "the log has ended without {words:?}");
            if line.contains(words) {
                return line;
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has mostly ended by itself, which is no failure here.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[test]
fn a_signal_is_an_orderly_end_even_with_connections_open() {
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
fn the_environment_says_where_to_listen() {
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
fn what_cannot_be_listened_on_is_one_sentence() {
    let server = Server::on_a_free_port();
    let sentence = format!(
        "cannot listen on {}: another program does so already",
        server.address
    );
    let run = raum(&["serve", "--listen", &server.address], "");
    assert_eq!(run, Run::failure(&sentence));

    // An address that is no machine's: RFC 5737 keeps it for documentation.
    let run = raum(&["serve", "--listen", "192.0.2.1:8000"], "");
    let sentence = r#"raum: cannot listen on "192.0.2.1:8000": "#;
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.error.starts_with(sentence), "{run:?}");

    assert_usage_error(&["serve", "8000"], "'8000'");
}
