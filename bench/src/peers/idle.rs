//! Idle connections: how much memory each costs a server.

use std::{net::SocketAddr, ops::Range, path::Path, time::Duration};

use raum_torture::{
    narrow::tictactoe::Client,
    net::{HONEST, Received, Socket},
};
use tokio::{task::JoinSet, time::sleep};

use super::{
    chessata,
    contender::{Contender, Dialect},
    server::Server,
};
use crate::load::{per, some_at_a_time};

/// How long connections are idle before each measurement: long enough for a ping and its pong, and for a garbage collector
/// to shrink its heap.
const SETTLING: Duration = Duration::from_secs(28);

/// Connections before the first measurement, so that it includes what a server allocates once.
const EARLIER: u32 = 200;

/// What an idle client has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Connected, without a room.
    Connected(Dialect),
    /// Opened a Chessata room, and waits in it.
    Waiting,
    /// Watches a Chessata game.
    Watching,
}

impl Kind {
    pub(super) fn of(dialect: Dialect) -> Vec<Self> {
        match dialect {
            Dialect::Chessata => vec![Self::Watching, Self::Waiting],
            _ => vec![Self::Connected(dialect)],
        }
    }

    pub(super) fn dialect(self) -> Dialect {
        match self {
            Self::Connected(dialect) => dialect,
            Self::Waiting | Self::Watching => Dialect::Chessata,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Connected(_) => "connected",
            Self::Waiting => "in a room of its own",
            Self::Watching => "watching",
        }
    }
}

/// Bytes per idle connection of the peer and of raum.
pub(super) struct Idle {
    pub(super) kind: Kind,
    pub(super) bytes: [f64; 2],
}

/// Measures all servers together, because their memory does not depend on each other.
pub(super) async fn measure(
    dialects: &[Dialect],
    raum: &Path,
    count: u32,
) -> anyhow::Result<Vec<Idle>> {
    let mut crowds = Vec::new();
    for kind in dialects.iter().copied().flat_map(Kind::of) {
        for contender in Contender::BOTH {
            let server = contender.start(kind.dialect(), raum)?;
            crowds.push((kind, Crowd::gather(kind, server).await?));
        }
    }
    sleep(SETTLING).await;
    for (kind, crowd) in &mut crowds {
        crowd.grow(*kind, count).await?;
    }
    sleep(SETTLING).await;
    let idle = crowds.chunks_mut(2).map(|both| {
        let [(kind, peer), (_, raum)] = both else {
            anyhow::bail!("a server without its counterpart");
        };
        let bytes = [peer.bytes_each()?, raum.bytes_each()?];
        Ok(Idle { kind: *kind, bytes })
    });
    idle.collect()
}

/// The idle clients of a server.
struct Crowd {
    server: Server,
    bytes_before: u64,
    count: u32,
    clients: JoinSet<anyhow::Error>,
}

impl Crowd {
    /// Starts with a few clients.
    async fn gather(kind: Kind, server: Server) -> anyhow::Result<Self> {
        let mut crowd = Self {
            server,
            bytes_before: 0,
            count: 0,
            clients: JoinSet::new(),
        };
        crowd.connect(kind, 0..EARLIER).await?;
        Ok(crowd)
    }

    /// Adds the clients to measure.
    async fn grow(&mut self, kind: Kind, count: u32) -> anyhow::Result<()> {
        self.bytes_before = self.server.resident_bytes()?;
        self.count = count;
        self.connect(kind, EARLIER..EARLIER + count).await
    }

    async fn connect(&mut self, kind: Kind, indices: Range<u32>) -> anyhow::Result<()> {
        let address = self.server.address();
        let connecting = indices.map(|index| connect(kind, address, index));
        for client in some_at_a_time(connecting).await? {
            self.clients.spawn(client.wait());
        }
        Ok(())
    }

    fn bytes_each(&mut self) -> anyhow::Result<f64> {
        if let Some(ended) = self.clients.try_join_next() {
            anyhow::bail!("an idle connection ended: {ended:?} {}", self.server.log());
        }
        let bytes = self.server.resident_bytes()?;
        Ok(per(
            bytes.saturating_sub(self.bytes_before),
            self.count.into(),
        ))
    }
}

enum Waiting {
    Socket(Box<Socket>),
    Client(Box<Client>),
}

async fn connect(kind: Kind, server: SocketAddr, index: u32) -> anyhow::Result<Waiting> {
    let path = match kind {
        Kind::Connected(Dialect::TicTacToe) => {
            let client = Client::connect(server, HONEST).await?;
            return Ok(Waiting::Client(Box::new(client)));
        }
        Kind::Connected(_) => "/ws".to_owned(),
        Kind::Waiting => format!("/ws/api/Ann/alone-{index}/"),
        // The earlier connections are the players of all codes.
        Kind::Watching => format!("/ws/api/Ann/game-{}/", index % (EARLIER / 2)),
    };
    let mut socket = Socket::connect(server, HONEST, &path).await?;
    if kind.dialect() == Dialect::Chessata {
        chessata::next(&mut socket, "init").await?;
    }
    Ok(Waiting::Socket(Box::new(socket)))
}

impl Waiting {
    /// Answers pings until the connection ends.
    async fn wait(self) -> anyhow::Error {
        match self {
            Self::Socket(mut socket) => loop {
                if let Received::Closed(code) = socket.next().await {
                    return anyhow::anyhow!("closed: {code:?}");
                }
            },
            Self::Client(mut client) => match client.event().await {
                Ok((event, _)) => anyhow::anyhow!("unexpected {event}"),
                Err(error) => error,
            },
        }
    }
}
