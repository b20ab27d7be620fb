//! One connection that speaks the native dialect: from the hello to the close frame.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::any,
};
use raum_host::{Asked, Denied, Protocol, Replay};
use raum_journal::{RoomId, Store};
use raum_room::Seq;
use raum_wire::native::{self, ClientFrame, Close, ServerFrame};
use tokio::{
    sync::mpsc,
    time::{Instant, interval_at, timeout},
};

use super::{Ended, end, reading::Reading, send, text_of, upgrade};
use crate::{
    address::Address,
    doorkeeper::{Doorkeeper, Found},
    host::{Entered, HostMessage, Newcomer, Outgoing, SessionId, ask, outbox, read_older},
    limits::Limits,
    meters,
    rates::Client,
    secrets,
    time::NodeClock,
};

/// Where sessions in this dialect begin.
pub(super) fn router() -> Router<Arc<Doorkeeper>> {
    Router::new().route("/ws/raum/{room}", any(enter))
}

async fn enter(
    State(doorkeeper): State<Arc<Doorkeeper>>,
    Extension(address): Extension<Address>,
    Path(room): Path<String>,
    socket: WebSocketUpgrade,
) -> Response {
    upgrade(&doorkeeper.clone(), socket, move |socket| {
        serve(doorkeeper, address, room, socket)
    })
}

/// Serves one connection to its end.
#[expect(
    clippy::manual_async_fn,
    reason = "an async fn holds what it is given twice, and there is one of these for each connection"
)]
fn serve(
    doorkeeper: Arc<Doorkeeper>,
    address: Address,
    room: String,
    mut socket: WebSocket,
) -> impl Future<Output = ()> + Send {
    async move {
        let ended = match doorkeeper.session(address).await {
            Err(why) => why.into(),
            Ok(_counting) => {
                let talking = talk(&doorkeeper, address, &room, &mut socket);
                let Err(ended) = talking.await;
                ended
            }
        };
        end(&mut socket, ended).await;
    }
}

/// Talks until the connection ends.
async fn talk(
    doorkeeper: &Doorkeeper,
    address: Address,
    room: &str,
    socket: &mut WebSocket,
) -> Result<Infallible, Ended> {
    let limits = doorkeeper.limits();
    let hello_timeout = Duration::from_secs(limits.hello_seconds_max);
    let hello = timeout(hello_timeout, first_frame(socket)).await;
    let hello = Hello::read(hello.map_err(|_| Close::NoHello)??)?;
    let after = hello.after;
    // In a box, which is gone when the long time of waiting begins.
    let entering = Box::pin(come_in(doorkeeper, address, room, hello));
    let Place {
        room,
        host,
        token_hash,
        entered,
        outgoing,
    } = entering.await?;
    let _counted = meters::session("raum");
    let mut connection = Connection {
        socket,
        host: &host,
        store: &*doorkeeper.hosts.surroundings().store,
        room: &room,
        session: entered.session,
        outgoing,
        reading: Reading::new(
            doorkeeper.rates().clone(),
            limits,
            address,
            Client::Token(token_hash),
        ),
        pings: Pings::default(),
        clock: entered.clock,
        limits,
    };
    let welcome = entered.welcome.unwrap_or_default();
    let Err(ended) = connection.run(welcome.into(), after).await;
    // The host may have ended already.
    host.send(HostMessage::Go(entered.session)).await.ok();
    Err(ended)
}

/// What a client shows in its first frame.
struct Hello {
    after: Seq,
    mark: Option<String>,
    token: Option<String>,
    key: Option<String>,
    transfer: Option<String>,
}

impl Hello {
    fn read(frame: ClientFrame) -> Result<Self, Close> {
        let ClientFrame::Hello {
            version,
            after,
            mark,
            token,
            key,
            transfer,
        } = frame
        else {
            return Err(Close::NoHello);
        };
        if version != native::VERSION {
            return Err(Close::Version);
        }
        let bad_token = |token: &String| !secrets::is_token(token);
        if token.as_ref().is_some_and(bad_token) {
            return Err(Close::BadFrame);
        }
        Ok(Self {
            after,
            mark,
            token,
            key,
            transfer,
        })
    }
}

/// A place in the room.
struct Place {
    room: RoomId,
    host: mpsc::Sender<HostMessage>,
    token_hash: String,
    entered: Entered,
    outgoing: Outgoing,
}

/// From the hello to a place in the room.
async fn come_in(
    doorkeeper: &Doorkeeper,
    address: Address,
    room: &str,
    hello: Hello,
) -> Result<Place, Denied> {
    let Found { room, host, facts } = doorkeeper.find_named(address, room).await?;
    let owns_seat = match &hello.token {
        Some(token) => {
            let token_hash = secrets::token_hash(token);
            ask(&host, |reply| HostMessage::Owns(token_hash, reply)).await?
        }
        None => false,
    };
    // The token first: the owner of a seat needs no key, costs no hash, and no wrong key shuts them out.
    let key_shown = match (hello.key, facts.pass_key_hash) {
        (Some(key), Some(hash)) if !owns_seat => {
            doorkeeper.is_pass_key(address, &room, key, hash).await?
        }
        _ => false,
    };
    if hello.transfer.is_some() && !owns_seat {
        doorkeeper.may_try_code(address, &room)?;
    }
    let transfer_hash = hello.transfer.as_deref().map(secrets::transfer_code_hash);
    let new_token = hello.token.is_none().then(secrets::token);
    let token = hello.token.as_deref().or(new_token.as_deref());
    let token_hash = token.map(secrets::token_hash).unwrap_or_default();
    let (outbox, outgoing) = outbox(doorkeeper.limits().outbox_frames_max);
    let newcomer = Box::new(Newcomer {
        address,
        key_shown,
        protocol: Protocol::Native {
            token_hash: token_hash.clone(),
            new_token,
            transfer_hash,
            after: hello.after,
            marks: [hello.mark, None],
        },
        outbox,
    });
    let entered = ask(&host, |reply| HostMessage::Enter(newcomer, reply)).await;
    if let (Err(Denied::Forbidden), Some(_)) = (&entered, hello.transfer) {
        doorkeeper.wrong_code(address, &room);
    }
    Ok(Place {
        entered: entered?,
        room,
        host,
        token_hash,
        outgoing,
    })
}

/// A connection that has come in.
struct Connection<'a> {
    socket: &'a mut WebSocket,
    host: &'a mpsc::Sender<HostMessage>,
    store: &'a dyn Store,
    room: &'a RoomId,
    session: SessionId,
    outgoing: Outgoing,
    reading: Reading,
    pings: Pings,
    clock: NodeClock,
    limits: &'a Limits,
}

impl Connection<'_> {
    async fn run(&mut self, welcome: Utf8Bytes, after: Seq) -> Result<Infallible, Ended> {
        // In a box, which is gone when the long time of waiting begins.
        Box::pin(self.catch_up(welcome, after)).await?;
        let ping_interval = Duration::from_secs(self.limits.ping_seconds);
        let mut ping = interval_at(Instant::now() + ping_interval, ping_interval);
        loop {
            let frames = tokio::select! {
                // What is to be sent comes before what comes in.
                biased;
                frames = self.outgoing.next() => frames?,
                _ = ping.tick() => {
                    if self.reading.is_behind() {
                        self.pings.excuse();
                    }
                    let ping = self.pings.next(self.clock.now()).ok_or(Close::Silent)?;
                    [native::write(&ping).into()].into()
                }
                text = self.reading.next(self.socket) => {
                    self.take(&text?).await?;
                    continue;
                }
            };
            self.send(frames).await?;
        }
    }

    /// Sends all entries after one, a part at a time, so that a long journal is never held whole.
    async fn catch_up(&mut self, welcome: Utf8Bytes, after: Seq) -> Result<(), Ended> {
        self.send([welcome]).await?;
        let mut next = Some(after);
        while let Some(after) = next {
            let replay = ask(self.host, |reply| {
                HostMessage::Replay(self.session, after, reply)
            });
            let frames;
            (frames, next) = match replay.await? {
                Replay::Recent { frames, more_after } => (frames, more_after),
                Replay::Older => {
                    let (frames, last) = read_older(self.store, self.room, after).await?;
                    (frames, Some(last))
                }
            };
            self.send(frames.into_iter().map(Utf8Bytes::from)).await?;
        }
        Ok(())
    }

    async fn send(&mut self, frames: impl IntoIterator<Item = Utf8Bytes>) -> Result<(), Ended> {
        tokio::select! {
            sent = send(self.socket, frames, self.limits) => sent,
            why = self.outgoing.closed_at_once() => Err(why.into()),
        }
    }

    async fn take(&mut self, text: &str) -> Result<(), Close> {
        match read(text)? {
            ClientFrame::Hello { .. } => Err(Close::BadFrame),
            ClientFrame::Pong { id } => {
                self.pings.answered(id, self.clock.now());
                Ok(())
            }
            ClientFrame::Command { number, command } => {
                let asked = Asked::Command(number, command);
                let ask = HostMessage::Ask(self.session, asked, self.reading.turn());
                // A host that has ended says so by the outbox, after all else that it had to say.
                self.host.send(ask).await.ok();
                Ok(())
            }
        }
    }
}

/// The first frame. The error is how the connection ends.
async fn first_frame(socket: &mut WebSocket) -> Result<ClientFrame, Ended> {
    loop {
        if let Some(text) = text_of(socket.recv().await)? {
            return Ok(read(&text)?);
        }
    }
}

fn read(text: &str) -> Result<ClientFrame, Close> {
    native::read(text).map_err(|_| Close::BadFrame)
}

/// The pings of a connection, and how long their answers took.
#[derive(Default)]
struct Pings {
    id: u64,
    /// When the last ping was sent, while it has no answer.
    sent_at: Option<raum_room::Millis>,
    unanswered: u32,
    lag_millis: Option<raum_room::Millis>,
}

impl Pings {
    /// The next ping, unless two have gone unanswered.
    fn next(&mut self, now: raum_room::Millis) -> Option<ServerFrame> {
        if self.sent_at.is_some() {
            self.unanswered += 1;
        }
        if self.unanswered >= 2 {
            return None;
        }
        self.id += 1;
        self.sent_at = Some(now);
        Some(ServerFrame::Ping {
            id: self.id,
            now,
            lag_millis: self.lag_millis,
        })
    }

    /// Pongs may be among what is not read yet: then silence says nothing.
    fn excuse(&mut self) {
        self.sent_at = None;
        self.unanswered = 0;
    }

    fn answered(&mut self, id: u64, now: raum_room::Millis) {
        if id == self.id
            && let Some(sent_at) = self.sent_at.take()
        {
            self.unanswered = 0;
            self.lag_millis = Some(now.saturating_sub(sent_at));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clause 12: the lag of the last answer is told, and two unanswered pings are the end.
    #[test]
    fn pings_measure_and_notice_silence() {
        let mut pings = Pings::default();
        let lag = |ping: Option<ServerFrame>| match ping {
            Some(ServerFrame::Ping { id, lag_millis, .. }) => Some((id, lag_millis)),
            _ => None,
        };
        assert_eq!(lag(pings.next(1000)), Some((1, None)));
        pings.answered(1, 1030);
        assert_eq!(lag(pings.next(2000)), Some((2, Some(30))));
        // An answer to an older ping is none to this one.
        pings.answered(1, 2001);
        assert_eq!(lag(pings.next(3000)), Some((3, Some(30))));
        assert_eq!(lag(pings.next(4000)), None);
        // A client whose pongs are not read is not silent.
        pings.excuse();
        assert_eq!(lag(pings.next(5000)), Some((4, Some(30))));
    }
}
