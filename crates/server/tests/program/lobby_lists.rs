//! Listed rooms, over the channel of the lobby and over HTTP. Tests cite the clauses of docs/dialects/lobby.md.

use serde_json::{Value, json};

use super::{
    client::Client,
    limits::{ELSEWHERE, HERE},
    lobby::{lobby, rooms, seek, started, state},
    patience::wait_for,
    rooms::play,
};

#[test]
fn clauses_4_and_11_listed_rooms_come_and_go_live() {
    let server = started(&[]);
    let mut watcher = lobby(&server);
    let before = watcher.until("lobby")["number"].as_u64().unwrap();
    let listed = json!({"kind": "chess", "rules": {"listed": true}});
    let room = server.open(&listed);
    let (ann, _) = Client::seated(&server, &room, "Ann");
    let mut numbers = vec![before];
    let mut next = |watcher: &mut Client, holds: &dyn Fn(&Value) -> bool| {
        wait_for(|| {
            let changes = watcher.until("changes");
            numbers.push(changes["number"].as_u64().unwrap());
            Some(changes).filter(|changes| holds(changes))
        })
    };
    let shown = next(&mut watcher, &|changes| !changes["rooms"].is_null());
    let shown = &shown["rooms"][0];
    assert_eq!(shown["room"], room.as_str());
    assert_eq!(shown["seats"], json!([{"side": null, "name": "Ann"}]));
    assert_eq!(shown["game"], Value::Null);
    // Sitting down starts the game, which can be watched.
    let (ben, _) = Client::seated(&server, &room, "Ben");
    let shown = next(&mut watcher, &|changes| {
        !changes["rooms"][0]["game"].is_null()
    });
    let shown = &shown["rooms"][0];
    assert_eq!(shown["seats"].as_array().unwrap().len(), 2);
    assert_eq!(shown["game"]["ply"], 0);
    let mut players = [ann, ben];
    let moved = players
        .iter_mut()
        .any(|player| player.ask(play("e2e4", 0))["type"] == "applied");
    assert!(moved);
    let shown = next(&mut watcher, &|changes| {
        changes["rooms"][0]["game"]["ply"] == 1
    });
    let game = &shown["rooms"][0]["game"];
    assert_eq!(
        (&game["lastMove"], &game["turn"]),
        (&json!("e2e4"), &json!("second"))
    );
    assert!(
        game["position"]
            .as_str()
            .unwrap()
            .starts_with("rnbqkbnr/pppppppp/8/8/4P3")
    );
    let mut spectator = Client::hello(&server, &room, json!({}));
    spectator.until("welcome");
    next(&mut watcher, &|changes| {
        changes["rooms"][0]["spectators"] == 1
    });
    // A game that has ended is no longer shown.
    players[0].ask(json!({"type": "resign"}));
    let gone = next(&mut watcher, &|changes| !changes["gone"].is_null());
    assert_eq!(gone["gone"], json!([room]));
    let expected: Vec<_> = (before..).take(numbers.len()).collect();
    assert_eq!(numbers, expected, "numbers increase by one");
}

#[test]
fn clause_11_only_rooms_whose_opener_says_so_are_listed() {
    let server = started(&[]);
    let open = |request: Value| {
        let answer = server.request("POST", "/api/rooms", &[], &request.to_string());
        (answer.status, answer.json())
    };
    let (status, problem) =
        open(json!({"kind": "chess", "passKey": "sesame", "rules": {"listed": true}}));
    assert_eq!((status, &problem["code"]), (400, &json!("bad-request")));
    let (status, _) = open(json!({"kind": "chess", "rules": {"listed": "yes"}}));
    assert_eq!(status, 400);
    let (status, _) = open(json!({"kind": "chess", "rules": {"firstMoveMillis": 5}}));
    assert_eq!(status, 400);
    let plain = server.open(&json!({"kind": "chess"}));
    let secret = server.open(&json!({"kind": "chess", "passKey": "sesame"}));
    let _plain = Client::seated(&server, &plain, "Ann");
    let mut keyed = Client::hello(&server, &secret, json!({"key": "sesame"}));
    keyed.ask(json!({"type": "take-seat", "name": "Ann"}));
    // Rooms of other dialects.
    let mut space = Client::at(&server, "/ws");
    space.send(&json!({"type": "create_game"}));
    space.next();
    let mut chessata = Client::at(&server, "/ws/api/ann/k3/");
    chessata.next();
    // A listed room without anybody in it is of no use to a stranger.
    let empty = server.open(&json!({"kind": "chess", "rules": {"listed": true}}));
    let shown =
        server.open(&json!({"kind": "tictactoe", "rules": {"listed": true, "spectators": false}}));
    let (ann, _) = Client::seated(&server, &shown, "Ann");
    let state_now = state(&server, |state| !rooms(state).is_empty());
    assert_eq!(rooms(&state_now), [shown.as_str()], "{empty}");
    // Without spectators there is nothing to watch.
    let (_ben, _) = Client::seated(&server, &shown, "Ben");
    state(&server, |state| rooms(state).is_empty());
    drop(ann);
}

#[test]
fn a_room_is_listed_only_while_its_opener_is_there() {
    let server = started(&[]);
    let room = server.open(&json!({"kind": "space", "rules": {"listed": true}}));
    let (ann, token) = Client::seated(&server, &room, "Ann");
    state(&server, |state| rooms(state) == [room.as_str()]);
    drop(ann);
    state(&server, |state| rooms(state).is_empty());
    let mut ann = Client::hello(&server, &room, json!({ "token": token }));
    ann.until("welcome");
    state(&server, |state| rooms(state) == [room.as_str()]);
}

/// Clause 12, and the limit of rooms per address: a list is no place for advertising.
#[test]
fn clauses_11_and_12_names_and_rooms_of_one_address_cannot_fill_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("names.txt");
    std::fs::write(&blocked, "# rude words\nrude\n").unwrap();
    let server = started(&[
        "--listed-rooms-per-address-max",
        "2",
        "--trust-proxy",
        "--blocked-names",
        blocked.to_str().unwrap(),
    ]);
    let list = |from: (&str, &str), name: &str| {
        let room = server.open(&json!({"kind": "chess", "rules": {"listed": true}}));
        let mut client = Client::from(&server, &room, from, json!({}));
        let answer = client.ask(json!({"type": "take-seat", "name": name}));
        assert_eq!(answer["type"], "applied");
        client
    };
    let _flood: Vec<_> = (0..10)
        .map(|_| list(HERE, "Buy at casino.example"))
        .collect();
    let _other = list(ELSEWHERE, "r.u.d.e");
    let _third = list(("X-Forwarded-For", "192.0.2.3"), "Ann");
    let state = state(&server, |state| rooms(state).len() == 4);
    let rooms = state["rooms"].as_array().unwrap().iter();
    let mut names: Vec<_> = rooms
        .map(|room| room["seats"][0]["name"].as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, [None, None, None, Some("Ann")]);
    let mut seeker = lobby(&server);
    assert_eq!(seeker.ask(seek("chess", "Rude!"))["code"], "blocked-name");
    assert_eq!(seeker.ask(seek("chess", "Gertrude"))["type"], "applied");
}

#[test]
fn a_bad_block_list_is_an_error_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("names.txt");
    for text in [None, Some("fine\n...\n")] {
        if let Some(text) = text {
            std::fs::write(&path, text).unwrap();
        }
        let path = path.to_str().unwrap();
        let run = super::raum(
            &["serve", "--listen", "127.0.0.1:0", "--blocked-names", path],
            "",
        );
        assert_eq!(run.code, Some(1), "{}", run.error);
        assert!(
            run.error.contains("block list") && run.error.contains(path),
            "{}",
            run.error
        );
        assert_eq!(
            run.error.contains("line 2"),
            text.is_some(),
            "{}",
            run.error
        );
    }
}
