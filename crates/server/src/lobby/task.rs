//! The task that publishes the lobby, decides who has the pool, and exchanges messages with other nodes.

use std::{collections::BTreeMap, future::pending, ops::Range, sync::Arc, time::Duration};

use raum_journal::RoomId;
use raum_lobby::{Order, Part, PoolId};
use raum_room::{HouseRules, Room};
use tokio::{
    select,
    time::{Instant, MissedTickBehavior, interval, sleep_until},
};
use tracing::warn;

use super::{Chat, Lobby, feed::GROUPS, pairing::Outgoing};
use crate::{
    cluster::{Cluster, LobbyInbox, LobbyMessage},
    meters,
    rooms::{NewRoom, Occupants},
};

/// The shortest time between two changes that connections receive.
const PUBLISH_INTERVAL: Duration = Duration::from_millis(250);

/// How much longer that time is for each connection: together they receive at most so many frames a second.
const FRAMES_PER_SECOND_MAX: u32 = 10_000;

/// With fewer connections, all hear of a change at once.
const FOLLOWERS_AT_ONCE_MAX: usize = 500;

/// How often pairings are checked, and at most how often this node sends its part to others.
const WAKE_INTERVAL: Duration = Duration::from_secs(1);

/// After so many of these a node sends its part again, even if it has not changed: the last one may have been lost.
const WAKES_UNTIL_REPEATED: u32 = 5;

/// The task's own state.
#[derive(Default)]
struct Task {
    /// The part and the term that were last sent to other nodes, and how long ago.
    sent: (Part, Option<u64>),
    wakes_since: u32,
    /// The nodes whose parts are shown, each with the term of its pool if it has one.
    nodes: BTreeMap<u64, Option<u64>>,
}

impl Lobby {
    /// Runs until the server shuts down.
    pub(crate) async fn run(self: Arc<Self>) {
        let services = &self.admission.hosts.services;
        let (ending, listings) = (services.ending.clone(), services.listings.clone());
        let cluster = services.cluster.clone();
        let mut inbox = cluster.as_ref().and_then(|cluster| cluster.lobby_inbox());
        let mut wakes = interval(WAKE_INTERVAL);
        wakes.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut task = Task::default();
        let mut publishing = Publishing::new();
        loop {
            let mut is_changed = false;
            let due = publishing.due();
            select! {
                () = ending.cancelled() => return,
                message = receive(&mut inbox) => {
                    self.receive(message, &mut task);
                    is_changed = true;
                }
                () = listings.changed.notified() => is_changed = true,
                () = self.changed.notified() => is_changed = true,
                _ = wakes.tick() => {
                    self.wake(cluster.as_deref(), &mut task);
                    is_changed = true;
                }
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => {
                    self.publish(&mut publishing);
                }
            }
            if is_changed {
                publishing.changed(self.publish_interval());
            }
        }
    }

    /// Moves on to the next state, or tells the next group of connections of it.
    fn publish(&self, publishing: &mut Publishing) {
        let followers = self.feed.followers();
        if publishing.groups.is_empty() {
            meters::lobby_visitors(followers);
            self.feed.set(self.node, self.part());
            let has_advanced = self.feed.advance();
            publishing.advanced(has_advanced);
        }
        let count = if followers < FOLLOWERS_AT_ONCE_MAX {
            GROUPS
        } else {
            1
        };
        for group in publishing.groups.by_ref().take(count) {
            self.feed.notify(group);
        }
        publishing.next_group(self.publish_interval());
    }

    /// The more connections there are, the more changes share a frame.
    pub(super) fn publish_interval(&self) -> Duration {
        let followers = u32::try_from(self.feed.followers()).unwrap_or(u32::MAX);
        let of_all = Duration::from_secs(1) * followers / FRAMES_PER_SECOND_MAX;
        PUBLISH_INTERVAL.max(of_all)
    }

    /// What this node contributes.
    fn part(&self) -> Part {
        Part {
            people: self.admission.people(),
            seeks: self.pairing().counts(),
            rooms: self.admission.hosts.services.listings.shown(),
        }
    }

    fn wake(self: &Arc<Self>, cluster: Option<&Cluster>, task: &mut Task) {
        let now = self.now();
        let outgoing = self.pairing().wake(now);
        self.send(outgoing);
        let Some(cluster) = cluster else { return };
        let live = cluster.live_nodes();
        // A node that does not know the others, or cannot reach them, must not pair people on its own.
        let first = live.as_ref().and_then(|live| live.first().copied());
        let outgoing = {
            let mut pairing = self.pairing();
            match (first == Some(self.node), pairing.term()) {
                (true, None) => pairing.take_pool(now),
                (false, Some(_)) => {
                    pairing.give_up_pool();
                    Vec::new()
                }
                _ => Vec::new(),
            }
        };
        self.send(outgoing);
        if let Some(live) = &live {
            task.nodes.retain(|node, _| {
                let is_live = live.contains(node);
                if !is_live {
                    self.feed.remove(*node);
                }
                is_live
            });
        }
        // Nodes notice a death at different times: what the new one has said before counts now.
        let outgoing = self.follow(task);
        self.send(outgoing);
        let (part, pool) = (self.part(), self.pairing().term());
        task.wakes_since += 1;
        if (&part, pool) != (&task.sent.0, task.sent.1) || task.wakes_since >= WAKES_UNTIL_REPEATED
        {
            task.sent = (part.clone(), pool);
            task.wakes_since = 0;
            cluster.send_to_lobbies(None, LobbyMessage::Part { part, pool });
        }
    }

    fn receive(self: &Arc<Self>, (node, message): (u64, LobbyMessage), task: &mut Task) {
        let now = self.now();
        let outgoing = match message {
            LobbyMessage::Part { part, pool } => {
                task.nodes.insert(node, pool);
                self.feed.set(node, part);
                self.follow(task)
            }
            LobbyMessage::ToPool { pool, message } => {
                self.pairing().handle_at_pool(pool, message, now)
            }
            LobbyMessage::FromPool {
                pool,
                number,
                message,
            } => self.pairing().handle_at_desk(pool, number, message, now),
        };
        self.send(outgoing);
    }

    /// Follows the pool of the live node that ought to have it, once that node has said so.
    fn follow(&self, task: &Task) -> Vec<Outgoing> {
        let cluster = self.admission.hosts.services.cluster.as_ref();
        let live = cluster.and_then(|cluster| cluster.live_nodes());
        let pool = live.and_then(|live| {
            let node = *live.first()?;
            let term = (*task.nodes.get(&node)?)?;
            Some(PoolId { node, term })
        });
        match pool {
            Some(pool) => self.pairing().follow(pool, self.now()),
            None => Vec::new(),
        }
    }

    /// Performs what pairing has decided.
    pub(super) fn send(self: &Arc<Self>, outgoing: Vec<Outgoing>) {
        let services = &self.admission.hosts.services;
        for each in outgoing {
            match each {
                Outgoing::Open(pool, pairing, order) => {
                    let lobby = self.clone();
                    services.tasks.spawn(async move {
                        let room = lobby.open(order).await;
                        let now = lobby.now();
                        let room = room.as_ref().map(RoomId::as_str);
                        let outgoing = lobby.pairing().opened(pool, pairing, room, now);
                        lobby.send(outgoing);
                    });
                }
                Outgoing::ToPool(pool, message) => {
                    if let Some(cluster) = &services.cluster {
                        let message = LobbyMessage::ToPool { pool, message };
                        cluster.send_to_lobbies(Some(pool.node), message);
                    }
                }
                Outgoing::ToDesk { from, to, message } => {
                    if let Some(cluster) = &services.cluster {
                        let message = LobbyMessage::FromPool {
                            pool: from,
                            number: to.number,
                            message,
                        };
                        cluster.send_to_lobbies(Some(to.node), message);
                    }
                }
            }
        }
        self.changed.notify_one();
    }

    /// Opens the room of a pairing, with both people in their seats.
    async fn open(&self, order: Order) -> Option<RoomId> {
        let kind = order.terms.kind;
        let rules = HouseRules {
            listed: order.listed,
            chat: self.chat == Chat::All,
            ..HouseRules::paired(kind, order.terms.clock)
        };
        let room = NewRoom {
            opening: Room::open(kind, rules, &kind.start(), []),
            occupants: Occupants::Pair(order.entrants),
        };
        let hosts = &self.admission.hosts;
        let opened = hosts.open(None, room, None, RoomId::from_bits).await;
        match opened {
            Ok(room) => {
                meters::paired(kind.name());
                Some(room.id)
            }
            Err(why) => {
                warn!("cannot open a room for two people who were paired: {why:?}");
                None
            }
        }
    }
}

/// When what is published next.
struct Publishing {
    /// When the lobby last moved on to another state.
    advanced: Instant,
    /// When the state may change again, if something has changed.
    advance_at: Option<Instant>,
    /// The groups that have not heard of the state, and when the next one hears of it.
    groups: Range<usize>,
    notify_at: Instant,
}

impl Publishing {
    fn new() -> Self {
        Self {
            advanced: Instant::now(),
            advance_at: None,
            groups: 0..0,
            notify_at: Instant::now(),
        }
    }

    /// When to publish. All groups hear of a state before the next one.
    fn due(&self) -> Option<Instant> {
        if self.groups.is_empty() {
            self.advance_at
        } else {
            Some(self.notify_at)
        }
    }

    /// Something has changed.
    fn changed(&mut self, interval: Duration) {
        self.advance_at.get_or_insert(self.advanced + interval);
    }

    fn advanced(&mut self, has_advanced: bool) {
        self.advanced = Instant::now();
        self.advance_at = None;
        if has_advanced {
            self.groups = 0..GROUPS;
        }
    }

    /// The groups share the interval, less some of it, so that the next state is not late.
    fn next_group(&mut self, interval: Duration) {
        let pause = interval / u32::try_from(2 * GROUPS).unwrap_or(1);
        self.notify_at = Instant::now() + pause;
    }
}

/// The next message of another node.
async fn receive(inbox: &mut Option<LobbyInbox>) -> (u64, LobbyMessage) {
    match inbox {
        Some(inbox) => match inbox.recv().await {
            Some(message) => message,
            None => pending().await,
        },
        None => pending().await,
    }
}
