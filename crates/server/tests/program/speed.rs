//! Clients that send as fast as they can, at the default limits: the server slows them down and loses nothing.

use raum_rules::{Kind, Move, Record, Rules, chess::Chess, space::Space};
use serde_json::{Value, json};

use super::{client::Client, patience::wait_until, rooms, serve::Server};

const PLIES: usize = 320;

/// Random legal moves of a game without promotions that is still undecided.
fn long_game<G: Rules>() -> Vec<Move> {
    let mut record = Record::new(G::default());
    // Deterministic, so every run plays the same moves.
    let mut random = fastrand::Rng::with_seed(1);
    while record.moves().len() < PLIES {
        let legal = record.game().legal();
        let undecided = legal.into_iter().filter_map(|mv| {
            let mut next = record.clone();
            next.play(mv).ok()?;
            (mv.promotion.is_none() && next.outcome().is_none()).then_some(next)
        });
        let undecided: Vec<_> = undecided.collect();
        // A dead end starts over.
        record = match undecided.len() {
            0 => Record::new(G::default()),
            count => undecided.into_iter().nth(random.usize(..count)).unwrap(),
        };
    }
    record.moves().to_vec()
}

#[test]
fn a_native_game_at_full_speed() {
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

/// Plays the moves by turns. Each player moves as soon as both have received the last one.
fn play_by_turns(mut players: [Client; 2], moves: impl IntoIterator<Item = Value>, kind: &str) {
    for (ply, mv) in moves.into_iter().enumerate() {
        players[ply % 2].send(&mv);
        for player in &mut players {
            let frames = std::iter::from_fn(|| player.next());
            // A note about a check may come first.
            let mut frames = frames.skip_while(|frame| frame["type"] == "note");
            let frame = frames.next().unwrap();
            assert_eq!(frame["type"], kind, "{ply}: {mv} {frame}");
        }
    }
}

#[test]
fn a_space_chess_game_at_full_speed() {
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
fn a_chessata_game_at_full_speed() {
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

#[test]
fn clause_11_two_hundred_pipelined_commands_are_answered_in_order() {
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

/// While the server reads nothing from a rate-limited client, it does not count unread pongs as missing.
#[test]
fn a_rate_limited_client_does_not_time_out() {
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
        wait_until(|| {
            let frame = ann.next().unwrap();
            pings += usize::from(frame["type"] == "ping");
            frame["number"] == number
        });
    }
    assert!(pings >= 3, "{pings}");
}
