//! One Socket.IO session: its packets, in order, and the frames of its rooms.

use std::{collections::VecDeque, future::pending, pin::Pin, time::Duration};

use axum::extract::ws::Utf8Bytes;
use futures_util::future::select_all;
use raum_host::{Action, Denied};
use raum_journal::RoomId;
use raum_wire::{
    narrow::{Dialect, Request},
    native::Close,
    socketio::{self, Packet},
    tictactoe::{self, ClientEvent, Trouble},
};
use tokio::time::{Instant, Interval, Sleep, interval_at, sleep};

use super::transport::Transport;
use crate::{
    limits::ROOMS_PER_SOCKET_MAX,
    net::{Address, Client, Slot},
    rooms::{Arrival, Frame, RoomSession, secrets},
    sessions::{Ended, SessionContext, paced_reader::PacedReader},
};

const DIALECT: Dialect = Dialect::TicTacToe;

/// A session, and those of its socket in rooms.
pub(super) struct SocketSession {
    context: SessionContext,
    address: Address,
    transport: Transport,
    reader: PacedReader,
    rooms: Vec<RoomSession>,
    ping: Interval,
    has_pinged: bool,
    /// When the client must have connected to the main namespace; none while it is connected.
    connects_until: Option<Pin<Box<Sleep>>>,
    /// The binary packets that still belong to the last event.
    attachments: usize,
    _slot: Slot<Address>,
}

impl SocketSession {
    /// Boxed, because a future would hold several copies.
    pub(super) fn new(
        context: SessionContext,
        address: Address,
        slot: Slot<Address>,
        transport: Transport,
    ) -> Box<Self> {
        let limits = &context.services.limits;
        let interval = Duration::from_secs(limits.ping_seconds);
        let hello = Duration::from_secs(limits.hello_seconds_max);
        Box::new(Self {
            address,
            transport,
            reader: PacedReader::new(&context.services, address, Client::connection()),
            rooms: Vec::new(),
            ping: interval_at(Instant::now() + interval, interval),
            has_pinged: false,
            connects_until: Some(Box::pin(sleep(hello))),
            attachments: 0,
            _slot: slot,
            context,
        })
    }

    /// Serves the client until the session ends.
    pub(super) async fn run(mut self: Box<Self>) {
        let Err(ended) = self.converse().await;
        for session in self.rooms.drain(..) {
            session.disconnect().await;
        }
        let services = self.context.services.clone();
        let last = match ended {
            Ended::ByServer(..) if services.ending.is_cancelled() => Some(socketio::CLOSE),
            Ended::ByServer(..) if ended != Ended::violation() && self.is_connected() => {
                Some(socketio::DISCONNECT)
            }
            _ => None,
        };
        // Boxed, because it happens once.
        let Self { transport, .. } = *self;
        Box::pin(transport.end(ended, last, &services)).await;
    }

    /// Handles packets and frames until the session ends.
    async fn converse(&mut self) -> Result<std::convert::Infallible, Ended> {
        // A WebSocket starts with a packet of the server.
        self.send([]).await?;
        loop {
            let text = self.next().await?;
            let packet = socketio::read(&text).ok_or_else(Ended::violation)?;
            self.handle_packet(packet).await?;
        }
    }

    /// The next packet. Sends the rooms' frames and pings meanwhile.
    async fn next(&mut self) -> Result<Utf8Bytes, Ended> {
        loop {
            tokio::select! {
                // Sending comes before reading.
                biased;
                (room, frames) = first_of(&self.rooms, |room| room.outgoing.next()) => {
                    self.handle_room(room, frames).await?;
                }
                () = self.context.services.ending.cancelled(), if self.rooms.is_empty() => {
                    return Err(Close::Restart.into());
                }
                _ = self.ping.tick() => self.ping().await?,
                () = until(self.connects_until.as_mut()) => return Err(Close::NoHello.into()),
                text = self.reader.next(&mut self.transport) => return text,
            }
        }
    }

    /// Sends a ping, or ends the session if the last one is unanswered.
    async fn ping(&mut self) -> Result<(), Ended> {
        if !self.reader.was_active() && self.has_pinged {
            return Err(Ended::Lost);
        }
        self.has_pinged = true;
        self.send([Utf8Bytes::from_static(socketio::PING)]).await
    }

    fn is_connected(&self) -> bool {
        self.connects_until.is_none()
    }

    async fn handle_packet(&mut self, packet: Packet<'_>) -> Result<(), Ended> {
        match packet {
            Packet::Close => Err(Ended::ByClient),
            Packet::Pong | Packet::Ignored => Ok(()),
            Packet::Upgrade => {
                // What the client has not polled before comes first.
                self.send([]).await?;
                self.rooms
                    .iter()
                    .for_each(|room| self.transport.attach(room));
                Ok(())
            }
            Packet::Binary if self.attachments > 0 => {
                self.attachments -= 1;
                Ok(())
            }
            _ if self.attachments > 0 => Err(Ended::violation()),
            Packet::Connect if !self.is_connected() => {
                self.connects_until = None;
                let socket = secrets::token();
                self.send([socketio::connected(&socket).into()]).await
            }
            Packet::ConnectElsewhere(namespace) => {
                let refusal = socketio::no_namespace(namespace);
                self.send([refusal.into()]).await
            }
            Packet::Disconnect if self.is_connected() => {
                for session in self.rooms.drain(..) {
                    session.disconnect().await;
                }
                let hello = Duration::from_secs(self.context.services.limits.hello_seconds_max);
                self.connects_until = Some(Box::pin(sleep(hello)));
                Ok(())
            }
            Packet::Event(event, attachments) if self.is_connected() => {
                self.attachments = attachments;
                self.handle_event(event).await
            }
            _ => Err(Ended::violation()),
        }
    }

    /// Forwards a room's frames to the client.
    async fn handle_room(
        &mut self,
        room: usize,
        frames: Result<VecDeque<Frame>, Close>,
    ) -> Result<(), Ended> {
        let ending = self.context.services.ending.is_cancelled();
        match frames {
            Ok(frames) => self.send(frames).await,
            Err(why) if why == Close::RoomClosed || ending => {
                self.rooms.swap_remove(room).disconnect().await;
                Ok(())
            }
            Err(why) => Err(why.into()),
        }
    }

    /// Sends packets, unless a room closes the session meanwhile because its outbox is full.
    async fn send(&mut self, frames: impl IntoIterator<Item = Frame>) -> Result<(), Ended> {
        for room in &self.rooms {
            room.outgoing.hold();
        }
        let sending = self.transport.send(frames, &self.context.services.limits);
        tokio::select! {
            biased;
            sent = sending => sent,
            (_, why) = first_of(&self.rooms, |room| room.outgoing.closed_at_once()) => {
                Err(why.into())
            }
        }
    }

    /// Sends an event that is not a room's, after the rooms' answers so far.
    async fn reply(&mut self, event: String) -> Result<(), Ended> {
        let mut frames = VecDeque::new();
        for session in &self.rooms {
            frames.extend(Box::pin(session.flush()).await);
        }
        frames.push_back(event.into());
        self.send(frames).await
    }

    async fn reject(&mut self, why: Trouble) -> Result<(), Ended> {
        self.reply(why.event()).await
    }

    async fn handle_event(&mut self, text: &str) -> Result<(), Ended> {
        match tictactoe::from_client(text) {
            Ok(ClientEvent::CreateRoom { pass_key }) => Box::pin(self.create(pass_key)).await,
            Ok(ClientEvent::JoinRoom { room, pass_key }) => {
                Box::pin(self.join(&room, pass_key)).await
            }
            Ok(ClientEvent::Ask { room, request }) => self.act(&room, request).await,
            Err(why) => self.reject(why).await,
        }
    }

    async fn create(&mut self, pass_key: String) -> Result<(), Ended> {
        if self.rooms.len() >= ROOMS_PER_SOCKET_MAX {
            return self.reject(Trouble::TooManyRooms).await;
        }
        let arrival = self.arrival(Some(pass_key));
        let ids = RoomId::short_from_bits;
        match self.context.admission.enter_new(arrival, ids).await {
            Ok(session) => {
                let created = tictactoe::room_created(session.room.as_str());
                self.add(session);
                self.send([created.into()]).await
            }
            Err(Denied::Busy | Denied::TooMany(_)) => self.reject(Trouble::TooManyOpened).await,
            Err(_) => self.reject(Trouble::ServerFull).await,
        }
    }

    async fn join(&mut self, room: &str, pass_key: Option<String>) -> Result<(), Ended> {
        if self.index_of(room).is_some() {
            return self.reject(Trouble::OwnRoom).await;
        }
        if self.rooms.len() >= ROOMS_PER_SOCKET_MAX {
            return self.reject(Trouble::TooManyRooms).await;
        }
        if self.context.admission.may_look(self.address).is_err() {
            return self.reject(Trouble::TooManySearches).await;
        }
        let arrival = self.arrival(pass_key);
        let room: Option<RoomId> = room.parse().ok();
        match self.context.admission.enter(arrival, room.as_ref()).await {
            Ok(session) => {
                self.add(session);
                Ok(())
            }
            Err(why) => match denied(why) {
                Some(event) => self.send([event.into()]).await,
                None => Ok(()),
            },
        }
    }

    async fn act(&mut self, room: &str, request: Request) -> Result<(), Ended> {
        let Some(index) = self.index_of(room) else {
            return self.reject(Trouble::OtherRoom).await;
        };
        let leaves = request == Request::Leave;
        let permit = self.reader.permit();
        self.rooms[index]
            .act(Action::Request(request), permit)
            .await;
        if leaves {
            self.rooms.swap_remove(index).disconnect().await;
        }
        Ok(())
    }

    fn add(&mut self, session: RoomSession) {
        self.transport.attach(&session);
        self.rooms.push(session);
    }

    fn arrival(&self, key: Option<String>) -> Arrival {
        Arrival::new(self.address, DIALECT, tictactoe::NAME, key)
    }

    /// The session in a room, whose id may be in lower case.
    fn index_of(&self, room: &str) -> Option<usize> {
        let is_in = |session: &RoomSession| session.room.as_str().eq_ignore_ascii_case(room);
        self.rooms.iter().position(is_in)
    }
}

/// What comes first of the rooms, and its index.
async fn first_of<'a, F: Future + Send>(
    rooms: &'a [RoomSession],
    wait: impl Fn(&'a RoomSession) -> F,
) -> (usize, F::Output) {
    match rooms {
        [] => pending().await,
        [room] => (0, wait(room).await),
        rooms => {
            let (first, room, _) = select_all(rooms.iter().map(|room| Box::pin(wait(room)))).await;
            (room, first)
        }
    }
}

async fn until(deadline: Option<&mut Pin<Box<Sleep>>>) {
    let Some(deadline) = deadline else {
        return pending().await;
    };
    deadline.await;
}

/// The error event of a client that may not enter.
fn denied(why: Denied) -> Option<String> {
    let trouble = match why {
        Denied::Refused(refusal) => return DIALECT.refused(refusal),
        Denied::NotServed => Trouble::NotServed,
        Denied::NoRoom => Trouble::UnknownRoom,
        // `join` has already checked the limit of lookups.
        Denied::Busy | Denied::TooMany(_) => Trouble::TooManyPassKeys,
        Denied::Full | Denied::NoSpace => Trouble::ServerFull,
        Denied::Forbidden
        | Denied::Cursor
        | Denied::Unavailable
        | Denied::Damaged
        | Denied::Newer
        | Denied::Restart => Trouble::Unavailable,
    };
    Some(trouble.event())
}
