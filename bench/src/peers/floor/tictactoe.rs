//! Tic-tac-toe over Socket.IO: fills boards without judging moves, and counts votes.

use std::collections::HashMap;

use anyhow::Context;

use super::{Answers, Games};

/// The first packet of Engine.IO: no ping comes during a benchmark.
const OPEN: &str = r#"0{"sid":"floor","upgrades":[],"pingInterval":3600000,"pingTimeout":3600000,"maxPayload":10000}"#;

const ROLES: [&str; 2] = ["X", "O"];

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

#[derive(Default)]
pub(super) struct Rooms {
    rooms: Vec<Room>,
    /// The place of each client's room in the list.
    places: HashMap<u64, usize>,
}

struct Room {
    /// X, and O once it has joined.
    players: Vec<u64>,
    board: [Option<usize>; 9],
    /// Who started this game, and who moves next.
    first: usize,
    mover: usize,
    votes: usize,
}

impl Games for Rooms {
    fn greeting(&self) -> Option<&'static str> {
        Some(OPEN)
    }

    fn answer(&mut self, client: u64, text: &str, answers: &mut Answers) -> anyhow::Result<()> {
        if text == "40" {
            answers.send(client, &[r#"40{"sid":"floor"}"#]);
        } else if text.contains(r#""create_room""#) {
            let place = self.rooms.len();
            self.places.insert(client, place);
            self.rooms.push(Room::of(client));
            let created = format!(r#"42["room_created",{{"roomId":"{place}"}}]"#);
            answers.send(client, &[&created]);
        } else if text.contains(r#""join_room""#) {
            let place = number(text, r#""roomId":""#)?;
            self.places.insert(client, place);
            let room = self.rooms.get_mut(place).context("no such room")?;
            room.players.push(client);
            room.start(&[], answers);
        } else {
            let place = self.places.get(&client).context("no room")?;
            answers.store(text);
            if text.contains(r#""make_move""#) {
                let index = number(text, r#""index":"#)?;
                self.rooms[*place].fill(index, answers)?;
            } else {
                self.rooms[*place].vote(answers);
            }
        }
        Ok(())
    }
}

/// The number after these characters.
fn number(text: &str, after: &str) -> anyhow::Result<usize> {
    let (_, rest) = text.split_once(after).context("a field is missing")?;
    let end = rest.find(|letter: char| !letter.is_ascii_digit());
    Ok(rest[..end.unwrap_or(rest.len())].parse()?)
}

impl Room {
    fn of(creator: u64) -> Self {
        Self {
            players: vec![creator],
            board: [None; 9],
            first: 0,
            mover: 0,
            votes: 0,
        }
    }

    /// Sends the start of a game, after other messages.
    fn start(&self, before: &[&str], answers: &mut Answers) {
        let (board, turn) = (self.board_text(), ROLES[self.mover]);
        for (player, role) in self.players.iter().zip(ROLES) {
            let start =
                format!(r#"42["game_start",{{"board":{board},"turn":"{turn}","role":"{role}"}}]"#);
            answers.send(*player, &[before, &[&start]].concat());
        }
    }

    fn fill(&mut self, index: usize, answers: &mut Answers) -> anyhow::Result<()> {
        let mover = self.mover;
        *self.board.get_mut(index).context("no such cell")? = Some(mover);
        self.mover = 1 - mover;
        let is_line = |line: &[usize; 3]| line.iter().all(|cell| self.board[*cell] == Some(mover));
        let winner = if LINES.iter().any(is_line) {
            format!(r#""{}""#, ROLES[mover])
        } else if self.board.iter().all(Option::is_some) {
            r#""draw""#.to_owned()
        } else {
            "null".to_owned()
        };
        let (board, turn) = (self.board_text(), ROLES[self.mover]);
        let update =
            format!(r#"42["board_update",{{"board":{board},"turn":"{turn}","winner":{winner}}}]"#);
        for player in &self.players {
            answers.send(*player, &[&update]);
        }
        Ok(())
    }

    fn vote(&mut self, answers: &mut Answers) {
        self.votes += 1;
        let vote = format!(r#"42["replay_vote",{{"votes":{}}}]"#, self.votes);
        if self.votes < self.players.len() {
            for player in &self.players {
                answers.send(*player, &[&vote]);
            }
            return;
        }
        self.votes = 0;
        self.board = [None; 9];
        self.first = 1 - self.first;
        self.mover = self.first;
        self.start(&[&vote], answers);
    }

    fn board_text(&self) -> String {
        let cells = self.board.map(|cell| match cell {
            Some(0) => r#""X""#,
            Some(_) => r#""O""#,
            None => "null",
        });
        format!("[{}]", cells.join(","))
    }
}
