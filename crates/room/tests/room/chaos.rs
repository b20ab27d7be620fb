//! Random rooms and random commands: valid ones, late and repeated ones, and nonsense.

use crate::common::{Action, Chance, Host, clock, house_rules, members};
use raum_room::{
    AbsenceResult, AnyMove, Bout, By, Command, Context, HostCommand, HouseRules, Leaver, MemberId,
    Millis, Phase, Rematch, Room,
};
use raum_rules::{AnyGame, Game, Kind, Move, Side};

/// The time at which every run starts: a day in 2026.
pub(crate) const DAWN: Millis = 1_790_000_000_000;

/// The house rules that every kind is tested with.
pub(crate) fn policies(kind: Kind) -> Vec<HouseRules> {
    let native = || HouseRules::native(kind);
    let named = ["native", "solo", "paired", "space", "chessata", "tictactoe"];
    let mut policies: Vec<_> = named.map(|name| house_rules(name, kind)).into();
    policies.extend([
        HouseRules {
            clock: Some(clock(60_000, 1_000)),
            ..native()
        },
        HouseRules {
            clock: Some(clock(180_000, 0)),
            ..HouseRules::solo(kind)
        },
        HouseRules {
            opener: Some(Side::Second),
            leaver: Leaver::LosesGame {},
            rematch: Rematch::SwapSides,
            ..native()
        },
        HouseRules {
            pass_key: true,
            opener: Some(Side::First),
            leaver: Leaver::FreesSeat {},
            clock: Some(clock(30_000, 500)),
            ..native()
        },
        HouseRules {
            leaver: Leaver::KeepsSeat { grace_millis: 0 },
            clock: Some(clock(0, 0)),
            chat: false,
            ..native()
        },
        HouseRules {
            leaver: Leaver::KeepsSeat {
                grace_millis: Millis::MAX,
            },
            clock: Some(clock(Millis::MAX, Millis::MAX)),
            rematch: Rematch::None,
            ..native()
        },
    ]);
    policies
}

/// Start positions near endings that random play rarely reaches.
fn openings(kind: Kind) -> &'static [(&'static str, &'static [&'static str])] {
    match kind {
        Kind::Chess => &[
            ("8/8/8/3k4/8/8/4R3/4K3 w - - 98 80", &[]),
            ("8/8/8/3k4/8/4R3/8/4K3 w - - 146 110", &[]),
            ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", &[]),
            ("1k6/8/8/3n4/8/8/8/3RK3 w - - 0 1", &[]),
            ("7k/P7/8/8/8/8/7p/K7 w - - 0 1", &[]),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                &["e2e4", "e7e5", "g1f3"],
            ),
            // Checkmate: the room opens with a game that is over.
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                &["f2f3", "e7e5", "g2g4", "d8h4"],
            ),
            // Moves after the fifth repetition, as in a file from another program.
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                &[
                    "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6",
                    "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "e7e5",
                ],
            ),
        ],
        Kind::Space => &[
            (
                "5/5/5/5/K4|5/5/5/5/5|5/5/2Q2/5/5|5/5/5/5/5|5/5/5/5/3k1 w 0 1",
                &[],
            ),
            (
                "5/5/5/5/K4|5/5/5/5/5|5/5/2R2/5/1R3|5/5/5/5/5|5/5/5/5/4k b 97 90",
                &[],
            ),
            (
                "5/5/5/5/K4|5/5/5/5/5|5/5/2R2/5/1R3|5/5/5/5/5|5/5/5/5/4k w 147 99",
                &[],
            ),
            (
                "5/5/5/5/K4|5/5/5/5/5|5/5/2R2/5/1r3|5/5/5/5/5|5/5/5/5/4k w 0 1",
                &[],
            ),
        ],
        Kind::TicTacToe => &[("X.O.X.O.. X", &[]), ("......... O", &["4", "0"])],
    }
}

/// A new room.
pub(crate) fn open(kind: Kind, rules: &HouseRules, now: Millis, chance: &mut Chance) -> Host {
    let (start, moves) = if chance.percent(60) {
        (kind.start(), Vec::new())
    } else {
        read_opening(kind, chance)
    };
    Host::open(kind, rules.clone(), &start, moves, now)
}

fn read_opening(kind: Kind, chance: &mut Chance) -> (AnyGame, Vec<Move>) {
    let (start, moves) = chance.pick(openings(kind));
    let start = kind.read_position(start).expect("an opening's position");
    let moves = moves.iter().map(|text| kind.read_move(text));
    (
        start,
        moves.collect::<Result<_, _>>().expect("an opening's moves"),
    )
}

/// How members behave for a while.
#[derive(Clone, Copy)]
pub(crate) struct Mood {
    /// The percentage of commands that are legal moves.
    moves: usize,
    /// The percentage of moves that return a piece to where it came from.
    shuffles: usize,
    /// The longest time between commands.
    millis_max: usize,
}

impl Mood {
    pub(crate) fn new(chance: &mut Chance) -> Self {
        Self {
            moves: chance.pick(&[10, 50, 90, 97]),
            shuffles: chance.pick(&[0, 20, 90]),
            millis_max: chance.pick(&[10, 2_000, 20_000]),
        }
    }
}

/// The next action.
pub(crate) fn action(room: &Room, mood: Mood, chance: &mut Chance) -> Action {
    let waits = room.phase() == Phase::Waiting && chance.percent(60);
    if waits {
        return Action::Command(By::Guest, take_seat(chance));
    }
    let mut seats = room.seats().iter();
    if let Some(left) = seats.find(|seat| seat.left_at.is_some())
        && chance.percent(10)
    {
        return Action::Command(By::Member(left.member), take_seat(chance));
    }
    let is_new = room.seats().is_empty() && room.bout().is_none();
    if is_new && chance.percent(25) {
        return Action::Host(HostCommand::SeatMachine {
            level: level(chance),
            side: chance.pick(&SIDES),
            instant: chance.percent(50),
        });
    }
    if chance.percent(4) {
        let host = [HostCommand::EndByTime, HostCommand::ResumeClock];
        return Action::Host(chance.pick(&host));
    }
    if chance.percent(mood.moves)
        && let Some(action) = legal_move(room, mood, chance)
    {
        return action;
    }
    Action::Command(sender(room, chance), command(room, chance))
}

/// A legal move by the side to move.
fn legal_move(room: &Room, mood: Mood, chance: &mut Chance) -> Option<Action> {
    let bout = room.bout().filter(|_| room.phase() == Phase::Playing)?;
    let member = room.seat_of(bout.turn())?.member;
    let legal = bout.record().game().legal();
    let own_last = bout
        .ply()
        .checked_sub(2)
        .map(|ply| bout.record().moves()[ply]);
    let back = legal.iter().copied().find(|mv| {
        own_last.is_some_and(|last| Some(mv.to) == last.from && mv.from == Some(last.to))
    });
    let mv = back
        .filter(|_| chance.percent(mood.shuffles))
        .or_else(|| (!legal.is_empty()).then(|| chance.pick(&legal)))?;
    let play = Command::Play {
        mv: AnyMove::Known(room.kind(), mv),
        ply: bout.ply(),
    };
    Some(Action::Command(By::Member(member), play))
}

fn sender(room: &Room, chance: &mut Chance) -> By {
    let known = members(room);
    match chance.below(20) {
        0..16 if !known.is_empty() => By::Member(chance.pick(&known)),
        18 => By::Member(MemberId(chance.pick(&[0, 1, 2, 3, u32::MAX]))),
        _ => By::Guest,
    }
}

/// Sides to wish for; mostly none.
const SIDES: [Option<Side>; 5] = [None, None, None, Some(Side::First), Some(Side::Second)];

/// A level, sometimes one that no kind has, or only some.
fn level(chance: &mut Chance) -> u8 {
    chance.pick(&[0, 1, 1, 2, 2, 3, 3, 4, 8, 9, u8::MAX])
}

fn take_seat(chance: &mut Chance) -> Command {
    Command::TakeSeat {
        name: line(chance),
        side: chance.pick(&SIDES),
    }
}

fn command(room: &Room, chance: &mut Chance) -> Command {
    if room.rules().solo && chance.percent(40) {
        let ply = ply(room, chance);
        return chance.pick(&[Command::Undo { ply }, Command::Redo { ply }]);
    }
    match chance.below(25) {
        0 => take_seat(chance),
        1 => Command::Watch {
            name: chance.percent(50).then(|| line(chance)),
        },
        19 => Command::Rename { name: line(chance) },
        2 if chance.percent(30) => Command::Resign,
        2 if chance.percent(30) => Command::Abort,
        3 | 4 => Command::OfferDraw,
        5 => Command::AcceptDraw,
        6 => Command::DeclineDraw,
        7 => Command::ClaimDraw,
        8 => Command::ClaimAbsence {
            result: chance.pick(&[AbsenceResult::Win, AbsenceResult::Draw]),
        },
        9 | 10 => Command::AskTakeback,
        11 => Command::AcceptTakeback,
        12 => Command::DeclineTakeback,
        13 | 14 => Command::AskRematch,
        15 => Command::Undo {
            ply: ply(room, chance),
        },
        16 => Command::Redo {
            ply: ply(room, chance),
        },
        17 => Command::Say {
            name: chance.percent(50).then(|| line(chance)),
            text: line(chance),
        },
        18 if chance.percent(30) => Command::Leave,
        22 => Command::SeatMachine {
            level: level(chance),
            side: chance.pick(&SIDES),
            instant: chance.percent(50),
        },
        23 => Command::TakeOver,
        24 => Command::SetLevel {
            level: level(chance),
        },
        _ => Command::Play {
            mv: move_text(room, chance).into(),
            ply: ply(room, chance),
        },
    }
}

/// A ply: often the current one, sometimes near it, sometimes absurd.
fn ply(room: &Room, chance: &mut Chance) -> usize {
    let now = room.bout().map_or(0, Bout::ply);
    match chance.below(10) {
        0 => chance.pick(&[0, 1, usize::MAX, usize::MAX - 1]),
        1..=3 => now.saturating_sub(chance.below(4)),
        4..=6 => now + chance.below(4),
        _ => now,
    }
}

fn move_text(room: &Room, chance: &mut Chance) -> String {
    let odd = [
        "", " ", "e2e4", "Aa2Aa3", "4", "9", "e7e8k", "e1g1", "é\0", "-1", "0000",
    ];
    let legal = room
        .bout()
        .map_or_else(Vec::new, |bout| bout.record().game().legal());
    let text = match legal.as_slice() {
        [] => String::new(),
        legal => room.kind().move_text(chance.pick(legal)),
    };
    match chance.below(4) {
        0 => chance.pick(&odd).to_owned(),
        1 => text.chars().rev().collect(),
        2 => text.to_uppercase(),
        _ => text,
    }
}

/// A name or a message, often invalid.
fn line(chance: &mut Chance) -> String {
    let odd = [
        "",
        " ",
        "a\nb",
        "\u{7f}",
        "\u{202e}neB",
        "🂡",
        "\"}{",
        "null",
    ];
    match chance.below(8) {
        0 => chance.pick(&odd).to_owned(),
        1 => "é".repeat(chance.pick(&[40, 41, 500, 501])),
        _ => chance.pick(&["Ann", "Ben", "Cleo"]).to_owned(),
    }
}

/// A random context. In an absurd one, time jumps.
pub(crate) fn context(room: &Room, mood: Mood, absurd: bool, chance: &mut Chance) -> Context {
    let at = room.at();
    let think = chance.below(mood.millis_max) as u64;
    let now = match chance.below(100) {
        0 => at.saturating_add(100_000_000),
        1 => at.saturating_sub(5_000),
        2 if absurd => chance.pick(&[0, 1, Millis::MAX, Millis::MAX - 1]),
        _ => at.saturating_add(think),
    };
    let mut away = || match chance.below(8) {
        0 => Some(now.saturating_sub(90_000)),
        1 => Some(now.saturating_sub(30_000)),
        2 => Some(chance.pick(&[0, now, now.saturating_add(1_000), Millis::MAX])),
        _ => None,
    };
    let away_since = [away(), away()];
    Context {
        now,
        chance: chance.next(),
        key_shown: chance.percent(80),
        away_since,
        can_go_back: chance.percent(90),
    }
}
