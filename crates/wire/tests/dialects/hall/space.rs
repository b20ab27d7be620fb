//! Clients of space chess.

use raum_host::Denied;
use raum_room::Phase;
use raum_wire::{
    narrow::{Dialect, Request},
    space::{self, Message, Trouble},
};

use super::Hall;

impl Hall {
    pub(super) fn send_space(&mut self, client: &str, text: &str) {
        let answer = match space::from_client(text) {
            Ok(Message::CreateGame) => self.create(client),
            Ok(Message::JoinGame(room)) => self.join(client, &room.to_uppercase()),
            Ok(Message::Move(mv)) => match self.session_of(client, None) {
                None => Err(Trouble::NoGame.frame()),
                Some(session) => {
                    self.request(session, Request::Play(mv));
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
        let room = self.open_in(Dialect::Space, None);
        self.take_seat(client, &room)
    }

    fn join(&mut self, client: &str, room: &str) -> Result<(), String> {
        if self.session_of(client, Some(room)).is_some() {
            return Err(Trouble::OwnGame.frame());
        }
        self.check_free(client)?;
        self.take_seat(client, room)
    }

    fn check_free(&self, client: &str) -> Result<(), String> {
        let own = self.session_of(client, None).map(|id| &self.sessions[&id]);
        match own.map(|own| self.rooms[&own.room].room().phase()) {
            Some(Phase::Waiting | Phase::Playing) => Err(Trouble::InGame.frame()),
            Some(Phase::Over | Phase::Closed) | None => Ok(()),
        }
    }

    fn take_seat(&mut self, client: &str, room: &str) -> Result<(), String> {
        let before = self.session_of(client, None);
        let entered = self.enter_narrow(client, room, None, (Dialect::Space, space::NAME));
        entered.map_err(|why| match why {
            Denied::NoRoom => Trouble::UnknownGame.frame(),
            Denied::NotServed => Trouble::NotServed.frame(),
            Denied::Refused(refusal) => space::refused(refusal),
            why => panic!("{why:?}"),
        })?;
        if let Some(before) = before {
            self.disconnect(before);
        }
        Ok(())
    }
}
