//! Space chess in a terminal, by the dialect of space chess (`docs/dialects/space.md`).
//!
//! ```text
//! cargo run -p raum-example-space -- ws://127.0.0.1:8000           # create a game, and tell its id
//! cargo run -p raum-example-space -- ws://127.0.0.1:8000 GAME      # join it
//! ```
//!
//! A move is a line of two cells, and a letter where a pawn is promoted: `Aa2Aa3`, `Dc5Ec5Q`. The dialect tells moves and
//! nothing else, so the rules come from raum's own crate: they show the board, and that a game is over.

#![expect(clippy::print_stdout, reason = "a program of the command line")]

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
    say(&mut socket, &first)?;

    let mut table = loop {
        let frame = hear(&mut socket)?;
        match frame["type"].as_str() {
            Some("game_created") => println!("The game is {}.", text(&frame, "gameId")),
            Some("game_start") => break Table::start(&frame)?,
            _ => return Err(text(&frame, "message").into()),
        }
    };
    println!("You play {}.", Kind::Space.side_name(table.mine));
    let mut typed = io::stdin().lock().lines();
    while table.goes_on() {
        if table.record.game().turn() == table.mine {
            let Some(line) = typed.next() else { break };
            match table.frame_of(line?.trim()) {
                Ok(frame) => say(&mut socket, &frame)?,
                Err(error) => {
                    println!("{error}");
                    continue;
                }
            }
        }
        let frame = hear(&mut socket)?;
        match frame["type"].as_str() {
            Some("move_made") => table.play(&frame)?,
            // Whatever is not done, and every end that is not on the board.
            _ => println!("{}", text(&frame, "message")),
        }
        if frame["code"] == "game_over" {
            break;
        }
    }
    Ok(())
}

/// The game as it stands, and the side that is played here.
struct Table {
    record: Record<AnyGame>,
    mine: Side,
}

impl Table {
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

    /// The frame of a typed move, if it can be made.
    fn frame_of(&self, line: &str) -> Result<Value, Box<dyn Error>> {
        let mv = Kind::Space.read_move(line)?;
        if !self.record.game().legal().contains(&mv) {
            return Err("That move cannot be made.".into());
        }
        let (from, rest) = line.split_at(3);
        let (to, promotion) = rest.split_at(3);
        let mut frame = json!({"type": "move", "from": from, "to": to});
        if !promotion.is_empty() {
            frame["promotion"] = promotion.into();
        }
        Ok(frame)
    }

    /// Makes a move that the server tells, and shows where it leads.
    fn play(&mut self, frame: &Value) -> Result<(), Box<dyn Error>> {
        let promotion = frame["promotion"].as_str().unwrap_or_default();
        let made = format!("{}{}{promotion}", text(frame, "from"), text(frame, "to"));
        self.record.play(Kind::Space.read_move(&made)?)?;
        println!("{}: {made}", text(frame, "by"));
        println!("{}", self.record.game());
        Ok(())
    }

    fn goes_on(&self) -> bool {
        match self.record.outcome() {
            None => true,
            Some(outcome) => {
                println!("The end: {outcome:?}");
                false
            }
        }
    }
}

fn say(socket: &mut Socket, frame: &Value) -> Result<(), tungstenite::Error> {
    socket.send(Message::text(frame.to_string()))
}

/// The next frame; the socket answers pings by itself.
fn hear(socket: &mut Socket) -> Result<Value, Box<dyn Error>> {
    loop {
        if let Message::Text(frame) = socket.read()? {
            return Ok(serde_json::from_str(&frame)?);
        }
    }
}

fn text<'a>(frame: &'a Value, field: &str) -> &'a str {
    frame[field].as_str().unwrap_or_default()
}
