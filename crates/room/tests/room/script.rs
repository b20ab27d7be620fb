//! Runs cases: examples of the rules of a room, as data.
//!
//! ```text
//! # The name of the case.
//! from POSITION              before `open`: the position at which the game starts
//! import MOVE …              before `open`: the moves already played
//! open KIND RULES [KEY=VALUE]…
//! now MILLIS                 since the opening
//! chance NUMBER              the random number for the sides
//! key shown|missing
//! away SIDE MILLIS|-         when a side disconnected
//! sit                        Ann and Ben take the seats
//! play MOVE …                by the side to move; all must be accepted
//! WHO COMMAND … | RESULT     WHO is a member's number, `guest` or `host`; RESULT is the types of the
//!                            events, or `refused CODE`
//! = FACT VALUE               a fact about the room
//! ```

use crate::{
    common::{Action, Host, clock, house_rules, without_private},
    facts::{show, word_of},
};
use raum_room::{Bout, By, Command, Context, HostCommand, HouseRules, Leaver, MemberId, Room};
use raum_rules::{Kind, Move, Side};
use serde_json::json;

/// Runs every case of a text; a failure names the line.
pub(crate) fn run(text: &str) {
    let mut case: Option<Case> = None;
    let mut name = "";
    let mut cases = 0;
    for (index, line) in text.lines().enumerate() {
        let place = format!("line {}, {name}: {line}", index + 1);
        if let Some(title) = line.strip_prefix("# ") {
            case.take().inspect(Case::finish);
            case = Some(Case::default());
            name = title;
            cases += 1;
        } else if !line.trim().is_empty() {
            let case = case.as_mut().expect("a case starts with its name");
            case.line(line, &place);
        }
    }
    case.inspect(Case::finish);
    assert!(cases > 0, "no cases");
}

/// A case in progress.
struct Case {
    start: Option<String>,
    moves: Vec<String>,
    host: Option<Host>,
    context: Context,
    number: u64,
}

impl Default for Case {
    fn default() -> Self {
        Self {
            start: None,
            moves: Vec::new(),
            host: None,
            context: Context {
                now: 0,
                chance: 0,
                key_shown: true,
                away_since: [None; 2],
                can_go_back: true,
            },
            number: 0,
        }
    }
}

impl Case {
    fn line(&mut self, line: &str, place: &str) {
        let (word, rest) = split(line);
        match word {
            "from" => self.start = Some(rest.to_owned()),
            "import" => self.moves = rest.split(' ').map(str::to_owned).collect(),
            "open" => self.open(rest),
            "now" => self.context.now = number(rest),
            "chance" => self.context.chance = number(rest),
            "key" => self.context.key_shown = rest == "shown",
            "away" => {
                let (who, since) = split(rest);
                let since = (since != "-").then(|| number(since));
                self.context.away_since[side(who).index()] = since;
            }
            "sit" => {
                self.expect("guest take-seat Ann", "seat-taken", place);
                self.expect("guest take-seat Ben", "seat-taken game-started", place);
            }
            "play" => rest.split(' ').for_each(|text| self.play(text, place)),
            "=" => {
                let (fact, value) = split(rest);
                let shown = show(self.room(), fact, self.context.now);
                assert_eq!(shown, value, "{place}");
            }
            _ => {
                let (action, result) = line.split_once('|').expect("a result after |");
                self.expect(action.trim(), result.trim(), place);
            }
        }
    }

    fn room(&self) -> &Room {
        &self.host.as_ref().expect("an open room").room
    }

    fn open(&mut self, rest: &str) {
        let mut words = rest.split(' ');
        let kind: Kind = words.next().unwrap().parse().unwrap();
        let mut rules = house_rules(words.next().unwrap(), kind);
        words.for_each(|choice| choose(&mut rules, choice));
        let start = self
            .start
            .as_deref()
            .map(|text| kind.read_position(text).unwrap());
        let read = |text: &String| kind.read_move(text).unwrap();
        let moves: Vec<Move> = self.moves.iter().map(read).collect();
        let start = start.unwrap_or_else(|| kind.start());
        self.host = Some(Host::open(kind, rules, &start, moves, self.context.now));
    }

    fn play(&mut self, text: &str, place: &str) {
        let bout = self.room().bout().expect("a game");
        let seat = self.room().seat_of(bout.turn()).expect("a seat");
        let action = format!("{} play {text}", seat.member.0);
        let result = self.ask(&action, place);
        assert!(
            result.starts_with("move-played"),
            "{place}: {text} {result}"
        );
    }

    fn expect(&mut self, action: &str, result: &str, place: &str) {
        assert_eq!(self.ask(action, place), result, "{place}");
    }

    /// The types of the events, or the refusal's code.
    fn ask(&mut self, action: &str, place: &str) -> String {
        let (who, rest) = split(action);
        let action = match who {
            "host" => Action::Host(host_command(rest)),
            "guest" => Action::Command(By::Guest, self.command(rest)),
            member => {
                let member = MemberId(member.parse().expect(place));
                Action::Command(By::Member(member), self.command(rest))
            }
        };
        self.number += 1;
        let host = self.host.as_mut().expect("an open room");
        match host.run(&action, self.number, &self.context) {
            Err(refusal) => format!("refused {}", refusal.code()),
            Ok([]) => "nothing".to_owned(),
            Ok(entries) => {
                let types = entries.iter().map(|entry| word_of(&entry.event, "type"));
                types.collect::<Vec<_>>().join(" ")
            }
        }
    }

    fn command(&self, text: &str) -> Command {
        let (word, rest) = split(text);
        let (one, two) = split(rest);
        let ply = || self.room().bout().map_or(0, Bout::ply);
        let json = match word {
            "take-seat" if two.is_empty() => json!({"type": word, "name": one}),
            "take-seat" => json!({"type": word, "name": one, "side": two}),
            "play" if two.is_empty() => json!({"type": word, "move": one, "ply": ply()}),
            "play" => json!({"type": word, "move": one, "ply": number(two)}),
            "rename" => json!({"type": word, "name": rest}),
            "watch" if !rest.is_empty() => json!({"type": word, "name": rest}),
            "seat-machine" => {
                let mut json = json!({"type": word, "level": number(one)});
                for word in two.split(' ').filter(|word| !word.is_empty()) {
                    match word {
                        "instant" => json["instant"] = true.into(),
                        side => json["side"] = side.into(),
                    }
                }
                json
            }
            "set-level" => json!({"type": word, "level": number(one)}),
            "undo" | "redo" => json!({"type": word, "ply": number(one)}),
            "claim-absence" => json!({"type": word, "result": one}),
            "say" => json!({"type": word, "name": "Eve", "text": rest}),
            _ => json!({"type": word}),
        };
        serde_json::from_value(json).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    /// Checks that replaying the journal gives the same room.
    fn finish(&self) {
        let host = self.host.as_ref().expect("an open room");
        assert_eq!(Room::replay(&host.entries).as_ref(), Some(&host.room));
        let public: Vec<_> = host.entries.iter().map(without_private).collect();
        assert_eq!(Room::replay(&public).as_ref(), Some(&host.room));
    }
}

fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    (word, rest.trim())
}

fn number(text: &str) -> u64 {
    text.parse()
        .unwrap_or_else(|_| panic!("not a number: {text}"))
}

fn side(word: &str) -> Side {
    match word {
        "first" => Side::First,
        "second" => Side::Second,
        other => panic!("no side named {other}"),
    }
}

/// A change to the named house rules.
fn choose(rules: &mut HouseRules, choice: &str) {
    match choice.split_once('=').expect("KEY=VALUE") {
        ("spectators", "no") => rules.spectators = false,
        ("opener", word) => rules.opener = Some(side(word)),
        ("grace", "default") => rules.leaver = Leaver::keeps_seat(rules.clock),
        ("grace", millis) => {
            rules.leaver = Leaver::KeepsSeat {
                grace_millis: number(millis),
            };
        }
        ("clock", times) => {
            let (initial, increment) = times.split_once('+').expect("INITIAL+INCREMENT");
            rules.clock = Some(clock(number(initial), number(increment)));
        }
        _ => panic!("unknown house rule: {choice}"),
    }
}

fn machine(side: Option<Side>) -> HostCommand {
    HostCommand::SeatMachine {
        level: 2,
        side,
        instant: false,
    }
}

fn host_command(word: &str) -> HostCommand {
    match word {
        "end-by-time" => HostCommand::EndByTime,
        "resume-clock" => HostCommand::ResumeClock,
        "remove-lost-1" => HostCommand::RemoveLost(MemberId(1)),
        "remove-lost-2" => HostCommand::RemoveLost(MemberId(2)),
        "seat-machine" => machine(None),
        "seat-machine-first" => machine(Some(Side::First)),
        "seat-machine-second" => machine(Some(Side::Second)),
        other => panic!("unknown host command: {other}"),
    }
}
