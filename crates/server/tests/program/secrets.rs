//! Pass keys and transfer codes: what they grant, and how often a client may try one.

use serde_json::{Value, json};

use super::{
    client::Client,
    limits::{ELSEWHERE, HERE},
    rooms::keeping,
    serve::Server,
};

#[test]
fn after_ten_wrong_keys_even_the_right_key_is_rejected() {
    let server = Server::with(&["--trust-proxy"]);
    let request = json!({"kind": "chess", "passKey": "sesame"});
    let [room, other] = [server.open(&request), server.open(&request)];
    let show = |room: &str, from, key: &str| Client::from(&server, room, from, json!({"key": key}));
    for _ in 0..9 {
        assert_eq!(show(&room, HERE, "wrong").close_code(), 4004);
    }
    // Right keys do not count.
    for _ in 0..3 {
        show(&room, HERE, "sesame").until("welcome");
    }
    assert_eq!(show(&room, HERE, "wrong").close_code(), 4004);
    for key in ["wrong", "sesame"] {
        assert_eq!(show(&room, HERE, key).close_code(), 4008);
    }
    show(&room, ELSEWHERE, "sesame").until("welcome");
    show(&other, HERE, "sesame").until("welcome");
}

/// The page sends both token and key.
#[test]
fn wrong_keys_of_other_clients_do_not_block_a_token() {
    let server = Server::with(&[
        "--wrong-keys-per-minute",
        "2",
        "--pass-keys-per-minute",
        "4",
    ]);
    let room = server.open(&json!({"kind": "chess", "passKey": "sesame"}));
    let mut ann = Client::hello(&server, &room, json!({"key": "sesame"}));
    let token = ann.until("welcome")["token"].clone();
    ann.ask(json!({"type": "take-seat", "name": "Ann"}));
    for code in [4004, 4004, 4008] {
        let stranger = Client::hello(&server, &room, json!({"key": "wrong"}));
        assert_eq!(stranger.close_code(), code);
    }
    for key in ["sesame", "wrong"] {
        let hello = json!({"token": token, "key": key});
        let mut again = Client::hello(&server, &room, hello);
        assert_eq!(again.until("welcome")["member"], 1);
    }
    let guess = json!({"token": "0".repeat(26), "key": "sesame"});
    assert_eq!(Client::hello(&server, &room, guess).close_code(), 4008);
}

#[test]
fn a_client_without_the_pass_key_cannot_learn_a_rooms_length() {
    let server = Server::on_a_free_port();
    let room = server.open(&json!({"kind": "chess", "passKey": "sesame"}));
    for after in [0, 1, 2, 1000] {
        let stranger = Client::hello(&server, &room, json!({"after": after}));
        assert_eq!(stranger.close_code(), 4004, "{after}");
    }
    let friend = Client::hello(&server, &room, json!({"after": 2, "key": "sesame"}));
    assert_eq!(friend.close_code(), 4009);
}

#[test]
fn concurrent_wrong_keys_do_not_bypass_the_limit() {
    let server = Server::with(&["--wrong-keys-per-minute", "3"]);
    let room = server.open(&json!({"kind": "chess", "passKey": "sesame"}));
    let clients: Vec<_> = (0..20)
        .map(|_| Client::hello(&server, &room, json!({"key": "wrong"})))
        .collect();
    let codes = clients.into_iter().map(Client::close_code);
    assert_eq!(codes.filter(|code| *code == 4004).count(), 3);
}

#[test]
fn pass_keys_hashed_per_address_are_limited() {
    let server = Server::with(&["--pass-keys-per-minute", "2", "--trust-proxy"]);
    let request = json!({"kind": "chess", "passKey": "sesame"}).to_string();
    let open = |from| {
        server
            .request("POST", "/api/rooms", &[from], &request)
            .status
    };
    assert_eq!([open(HERE), open(HERE), open(HERE)], [201, 201, 429]);
    assert_eq!(open(ELSEWHERE), 201);
}

/// Issues a transfer code for the seat of this token.
pub(crate) fn transfer(server: &Server, room: &str, token: &str) -> Value {
    let path = format!("/api/rooms/{room}/transfers");
    let answer = server.request(
        "POST",
        &path,
        &[("Authorization", &format!("Bearer {token}"))],
        "",
    );
    assert_eq!(answer.status, 201, "{answer:?}");
    answer.json()
}

#[test]
fn a_transfer_code_adds_a_device_to_a_seat() {
    let folder = tempfile::tempdir().unwrap();
    let server = keeping(folder.path());
    let room = server.open(&json!({"kind": "chess", "passKey": "sesame"}));
    let mut ann = Client::hello(&server, &room, json!({"key": "sesame"}));
    let first_token = ann.until("welcome")["token"].as_str().unwrap().to_owned();
    ann.ask(json!({"type": "take-seat", "name": "Ann"}));
    let issued = transfer(&server, &room, &first_token);
    assert_eq!(issued["seconds"], 300);
    let code = json!({"transfer": issued["code"]});
    let mut second = Client::hello(&server, &room, code.clone());
    let welcome = second.until("welcome");
    assert_eq!(welcome["member"], 1);
    assert_eq!(ann.close_code(), 4006);
    // A code works once.
    assert_eq!(Client::hello(&server, &room, code).close_code(), 4004);
    // Both devices own the seat now, even after a crash.
    server.signal("KILL");
    server.end();
    let server = keeping(folder.path());
    for token in [json!(first_token), welcome["token"].clone()] {
        let mut device = Client::hello(&server, &room, json!({"token": token}));
        assert_eq!(device.until("welcome")["member"], 1);
    }
}

#[test]
fn transfer_codes_require_a_seat_and_cannot_be_guessed() {
    let server = Server::with(&["--wrong-keys-per-minute", "3"]);
    let room = server.open(&json!({"kind": "chess"}));
    let (_ann, token) = Client::seated(&server, &room, "Ann");
    let path = format!("/api/rooms/{room}/transfers");
    let stranger = format!("Bearer {}", "0".repeat(26));
    for headers in [&[][..], &[("Authorization", &*stranger)]] {
        let answer = server.request("POST", &path, headers, "");
        assert_eq!((answer.status, &*answer.code()), (403, "forbidden"));
    }
    let code = transfer(&server, &room, &token)["code"].clone();
    for wrong in ["", "0000000000", &"0".repeat(1000)] {
        let client = Client::hello(&server, &room, json!({"transfer": wrong}));
        assert_eq!(client.close_code(), 4004);
    }
    let client = Client::hello(&server, &room, json!({"transfer": code}));
    assert_eq!(client.close_code(), 4008);
}

/// A full server rejects rooms that are not loaded without looking them up. Those attempts count as lookups too.
#[test]
fn a_full_server_limits_lookups_of_rooms() {
    let server = Server::with(&["--rooms-max", "1", "--unknown-rooms-per-minute", "2"]);
    let room = server.open(&json!({"kind": "chess"}));
    let (_ann, _) = Client::seated(&server, &room, "Ann");
    let knock = |room: &str| Client::hello(&server, room, json!({"key": "?"})).close_code();
    assert_eq!([knock("000000000000"), knock("000000000001")], [4011, 4011]);
    assert_eq!([knock("000000000002"), knock(&room)], [4008, 4008]);
}
