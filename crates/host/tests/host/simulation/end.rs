//! The laws that hold at the end of a run, after a while without trouble.

use raum_room::{Bout, Entry, Leaver, MemberId, Phase, Room, Seat};
use raum_wire::narrow::{Audience, Change, Dialect, Spectator};

use super::{
    connection::{ClientId, Connection, Received},
    native::Sent,
    world::World,
};

/// How late a host may act on its own.
const LATE_MILLIS: u64 = 5_000;

impl World {
    /// Checks that hosts and clients agree with the journal, and that nothing is left to do.
    pub(crate) fn check_end(&mut self) {
        let Some(room) = Room::replay(&self.store.entries) else {
            return self.law(false, |_| "the journal has no room".to_owned());
        };
        for node in 0..self.nodes.len() {
            let is_same = self.nodes[node]
                .host
                .as_ref()
                .is_some_and(|host| *host.room() == room);
            self.law(is_same, |_| {
                format!("node {node} has another room than the journal")
            });
            let waits = self.nodes[node].waits;
            self.law(waits == 0, |_| format!("node {node} waits for the store"));
        }
        for number in 0..self.connections.len() {
            let connection = &self.connections[number];
            let is_settled = connection.has_ended || connection.is_settled;
            let is_answered = !is_live(connection)
                || connection.asked == connection.answered && connection.open.is_empty();
            let received = connection.received.clone().filter(|_| connection.is_in);
            self.law(is_settled, |_| {
                format!("session {number} is neither admitted nor denied")
            });
            self.law(is_answered, |_| {
                format!("session {number} waits for an answer")
            });
            if let Some(received) = received {
                self.check_received(&received);
            }
        }
        for number in 0..self.natives.len() {
            self.check_client(number, &room);
        }
        let key = room.thought_key();
        self.law(key.is_none(), |_| {
            format!("a machine has not acted: {key:?}")
        });
        self.check_time(&room);
        self.check_seats(&room);
    }

    fn check_client(&mut self, number: usize, room: &Room) {
        let client = &self.natives[number];
        let is_live = client.session.is_some_and(|connection| {
            is_live(&self.connections[usize::try_from(connection.0).unwrap()])
        });
        let is_same = !is_live || client.room.as_ref() == Some(room);
        let prefix = &self.store.entries[..client.entries.len().min(self.store.entries.len())];
        let folded = Room::replay(prefix);
        let is_folded = client.entries.is_empty() || folded == client.room;
        let answered = |entry: &Entry, sent: &Sent| {
            entry
                .answers
                .is_some_and(|answers| answers.number == sent.number)
        };
        let broken = client.sent.iter().find(|sent| {
            let is_done = self.store.entries.iter().any(|entry| answered(entry, sent));
            let is_lost = sent
                .applied
                .is_some_and(|seq| !self.is_answered_by(sent, seq, number));
            is_lost || is_done && sent.refused == sent.attempts
        });
        let broken = broken.map(|sent| format!("client {number} got a wrong answer: {sent:?}"));
        self.law(is_same, |_| {
            format!("client {number} has not received everything")
        });
        self.law(is_folded, |_| format!("client {number} has another room"));
        self.law(broken.is_none(), |_| broken.unwrap_or_default());
    }

    /// Checks that a narrow session has received every entry once and in order, for as long as it was connected.
    fn check_received(&mut self, received: &Received) {
        let mut frames = received.frames.clone();
        frames.retain(|frame| is_about_entry(frame));
        let [from, to] = received.after;
        let fits = (from..=to).any(|after| {
            let (expected, least) = self.expected(received, after);
            frames.len() >= least && expected.starts_with(&frames)
        });
        self.law(fits, |_| {
            format!("{received:?} has not received everything once")
        });
    }

    /// The frames about all entries after this one, and how many of them the session must have received.
    fn expected(&self, received: &Received, after: u64) -> (Vec<String>, usize) {
        let (known, new) = self.store.entries.split_at(usize::try_from(after).unwrap());
        let Some(mut room) = Room::replay(known) else {
            return (Vec::new(), 0);
        };
        let audience = received
            .member
            .map_or(Audience::Spectator, Audience::Member);
        let spectator = Spectator {
            number: received.session.0,
            name: &received.name,
        };
        let mut frames = match received.member {
            Some(_) => Vec::new(),
            None => received.dialect.welcome(&room, &spectator),
        };
        frames.retain(|frame| is_about_entry(frame));
        let mut least = frames.len();
        for entry in new {
            let seats_before = room.seats().to_vec();
            room.apply(entry);
            let change = Change {
                entry,
                seats_before: &seats_before,
                room: &room,
            };
            let mut change = received.dialect.from_room(&change, audience);
            change.retain(|frame| is_about_entry(frame));
            frames.append(&mut change);
            if entry.seq <= received.until {
                least = frames.len();
            }
        }
        (frames, least)
    }

    /// Checks that flags have fallen, and that no member waits for an absent opponent in a dialect without claims.
    fn check_time(&mut self, room: &Room) {
        let now = self.now;
        let deadline = room.bout().and_then(|bout| bout.clock()?.deadline());
        let is_late = deadline.is_some_and(|deadline| deadline + LATE_MILLIS < now);
        self.law(!is_late, |_| format!("no flag fell at {deadline:?}"));
        let [first, second] = room.seats() else {
            return;
        };
        let waits = |waiting: &Seat, absent: &Seat| {
            let mut connections = self
                .connections
                .iter()
                .filter(|connection| is_live(connection));
            let forfeits = connections.any(|connection| {
                let received = connection.received.as_ref();
                received.is_some_and(|received| {
                    received.member == Some(waiting.member) && received.dialect.abilities().forfeits
                })
            });
            // Where leavers keep their seats, the absent side has to be to move.
            let keeps = matches!(room.rules().leaver, Leaver::KeepsSeat { .. });
            let delays = !keeps || room.bout().map(Bout::turn) == absent.side;
            let stays = delays && forfeits && waiting.left_at.is_none() && absent.machine.is_none();
            stays && (absent.left_at.is_some() || !self.is_present(absent.member))
        };
        let is_awaited =
            room.phase() == Phase::Playing && (waits(first, second) || waits(second, first));
        self.law(!is_awaited, |_| "a member waits forever".to_owned());
    }

    fn is_present(&self, member: MemberId) -> bool {
        self.connections
            .iter()
            .filter(|connection| is_live(connection))
            .any(
                |connection| match (connection.client, &connection.received) {
                    (ClientId::Native(client), _) => self.owns(client, member),
                    (ClientId::Narrow(_), received) => received
                        .as_ref()
                        .is_some_and(|received| received.member == Some(member)),
                },
            )
    }

    /// Checks that no seat belongs to a member who cannot reconnect, even after a crash, unless leavers keep their seats.
    fn check_seats(&mut self, room: &Room) {
        let keeps = matches!(room.rules().leaver, Leaver::KeepsSeat { .. })
            && room.phase() != Phase::Waiting;
        // A member who disconnects during a game of space chess is away and cannot reconnect.
        let is_space = room.kind() == Dialect::Space.kind();
        if keeps || is_space || room.phase() == Phase::Closed {
            return;
        }
        let mut lost = room.seats().iter().filter(|seat| {
            let has_owner = (0..self.natives.len()).any(|client| self.owns(client, seat.member));
            let is_person = seat.machine.is_none();
            is_person && seat.left_at.is_none() && !has_owner && !self.is_present(seat.member)
        });
        let lost = lost.next().cloned();
        self.law(lost.is_none(), |_| {
            format!("a lost member has a seat: {lost:?}")
        });
    }
}

/// Whether a frame is about an entry, and not a refusal or a spectator.
fn is_about_entry(frame: &str) -> bool {
    let others = ["\"error\"", "game_created", "visitor-"];
    !others.iter().any(|word| frame.contains(word))
}

fn is_live(connection: &Connection) -> bool {
    connection.is_in && !connection.has_ended && !connection.is_broken
}
