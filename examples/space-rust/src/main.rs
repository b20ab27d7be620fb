//! Space chess in a terminal, in the space dialect (`docs/dialects/space.md`).
//!
//! ```text
//! cargo run -p raum-example-space -- ws://127.0.0.1:8000           # create a game and print its id
//! cargo run -p raum-example-space -- ws://127.0.0.1:8000 GAME      # join it
//! ```
//!
//! A move is two cells, and a letter if a pawn promotes: `Aa2Aa3`, `Dc5Ec5Q`. The dialect sends only moves, so this
//! client uses raum's own rules to show the board and to detect the end of a game.

#![expect(clippy::print_stdout, reason = "a command-line program")]

use std::{
    env,
    error::Error,
    io::{self, BufRead},
};

use raum_rules::{AnyGame, Game, Kind, Record, Side};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, connect, stream::MaybeTlsStream};

type Socket = WebSocket<MaybeTlsStream<std::net::TcpStream>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let server = arguments.next().ok_or("usage: SERVER [GAME]")?;
    let (mut socket, _) = connect(format!("{server}/ws"))?;
    let first = match arguments.next() {
        None => json!({"type": "create_game"}),
        Some(game) => json!({"type": "join_game", "gameId": game}),
    };
    send(&mut socket, &first)?;

    let mut game = loop {
        let frame = receive(&mut socket)?;
        match frame["type"].as_str() {
            Some("game_created") => println!("Game id: {}", text(&frame, "gameId")),
            Some("game_start") => break LocalGame::start(&frame)?,
            _ => return Err(text(&frame, "message").into()),
        }
    };
    println!("You play {}.", Kind::Space.side_name(game.mine));
    let mut lines = io::stdin().lock().lines();
    while game.record.outcome().is_none() {
        if game.record.game().turn() == game.mine {
            let Some(line) = lines.next() else { break };
            match game.frame_of(line?.trim()) {
                Ok(frame) => send(&mut socket, &frame)?,
                Err(error) => {
                    println!("{error}");
                    continue;
                }
            }
        }
        let frame = receive(&mut socket)?;
        match frame["type"].as_str() {
            Some("move_made") => game.play(&frame)?,
            // Errors, and every ending that the board does not show.
            _ => println!("{}", text(&frame, "message")),
        }
        if frame["code"] == "game_over" {
            break;
        }
    }
    if let Some(outcome) = game.record.outcome() {
        println!("Game over: {outcome:?}");
    }
    Ok(())
}

/// The game so far, and this client's side.
struct LocalGame {
    record: Record<AnyGame>,
    mine: Side,
}

impl LocalGame {
    fn start(frame: &Value) -> Result<Self, Box<dyn Error>> {
        let start = match frame["initialPosition"].as_str() {
            Some(position) => Kind::Space.read_position(position)?,
            None => Kind::Space.start(),
        };
        let mine = match frame["color"].as_str() {
            Some("white") => Side::First,
            _ => Side::Second,
        };
        let record = Record::new(start);
        Ok(Self { record, mine })
    }

    /// Turns a typed line into a `move` frame, if the move is legal.
    fn frame_of(&self, line: &str) -> Result<Value, Box<dyn Error>> {
        let mv = Kind::Space.read_move(line)?;
        if !self.record.game().legal().contains(&mv) {
            return Err("That move is not legal.".into());
        }
        let (from, rest) = line.split_at(3);
        let (to, promotion) = rest.split_at(3);
        let mut frame = json!({"type": "move", "from": from, "to": to});
        if !promotion.is_empty() {
            frame["promotion"] = promotion.into();
        }
        Ok(frame)
    }

    /// Plays a `move_made` of the server, and prints the new position.
    fn play(&mut self, frame: &Value) -> Result<(), Box<dyn Error>> {
        let promotion = frame["promotion"].as_str().unwrap_or_default();
        let made = format!("{}{}{promotion}", text(frame, "from"), text(frame, "to"));
        self.record.play(Kind::Space.read_move(&made)?)?;
        println!("{}: {made}", text(frame, "by"));
        println!("{}", self.record.game());
        Ok(())
    }
}

fn send(socket: &mut Socket, frame: &Value) -> Result<(), tungstenite::Error> {
    socket.send(Message::text(frame.to_string()))
}

/// Receives the next text frame. The library answers pings.
fn receive(socket: &mut Socket) -> Result<Value, Box<dyn Error>> {
    loop {
        if let Message::Text(frame) = socket.read()? {
            return Ok(serde_json::from_str(&frame)?);
        }
    }
}

fn text<'a>(frame: &'a Value, field: &str) -> &'a str {
    frame[field].as_str().unwrap_or_default()
}
