//! Applying durable entries, and sending them to all sessions.

use raum_room::{EncodedEntry, Entry, Event, Phase, Seat};
use raum_wire::{
    narrow::{Audience, Change, Dialect},
    native::Close,
};

use crate::{Effect, Host, SessionId, log::entries_frame};

impl Host {
    /// Applies durable entries and sends them to all sessions.
    pub(crate) fn apply(&mut self, entries: &[EncodedEntry]) {
        if entries.is_empty() {
            return;
        }
        let before = self.room().seq();
        for encoded in entries {
            let entry = encoded.entry();
            let has_narrow = self.sessions.narrow().next().is_some();
            // A move, the most frequent entry, changes no seat.
            let is_move = matches!(entry.event, Event::MovePlayed { .. });
            let seats_before = (has_narrow && !is_move).then(|| self.room().seats().to_vec());
            self.state.apply(entry);
            self.remember(encoded);
            if has_narrow {
                self.broadcast_narrow(entry, seats_before.as_deref());
            }
            self.remove_orphan(entry);
        }
        let room = &self.state.room;
        let away = &mut self.attendance.away_since;
        away.retain(|member, _| room.is_seated(*member));
        let natives = self.sessions.natives();
        if !natives.is_empty() {
            // The log is trimmed below, so it still has all of them.
            let frame = entries_frame(self.log.after(before).unwrap_or_default());
            self.effects.push(Effect::Send { to: natives, frame });
        }
        self.log.trim();
        if self.room().phase() == Phase::Closed {
            for (session, ..) in self.sessions.narrow() {
                self.effects.push(Effect::Close(session, Close::RoomClosed));
            }
        }
    }

    /// Sends an entry to all sessions in narrow dialects, encoded once per dialect and audience. Without seats, it has
    /// changed none.
    fn broadcast_narrow(&mut self, entry: &Entry, seats_before: Option<&[Seat]>) {
        let room = &self.state.room;
        let is_same_for_members = Dialect::is_same_for_members(&entry.event);
        let mut groups: Vec<((Dialect, Audience), Vec<SessionId>)> = Vec::new();
        for (id, dialect, session) in self.sessions.narrow() {
            let audience = match session.audience() {
                Audience::Member(member) if is_same_for_members && room.is_seated(member) => {
                    let first = room.seats().first();
                    Audience::Member(first.map_or(member, |seat| seat.member))
                }
                audience => audience,
            };
            let key = (dialect, audience);
            match groups.iter_mut().find(|(known, _)| *known == key) {
                Some((_, sessions)) => sessions.push(id),
                None => groups.push((key, vec![id])),
            }
        }
        let change = Change {
            entry,
            seats_before: seats_before.unwrap_or_else(|| room.seats()),
            room,
        };
        for ((dialect, audience), to) in groups {
            for frame in dialect.from_room(&change, audience) {
                let to = to.clone();
                self.effects.push(Effect::Send { to, frame });
            }
        }
    }

    pub(crate) fn send(&mut self, session: SessionId, frame: String) {
        let to = vec![session];
        self.effects.push(Effect::Send { to, frame });
    }
}
