//! Shared by the tests: random choices, house rules by name, and a room with its journal.

use raum_host::{AppendOutcome, Ledger, Stamp, Verdict};
use raum_room::{
    Answers, By, ClockRule, Command, Context, EncodedEntry, Entry, Event, HostCommand, HouseRules,
    Leaver, MemberId, Millis, Private, Refusal, Rematch, Room,
};
use raum_rules::{AnyGame, Kind, Move, Side};

/// Random choices that a seed repeats.
pub(crate) struct Chance(fastrand::Rng);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end)
    }

    /// True in this percentage of calls.
    pub(crate) fn percent(&mut self, percentage: usize) -> bool {
        self.below(100) < percentage
    }

    pub(crate) fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }
}

/// The house rules of a dialect's rooms, by the dialect's name.
pub(crate) fn house_rules(name: &str, kind: Kind) -> HouseRules {
    let native = HouseRules::native(kind);
    match name {
        "native" => native,
        "solo" => HouseRules::solo(kind),
        "paired" => HouseRules::paired(kind, None),
        "space" => HouseRules {
            spectators: false,
            chat: false,
            rematch: Rematch::None,
            takeback: false,
            leaver: Leaver::KeepsSeat {
                grace_millis: 60_000,
            },
            ..native
        },
        "chessata" => HouseRules {
            leaver: Leaver::LosesGame {},
            rematch: Rematch::None,
            takeback: false,
            ..native
        },
        "tictactoe" => HouseRules {
            spectators: false,
            chat: false,
            pass_key: true,
            opener: Some(Side::First),
            leaver: Leaver::FreesSeat {},
            rematch: Rematch::SwapStarter,
            takeback: false,
            ..native
        },
        other => panic!("no house rules named {other}"),
    }
}

pub(crate) const fn clock(initial_millis: Millis, increment_millis: Millis) -> ClockRule {
    ClockRule {
        initial_millis,
        increment_millis,
    }
}

/// A command with its sender.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Command(By, Command),
    Host(HostCommand),
}

impl Action {
    pub(crate) fn decide(&self, room: &Room, context: &Context) -> Result<Vec<Event>, Refusal> {
        match self {
            Self::Command(by, command) => room.decide(*by, command, context),
            Self::Host(command) => room.decide_for_host(*command, context),
        }
    }
}

/// A room with a journal that stores every entry at once.
#[derive(Clone)]
pub(crate) struct Host {
    pub(crate) room: Room,
    ledger: Ledger,
    pub(crate) entries: Vec<Entry>,
}

impl Host {
    pub(crate) fn open(
        kind: Kind,
        rules: HouseRules,
        start: &AnyGame,
        moves: Vec<Move>,
        now: Millis,
    ) -> Self {
        let private = rules.pass_key.then(|| Private {
            pass_key_hash: Some("hash of a pass key".to_owned()),
            ..Private::default()
        });
        let entry = Entry {
            seq: 1,
            at: now,
            format: None,
            answers: None,
            event: Room::open(kind, rules, start, moves).into(),
            private,
        };
        Self {
            room: Room::begin(&entry).expect("an opening begins a room"),
            ledger: Ledger::default(),
            entries: vec![entry],
        }
    }

    /// Decides on an action and applies the events. Returns the new entries.
    pub(crate) fn run(
        &mut self,
        action: &Action,
        number: u64,
        context: &Context,
    ) -> Result<&[Entry], Refusal> {
        let events = action.decide(&self.room, context)?;
        let newcomer = match events.first() {
            Some(Event::SeatTaken {
                member,
                machine: None,
                ..
            }) => Some(*member),
            _ => None,
        };
        let member = match action {
            Action::Command(By::Member(member), _) => Some(*member),
            _ => newcomer,
        };
        let stamp = Stamp {
            answers: member.map(|member| Answers { member, number }),
            private: newcomer.map(|_| Private {
                token_hash: Some("hash of a token".to_owned()),
                ..Private::default()
            }),
            ..Stamp::after(&self.room, context.now)
        };
        self.ledger.propose(events, stamp, 0);
        let Verdict::Durable(entries) = self.ledger.appended(AppendOutcome::Done) else {
            panic!("the ledger drops a durable entry");
        };
        let known = self.entries.len();
        for encoded in entries {
            self.room.apply(encoded.entry());
            self.entries.push(encoded.entry().clone());
        }
        Ok(&self.entries[known..])
    }

    /// The entries since the start of the last game.
    pub(crate) fn since_last_start(&self) -> Option<&[Entry]> {
        let is_start = |entry: &Entry| matches!(entry.event, Event::GameStarted(_));
        let place = self.entries.iter().rposition(is_start)?;
        Some(&self.entries[place..])
    }
}

/// The entry as a client receives it.
pub(crate) fn without_private(entry: &Entry) -> Entry {
    let written = EncodedEntry::new(entry.clone());
    let text = written.public();
    assert!(!text.contains("hash of"), "a secret is sent: {text}");
    serde_json::from_str(text).unwrap()
}

/// Whether two rooms are in the same state, apart from the history before the last start and the remembered
/// answers.
pub(crate) fn shows_the_same(one: &Room, other: &Room) -> bool {
    let shown = |room: &Room| {
        (
            (room.kind(), room.rules().clone(), room.phase()),
            (room.seq(), room.at(), room.next_member()),
            room.seats().to_vec(),
            room.bout().cloned(),
        )
    };
    shown(one) == shown(other)
}

/// The members with a seat.
pub(crate) fn members(room: &Room) -> Vec<MemberId> {
    room.seats().iter().map(|seat| seat.member).collect()
}
