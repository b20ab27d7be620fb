//! The native dialect at `/ws/raum/{room}`: from the hello to the close frame. Clauses in `docs/dialects/raum.md`.

use std::convert::Infallible;

use axum::{
    Extension, Router,
    extract::{Path, State, WebSocketUpgrade, ws::Message},
    response::Response,
    routing::any,
};
use raum_host::{Action, Backlog, Denied, Handshake, NativeHandshake};
use raum_room::{Millis, Seq};
use raum_wire::native::{self, ClientFrame, Close, ServerFrame};

use super::{
    Ended, SessionContext,
    connection::{self, Heartbeat, UNANSWERED_MAX},
    paced_reader::PacedReader,
    upgrade,
};
use crate::{
    net::{Address, Client},
    rooms::{FoundRoom, HostMessage, ask, query, read_older, secrets},
    time::NodeClock,
};

type Connection = connection::Connection<NativePings>;

pub(super) fn router() -> Router<SessionContext> {
    Router::new().route("/ws/raum/{room}", any(enter))
}

async fn enter(
    State(context): State<SessionContext>,
    Extension(address): Extension<Address>,
    Path(room): Path<String>,
    socket: WebSocketUpgrade,
) -> Response {
    let heartbeat = NativePings::new(context.services.clock);
    upgrade(
        context,
        address,
        socket,
        heartbeat,
        async move |mut connection| {
            let Err(ended) = converse(&mut connection, room).await;
            connection.end(ended).await;
        },
    )
}

/// Lets a client in, and performs its commands until the connection ends.
async fn converse(connection: &mut Connection, room: String) -> Result<Infallible, Ended> {
    // Boxed, so that its memory is freed before the connection starts to wait.
    Box::pin(begin(connection, room)).await?;
    loop {
        let text = connection.next().await?;
        match read(&text)? {
            ClientFrame::Hello { .. } => return Err(Close::BadFrame.into()),
            ClientFrame::Pong { id } => connection.heartbeat.answered(id),
            ClientFrame::Command { number, command } => {
                connection.act(Action::Command(number, command)).await;
            }
        }
    }
}

/// Waits for the hello, enters the room, and sends all entries that the client lacks.
async fn begin(connection: &mut Connection, room: String) -> Result<(), Ended> {
    let hello = read(&connection.first_text().await?)?;
    let (welcome, after) = enter_room(connection, &room, hello).await?;
    connection.send([welcome]).await?;
    catch_up(connection, after).await?;
    connection.ping.reset();
    Ok(())
}

/// Enters a room as a hello asks for. Returns the welcome and the last entry that the client has.
async fn enter_room(
    connection: &mut Connection,
    room: &str,
    hello: ClientFrame,
) -> Result<(String, Seq), Ended> {
    let ClientFrame::Hello {
        version,
        after,
        mark,
        token,
        key,
        transfer,
    } = hello
    else {
        return Err(Close::NoHello.into());
    };
    if version != native::VERSION {
        return Err(Close::Version.into());
    }
    if token
        .as_ref()
        .is_some_and(|token| !secrets::is_token(token))
    {
        return Err(Close::BadFrame.into());
    }
    let (admission, address) = (&connection.context.admission, connection.address);
    let FoundRoom { room, host, facts } = admission.find_named(address, room).await?;
    let owns_seat = match token.as_deref().map(secrets::token_hash) {
        Some(hash) => query(&host, move |host| host.owns_seat(&hash)).await?,
        None => false,
    };
    // The token first: the owner of a seat needs no key, costs no hash, and is not locked out by wrong keys.
    let key = key.filter(|_| !owns_seat);
    let key_shown = admission.is_pass_key(address, &room, key, facts.pass_key_hash);
    let key_shown = key_shown.await?;
    if transfer.is_some() && !owns_seat {
        admission.may_try_code(address, &room)?;
    }
    let new_token = token.is_none().then(secrets::token);
    let token_hash = token.as_deref().or(new_token.as_deref());
    let token_hash = token_hash.map(secrets::token_hash).unwrap_or_default();
    let handshake = Handshake::Native(NativeHandshake {
        token_hash: token_hash.clone(),
        new_token,
        transfer_hash: transfer.as_deref().map(secrets::transfer_code_hash),
        after,
        marks: [mark, None],
    });
    let found = (room.clone(), host);
    let entered = admission.enter_as(handshake, address, found, key_shown);
    let entered = entered.await;
    if let (Err(Denied::Forbidden), Some(_)) = (&entered, transfer) {
        admission.wrong_code(address, &room);
    }
    let (session, welcome) = entered?;
    connection.heartbeat.clock = session.clock;
    let client = Client::Token(token_hash);
    connection.reader = PacedReader::new(&connection.context.services, address, client);
    connection.begin_session(session);
    Ok((welcome.unwrap_or_default(), after))
}

/// Sends all entries after one, page by page, so that a long journal is never in memory as a whole.
async fn catch_up(connection: &mut Connection, after: Seq) -> Result<(), Ended> {
    let mut next = Some(after);
    while let (Some(after), Some(session)) = (next, connection.session()) {
        let backlog = ask(&session.host, |reply| {
            HostMessage::CatchUp(Box::new((session.id, after, reply)))
        });
        let frames;
        (frames, next) = match backlog.await? {
            Backlog::Recent { frames, more_after } => (frames, more_after),
            Backlog::Trimmed => {
                let store = &connection.context.services.store;
                let (frames, last) = read_older(&**store, &session.room, after).await?;
                (frames, Some(last))
            }
        };
        connection.send(frames).await?;
    }
    Ok(())
}

fn read(text: &str) -> Result<ClientFrame, Close> {
    native::read(text).map_err(|_| Close::BadFrame)
}

/// Pings as frames of the dialect, which measure the lag.
pub(super) struct NativePings {
    clock: NodeClock,
    id: u64,
    /// When the last ping was sent, while it is unanswered.
    sent_at: Option<Millis>,
    unanswered: u32,
    lag_millis: Option<Millis>,
}

impl Heartbeat for NativePings {
    fn next(&mut self, reader: &mut PacedReader) -> Option<Message> {
        if reader.is_behind() {
            self.excuse();
        }
        let ping = self.ping()?;
        Some(Message::Text(native::write(&ping).into()))
    }
}

impl NativePings {
    pub(super) fn new(clock: NodeClock) -> Self {
        Self {
            clock,
            id: 0,
            sent_at: None,
            unanswered: 0,
            lag_millis: None,
        }
    }

    /// The next ping, unless too many are unanswered.
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

    /// Forgives missing pongs, which may be among the unread frames.
    fn excuse(&mut self) {
        self.sent_at = None;
        self.unanswered = 0;
    }

    pub(super) fn answered(&mut self, id: u64) {
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
    use std::time::Duration;

    use tokio::time::advance;

    use super::*;

    /// Clause 12: a ping carries the last lag, and two unanswered pings end the connection.
    #[tokio::test(start_paused = true)]
    async fn pings_measure_the_lag_and_detect_a_silent_client() {
        let mut pings = NativePings::new(NodeClock::new());
        let lag = |ping: Option<ServerFrame>| match ping {
            Some(ServerFrame::Ping { id, lag_millis, .. }) => Some((id, lag_millis)),
            _ => None,
        };
        assert_eq!(lag(pings.ping()), Some((1, None)));
        advance(Duration::from_millis(30)).await;
        pings.answered(1);
        assert_eq!(lag(pings.ping()), Some((2, Some(30))));
        // An answer to an older ping does not count.
        pings.answered(1);
        assert_eq!(lag(pings.ping()), Some((3, Some(30))));
        assert_eq!(lag(pings.ping()), None);
        // A client whose pongs may be unread is not silent.
        pings.excuse();
        assert_eq!(lag(pings.ping()), Some((4, Some(30))));
    }
}
