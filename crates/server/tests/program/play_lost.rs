//! `raum play` behind a proxy that loses a command, or its answer: the move is played once.

use std::{
    io::{Read, Write},
    net::{Shutdown, TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    thread,
};

use raum_room::Event;
use serde_json::json;

use super::{
    client::Client,
    play::{Bot, engine, journal, next_move, until_event},
    rooms::{open, play},
    serve::Server,
};

/// What the proxy loses, once, and the connection with it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Loss {
    /// What the program sends after it has received this text.
    CommandAfter(&'static str),
    /// What the server sends from this text on.
    Answer(&'static str),
}

/// What the threads of a proxy share.
struct State {
    loss: Loss,
    connections: AtomicUsize,
    /// Whether what the program sends next is lost.
    is_armed: AtomicBool,
    has_lost: AtomicBool,
}

/// Starts a proxy in front of a server. It ends with the tests.
fn proxy(server: &Server, loss: Loss) -> (String, Arc<State>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let state = Arc::new(State {
        loss,
        connections: AtomicUsize::new(0),
        is_armed: AtomicBool::new(false),
        has_lost: AtomicBool::new(false),
    });
    let (shared, upstream) = (state.clone(), server.address.clone());
    thread::spawn(move || {
        for client in listener.incoming().map(Result::unwrap) {
            shared.connections.fetch_add(1, SeqCst);
            let server = TcpStream::connect(&upstream).unwrap();
            let pair = || (client.try_clone().unwrap(), server.try_clone().unwrap());
            let ((client_in, server_out), (client_out, server_in)) = (pair(), pair());
            let (up, down) = (shared.clone(), shared.clone());
            thread::spawn(move || forward(client_in, server_out, |_| up.loses_command()));
            thread::spawn(move || forward(server_in, client_out, |text| down.loses_answer(text)));
        }
    });
    (address, state)
}

/// Copies from one stream to the other until one of them ends, or until what has come so far is to be lost.
fn forward(mut from: TcpStream, mut to: TcpStream, loses: impl Fn(&str) -> bool) {
    let (mut bytes, mut text) = ([0; 4096], String::new());
    loop {
        let length = from.read(&mut bytes).unwrap_or(0);
        text += &String::from_utf8_lossy(&bytes[..length]);
        if length == 0 || loses(&text) || to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
    // Both fail if the other direction was first.
    from.shutdown(Shutdown::Both).ok();
    to.shutdown(Shutdown::Both).ok();
}

impl State {
    fn loses_command(&self) -> bool {
        self.is_armed.load(SeqCst) && !self.has_lost.swap(true, SeqCst)
    }

    fn loses_answer(&self, text: &str) -> bool {
        match self.loss {
            Loss::CommandAfter(found) => {
                self.is_armed.fetch_or(text.contains(found), SeqCst);
                false
            }
            Loss::Answer(found) => text.contains(found) && !self.has_lost.swap(true, SeqCst),
        }
    }
}

#[test]
fn a_lost_command_or_answer_does_not_lose_or_double_a_move() {
    let losses = [
        // The program never receives that its second command, its first move, was applied.
        Loss::Answer(r#""answers":{"member":2,"number":2}"#),
        // The server never receives the answer to Ann's move.
        Loss::CommandAfter(r#""move":"4""#),
    ];
    for loss in losses {
        let server = Server::on_a_free_port();
        let room = open(&server, "tictactoe", &json!({}));
        let (mut ann, _) = Client::seated(&server, &room, "Ann");
        let (address, state) = proxy(&server, loss);
        let bot = Bot::start(&format!("http://{address}/r/{room}"), &engine(100), &[]);
        until_event(&mut ann, "game-started");
        assert_eq!(ann.ask(play("4", 0))["type"], "applied");
        let answer = next_move(&mut ann);
        let free = ["0", "1"].into_iter().find(|cell| *cell != answer).unwrap();
        assert_eq!(ann.ask(play(free, 2))["type"], "applied");
        next_move(&mut ann);
        assert_eq!(ann.ask(json!({"type": "resign"}))["type"], "applied");
        let run = bot.end();
        assert_eq!(run.code, Some(0), "{loss:?}: {run:?}");
        assert!(run.error.ends_with("reconnecting\n"), "{loss:?}: {run:?}");
        assert!(state.has_lost.load(SeqCst), "{loss:?}");
        assert_eq!(state.connections.load(SeqCst), 2, "{loss:?}");

        let entries = journal(&server, &room);
        let own = entries.iter().filter(|entry| {
            let is_move = matches!(entry.event, Event::MovePlayed { .. });
            is_move && entry.answers.is_some_and(|answers| answers.member.0 == 2)
        });
        let numbers: Vec<_> = own
            .filter_map(|entry| Some(entry.answers?.number))
            .collect();
        assert_eq!(numbers, [2, 3], "{loss:?}");
    }
}
