//! Binding a TCP listener.

use std::{io, net::SocketAddr};

use anyhow::Context;
use tokio::net::{TcpListener, TcpSocket, lookup_host};

use crate::limits::{CONNECTIONS_WAITING_MAX, SEND_BUFFER_BYTES};

/// Parses an address to listen on. Binding finds out whether the host is one of this machine's.
pub(crate) fn socket_address(text: &str) -> anyhow::Result<String> {
    let is_address = text
        .rsplit_once(':')
        .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    anyhow::ensure!(
        is_address,
        "expected an address and a port, such as 127.0.0.1:8000"
    );
    Ok(text.to_owned())
}

/// Listens on an address, with an error message for the operator.
pub(crate) async fn bind(address: &str) -> anyhow::Result<TcpListener> {
    match bind_any(address).await {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => Err(anyhow::anyhow!(
            "cannot listen on {address}: the address is already in use"
        )),
        bound => bound.with_context(|| format!("cannot listen on {address:?}")),
    }
}

/// Listens on the first address of a host name that can be bound.
async fn bind_any(address: &str) -> io::Result<TcpListener> {
    let mut failed = io::ErrorKind::AddrNotAvailable.into();
    for address in lookup_host(address).await? {
        match bind_to(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

fn bind_to(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // After a restart, connections of the previous process may still be open.
    socket.set_reuseaddr(true)?;
    // Accepted connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER_BYTES)?;
    socket.bind(address)?;
    socket.listen(CONNECTIONS_WAITING_MAX)
}
