//! Limits per room and per member: how many rooms and sessions there are, and how much each may add to a room.

use serde_json::json;

use super::{
    client::Client,
    limits::{ELSEWHERE, HERE, chess, is_welcomed},
    patience::wait_until,
    rooms::play,
    serve::Server,
};

#[test]
fn loaded_rooms_are_limited() {
    let server = Server::with(&["--rooms-max", "1"]);
    let [first, second] = [chess(&server), chess(&server)];
    let (mut ann, _) = Client::seated(&server, &first, "Ann");
    assert_eq!(
        Client::hello(&server, &second, json!({})).close_code(),
        4011
    );
    Client::seated(&server, &first, "Ben");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
}

#[test]
fn loaded_rooms_per_address_are_limited() {
    let server = Server::with(&["--rooms-per-address-max", "1", "--trust-proxy"]);
    let [first, second, third] = [(); 3].map(|()| chess(&server));
    let enter = |room: &str, from| Client::from(&server, room, from, json!({}));
    let mut connected = enter(&first, HERE);
    connected.until("welcome");
    assert_eq!(enter(&second, HERE).close_code(), 4011);
    enter(&second, ELSEWHERE).until("welcome");
    drop(connected);
    // An idle room is unloaded on demand, once the server has noticed that its last session has ended.
    wait_until(|| is_welcomed(enter(&third, HERE)));
}

#[test]
fn sessions_per_room_are_limited_except_for_seated_members() {
    let server = Server::with(&["--sessions-per-room-max", "2"]);
    let room = chess(&server);
    let (ann, token) = Client::seated(&server, &room, "Ann");
    let (mut ben, _) = Client::seated(&server, &room, "Ben");
    assert_eq!(Client::hello(&server, &room, json!({})).close_code(), 4011);
    // A seated member always gets in.
    let mut again = Client::hello(&server, &room, json!({"token": token}));
    assert_eq!(again.until("welcome")["member"], 1);
    drop(ann);
    let hello = json!({"type": "say", "text": "hello"});
    assert_eq!(ben.ask(hello)["type"], "applied");
}

/// A waiting room keeps a place for the invited opponent, whatever other clients do.
#[test]
fn one_address_cannot_fill_a_room() {
    let server = Server::with(&[
        "--sessions-per-room-max",
        "5",
        "--sessions-per-room-and-address-max",
        "3",
        "--trust-proxy",
    ]);
    let room = chess(&server);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let guest = |last: u8| {
        let from = format!("192.0.2.{last}");
        let from = ("X-Forwarded-For", &*from);
        Client::from(&server, &room, from, json!({}))
    };
    // One after another: the server admits clients that connect together in any order, and the first gives way later.
    let crowd = [(); 3].map(|()| {
        let mut client = guest(1);
        client.until("welcome");
        client
    });
    assert_eq!(guest(1).close_code(), 4011);
    let mut other = guest(2);
    other.until("welcome");
    let mut ben = guest(3);
    ben.until("welcome");
    let [first, ..] = crowd;
    assert_eq!(first.close_code(), 4011);
    let seat = json!({"type": "take-seat", "name": "Ben"});
    assert_eq!(ben.ask(seat)["type"], "applied");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
}

#[test]
fn chat_quotas_do_not_block_moves() {
    let limits = [
        "--messages-per-minute",
        "2",
        "--messages-per-game-max",
        "3",
        "--message-chars-max",
        "5",
    ];
    let server = Server::with(&limits);
    let room = chess(&server);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let (mut ben, _) = Client::seated(&server, &room, "Ben");
    let say = |text: &str| json!({"type": "say", "text": text});
    assert_eq!(ann.ask(say("hello!"))["code"], "message-too-long");
    for _ in 0..2 {
        assert_eq!(ann.ask(say("hello"))["type"], "applied");
    }
    assert_eq!(ann.ask(say("hello"))["code"], "too-many-messages");
    // The quota is per member: others can still write.
    let mut cid = Client::hello(&server, &room, json!({}));
    let hello = json!({"type": "say", "text": "hello", "name": "Cid"});
    assert_eq!(cid.ask(hello.clone())["type"], "applied");
    assert_eq!(cid.ask(hello)["code"], "chat-full");
    for _ in 0..2 {
        assert_eq!(ben.ask(say("hello"))["type"], "applied");
    }
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
}

/// A member who has used up every quota can still finish the game, and so can the opponent.
#[test]
fn entry_quotas_do_not_block_the_game() {
    let server = Server::with(&[
        "--entries-per-game-max",
        "100",
        "--entries-per-room-max",
        "100",
        "--changes-per-minute",
        "1000",
    ]);
    let room = chess(&server);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let (mut ben, _) = Client::seated(&server, &room, "Ben");
    let rename = |name: &str| json!({"type": "rename", "name": name});
    let refused = (0..200).find_map(|_| {
        let answer = ben.ask(rename("Ben"));
        (answer["type"] == "refused").then_some(answer)
    });
    assert_eq!(refused.unwrap()["code"], "game-too-long");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
    assert_eq!(ben.ask(play("e7e5", 1))["type"], "applied");
    assert_eq!(ann.ask(rename("Anna"))["type"], "applied");
    assert_eq!(ann.ask(json!({"type": "offer-draw"}))["type"], "applied");
    assert_eq!(ben.ask(json!({"type": "accept-draw"}))["type"], "applied");
    assert_eq!(ann.ask(json!({"type": "ask-rematch"}))["code"], "room-full");
}

#[test]
fn renames_per_minute_are_limited_per_member() {
    let server = Server::with(&["--changes-per-minute", "2"]);
    let room = chess(&server);
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let (mut ben, _) = Client::seated(&server, &room, "Ben");
    let rename = json!({"type": "rename", "name": "Eve"});
    for _ in 0..2 {
        assert_eq!(ann.ask(rename.clone())["type"], "applied");
    }
    assert_eq!(ann.ask(rename.clone())["code"], "too-many-renames");
    assert_eq!(ben.ask(rename)["type"], "applied");
    assert_eq!(ann.ask(play("e2e4", 0))["type"], "applied");
}
