//! What a client of space chess says.

use raum_room::{Phase, Room};
use raum_rules::Kind;
use raum_wire::{
    narrow::{Dialect, Request},
    space::{self, Message, Trouble},
};

use super::{Denied, Hall};

impl Hall {
    pub(super) fn say_space(&mut self, client: &str, text: &str) {
        let answer = match space::read(text) {
            Ok(Message::CreateGame) => self.create(client),
            Ok(Message::JoinGame(room)) => self.join(client, &room),
            Ok(Message::Move(mv)) => match self.session(client, None) {
                None => Err(Trouble::NoGame.frame()),
                Some(session) => {
                    self.request(&session, Request::Play(mv));
                    Ok(())
                }
            },
            Err(trouble) => Err(trouble.frame()),
        };
        if let Err(frame) = answer {
            self.put(client, frame);
        }
    }

    fn create(&mut self, client: &str) -> Result<(), String> {
        self.check_free(client)?;
        let rules = Dialect::Space.house_rules();
        let opening = Room::open(Kind::Space, rules, &Kind::Space.start(), []).into();
        let room = self.open_room(opening, None);
        self.sit_down(client, &room)
    }

    fn join(&mut self, client: &str, room: &str) -> Result<(), String> {
        let room = room.to_uppercase();
        if self.session(client, Some(&room)).is_some() {
            return Err(Trouble::OwnGame.frame());
        }
        self.check_free(client)?;
        self.sit_down(client, &room)
    }

    fn check_free(&self, client: &str) -> Result<(), String> {
        let session = self.session(client, None);
        let phase = session.map(|session| self.rooms[&session.room].room.phase());
        match phase {
            Some(Phase::Waiting | Phase::Playing) => Err(Trouble::InGame.frame()),
            Some(Phase::Over | Phase::Closed) | None => Ok(()),
        }
    }

    fn sit_down(&mut self, client: &str, room: &str) -> Result<(), String> {
        let before = self.session(client, None);
        let entered = self.enter(client, (Dialect::Space, space::NAME), room, None);
        entered.map_err(|why| match why {
            Denied::NoRoom => Trouble::UnknownGame.frame(),
            Denied::NotServed => Trouble::NotServed.frame(),
            Denied::Refused(refusal) => space::refused(refusal),
        })?;
        if let Some(before) = before {
            self.go(&before);
        }
        Ok(())
    }
}
