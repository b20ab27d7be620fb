//! Attacks over HTTP.

use std::{
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    task::JoinSet,
    time::{Instant, interval, sleep_until, timeout_at},
};

use super::Tally;
use crate::net::{connect_stalled, get, head};

/// The time between two requests of an address: the default rate limit.
const PERIOD: Duration = Duration::from_millis(50);

/// How many responses an address leaves unread at once.
const UNREAD_MAX: usize = 60;

/// Requests paths in turn, at a steady rate, without waiting for responses.
pub(super) async fn poll(
    server: SocketAddr,
    from: IpAddr,
    paths: &[String],
    end: Instant,
) -> Tally {
    let mut tally = Tally::default();
    let mut under_way = JoinSet::new();
    let mut due = interval(PERIOD);
    for path in paths.iter().cloned().cycle() {
        due.tick().await;
        if Instant::now() >= end {
            break;
        }
        under_way.spawn(async move {
            let answer = timeout_at(end, get(server, from, &path)).await;
            matches!(answer, Ok(Ok(answer)) if answer.status == 200)
        });
        while let Some(Ok(done)) = under_way.try_join_next() {
            tally.count(done);
        }
    }
    while let Some(Ok(done)) = under_way.join_next().await {
        tally.count(done);
    }
    tally
}

/// Requests a journal over many connections and reads no response. Replaces connections that the server closes.
pub(super) async fn leave_unread(
    server: SocketAddr,
    from: IpAddr,
    room: &str,
    end: Instant,
) -> Tally {
    let mut tally = Tally::default();
    let mut unread: Vec<TcpStream> = Vec::new();
    let mut due = interval(PERIOD);
    while Instant::now() < end {
        due.tick().await;
        unread.retain(is_open);
        if unread.len() < UNREAD_MAX {
            let request = head(server, "GET", &format!("/api/rooms/{room}/journal"), &[]);
            let asked = async {
                let mut stream = connect_stalled(server, from).await?;
                stream.write_all(request.as_bytes()).await?;
                std::io::Result::Ok(stream)
            };
            let stream = asked.await;
            tally.count(stream.is_ok());
            unread.extend(stream.ok());
        }
    }
    sleep_until(end).await;
    tally
}

/// Whether the server has not reset a connection. A response that ended normally but is unread counts as open.
fn is_open(stream: &TcpStream) -> bool {
    matches!(stream.take_error(), Ok(None))
}
