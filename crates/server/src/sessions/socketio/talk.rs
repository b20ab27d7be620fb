//! One socket: what it says, in order, and what the rooms that it is in say to it.

use std::{
    collections::VecDeque,
    convert::Infallible,
    future::pending,
    sync::{Arc, Weak},
    time::Duration,
};

use axum::extract::ws::Utf8Bytes;
use futures_util::future::select_all;
use raum_host::{Action, Denied};
use raum_journal::RoomId;
use raum_wire::{
    narrow::{Dialect, Request},
    native::Close,
    tictactoe::{self, ClientEvent, Trouble},
};
use serde_json::value::RawValue;
use socketioxide::{
    SendError, SocketError,
    adapter::LocalAdapter,
    handler::{FromConnectParts, MessageHandler, Value},
    socket::Socket,
};
use tokio::{
    sync::mpsc::{self, error::TrySendError},
    task::yield_now,
    time::{Instant, sleep, sleep_until},
};

use super::intake::Intake;
use crate::{
    limits::{RETRY, ROOMS_PER_SOCKET_MAX},
    log, meters,
    net::{address::Address, rates::Client},
    rooms::admission::{Admission, Arrival, Place},
    sessions::Pace,
};

/// The shortest event: `42["a"]`, and what separates it from the next.
const EVENT_BYTES_MIN: usize = 8;

/// How long a client may take to take what is sent, and how often that is tried.
const FULL_SOCKET_WAIT_MAX: Duration = Duration::from_secs(2);
const FULL_SOCKET_WAIT: Duration = Duration::from_millis(5);

const DIALECT: Dialect = Dialect::TicTacToe;

/// A socket that nothing has been heard of yet.
pub(super) struct Fresh(Arc<Socket>);

impl FromConnectParts<LocalAdapter> for Fresh {
    type Error = Infallible;

    fn from_connect_parts(socket: &Arc<Socket>, _: &Option<Value>) -> Result<Self, Infallible> {
        Ok(Self(socket.clone()))
    }
}

/// Takes what a socket says on the task that reads it: from a task for each event, as the crate's own
/// handlers are called, two could come in the wrong order. It goes with its socket.
struct Inbox {
    events: mpsc::Sender<String>,
    intake: Intake,
}

/// Tells this handler from those of the crate.
enum Ordered {}

impl MessageHandler<LocalAdapter, Ordered> for Inbox {
    fn call(&self, socket: Arc<Socket>, event: Value, _: Option<i64>) {
        let text = match event {
            Value::Str(text, _) => text.as_str().to_owned(),
            Value::Bytes(_) => String::new(),
        };
        self.intake.put_in();
        // Only a client that polls many times at once gets here: any other is not read while so much waits.
        if let Err(TrySendError::Full(_)) = self.events.try_send(text) {
            let address = socket.req_parts().extensions.get().copied();
            log::limit_hit("commands-burst", address);
            meters::closed(Close::Flood.code().to_string());
            // A client that takes nothing either is ended by its pings.
            socket.disconnect().ok();
        }
    }
}

/// How a talk ends: by the other side, or by us with a reason.
type Ended = Option<Close>;

/// A socket, and its places in rooms. The socket is not held: with its end there is nothing more to hear.
pub(super) struct Talk {
    admission: Arc<Admission>,
    address: Address,
    intake: Intake,
    socket: Weak<Socket>,
    pace: Pace,
    places: Vec<Place>,
}

impl Talk {
    /// Listens to a socket from now on, until it ends.
    pub(super) fn begin(
        admission: Arc<Admission>,
        Fresh(socket): Fresh,
    ) -> impl Future<Output = ()> {
        let frame_bytes_max = admission.limits().frame_bytes_max;
        let (inbox, events) = mpsc::channel(frame_bytes_max / EVENT_BYTES_MIN);
        let extensions = &socket.req_parts().extensions;
        let intake: Intake = extensions.get().cloned().unwrap_or_default();
        let address = extensions.get().copied();
        socket.on_fallback(Inbox {
            events: inbox,
            intake: intake.clone(),
        });
        let talk = address.map(|address| Self {
            address,
            intake,
            socket: Arc::downgrade(&socket),
            pace: Pace::new(&admission, address, Client::connection()),
            places: Vec::new(),
            admission,
        });
        async move {
            if let Some(talk) = talk {
                talk.run(events).await;
            }
        }
    }

    async fn run(mut self, mut events: mpsc::Receiver<String>) {
        self.connected().await;
        let ending = self.admission.hosts.services().ending.clone();
        let mut held: Option<(String, Instant)> = None;
        let ended = loop {
            let due = held.as_ref().map(|(_, due)| *due);
            let done = tokio::select! {
                // What is to be sent comes before what comes in.
                biased;
                (place, frames) = news(&self.places) => self.hear(place, frames).await,
                () = ending.cancelled(), if self.places.is_empty() => break None,
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    // Without more to come, the client waits for the answer.
                    if events.is_empty() {
                        self.pace.flood.paused();
                    }
                    match held.take() {
                        Some((text, _)) => self.heed(&text).await,
                        None => Ok(()),
                    }
                }
                event = events.recv(), if due.is_none() => {
                    let Some(text) = event else { break None };
                    self.intake.taken_out();
                    match self.pace.charge() {
                        Ok(Duration::ZERO) => self.heed(&text).await,
                        Ok(wait) => {
                            held = Some((text, Instant::now() + wait));
                            Ok(())
                        }
                        Err(why) => Err(Some(why)),
                    }
                }
            };
            if let Err(ended) = done {
                break ended;
            }
        };
        drop(events);
        self.intake.end();
        for place in self.places.drain(..) {
            place.go().await;
        }
        if let Some(why) = ended {
            meters::closed(why.code().to_string());
            disconnect(&self.socket).await;
        }
    }

    /// Waits until something can be sent: some microseconds after the first event may come.
    async fn connected(&self) {
        while let Some(socket) = self.socket.upgrade()
            && !socket.connected()
        {
            drop(socket);
            yield_now().await;
        }
    }

    /// Passes on what a room says.
    async fn hear(
        &mut self,
        place: usize,
        frames: Result<VecDeque<Utf8Bytes>, Close>,
    ) -> Result<(), Ended> {
        let ending = self.admission.hosts.services().ending.is_cancelled();
        match frames {
            Ok(frames) => {
                for frame in &frames {
                    self.say(frame).await?;
                }
                Ok(())
            }
            Err(why) if why == Close::RoomClosed || ending => {
                self.places.swap_remove(place).go().await;
                Ok(())
            }
            Err(why) => Err(Some(why)),
        }
    }

    /// Sends an event, and waits a little for a client that has not taken those before it.
    async fn say(&self, frame: &str) -> Result<(), Ended> {
        // The fields are sent as they are written: this only finds where they begin.
        let event = serde_json::from_str::<(&str, &RawValue)>(frame);
        let given_up_at = Instant::now() + FULL_SOCKET_WAIT_MAX;
        // What a socket said before its end is heeded all the same.
        while let (Ok((event, fields)), Some(socket)) = (&event, self.socket.upgrade()) {
            match socket.emit(event, *fields) {
                Err(SendError::Socket(SocketError::InternalChannelFull)) => {}
                _ => return Ok(()),
            }
            drop(socket);
            if Instant::now() >= given_up_at {
                return Err(Some(Close::Slow));
            }
            sleep(FULL_SOCKET_WAIT).await;
        }
        Ok(())
    }

    /// Tells why something is not done, after what the rooms have answered so far.
    async fn refuse(&self, why: Trouble) -> Result<(), Ended> {
        for place in &self.places {
            for frame in place.flush().await {
                self.say(&frame).await?;
            }
        }
        self.say(&why.event()).await
    }

    async fn heed(&mut self, text: &str) -> Result<(), Ended> {
        match tictactoe::read(text) {
            Ok(ClientEvent::CreateRoom { pass_key }) => self.create(pass_key).await,
            Ok(ClientEvent::JoinRoom { room, pass_key }) => self.join(&room, pass_key).await,
            Ok(ClientEvent::Ask { room, request }) => self.ask(&room, request).await,
            Err(why) => self.refuse(why).await,
        }
    }

    async fn create(&mut self, pass_key: String) -> Result<(), Ended> {
        if self.places.len() >= ROOMS_PER_SOCKET_MAX {
            return self.refuse(Trouble::TooManyRooms).await;
        }
        let arrival = self.arrival(Some(pass_key));
        let ids = RoomId::short_from_bits;
        match self.admission.enter_new(arrival, ids).await {
            Ok(place) => {
                let created = tictactoe::room_created(place.room.as_str());
                self.places.push(place);
                self.say(&created).await
            }
            Err(Denied::Busy | Denied::TooMany(_)) => self.refuse(Trouble::TooManyOpened).await,
            Err(_) => self.refuse(Trouble::ServerFull).await,
        }
    }

    async fn join(&mut self, room: &str, pass_key: Option<String>) -> Result<(), Ended> {
        let room: Option<RoomId> = room.parse().ok();
        if self.place(room.as_ref()).is_some() {
            return self.refuse(Trouble::OwnRoom).await;
        }
        if self.places.len() >= ROOMS_PER_SOCKET_MAX {
            return self.refuse(Trouble::TooManyRooms).await;
        }
        if self.admission.may_look(self.address).is_err() {
            return self.refuse(Trouble::TooManySearches).await;
        }
        let arrival = self.arrival(pass_key);
        match self.admission.enter(arrival, room.as_ref()).await {
            Ok(place) => {
                self.places.push(place);
                Ok(())
            }
            Err(why) => match denied(why) {
                Some(event) => self.say(&event).await,
                None => Ok(()),
            },
        }
    }

    async fn ask(&mut self, room: &str, request: Request) -> Result<(), Ended> {
        let Some(index) = self.place(room.parse().ok().as_ref()) else {
            return self.refuse(Trouble::OtherRoom).await;
        };
        let leaves = request == Request::Leave;
        self.places[index].ask(Action::Request(request), None).await;
        if leaves {
            self.places.swap_remove(index).go().await;
        }
        Ok(())
    }

    fn arrival(&self, key: Option<String>) -> Arrival {
        Arrival {
            address: self.address,
            dialect: DIALECT,
            name: tictactoe::NAME.to_owned(),
            key,
        }
    }

    fn place(&self, room: Option<&RoomId>) -> Option<usize> {
        let mut places = self.places.iter();
        places.position(|place| Some(&place.room) == room)
    }
}

/// What one of the rooms says next, if there are any.
async fn news(places: &[Place]) -> (usize, Result<VecDeque<Utf8Bytes>, Close>) {
    if places.is_empty() {
        return pending().await;
    }
    let outgoing = places.iter().map(|place| Box::pin(place.outgoing.next()));
    let (frames, place, _) = select_all(outgoing).await;
    (place, frames)
}

/// Ends a socket. One that takes nothing more cannot be told: that is tried until it does, or until its pings
/// have ended it.
async fn disconnect(socket: &Weak<Socket>) {
    while let Some(socket) = socket.upgrade() {
        match socket.disconnect() {
            Err(SocketError::InternalChannelFull) => sleep(RETRY).await,
            _ => return,
        }
    }
}

/// The event for somebody who does not come in.
fn denied(why: Denied) -> Option<String> {
    let trouble = match why {
        Denied::Refused(refusal) => return DIALECT.refused(refusal),
        Denied::NotServed => Trouble::NotServed,
        Denied::NoRoom => Trouble::UnknownRoom,
        // A client that has asked for too many rooms has been told so before.
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
