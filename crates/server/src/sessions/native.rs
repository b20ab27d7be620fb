//! One connection that speaks the native dialect: from the hello to the close frame.

use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::{
        Path, State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::Response,
    routing::any,
};
use raum_host::{Action, Backlog, Denied, Handshake, NativeHandshake};
use raum_room::{Millis, Seq};
use raum_wire::native::{self, ClientFrame, Close, ServerFrame};
use tokio::time::timeout;

use super::{
    Ended,
    reading::Reading,
    talk::{self, UNANSWERED_MAX},
    text_of, upgrade,
};
use crate::{
    net::{address::Address, rates::Client},
    rooms::{
        admission::{Admission, Found},
        host::{HostMessage, ask, read_older},
        secrets,
    },
    time::NodeClock,
};

type Talk = talk::Talk<Pings>;

/// Where sessions in this dialect begin.
pub(super) fn router() -> Router<Arc<Admission>> {
    Router::new().route("/ws/raum/{room}", any(enter))
}

async fn enter(
    State(admission): State<Arc<Admission>>,
    Extension(address): Extension<Address>,
    Path(room): Path<String>,
    socket: WebSocketUpgrade,
) -> Response {
    upgrade(&admission.clone(), socket, move |socket| {
        let pings = Pings::new(admission.hosts.services().clock);
        // In boxes, which are gone when the long time of waiting begins.
        let begin = Box::pin(Talk::begin(admission, address, pings, socket));
        async move {
            let talk = begin.await;
            if let Some(mut talk) = talk {
                let Err(ended) = converse(&mut talk, room).await;
                talk.end(ended).await;
            }
        }
    })
}

/// Lets a client in, and does what it asks until the connection ends.
async fn converse(talk: &mut Talk, room: String) -> Result<Infallible, Ended> {
    Box::pin(begin(talk, room)).await?;
    loop {
        let text = talk.next().await?;
        match read(&text)? {
            ClientFrame::Hello { .. } => return Err(Close::BadFrame.into()),
            ClientFrame::Pong { id } => talk.pings.answered(id),
            ClientFrame::Command { number, command } => {
                talk.ask(Action::Command(number, command)).await;
            }
        }
    }
}

/// From the hello to the last entry of the room.
async fn begin(talk: &mut Talk, room: String) -> Result<(), Ended> {
    let hello_timeout = Duration::from_secs(talk.admission.limits().hello_seconds_max);
    let hello = timeout(hello_timeout, first_frame(&mut talk.socket)).await;
    let hello = Hello::read(hello.map_err(|_| Close::NoHello)??)?;
    let after = hello.after;
    let welcome = come_in(talk, &room, hello).await?;
    catch_up(talk, welcome.into(), after).await?;
    talk.ping.reset();
    Ok(())
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

/// From the hello to a place in the room. Returns the first frame.
async fn come_in(talk: &mut Talk, room: &str, hello: Hello) -> Result<String, Denied> {
    let (admission, address) = (&talk.admission, talk.address);
    let Found { room, host, facts } = admission.find_named(address, room).await?;
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
            admission.is_pass_key(address, &room, key, hash).await?
        }
        _ => false,
    };
    if hello.transfer.is_some() && !owns_seat {
        admission.may_try_code(address, &room)?;
    }
    let transfer_hash = hello.transfer.as_deref().map(secrets::transfer_code_hash);
    let new_token = hello.token.is_none().then(secrets::token);
    let token = hello.token.as_deref().or(new_token.as_deref());
    let token_hash = token.map(secrets::token_hash).unwrap_or_default();
    let handshake = Handshake::Native(NativeHandshake {
        token_hash: token_hash.clone(),
        new_token,
        transfer_hash,
        after: hello.after,
        marks: [hello.mark, None],
    });
    let found = (room.clone(), host);
    let entered = admission.enter_as(handshake, address, found, key_shown);
    let entered = entered.await;
    if let (Err(Denied::Forbidden), Some(_)) = (&entered, hello.transfer) {
        admission.wrong_code(address, &room);
    }
    let (place, welcome) = entered?;
    talk.pings.clock = place.clock;
    talk.reading = Reading::new(admission, address, Client::Token(token_hash));
    talk.place = Some(place);
    Ok(welcome.unwrap_or_default())
}

/// Sends all entries after one, a part at a time, so that a long journal is never held whole.
async fn catch_up(talk: &mut Talk, welcome: Utf8Bytes, after: Seq) -> Result<(), Ended> {
    talk.send([welcome]).await?;
    let mut next = Some(after);
    while let (Some(after), Some(place)) = (next, &talk.place) {
        let replay = ask(&place.host, |reply| {
            HostMessage::CatchUp(place.session, after, reply)
        });
        let frames;
        (frames, next) = match replay.await? {
            Backlog::Recent { frames, more_after } => (frames, more_after),
            Backlog::Trimmed => {
                let store = &talk.admission.hosts.services().store;
                let (frames, last) = read_older(&**store, &place.room, after).await?;
                (frames, Some(last))
            }
        };
        talk.send(frames.into_iter().map(Utf8Bytes::from)).await?;
    }
    Ok(())
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

/// Pings by frames of the dialect, and how long their answers took.
struct Pings {
    clock: NodeClock,
    id: u64,
    /// When the last ping was sent, while it has no answer.
    sent_at: Option<Millis>,
    unanswered: u32,
    lag_millis: Option<Millis>,
}

impl talk::Pings for Pings {
    fn next(&mut self, reading: &mut Reading) -> Option<Message> {
        if reading.is_behind() {
            self.excuse();
        }
        let ping = self.ping()?;
        Some(Message::Text(native::write(&ping).into()))
    }
}

impl Pings {
    fn new(clock: NodeClock) -> Self {
        Self {
            clock,
            id: 0,
            sent_at: None,
            unanswered: 0,
            lag_millis: None,
        }
    }

    /// The next ping, unless too many have gone unanswered.
    fn ping(&mut self) -> Option<ServerFrame> {
        self.unanswered += u32::from(self.sent_at.is_some());
        if self.unanswered >= UNANSWERED_MAX {
            return None;
        }
        self.id += 1;
        let now = self.clock.now();
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

    fn answered(&mut self, id: u64) {
        if id == self.id
            && let Some(sent_at) = self.sent_at.take()
        {
            self.unanswered = 0;
            self.lag_millis = Some(self.clock.now().saturating_sub(sent_at));
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    /// Clause 12: the lag of the last answer is told, and two unanswered pings are the end.
    #[tokio::test(start_paused = true)]
    async fn pings_measure_and_notice_silence() {
        let mut pings = Pings::new(NodeClock::new());
        let lag = |ping: Option<ServerFrame>| match ping {
            Some(ServerFrame::Ping { id, lag_millis, .. }) => Some((id, lag_millis)),
            _ => None,
        };
        assert_eq!(lag(pings.ping()), Some((1, None)));
        advance(Duration::from_millis(30)).await;
        pings.answered(1);
        assert_eq!(lag(pings.ping()), Some((2, Some(30))));
        // An answer to an older ping is none to this one.
        pings.answered(1);
        assert_eq!(lag(pings.ping()), Some((3, Some(30))));
        assert_eq!(lag(pings.ping()), None);
        // A client whose pongs are not read is not silent.
        pings.excuse();
        assert_eq!(lag(pings.ping()), Some((4, Some(30))));
    }
}
