//! What holds in every room, whatever is asked of it: tried on long seeded runs over every kind and many
//! house rules, and on short ones that proptest makes smaller when one fails.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test that cannot go on stops"
)]

mod chaos;
mod common;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use chaos::{DAWN, Mood};
use common::{Asked, Chance, Host, shows_the_same, travelled};
use proptest::{
    collection::vec,
    prelude::any,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use raum_room::{
    Answers, Bout, Entry, Event, HouseRules, MemberId, Phase, Refusal, Rematch, Room, Seat,
};
use raum_rules::{Kind, Record, Side};

const STEPS: usize = 6_000;
/// How often a whole journal is read again; in between, replicas that were fed entry by entry are compared.
const STEPS_PER_REPLAY: usize = 100;
const ANSWERS_KEPT: usize = 64;

#[test]
fn long_runs_keep_the_laws() {
    let mut seen = Seen::default();
    for (index, kind) in Kind::ALL.iter().enumerate() {
        for (policy, rules) in chaos::policies(*kind).iter().enumerate() {
            let mut chance = Chance::new((index * 100 + policy) as u64);
            let mut run = Run::new(*kind, rules, &mut chance);
            for step in 0..STEPS {
                if run.is_spent() && chance.percent(5) {
                    run.finish(&mut seen);
                    run = Run::new(*kind, rules, &mut chance);
                }
                if step % 150 == 0 {
                    run.mood = Mood::new(&mut chance);
                }
                run.step(step * 10 > STEPS * 9, &mut chance, &mut seen);
            }
            run.finish(&mut seen);
        }
    }
    seen.is_complete();
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
    // Each step draws its chance from a number of its own, so that leaving steps out leaves a run.
    let runs = (any::<u64>(), vec(any::<u64>(), 1..150));
    runner
        .run(&runs, |(sort, steps)| {
            let mut chance = Chance::new(sort);
            let kind = chance.pick(Kind::ALL);
            let rules = chance.pick(&chaos::policies(kind));
            let mut run = Run::new(kind, &rules, &mut chance);
            let mut seen = Seen::default();
            for seed in steps {
                run.step(true, &mut Chance::new(seed), &mut seen);
            }
            run.finish(&mut seen);
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}

/// Folding is total: entries of several rooms in any order make some room or none, and it decides too.
#[test]
fn entries_that_make_no_sense_do_no_harm() {
    let mut chance = Chance::new(7);
    for round in 0..40 {
        let mut entries = Vec::new();
        for kind in Kind::ALL {
            let rules = chance.pick(&chaos::policies(*kind));
            let mut run = Run::new(*kind, &rules, &mut chance);
            for _ in 0..80 {
                run.step(true, &mut chance, &mut Seen::default());
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
            let asked = chaos::ask(&room, mood, &mut chance);
            let decide = || asked.decide(&room, &context);
            assert_eq!(decide(), decide());
        }
    }
}

/// Puts numbers into an entry that no host would write.
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
        Event::SeatTaken { member, .. } | Event::SeatLeft { member } => {
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
    /// Fed with what travels, from the opening on.
    page: Room,
    /// Fed with what travels, from the last start of a game on.
    newcomer: Option<Room>,
    /// The answers that the room must remember.
    answered: VecDeque<(Answers, u64)>,
    /// What was asked last, to be asked again.
    last: Option<Asked>,
    number: u64,
    steps: usize,
}

impl Run {
    fn new(kind: Kind, rules: &HouseRules, chance: &mut Chance) -> Self {
        let host = chaos::open(kind, rules, DAWN, chance);
        Self {
            page: Room::begin(&travelled(&host.entries[0])).unwrap(),
            host,
            mood: Mood::new(chance),
            newcomer: None,
            answered: VecDeque::new(),
            last: None,
            number: 0,
            steps: 0,
        }
    }

    /// Asks something, and holds the laws against what follows.
    fn step(&mut self, absurd: bool, chance: &mut Chance, seen: &mut Seen) {
        let again = self.last.take().filter(|_| chance.percent(5));
        let asked = again.unwrap_or_else(|| chaos::ask(&self.host.room, self.mood, chance));
        let context = chaos::context(&self.host.room, self.mood, absurd, chance);
        if let Asked::Command(_, command) = &asked {
            let text = serde_json::to_string(command).unwrap();
            assert_eq!(
                serde_json::from_str(&text).ok().as_ref(),
                Some(command),
                "{text}"
            );
        }

        let before = self.host.room.clone();
        let foreseen = asked.decide(&before, &context);
        if let Some(newcomer) = &self.newcomer {
            assert_eq!(asked.decide(newcomer, &context), foreseen, "{asked:?}");
        }
        self.number += 1;
        match self.host.ask(&asked, self.number, &context) {
            Ok(entries) => {
                let events: Vec<_> = entries.iter().map(|entry| entry.event.clone()).collect();
                assert_eq!(foreseen.as_ref(), Ok(&events), "{asked:?}");
                let entries = entries.to_vec();
                self.follow(&entries, seen);
            }
            Err(refusal) => {
                assert_eq!(foreseen, Err(refusal), "{asked:?}");
                assert_eq!(self.host.room, before, "{asked:?} was refused");
                *seen.refusals.entry(code(refusal)).or_default() += 1;
            }
        }
        self.last = Some(asked);
        self.check(&before);
    }

    /// Whether nothing new can happen here.
    fn is_spent(&self) -> bool {
        let room = &self.host.room;
        match room.phase() {
            Phase::Closed => true,
            Phase::Over => room.rules().rematch == Rematch::None,
            Phase::Waiting | Phase::Playing => false,
        }
    }

    /// Feeds the replicas.
    fn follow(&mut self, entries: &[Entry], seen: &mut Seen) {
        for entry in entries {
            let entry = travelled(entry);
            self.page.apply(&entry);
            match (&entry.event, &mut self.newcomer) {
                (Event::GameStarted(_), newcomer) => *newcomer = Room::begin(&entry),
                (_, Some(newcomer)) => newcomer.apply(&entry),
                (_, None) => {}
            }
            if let Some(answers) = entry.answers {
                self.answered.push_back((answers, entry.seq));
            }
            seen.event(&entry.event);
        }
        while self.answered.len() > ANSWERS_KEPT {
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
        hold_invariants(room);
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
            hold_line(bout);
        }
    }

    fn finish(&self, seen: &mut Seen) {
        self.replay();
        if let Some(bout) = self.host.room.bout() {
            seen.plies_max = seen.plies_max.max(bout.ply());
        }
    }
}

fn hold_invariants(room: &Room) {
    let (seats, bout) = (room.seats(), room.bout());
    let [first, second] = Side::BOTH.map(|side| room.seat_of(side));
    assert!(seats.len() <= 2);
    if let [one, other] = seats {
        assert_eq!(one.member == other.member, room.rules().solo);
    }
    for seat in seats {
        assert!(seat.member < room.next_member());
        assert!(seat.left_at <= Some(room.at()));
    }
    let phase = room.phase();
    match phase {
        Phase::Waiting => assert!(seats.len() <= 1 && seats.iter().all(is_here)),
        Phase::Playing | Phase::Over => {
            assert!(seats.len() == 2 && first.is_some() && second.is_some());
            assert_eq!(bout.unwrap().ending().is_some(), phase == Phase::Over);
        }
        Phase::Closed => {}
    }
    if let Some(bout) = bout {
        hold_bout(room, bout);
    }
}

fn is_here(seat: &Seat) -> bool {
    seat.left_at.is_none()
}

fn hold_bout(room: &Room, bout: &Bout) {
    let playing = room.phase() == Phase::Playing;
    if playing {
        assert_eq!(bout.record().outcome(), None, "play goes on after an end");
    }
    assert!(
        playing || bout.draw_offer().is_none(),
        "an offer outlives its game"
    );
    assert!(
        playing || bout.takeback().is_none(),
        "a wish outlives its game"
    );
    assert!(bout.takeback().is_none_or(|wish| wish.ply < bout.ply()));
    assert!(bout.redo_line().len() == 0 || room.rules().solo);
    // The second vote would have started a game.
    assert!(bout.rematch().len() <= 1);
    assert!(bout.rematch().iter().all(|member| room.is_seated(*member)));
    assert!(bout.rematch().is_empty() || matches!(room.phase(), Phase::Over | Phase::Closed));

    assert_eq!(bout.clock().is_some(), room.rules().clock.is_some());
    if let (Some(clock), Some(rule)) = (bout.clock(), room.rules().clock) {
        let earned = rule.increment_millis.saturating_mul(bout.ply() as u64);
        let most = rule.initial_millis.saturating_add(earned);
        for side in Side::BOTH {
            assert!(clock.left_millis(side, room.at()) <= most);
        }
        assert!(
            clock.running().is_none() || playing,
            "a clock outlives its game"
        );
        assert!(clock.running().is_none_or(|side| side == bout.turn()));
        assert_eq!(clock.deadline().is_some(), clock.running().is_some());
    }
}

/// The moves in effect, and those that can be redone, are legal from the start on.
fn hold_line(bout: &Bout) {
    let mut record = Record::new(bout.record().start().clone());
    for mv in bout.record().moves() {
        assert_eq!(record.outcome(), None, "a move after the end");
        record.play(*mv).expect("a legal move");
    }
    for mv in bout.redo_line() {
        record.play(mv).expect("a legal move to redo");
    }
    assert!(record.go_to(bout.ply()));
    assert_eq!(record, *bout.record());
}

/// What the runs met.
#[derive(Default)]
struct Seen {
    refusals: BTreeMap<&'static str, usize>,
    words: BTreeSet<String>,
    plies_max: usize,
}

impl Seen {
    fn event(&mut self, event: &Event) {
        let json = serde_json::to_value(event).unwrap();
        for key in ["type", "reason"] {
            self.words.extend(json[key].as_str().map(str::to_owned));
        }
    }

    /// A run that never comes to a refusal, an event or an end proves nothing about it.
    fn is_complete(&self) {
        let missing = |words: &[&'static str], met: &dyn Fn(&str) -> bool| -> Vec<_> {
            words.iter().copied().filter(|word| !met(word)).collect()
        };
        let none: [&str; 0] = [];
        assert_eq!(
            missing(CODES, &|code| self.refusals.contains_key(code)),
            none
        );
        assert_eq!(missing(EVENTS, &|word| self.words.contains(word)), none);
        assert_eq!(missing(REASONS, &|word| self.words.contains(word)), none);
        assert!(self.plies_max > 100, "{}", self.plies_max);
    }
}

const EVENTS: &[&str] = &[
    "seat-taken",
    "game-started",
    "move-played",
    "draw-offered",
    "draw-declined",
    "takeback-asked",
    "takeback-declined",
    "undone",
    "redone",
    "game-ended",
    "rematch-asked",
    "said",
    "seat-left",
    "clock-resumed",
    "room-closed",
];

const REASONS: &[&str] = &[
    "checkmate",
    "line",
    "stalemate",
    "dead-position",
    "fivefold-repetition",
    "seventy-five-moves",
    "full-board",
    "threefold-repetition",
    "fifty-moves",
    "agreement",
    "resignation",
    "time",
    "absence",
    "leaving",
];

/// Makes the list of a room's codes, and a match that stops compiling when a refusal is missing in it.
macro_rules! refusals {
    ($($variant:ident)*; not by a room: $($other:ident)*) => {
        const CODES: &[&str] = &[$(Refusal::$variant.code(),)* "grace-not-over"];

        fn code(refusal: Refusal) -> &'static str {
            match refusal {
                $(Refusal::$variant)|* | Refusal::GraceNotOver { .. } => refusal.code(),
                $(Refusal::$other)|* => panic!("a room does not know {refusal:?}"),
            }
        }
    };
}

refusals! {
    RoomClosed NotSeated SeatsTaken SideTaken SideNotChosen AlreadySeated WrongPassKey BadName
    NoSpectators NoChat BadMessage NotStarted GameOver GameUnderWay NotYourTurn StalePly BadMove
    IllegalMove TimeIsUp TimeIsNotUp DrawAlreadyOffered NoDrawOffer NothingToClaim OpponentPresent
    NoAbsenceClaim NoTakebacks NothingToTakeBack TakebackAlreadyAsked NoTakebackAsked NoRematch
    RematchAlreadyAsked OpponentLeft NotAlone NothingToUndo NothingToRedo CannotReopen;
    not by a room: PromotionMissing PromotionOutOfPlace MessageTooLong TooManyMessages ChatFull
    TooManyRenames TooManyReturns TooManyOffers TooManyTakebacks GameTooLong RoomFull NumberUsed
    JournalUnavailable OutcomeUnknown
}
