//! What a client of tic-tac-toe says.

use raum_room::Room;
use raum_rules::Kind;
use raum_wire::{
    narrow::{Dialect, Request},
    tictactoe::{self, ClientEvent, Trouble},
};

use super::{Denied, Hall};

impl Hall {
    pub(super) fn say_tictactoe(&mut self, client: &str, text: &str) {
        let (name, fields) = text.split_once(' ').unwrap_or((text, "{}"));
        let answer = match tictactoe::read(&format!("[\"{name}\",{fields}]")) {
            Ok(ClientEvent::CreateRoom { pass_key }) => self.create_room(client, &pass_key),
            Ok(ClientEvent::JoinRoom { room, pass_key }) => {
                self.join_room(client, &room.to_uppercase(), pass_key.as_deref())
            }
            Ok(ClientEvent::Ask { room, request }) => {
                self.ask(client, &room.to_uppercase(), request)
            }
            Err(trouble) => Some(trouble.event()),
        };
        if let Some(event) = answer {
            self.put(client, event);
        }
    }

    fn create_room(&mut self, client: &str, pass_key: &str) -> Option<String> {
        let kind = Kind::TicTacToe;
        let rules = Dialect::TicTacToe.house_rules();
        let opening = Room::open(kind, rules, &kind.start(), []).into();
        let room = self.open_room(opening, Some(pass_key.to_owned()));
        let refused = self.join_room(client, &room, Some(pass_key));
        refused.or_else(|| Some(tictactoe::room_created(&room)))
    }

    fn join_room(&mut self, client: &str, room: &str, key: Option<&str>) -> Option<String> {
        if self.session(client, Some(room)).is_some() {
            return Some(Trouble::OwnRoom.event());
        }
        let newcomer = (Dialect::TicTacToe, tictactoe::NAME);
        match self.enter(client, newcomer, room, key).err()? {
            Denied::NoRoom => Some(Trouble::UnknownRoom.event()),
            Denied::NotServed => Some(Trouble::NotServed.event()),
            Denied::Refused(refusal) => Dialect::TicTacToe.refused(refusal),
        }
    }

    fn ask(&mut self, client: &str, room: &str, request: Request) -> Option<String> {
        let Some(session) = self.session(client, Some(room)) else {
            return Some(Trouble::OtherRoom.event());
        };
        let leaves = request == Request::Leave;
        self.request(&session, request);
        if leaves {
            self.go(&session);
        }
        None
    }
}
