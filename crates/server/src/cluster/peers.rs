//! The task that sends this node's heartbeats and messages, and receives those of all nodes.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

use raum_journal::{Bus, BusMessages, Error};
use tokio::{
    select,
    sync::{Mutex, mpsc},
    time::{Instant, MissedTickBehavior, interval, sleep},
};
use tracing::{info, warn};

use super::{
    lobby::LobbyMail,
    message::{ALL, Message},
    registry::Registry,
};
use crate::{limits::RETRY, meters};

/// How often a node sends a heartbeat. A node whose lease of [`LEASE_BEATS`](super::registry::LEASE_BEATS) has ended counts
/// as dead.
const BEAT_INTERVAL: Duration = Duration::from_secs(1);

/// After this long without its own heartbeats, a node is cut off: its clients had better use another one.
const CUT_OFF_AFTER: Duration = Duration::from_secs(3);

/// The other nodes.
pub(super) struct Peers {
    node: u64,
    pub(super) registry: Arc<Registry>,
    pub(super) lobby: LobbyMail,
    outgoing: Mutex<mpsc::UnboundedReceiver<(String, Message)>>,
    bus: std::sync::OnceLock<Bus>,
    has_left: AtomicBool,
}

impl Peers {
    pub(super) fn new(node: u64, thinks: bool) -> Self {
        let (sender, outgoing) = mpsc::unbounded_channel();
        Self {
            node,
            lobby: LobbyMail::new(node, sender.clone()),
            registry: Arc::new(Registry::new(node, thinks, sender)),
            outgoing: Mutex::new(outgoing),
            bus: std::sync::OnceLock::new(),
            has_left: AtomicBool::new(false),
        }
    }

    /// Runs for as long as the program.
    pub(super) async fn run(self: Arc<Self>, bus: Bus) {
        self.bus.set(bus.clone()).ok();
        meters::cluster_nodes(0_u64);
        meters::cluster_connected(1_u64);
        loop {
            match self.subscribe(&bus).await {
                Ok((all, own)) => self.converse(&bus, all, own).await,
                Err(why) => warn!("cannot listen to other nodes: {why}"),
            }
            sleep(RETRY).await;
        }
    }

    async fn subscribe(&self, bus: &Bus) -> Result<(BusMessages, BusMessages), Error> {
        let own = bus.subscribe(&self.node.to_string()).await?;
        Ok((bus.subscribe(ALL).await?, own))
    }

    /// Sends and receives until the connection is closed.
    async fn converse(&self, bus: &Bus, mut all: BusMessages, mut own: BusMessages) {
        let mut outgoing = self.outgoing.lock().await;
        let mut beats = interval(BEAT_INTERVAL);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard_self = Instant::now();
        loop {
            select! {
                Some((topic, message)) = outgoing.recv() => self.send(bus, &topic, &message).await,
                message = all.next() => {
                    let Some(message) = message else { return };
                    if self.receive(&message) {
                        heard_self = Instant::now();
                        self.set_cut_off(false);
                    }
                }
                message = own.next() => {
                    let Some(message) = message else { return };
                    self.receive(&message);
                }
                _ = beats.tick() => {
                    self.set_cut_off(heard_self.elapsed() > CUT_OFF_AFTER);
                    meters::cluster_nodes(self.registry.nodes());
                    let beat = self.registry.beat();
                    self.send(bus, ALL, &beat).await;
                }
            }
        }
    }

    /// Handles a message. Returns whether it is a message of this node.
    fn receive(&self, message: &[u8]) -> bool {
        // A newer version may send messages of other types.
        let Ok(message) = serde_json::from_slice::<Message>(message) else {
            return false;
        };
        let is_own = message.node() == self.node;
        match message {
            Message::Lobby { node, message } => self.lobby.receive(node, message),
            message => self.registry.receive(message),
        }
        is_own
    }

    fn set_cut_off(&self, is_cut_off: bool) {
        if self.registry.set_cut_off(is_cut_off) {
            meters::cluster_connected(u64::from(!is_cut_off));
            if is_cut_off {
                warn!("cut off from NATS: clients have to reconnect");
            } else {
                info!("connected to NATS again");
            }
        }
    }

    /// Sends a message. If it is lost, the other nodes notice by its number, or the question is asked again.
    async fn send(&self, bus: &Bus, topic: &str, message: &Message) {
        if self.has_left.load(Relaxed) {
            return;
        }
        if let Ok(text) = serde_json::to_vec(message) {
            bus.publish(topic, text).await.ok();
        }
    }

    /// Tells the other nodes that this one ends, and falls silent.
    pub(super) async fn leave(&self) {
        if let Some(bus) = self.bus.get() {
            let bye = Message::Bye { node: self.node };
            self.send(bus, ALL, &bye).await;
            self.has_left.store(true, Relaxed);
        }
    }
}
