//! HTTP and WebSocket clients that bind to a chosen loopback address.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    time::Duration,
};

use anyhow::Context;
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// The timeout of every request and frame. A slower server has failed.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// The address of honest clients.
pub const HONEST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The addresses of attackers, from 127.0.0.2 on.
pub fn attackers(count: u8) -> impl Iterator<Item = IpAddr> {
    (2..).take(count.into()).map(attacker)
}

/// The loopback address with this last byte.
pub fn attacker(last: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 0, last))
}

/// Connects from an address.
pub async fn connect(server: SocketAddr, from: IpAddr) -> io::Result<TcpStream> {
    connect_by(TcpSocket::new_v4()?, server, from).await
}

/// Connects a client that reads nothing, with the smallest receive buffer the system allows.
pub async fn connect_stalled(server: SocketAddr, from: IpAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(1)?;
    connect_by(socket, server, from).await
}

async fn connect_by(socket: TcpSocket, server: SocketAddr, from: IpAddr) -> io::Result<TcpStream> {
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(server).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The response to a request.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its status code.
    pub status: u16,
    /// Its body.
    pub body: String,
}

impl Answer {
    /// The body as JSON; null if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The code of a problem, or an empty text.
    pub fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// The head of a request on a connection without keep-alive.
pub fn head(server: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)]) -> String {
    let headers = headers
        .iter()
        .map(|(name, value)| format!("{name}: {value}\r\n"));
    let headers: String = headers.collect();
    format!("{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n{headers}\r\n")
}

/// Sends a request and reads the whole response.
pub async fn request(
    server: SocketAddr,
    from: IpAddr,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> anyhow::Result<Answer> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let length = body.len().to_string();
    let headers = [
        ("Content-Type", "application/json"),
        ("Content-Length", &length),
    ];
    let headers = if body.is_empty() {
        &headers[1..]
    } else {
        &headers[..]
    };
    let request = head(server, method, path, headers) + &body;
    timeout(PATIENCE, async {
        let mut stream = connect(server, from).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await?;
        answer(&bytes)
    })
    .await
    .with_context(|| format!("{method} {path} timed out"))?
}

/// GETs a path.
pub async fn get(server: SocketAddr, from: IpAddr, path: &str) -> anyhow::Result<Answer> {
    request(server, from, "GET", path, None).await
}

/// Opens a room and returns its id.
pub async fn open_room(server: SocketAddr, from: IpAddr, room: &Value) -> anyhow::Result<String> {
    let answer = request(server, from, "POST", "/api/rooms", Some(room)).await?;
    let id = answer.json()["room"].as_str().map(String::from);
    id.with_context(|| format!("no room was opened: {answer:?}"))
}

fn answer(bytes: &[u8]) -> anyhow::Result<Answer> {
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").context("no answer")?;
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    let chunked = head
        .to_ascii_lowercase()
        .contains("transfer-encoding: chunked");
    Ok(Answer {
        status: status.with_context(|| format!("no status: {head}"))?,
        body: if chunked {
            unchunked(body)?
        } else {
            body.to_owned()
        },
    })
}

/// Decodes a chunked body.
fn unchunked(mut rest: &str) -> anyhow::Result<String> {
    let mut whole = String::new();
    loop {
        let (length, chunks) = rest
            .split_once("\r\n")
            .context("a chunk without a length")?;
        let length = usize::from_str_radix(length.trim(), 16)?;
        if length == 0 {
            return Ok(whole);
        }
        whole.push_str(chunks.get(..length).context("a chunk is cut short")?);
        rest = chunks.get(length + 2..).context("a chunk is cut short")?;
    }
}

/// Stands for a close frame without a code, as in browsers.
pub const NO_CODE: u16 = 1005;

/// What a WebSocket received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A text frame.
    Text(String),
    /// The end of the connection, with the code of the close frame if there was one.
    Closed(Option<u16>),
}

/// A WebSocket.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Connects to a path.
    pub async fn connect(server: SocketAddr, from: IpAddr, path: &str) -> anyhow::Result<Self> {
        // Small buffers: one process has thousands of sockets.
        let config = WebSocketConfig::default()
            .read_buffer_size(4096)
            .write_buffer_size(0);
        let url = format!("ws://{server}{path}");
        timeout(PATIENCE, async {
            let stream = connect(server, from).await?;
            let (socket, _) = client_async_with_config(url, stream, Some(config)).await?;
            Ok(Self(socket))
        })
        .await
        .context("the WebSocket handshake timed out")?
    }

    /// Sends a text frame.
    pub async fn send(&mut self, text: String) -> anyhow::Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// Starts the closing handshake.
    pub async fn close(&mut self) -> anyhow::Result<()> {
        Ok(self.0.close(None).await?)
    }

    /// The next text frame or the end of the connection, without a timeout.
    pub async fn next(&mut self) -> Received {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Received::Text(text.as_str().to_owned()),
                Some(Ok(Message::Close(frame))) => {
                    let code = frame.map_or(NO_CODE, |frame| frame.code.into());
                    return Received::Closed(Some(code));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Received::Closed(None),
            }
        }
    }

    /// The next text frame. The end of the connection is an error.
    pub async fn text(&mut self) -> anyhow::Result<String> {
        match timeout(PATIENCE, self.next())
            .await
            .context("no frame came")?
        {
            Received::Text(text) => Ok(text),
            Received::Closed(code) => anyhow::bail!("the server closed: {code:?}"),
        }
    }

    /// Reads to the end of the connection, and returns the code of the close frame.
    pub async fn closed(&mut self) -> anyhow::Result<Option<u16>> {
        timeout(PATIENCE, async {
            loop {
                if let Received::Closed(code) = self.next().await {
                    return code;
                }
            }
        })
        .await
        .context("the connection did not end")
    }
}
