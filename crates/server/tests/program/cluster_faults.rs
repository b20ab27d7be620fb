//! Nodes that die.

use serde_json::{Value, json};

use super::{
    chessata::Guest,
    client::Client,
    cluster::{Nodes, until, until_event, until_move},
    person::Person,
    rooms::{open, play},
    tictactoe::Socket,
};

#[test]
fn native_members_of_a_dead_node_finish_through_another() {
    let mut nodes = Nodes::two();
    let [first, second] = nodes.pair();
    let room = open(first, "tictactoe", &json!({}));
    let (mut ann, token) = Client::seated(first, &room, "Ann");
    let (mut ben, _) = Client::seated(second, &room, "Ben");
    until_event(&mut ann, "game-started");
    assert_eq!(ann.ask(play("0", 0))["type"], "applied");
    until_move(&mut ben, "0");
    assert_eq!(ben.ask(play("3", 1))["type"], "applied");
    nodes.kill(0);
    // When the lease ends, Ann is away.
    until(&mut ben, "presence", |frame| {
        frame["away"][0]["member"] == 1
    });
    let node = &nodes.nodes[0];
    let mut ann = Client::hello(node, &room, json!({"token": token}));
    assert_eq!(ann.until("welcome")["member"], 1);
    until(&mut ben, "presence", |frame| frame["away"] == json!([]));
    ann.number = 2;
    for (ply, cell) in ["1", "4", "2"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut ben };
        assert_eq!(mover.ask(play(cell, ply + 2))["type"], "applied");
    }
    assert_eq!(until_event(&mut ben, "game-ended")["winner"], "first");
}

#[test]
fn members_of_a_dead_node_who_cannot_reconnect_have_left() {
    let mut nodes = Nodes::two();
    let [first, second] = nodes.pair();
    let mut ann = Guest::enter(first, "Ann", "dead");
    ann.until("init");
    let mut ben = Guest::enter(second, "Ben", "dead");
    ben.until("start");
    let mut xena = Socket::connect(first);
    xena.emit("create_room", &json!({"passKey": "sesame"}));
    let created = xena.next();
    let room = created[1]["roomId"].as_str().unwrap().to_owned();
    let mut otto = Socket::connect(second);
    otto.emit("join_room", &json!({"roomId": room, "passKey": "sesame"}));
    let started = otto.next();
    assert_eq!(started[0], "game_start", "{started}");
    nodes.kill(0);
    let end = ben.until("end_of_game");
    assert_eq!(end["result"], "disconnect", "{end}");
    assert_eq!(end["winner_id"], Value::Null, "{end}");
    let left = otto.next();
    assert_eq!(left[0], "player_left", "{left}");
    // The seat is free.
    let mut yuri = Socket::connect(&nodes.nodes[0]);
    yuri.emit("join_room", &json!({"roomId": room, "passKey": "sesame"}));
    assert_eq!(yuri.next()[0], "game_start");
}

#[test]
fn a_node_that_shuts_down_says_so() {
    let mut nodes = Nodes::two();
    let [first, second] = nodes.pair();
    let mut ann = Guest::enter(first, "Ann", "bye");
    ann.until("init");
    let mut ben = Guest::enter(second, "Ben", "bye");
    ben.until("start");
    let node = nodes.nodes.remove(0);
    node.signal("TERM");
    assert_eq!(node.end().0, Some(0));
    let end = ben.until("end_of_game");
    assert_eq!(
        (&end["result"], &end["winner_id"]),
        (&json!("disconnect"), &Value::Null)
    );
}

#[test]
fn another_node_thinks_when_the_thinking_one_dies() {
    let mut nodes = Nodes::two();
    let computer = json!({"kind": "tictactoe", "computer": {"level": 1, "instant": true}});
    let room = nodes.nodes[0].open(&computer);
    // Both nodes have loaded the room, and one of them thinks.
    let _spectators = nodes
        .pair()
        .map(|node| Client::hello(node, &room, json!({})));
    let mut person = Person::sit(&nodes.nodes[0], &room);
    person.waits();
    let token = person.token.clone();
    drop(person);
    nodes.kill(0);
    let mut person = Person::resume(&nodes.nodes[0], &room, &token);
    person.plays_on();
    let ended = person.until_event("game-ended");
    assert!(ended["reason"].is_string(), "{ended}");
    // And the other way: a room that only this node has.
    let (mut person, _) = Person::against(&nodes.nodes[0], &computer);
    person.plays_on();
}
