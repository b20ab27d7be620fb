//! Registries that send each other messages in memory.

use raum_host::PresentMember;

use super::*;

/// Several nodes, whose messages arrive at once.
struct Nodes(Vec<Node>);

/// A node, what it sends, and whether it is connected.
type Node = (Arc<Registry>, Sent, bool);
type Sent = mpsc::UnboundedReceiver<(String, Message)>;

impl Nodes {
    fn new(count: u64) -> Self {
        let node = |node| {
            let (outgoing, sent) = mpsc::unbounded_channel();
            (Arc::new(Registry::new(node, true, outgoing)), sent, true)
        };
        Self((1..=count).map(node).collect())
    }

    fn registry(&self, node: usize) -> &Arc<Registry> {
        &self.0[node - 1].0
    }

    /// Sets whether a node is connected: its messages are lost otherwise, and so are those to it.
    fn connect(&mut self, node: usize, is_connected: bool) {
        self.0[node - 1].2 = is_connected;
    }

    /// Delivers all messages.
    fn deliver(&mut self) {
        loop {
            let mut sent = Vec::new();
            for (_, messages, is_connected) in &mut self.0 {
                while let Ok(message) = messages.try_recv() {
                    sent.extend(Some(message).filter(|_| *is_connected));
                }
            }
            if sent.is_empty() {
                return;
            }
            for (topic, message) in sent {
                for (registry, _, is_connected) in &self.0 {
                    let is_for = topic == ALL || topic == registry.node.to_string();
                    if *is_connected && is_for {
                        registry.receive(message.clone());
                    }
                }
            }
        }
    }

    /// Lets a number of heartbeats pass.
    fn beat(&mut self, times: u32) {
        for _ in 0..times {
            for (registry, _, _) in &self.0 {
                registry.send(ALL, registry.beat());
            }
            self.deliver();
        }
    }
}

fn room() -> RoomId {
    RoomId::from_bits(7)
}

fn present(member: u32, since: Millis, node: u64) -> NodePresence {
    NodePresence {
        members: vec![PresentMember {
            member: MemberId(member),
            since: (since, node),
        }],
        ..NodePresence::default()
    }
}

/// The members elsewhere, and whether the room was unattended; none until all nodes have answered.
fn told(registration: &Registration) -> Option<(Vec<u32>, bool)> {
    let others = registration.elsewhere().others?;
    let members = others.presence.members.iter();
    Some((
        members.map(|present| present.member.0).collect(),
        others.unattended,
    ))
}

#[test]
fn a_node_knows_nothing_before_it_has_listened_for_a_lease() {
    let mut nodes = Nodes::new(1);
    let registration = nodes.registry(1).register(&room());
    nodes.beat(LEASE_BEATS - 1);
    assert_eq!(told(&registration), None);
    nodes.beat(1);
    assert_eq!(told(&registration), Some((vec![], true)));
    assert_eq!(told(&registration), Some((vec![], false)), "told once");
}

#[test]
fn nodes_know_who_is_connected_elsewhere() {
    let mut nodes = Nodes::new(2);
    nodes.beat(LEASE_BEATS);
    let first = nodes.registry(1).register(&room());
    first.publish(present(1, 50, 1));
    let second = nodes.registry(2).register(&room());
    assert_eq!(told(&second), None, "the other node has not answered");
    nodes.deliver();
    assert_eq!(told(&second), Some((vec![1], false)));
    assert_eq!(second.elsewhere().newest, Some(50));
    assert_eq!(told(&first), Some((vec![], false)));
    second.publish(present(2, 60, 2));
    nodes.deliver();
    assert_eq!(told(&first), Some((vec![2], false)));
    assert!(!second.is_alone());
    drop(first);
    nodes.deliver();
    assert_eq!(told(&second), Some((vec![], false)));
    assert!(second.is_alone());
}

#[test]
fn a_dead_node_is_noticed_after_the_lease_and_its_members_may_be_lost() {
    let mut nodes = Nodes::new(3);
    nodes.beat(LEASE_BEATS);
    let registrations = [1, 2].map(|node| nodes.registry(node).register(&room()));
    registrations[0].publish(present(1, 50, 1));
    nodes.deliver();
    assert_eq!(told(&registrations[1]), Some((vec![1], false)));
    nodes.connect(1, false);
    nodes.beat(LEASE_BEATS);
    assert_eq!(told(&registrations[1]), Some((vec![1], false)));
    nodes.beat(1);
    assert_eq!(told(&registrations[1]), Some((vec![], true)));
    assert_eq!(told(&registrations[1]), Some((vec![], false)));
    // The node that was cut off blames nobody: it has not heard itself either.
    assert_eq!(told(&registrations[0]), Some((vec![], false)));
    assert_eq!(nodes.registry(1).nodes(), 3);
    // It comes back, and what was lost meanwhile is asked for.
    registrations[1].publish(present(2, 60, 2));
    nodes.deliver();
    nodes.connect(1, true);
    nodes.beat(1);
    assert_eq!(told(&registrations[0]), Some((vec![2], false)));
    assert_eq!(told(&registrations[1]), Some((vec![1], false)));
}

#[test]
fn a_room_that_was_asked_for_while_a_node_died_learns_of_the_loss() {
    let mut nodes = Nodes::new(2);
    nodes.beat(LEASE_BEATS);
    nodes.connect(1, false);
    let registration = nodes.registry(2).register(&room());
    nodes.beat(LEASE_BEATS - 1);
    assert_eq!(told(&registration), None, "the other node may be there");
    nodes.beat(1);
    assert_eq!(told(&registration), Some((vec![], true)));
}

#[test]
fn a_node_that_says_goodbye_has_ended_at_once() {
    let mut nodes = Nodes::new(2);
    nodes.beat(LEASE_BEATS);
    let registrations = [1, 2].map(|node| nodes.registry(node).register(&room()));
    nodes.deliver();
    told(&registrations[1]);
    nodes.registry(1).send(ALL, Message::Bye { node: 1 });
    nodes.deliver();
    assert_eq!(told(&registrations[1]), Some((vec![], true)));
}

#[test]
fn the_node_with_the_lowest_number_that_has_the_room_loaded_thinks() {
    let mut nodes = Nodes::new(2);
    nodes.beat(LEASE_BEATS);
    let second = nodes.registry(2).register(&room());
    assert!(!second.thinks(), "another node may have the room");
    nodes.deliver();
    told(&second);
    assert!(second.thinks());
    let first = nodes.registry(1).register(&room());
    nodes.deliver();
    told(&first);
    assert!(first.thinks() && !second.thinks());
    first.fell_asleep();
    nodes.deliver();
    assert!(second.thinks());
    first.woke();
    nodes.deliver();
    assert!(!second.thinks());
    nodes.connect(1, false);
    nodes.beat(LEASE_BEATS + 1);
    assert!(second.thinks());
}

#[test]
fn an_absence_ends_for_a_sleeping_room_when_another_node_sees_the_member() {
    let mut nodes = Nodes::new(2);
    nodes.beat(LEASE_BEATS);
    let asleep = nodes.registry(1).register(&room());
    asleep.set_away(&[(MemberId(1), 5), (MemberId(2), 6)]);
    asleep.fell_asleep();
    nodes.deliver();
    let loaded = nodes.registry(2).register(&room());
    nodes.deliver();
    let away = loaded.elsewhere().others.unwrap().away_since;
    assert_eq!(away, [(MemberId(1), 5), (MemberId(2), 6)]);
    loaded.publish(present(1, 50, 2));
    nodes.deliver();
    assert_eq!(asleep.away(), [(MemberId(2), 6)]);
}

#[test]
fn messages_of_newer_nodes_are_understood() {
    let text = r#"{"type":"room","node":1,"number":2,"room":"K3","more":1,"part":{"members":[{"member":1,"since":5,"node":1,"x":2}],"y":3}}"#;
    let message: Message = serde_json::from_str(text).unwrap();
    assert_eq!(message.node(), 1);
    let unknown = serde_json::from_str::<Message>(r#"{"type":"dance","node":1}"#);
    assert!(unknown.is_err(), "a driver ignores it");
}
