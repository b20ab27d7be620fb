//! Clients of tic-tac-toe.

use raum_host::Denied;
use raum_wire::{
    narrow::{Dialect, Request},
    tictactoe::{self, ClientEvent, Trouble},
};

use super::Hall;

impl Hall {
    pub(super) fn send_tictactoe(&mut self, client: &str, text: &str) {
        let (name, fields) = text.split_once(' ').unwrap_or((text, "{}"));
        let answer = match tictactoe::from_client(&format!("[\"{name}\",{fields}]")) {
            Ok(ClientEvent::CreateRoom { pass_key }) => self.create_room(client, &pass_key),
            Ok(ClientEvent::JoinRoom { room, pass_key }) => {
                self.join_room(client, &room.to_uppercase(), pass_key.as_deref())
            }
            Ok(ClientEvent::Ask { room, request }) => {
                self.request_in(client, &room.to_uppercase(), request)
            }
            Err(trouble) => Some(trouble.event()),
        };
        if let Some(event) = answer {
            self.put(client, event);
        }
    }

    fn create_room(&mut self, client: &str, pass_key: &str) -> Option<String> {
        let room = self.open_in(Dialect::TicTacToe, Some(pass_key));
        let refused = self.join_room(client, &room, Some(pass_key));
        refused.or_else(|| Some(tictactoe::room_created(&room)))
    }

    fn join_room(&mut self, client: &str, room: &str, key: Option<&str>) -> Option<String> {
        if self.session_of(client, Some(room)).is_some() {
            return Some(Trouble::OwnRoom.event());
        }
        let newcomer = (Dialect::TicTacToe, tictactoe::NAME);
        match self.enter_narrow(client, room, key, newcomer).err()? {
            Denied::NoRoom => Some(Trouble::UnknownRoom.event()),
            Denied::NotServed => Some(Trouble::NotServed.event()),
            Denied::Refused(refusal) => Dialect::TicTacToe.refused(refusal),
            why => panic!("{why:?}"),
        }
    }

    fn request_in(&mut self, client: &str, room: &str, request: Request) -> Option<String> {
        let Some(session) = self.session_of(client, Some(room)) else {
            return Some(Trouble::OtherRoom.event());
        };
        let leaves = request == Request::Leave;
        self.request(session, request);
        if leaves {
            self.disconnect(session);
        }
        None
    }
}
