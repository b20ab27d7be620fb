//! Playing against computers over the native dialect.

use raum_room::Room;
use raum_rules::{Game, Kind, Side};
use serde_json::{Value, json};

use super::{
    client::Client,
    operations::metric,
    patience::wait_until,
    person::Person,
    rooms::{keeping, play},
    serve::Server,
};

fn with_computer(kind: &str, level: u8, changes: &Value) -> Value {
    json!({"kind": kind, "rules": changes, "computer": {"level": level, "instant": true}})
}

/// The person has the first side.
fn first() -> Value {
    json!({"opener": "first"})
}

#[test]
fn a_person_plays_whole_games_against_level_1() {
    let server = Server::on_a_free_port();
    for kind in ["chess", "space", "tictactoe"] {
        let (mut person, id) = Person::against(&server, &with_computer(kind, 1, &json!({})));
        let summary = server.get(&format!("/api/rooms/{id}")).1;
        let summary: Value = serde_json::from_str(&summary).unwrap();
        assert_eq!(summary["computer"]["level"], 1, "{summary}");
        assert_eq!(summary["freeSeats"], 0);
        person.plays_on();
        let ended = person.until_event("game-ended");
        assert!(ended["reason"].is_string(), "{kind}: {ended}");
        // A rematch starts at once, and the computer plays it too.
        person.applied(json!({"type": "ask-rematch"}));
        person.until_event("game-started");
        person.plays_on();
        assert_eq!(person.bout().number(), 2, "{kind}");
    }
}

#[test]
fn the_computer_has_a_name_a_level_and_is_never_away() {
    let server = Server::on_a_free_port();
    let (mut person, _) = Person::against(&server, &with_computer("chess", 3, &first()));
    let seated = person.until_event("seat-taken");
    assert_eq!(seated["name"], "Computer");
    assert_eq!(seated["machine"]["level"], 3);
    assert_eq!(seated["side"], "second");
    let claim = json!({"type": "claim-absence", "result": "win"});
    assert_eq!(person.refused(claim), "no-absence-claim");
}

#[test]
fn the_computer_answers_offers_takebacks_and_rematches() {
    let server = Server::on_a_free_port();
    let (mut person, _) = Person::against(&server, &with_computer("chess", 2, &first()));
    // In the person's turn, at the start of a game, it declines in words; in its own turn by moving.
    person.applied(json!({"type": "offer-draw"}));
    assert_eq!(person.until_event("draw-declined")["side"], "second");
    person.plays("e2e4");
    person.waits();
    assert_eq!(person.bout().ply(), 2);
    person.applied(json!({"type": "ask-takeback"}));
    assert_eq!(person.until_event("undone")["ply"], 0);
    assert!(person.is_to_move());
    person.plays("d2d4");
    person.waits();
    assert_eq!(
        person.refused(json!({"type": "set-level", "level": 5})),
        "game-under-way"
    );
    person.applied(json!({"type": "resign"}));
    assert_eq!(person.until_event("game-ended")["winner"], "second");
    assert_eq!(
        person.refused(json!({"type": "set-level", "level": 9})),
        "bad-level"
    );
    person.applied(json!({"type": "set-level", "level": 5}));
    assert_eq!(person.until_event("level-changed")["level"], 5);
    person.applied(json!({"type": "ask-rematch"}));
    let started = person.until_event("game-started");
    assert_eq!(
        started["seats"][0]["machine"]["level"], 5,
        "sides are swapped"
    );
    // The computer has the first move.
    person.waits();
    assert_eq!(person.bout().ply(), 1);
}

#[test]
fn a_computer_that_would_lose_accepts_a_draw() {
    let server = Server::on_a_free_port();
    let mut request = with_computer("chess", 4, &first());
    request["start"] = json!("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1");
    let (mut person, _) = Person::against(&server, &request);
    person.applied(json!({"type": "offer-draw"}));
    let ended = person.until_event("game-ended");
    assert_eq!(
        (&ended["reason"], &ended["winner"]),
        (&json!("agreement"), &Value::Null)
    );
}

#[test]
fn a_member_who_waits_can_seat_a_computer() {
    let server = Server::on_a_free_port();
    let id = server.open(&json!({"kind": "space", "rules": first()}));
    let mut person = Person::sit(&server, &id);
    let seat = |level: u64| json!({"type": "seat-machine", "level": level, "instant": true});
    assert_eq!(person.refused(seat(9)), "bad-level");
    person.applied(seat(1));
    person.plays("Aa2Aa3");
    person.waits();
    assert_eq!(person.bout().ply(), 2);
    assert_eq!(person.refused(seat(2)), "seats-taken");
}

#[test]
fn invalid_computers_are_problems_and_open_no_room() {
    let server = Server::with(&["--metrics"]);
    let computer = |kind: &str, computer: Value| json!({"kind": kind, "computer": computer});
    let cases = [
        (
            computer("chess", json!({"level": 0})),
            "bad-level",
            "1 to 8",
        ),
        (
            computer("chess", json!({"level": 9})),
            "bad-level",
            "1 to 8",
        ),
        (
            computer("space", json!({"level": 300})),
            "bad-level",
            "1 to 8",
        ),
        (
            computer("tictactoe", json!({"level": 4})),
            "bad-level",
            "1 to 3",
        ),
        (computer("chess", json!({"level": -1})), "bad-request", "-1"),
        (computer("chess", json!({})), "bad-request", "level"),
        (
            computer("chess", json!({"level": 1, "side": "white"})),
            "bad-request",
            "white",
        ),
        (
            computer("chess", json!({"level": 1, "speed": 2})),
            "bad-request",
            "speed",
        ),
        (
            json!({"kind": "chess", "rules": {"opener": "first"}, "computer": {"level": 1, "side": "first"}}),
            "side-taken",
            "taken",
        ),
        (
            json!({"kind": "chess", "rules": {"solo": true}, "computer": {"level": 1}}),
            "bad-request",
            "solo",
        ),
    ];
    for (request, code, word) in cases {
        let answer = server.request("POST", "/api/rooms", &[], &request.to_string());
        assert_eq!((answer.status, &*answer.code()), (400, code), "{request}");
        assert!(answer.body.contains(word), "{request}: {}", answer.body);
    }
    let opened = metric(
        &server.get("/metrics").1,
        "raum_rooms_opened_total{kind=\"chess\"}",
    );
    assert_eq!(opened, None);
}

#[test]
fn a_server_without_thinking_threads_has_no_computers() {
    let server = Server::with(&["--thinking-threads", "0"]);
    let request = with_computer("chess", 1, &json!({}));
    let answer = server.request("POST", "/api/rooms", &[], &request.to_string());
    assert_eq!((answer.status, &*answer.code()), (400, "no-computers"));
    let id = server.open(&json!({"kind": "chess"}));
    let mut person = Person::sit(&server, &id);
    let seat = json!({"type": "seat-machine", "level": 1});
    assert_eq!(person.refused(seat), "no-computers");
}

/// How often each type of event is in the journal of a room.
fn moves_in_journal(server: &Server, id: &str) -> usize {
    let journal = server.get(&format!("/api/rooms/{id}/journal")).1;
    journal.matches("\"move-played\"").count()
}

#[test]
fn a_computer_moves_once_after_a_crash_in_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = keeping(folder.path());
    // It takes its time, so that the server dies before it has moved.
    let request = json!({"kind": "chess", "rules": first(), "computer": {"level": 6}});
    let (mut person, id) = Person::against(&server, &request);
    for (round, text) in ["e2e4", "d2d4", "g1f3", "b1c3"].into_iter().enumerate() {
        let ply = 2 * round;
        // The computer's reply may be in the way of the move.
        let legal = person.bout().record().game().legal();
        let mv = Kind::Chess.read_move(text).unwrap();
        let mv = if legal.contains(&mv) { mv } else { legal[0] };
        person.applied(play(&Kind::Chess.move_text(mv), ply));
        server.signal("KILL");
        server.end();
        server = keeping(folder.path());
        let Person {
            token,
            member,
            client,
            ..
        } = person;
        let hello = json!({"token": token, "after": 0});
        let number = client.number;
        let mut client = Client::hello(&server, &id, hello);
        client.number = number;
        let events = Vec::new();
        person = Person {
            client,
            token,
            member,
            room: None,
            events,
        };
        let has_moved = |room: &Room| room.bout().is_some_and(|bout| bout.ply() == ply + 2);
        person.until(|person| person.room.as_ref().is_some_and(has_moved));
        assert!(person.is_to_move());
        assert_eq!(moves_in_journal(&server, &id), ply + 2);
    }
}

#[test]
fn a_computer_moves_when_nobody_is_connected() {
    let server = Server::with(&["--room-idle-seconds", "1"]);
    let request = json!({"kind": "chess", "rules": first(), "computer": {"level": 2}});
    let (mut person, id) = Person::against(&server, &request);
    person.plays("e2e4");
    drop(person);
    wait_until(|| moves_in_journal(&server, &id) == 2);
}

#[test]
fn a_computer_keeps_to_its_clock() {
    let server = Server::on_a_free_port();
    let rules = json!({"opener": "first", "clock": {"initialMillis": 2000, "incrementMillis": 0}});
    let request = json!({"kind": "space", "rules": rules, "computer": {"level": 8}});
    let (mut person, _) = Person::against(&server, &request);
    for _ in 0..8 {
        let kind = person.room().kind();
        let mv = person.bout().record().game().legal()[0];
        person.plays(&kind.move_text(mv));
        person.waits();
    }
    let ended = person.bout().ending();
    let lost_on_time = ended.and_then(|ending| ending.winner) == Some(Side::First);
    assert!(!lost_on_time, "{ended:?}");
}

#[test]
fn many_rooms_at_once_all_get_moves() {
    const ROOMS: u32 = 40;
    let server = Server::with(&["--thinking-threads", "1", "--metrics"]);
    let mut people: Vec<_> = (0..ROOMS)
        .map(|_| Person::against(&server, &with_computer("space", 8, &first())).0)
        .collect();
    for _ in 0..2 {
        for person in &mut people {
            let mv = person.bout().record().game().legal()[0];
            let ply = person.bout().ply();
            person.client.command(play(&Kind::Space.move_text(mv), ply));
        }
        for person in &mut people {
            let ply = person.bout().ply();
            person.until(|person| person.bout().ply() == ply + 2);
        }
    }
    let metrics = server.get("/metrics").1;
    let value = |name: &str| metric(&metrics, name).unwrap_or_default();
    assert!(value("raum_thoughts_total{kind=\"space\"}") >= 2.0 * f64::from(ROOMS));
    assert!(
        value("raum_thoughts_shortened_total") > 0.0,
        "it thought less"
    );
    assert!(value("raum_thought_nodes_total") > 0.0);
    assert!(value("raum_thoughts_waiting") < 1.0);
}
