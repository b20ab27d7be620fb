//! The room itself: the fold of its entries.

use std::collections::VecDeque;

use raum_rules::{AnyGame, Kind, Side};
use serde::Serialize;

use crate::{
    Answers, AnyMove, Bout, Entry, Event, HouseRules, Leaver, MemberId, Millis, Seq, Start,
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
            Event::SeatTaken { member, name, side } => self.take_seat(*member, name, *side),
            Event::Renamed { member, name } => {
                for seat in &mut self.seats {
                    if seat.member == *member {
                        seat.name.clone_from(name);
                    }
                }
            }
            Event::GameStarted(start) => self.start(start),
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
            Event::DrawOffered { side } => self.with_bout(|bout| {
                bout.draw_offer = Some(*side);
                bout.last_offer[side.index()] = Some(bout.ply());
            }),
            Event::DrawDeclined { .. } => self.with_bout(|bout| bout.draw_offer = None),
            Event::TakebackAsked { side, ply } => self.with_bout(|bout| {
                bout.takeback = Some(crate::Takeback {
                    side: *side,
                    ply: *ply,
                });
            }),
            Event::TakebackDeclined { .. } => self.with_bout(|bout| bout.takeback = None),
            Event::Undone { ply } => {
                let keeps_line = self.rules.solo;
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

    fn take_seat(&mut self, member: MemberId, name: &str, side: Option<Side>) {
        let mut own = self.seats.iter_mut().filter(|seat| seat.member == member);
        if let Some(seat) = own.next() {
            seat.left_at = None;
            return;
        }
        self.next_member = MemberId(self.next_member.0.max(member.0.saturating_add(1)));
        if self.seats.len() < 2 {
            self.seats.push(Seat::new(member, name, side));
        }
    }

    fn start(&mut self, start: &Start) {
        let game = read_start(start.kind, &start.start);
        self.kind = start.kind;
        self.rules = start.rules.clone();
        self.next_member = start.next_member;
        let seats = Side::BOTH.into_iter().zip(&start.seats);
        self.seats = seats
            .map(|(side, seated)| Seat::new(seated.member, &seated.name, Some(side)))
            .collect();
        let clock = self.rules.clock;
        self.bout = Some(Bout::new(start.number, game, &start.moves, clock));
        self.waiting = false;
    }

    fn leave_seat(&mut self, member: MemberId, at: Millis) {
        if !self.is_seated(member) {
            return;
        }
        let frees = self.waiting || self.rules.leaver == Leaver::FreesSeat;
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
}

/// Queries.
impl Room {
    /// The kind of game.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The room's policy.
    pub fn rules(&self) -> &HouseRules {
        &self.rules
    }

    /// The number of the last entry.
    pub fn seq(&self) -> Seq {
        self.seq
    }

    /// The time of the last entry.
    pub fn at(&self) -> Millis {
        self.at
    }

    /// The taken seats.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The id of the next new member.
    pub fn next_member(&self) -> MemberId {
        self.next_member
    }

    /// The current game, or the last one.
    pub fn bout(&self) -> Option<&Bout> {
        self.bout.as_ref()
    }

    /// The position at which the first game starts, and the moves already played from there.
    pub(crate) fn opening(&self) -> &(AnyGame, Vec<AnyMove>) {
        &self.opening
    }

    /// The phase that the room is in.
    pub fn phase(&self) -> Phase {
        match &self.bout {
            _ if self.closed => Phase::Closed,
            Some(bout) if !self.waiting => match bout.ending() {
                None => Phase::Playing,
                Some(_) => Phase::Over,
            },
            _ => Phase::Waiting,
        }
    }

    /// The seat of a side.
    pub fn seat_of(&self, side: Side) -> Option<&Seat> {
        self.seats.iter().find(|seat| seat.side == Some(side))
    }

    /// Whether a member has a seat.
    pub fn is_seated(&self, member: MemberId) -> bool {
        self.seats.iter().any(|seat| seat.member == member)
    }

    /// The side of a member; in a solo room, the side to move.
    pub fn side_of(&self, member: MemberId) -> Option<Side> {
        let mut seats = self.seats.iter().filter(|seat| seat.member == member);
        match (seats.next()?, seats.next(), &self.bout) {
            (_, Some(_), Some(bout)) => Some(bout.turn()),
            (seat, ..) => seat.side,
        }
    }

    /// The entry that answered a command, if it is still remembered.
    pub fn answer_to(&self, answers: Answers) -> Option<Seq> {
        let mut answered = self.answered.iter().rev();
        let (_, seq) = answered.find(|(known, _)| *known == answers)?;
        Some(*seq)
    }
}

/// Reads a position text; falls back to the kind's start position.
fn read_start(kind: Kind, start: &str) -> AnyGame {
    kind.read_position(start).unwrap_or_else(|_| kind.start())
}
