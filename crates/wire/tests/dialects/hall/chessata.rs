//! What a client of Chessata does.

use raum_room::{Refusal, Room};
use raum_rules::Kind;
use raum_wire::{
    chessata::{self, Trouble},
    narrow::Dialect,
};

use super::{Denied, Hall};

impl Hall {
    /// Lets a client into the room that a code stands for; there is one afterwards, if there was none.
    pub(super) fn enter_chessata(&mut self, client: &str, name: &str, code: &str) {
        let room = self.codes.get(code).map_or(code, String::as_str).to_owned();
        let entered = match self.enter(client, (Dialect::Chessata, name), &room, None) {
            Err(Denied::NoRoom | Denied::Refused(Refusal::RoomClosed)) => {
                let rules = Dialect::Chessata.house_rules();
                let opening = Room::open(Kind::Chess, rules, &Kind::Chess.start(), []).into();
                let room = self.open_room(opening, None);
                self.codes.insert(code.to_owned(), room.clone());
                self.enter(client, (Dialect::Chessata, name), &room, None)
            }
            entered => entered,
        };
        let frame = match entered {
            Ok(()) => return,
            Err(Denied::Refused(refusal)) => chessata::refused(refusal),
            Err(Denied::NoRoom | Denied::NotServed) => Trouble::NotServed.frame(),
        };
        self.put(client, frame);
        self.clients.get_mut(client).unwrap().ended = true;
    }

    pub(super) fn say_chessata(&mut self, client: &str, text: &str) {
        match chessata::read(text) {
            Err(trouble) => self.put(client, trouble.frame()),
            Ok(request) => {
                let session = self.session(client, None).unwrap();
                self.request(&session, request);
            }
        }
    }
}
