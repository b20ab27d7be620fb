//! A replica updates its view step by step. These laws compare it with a view that is computed from the journal alone.

use proptest::{collection::vec, prelude::*};
use raum_room::{
    Answers, AnyMove, By, ClockRule, Context, Event, HouseRules, Leaver, Refusal, Rematch, Room,
};
use raum_rules::{Game, Kind};
use raum_wire::native::Away;

use super::*;
use crate::position::made;

const HERE: f64 = 1_000_000.0;
const NOW: Millis = millis(HERE);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn views_equal_views_computed_from_the_journal(
        kind in 0..Kind::ALL.len(),
        rules in 0..HOUSES,
        steps in vec((0..40_u8, any::<u8>()), 1..120),
    ) {
        let kind = Kind::ALL[kind];
        let mut world = World::new(kind, house_rules(kind, rules));
        for (what, chance) in steps {
            world.step(what, usize::from(chance));
        }
    }

    #[test]
    fn frames_without_news_leave_the_view_unchanged(
        steps in vec((0..40_u8, any::<u8>()), 1..60),
    ) {
        let mut world = World::new(Kind::TicTacToe, house_rules(Kind::TicTacToe, 0));
        for (what, chance) in steps {
            world.step(what, usize::from(chance));
            let presence = world.replica.presence.clone();
            world.replica.process(ServerFrame::Presence(presence), NOW).unwrap();
            world.replica.process(ping(NOW + 200), NOW).unwrap();
            let applied = ServerFrame::Applied {
                number: world.replica.number,
                seq: world.replica.seq(),
                member: world.replica.member,
            };
            world.replica.process(applied, NOW).unwrap();
            prop_assert!(!world.replica.has_changed());
        }
    }
}

#[test]
fn a_changed_clock_changes_the_view() {
    let mut world = World::new(Kind::Chess, house_rules(Kind::Chess, 0));
    let ping = ping(NOW + CLOCK_SET_MILLIS);
    world.replica.process(ping, NOW).unwrap();
    assert!(world.replica.has_changed());
}

#[test]
fn taking_a_seat_changes_the_view() {
    let mut world = World::new(Kind::Chess, house_rules(Kind::Chess, 0));
    let applied = ServerFrame::Applied {
        number: 1,
        seq: 1,
        member: Some(MemberId(1)),
    };
    world.replica.process(applied, NOW).unwrap();
    assert!(world.replica.has_changed());
}

const HOUSES: usize = 4;

/// Rooms with takebacks or undo, with and without a clock, with and without seats that leaving frees.
fn house_rules(kind: Kind, which: usize) -> HouseRules {
    let clock = ClockRule {
        initial_millis: NOW,
        increment_millis: 1000,
    };
    let native = HouseRules::native(kind);
    match which {
        0 => HouseRules {
            clock: Some(clock),
            ..native
        },
        1 => HouseRules {
            leaver: Leaver::FreesSeat {},
            rematch: Rematch::SwapStarter,
            ..native
        },
        2 => HouseRules {
            clock: Some(clock),
            ..HouseRules::solo(kind)
        },
        _ => HouseRules::solo(kind),
    }
}

/// A room, a server for it, and the replica of one client.
struct World {
    journal: Vec<Entry>,
    room: Room,
    replica: Replica,
    member: Option<MemberId>,
    /// The view after the last frame; empty before the first entry.
    view: String,
}

impl World {
    fn new(kind: Kind, rules: HouseRules) -> Self {
        let moves = kind.start().legal().into_iter().take(1);
        let opening = Room::open(kind, rules, &kind.start(), moves);
        let first = entry(1, Event::RoomOpened(opening), None);
        let mut world = Self {
            room: Room::begin(&first).unwrap(),
            journal: vec![first],
            replica: Replica::new(None, None, None),
            member: None,
            view: String::new(),
        };
        world.connect();
        world
    }

    fn step(&mut self, what: u8, chance: usize) {
        match what {
            0 => self.receive(ping(NOW + chance as u64 % CLOCK_SET_MILLIS)),
            1 => self.receive(presence(chance)),
            2 => self.connect(),
            3 => {
                self.replica = Replica::new(None, None, None);
                self.connect();
            }
            // A command that is issued between two connections is sent over the second.
            4 => {
                self.replica.hello();
                self.ask(chance, chance);
                self.connect();
            }
            5..20 => self.ask(what.into(), chance),
            _ => {
                let by = [By::Guest, By::Member(MemberId(1)), By::Member(MemberId(2))];
                let command = self.command(what.into(), chance);
                self.decide(by[chance % by.len()], &command, None).ok();
                self.send_entries();
            }
        }
    }

    /// One of the commands, most of them moves.
    fn command(&self, which: usize, chance: usize) -> Command {
        let game = self.room.bout().map(|bout| bout.record().game().clone());
        let ply = self.room.bout().map_or(0, raum_room::Bout::ply);
        let name = || "Ann".to_owned();
        match which % 20 {
            0 | 1 => Command::TakeSeat {
                name: name(),
                side: None,
            },
            2 => Command::AskRematch,
            3 => Command::AskTakeback,
            4 => Command::AcceptTakeback,
            5 => Command::Undo {
                ply: ply.saturating_sub(chance % 4),
            },
            6 => Command::Redo {
                ply: ply + chance % 4,
            },
            7 => Command::Say {
                name: Some(name()),
                text: name(),
            },
            8 => Command::Rename {
                name: "Ben".to_owned(),
            },
            9 => match chance % 8 {
                0 => Command::Leave,
                1 => Command::Resign,
                2 => Command::OfferDraw,
                3 => Command::AcceptDraw,
                4 => Command::DeclineTakeback,
                5 => Command::ClaimDraw,
                6 => Command::Abort,
                _ => Command::Watch { name: Some(name()) },
            },
            _ => {
                let legal = game.map(|game| game.legal()).unwrap_or_default();
                let mv = legal.get(chance % legal.len().max(1));
                let kind = self.room.kind();
                let mv = mv.map_or_else(|| String::new().into(), |mv| AnyMove::Known(kind, *mv));
                Command::Play { mv, ply }
            }
        }
    }

    fn ask(&mut self, which: usize, chance: usize) {
        let command = self.command(which, chance);
        let asked = self.replica.ask(&json(&command)).unwrap();
        self.check_view();
        self.respond(asked);
    }

    /// Responds to the frames of the replica as a server does.
    fn respond(&mut self, frames: Vec<String>) {
        for frame in frames {
            let ClientFrame::Command { number, command } = serde_json::from_str(&frame).unwrap()
            else {
                continue;
            };
            let by = self.member.map_or(By::Guest, By::Member);
            match self.decide(by, &command, Some(number)) {
                Ok(()) => {
                    self.member = self.member.or(self.newcomer(&command));
                    self.send_entries();
                    self.receive(ServerFrame::Applied {
                        number,
                        seq: self.room.seq(),
                        member: self.member,
                    });
                }
                Err(refusal) => self.receive(ServerFrame::Refused {
                    number,
                    code: refusal.code().to_owned(),
                    message: refusal.to_string(),
                }),
            }
        }
    }

    /// The member that a guest has become by this command.
    fn newcomer(&self, command: &Command) -> Option<MemberId> {
        let is_seat = matches!(command, Command::TakeSeat { .. });
        let taken = self
            .journal
            .iter()
            .rev()
            .find_map(|entry| match entry.event {
                Event::SeatTaken { member, .. } => Some(member),
                _ => None,
            });
        taken.filter(|_| is_seat)
    }

    fn decide(&mut self, by: By, command: &Command, number: Option<u64>) -> Result<(), Refusal> {
        let context = Context {
            now: NOW,
            chance: 0,
            key_shown: false,
            away_since: [None; 2],
            can_go_back: true,
        };
        for event in self.room.decide(by, command, &context)? {
            let answers = self.member.zip(number);
            let answers = answers.map(|(member, number)| Answers { member, number });
            let entry = entry(self.room.seq() + 1, event, answers);
            self.room.apply(&entry);
            self.journal.push(entry);
        }
        Ok(())
    }

    fn connect(&mut self) {
        self.replica.hello();
        self.receive(ServerFrame::Welcome {
            version: native::VERSION,
            room: "ROOM".to_owned(),
            member: self.member,
            token: None,
            last: self.room.seq(),
            mark: None,
            now: NOW,
        });
        self.send_entries();
    }

    /// Sends the entries that the replica lacks.
    fn send_entries(&mut self) {
        let known = self.replica.entries.len();
        if known < self.journal.len() {
            let entries = self.journal[known..].to_vec();
            self.receive(ServerFrame::Entries {
                entries,
                mark: None,
            });
        }
    }

    fn receive(&mut self, frame: ServerFrame) {
        let answers = self.replica.process(frame, NOW).unwrap();
        self.check_view();
        self.respond(answers);
    }

    /// The laws: `has_changed` misses no change, and the view equals the one computed from the journal.
    fn check_view(&mut self) {
        let has_changed = self.replica.has_changed();
        let Some(view) = self.replica.view(HERE) else {
            return;
        };
        assert!(
            has_changed || view == self.view,
            "has_changed missed a change"
        );
        assert_eq!(view, self.view_from_journal());
        self.view = view;
    }

    fn view_from_journal(&self) -> String {
        let received = &self.journal[..self.replica.entries.len()];
        let mut table = Table::begin(&received[0]).unwrap();
        table.room = Room::replay(received).unwrap();
        let said = |entry: &&Entry| matches!(entry.event, Event::Said { .. });
        table.said = received.iter().filter(said).cloned().collect();
        let record = table.record();
        table.made = made(record.start().clone(), record.moves());
        self.replica.view_of(&table, NOW)
    }
}

fn entry(seq: Seq, event: Event, answers: Option<Answers>) -> Entry {
    Entry {
        seq,
        at: NOW,
        format: None,
        answers,
        event,
        private: None,
    }
}

fn ping(now: Millis) -> ServerFrame {
    ServerFrame::Ping {
        id: 1,
        now,
        lag_millis: None,
    }
}

fn presence(chance: usize) -> ServerFrame {
    let away = Away {
        member: MemberId(2),
        since: 0,
    };
    ServerFrame::Presence(Presence {
        away: [away].into_iter().take(chance % 2).collect(),
        spectators: chance % 3,
        watchers: Vec::new(),
    })
}
