//! One connection that speaks the native dialect: from the hello to the close frame.

use std::{sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use raum_journal::RoomId;
use raum_room::Seq;
use raum_wire::native::{self, ClientFrame, Close, ServerFrame};
use tokio::{
    sync::{Semaphore, mpsc, oneshot},
    time::{Instant, interval_at, timeout},
};

use crate::{
    host::{Ask, Join, Outgoing, SessionId, outbox},
    limits::{
        CLOSE_TIMEOUT, COMMANDS_BURST, COMMANDS_PER_SECOND, HELLO_TIMEOUT, PASS_KEY_CHECKS_MAX,
        PING_INTERVAL, SEND_TIMEOUT,
    },
    lobby::Lobby,
    secrets,
    time::NodeClock,
};

/// What all sessions share.
#[derive(Clone)]
pub(crate) struct Doorkeeper {
    pub(crate) lobby: Lobby,
    /// Checking pass keys is slow on purpose: this many at once.
    pass_key_checks: Arc<Semaphore>,
}

/// How a connection ends: by the other side, or by us with a reason.
type Ended = Option<Close>;

impl Doorkeeper {
    pub(crate) fn new(lobby: Lobby) -> Self {
        Self {
            lobby,
            pass_key_checks: Arc::new(Semaphore::new(PASS_KEY_CHECKS_MAX)),
        }
    }

    /// Serves one connection to its end.
    #[expect(
        clippy::manual_async_fn,
        reason = "an async fn holds what it is given twice, and there is one of these for each connection"
    )]
    pub(crate) fn serve(
        self,
        room: Option<RoomId>,
        mut socket: WebSocket,
    ) -> impl Future<Output = ()> + Send {
        async move {
            let ended = match &room {
                None => Some(Close::NoRoom),
                Some(room) => self.talk(room, &mut socket).await.err(),
            };
            if let Some(why) = ended {
                close(&mut socket, why).await;
            }
        }
    }

    /// The error is why we end the connection.
    async fn talk(&self, room: &RoomId, socket: &mut WebSocket) -> Result<(), Close> {
        let hello = timeout(HELLO_TIMEOUT, next_frame(socket)).await;
        let Some(hello) = hello.map_err(|_| Close::NoHello)?? else {
            return Ok(());
        };
        let ClientFrame::Hello {
            version,
            after,
            token,
            key,
        } = hello
        else {
            return Err(Close::NoHello);
        };
        if version != native::VERSION {
            return Err(Close::Version);
        }
        if token
            .as_deref()
            .is_some_and(|token| !secrets::is_token(token))
        {
            return Err(Close::BadFrame);
        }
        let host = self.lobby.host(room);
        let key_shown = self.check_key(&host, key).await?;
        let new_token = token.is_none().then(secrets::token);
        let token_hash = token
            .as_deref()
            .or(new_token.as_deref())
            .map(secrets::token_hash);
        let (outbox, outgoing) = outbox();
        let join = Box::new(Join {
            token_hash: token_hash.unwrap_or_default(),
            new_token,
            key_shown,
            after,
            outbox,
        });
        let joined = ask(&host, |reply| Ask::Join(join, reply)).await?;
        let mut connection = Connection {
            socket,
            host: &host,
            session: joined.session,
            outgoing,
            allowance: Allowance::new(),
            pings: Pings::default(),
            clock: self.lobby.surroundings().clock,
        };
        let ended = connection.run(joined.welcome, after).await;
        // The host may have ended already.
        host.send(Ask::Gone(joined.session)).await.ok();
        match ended {
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    /// Whether the right pass key was shown, in a room that has one.
    async fn check_key(
        &self,
        host: &mpsc::Sender<Ask>,
        key: Option<String>,
    ) -> Result<bool, Close> {
        let door = ask(host, Ask::Door).await?;
        let (Some(hash), Some(key)) = (door.pass_key_hash, key) else {
            return Ok(false);
        };
        let permit = self.pass_key_checks.clone().acquire_owned().await;
        let checked = tokio::task::spawn_blocking(move || {
            let fits = secrets::is_pass_key(&key, &hash);
            drop(permit);
            fits
        });
        checked.await.map_err(|_| Close::Forbidden)
    }
}

/// Puts a question to a host that may be about to end.
async fn ask<T>(
    host: &mpsc::Sender<Ask>,
    question: impl FnOnce(oneshot::Sender<Result<T, Close>>) -> Ask,
) -> Result<T, Close> {
    let (reply, answer) = oneshot::channel();
    host.send(question(reply))
        .await
        .map_err(|_| Close::Restart)?;
    answer.await.map_err(|_| Close::Restart)?
}

/// A connection that has come in.
struct Connection<'a> {
    socket: &'a mut WebSocket,
    host: &'a mpsc::Sender<Ask>,
    session: SessionId,
    outgoing: Outgoing,
    allowance: Allowance,
    pings: Pings,
    clock: NodeClock,
}

impl Connection<'_> {
    async fn run(&mut self, welcome: Utf8Bytes, after: Seq) -> Ended {
        // In a box, which is gone when the long time of waiting begins.
        if let Err(ended) = Box::pin(self.catch_up(welcome, after)).await {
            return ended;
        }
        let mut ping = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
        loop {
            let frames = tokio::select! {
                // What is to be sent comes before what comes in.
                biased;
                frames = self.outgoing.next() => match frames {
                    Ok(frames) => frames,
                    Err(why) => return Some(why),
                },
                _ = ping.tick() => match self.pings.next(self.clock.now()) {
                    Some(ping) => [native::write(&ping).into()].into(),
                    None => return Some(Close::Silent),
                },
                frame = next_frame(self.socket) => match frame {
                    Err(why) => return Some(why),
                    Ok(None) => return None,
                    Ok(Some(frame)) => match self.take(frame).await {
                        Ok(()) => continue,
                        Err(why) => return Some(why),
                    },
                },
            };
            if let Err(ended) = self.send(frames).await {
                return ended;
            }
        }
    }

    /// Sends all entries after one, a part at a time, so that a long journal is never held whole.
    async fn catch_up(&mut self, welcome: Utf8Bytes, after: Seq) -> Result<(), Ended> {
        self.send([welcome]).await?;
        let mut next = Some(after);
        while let Some(after) = next {
            let replay = ask(self.host, |reply| Ask::Replay(self.session, after, reply)).await?;
            self.send(replay.frames).await?;
            next = replay.more_after;
        }
        Ok(())
    }

    /// Sends frames in as few writes as may be.
    async fn send(&mut self, frames: impl IntoIterator<Item = Utf8Bytes>) -> Result<(), Ended> {
        let sending = timeout(SEND_TIMEOUT, async {
            for frame in frames {
                self.socket.feed(Message::Text(frame)).await?;
            }
            self.socket.flush().await
        });
        tokio::select! {
            sent = sending => match sent {
                Ok(Ok(())) => Ok(()),
                Ok(Err(_)) => Err(None),
                Err(_) => Err(Some(Close::Slow)),
            },
            why = self.outgoing.closed() => Err(Some(why)),
        }
    }

    async fn take(&mut self, frame: ClientFrame) -> Result<(), Close> {
        if !self.allowance.take() {
            return Err(Close::Flood);
        }
        match frame {
            ClientFrame::Hello { .. } => Err(Close::BadFrame),
            ClientFrame::Pong { id } => {
                self.pings.answered(id, self.clock.now());
                Ok(())
            }
            ClientFrame::Command { number, command } => {
                let ask = Ask::Command {
                    session: self.session,
                    number,
                    command,
                };
                self.host.send(ask).await.map_err(|_| Close::Restart)
            }
        }
    }
}

/// The next frame of the dialect; none once the connection has ended.
async fn next_frame(socket: &mut WebSocket) -> Result<Option<ClientFrame>, Close> {
    loop {
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => {
                return native::read(&text).map(Some).map_err(|_| Close::BadFrame);
            }
            Some(Ok(Message::Binary(_))) => return Err(Close::BadFrame),
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
        }
    }
}

/// Says why, and waits a moment so that it arrives: an end of the connection with something unread would
/// take the close frame with it.
async fn close(socket: &mut WebSocket, why: Close) {
    let frame = CloseFrame {
        code: why.code(),
        reason: Utf8Bytes::from_static(why.reason()),
    };
    timeout(CLOSE_TIMEOUT, async {
        if socket.send(Message::Close(Some(frame))).await.is_ok() {
            while let Some(Ok(_)) = socket.recv().await {}
        }
    })
    .await
    .ok();
}

/// How many frames a connection may still send now.
struct Allowance {
    frames: u32,
    since: Instant,
}

impl Allowance {
    fn new() -> Self {
        Self {
            frames: COMMANDS_BURST,
            since: Instant::now(),
        }
    }

    /// Whether there was one left.
    fn take(&mut self) -> bool {
        let each = Duration::from_secs(1) / COMMANDS_PER_SECOND;
        let earned = self.since.elapsed().div_duration_f64(each);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a float turns into the nearest number that fits"
        )]
        let earned = earned as u32;
        // What is less than a whole one stays earned.
        self.since += each * earned;
        self.frames = self.frames.saturating_add(earned).min(COMMANDS_BURST);
        match self.frames.checked_sub(1) {
            Some(left) => {
                self.frames = left;
                true
            }
            None => false,
        }
    }
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
    use tokio::time::advance;

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
    }

    #[tokio::test(start_paused = true)]
    async fn an_allowance_comes_back_with_time() {
        let mut allowance = Allowance::new();
        let burst = (0..=COMMANDS_BURST).filter(|_| allowance.take()).count();
        assert_eq!(burst, COMMANDS_BURST as usize);
        advance(Duration::from_millis(500)).await;
        let more = (0..=COMMANDS_BURST).filter(|_| allowance.take()).count();
        assert_eq!(more, COMMANDS_PER_SECOND as usize / 2);
        // At uneven intervals, too.
        let mut taken = 0;
        for _ in 0..100 {
            advance(Duration::from_millis(30)).await;
            taken += u32::from(allowance.take());
        }
        assert_eq!(taken, 3 * COMMANDS_PER_SECOND);
    }
}
