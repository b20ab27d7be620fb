//! Clients of Chessata.

use raum_host::Denied;
use raum_room::Refusal;
use raum_wire::{
    chessata::{self, Trouble},
    narrow::Dialect,
};

use super::Hall;

impl Hall {
    /// Enters the room of a code; opens it if needed.
    pub(super) fn enter_chessata(&mut self, client: &str, name: &str, code: &str) {
        let newcomer = (Dialect::Chessata, name);
        let room = self.codes.get(code).map_or(code, String::as_str).to_owned();
        let entered = match self.enter_narrow(client, &room, None, newcomer) {
            Err(Denied::NoRoom | Denied::Refused(Refusal::RoomClosed)) => {
                let room = self.open_in(Dialect::Chessata, None);
                self.codes.insert(code.to_owned(), room.clone());
                self.enter_narrow(client, &room, None, newcomer)
            }
            entered => entered,
        };
        let frame = match entered {
            Ok(()) => return,
            Err(Denied::Refused(refusal)) => chessata::refused(refusal),
            Err(Denied::NotServed) => Trouble::NotServed.frame(),
            Err(why) => panic!("{why:?}"),
        };
        self.put(client, frame);
        self.clients.get_mut(client).unwrap().closed = true;
    }

    pub(super) fn send_chessata(&mut self, client: &str, text: &str) {
        match chessata::from_client(text) {
            Err(trouble) => self.put(client, trouble.frame()),
            Ok(request) => {
                let session = self.session_of(client, None).unwrap();
                self.request(session, request);
            }
        }
    }
}
