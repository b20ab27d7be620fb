//! The connection to a server: TCP, TLS for `https`, and the WebSocket.

use std::{io, sync::Arc, time::Duration};

use anyhow::anyhow;
use axum::http::StatusCode;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::timeout,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{self, ClientConfig, pki_types::ServerName},
};
use tokio_tungstenite::{WebSocketStream, client_async};
use tungstenite::Error;

use super::link::Link;

/// How long a connection may take to be made.
const CONNECT_MAX: Duration = Duration::from_secs(20);

pub(super) type Socket = WebSocketStream<Box<dyn Stream>>;

/// A TCP stream, or TLS over one.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// Why there is no connection.
pub(super) enum Unconnected {
    /// Trying again may help, but the server has never been reached.
    Unreachable(anyhow::Error),
    /// The server is busy or restarting: trying again helps.
    Busy(anyhow::Error),
    /// Trying again does not help.
    Refused(anyhow::Error),
}

/// Connects to the room of a link.
pub(super) async fn connect(
    link: &Link,
    tls: Option<Arc<ClientConfig>>,
) -> Result<Socket, Unconnected> {
    match timeout(CONNECT_MAX, attempt(link, tls)).await {
        Ok(connected) => connected,
        Err(_) => Err(Unconnected::Unreachable(anyhow!(
            "cannot connect to {link}: no answer within {} s",
            CONNECT_MAX.as_secs()
        ))),
    }
}

async fn attempt(link: &Link, tls: Option<Arc<ClientConfig>>) -> Result<Socket, Unconnected> {
    let unreachable =
        |error: io::Error| Unconnected::Unreachable(anyhow!("cannot connect to {link}: {error}"));
    let tcp = TcpStream::connect((&*link.host, link.port)).await;
    let tcp = tcp.map_err(unreachable)?;
    // Moves are short, and must not wait for more bytes to send.
    tcp.set_nodelay(true).map_err(unreachable)?;
    let stream: Box<dyn Stream> = match tls {
        None => Box::new(tcp),
        Some(config) => {
            let name = ServerName::try_from(link.host.clone()).map_err(|_| {
                Unconnected::Refused(anyhow!("{:?} is not the name of a server", link.host))
            })?;
            let secured = TlsConnector::from(config).connect(name, tcp).await;
            Box::new(secured.map_err(|error| refused_by_tls(link, &error))?)
        }
    };
    match client_async(link.socket(), stream).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => Err(refused_by_http(link, response.status())),
        Err(error) => Err(Unconnected::Unreachable(anyhow!(
            "cannot connect to {link}: {error}"
        ))),
    }
}

fn refused_by_tls(link: &Link, error: &io::Error) -> Unconnected {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    match inner {
        Some(rustls::Error::InvalidCertificate(reason)) => Unconnected::Refused(anyhow!(
            "the certificate of {} is not trusted ({reason}): --ca names a file with a certificate of your own",
            link.host
        )),
        _ => Unconnected::Unreachable(anyhow!("cannot connect to {link}: {error}")),
    }
}

fn refused_by_http(link: &Link, status: StatusCode) -> Unconnected {
    let error = anyhow!("cannot connect to {link}: the server answered {status}");
    match status {
        StatusCode::TOO_MANY_REQUESTS
        | StatusCode::BAD_GATEWAY
        | StatusCode::SERVICE_UNAVAILABLE
        | StatusCode::GATEWAY_TIMEOUT => Unconnected::Busy(error),
        _ => Unconnected::Refused(error),
    }
}
