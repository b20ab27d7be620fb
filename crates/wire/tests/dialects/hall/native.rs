//! What a client of the native dialect says.

use raum_room::{Answers, By, Entry, Written};
use raum_wire::native::{self, ClientFrame, ServerFrame};

use super::{Hall, newcomer};

impl Hall {
    pub(super) fn greet_native(&mut self, client: &str, room: &str, key: Option<&str>) {
        let number = self.add_session(client, room, None, None, "");
        let key_shown = key.is_some() && key == self.rooms[room].pass_key.as_deref();
        let mut sessions = self.sessions.iter_mut();
        if let Some(own) = sessions.find(|own| own.number == number) {
            own.key_shown = key_shown;
        }
        let entries = entries(&self.rooms[room].entries);
        self.put(client, entries);
    }

    pub(super) fn say_native(&mut self, client: &str, text: &str) {
        let ClientFrame::Command { number, command } = native::read(text).unwrap() else {
            panic!("not a command: {text}");
        };
        let session = self.session(client, None).unwrap();
        let room = &self.rooms[&session.room].room;
        let member = session.member.filter(|member| room.is_seated(*member));
        let by = member.map_or(By::Guest, By::Member);
        let answer = match room.decide(
            by,
            &command,
            &self.context(&session.room, session.key_shown),
        ) {
            Err(refusal) => native::refused(number, refusal),
            Ok(events) => {
                let member = member.or_else(|| newcomer(&events));
                let seq = room.seq() + u64::from(!events.is_empty());
                let answers = member.map(|member| Answers { member, number });
                self.append(&session.room, answers, events);
                let mut sessions = self.sessions.iter_mut();
                if let Some(own) = sessions.find(|own| own.number == session.number) {
                    own.member = member;
                }
                ServerFrame::Applied {
                    number,
                    seq,
                    member,
                }
            }
        };
        self.put(client, native::write(&answer));
    }
}

pub(super) fn entries(entries: &[Entry]) -> String {
    let entries: Vec<_> = entries
        .iter()
        .cloned()
        .map(|entry| Written::new(entry).public().clone())
        .collect();
    native::entries_frame(&entries, "000000000000")
}
