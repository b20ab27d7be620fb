//! A client of the native dialect.

use std::{net::SocketAddr, time::Duration};

use anyhow::Context;
use futures_util::{SinkExt, StreamExt};
use raum_room::Command;
use raum_rules::Kind;
use raum_wire::native::{ClientFrame, ServerFrame, VERSION};
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// How long the server may take for anything; if it takes longer, there is nothing to measure.
const PATIENCE: Duration = Duration::from_secs(30);

/// Somebody who is connected to a room.
pub(super) struct Connection {
    socket: WebSocketStream<TcpStream>,
    number: u64,
}

impl Connection {
    /// Connects and says hello.
    pub(super) async fn enter(server: SocketAddr, room: &str) -> anyhow::Result<Self> {
        let stream = TcpStream::connect(server).await?;
        stream.set_nodelay(true)?;
        // There are thousands of these in one process, too.
        let config = WebSocketConfig::default()
            .read_buffer_size(4096)
            .write_buffer_size(0);
        let url = format!("ws://{server}/ws/raum/{room}");
        let connected = client_async_with_config(url, stream, Some(config));
        let (socket, _) = timeout(PATIENCE, connected).await??;
        let mut connection = Self { socket, number: 0 };
        let hello = ClientFrame::Hello {
            version: VERSION,
            after: 0,
            token: None,
            key: None,
            transfer: None,
        };
        connection.send(&hello).await?;
        Ok(connection)
    }

    /// Sends a command and tells its number.
    pub(super) async fn command(&mut self, command: Command) -> anyhow::Result<u64> {
        self.number += 1;
        let number = self.number;
        self.send(&ClientFrame::Command { number, command }).await?;
        Ok(number)
    }

    /// The next frame that is no ping. Whoever stops waiting loses nothing but a pong, and the server
    /// forgives one.
    pub(super) async fn next(&mut self) -> anyhow::Result<ServerFrame> {
        timeout(PATIENCE, self.next_without_end())
            .await
            .context("the server does not answer")?
    }

    /// As [`next`](Self::next), but waits for as long as it takes.
    pub(super) async fn next_without_end(&mut self) -> anyhow::Result<ServerFrame> {
        loop {
            let message = self.socket.next().await.context("the connection ended")??;
            match message {
                Message::Text(text) => match serde_json::from_str(&text)? {
                    ServerFrame::Ping { id, .. } => self.send(&ClientFrame::Pong { id }).await?,
                    frame => return Ok(frame),
                },
                Message::Close(frame) => anyhow::bail!("the server closed: {frame:?}"),
                _ => {}
            }
        }
    }

    async fn send(&mut self, frame: &ClientFrame) -> anyhow::Result<()> {
        let text = serde_json::to_string(frame)?;
        Ok(self.socket.send(Message::text(text)).await?)
    }
}

/// Opens a room and tells its id.
pub(super) async fn open_room(server: SocketAddr, kind: Kind) -> anyhow::Result<String> {
    let body = json!({"kind": kind.name()}).to_string();
    let request = format!(
        "POST /api/rooms HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(server).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer)).await??;
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body);
    let opened: Option<serde_json::Value> = body.and_then(|body| serde_json::from_str(body).ok());
    let room = opened.and_then(|opened| Some(opened.get("room")?.as_str()?.to_owned()));
    room.with_context(|| format!("no room was opened: {answer}"))
}
