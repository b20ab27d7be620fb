//! Rooms whose members are on different nodes.

use serde_json::{Value, json};

use super::{
    chessata::Guest,
    client::Client,
    cluster::{Nodes, until, until_event},
    patience::wait_for,
    rooms::{open, play},
    secrets::transfer,
    serve::Server,
};

/// The next entry's event.
fn events(client: &mut Client, count: usize) -> Vec<Value> {
    let entries = client.entries(count);
    entries.iter().map(|entry| entry["event"].clone()).collect()
}

#[test]
fn what_one_node_stores_reaches_the_clients_of_all() {
    let nodes = Nodes::two();
    let [first, second] = nodes.pair();
    let room = open(first, "tictactoe", &json!({}));
    let (mut ann, _) = Client::seated(first, &room, "Ann");
    let mut ben = Client::hello(second, &room, json!({}));
    assert_eq!(ben.until("welcome")["last"], 2);
    ben.ask(json!({"type": "take-seat", "name": "Ben"}));
    until_event(&mut ann, "game-started");
    let say = |text: &str| json!({"type": "say", "text": text});
    assert_eq!(ben.ask(say("hello"))["type"], "applied");
    assert_eq!(until_event(&mut ann, "said")["text"], "hello");
    for (ply, cell) in ["0", "3", "1", "4"].into_iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut ann } else { &mut ben };
        let answer = mover.ask(play(cell, ply));
        assert_eq!(answer["type"], "applied", "{answer}");
        let other = if ply % 2 == 0 { &mut ben } else { &mut ann };
        until_event(other, "move-played");
    }
    // A takeback is asked for on one node and granted on the other.
    assert_eq!(ann.ask(json!({"type": "ask-takeback"}))["type"], "applied");
    until_event(&mut ben, "takeback-asked");
    let granted = ben.ask(json!({"type": "accept-takeback"}));
    assert_eq!(granted["type"], "applied", "{granted}");
    until_event(&mut ann, "undone");
    assert_eq!(ann.ask(json!({"type": "resign"}))["type"], "applied");
    assert_eq!(until_event(&mut ben, "game-ended")["reason"], "resignation");
    assert_eq!(ben.ask(json!({"type": "ask-rematch"}))["type"], "applied");
    until_event(&mut ann, "rematch-asked");
    assert_eq!(ann.ask(json!({"type": "ask-rematch"}))["type"], "applied");
    until_event(&mut ben, "game-started");
    // A spectator of either node receives the same history.
    let histories = [first, second].map(|node| {
        let mut spectator = Client::hello(node, &room, json!({}));
        let last = spectator.until("welcome")["last"].as_u64().unwrap();
        events(&mut spectator, usize::try_from(last).unwrap())
    });
    assert_eq!(histories[0], histories[1]);
    until(&mut ann, "presence", |frame| frame["spectators"] == 0);
}

#[test]
fn the_newest_connection_on_any_node_controls_the_seat() {
    let nodes = Nodes::two();
    let [first, second] = nodes.pair();
    let room = open(first, "tictactoe", &json!({}));
    let (ann, token) = Client::seated(first, &room, "Ann");
    let mut newer = Client::hello(second, &room, json!({"token": token}));
    assert_eq!(newer.until("welcome")["member"], 1);
    assert_eq!(ann.close_code(), 4006);
    let newest = Client::hello(first, &room, json!({"token": token}));
    assert_eq!(newer.close_code(), 4006);
    drop(newest);
}

#[test]
fn a_member_is_away_when_on_no_node() {
    let nodes = Nodes::two();
    let [first, second] = nodes.pair();
    let room = open(first, "tictactoe", &json!({}));
    let (mut ann, _) = Client::seated(first, &room, "Ann");
    let (ben, token) = Client::seated(second, &room, "Ben");
    until_event(&mut ann, "game-started");
    let away = |frame: &Value| frame["away"][0]["member"] == 2;
    drop(ben);
    until(&mut ann, "presence", away);
    let ben = Client::hello(first, &room, json!({"token": token}));
    until(&mut ann, "presence", |frame| frame["away"] == json!([]));
    drop(ben);
    until(&mut ann, "presence", away);
}

#[test]
fn codes_and_transfers_are_known_to_all_nodes() {
    let nodes = Nodes::two().acquainted();
    let [first, second] = nodes.pair();
    let mut ann = Guest::enter(first, "Ann", "k3%20%E2%99%94");
    ann.until("init");
    let mut ben = Guest::enter(second, "Ben", "k3%20%E2%99%94");
    ben.until("start");
    ann.until("start");
    let mut cem = Guest::enter(second, "Cem", "k3%20%E2%99%94");
    cem.until("game_state");
    assert_eq!(ann.until("join")["username"], "Cem");
    let named = second.get("/api/rooms/k3%20%E2%99%94").1;
    assert!(named.contains("\"playing\""), "{named}");

    let room = open(first, "chess", &json!({}));
    let (_ann, token) = Client::seated(first, &room, "Ann");
    let code = transfer(first, &room, &token)["code"].clone();
    let mut phone = Client::hello(second, &room, json!({"transfer": code}));
    assert_eq!(phone.until("welcome")["member"], 1);
    for node in [first, second] {
        let again = Client::hello(node, &room, json!({"transfer": code}));
        assert_eq!(again.close_code(), 4004, "a code works once");
    }
}

#[test]
fn a_short_code_leads_to_its_room_on_all_nodes_until_the_game_starts() {
    let nodes = Nodes::two();
    let [first, second] = nodes.pair();
    let room = open(first, "chess", &json!({}));
    let summary = |node: &Server, name: &str| -> Value {
        serde_json::from_str(&node.get(&format!("/api/rooms/{name}")).1).unwrap()
    };
    let code = summary(second, &room)["code"].as_str().unwrap().to_owned();
    assert_eq!(code.len(), 6, "{code}");
    for node in [first, second] {
        assert_eq!(summary(node, &code)["room"], json!(room));
    }
    let (mut ann, _) = Client::seated(first, &room, "Ann");
    let (_ben, _) = Client::seated(second, &code, "Ben");
    until_event(&mut ann, "game-started");
    for node in [first, second] {
        assert_eq!(summary(node, &room)["code"], Value::Null);
        assert_eq!(summary(node, &code)["code"], "no-room");
    }
}

#[test]
fn clients_who_choose_the_same_code_at_once_meet_in_one_room() {
    let nodes = Nodes::two();
    for number in 0..8 {
        let code = format!("meet-{number}");
        let pair = nodes.pair();
        let mut guests: Vec<_> = std::thread::scope(|scope| {
            let code = &code;
            let enter = |(node, name)| scope.spawn(move || Guest::enter(node, name, code));
            let entering: Vec<_> = pair.into_iter().zip(["Ann", "Ben"]).map(enter).collect();
            entering
                .into_iter()
                .map(|guest| guest.join().unwrap())
                .collect()
        });
        for guest in &mut guests {
            guest.until("start");
        }
    }
}

#[test]
fn a_flag_falls_once_and_no_clock_is_refunded() {
    let nodes = Nodes::two();
    let [first, second] = nodes.pair();
    let clock = json!({"clock": {"initialMillis": 3000, "incrementMillis": 0}});
    let room = open(first, "tictactoe", &clock);
    let (mut ann, _) = Client::seated(first, &room, "Ann");
    let (mut ben, _) = Client::seated(second, &room, "Ben");
    until_event(&mut ann, "game-started");
    assert_eq!(ann.ask(play("4", 0))["type"], "applied");
    assert_eq!(until_event(&mut ann, "game-ended")["reason"], "time");
    assert_eq!(until_event(&mut ben, "game-ended")["winner"], "first");
    let journal = |node: &Server| node.get(&format!("/api/rooms/{room}/journal")).1;
    let entries = wait_for(|| {
        let [one, other] = nodes.pair().map(journal);
        (one == other).then_some(one)
    });
    assert_eq!(entries.matches("game-ended").count(), 1, "{entries}");
    assert!(!entries.contains("clock-resumed"), "{entries}");
}
