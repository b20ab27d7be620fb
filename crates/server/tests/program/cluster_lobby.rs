//! The lobby of a cluster: people on different nodes meet, and a node's death returns its people to the queue.

use serde_json::{Value, json};

use super::{
    client::Client,
    cluster::{Nodes, until},
    patience::wait_for,
    serve::Server,
};

fn lobby(node: &Server) -> Client {
    let mut client = Client::at(node, "/ws/lobby").greet(json!({}));
    client.until("welcome");
    client
}

fn seek(client: &mut Client, kind: &str, name: &str) {
    let seek = json!({"type": "seek", "kind": kind, "name": name, "listed": true});
    assert_eq!(client.ask(seek)["type"], "applied");
}

fn until_state(client: &mut Client, state: &str) -> Value {
    until(client, "seek", |frame| frame["state"] == state)
}

/// Both answer the offer and enter their room on their own node.
fn play(nodes: [&Server; 2], clients: [&mut Client; 2]) -> (String, Vec<Client>) {
    let [one, other] = clients;
    for client in [&mut *one, &mut *other] {
        until_state(client, "offered");
        client.command(json!({"type": "ready"}));
    }
    let paired = [one, other].map(|client| until_state(client, "paired"));
    assert_eq!(paired[0]["room"], paired[1]["room"]);
    let room = paired[0]["room"].as_str().unwrap().to_owned();
    let players = nodes.into_iter().zip(&paired).map(|(node, paired)| {
        let mut player = Client::hello(node, &room, json!({"token": paired["token"]}));
        assert!(player.until("welcome")["member"].is_u64());
        player
    });
    let players = players.collect();
    (room, players)
}

/// The state of a node's lobby, once it fulfils a condition.
fn state(node: &Server, holds: impl Fn(&Value) -> bool) -> Value {
    let mut client = lobby(node);
    wait_for(|| {
        client = lobby(node);
        Some(client.until("lobby")).filter(&holds)
    })
}

#[test]
fn people_on_different_nodes_are_paired_and_their_game_is_shown_on_all() {
    let nodes = Nodes::start(3, &[]).acquainted();
    let [first, second, third] = [0, 1, 2].map(|index| &nodes.nodes[index]);
    let [mut ann, mut ben] = [lobby(first), lobby(second)];
    seek(&mut ann, "chess", "Ann");
    // Another node knows that Ann waits.
    let count = |state: &Value| {
        state["seeks"]
            .as_array()
            .unwrap()
            .iter()
            .map(|seek| seek["count"].as_u64().unwrap())
            .sum::<u64>()
    };
    state(third, |state| count(state) == 1);
    seek(&mut ben, "chess", "Ben");
    let (room, mut players) = play([first, second], [&mut ann, &mut ben]);
    // The moves of the game are seen on the node that has nobody in it.
    let moved = players.iter_mut().any(|player| {
        player.ask(json!({"type": "play", "move": "e2e4", "ply": 0}))["type"] == "applied"
    });
    assert!(moved);
    // The nodes report one after another.
    let shown = state(third, |state| {
        state["rooms"][0]["game"]["ply"] == 1 && count(state) == 0
    });
    assert_eq!(shown["rooms"].as_array().unwrap().len(), 1, "{shown}");
    assert_eq!(shown["rooms"][0]["room"], room.as_str());
}

/// Whichever node has the pool: the people of the other nodes meet after it has died, and those of the dead one come back.
#[test]
fn the_death_of_any_node_loses_nobody() {
    let mut nodes = Nodes::start(3, &[]).acquainted();
    let mut waiting = lobby(&nodes.nodes[2]);
    seek(&mut waiting, "space", "Cid");
    for survivors in [2, 1] {
        nodes.kill(0);
        assert_eq!(nodes.nodes.len(), survivors);
        let last = nodes.nodes.last().unwrap();
        let mut other = lobby(&nodes.nodes[0]);
        seek(&mut other, "space", "Dora");
        let (room, players) = play([last, &nodes.nodes[0]], [&mut waiting, &mut other]);
        assert_eq!(players.len(), 2, "{room}");
        // The person returns to the queue, for the next round.
        seek(&mut waiting, "space", "Cid");
    }
}
