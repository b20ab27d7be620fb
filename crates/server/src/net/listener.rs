//! The port: connections come in, each with its time-outs, no more than there is a place for.

use std::{
    convert::Infallible,
    io,
    net::IpAddr,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
    time::Duration,
};

use axum::{Router, body::Body, response::Response};
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

use crate::{
    http::problem::{self, PROBLEM_JSON, Problem},
    limits::{CLOSE_TIMEOUT, HEAD_BYTES_MAX, Limits, TURNED_AWAY_MAX},
    log, meters,
    net::{
        address::Address,
        throttle::{Counting, Headcount, NoPlace},
        valve::Valve,
    },
};

/// How long to wait when the machine has nothing left for another connection.
const OUT_OF_FILES_PAUSE: Duration = Duration::from_millis(100);

/// A port and what is behind it.
pub(crate) struct Listener {
    pub(crate) tcp: TcpListener,
    pub(crate) app: Router,
    pub(crate) limits: Arc<Limits>,
    /// How many proxies of ours requests come through.
    pub(crate) proxies: usize,
}

impl Listener {
    /// Takes connections until told to end, and then lets requests under way be answered: they are among
    /// `tasks`. Connections that have become WebSockets end by themselves.
    pub(crate) async fn serve(self, ending: CancellationToken, tasks: &TaskTracker) {
        let Limits {
            connections_max,
            connections_per_address_max,
            idle_seconds_max,
            send_seconds_max,
            ..
        } = *self.limits;
        // Behind a proxy all come from one address, and the proxy is to count them.
        let per_address_max = match self.proxies {
            0 => connections_per_address_max,
            _ => connections_max,
        };
        let headcount = Headcount::new(connections_max, per_address_max);
        // Sessions notice it by themselves, and close with a code of their own.
        let stalled_max = Duration::from_secs(send_seconds_max) + CLOSE_TIMEOUT;
        let turning_away = Arc::new(Semaphore::new(TURNED_AWAY_MAX));
        loop {
            let (stream, peer) = tokio::select! {
                () = ending.cancelled() => return,
                accepted = self.tcp.accept() => match accepted {
                    Ok((stream, peer)) => (stream, peer.ip()),
                    // Whoever it was has gone already.
                    Err(error) if is_of_one_connection(&error) => continue,
                    Err(_) => {
                        sleep(OUT_OF_FILES_PAUSE).await;
                        continue;
                    }
                },
            };
            // Without it small frames wait for each other's acknowledgement, some 40 ms at a time.
            stream.set_nodelay(true).ok();
            match headcount.enter(Address::from(peer)) {
                Ok(counting) => {
                    let valve = Valve::default();
                    let stream = Counted {
                        open: Some((stream, counting)),
                        valve: valve.clone(),
                        stalled: Stalled::new(stalled_max),
                        tasks: tasks.clone(),
                        _metered: meters::connections(1),
                    };
                    let idle = Duration::from_secs(idle_seconds_max);
                    let app = self.app.clone();
                    let answer = (peer, self.proxies, valve, app);
                    tasks.spawn(talk(stream, answer, idle, ending.clone()));
                }
                Err(no_place) => {
                    let (limit, problem) = match no_place {
                        NoPlace::InAll => ("connections-max", problem::no_connection_left()),
                        NoPlace::ForKey => (
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

/// Whether an error of accepting says nothing about the next connection.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

/// Answers the requests of one connection.
async fn talk(
    stream: Counted,
    (peer, proxies, valve, app): (IpAddr, usize, Valve, Router),
    idle: Duration,
    ending: CancellationToken,
) {
    let answer = service_fn(move |mut request: hyper::Request<Incoming>| {
        let address = Address::of_client(peer, request.headers(), proxies);
        request.extensions_mut().insert(address);
        request.extensions_mut().insert(valve.clone());
        let answered = app.clone().oneshot(request.map(Body::new));
        async { Ok::<Response, Infallible>(infallible(answered.await)) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // It runs from the answer before, so it is the time that a connection may be idle, too.
        .header_read_timeout(idle)
        .max_buf_size(HEAD_BYTES_MAX)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    let mut connection = pin!(connection);
    // What is wrong with a connection is between it and the client.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = ending.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await.ok();
        }
    }
}

fn infallible<T>(result: Result<T, Infallible>) -> T {
    match result {
        Ok(value) => value,
        Err(never) => match never {},
    }
}

/// Says that there is no place, in as few words as HTTP has: nothing has been read yet.
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

/// Ends a connection so that what was sent last arrives: ended with something unread, it would be cut.
async fn linger(mut stream: TcpStream) {
    timeout(CLOSE_TIMEOUT, async {
        stream.shutdown().await?;
        while stream.read(&mut [0; 1024]).await? > 0 {}
        io::Result::Ok(())
    })
    .await
    .ok();
}

/// A connection that counts for as long as it lasts, whatever it has become by then.
struct Counted {
    /// None once it has ended.
    open: Option<(TcpStream, Counting<Address>)>,
    /// Closed while what has come is more than the session may send.
    valve: Valve,
    stalled: Stalled,
    tasks: TaskTracker,
    _metered: meters::Share,
}

impl Drop for Counted {
    fn drop(&mut self) {
        // At the end of the program there may be nothing to linger on.
        if let (Some((stream, counting)), Ok(runtime)) = (self.open.take(), Handle::try_current()) {
            let lingering = async move {
                linger(stream).await;
                drop(counting);
            };
            self.tasks.spawn_on(lingering, &runtime);
        }
    }
}

impl Counted {
    fn stream(self: Pin<&mut Self>) -> io::Result<Pin<&mut TcpStream>> {
        let open = self.get_mut().open.as_mut();
        let (stream, _) = open.ok_or(io::ErrorKind::NotConnected)?;
        Ok(Pin::new(stream))
    }

    fn address(&self) -> Option<Address> {
        let (_, counting) = self.open.as_ref()?;
        Some(*counting.key())
    }

    /// Writes, unless the client has taken nothing for too long.
    fn write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut TcpStream>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match write(self.as_mut().stream()?, cx) {
            Poll::Ready(written) => {
                self.stalled.over();
                Poll::Ready(written)
            }
            Poll::Pending => self.stalled.poll(cx).map(|timed_out| {
                log::limit_hit("send-seconds-max", self.address());
                // The system would else hold what was not taken, and try for minutes to send it.
                self.stream()?.set_zero_linger()?;
                Err(timed_out)
            }),
        }
    }
}

/// How long a client has taken nothing of what is sent to it. As long as it takes anything it may be slow.
struct Stalled {
    max: Duration,
    until: Option<Pin<Box<Sleep>>>,
}

impl Stalled {
    fn new(max: Duration) -> Self {
        Self { max, until: None }
    }

    /// The client has taken something.
    fn over(&mut self) {
        self.until = None;
    }

    /// Ready once the client has taken nothing for too long.
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        let until = self.until.get_or_insert_with(|| Box::pin(sleep(self.max)));
        until
            .as_mut()
            .poll(cx)
            .map(|()| io::ErrorKind::TimedOut.into())
    }
}

impl AsyncRead for Counted {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.valve.poll_open(cx) {
            Poll::Ready(()) => self.stream()?.poll_read(cx, buffer),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncWrite for Counted {
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
