//! What the requests of a polling session share with its task.

use std::{mem, sync::Mutex, time::Duration};

use axum::extract::ws::{Message, Utf8Bytes};
use futures_util::SinkExt;
use raum_wire::{
    native::Close,
    socketio::{CLOSE, NOOP, PROBE, PROBED, SEPARATOR, UPGRADE},
};
use tokio::{
    sync::{Notify, mpsc, oneshot},
    time::{Instant, timeout, timeout_at},
};

use crate::{
    lock::lock,
    rooms::{Frame, Services},
    sessions::{Ended, end, socket::Socket, text_of},
};

/// How long a client may take to poll while its queue is full.
const FULL_WAIT_MAX: Duration = Duration::from_secs(2);

/// What the requests of a client bring.
pub(super) enum Incoming {
    /// The packets of a POST request, and where to report that all have been handled.
    Packets(String, oneshot::Sender<()>),
    /// The WebSocket with which the session continues.
    Upgraded(Socket),
}

/// Packets to a client that polls, and requests from it.
pub(super) struct PollingQueue {
    frames_max: usize,
    state: Mutex<State>,
    /// Notified when a poll has taken the queued packets.
    taken: Notify,
    /// Notified when the client has given up a request.
    given_up: Notify,
    incoming: mpsc::Sender<Incoming>,
}

#[derive(Default)]
struct State {
    packets: Vec<Frame>,
    /// The poll that waits for packets.
    poll: Option<oneshot::Sender<String>>,
    phase: Phase,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Polling,
    /// The client has probed a WebSocket. Polls are answered at once, so that it can switch.
    Upgrading,
    /// The session's task is about to take the queued packets.
    Upgraded,
    /// The session has ended, or continues without polling.
    Ended,
}

impl State {
    /// Answers the waiting poll, if there is one. Returns whether the client gets the packets.
    fn answer(&mut self, packets: impl FnOnce(&mut Self) -> String) -> bool {
        let Some(poll) = self.poll.take() else {
            return false;
        };
        let packets = packets(self);
        poll.send(packets).is_ok()
    }

    fn take(&mut self) -> String {
        let mut text = String::new();
        for (index, packet) in mem::take(&mut self.packets).iter().enumerate() {
            if index > 0 {
                text.push(SEPARATOR);
            }
            text.push_str(packet.as_ref());
        }
        text
    }
}

impl PollingQueue {
    pub(super) fn new(frames_max: usize) -> (Self, mpsc::Receiver<Incoming>) {
        // One request at a time: others wait.
        let (incoming, requests) = mpsc::channel(1);
        let queue = Self {
            frames_max,
            state: Mutex::default(),
            taken: Notify::new(),
            given_up: Notify::new(),
            incoming,
        };
        (queue, requests)
    }

    /// Waits for packets. `None` ends the poll with an error.
    pub(super) async fn poll(&self) -> Option<String> {
        let answer = {
            let mut state = lock(&self.state);
            let is_polling = matches!(state.phase, Phase::Polling | Phase::Upgrading);
            if !state.packets.is_empty() && is_polling {
                self.taken.notify_one();
                return Some(state.take());
            }
            match state.phase {
                Phase::Upgrading => return Some(NOOP.to_owned()),
                Phase::Upgraded | Phase::Ended => return None,
                Phase::Polling => {}
            }
            if state.answer(|_| CLOSE.to_owned()) {
                // Two polls at a time violate the protocol.
                drop(state);
                self.give_up();
                return None;
            }
            let (poll, answer) = oneshot::channel();
            state.poll = Some(poll);
            answer
        };
        answer.await.ok()
    }

    /// Passes the packets of a request on, and waits until they have been handled. Returns false if the session ends
    /// before.
    pub(super) async fn receive(&self, packets: String) -> bool {
        let (done, handled) = oneshot::channel();
        let packets = Incoming::Packets(packets, done);
        self.incoming.send(packets).await.is_ok() && handled.await.is_ok()
    }

    /// Records that the client has given up a request, which ends the session.
    pub(super) fn give_up(&self) {
        self.given_up.notify_one();
    }

    pub(super) async fn given_up(&self) {
        self.given_up.notified().await;
    }

    /// Sends packets. Fails if the client does not poll.
    pub(super) async fn send(&self, frames: impl IntoIterator<Item = Frame>) -> Result<(), Close> {
        let deadline = Instant::now() + FULL_WAIT_MAX;
        for frame in frames {
            while !self.fits() {
                let taken = timeout_at(deadline, self.taken.notified()).await;
                taken.map_err(|_| Close::Slow)?;
            }
            lock(&self.state).packets.push(frame);
        }
        let mut state = lock(&self.state);
        if !state.packets.is_empty() {
            state.answer(State::take);
        }
        Ok(())
    }

    /// Whether there is space for another packet, possibly because a poll waits that takes the others.
    fn fits(&self) -> bool {
        let mut state = lock(&self.state);
        let is_full = state.packets.len() >= self.frames_max && state.phase != Phase::Upgraded;
        !is_full || state.answer(State::take)
    }

    /// Sends the last packet, and waits a while for a poll to take it.
    pub(super) async fn end(&self, last: Frame, wait_max: Duration) {
        lock(&self.state).packets.push(last);
        self.send([]).await.ok();
        let taken = async {
            while !self.is_empty() {
                self.taken.notified().await;
            }
        };
        timeout(wait_max, taken).await.ok();
    }

    fn is_empty(&self) -> bool {
        lock(&self.state).packets.is_empty()
    }

    /// The packets that the client has not polled before it switched to a WebSocket.
    pub(super) fn rest(&self) -> Vec<Frame> {
        mem::take(&mut lock(&self.state).packets)
    }

    /// Answers the waiting poll: no packet will come.
    pub(super) fn close(&self) {
        let mut state = lock(&self.state);
        state.phase = Phase::Ended;
        state.answer(|_| NOOP.to_owned());
    }

    fn change_phase(&self, from: Phase, to: Phase) -> bool {
        let mut state = lock(&self.state);
        let changes = state.phase == from;
        if changes {
            state.phase = to;
        }
        changes
    }
}

/// Lets a client probe a WebSocket, and switches the session to it.
pub(super) async fn upgrade(queue: &PollingQueue, mut socket: Socket, services: &Services) {
    let seconds = Duration::from_secs(services.limits.hello_seconds_max);
    let probed = tokio::select! {
        probed = timeout(seconds, probe(queue, &mut socket)) => probed.unwrap_or(Err(Close::NoHello.into())),
        () = services.ending.cancelled() => Err(Close::Restart.into()),
    };
    match probed {
        Ok(()) => {
            queue.change_phase(Phase::Upgrading, Phase::Upgraded);
            queue.taken.notify_one();
            let upgraded = Incoming::Upgraded(socket);
            // Fails if the session has ended.
            queue.incoming.send(upgraded).await.ok();
        }
        Err(ended) => {
            queue.change_phase(Phase::Upgrading, Phase::Polling);
            end(&mut socket, ended).await;
        }
    }
}

async fn probe(queue: &PollingQueue, socket: &mut Socket) -> Result<(), Ended> {
    expect(socket, PROBE).await?;
    if !queue.change_phase(Phase::Polling, Phase::Upgrading) {
        return Err(Ended::violation());
    }
    let probed = Message::Text(Utf8Bytes::from_static(PROBED));
    socket.send(probed).await.map_err(|_| Ended::Lost)?;
    lock(&queue.state).answer(|_| NOOP.to_owned());
    expect(socket, UPGRADE).await
}

async fn expect(socket: &mut Socket, packet: &str) -> Result<(), Ended> {
    loop {
        match text_of(socket.recv().await)? {
            Some(text) if text.as_str() == packet => return Ok(()),
            Some(_) => return Err(Ended::violation()),
            None => {}
        }
    }
}
