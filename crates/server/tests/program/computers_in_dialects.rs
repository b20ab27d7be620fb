//! Clients of the narrow dialects in rooms with a computer: they enter as any other room, and the game starts.

use serde_json::{Value, json};

use super::{chessata::Guest, client::Client, serve::Server, tictactoe::Socket};

fn open(server: &Server, kind: &str, computer_side: &str) -> String {
    let computer = json!({"level": 1, "side": computer_side, "instant": true});
    server.open(&json!({"kind": kind, "computer": computer}))
}

#[test]
fn a_chessata_client_plays_against_a_computer() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", "second");
    let mut ann = Guest::enter(&server, "Ann", &room);
    let me = ann.until("init")["user_id"].clone();
    assert_eq!(ann.until("start")["color"], "white");
    assert_eq!(ann.until("game_state")["player_turn_id"], me);
    for (start, end) in [("a2", "a3"), ("h2", "h3")] {
        ann.send(&json!({"type": "move", "start": start, "end": end}));
        let mine = ann.until("game_state");
        assert_ne!(mine["player_turn_id"], me);
        let reply = ann.until("game_state");
        assert_eq!(reply["player_turn_id"], me, "{start}{end}");
        assert_ne!(mine["board"], reply["board"]);
    }
    ann.send(&json!({"type": "surrender"}));
    let end = ann.until("end_of_game");
    assert_eq!(end["result"], "surrender");
    assert_ne!(end["winner_id"], me);
}

#[test]
fn a_computer_with_the_white_pieces_begins_against_a_chessata_client() {
    let server = Server::on_a_free_port();
    let room = open(&server, "chess", "first");
    let mut ann = Guest::enter(&server, "Ann", &room);
    let me = ann.until("init")["user_id"].clone();
    assert_eq!(ann.until("start")["color"], "black");
    assert_ne!(ann.until("game_state")["player_turn_id"], me);
    assert_eq!(ann.until("game_state")["player_turn_id"], me);
}

#[test]
fn a_space_client_plays_against_a_computer() {
    let server = Server::on_a_free_port();
    let room = open(&server, "space", "second");
    let mut ann = Client::at(&server, "/ws");
    ann.send(&json!({"type": "join_game", "gameId": room}));
    let start = ann.next().unwrap();
    assert_eq!(
        (&start["type"], &start["color"]),
        (&json!("game_start"), &json!("white"))
    );
    for (from, to) in [("Aa2", "Aa3"), ("Ae2", "Ae3")] {
        ann.send(&json!({"type": "move", "from": from, "to": to}));
        assert_eq!(ann.next().unwrap()["by"], "white");
        let reply = ann.next().unwrap();
        assert_eq!(
            (&reply["type"], &reply["by"]),
            (&json!("move_made"), &json!("black"))
        );
    }
}

#[test]
fn a_socket_io_client_plays_and_replays_against_a_computer() {
    let server = Server::on_a_free_port();
    let computer = json!({"level": 1, "side": "second", "instant": true});
    let request = json!({"kind": "tictactoe", "passKey": "sesame", "computer": computer});
    let room = server.open(&request);
    let mut ann = Socket::connect(&server);
    ann.emit("join_room", &json!({"roomId": room, "passKey": "sesame"}));
    let start = ann.next();
    assert_eq!(
        (&start[0], &start[1]["role"]),
        (&json!("game_start"), &json!("X"))
    );
    let mut state = start[1].clone();
    for game in 1..=2 {
        while state.get("winner").unwrap_or(&Value::Null).is_null() {
            if state["turn"] == "X" {
                let board = state["board"].as_array().unwrap();
                let free = board
                    .iter()
                    .position(|cell| cell != "X" && cell != "O")
                    .unwrap();
                ann.emit("make_move", &json!({"roomId": room, "index": free}));
            }
            let update = ann.next();
            assert_eq!(update[0], "board_update", "game {game}: {update}");
            state = update[1].clone();
        }
        // The computer votes for a replay as well.
        ann.emit("replay_request", &json!({"roomId": room}));
        while state.get("role").is_none() {
            state = ann.next()[1].clone();
        }
        assert_eq!(
            (&state["role"], &state["turn"]),
            (&json!("X"), &json!(if game == 1 { "O" } else { "X" }))
        );
    }
}
