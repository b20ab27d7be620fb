//! Accepts connections up to the limits, and serves HTTP on them with timeouts.

use std::{
    io,
    net::IpAddr,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{Router, body::Body};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf},
    net::{TcpListener, TcpStream},
    runtime::Handle,
    sync::Semaphore,
    time::{Sleep, sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use tower::ServiceExt;

use super::{Address, Headcount, Slot, throttle::NoSlot};
use crate::{
    http::problem::{self, PROBLEM_JSON, Problem},
    limits::{CLOSE_TIMEOUT, HEAD_BYTES_MAX, Limits, TURNED_AWAY_MAX},
    log, meters,
};

/// The pause before the next accept when the system is out of file descriptors.
const OUT_OF_FILES_PAUSE: Duration = Duration::from_millis(100);

/// A TCP listener and the router that it serves.
pub(crate) struct Listener {
    pub(crate) tcp: TcpListener,
    pub(crate) app: Router,
    pub(crate) limits: Arc<Limits>,
    /// How many trusted proxies requests pass through.
    pub(crate) proxies: usize,
}

impl Listener {
    /// Accepts connections until `ending` is cancelled. Requests in progress, which are among `tasks`, are still answered;
    /// WebSocket sessions watch `ending` themselves.
    pub(crate) async fn serve(self, ending: CancellationToken, tasks: &TaskTracker) {
        let limits = &self.limits;
        // Behind a proxy all connections have its address: the proxy must limit them.
        let per_address_max = match self.proxies {
            0 => limits.connections_per_address_max,
            _ => limits.connections_max,
        };
        let headcount = Headcount::new(limits.connections_max, per_address_max);
        // Longer than the timeout of sessions, which close with a code of their own.
        let stalled_max = Duration::from_secs(limits.send_seconds_max) + CLOSE_TIMEOUT;
        let turning_away = Arc::new(Semaphore::new(TURNED_AWAY_MAX));
        loop {
            let (stream, peer) = tokio::select! {
                () = ending.cancelled() => return,
                accepted = self.tcp.accept() => match accepted {
                    Ok((stream, peer)) => (stream, peer.ip()),
                    // The client is already gone.
                    Err(error) if is_of_one_connection(&error) => continue,
                    Err(_) => {
                        sleep(OUT_OF_FILES_PAUSE).await;
                        continue;
                    }
                },
            };
            // Nagle's algorithm would delay small frames by some 40 ms.
            stream.set_nodelay(true).ok();
            match headcount.enter(Address::from(peer)) {
                Ok(slot) => {
                    let stream = TrackedStream {
                        open: Some((stream, slot)),
                        stalled_max,
                        stalled_until: None,
                        tasks: tasks.clone(),
                        _gauge: meters::connections(1),
                    };
                    let idle = Duration::from_secs(limits.idle_seconds_max);
                    let app = self.app.clone();
                    let answer = (peer, self.proxies, app);
                    tasks.spawn(serve_http(stream, answer, idle, ending.clone()));
                }
                Err(no_slot) => {
                    let (limit, problem) = match no_slot {
                        NoSlot::InTotal => ("connections-max", problem::no_connection_left()),
                        NoSlot::ForKey => (
                            "connections-per-address-max",
                            problem::too_many_connections(),
                        ),
                    };
                    log::limit_hit(limit, Some(peer.into()));
                    if let Ok(permit) = turning_away.clone().try_acquire_owned() {
                        tasks.spawn(async move {
                            turn_away(stream, problem).await;
                            drop(permit);
                        });
                    }
                }
            }
        }
    }
}

/// Whether an accept error concerns only one connection.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

/// Answers the requests of one connection.
async fn serve_http(
    stream: TrackedStream,
    (peer, proxies, app): (IpAddr, usize, Router),
    idle: Duration,
    ending: CancellationToken,
) {
    let answer = service_fn(move |mut request: hyper::Request<Incoming>| {
        let address = Address::of_client(peer, request.headers(), proxies);
        request.extensions_mut().insert(address);
        app.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // It starts with the previous response, so it also limits how long a connection may be idle.
        .header_read_timeout(idle)
        .max_buf_size(HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    let mut connection = pin!(connection);
    // An error of one connection is of no interest to the operator.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = ending.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await.ok();
        }
    }
}

/// Rejects a connection with a minimal HTTP response, before reading a request.
async fn turn_away(mut stream: TcpStream, problem: Problem) {
    let (status, body) = (problem.status, problem.json());
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {PROBLEM_JSON}\r\nContent-Length: {}\r\n\
         Retry-After: 60\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    if stream.write_all(answer.as_bytes()).await.is_ok() {
        linger(stream).await;
    }
}

/// Closes a connection so that the last response arrives: closing with unread data would reset it.
async fn linger(mut stream: TcpStream) {
    timeout(CLOSE_TIMEOUT, async {
        stream.shutdown().await?;
        while stream.read(&mut [0; 1024]).await? > 0 {}
        io::Result::Ok(())
    })
    .await
    .ok();
}

/// A connection that takes a slot for as long as it lasts, also after an upgrade.
struct TrackedStream {
    /// None once it is closed.
    open: Option<(TcpStream, Slot<Address>)>,
    stalled_max: Duration,
    /// When the client is taken for dead; set while it accepts no data. A slow client that accepts anything at all is fine.
    stalled_until: Option<Pin<Box<Sleep>>>,
    tasks: TaskTracker,
    _gauge: meters::Share,
}

impl Drop for TrackedStream {
    fn drop(&mut self) {
        // At the program's end the runtime may be gone.
        if let (Some((stream, slot)), Ok(runtime)) = (self.open.take(), Handle::try_current()) {
            let lingering = async move {
                linger(stream).await;
                drop(slot);
            };
            self.tasks.spawn_on(lingering, &runtime);
        }
    }
}

impl TrackedStream {
    fn stream(self: Pin<&mut Self>) -> io::Result<Pin<&mut TcpStream>> {
        let open = self.get_mut().open.as_mut();
        let (stream, _) = open.ok_or(io::ErrorKind::NotConnected)?;
        Ok(Pin::new(stream))
    }

    /// Writes, and fails once the client has accepted no data for too long.
    fn write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = write(self.as_mut().stream()?, cx) {
            self.stalled_until = None;
            return Poll::Ready(written);
        }
        let max = self.stalled_max;
        let until = self
            .stalled_until
            .get_or_insert_with(|| Box::pin(sleep(max)));
        ready!(until.as_mut().poll(cx));
        let address = self.open.as_ref().map(|(_, slot)| *slot.key());
        log::limit_hit("send-seconds-max", address);
        // Otherwise the system would hold the unsent data and retry for minutes.
        self.stream()?.set_zero_linger()?;
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for TrackedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.stream()?.poll_read(cx, buffer)
    }
}

impl AsyncWrite for TrackedStream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(cx, |stream, cx| stream.poll_write(cx, bytes))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(cx)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(cx, |stream, cx| stream.poll_write_vectored(cx, slices))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }
}
