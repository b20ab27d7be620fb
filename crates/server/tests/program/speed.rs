//! Clients that are as fast as they can be, at the default limits: they are slowed, and lose nothing by it.

use raum_rules::{Kind, Move, Record, Rules, chess::Chess, space::Space};
use serde_json::{Value, json};

use super::{client::Client, rooms, serve::Server};

const PLIES: usize = 320;

/// A game that goes on: legal moves by chance, without an end and without promotions.
fn long_game<G: Rules>() -> Vec<Move> {
    let mut record = Record::new(G::default());
    // Any sequence of numbers will do, as long as it is the same in every run.
    let mut number: usize = 1;
    while record.moves().len() < PLIES {
        let legal = record.game().legal();
        let goes_on = legal.into_iter().filter_map(|mv| {
            let mut next = record.clone();
            next.play(mv).ok()?;
            (mv.promotion.is_none() && next.outcome().is_none()).then_some(next)
        });
        let goes_on: Vec<_> = goes_on.collect();
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let choice = (number >> 33) % goes_on.len();
        record = goes_on.into_iter().nth(choice).unwrap();
    }
    record.moves().to_vec()
}

#[test]
fn a_native_game() {
    let server = Server::on_a_free_port();
    let room = rooms::open(&server, "chess", &json!({"opener": "first"}));
    let (ann, _) = Client::seated(&server, &room, "Ann");
    let (ben, _) = Client::seated(&server, &room, "Ben");
    let mut players = [ann, ben];
    for (ply, mv) in long_game::<Chess>().into_iter().enumerate() {
        let text = Kind::Chess.move_text(mv);
        let played = players[ply % 2].ask(json!({"type": "play", "move": text, "ply": ply}));
        assert_eq!(played["type"], "applied", "{ply}: {played}");
    }
}

/// Each plays as soon as it hears of the other's move.
fn play_by_turns(mut players: [Client; 2], moves: impl IntoIterator<Item = Value>, told: &str) {
    for (ply, mv) in moves.into_iter().enumerate() {
        players[ply % 2].send(&mv);
        for player in &mut players {
            let frames = std::iter::from_fn(|| player.next());
            // Beside it there may be a note that a king is in check.
            let mut frames = frames.skip_while(|frame| frame["type"] == "note");
            let frame = frames.next().unwrap();
            assert_eq!(frame["type"], told, "{ply}: {mv} {frame}");
        }
    }
}

#[test]
fn a_game_of_space_chess() {
    let server = Server::on_a_free_port();
    let [mut ann, mut ben] = [(); 2].map(|()| Client::at(&server, "/ws"));
    ann.send(&json!({"type": "create_game"}));
    let room = ann.until("game_created")["gameId"].clone();
    ben.send(&json!({"type": "join_game", "gameId": room}));
    let color = ann.until("game_start")["color"].clone();
    ben.until("game_start");
    let players = if color == "white" {
        [ann, ben]
    } else {
        [ben, ann]
    };
    let moves = long_game::<Space>().into_iter().map(|mv| {
        let from = mv.from.map(|cell| Kind::Space.cell_name(cell));
        json!({"type": "move", "from": from, "to": Kind::Space.cell_name(mv.to)})
    });
    play_by_turns(players, moves, "move_made");
}

#[test]
fn a_game_of_chessata() {
    let server = Server::on_a_free_port();
    let mut ann = Client::at(&server, "/ws/api/Ann/fast/");
    ann.until("init");
    let mut ben = Client::at(&server, "/ws/api/Ben/fast/");
    let color = ann.until("start")["color"].clone();
    for player in [&mut ann, &mut ben] {
        player.until("game_state");
    }
    let players = if color == "white" {
        [ann, ben]
    } else {
        [ben, ann]
    };
    let moves = long_game::<Chess>().into_iter().map(|mv| {
        let start = mv.from.map(|cell| Kind::Chess.cell_name(cell));
        json!({"type": "move", "start": start, "end": Kind::Chess.cell_name(mv.to)})
    });
    play_by_turns(players, moves, "game_state");
}

/// Clause 11: whatever is sent at once is answered, in order.
#[test]
fn two_hundred_commands_at_once() {
    let server = Server::on_a_free_port();
    let room = rooms::open(&server, "chess", &json!({}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let (_ben, _) = Client::seated(&server, &room, "Ben");
    let rename = |number: u64| json!({"type": "rename", "name": format!("Ann {number}")});
    let numbers: Vec<_> = (0..200).map(|number| ann.command(rename(number))).collect();
    for number in numbers {
        let answer = std::iter::from_fn(|| ann.next()).find(|frame| frame["number"].is_u64());
        assert_eq!(answer.unwrap()["number"], number);
    }
}

/// A second of its allowance is not read for a second; its pongs, which are not read either, are not missed.
#[test]
fn a_client_that_is_slowed_is_not_taken_for_silent() {
    let server = Server::with(&[
        "--commands-per-second",
        "1",
        "--commands-burst",
        "3",
        "--ping-seconds",
        "1",
    ]);
    let room = rooms::open(&server, "chess", &json!({}));
    let (mut ann, _) = Client::seated(&server, &room, "Ann");
    let watch = json!({"type": "watch"});
    let numbers = [(); 6].map(|()| ann.command(watch.clone()));
    let mut pings = 0;
    for number in numbers {
        loop {
            let frame = ann.next().unwrap();
            if frame["type"] == "ping" {
                pings += 1;
            } else if frame["number"] == number {
                break;
            }
        }
    }
    assert!(pings >= 3, "{pings}");
}
