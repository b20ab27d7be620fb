//! The room itself: the fold of its entries.

mod queries;

use std::collections::VecDeque;

use raum_rules::{AnyGame, Kind, Side};
use serde::Serialize;

use crate::{
    Answers, AnyMove, Bout, Entry, Event, HouseRules, Leaver, Machine, MemberId, Millis, Seq, Start,
};

/// How many answers to each member are remembered, to recognise commands that are sent again.
const ANSWERS_PER_MEMBER_MAX: usize = 64;

/// For how many members answers are remembered.
const ANSWERED_MEMBERS_MAX: usize = 4;

/// Two seats, spectators, and a series of games of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    kind: Kind,
    rules: HouseRules,
    seq: Seq,
    at: Millis,
    seats: Vec<Seat>,
    next_member: MemberId,
    /// The position at which the first game starts, and the moves already played from there.
    opening: (AnyGame, Vec<AnyMove>),
    bout: Option<Bout>,
    /// Whether a seat is free.
    waiting: bool,
    closed: bool,
    /// The commands answered most recently, with the entries that answered them.
    answered: VecDeque<(Answers, Seq)>,
}

/// A taken seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The member.
    pub member: MemberId,
    /// The member's name.
    pub name: String,
    /// The side, once it is assigned.
    pub side: Option<Side>,
    /// When the member left.
    pub left_at: Option<Millis>,
    /// The machine, if the member is one.
    pub machine: Option<Machine>,
}

/// The phase of a room: a seat is free, a game is in progress, the game is over, the room is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[expect(
    missing_docs,
    reason = "with them, each word would be a schema of its own"
)]
pub enum Phase {
    Waiting,
    Playing,
    Over,
    Closed,
}

impl Seat {
    pub(crate) fn new(member: MemberId, name: &str, side: Option<Side>) -> Self {
        Self {
            member,
            name: name.to_owned(),
            side,
            left_at: None,
            machine: None,
        }
    }

    /// The event that the seat was taken.
    pub(crate) fn taken(&self) -> Event {
        Event::SeatTaken {
            member: self.member,
            name: self.name.clone(),
            side: self.side,
            machine: self.machine,
        }
    }
}

impl Room {
    /// The room after its first entry, or after the start of a game. `None` for any other entry.
    pub fn begin(entry: &Entry) -> Option<Self> {
        let (kind, rules, opening) = match &entry.event {
            Event::RoomOpened(opened) => {
                let start = read_start(opened.kind, &opened.start);
                (opened.kind, &opened.rules, (start, opened.moves.clone()))
            }
            Event::GameStarted(Start { kind, rules, .. }) => {
                (*kind, rules, (kind.start(), Vec::new()))
            }
            _ => return None,
        };
        let mut room = Self {
            kind,
            rules: rules.clone(),
            seq: 0,
            at: 0,
            seats: Vec::new(),
            next_member: MemberId(1),
            opening,
            bout: None,
            waiting: true,
            closed: false,
            answered: VecDeque::new(),
        };
        room.apply(entry);
        Some(room)
    }

    /// Replays a journal; `None` if its first entry does not begin a room.
    pub fn replay<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Option<Self> {
        let mut entries = entries.into_iter();
        let mut room = Self::begin(entries.next()?)?;
        for entry in entries {
            room.apply(entry);
        }
        Some(room)
    }

    /// Applies the next entry. Total: an entry that makes no sense only advances the number and the time.
    pub fn apply(&mut self, entry: &Entry) {
        self.fold(&entry.event, entry.at);
        self.seq = entry.seq;
        self.at = entry.at;
        if let Some(answers) = entry.answers {
            self.remember(answers, entry.seq);
        }
    }

    /// Remembers an answer, without evicting the answers to another member.
    fn remember(&mut self, answers: Answers, seq: Seq) {
        let own = |(known, _): &(Answers, Seq)| known.member == answers.member;
        if self.answered.iter().filter(|known| own(known)).count() >= ANSWERS_PER_MEMBER_MAX
            && let Some(oldest) = self.answered.iter().position(own)
        {
            self.answered.remove(oldest);
        }
        self.answered.push_back((answers, seq));
        if self.answered.len() > ANSWERS_PER_MEMBER_MAX * ANSWERED_MEMBERS_MAX {
            self.answered.pop_front();
        }
    }

    fn fold(&mut self, event: &Event, at: Millis) {
        match event {
            Event::SeatTaken {
                member,
                name,
                side,
                machine,
            } => {
                let machine = *machine;
                let seat = Seat {
                    machine,
                    ..Seat::new(*member, name, *side)
                };
                self.take_seat(seat, at);
            }
            Event::LevelChanged { member, level } => self.set_level(*member, *level),
            Event::Renamed { member, name } => {
                for seat in &mut self.seats {
                    if seat.member == *member {
                        seat.name.clone_from(name);
                    }
                }
            }
            Event::GameStarted(start) => self.start(start, at),
            Event::SeatLeft { member } => self.leave_seat(*member, at),
            Event::RoomClosed => {
                self.closed = true;
                self.with_bout(|bout| bout.abandon(at));
            }
            Event::RoomOpened(_) | Event::Said { .. } | Event::DeviceAdded { .. } => {}
            Event::ClockResumed => {
                let from = self.at;
                self.with_bout(|bout| bout.skip_time(from, at));
            }
            Event::MovePlayed { mv } => {
                if let Some(mv) = mv.of_kind(self.kind) {
                    self.with_bout(|bout| bout.play(mv, at));
                }
            }
            Event::DrawOffered { side } => self.with_bout(|bout| bout.offer_draw(*side, at)),
            Event::DrawDeclined { .. } => self.with_bout(|bout| bout.draw_offer = None),
            Event::TakebackAsked { side, ply } => self.with_bout(|bout| {
                bout.takeback = Some(crate::Takeback {
                    side: *side,
                    ply: *ply,
                });
            }),
            Event::TakebackDeclined { .. } => self.with_bout(|bout| bout.takeback = None),
            Event::Undone { ply } => {
                let keeps_line = self.rules.undoes_freely();
                self.with_bout(|bout| {
                    bout.go_to(*ply, at);
                    if !keeps_line {
                        bout.forget_redo();
                    }
                });
            }
            Event::Redone { ply } => self.with_bout(|bout| bout.go_to(*ply, at)),
            Event::GameEnded(ending) => self.with_bout(|bout| bout.end(*ending, at)),
            Event::RematchAsked { member } => {
                self.with_bout(|bout| bout.rematch.push(*member));
            }
        }
    }

    fn with_bout(&mut self, change: impl FnOnce(&mut Bout)) {
        if let Some(bout) = &mut self.bout {
            change(bout);
        }
    }

    fn take_seat(&mut self, taken: Seat, at: Millis) {
        let member = taken.member;
        let mut own = self.seats.iter_mut().filter(|seat| seat.member == member);
        if let Some(seat) = own.next() {
            seat.left_at = None;
            return;
        }
        self.next_member = MemberId(self.next_member.0.max(member.0.saturating_add(1)));
        if self.seats.len() < 2 {
            self.seats.push(taken);
        } else if self.rules.chooses_players() && taken.machine.is_some() {
            let mut seats = self.seats.iter_mut();
            if let Some(seat) = seats.find(|seat| seat.side == taken.side) {
                *seat = taken;
                self.with_bout(|bout| bout.replace_player(at));
            }
        }
    }

    fn set_level(&mut self, member: MemberId, level: u8) {
        let machines = self.seats.iter_mut().filter(|seat| seat.member == member);
        for machine in machines.filter_map(|seat| seat.machine.as_mut()) {
            machine.level = level;
        }
    }

    fn start(&mut self, start: &Start, at: Millis) {
        let game = read_start(start.kind, &start.start);
        self.kind = start.kind;
        self.rules = start.rules.clone();
        self.next_member = start.next_member;
        let seats = Side::BOTH.into_iter().zip(&start.seats);
        self.seats = seats
            .map(|(side, seated)| Seat {
                machine: seated.machine,
                ..Seat::new(seated.member, &seated.name, Some(side))
            })
            .collect();
        let clock = self.rules.clock;
        self.bout = Some(Bout::new(start.number, game, &start.moves, clock, at));
        self.waiting = false;
    }

    fn leave_seat(&mut self, member: MemberId, at: Millis) {
        if !self.is_seated(member) {
            return;
        }
        if self.rules.chooses_players() && self.machine_of(member).is_some() {
            return self.return_seat(member, at);
        }
        let frees = self.waiting || self.rules.leaver == Leaver::FreesSeat {};
        if frees {
            self.seats.retain(|seat| seat.member != member);
            self.waiting = true;
            self.with_bout(|bout| bout.abandon(at));
        }
        for seat in &mut self.seats {
            if seat.member == member {
                seat.left_at = Some(at);
            }
        }
    }

    /// Returns a machine's seat to the person in the other one.
    fn return_seat(&mut self, machine: MemberId, at: Millis) {
        let mut others = self.seats.iter().filter(|seat| seat.member != machine);
        let Some(person) = others.next().cloned() else {
            return;
        };
        for seat in &mut self.seats {
            if seat.member == machine {
                let side = seat.side;
                *seat = Seat {
                    side,
                    ..person.clone()
                };
            }
        }
        self.with_bout(|bout| bout.replace_player(at));
    }
}

/// Reads a position text; falls back to the kind's start position.
fn read_start(kind: Kind, start: &str) -> AnyGame {
    kind.read_position(start).unwrap_or_else(|_| kind.start())
}
