//! What a node knows of the others: which are alive, and their parts in the rooms that this node has registered.
//!
//! Nothing here waits or reads a clock: [`peers`](super::peers) feeds it messages and heartbeats.

#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    mem,
    sync::{Arc, Mutex},
};

use raum_host::{NodePresence, OtherNodes};
use raum_journal::RoomId;
use raum_room::{MemberId, Millis};
use tokio::sync::{mpsc, watch};

use super::message::{ALL, Message, Part, room_id};
use crate::lock::lock;

/// How many of a node's own heartbeats may come back without one of another node, before that one counts as ended. Counting
/// its own makes a node that is cut off, or was stopped for a while, blame nobody.
pub(super) const LEASE_BEATS: u32 = 5;

/// How many rooms one question asks for.
const ASKED_MAX: usize = 500;

/// Messages to send, with their topics.
pub(super) type Outgoing = mpsc::UnboundedSender<(String, Message)>;

/// What a node knows.
pub(super) struct Registry {
    node: u64,
    /// Whether this node can think for machines.
    thinks: bool,
    state: Arc<Mutex<State>>,
    outgoing: Outgoing,
}

#[derive(Default)]
struct State {
    peers: HashMap<u64, Peer>,
    rooms: HashMap<RoomId, Room>,
    /// The number of the last [`Message::Room`] sent.
    number: u64,
    /// The own heartbeats that came back, up to [`LEASE_BEATS`]: by then every node that is alive was heard of.
    beats: u32,
    is_cut_off: bool,
    registrations: u64,
}

impl State {
    /// Takes over what a node says about its part in a room, if this node has registered the room.
    fn set(&mut self, room: &str, node: u64, number: u64, part: Option<Part>) {
        if let Some(room) = room_id(room).and_then(|room| self.rooms.get_mut(&room)) {
            room.set(node, number, part);
        }
    }
}

/// Another node.
#[derive(Default)]
struct Peer {
    /// The own heartbeats since its last one.
    silent: u32,
    /// The number of the last message received.
    number: u64,
}

/// A room that this node has registered.
struct Room {
    /// The newest registration.
    registration: u64,
    own: Part,
    /// The parts of other nodes, each with the number of its message.
    others: BTreeMap<u64, (u64, Part)>,
    /// The nodes that have not answered yet.
    asked: BTreeSet<u64>,
    /// Whether a node that had a part in it has ended.
    lost: bool,
    /// Whether the host has received a report of other nodes.
    has_reported: bool,
    changes: watch::Sender<u64>,
}

impl Room {
    fn changed(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Takes over what a node says about its part.
    fn set(&mut self, node: u64, number: u64, part: Option<Part>) {
        let was_asked = self.asked.remove(&node);
        let before = self.others.get(&node);
        if before.is_some_and(|(known, _)| *known > number) {
            return;
        }
        let is_same = before.map(|(_, part)| part) == part.as_ref();
        match part {
            Some(part) => {
                // A member who has been there since is not away since then.
                self.own.away.retain(|(member, _)| !part.has(*member));
                self.others.insert(node, (number, part));
            }
            None => drop(self.others.remove(&node)),
        }
        if !is_same || was_asked {
            self.changed();
        }
    }

    fn forget(&mut self, node: u64) {
        let had_part = self.others.remove(&node).is_some();
        let was_asked = self.asked.remove(&node);
        if had_part || was_asked {
            self.lost = true;
            self.changed();
        }
    }
}

/// What other nodes have to do with a room.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Elsewhere {
    /// For the host; none until all nodes have answered.
    pub(crate) others: Option<OtherNodes>,
    /// When the newest session of a member entered.
    pub(crate) newest: Option<Millis>,
}

impl Registry {
    pub(super) fn new(node: u64, thinks: bool, outgoing: Outgoing) -> Self {
        Self {
            node,
            thinks,
            state: Arc::default(),
            outgoing,
        }
    }

    fn send(&self, topic: &str, message: Message) {
        // The task that sends ends with the program.
        self.outgoing.send((topic.to_owned(), message)).ok();
    }

    /// Sends the own part in a room to all nodes. The state is locked, so that messages are sent in the order of their numbers.
    fn announce(&self, state: &mut State, room: &RoomId) {
        state.number += 1;
        let message = Message::Room {
            node: self.node,
            number: state.number,
            room: room.to_string(),
            part: state.rooms.get(room).map(|known| known.own.clone()),
        };
        self.send(ALL, message);
    }

    fn ask(&self, topic: &str, rooms: impl IntoIterator<Item = RoomId>) {
        let rooms: Vec<_> = rooms.into_iter().map(|room| room.to_string()).collect();
        for rooms in rooms.chunks(ASKED_MAX) {
            let ask = Message::Ask {
                node: self.node,
                rooms: rooms.to_vec(),
            };
            self.send(topic, ask);
        }
    }

    /// Registers a room: tells all nodes, and asks them for their parts.
    pub(super) fn register(self: &Arc<Self>, id: &RoomId) -> Registration {
        let mut state = lock(&self.state);
        state.registrations += 1;
        let registration = state.registrations;
        let room = state.rooms.entry(id.clone()).or_insert_with(|| Room {
            registration,
            own: Part::default(),
            others: BTreeMap::new(),
            asked: BTreeSet::new(),
            lost: false,
            has_reported: false,
            changes: watch::Sender::new(0),
        });
        room.registration = registration;
        self.load(&mut state, id);
        Registration {
            registry: self.clone(),
            room: id.clone(),
            number: registration,
        }
    }

    fn load(&self, state: &mut State, id: &RoomId) {
        let asked = state.peers.keys().copied().collect();
        if let Some(room) = state.rooms.get_mut(id) {
            room.own.thinks = self.thinks;
            room.asked = asked;
        }
        self.announce(state, id);
        self.ask(ALL, [id.clone()]);
    }

    /// Handles a message of any node.
    pub(super) fn receive(&self, message: Message) {
        let mut state = lock(&self.state);
        if message.node() == self.node {
            if let Message::Beat { .. } = message {
                self.own_beat(&mut state);
            }
            return;
        }
        match message {
            Message::Beat { node, number } => self.heard(&mut state, node, number),
            Message::Bye { node } => end(&mut state, node),
            Message::Room {
                node,
                number,
                room,
                part,
            } => {
                self.heard(&mut state, node, number.saturating_sub(1));
                if let Some(peer) = state.peers.get_mut(&node) {
                    peer.number = peer.number.max(number);
                }
                state.set(&room, node, number, part);
            }
            // For the lobby.
            Message::Lobby { .. } => {}
            Message::Ask { node, rooms } => {
                let part = |room: &String| Some(state.rooms.get(&room_id(room)?)?.own.clone());
                let rooms = rooms.iter().map(|room| (room.clone(), part(room)));
                let answer = Message::Answer {
                    node: self.node,
                    number: state.number,
                    rooms: rooms.collect(),
                };
                self.send(&node.to_string(), answer);
            }
            Message::Answer {
                node,
                number,
                rooms,
            } => {
                for (room, part) in rooms {
                    state.set(&room, node, number, part);
                }
            }
        }
    }

    /// A node is alive, and has sent this message before. If it was not received, others may be missing too.
    fn heard(&self, state: &mut State, node: u64, number: u64) {
        let known = state.peers.get_mut(&node);
        let is_complete = known.is_some_and(|peer| {
            peer.silent = 0;
            peer.number >= number
        });
        if !is_complete {
            state.peers.entry(node).or_default().number = number;
            for room in state.rooms.values_mut().filter(|room| !room.has_reported) {
                room.asked.insert(node);
            }
            self.ask(&node.to_string(), state.rooms.keys().cloned());
        }
    }

    /// The node has heard itself, so it would have heard the others.
    fn own_beat(&self, state: &mut State) {
        for peer in state.peers.values_mut() {
            peer.silent += 1;
        }
        let ended = state
            .peers
            .iter()
            .filter(|(_, peer)| peer.silent > LEASE_BEATS);
        let ended: Vec<_> = ended.map(|(node, _)| *node).collect();
        for node in ended {
            end(state, node);
        }
        if state.beats < LEASE_BEATS {
            state.beats += 1;
            if state.beats == LEASE_BEATS {
                state.rooms.values().for_each(Room::changed);
            }
        }
        // A question or an answer may have been lost.
        let unanswered = state
            .rooms
            .iter()
            .filter(|(_, room)| !room.asked.is_empty());
        self.ask(
            ALL,
            unanswered.map(|(id, _)| id.clone()).collect::<Vec<_>>(),
        );
    }

    /// The heartbeat of this node.
    pub(super) fn beat(&self) -> Message {
        Message::Beat {
            node: self.node,
            number: lock(&self.state).number,
        }
    }

    /// Sets whether this node hears itself. Returns whether that has changed.
    pub(super) fn set_cut_off(&self, is_cut_off: bool) -> bool {
        let mut state = lock(&self.state);
        let has_changed = state.is_cut_off != is_cut_off;
        if has_changed {
            state.is_cut_off = is_cut_off;
            state.rooms.values().for_each(Room::changed);
        }
        has_changed
    }

    pub(super) fn is_cut_off(&self) -> bool {
        lock(&self.state).is_cut_off
    }

    /// The nodes that are alive, with this one; none while this node does not know, or is cut off.
    pub(super) fn live_nodes(&self) -> Option<BTreeSet<u64>> {
        let state = lock(&self.state);
        let knows = state.beats >= LEASE_BEATS && !state.is_cut_off;
        knows.then(|| state.peers.keys().copied().chain([self.node]).collect())
    }

    /// The number of nodes that are alive, with this one; 0 until this node has listened long enough to know.
    pub(super) fn nodes(&self) -> usize {
        let state = lock(&self.state);
        if state.beats < LEASE_BEATS {
            0
        } else {
            state.peers.len() + 1
        }
    }
}

/// A node has ended.
fn end(state: &mut State, node: u64) {
    state.peers.remove(&node);
    for room in state.rooms.values_mut() {
        room.forget(node);
    }
}

/// A room that this node has loaded, or watches while it sleeps. Other nodes know of it until this is dropped.
pub(crate) struct Registration {
    registry: Arc<Registry>,
    room: RoomId,
    number: u64,
}

impl Registration {
    /// Changes of what other nodes have to do with the room, and of whether this node is cut off.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        let state = lock(&self.registry.state);
        let room = state.rooms.get(&self.room);
        room.map_or_else(|| watch::channel(0).1, |room| room.changes.subscribe())
    }

    pub(super) fn node(&self) -> u64 {
        self.registry.node
    }

    /// Whether all nodes that are known to be alive have answered.
    pub(super) fn is_answered(&self) -> bool {
        let state = lock(&self.registry.state);
        let room = state.rooms.get(&self.room);
        state.is_cut_off || room.is_none_or(|room| room.asked.is_empty())
    }

    pub(crate) fn is_cut_off(&self) -> bool {
        self.registry.is_cut_off()
    }

    /// What other nodes have to do with the room. Reports an ended node once.
    pub(crate) fn elsewhere(&self) -> Elsewhere {
        let mut state = lock(&self.registry.state);
        let is_informed = state.beats >= LEASE_BEATS;
        let Some(room) = state.rooms.get_mut(&self.room) else {
            return Elsewhere::default();
        };
        let parts = || room.others.values().map(|(_, part)| part);
        let newest = parts().filter_map(Part::newest).max();
        if !is_informed || !room.asked.is_empty() {
            let others = None;
            return Elsewhere { others, newest };
        }
        let mut presence = NodePresence::default();
        parts().for_each(|part| part.add_to(&mut presence));
        let away = parts().flat_map(|part| &part.away);
        let away = away.map(|(member, since)| (MemberId(*member), *since));
        let away_since = away.collect();
        let is_first = !mem::replace(&mut room.has_reported, true);
        let unattended = mem::take(&mut room.lost) || is_first && room.others.is_empty();
        Elsewhere {
            others: Some(OtherNodes {
                presence,
                away_since,
                unattended,
            }),
            newest,
        }
    }

    /// Whether this node is the one that thinks for the room's machine: of those that can, the one with the lowest number.
    pub(crate) fn thinks(&self) -> bool {
        let state = lock(&self.registry.state);
        let Some(room) = state.rooms.get(&self.room) else {
            return false;
        };
        let mut others = room.others.iter();
        let is_first =
            |(node, (_, part)): (&u64, &(u64, Part))| !part.thinks || *node > self.registry.node;
        self.registry.thinks && room.has_reported && others.all(is_first)
    }

    /// Publishes who is connected to this node.
    pub(crate) fn publish(&self, presence: NodePresence) {
        self.change(true, |own| own.set_presence(presence));
    }

    /// Sets since when members are away, which other nodes may ask for.
    pub(crate) fn set_away(&self, away: &[(MemberId, Millis)]) {
        let away = away.iter().map(|(member, since)| (member.0, *since));
        self.change(false, |own| own.away = away.collect());
    }

    /// Since when members are away: those whom no node has seen since.
    pub(crate) fn away(&self) -> Vec<(MemberId, Millis)> {
        let state = lock(&self.registry.state);
        let own = state.rooms.get(&self.room).map(|room| &room.own);
        let away = own.into_iter().flat_map(|own| &own.away);
        away.map(|(member, since)| (MemberId(*member), *since))
            .collect()
    }

    /// The room is unloaded, but its clock runs on.
    pub(crate) fn fell_asleep(&self) {
        self.change(true, |own| own.thinks = false);
    }

    /// The room is loaded again.
    pub(super) fn woke(&self) {
        let mut state = lock(&self.registry.state);
        self.registry.load(&mut state, &self.room);
    }

    /// Whether no other node has the room loaded or watches it, as far as is known.
    pub(super) fn is_alone(&self) -> bool {
        let state = lock(&self.registry.state);
        let room = state.rooms.get(&self.room);
        let is_alone = |room: &Room| room.others.is_empty() && room.asked.is_empty();
        state.beats >= LEASE_BEATS && !state.is_cut_off && room.is_some_and(is_alone)
    }

    fn change(&self, is_announced: bool, change: impl FnOnce(&mut Part)) {
        let mut state = lock(&self.registry.state);
        if let Some(room) = state.rooms.get_mut(&self.room) {
            change(&mut room.own);
            if is_announced {
                self.registry.announce(&mut state, &self.room);
            }
        }
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut state = lock(&self.registry.state);
        let room = state.rooms.get(&self.room);
        if room.is_some_and(|room| room.registration == self.number) {
            state.rooms.remove(&self.room);
            self.registry.announce(&mut state, &self.room);
        }
    }
}
