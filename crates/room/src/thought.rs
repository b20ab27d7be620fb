//! What a machine has to think about: derived from the room alone, so that a restart asks the same question again.

use std::borrow::Cow;

use raum_rules::{AnyGame, Kind, Record, Side};

use crate::{
    Bout, By, Command, Context, Entry, Event, Machine, MemberId, Millis, Phase, Refusal, Room, Seat,
};

/// The shortest natural time to think.
const PAUSE_MILLIS_MIN: Millis = 400;

/// The longest natural time to think.
const PAUSE_MILLIS_MAX: Millis = 1_500;

/// The share of the time left that a machine spends on looking natural.
const PAUSE_SHARE: Millis = 40;

/// A situation in which a machine has to act: it is its turn, or it has been offered a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Identifies the situation. An answer to another one is void.
    pub key: ThoughtKey,
    /// The machine's member.
    pub member: MemberId,
    /// The machine.
    pub machine: Machine,
    /// The machine's side.
    pub side: Side,
    /// The kind of game.
    pub kind: Kind,
    /// The number of the game in its room, from 1. With the machine's seed it varies the games.
    pub number: u32,
    /// The game so far.
    pub record: Record<AnyGame>,
    /// Whether the opponent offers a draw.
    pub draw_offered: bool,
    /// The ply at which the machine last offered a draw.
    pub last_offer: Option<usize>,
    /// The machine's clock, if the game has one.
    pub clock: Option<OwnClock>,
    /// The earliest time for the answer: a natural pause after the last change.
    pub not_before: Millis,
}

/// A machine's own clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnClock {
    /// The time that it has left.
    pub left_millis: Millis,
    /// The time added after each move.
    pub increment_millis: Millis,
}

/// Identifies the situation of a [`Thought`] within its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThoughtKey {
    game: u32,
    /// Counts moves, undone and redone ones, and changes of seats.
    changes: u32,
    level: u8,
    draw_offered: bool,
}

impl ThoughtKey {
    fn new(bout: &Bout, side: Side, machine: Machine) -> Self {
        Self {
            game: bout.number(),
            changes: bout.changes,
            level: machine.level,
            draw_offered: is_offered(bout, side),
        }
    }

    /// The key as a number that JavaScript can hold exactly.
    pub const fn number(self) -> u64 {
        let changes = (self.changes & 0xff_ffff) as u64;
        let (game, level) = ((self.game & 0xffff) as u64, (self.level & 0xf) as u64);
        game << 32 | changes << 8 | level << 1 | self.draw_offered as u64
    }
}

/// Whether the other side offers a draw.
fn is_offered(bout: &Bout, side: Side) -> bool {
    bout.draw_offer() == Some(!side)
}

impl Room {
    /// The key of the situation in which a machine has to act now.
    pub fn thought_key(&self) -> Option<ThoughtKey> {
        let (bout, side, _, machine) = self.must_act()?;
        Some(ThoughtKey::new(bout, side, machine))
    }

    /// The situation in which a machine has to act now.
    pub fn thought(&self, now: Millis) -> Option<Thought> {
        let (bout, side, seat, machine) = self.must_act()?;
        let mut record = bout.record().clone();
        record.forget_taken_back();
        let clock = bout.clock().zip(self.rules().clock);
        Some(Thought {
            key: ThoughtKey::new(bout, side, machine),
            member: seat.member,
            machine,
            side,
            kind: self.kind(),
            number: bout.number(),
            record,
            draw_offered: is_offered(bout, side),
            last_offer: bout.last_offer[side.index()],
            clock: clock.map(|(clock, rule)| OwnClock {
                left_millis: clock.left_millis(side, now),
                increment_millis: rule.increment_millis,
            }),
            not_before: bout
                .changed_at
                .saturating_add(pause_millis(bout, side, machine)),
        })
    }

    /// Decides on a machine's answer to a thought: all its commands, or none. An answer to another situation than the
    /// current one is refused.
    pub fn decide_thought(
        &self,
        key: ThoughtKey,
        commands: &[Command],
        context: &Context,
    ) -> Result<Vec<Event>, Refusal> {
        let acting = self.must_act().filter(|_| self.thought_key() == Some(key));
        let (.., seat, _) = acting.ok_or(Refusal::StalePly)?;
        let (last, earlier) = commands.split_last().ok_or(Refusal::StalePly)?;
        let by = By::Member(seat.member);
        let mut ahead = Cow::Borrowed(self);
        let mut events = Vec::new();
        for command in earlier {
            for event in ahead.decide(by, command, context)? {
                let entry = Entry {
                    seq: ahead.seq() + 1,
                    at: context.now,
                    format: event.format(),
                    answers: None,
                    event,
                    private: None,
                };
                ahead.to_mut().apply(&entry);
                events.push(entry.event);
            }
        }
        events.extend(ahead.decide(by, last, context)?);
        Ok(events)
    }

    /// The machine that has to act now: the side to move first.
    fn must_act(&self) -> Option<(&Bout, Side, &Seat, Machine)> {
        let bout = self.bout().filter(|_| self.phase() == Phase::Playing)?;
        let sides = [bout.turn(), !bout.turn()];
        let mut seats = sides
            .into_iter()
            .filter_map(|side| Some((side, self.seat_of(side)?)));
        seats.find_map(|(side, seat)| {
            let machine = seat.machine?;
            let acts = side == bout.turn() || is_offered(bout, side);
            acts.then_some((bout, side, seat, machine))
        })
    }
}

/// How long a machine appears to think: by seed and ply, and less when its time is short.
fn pause_millis(bout: &Bout, side: Side, machine: Machine) -> Millis {
    if machine.instant {
        return 0;
    }
    let mixed = u64::from(machine.seed) << 32 | u64::from(bout.number()) << 16 | bout.ply() as u64;
    // Steele, Lea and Flood's splitmix64.
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    let natural = PAUSE_MILLIS_MIN + (mixed >> 33) % (PAUSE_MILLIS_MAX - PAUSE_MILLIS_MIN + 1);
    let left = bout
        .clock()
        .map(|clock| clock.left_millis(side, bout.changed_at));
    left.map_or(natural, |left| natural.min(left / PAUSE_SHARE))
}
