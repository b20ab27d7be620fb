//! Compares a native tic-tac-toe room with a reference model.

mod reference;

use proptest::{prelude::*, sample::select, test_runner::RngSeed};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
use raum_room::{
    AbsenceResult, Bout, By, Command, Context, GRACE_MILLIS, HouseRules, MemberId, Phase, Reason,
    Room,
};
use raum_rules::{Kind, Side};

use crate::common::{Action, Host};
use reference::{Game, Model, Step, What};

prop_state_machine! {
    #![proptest_config(ProptestConfig {
        cases: 1_500,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(3),
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_room_does_what_the_model_does(sequential 1..120 => Table);
}

impl ReferenceStateMachine for Model {
    type State = Self;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Self> {
        Just(Self::default()).boxed()
    }

    fn transitions(model: &Self) -> BoxedStrategy<Step> {
        // Mostly seated members, and among them the side to move.
        let mut people: Vec<u32> = model.chairs.iter().map(|chair| chair.who).collect();
        let turn = model.games.last().map(Game::turn);
        let on_turn = model.chairs.iter().find(|chair| chair.mark == turn);
        people.extend(on_turn.iter().flat_map(|chair| [chair.who; 3]));
        people.extend([0, 1, 2, 3]);
        let guest: u32 = if model.chairs.len() < 2 { 8 } else { 1 };
        let sit = (Just(0), Just(What::Sit)).boxed();
        // A member who waits seats a machine now and then.
        let machine = (
            Just(model.chairs.first().map_or(1, |chair| chair.who)),
            Just(What::SeatMachine),
        );
        let act = (select(people), what()).boxed();
        let attempt = prop_oneof![guest => sit, guest.div_ceil(3) => machine.boxed(), 12 => act];
        let millis = select(vec![0, 1, 1_000, GRACE_MILLIS - 1, GRACE_MILLIS]);
        (attempt, millis, any::<bool>())
            .prop_map(|((who, what), millis, lot)| Step {
                who,
                what,
                millis,
                lot,
            })
            .boxed()
    }

    fn apply(mut model: Self, step: &Step) -> Self {
        model.accepted = model.take(step);
        model
    }
}

fn what() -> impl Strategy<Value = What> {
    let rare = select(vec![
        What::SeatMachine,
        What::Sit,
        What::Resign,
        What::Abort,
        What::Undo,
        What::Leave,
    ]);
    let usual = select(vec![
        What::OfferDraw,
        What::AcceptDraw,
        What::DeclineDraw,
        What::ClaimAbsence { all: true },
        What::ClaimAbsence { all: false },
        What::AskTakeback,
        What::AskTakeback,
        What::AcceptTakeback,
        What::DeclineTakeback,
        What::AskRematch,
        What::AskRematch,
    ]);
    // The tenth cell does not exist; a late mark is for another position.
    let mark = (0..10_usize, prop::bool::weighted(0.05));
    prop_oneof![
        8 => mark.prop_map(|(cell, late)| What::Mark { cell, late }),
        6 => usual,
        1 => rare,
    ]
}

/// The room under test.
struct Table;

impl StateMachineTest for Table {
    type SystemUnderTest = Host;
    type Reference = Model;

    fn init_test(_: &Model) -> Host {
        let kind = Kind::TicTacToe;
        Host::open(kind, HouseRules::native(kind), &kind.start(), Vec::new(), 0)
    }

    fn apply(mut host: Host, model: &Model, step: Step) -> Host {
        let context = Context {
            now: model.now,
            chance: u64::from(step.lot),
            key_shown: false,
            away_since: [None; 2],
            can_go_back: true,
        };
        let by = match step.who {
            0 => By::Guest,
            who => By::Member(MemberId(who)),
        };
        let action = Action::Command(by, command(&host.room, step.what));
        let answer = host.run(&action, 0, &context).map(|_| ());
        assert_eq!(answer.is_ok(), model.accepted, "{step:?}: {answer:?}");
        host
    }

    fn check_invariants(host: &Host, model: &Model) {
        let room = &host.room;
        let seats = room.seats().iter().map(|seat| {
            (
                seat.member.0,
                seat.side.map(mark),
                seat.left_at,
                seat.machine.is_some(),
            )
        });
        let chairs = model
            .chairs
            .iter()
            .map(|chair| (chair.who, chair.mark, chair.left, chair.machine));
        assert_eq!(sorted(seats), sorted(chairs));
        assert_eq!(room.phase(), phase(model));
        let (Some(bout), Some(game)) = (room.bout(), model.games.last()) else {
            assert!(room.bout().is_none() && model.games.is_empty());
            return;
        };
        assert_eq!(bout.number() as usize, model.games.len());
        let position = bout.record().game().to_string();
        assert_eq!(position, format!("{} {}", game.board(), game.turn()));
        let ending = bout
            .ending()
            .map(|ending| (ending.winner.map_or('-', mark), how(ending.reason)));
        assert_eq!(ending, game.result);
        assert_eq!(bout.draw_offer().map(mark), game.offer);
        assert_eq!(
            bout.takeback().map(|wish| (mark(wish.side), wish.ply)),
            game.wish
        );
        let votes: Vec<_> = bout.rematch().iter().map(|member| member.0).collect();
        assert_eq!(votes, game.votes);
    }
}

fn command(room: &Room, what: What) -> Command {
    let ply = room.bout().map_or(0, Bout::ply);
    match what {
        What::Sit => Command::TakeSeat {
            name: "Ann".to_owned(),
            side: None,
        },
        What::SeatMachine => Command::SeatMachine {
            level: 1,
            side: None,
            instant: false,
        },
        What::Mark { cell, late } => Command::Play {
            mv: cell.to_string().into(),
            ply: if late { ply + 1 } else { ply },
        },
        What::Resign => Command::Resign,
        What::Abort => Command::Abort,
        What::OfferDraw => Command::OfferDraw,
        What::AcceptDraw => Command::AcceptDraw,
        What::DeclineDraw => Command::DeclineDraw,
        What::ClaimAbsence { all } => Command::ClaimAbsence {
            result: if all {
                AbsenceResult::Win
            } else {
                AbsenceResult::Draw
            },
        },
        What::AskTakeback => Command::AskTakeback,
        What::AcceptTakeback => Command::AcceptTakeback,
        What::DeclineTakeback => Command::DeclineTakeback,
        What::AskRematch => Command::AskRematch,
        What::Undo => Command::Undo { ply: 0 },
        What::Leave => Command::Leave,
    }
}

fn mark(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

fn how(reason: Reason) -> &'static str {
    match reason {
        Reason::Line => "line",
        Reason::FullBoard => "full",
        Reason::Resignation => "resigned",
        Reason::Aborted => "aborted",
        Reason::Agreement => "agreed",
        Reason::Absence => "absent",
        other => panic!("tic-tac-toe cannot end by {other:?}"),
    }
}

fn phase(model: &Model) -> Phase {
    match model.games.last() {
        _ if model.closed => Phase::Closed,
        None => Phase::Waiting,
        Some(game) if game.result.is_none() => Phase::Playing,
        Some(_) => Phase::Over,
    }
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<_> = items.collect();
    items.sort();
    items
}
