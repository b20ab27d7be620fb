//! Rooms, and what a program does in them.

use raum_room::{AnyMove, By, Context, Entry, Event, HouseRules, Leaver, Opening};
use raum_rules::Kind;

use super::*;

const BOT: MemberId = MemberId(1);
const ANN: MemberId = MemberId(2);

/// A room in memory, with the time as the number of entries.
struct Table(Room);

impl Table {
    fn open(change: impl FnOnce(&mut HouseRules)) -> Self {
        let kind = Kind::TicTacToe;
        let mut rules = HouseRules::native(kind);
        rules.opener = Some(Side::First);
        change(&mut rules);
        let opening = Opening {
            format: 1,
            kind,
            rules,
            start: kind.start().to_string(),
            moves: Vec::new(),
        };
        Self(Room::begin(&stamped(1, &Event::RoomOpened(opening))).unwrap())
    }

    /// A room in which the program, X, plays Ann.
    fn started() -> Self {
        let mut table = Self::open(|_| {});
        table.take(By::Guest, &seat("Bot"));
        table.take(By::Guest, &seat("Ann"));
        table
    }

    fn take(&mut self, by: By, command: &Command) -> &mut Self {
        let context = Context {
            now: self.0.at(),
            chance: 0,
            key_shown: false,
            away_since: [None; 2],
            can_go_back: true,
        };
        for event in self.0.decide(by, command, &context).unwrap() {
            let entry = stamped(self.0.seq() + 1, &event);
            self.0.apply(&entry);
        }
        self
    }

    fn by(&mut self, member: MemberId, command: &Command) -> &mut Self {
        self.take(By::Member(member), command)
    }

    fn play(&mut self, moves: &[&str]) -> &mut Self {
        for text in moves {
            let bout = self.0.bout().unwrap();
            let member = [BOT, ANN][bout.turn().index()];
            let ply = bout.ply();
            let mv = AnyMove::from((*text).to_owned());
            self.by(member, &Command::Play { mv, ply });
        }
        self
    }
}

fn stamped(seq: u64, event: &Event) -> Entry {
    let entry = serde_json::json!({"seq": seq, "at": seq, "event": event});
    serde_json::from_value(entry).unwrap()
}

fn seat(name: &str) -> Command {
    Command::TakeSeat {
        name: name.to_owned(),
        side: None,
    }
}

fn conduct(games: u32) -> Conduct {
    Conduct::new(Some("Bot".to_owned()), games, false, true)
}

/// The next step, after the news.
fn step(conduct: &mut Conduct, table: &Table, member: Option<MemberId>) -> Step {
    conduct.observe(&table.0, member);
    conduct.next(&table.0, member, None, table.0.at())
}

fn refusing(command: Command) -> Refused {
    Refused {
        command,
        message: "No.".to_owned(),
        at: 0,
    }
}

#[test]
fn a_seat_is_taken_and_taken_again_after_leaving() {
    let mut bot = conduct(1);
    let mut table = Table::open(|_| {});
    assert_eq!(step(&mut bot, &table, None), Step::Send(seat("Bot")));
    table.take(By::Guest, &seat("Bot"));
    assert_eq!(step(&mut bot, &table, Some(BOT)), Step::Wait);
    table.take(By::Guest, &seat("Ann"));
    assert_eq!(step(&mut bot, &table, Some(BOT)), Step::Wait);
    assert!(position_to_move(&table.0, Some(BOT)).is_some());
    assert!(position_to_move(&table.0, Some(ANN)).is_none());
    table.by(BOT, &Command::Leave);
    assert_eq!(step(&mut bot, &table, Some(BOT)), Step::Send(seat("Bot")));
    assert!(position_to_move(&table.0, Some(BOT)).is_none());
}

#[test]
fn a_room_that_has_no_seat_is_left() {
    let bot = conduct(1);
    let mut table = Table::started();
    let refused = refusing(seat("Bot"));
    let step = bot.next(&table.0, None, Some(&refused), 0);
    assert_eq!(step, Step::GiveUp("No.".to_owned()));
    let solo = Table::open(|rules| *rules = HouseRules::solo(Kind::TicTacToe));
    let step = bot.next(&solo.0, None, None, 0);
    assert_eq!(step, Step::GiveUp("the room is for one device".to_owned()));
    table.0.apply(&stamped(9, &Event::RoomClosed));
    assert_eq!(bot.next(&table.0, Some(BOT), None, 0), Step::Finish);
    let step = bot.next(&table.0, None, None, 0);
    assert_eq!(step, Step::GiveUp("the room is closed".to_owned()));
}

#[test]
fn offers_are_answered_as_the_command_line_says() {
    let cases = [
        (false, false, Command::DeclineDraw, Command::DeclineTakeback),
        (true, true, Command::AcceptDraw, Command::AcceptTakeback),
    ];
    for (draws, takebacks, draw, takeback) in cases {
        let bot = Conduct::new(None, 1, draws, takebacks);
        let next = |table: &Table| bot.next(&table.0, Some(BOT), None, 0);
        let mut table = Table::started();
        table.play(&["4"]).by(ANN, &Command::OfferDraw);
        assert_eq!(next(&table), Step::Send(draw.clone()));
        // A refusal of the answer does not keep the program from moving.
        let refused = refusing(draw);
        let step = bot.next(&table.0, Some(BOT), Some(&refused), 0);
        assert_eq!(step, Step::Wait);
        let mut table = Table::started();
        table.play(&["4", "0"]).by(ANN, &Command::AskTakeback);
        assert_eq!(next(&table), Step::Send(takeback));
        // Its own offers are not its to answer.
        let mut table = Table::started();
        table.by(BOT, &Command::OfferDraw);
        assert_eq!(next(&table), Step::Wait);
    }
}

#[test]
fn rematches_are_asked_for_until_all_games_are_played() {
    let mut bot = conduct(2);
    let mut table = Table::started();
    let news = bot.observe(&table.0, Some(BOT));
    assert_eq!(news, ["game 1: X against Ann"]);
    table.play(&["0", "3", "1", "4", "2"]);
    assert_eq!(bot.observe(&table.0, Some(BOT)), ["game 1: X wins (line)"]);
    assert_eq!(bot.observe(&table.0, Some(BOT)), [""; 0]);
    let ask = Step::Send(Command::AskRematch);
    assert_eq!(step(&mut bot, &table, Some(BOT)), ask);
    let refused = refusing(Command::AskRematch);
    let next = bot.next(&table.0, Some(BOT), Some(&refused), 0);
    assert_eq!(next, Step::Finish);
    table.by(BOT, &Command::AskRematch);
    assert_eq!(step(&mut bot, &table, Some(BOT)), Step::Wait);
    table.by(ANN, &Command::AskRematch);
    assert_eq!(step(&mut bot, &table, Some(BOT)), Step::Wait);
    table.by(ANN, &Command::Resign);
    assert_eq!(step(&mut bot, &table, Some(BOT)), Step::Finish);

    let mut endless = conduct(0);
    assert_eq!(step(&mut endless, &table, Some(BOT)), ask);
    table.by(ANN, &Command::Leave);
    assert_eq!(step(&mut endless, &table, Some(BOT)), Step::Finish);
}

#[test]
fn a_game_is_claimed_from_an_opponent_who_has_left() {
    let mut bot = conduct(1);
    let mut table = Table::started();
    table.play(&["4"]).by(ANN, &Command::Leave);
    let left_at = table.0.at();
    let grace_millis = raum_room::GRACE_MILLIS;
    assert_eq!(
        step(&mut bot, &table, Some(BOT)),
        Step::WaitUntil(left_at + grace_millis)
    );
    let claim = Command::ClaimAbsence {
        result: AbsenceResult::Win,
    };
    let next = bot.next(&table.0, Some(BOT), None, left_at + grace_millis);
    assert_eq!(next, Step::Send(claim));
}

#[test]
fn a_game_whose_opponent_frees_the_seat_is_over() {
    let mut table = Table::open(|rules| rules.leaver = Leaver::FreesSeat {});
    table.take(By::Guest, &seat("Bot"));
    table.take(By::Guest, &seat("Ann"));
    let (mut once, mut twice) = (conduct(1), conduct(2));
    for bot in [&mut once, &mut twice] {
        bot.observe(&table.0, Some(BOT));
    }
    table.by(ANN, &Command::Leave);
    assert_eq!(step(&mut once, &table, Some(BOT)), Step::Finish);
    assert_eq!(step(&mut twice, &table, Some(BOT)), Step::Wait);
    // A program that comes later has not played that game.
    assert_eq!(step(&mut conduct(1), &table, Some(BOT)), Step::Wait);
}

#[test]
fn the_engine_names_the_program() {
    let long = "An engine with a name that is longer than names may be";
    let cases = [
        (Some("Ann"), Some("Engine 2"), "Ann"),
        (None, Some("Engine 2"), "Engine 2"),
        (None, Some(long), "An engine with a name that is longer tha"),
        (None, Some("a\u{202e}b"), "Bot"),
        (None, None, "Bot"),
    ];
    for (given, engine, expected) in cases {
        let mut bot = Conduct::new(given.map(str::to_owned), 1, false, false);
        bot.be_named(engine.map(str::to_owned));
        assert_eq!(bot.name, expected);
    }
}
