//! One Socket.IO socket: its events, in order, and the frames of its rooms.

use std::{
    collections::VecDeque,
    future::pending,
    sync::{Arc, Weak},
    time::Duration,
};

use futures_util::future::select_all;
use raum_host::{Action, Denied};
use raum_journal::RoomId;
use raum_wire::{
    narrow::{Dialect, Request},
    native::Close,
    tictactoe::{self, ClientEvent, Trouble},
};
use serde_json::value::RawValue;
use socketioxide::{SendError, SocketError, socket::Socket};
use tokio::{
    sync::mpsc,
    task::yield_now,
    time::{Instant, sleep, sleep_until},
};

use super::{
    backpressure::Backpressure,
    inbox::{Inbox, NewSocket},
};
use crate::{
    limits::{RETRY, ROOMS_PER_SOCKET_MAX},
    meters,
    net::{Address, Client},
    rooms::{Arrival, Frame, RoomSession},
    sessions::{SessionContext, paced_reader::Pace},
};

/// How long a client may take to accept events, and how often sending is retried.
const FULL_SOCKET_WAIT_MAX: Duration = Duration::from_secs(2);
const FULL_SOCKET_WAIT: Duration = Duration::from_millis(5);

const DIALECT: Dialect = Dialect::TicTacToe;

/// A socket and its sessions in rooms. The reference is weak: when the socket closes, there are no more events.
pub(super) struct SocketSession {
    context: SessionContext,
    address: Address,
    backpressure: Backpressure,
    socket: Weak<Socket>,
    pace: Pace,
    rooms: Vec<RoomSession>,
}

impl SocketSession {
    /// Listens to a socket from now on. Returns the queue of its events too.
    pub(super) fn new(
        context: SessionContext,
        NewSocket(socket): NewSocket,
    ) -> Option<(Self, mpsc::Receiver<String>)> {
        let frame_bytes_max = context.services.limits.frame_bytes_max;
        let extensions = &socket.req_parts().extensions;
        let address = *extensions.get::<Address>()?;
        let backpressure: Backpressure = extensions.get().cloned()?;
        let (inbox, events) = Inbox::new(frame_bytes_max, backpressure.clone());
        socket.on_fallback(inbox);
        let session = Self {
            address,
            backpressure,
            socket: Arc::downgrade(&socket),
            pace: Pace::new(&context.services, address, Client::connection()),
            rooms: Vec::new(),
            context,
        };
        Some((session, events))
    }

    /// Serves the socket until it closes.
    pub(super) async fn run(mut self, mut events: mpsc::Receiver<String>) {
        self.connected().await;
        let ended = self.converse(&mut events).await;
        drop(events);
        self.backpressure.close();
        for session in self.rooms.drain(..) {
            session.disconnect().await;
        }
        if let Err(why) = ended {
            meters::closed(why.code().to_string());
            disconnect(&self.socket).await;
        }
    }

    /// Waits until the socket can send, some microseconds after its first event may arrive.
    async fn connected(&self) {
        while let Some(socket) = self.socket.upgrade()
            && !socket.connected()
        {
            drop(socket);
            yield_now().await;
        }
    }

    /// Handles events and frames until the socket closes. The error is why the server closes it.
    async fn converse(&mut self, events: &mut mpsc::Receiver<String>) -> Result<(), Close> {
        let ending = self.context.services.ending.clone();
        let mut held: Option<(String, Instant)> = None;
        loop {
            let due = held.as_ref().map(|(_, due)| *due);
            tokio::select! {
                // Sending comes before reading.
                biased;
                (room, frames) = frames_of(&self.rooms) => self.handle_room(room, frames).await?,
                () = ending.cancelled(), if self.rooms.is_empty() => return Ok(()),
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    // If no other event is queued, the client waits for the answer.
                    if events.is_empty() {
                        self.pace.flood.paused();
                    }
                    if let Some((text, _)) = held.take() {
                        self.handle_client(&text).await?;
                    }
                }
                event = events.recv(), if due.is_none() => {
                    let Some(text) = event else { return Ok(()) };
                    self.backpressure.dequeued();
                    match self.pace.charge()? {
                        Duration::ZERO => self.handle_client(&text).await?,
                        wait => held = Some((text, Instant::now() + wait)),
                    }
                }
            }
        }
    }

    /// Forwards a room's frames to the client.
    async fn handle_room(
        &mut self,
        room: usize,
        frames: Result<VecDeque<Frame>, Close>,
    ) -> Result<(), Close> {
        let ending = self.context.services.ending.is_cancelled();
        match frames {
            Ok(frames) => {
                for frame in &frames {
                    self.send(frame).await?;
                }
                Ok(())
            }
            Err(why) if why == Close::RoomClosed || ending => {
                self.rooms.swap_remove(room).disconnect().await;
                Ok(())
            }
            Err(why) => Err(why),
        }
    }

    /// Sends an event, and waits a little for a client whose buffer is full.
    async fn send(&self, frame: &str) -> Result<(), Close> {
        // Only finds where the fields start; they are sent as they are.
        let event = serde_json::from_str::<(&str, &RawValue)>(frame);
        let given_up_at = Instant::now() + FULL_SOCKET_WAIT_MAX;
        // Events that a socket sent before it closed are handled all the same.
        while let (Ok((event, fields)), Some(socket)) = (&event, self.socket.upgrade()) {
            match socket.emit(event, *fields) {
                Err(SendError::Socket(SocketError::InternalChannelFull)) => {}
                _ => return Ok(()),
            }
            drop(socket);
            if Instant::now() >= given_up_at {
                return Err(Close::Slow);
            }
            sleep(FULL_SOCKET_WAIT).await;
        }
        Ok(())
    }

    /// Sends an error event, after the rooms' answers so far.
    async fn reject(&self, why: Trouble) -> Result<(), Close> {
        for session in &self.rooms {
            for frame in session.flush().await {
                self.send(&frame).await?;
            }
        }
        self.send(&why.event()).await
    }

    /// Handles an event of the client.
    async fn handle_client(&mut self, text: &str) -> Result<(), Close> {
        match tictactoe::from_client(text) {
            Ok(ClientEvent::CreateRoom { pass_key }) => self.create(pass_key).await,
            Ok(ClientEvent::JoinRoom { room, pass_key }) => self.join(&room, pass_key).await,
            Ok(ClientEvent::Ask { room, request }) => self.act(&room, request).await,
            Err(why) => self.reject(why).await,
        }
    }

    async fn create(&mut self, pass_key: String) -> Result<(), Close> {
        if self.rooms.len() >= ROOMS_PER_SOCKET_MAX {
            return self.reject(Trouble::TooManyRooms).await;
        }
        let arrival = self.arrival(Some(pass_key));
        let ids = RoomId::short_from_bits;
        match self.context.admission.enter_new(arrival, ids).await {
            Ok(session) => {
                let created = tictactoe::room_created(session.room.as_str());
                self.rooms.push(session);
                self.send(&created).await
            }
            Err(Denied::Busy | Denied::TooMany(_)) => self.reject(Trouble::TooManyOpened).await,
            Err(_) => self.reject(Trouble::ServerFull).await,
        }
    }

    async fn join(&mut self, room: &str, pass_key: Option<String>) -> Result<(), Close> {
        let room: Option<RoomId> = room.parse().ok();
        if self.index_of(room.as_ref()).is_some() {
            return self.reject(Trouble::OwnRoom).await;
        }
        if self.rooms.len() >= ROOMS_PER_SOCKET_MAX {
            return self.reject(Trouble::TooManyRooms).await;
        }
        if self.context.admission.may_look(self.address).is_err() {
            return self.reject(Trouble::TooManySearches).await;
        }
        let arrival = self.arrival(pass_key);
        match self.context.admission.enter(arrival, room.as_ref()).await {
            Ok(session) => {
                self.rooms.push(session);
                Ok(())
            }
            Err(why) => match denied(why) {
                Some(event) => self.send(&event).await,
                None => Ok(()),
            },
        }
    }

    async fn act(&mut self, room: &str, request: Request) -> Result<(), Close> {
        let Some(index) = self.index_of(room.parse().ok().as_ref()) else {
            return self.reject(Trouble::OtherRoom).await;
        };
        let leaves = request == Request::Leave;
        self.rooms[index].act(Action::Request(request), None).await;
        if leaves {
            self.rooms.swap_remove(index).disconnect().await;
        }
        Ok(())
    }

    fn arrival(&self, key: Option<String>) -> Arrival {
        Arrival::new(self.address, DIALECT, tictactoe::NAME, key)
    }

    fn index_of(&self, room: Option<&RoomId>) -> Option<usize> {
        let mut sessions = self.rooms.iter();
        sessions.position(|session| Some(&session.room) == room)
    }
}

/// The next frames of any of the rooms.
async fn frames_of(rooms: &[RoomSession]) -> (usize, Result<VecDeque<Frame>, Close>) {
    if rooms.is_empty() {
        return pending().await;
    }
    let outgoing = rooms.iter().map(|room| Box::pin(room.outgoing.next()));
    let (frames, room, _) = select_all(outgoing).await;
    (room, frames)
}

/// Closes a socket. While its buffer is full, retries until the client accepts data or its pings time out.
async fn disconnect(socket: &Weak<Socket>) {
    while let Some(socket) = socket.upgrade() {
        match socket.disconnect() {
            Err(SocketError::InternalChannelFull) => sleep(RETRY).await,
            _ => return,
        }
    }
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
