//! Several servers of the same rooms, and what their tests share.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use raum_journal::test_server::NatsServer;
use serde_json::Value;

use super::{client::Client, command, patience::wait_until, serve::Server};

/// Several nodes over one NATS server.
pub(super) struct Nodes {
    pub(super) nats: NatsServer,
    pub(super) nodes: Vec<Server>,
}

/// Starts a node with these options.
pub(super) fn node(url: &str, options: &[&str]) -> Server {
    let mut serve = command(&["serve", "--listen", "127.0.0.1:0", "--metrics"]);
    // Tests cause warnings that no test reads.
    serve.env("RAUM_LOG", "error").env("RAUM_CLUSTER", url);
    serve.args(["--nats-streams", "2"]).args(options);
    Server::start(serve)
}

impl Nodes {
    /// Starts NATS and this many nodes, and waits until they are ready.
    pub(super) fn start(count: usize, options: &[&str]) -> Self {
        let nats = NatsServer::start();
        let nodes: Vec<_> = (0..count).map(|_| node(&nats.url(), options)).collect();
        for node in &nodes {
            wait_until(|| is_ready(node));
        }
        Self { nats, nodes }
    }

    /// Waits until the nodes know each other.
    pub(super) fn acquainted(self) -> Self {
        let count = self.nodes.len();
        for node in &self.nodes {
            wait_until(|| nodes_known(node) == count);
        }
        self
    }

    /// Two nodes.
    pub(super) fn two() -> Self {
        Self::start(2, &[])
    }

    pub(super) fn pair(&self) -> [&Server; 2] {
        [&self.nodes[0], &self.nodes[1]]
    }

    /// Kills a node (SIGKILL).
    pub(super) fn kill(&mut self, index: usize) {
        let node = self.nodes.remove(index);
        node.signal("KILL");
        node.end();
    }
}

pub(super) fn is_ready(node: &Server) -> bool {
    node.request("GET", "/readyz", &[], "").status == 200
}

/// The nodes that a node knows to be alive, with itself.
fn nodes_known(node: &Server) -> usize {
    let metrics = node.get("/metrics").1;
    let nodes = super::operations::metric(&metrics, "raum_cluster_nodes");
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a small count"
    )]
    nodes.map_or(0, |nodes| nodes as usize)
}

/// Reads frames until one of this type fulfils a condition.
pub(super) fn until(client: &mut Client, kind: &str, holds: impl Fn(&Value) -> bool) -> Value {
    super::patience::wait_for(|| Some(client.until(kind)).filter(&holds))
}

/// Reads entries until one has an event of this type, and returns the event.
pub(super) fn until_event(client: &mut Client, kind: &str) -> Value {
    super::patience::wait_for(|| {
        let frame = client.until("entries");
        let mut events = frame["entries"].as_array().unwrap().iter();
        events
            .find(|entry| entry["event"]["type"] == kind)
            .map(|entry| entry["event"].clone())
    })
}

/// Reads entries until this move has been played: a move on one node reaches the others a moment later.
pub(super) fn until_move(client: &mut Client, text: &str) {
    super::patience::wait_for(|| {
        let frame = client.until("entries");
        let mut entries = frame["entries"].as_array().unwrap().iter();
        entries
            .find(|entry| entry["event"]["move"] == text)
            .map(drop)
    });
}

/// A TCP proxy that a test can cut: connections through it end, and new ones are refused.
pub(super) struct Proxy {
    pub(super) port: u16,
    is_cut: Arc<AtomicBool>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    /// Forwards connections to a port of this machine.
    pub(super) fn to(port: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let own = listener.local_addr().unwrap().port();
        let is_cut = Arc::new(AtomicBool::new(false));
        let streams = Arc::new(Mutex::new(Vec::new()));
        let proxy = Self {
            port: own,
            is_cut: is_cut.clone(),
            streams: streams.clone(),
        };
        // Ends with the test.
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                if is_cut.load(Relaxed) {
                    continue;
                }
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else {
                    continue;
                };
                for (from, to) in [(&client, &server), (&server, &client)] {
                    let ends = [from, to].map(|stream| stream.try_clone().unwrap());
                    streams.lock().unwrap().push(from.try_clone().unwrap());
                    thread::spawn(move || forward(ends));
                }
            }
        });
        proxy
    }

    pub(super) fn cut(&self) {
        self.is_cut.store(true, Relaxed);
        for stream in self.streams.lock().unwrap().drain(..) {
            // The connection may have ended.
            stream.shutdown(Shutdown::Both).ok();
        }
    }

    pub(super) fn mend(&self) {
        self.is_cut.store(false, Relaxed);
    }
}

fn forward([mut from, mut to]: [TcpStream; 2]) -> Option<io::Error> {
    let mut bytes = [0; 16 * 1024];
    loop {
        match from.read(&mut bytes) {
            Ok(count @ 1..) => {
                if let Err(error) = to.write_all(&bytes[..count]) {
                    return Some(error);
                }
            }
            _ => return to.shutdown(Shutdown::Both).err(),
        }
    }
}
