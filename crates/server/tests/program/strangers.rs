//! What hosts can do about the chat of strangers.

use serde_json::{Value, json};

use super::{
    client::Client,
    lobby::{lobby, paired, seek, started, until_state},
    serve::Server,
};

#[test]
fn chat_can_be_switched_off_in_paired_games() {
    for (option, chat) in [("all", true), ("links", false)] {
        let server = started(&["--chat", option]);
        let [mut ann, mut ben] = [(); 2].map(|()| lobby(&server));
        ann.ask(seek("tictactoe", "Ann"));
        ben.ask(seek("tictactoe", "Ben"));
        until_state(&mut ann, "offered");
        ann.ask(json!({"type": "ready"}));
        let (room, token) = paired(&mut ben);
        let mut player = Client::hello(&server, &room, json!({ "token": token }));
        let said = player.ask(json!({"type": "say", "text": "Hello"}));
        assert_eq!(said["type"] == "applied", chat, "{option}: {said}");
        assert_eq!(said["code"] == "no-chat", !chat);
        // Friends who share a link can chat.
        let room = server.open(&json!({"kind": "chess"}));
        let (mut friend, _) = Client::seated(&server, &room, "Ann");
        assert_eq!(
            friend.ask(json!({"type": "say", "text": "Hello"}))["type"],
            "applied"
        );
    }
}

#[test]
fn a_chat_message_can_be_reported() {
    let mut server = started(&["--reports-per-hour", "7"]);
    let room = server.open(&json!({"kind": "chess"}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let said = ann.ask(json!({"type": "say", "text": "Very rude words"}));
    let entry = said["seq"].as_u64().unwrap();
    let path = format!("/api/rooms/{room}/reports");
    let report =
        |server: &Server, body: Value| server.request("POST", &path, &[], &body.to_string());
    let answer = report(&server, json!({"entry": entry, "reason": "abuse"}));
    assert_eq!(answer.status, 202);
    assert_eq!(
        answer.json(),
        json!({"room": room, "entry": entry, "reason": "abuse"})
    );
    for (body, status, code) in [
        (json!({"entry": 1, "reason": "spam"}), 409, "no-message"),
        (json!({"entry": 0, "reason": "spam"}), 409, "no-message"),
        (json!({"entry": 99, "reason": "spam"}), 409, "no-message"),
        (json!({"entry": 1.5, "reason": "spam"}), 400, "bad-request"),
        (json!({"entry": -1, "reason": "spam"}), 400, "bad-request"),
        (json!({"entry": 99.0, "reason": "spam"}), 409, "no-message"),
        (
            json!({"entry": entry, "reason": "ugly"}),
            400,
            "bad-request",
        ),
        (json!({"entry": entry}), 400, "bad-request"),
    ] {
        let answer = report(&server, body.clone());
        assert_eq!((answer.status, &*answer.code()), (status, code), "{body}");
    }
    let line = server.logged("reported");
    assert!(
        line.contains(&room) && line.contains(&format!("entry={entry}")),
        "{line}"
    );
    assert!(
        line.contains("abuse") && !line.contains("rude words"),
        "{line}"
    );
    for status in [202, 202, 429] {
        let answer = report(&server, json!({"entry": entry, "reason": "other"}));
        assert_eq!(answer.status, status);
    }
}

/// Only members of a room that strangers cannot see know what was said there.
#[test]
fn a_message_of_a_locked_room_is_reported_by_its_members() {
    let server = started(&[]);
    let room = server.open(&json!({"kind": "chess", "rules": {"spectators": false}}));
    let (mut ann, token) = Client::seated(&server, &room, "Ann");
    let entry = ann.ask(json!({"type": "say", "text": "Hm"}))["seq"].clone();
    let path = format!("/api/rooms/{room}/reports");
    let body = json!({"entry": entry, "reason": "other"}).to_string();
    assert_eq!(server.request("POST", &path, &[], &body).status, 403);
    let bearer = format!("Bearer {token}");
    let token = [("Authorization", bearer.as_str())];
    assert_eq!(server.request("POST", &path, &token, &body).status, 202);
}
