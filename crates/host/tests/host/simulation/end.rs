//! The laws that hold at the end of every run, when nothing has gone wrong for a while.

use raum_room::{Entry, Leaver, MemberId, Phase, Room, Seat};
use raum_wire::narrow::{Audience, Dialect, News, Visitor};

use super::{
    line::{Line, Told, Who},
    native::Sent,
    world::World,
};

/// How late a host may be by itself.
const LATE_MILLIS: u64 = 5_000;

impl World {
    /// After a while without trouble, everyone knows everything, and nothing is left to be done.
    pub(crate) fn check_end(&mut self) {
        let Some(room) = Room::replay(&self.store.entries) else {
            return self.law(false, |_| "the journal begins no room".to_owned());
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
        for number in 0..self.lines.len() {
            let line = &self.lines[number];
            let is_met = line.is_over || line.is_met;
            let is_answered = !is_live(line) || line.asked == line.answered && line.open.is_empty();
            let told = line.told.clone().filter(|_| line.is_in);
            self.law(is_met, |_| {
                format!("session {number} is neither let in nor denied")
            });
            self.law(is_answered, |_| {
                format!("session {number} waits for an answer")
            });
            if let Some(told) = told {
                self.check_told(&told);
            }
        }
        for number in 0..self.natives.len() {
            self.check_client(number, &room);
        }
        self.check_time(&room);
        self.check_seats(&room);
    }

    fn check_client(&mut self, number: usize, room: &Room) {
        let client = &self.natives[number];
        let is_live = client
            .line
            .is_some_and(|line| is_live(&self.lines[usize::try_from(line.0).unwrap()]));
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
                .is_some_and(|seq| !self.is_kept(sent, seq, number));
            is_lost || is_done && sent.refused == sent.attempts
        });
        let broken = broken.map(|sent| format!("client {number} was told otherwise: {sent:?}"));
        self.law(is_same, |_| {
            format!("client {number} has not had everything")
        });
        self.law(is_folded, |_| {
            format!("client {number} has folded to another room")
        });
        self.law(broken.is_none(), |_| broken.unwrap_or_default());
    }

    /// A session in a narrow dialect was told of each entry, once and in order, from its coming to its going.
    fn check_told(&mut self, told: &Told) {
        let mut frames = told.frames.clone();
        frames.retain(|frame| tells_of_entry(frame));
        let [from, to] = told.after;
        let fits = (from..=to).any(|after| {
            let (expected, least) = self.expected(told, after);
            frames.len() >= least && expected.starts_with(&frames)
        });
        self.law(fits, |_| format!("{told:?} was not told everything once"));
    }

    /// The frames for a session that hears everything after an entry, and how many it must have had.
    fn expected(&self, told: &Told, after: u64) -> (Vec<String>, usize) {
        let (known, new) = self.store.entries.split_at(usize::try_from(after).unwrap());
        let Some(mut room) = Room::replay(known) else {
            return (Vec::new(), 0);
        };
        let audience = told.member.map_or(Audience::Spectator, Audience::Member);
        let visitor = Visitor {
            number: told.session.0,
            name: &told.name,
        };
        let mut frames = match told.member {
            Some(_) => Vec::new(),
            None => told.dialect.greet(&room, &visitor),
        };
        frames.retain(|frame| tells_of_entry(frame));
        let mut least = frames.len();
        for entry in new {
            let seats_before = room.seats().to_vec();
            room.apply(entry);
            let news = News {
                entry,
                seats_before: &seats_before,
                room: &room,
            };
            let mut news = told.dialect.tell(&news, audience);
            news.retain(|frame| tells_of_entry(frame));
            frames.append(&mut news);
            if entry.seq <= told.until {
                least = frames.len();
            }
        }
        (frames, least)
    }

    /// A flag has fallen if its time has come, and a member who waits in a dialect without a word for it has the game.
    fn check_time(&mut self, room: &Room) {
        let now = self.now;
        let deadline = room.bout().and_then(|bout| bout.clock()?.deadline());
        let is_late = deadline.is_some_and(|deadline| deadline + LATE_MILLIS < now);
        self.law(!is_late, |_| format!("no flag fell at {deadline:?}"));
        let [first, second] = room.seats() else {
            return;
        };
        let waits = |waiting: &Seat, absent: &Seat| {
            let mut lines = self.lines.iter().filter(|line| is_live(line));
            let forfeits = lines.any(|line| {
                let told = line.told.as_ref();
                told.is_some_and(|told| {
                    told.member == Some(waiting.member) && told.dialect.forfeits()
                })
            });
            let stays = forfeits && waiting.left_at.is_none();
            stays && (absent.left_at.is_some() || !self.is_present(absent.member))
        };
        let is_awaited =
            room.phase() == Phase::Playing && (waits(first, second) || waits(second, first));
        self.law(!is_awaited, |_| "a member waits for ever".to_owned());
    }

    fn is_present(&self, member: MemberId) -> bool {
        self.lines
            .iter()
            .filter(|line| is_live(line))
            .any(|line| match (line.who, &line.told) {
                (Who::Native(client), _) => self.owns(client, member),
                (Who::Narrow(_), told) => told
                    .as_ref()
                    .is_some_and(|told| told.member == Some(member)),
            })
    }

    /// Without a crash nobody holds a seat who cannot come back, unless seats are kept.
    fn check_seats(&mut self, room: &Room) {
        let keeps = matches!(room.rules().leaver, Leaver::KeepsSeat { .. })
            && room.phase() != Phase::Waiting;
        // A member of space chess who goes in a game is away, and cannot come back.
        let is_space = room.kind() == Dialect::Space.kind();
        if self.has_crashed || keeps || is_space || room.phase() == Phase::Closed {
            return;
        }
        let mut ghosts = room.seats().iter().filter(|seat| {
            let has_owner = (0..self.natives.len()).any(|client| self.owns(client, seat.member));
            seat.left_at.is_none() && !has_owner && !self.is_present(seat.member)
        });
        let ghost = ghosts.next().cloned();
        self.law(ghost.is_none(), |_| {
            format!("nobody can give up the seat of {ghost:?}")
        });
    }
}

/// Whether a frame tells of an entry, and neither of a refusal nor of a visitor.
fn tells_of_entry(frame: &str) -> bool {
    let others = ["\"error\"", "game_created", "visitor-"];
    !others.iter().any(|word| frame.contains(word))
}

fn is_live(line: &Line) -> bool {
    line.is_in && !line.is_over && !line.is_cut
}
