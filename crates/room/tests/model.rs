//! A native tic-tac-toe room against a model of it: a second, small account of who sits where, what is on
//! the board and what has been offered. It shares no code with the room; where the design is silent (how
//! soon a draw may be offered again, whose wish to go back stands) it says what the room does.

mod common;

use common::{Asked, Host};
use proptest::{prelude::*, sample::select, test_runner::RngSeed};
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
use raum_room::{
    AbsenceResult, Bout, By, Command, Context, GRACE_MILLIS, HouseRules, MemberId, Phase, Reason,
    Room,
};
use raum_rules::{Kind, Side};

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

/// Somebody's attempt.
#[derive(Clone, Debug)]
struct Step {
    /// A member's number; 0 is a guest.
    who: u32,
    what: What,
    /// How long after the last.
    millis: u64,
    lot: bool,
}

#[derive(Clone, Copy, Debug)]
enum What {
    Sit,
    Mark { cell: usize, late: bool },
    Resign,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    ClaimAbsence { all: bool },
    AskTakeback,
    AcceptTakeback,
    DeclineTakeback,
    AskRematch,
    Undo,
    Leave,
}

/// What the room should be.
#[derive(Clone, Debug, Default)]
struct Model {
    chairs: Vec<Chair>,
    /// How many people have sat down so far.
    comers: u32,
    games: Vec<Play>,
    closed: bool,
    now: u64,
    /// Whether the last step was let happen.
    accepted: bool,
}

#[derive(Clone, Debug)]
struct Chair {
    who: u32,
    mark: Option<char>,
    left: Option<u64>,
}

/// A game: the cells in the order of their marking, the starter's first.
#[derive(Clone, Debug)]
struct Play {
    starter: char,
    cells: Vec<usize>,
    /// Who won, `-` for nobody, and a word for how.
    result: Option<(char, &'static str)>,
    offer: Option<char>,
    /// Who offered a draw when so many cells were marked.
    offers: Vec<(char, usize)>,
    wish: Option<(char, usize)>,
    votes: Vec<u32>,
}

fn other(mark: char) -> char {
    if mark == 'X' { 'O' } else { 'X' }
}

impl Play {
    fn new(starter: char) -> Self {
        Self {
            starter,
            cells: Vec::new(),
            result: None,
            offer: None,
            offers: Vec::new(),
            wish: None,
            votes: Vec::new(),
        }
    }

    fn mark_of(&self, place: usize) -> char {
        if place.is_multiple_of(2) {
            self.starter
        } else {
            other(self.starter)
        }
    }

    fn turn(&self) -> char {
        self.mark_of(self.cells.len())
    }

    fn board(&self) -> String {
        let mut board = ['.'; 9];
        for (place, cell) in self.cells.iter().enumerate() {
            board[*cell] = self.mark_of(place);
        }
        board.iter().collect()
    }

    fn end(&mut self, winner: char, how: &'static str) {
        self.result = Some((winner, how));
        self.offer = None;
        self.wish = None;
    }

    fn mark(&mut self, cell: usize) {
        let mark = self.turn();
        self.cells.push(cell);
        self.wish = None;
        if self.offer != Some(mark) {
            self.offer = None;
        }
        let board = self.board();
        let has = |cell: usize| board.as_bytes()[cell] == mark as u8;
        let lines = ["012", "345", "678", "036", "147", "258", "048", "246"];
        let is_full = |line: &str| line.bytes().all(|cell| has((cell - b'0') as usize));
        if lines.iter().any(|line| is_full(line)) {
            self.end(mark, "line");
        } else if self.cells.len() == 9 {
            self.end('-', "full");
        }
    }
}

impl Model {
    /// Takes a step if it is allowed. Says whether it was.
    fn take(&mut self, step: &Step) -> bool {
        self.now += step.millis;
        if self.closed {
            return false;
        }
        let chair = self.chairs.iter().position(|chair| chair.who == step.who);
        match (step.what, chair) {
            (What::Sit, None) if step.who == 0 => self.sit(step.lot),
            (What::Sit, Some(chair)) => self.chairs[chair].left.take().is_some(),
            (What::Leave, None) => step.who == 0,
            (_, None) => false,
            (_, Some(chair)) if self.chairs[chair].left.is_some() => false,
            (What::Leave, Some(chair)) => self.leave(chair),
            (What::AskRematch, Some(_)) => self.vote(step.who),
            (what, Some(chair)) => self.act(chair, what),
        }
    }

    fn sit(&mut self, lot: bool) -> bool {
        if self.chairs.len() == 2 {
            return false;
        }
        self.comers += 1;
        self.chairs.push(Chair {
            who: self.comers,
            mark: None,
            left: None,
        });
        if let [one, two] = self.chairs.as_mut_slice() {
            (one.mark, two.mark) = if lot {
                (Some('O'), Some('X'))
            } else {
                (Some('X'), Some('O'))
            };
            self.games.push(Play::new('X'));
        }
        true
    }

    fn leave(&mut self, chair: usize) -> bool {
        let Some(game) = self.games.last_mut() else {
            self.chairs.remove(chair);
            return true;
        };
        self.chairs[chair].left = Some(self.now);
        let all_left = self.chairs.iter().all(|chair| chair.left.is_some());
        if all_left && game.result.is_some() {
            self.closed = true;
            game.votes.clear();
        }
        true
    }

    fn vote(&mut self, who: u32) -> bool {
        let somebody_left = self.chairs.iter().any(|chair| chair.left.is_some());
        let Some(game) = self.games.last_mut() else {
            return false;
        };
        if game.result.is_none() || somebody_left || game.votes.contains(&who) {
            return false;
        }
        game.votes.push(who);
        if game.votes.len() == 2 {
            let starter = other(game.starter);
            self.games.push(Play::new(starter));
        }
        true
    }

    /// What one does in a game under way.
    fn act(&mut self, chair: usize, what: What) -> bool {
        let opponent_left = self.chairs.get(1 - chair).and_then(|chair| chair.left);
        let (Some(game), Some(me)) = (self.games.last_mut(), self.chairs[chair].mark) else {
            return false;
        };
        let (count, mine) = (game.cells.len(), game.turn() == me);
        if game.result.is_some() {
            return false;
        }
        match what {
            What::Mark { cell, late } => {
                let fits = mine && !late && cell < 9 && !game.cells.contains(&cell);
                if fits {
                    game.mark(cell);
                }
                fits
            }
            What::Resign => {
                game.end(other(me), "resigned");
                true
            }
            What::OfferDraw if game.offer == Some(other(me)) => {
                game.end('-', "agreed");
                true
            }
            What::OfferDraw => {
                let lately = game
                    .offers
                    .iter()
                    .any(|(who, at)| *who == me && count < at + 2);
                if !lately {
                    game.offer = Some(me);
                    game.offers.push((me, count));
                }
                !lately
            }
            What::AcceptDraw | What::DeclineDraw if game.offer != Some(other(me)) => false,
            What::AcceptDraw => {
                game.end('-', "agreed");
                true
            }
            What::DeclineDraw => {
                game.offer = None;
                true
            }
            What::ClaimAbsence { all } => {
                let long = opponent_left.is_some_and(|left| self.now - left >= GRACE_MILLIS);
                if long {
                    game.end(if all { me } else { '-' }, "absent");
                }
                long
            }
            What::AskTakeback => {
                let steps = if mine { 2 } else { 1 };
                let asks = count >= steps && game.wish.is_none_or(|(who, _)| who != me);
                if asks {
                    game.wish = Some((me, count - steps));
                }
                asks
            }
            What::AcceptTakeback | What::DeclineTakeback => match game.wish {
                Some((who, count)) if who != me => {
                    game.wish = None;
                    if matches!(what, What::AcceptTakeback) {
                        game.cells.truncate(count);
                        game.offer = None;
                        game.offers.clear();
                    }
                    true
                }
                _ => false,
            },
            What::Undo | What::Sit | What::AskRematch | What::Leave => false,
        }
    }
}

impl ReferenceStateMachine for Model {
    type State = Self;
    type Transition = Step;

    fn init_state() -> BoxedStrategy<Self> {
        Just(Self::default()).boxed()
    }

    fn transitions(model: &Self) -> BoxedStrategy<Step> {
        // Mostly those who sit there, and among them whoever's turn it is.
        let mut people: Vec<u32> = model.chairs.iter().map(|chair| chair.who).collect();
        let turn = model.games.last().map(Play::turn);
        let on_turn = model.chairs.iter().find(|chair| chair.mark == turn);
        people.extend(on_turn.iter().flat_map(|chair| [chair.who; 3]));
        people.extend([0, 1, 2, 3]);
        let guest = if model.chairs.len() < 2 { 8 } else { 1 };
        let sit = (Just(0), Just(What::Sit)).boxed();
        let act = (select(people), what()).boxed();
        let attempt = prop_oneof![guest => sit, 12 => act];
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
    let rare = select(vec![What::Sit, What::Resign, What::Undo, What::Leave]);
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
    // The tenth cell is none; a late mark is meant for another position.
    let mark = (0..10_usize, prop::bool::weighted(0.05));
    prop_oneof![
        8 => mark.prop_map(|(cell, late)| What::Mark { cell, late }),
        6 => usual,
        1 => rare,
    ]
}

/// The room itself.
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
        let asked = Asked::Command(by, command(&host.room, step.what));
        let answer = host.ask(&asked, 0, &context).map(|_| ());
        assert_eq!(answer.is_ok(), model.accepted, "{step:?}: {answer:?}");
        host
    }

    fn check_invariants(host: &Host, model: &Model) {
        let room = &host.room;
        let seats = room
            .seats()
            .iter()
            .map(|seat| (seat.member.0, seat.side.map(mark), seat.left_at));
        let chairs = model
            .chairs
            .iter()
            .map(|chair| (chair.who, chair.mark, chair.left));
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
            name: "Somebody".to_owned(),
            side: None,
        },
        What::Mark { cell, late } => Command::Play {
            mv: cell.to_string().into(),
            ply: if late { ply + 1 } else { ply },
        },
        What::Resign => Command::Resign,
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
        Reason::Agreement => "agreed",
        Reason::Absence => "absent",
        other => panic!("tic-tac-toe does not end by {other:?}"),
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
