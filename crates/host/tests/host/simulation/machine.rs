//! Machines in seats: a stand-in for the engine, and the laws about what machines do.

use raum_host::{Input, Stamp};
use raum_room::{
    AnyMove, Bout, Command, Context, Entry, Event, HostCommand, Room, Thought, ThoughtKey,
};
use raum_rules::Game;

use super::{
    faults::Fault,
    world::{Step, World},
};

/// How long the engine usually thinks.
const THINK_MILLIS: u64 = 500;

/// What the run knows about the machine in the room.
#[derive(Debug, Default)]
pub(crate) struct Machines {
    /// The room as the journal has it.
    room: Option<Room>,
    /// The situations that a machine has answered.
    answered: Vec<ThoughtKey>,
    /// Whether the last answer was one that the room refuses.
    was_bad: bool,
}

impl World {
    /// Seats a machine before any client comes.
    pub(crate) fn seat_machine(&mut self) {
        let mut room = Room::replay(&self.store.entries).unwrap();
        if self.plan.opens_with_machine {
            let command = HostCommand::SeatMachine {
                level: 1,
                side: None,
                instant: self.chance.per_mille(500),
            };
            let context = Context {
                now: room.at(),
                chance: self.chance.next(),
                key_shown: false,
                away_since: [None; 2],
                can_go_back: true,
            };
            let events = room.decide_for_host(command, &context).unwrap();
            let mut stamp = Stamp::after(&room, room.at());
            for entry in events.into_iter().map(|event| stamp.entry(event)) {
                room.apply(&entry);
                self.store.entries.push(entry);
            }
        }
        self.machines.room = Some(room);
    }

    /// Thinks for a machine, and answers after a while: with a move, an answer to an offer, or something that the room
    /// refuses. The answer comes even if it is void by then.
    pub(crate) fn think(&mut self, node: usize, thought: &Thought) {
        let asked = &mut self.nodes[node].asked;
        let is_new = asked.replace(thought.key) != Some(thought.key);
        self.law(is_new, |_| format!("a host asks twice: {thought:?}"));
        if self.fault == Some(Fault::NeverThinks) {
            return;
        }
        let commands = self.answer(thought);
        if let (Some(Fault::PlaysUnasked), [Command::Play { mv, .. }], Some(room)) =
            (self.fault, &commands[..], &self.machines.room)
        {
            let mv = mv.clone();
            let entry = Stamp::after(room, self.now).entry(Event::MovePlayed { mv });
            self.store(&[entry]);
            return;
        }
        let ready = thought.not_before.saturating_sub(self.nodes[node].ahead);
        let at = ready.max(self.now) + self.chance.delay(THINK_MILLIS);
        let epoch = self.nodes[node].epoch;
        let input = Input::Thought(thought.key, commands);
        self.schedule(at, Step::Feed(node, epoch, input));
    }

    fn answer(&mut self, thought: &Thought) -> Vec<Command> {
        let record = &thought.record;
        let ply = record.moves().len();
        // Never twice in a row, because a host gives up in the end.
        self.machines.was_bad = !self.machines.was_bad && self.chance.per_mille(100);
        if self.machines.was_bad {
            let mv = AnyMove::from("nonsense".to_owned());
            return vec![Command::OfferDraw, Command::Play { mv, ply }];
        }
        if thought.draw_offered
            && (self.chance.per_mille(300) || record.game().turn() != thought.side)
        {
            return vec![
                self.chance
                    .pick(&[Command::AcceptDraw, Command::DeclineDraw]),
            ];
        }
        let mv = self.chance.pick(&record.game().legal());
        let may_offer = !thought.draw_offered
            && thought.last_offer.is_none()
            && matches!(record.outcome_after(mv), Ok(None));
        let mv = AnyMove::Known(thought.kind, mv);
        let moves = Command::Play { mv, ply };
        match self.chance.below(30) {
            0 => vec![Command::Resign],
            1 if may_offer => vec![moves, Command::OfferDraw],
            _ => vec![moves],
        }
    }

    pub(crate) fn stop_thinking(&mut self, node: usize) {
        let asked = self.nodes[node].asked.take();
        self.law(asked.is_some(), |_| {
            "a host stops what it has not asked for".to_owned()
        });
    }

    /// Notes an answer that a host gets.
    pub(crate) fn note_answer(&mut self, node: usize, input: &Input) {
        if let Input::Thought(key, _) = input {
            self.machines.answered.push(*key);
            let asked = &mut self.nodes[node].asked;
            *asked = asked.filter(|asked| asked != key);
        }
    }

    /// Checks a stored entry: each move is played, and a machine's moves answer a question about their situation.
    pub(crate) fn check_machine(&mut self, entry: &Entry) {
        let Some(mut room) = self.machines.room.take() else {
            return;
        };
        let ply = |room: &Room| room.bout().map_or(0, Bout::ply);
        let (before, key) = (ply(&room), room.thought_key());
        let turn = room.bout().map(Bout::turn);
        let seat = turn.and_then(|turn| room.seat_of(turn).cloned());
        room.apply(entry);
        if matches!(entry.event, Event::MovePlayed { .. }) {
            self.law(ply(&room) == before + 1, |_| {
                format!("not in its turn: {entry:?}")
            });
            let by_machine = seat.is_some_and(|seat| seat.machine.is_some());
            let is_answer = key.is_some_and(|key| self.machines.answered.contains(&key));
            self.law(!by_machine || is_answer, |_| {
                format!("a machine moves unasked: {entry:?}")
            });
        }
        self.machines.room = Some(room);
    }
}
