//! Laws that hold in every room, whatever commands it gets: tested on long seeded runs over every kind and many
//! house rules, and on short runs that proptest can shrink.

use std::collections::VecDeque;

use proptest::{
    collection::vec,
    prelude::any,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use raum_room::{Answers, Entry, Event, HouseRules, MemberId, Phase, Rematch, Room};
use raum_rules::Kind;

use crate::{
    chaos::{self, DAWN, Mood},
    common::{Action, Chance, Host, shows_the_same, without_private},
    coverage::{Coverage, code},
    invariants::{assert_invariants, assert_line},
};

const STEPS: usize = 6_000;
/// How often the whole journal is replayed; in between, replicas that apply each entry are compared.
const STEPS_PER_REPLAY: usize = 100;
const ANSWERS_MAX: usize = 64;

#[test]
fn long_runs_keep_the_laws() {
    let mut coverage = Coverage::default();
    for (index, kind) in Kind::ALL.iter().enumerate() {
        for (policy, rules) in chaos::policies(*kind).iter().enumerate() {
            let mut chance = Chance::new((index * 100 + policy) as u64);
            let mut run = Run::new(*kind, rules, &mut chance);
            for step in 0..STEPS {
                if run.is_spent() && chance.percent(5) {
                    run.finish(&mut coverage);
                    run = Run::new(*kind, rules, &mut chance);
                }
                if step % 150 == 0 {
                    run.mood = Mood::new(&mut chance);
                }
                run.step(step * 10 > STEPS * 9, &mut chance, &mut coverage);
            }
            run.finish(&mut coverage);
        }
    }
    coverage.assert_complete();
}

#[test]
fn short_runs_keep_the_laws() {
    let config = Config {
        cases: 300,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    // Each step has its own seed, so a run stays a run when proptest removes steps.
    let runs = (any::<u64>(), vec(any::<u64>(), 1..150));
    runner
        .run(&runs, |(sort, steps)| {
            let mut chance = Chance::new(sort);
            let kind = chance.pick(Kind::ALL);
            let rules = chance.pick(&chaos::policies(kind));
            let mut run = Run::new(kind, &rules, &mut chance);
            let mut coverage = Coverage::default();
            for seed in steps {
                run.step(true, &mut Chance::new(seed), &mut coverage);
            }
            run.finish(&mut coverage);
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// `apply` is total: the room copes with entries of several rooms in any order, and decides afterwards.
#[test]
fn entries_in_any_order_do_not_panic() {
    let mut chance = Chance::new(7);
    for round in 0..40 {
        let mut entries = Vec::new();
        for kind in Kind::ALL {
            let rules = chance.pick(&chaos::policies(*kind));
            let mut run = Run::new(*kind, &rules, &mut chance);
            for _ in 0..80 {
                run.step(true, &mut chance, &mut Coverage::default());
            }
            entries.append(&mut run.host.entries);
        }
        for _ in 0..40 {
            let (one, other) = (chance.below(entries.len()), chance.below(entries.len()));
            entries.swap(one, other);
            distort(&mut entries[one], &mut chance);
        }
        let begins = |entry: &&Entry| Room::begin(entry).is_some();
        let mut room = entries.iter().find(begins).and_then(Room::begin).unwrap();
        for entry in &entries {
            room.apply(entry);
            assert!(room.seats().len() <= 2, "round {round}: {entry:?}");
            let mood = Mood::new(&mut chance);
            let context = chaos::context(&room, mood, true, &mut chance);
            let action = chaos::action(&room, mood, &mut chance);
            let decide = || action.decide(&room, &context);
            assert_eq!(decide(), decide());
        }
    }
}

/// Puts numbers into an entry that no host writes.
fn distort(entry: &mut Entry, chance: &mut Chance) {
    entry.seq = chance.pick(&[0, entry.seq, u64::MAX]);
    entry.at = chance.pick(&[0, entry.at, u64::MAX]);
    match &mut entry.event {
        Event::Undone { ply } | Event::Redone { ply } | Event::TakebackAsked { ply, .. } => {
            *ply = chance.pick(&[*ply, usize::MAX]);
        }
        Event::GameStarted(start) => {
            start.number = chance.pick(&[0, start.number, u32::MAX]);
            start.next_member = MemberId(chance.pick(&[0, u32::MAX]));
            start.moves.reverse();
        }
        Event::SeatTaken { member, .. }
        | Event::SeatLeft { member }
        | Event::LevelChanged { member, .. } => {
            *member = MemberId(chance.pick(&[0, member.0, u32::MAX]));
        }
        Event::MovePlayed { mv } => *mv = mv.text().repeat(2).into(),
        _ => {}
    }
}

/// A room under test with its replicas.
struct Run {
    host: Host,
    mood: Mood,
    /// A replica from the opening on, fed with what clients receive.
    page: Room,
    /// A replica from the last start of a game on.
    newcomer: Option<Room>,
    /// The answers that the room must remember.
    answered: VecDeque<(Answers, u64)>,
    /// The last action, which may be repeated.
    last: Option<Action>,
    number: u64,
    steps: usize,
}

impl Run {
    fn new(kind: Kind, rules: &HouseRules, chance: &mut Chance) -> Self {
        let host = chaos::open(kind, rules, DAWN, chance);
        Self {
            page: Room::begin(&without_private(&host.entries[0])).unwrap(),
            host,
            mood: Mood::new(chance),
            newcomer: None,
            answered: VecDeque::new(),
            last: None,
            number: 0,
            steps: 0,
        }
    }

    /// Runs a random action and checks the laws.
    fn step(&mut self, absurd: bool, chance: &mut Chance, coverage: &mut Coverage) {
        let again = self.last.take().filter(|_| chance.percent(5));
        let action = again.unwrap_or_else(|| chaos::action(&self.host.room, self.mood, chance));
        let context = chaos::context(&self.host.room, self.mood, absurd, chance);
        if let Action::Command(_, command) = &action {
            let text = serde_json::to_string(command).unwrap();
            assert_eq!(
                serde_json::from_str(&text).ok().as_ref(),
                Some(command),
                "{text}"
            );
        }

        let before = self.host.room.clone();
        let foreseen = action.decide(&before, &context);
        if let Some(newcomer) = &self.newcomer {
            assert_eq!(action.decide(newcomer, &context), foreseen, "{action:?}");
        }
        self.number += 1;
        match self.host.run(&action, self.number, &context) {
            Ok(entries) => {
                let events: Vec<_> = entries.iter().map(|entry| entry.event.clone()).collect();
                assert_eq!(foreseen.as_ref(), Ok(&events), "{action:?}");
                let entries = entries.to_vec();
                self.follow(&entries, coverage);
            }
            Err(refusal) => {
                assert_eq!(foreseen, Err(refusal), "{action:?}");
                assert_eq!(
                    self.host.room, before,
                    "{action:?} was refused but changed the room"
                );
                *coverage.refusals.entry(code(refusal)).or_default() += 1;
            }
        }
        self.last = Some(action);
        self.check(&before);
    }

    /// Whether no game can be played any more.
    fn is_spent(&self) -> bool {
        let room = &self.host.room;
        match room.phase() {
            Phase::Closed => true,
            Phase::Over => room.rules().rematch == Rematch::None,
            Phase::Waiting | Phase::Playing => false,
        }
    }

    /// Applies entries to the replicas.
    fn follow(&mut self, entries: &[Entry], coverage: &mut Coverage) {
        for entry in entries {
            let entry = without_private(entry);
            self.page.apply(&entry);
            match (&entry.event, &mut self.newcomer) {
                (Event::GameStarted(_), newcomer) => *newcomer = Room::begin(&entry),
                (_, Some(newcomer)) => newcomer.apply(&entry),
                (_, None) => {}
            }
            if let Some(answers) = entry.answers {
                self.answered.push_back((answers, entry.seq));
            }
            coverage.event(&entry.event);
        }
        while self.answered.len() > ANSWERS_MAX {
            self.answered.pop_front();
        }
    }

    fn check(&mut self, before: &Room) {
        let room = &self.host.room;
        assert_eq!(*room, self.page, "the public fold");
        if let Some(newcomer) = &self.newcomer {
            assert!(shows_the_same(room, newcomer), "{room:#?}\n{newcomer:#?}");
        }
        assert_eq!(room.seq(), self.host.entries.len() as u64);
        assert!(room.at() >= before.at(), "time ran back");
        assert!(
            before.phase() != Phase::Closed || room == before,
            "a closed room changed"
        );
        assert_invariants(room);
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_PER_REPLAY) {
            self.replay();
        }
    }

    fn replay(&self) {
        let room = &self.host.room;
        assert_eq!(
            Room::replay(&self.host.entries).as_ref(),
            Some(room),
            "replay"
        );
        for (answers, seq) in &self.answered {
            assert_eq!(room.answer_to(*answers), Some(*seq));
        }
        if let Some(entries) = self.host.since_last_start() {
            let newcomer = Room::replay(entries).unwrap();
            assert!(
                shows_the_same(room, &newcomer),
                "replay from the last start"
            );
        }
        if let Some(bout) = room.bout() {
            assert_line(bout);
        }
    }

    fn finish(&self, coverage: &mut Coverage) {
        self.replay();
        if let Some(bout) = self.host.room.bout() {
            coverage.plies_max = coverage.plies_max.max(bout.ply());
        }
    }
}
