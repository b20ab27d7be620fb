//! PGN: games round-trip, everything that is not a move is skipped, and `pgn-reader` reads the same moves.

use crate::common::{Chance, data_positions};
use pgn_reader::{Reader, SanPlus, Visitor};
use raum_rules::{
    AnyGame, Game, Kind, Pgn, PgnResult, Record, Rules, Side, chess::Chess, space::Space,
    tic_tac_toe::TicTacToe,
};
use std::ops::ControlFlow;

/// A random game with some tags, and sometimes a result that the rules do not give.
fn random_pgn<G: Rules>(chance: &mut Chance) -> Pgn {
    let mut starts = data_positions::<G>();
    starts.push(G::default());
    let start = &starts[chance.below(starts.len())];
    let kind: Kind = G::FACTS.name.parse().expect("a kind");
    let start = kind.read_position(&start.to_string()).expect("a position");
    let mut record = Record::new(start);
    for _ in 0..chance.below(120) {
        let legal = record.game().legal();
        if legal.is_empty() {
            break;
        }
        record.play(chance.pick(&legal)).expect("a listed move");
    }
    let mut pgn = Pgn::new(record);
    for (name, value) in [
        ("Annotator", "C:\\raum \"x\" ] [ {"),
        ("White", "Ann (1) ; %"),
        ("Date", "2026.11.15"),
        ("Opening", ""),
    ] {
        if chance.below(2) == 0 {
            assert!(pgn.set_tag(name, value));
        }
    }
    if chance.below(4) == 0 {
        pgn.set_result(chance.pick(&[
            PgnResult::Win(Side::First),
            PgnResult::Draw,
            PgnResult::Open,
        ]));
    }
    pgn
}

fn read(text: &str) -> Pgn {
    text.parse()
        .unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

fn round_trips<G: Rules>() {
    for seed in 0..150 {
        let pgn = random_pgn::<G>(&mut Chance::new(seed));
        let text = pgn.to_string();
        let again = read(&text);
        assert_eq!(again.to_string(), text, "seed {seed}");
        assert_eq!(again.record(), pgn.record(), "seed {seed}:\n{text}");
        assert_eq!(again.result(), pgn.result(), "seed {seed}:\n{text}");
        for tag in ["Annotator", "White", "Date", "Opening"] {
            if pgn.tag(tag).is_some() {
                assert_eq!(again.tag(tag), pgn.tag(tag), "seed {seed}:\n{text}");
            }
        }
        assert!(
            text.lines()
                .all(|line| line.starts_with('[') || line.len() < 80),
            "{text}"
        );
    }
}

#[test]
fn chess_round_trips() {
    round_trips::<Chess>();
}

#[test]
fn space_round_trips() {
    round_trips::<Space>();
}

#[test]
fn tic_tac_toe_round_trips() {
    round_trips::<TicTacToe>();
}

/// The text is complete: reading it gives an equal value.
#[test]
fn a_game_equals_what_its_text_reads() {
    let mut plain = Pgn::new(Record::new(Kind::Chess.start()));
    assert_eq!(read(&plain.to_string()), plain);
    assert!(plain.set_tag("Annotator", "Ann"));
    assert!(plain.set_tag("White", "Bob"));
    assert_eq!(read(&plain.to_string()), plain);
}

/// Text between moves that readers must skip.
const SKIPPED: [&str; 11] = [
    " ",
    "\n",
    " {a comment} ",
    " {over two\nlines, with ( and ; and $ and % in it} ",
    " {} ",
    " ; to the end ) of { the line\n",
    "\n% an escaped line 1. e4 {(\n",
    " $3 ",
    " $139 $1 ",
    " (1. e4 {in (a variation} (1. d4 $2) ; or ) two\n e5) ",
    " () ",
];

/// More of the same; `pgn-reader` takes an empty line for the end of the game.
const EMPTY_LINES: [&str; 3] = ["\n\n", "\n%\n\n", "{\n\n}"];

/// Inserts text that readers must skip.
fn decorate(text: &str, skipped: &[&str], chance: &mut Chance) -> String {
    let (tags, moves) = text.split_once("\n\n").expect("tags and moves");
    let mut decorated = format!("{tags}\n\n");
    let (moves, result) = moves
        .trim_end()
        .rsplit_once([' ', '\n'])
        .unwrap_or(("", moves));
    for token in moves.split_whitespace() {
        decorated += token;
        if !token.ends_with('.') && chance.below(5) == 0 {
            decorated += chance.pick(&["!", "?", "!!", "??", "!?", "?!"]);
        }
        decorated += if chance.below(3) == 0 {
            chance.pick(skipped)
        } else {
            " "
        };
    }
    decorated + result
}

fn skips_everything_but_moves<G: Rules>() {
    for seed in 0..150 {
        let mut chance = Chance::new(seed);
        let pgn = random_pgn::<G>(&mut chance);
        let skipped = [&SKIPPED[..], &EMPTY_LINES].concat();
        let text = decorate(&pgn.to_string(), &skipped, &mut chance);
        assert_eq!(
            read(&text).to_string(),
            pgn.to_string(),
            "seed {seed}:\n{text}"
        );
        let windows = text.replace('\n', "\r\n");
        assert_eq!(
            read(&windows).to_string(),
            pgn.to_string(),
            "seed {seed}, CRLF:\n{text}"
        );
    }
}

#[test]
fn chess_skips_everything_but_moves() {
    skips_everything_but_moves::<Chess>();
}

#[test]
fn space_skips_everything_but_moves() {
    skips_everything_but_moves::<Space>();
}

#[test]
fn tic_tac_toe_skips_everything_but_moves() {
    skips_everything_but_moves::<TicTacToe>();
}

/// The moves that `pgn-reader` sees in the main line.
struct Sans;

impl Visitor for Sans {
    type Tags = ();
    type Movetext = Vec<String>;
    type Output = Vec<String>;

    fn begin_tags(&mut self) -> ControlFlow<Vec<String>, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Vec<String>, Vec<String>> {
        ControlFlow::Continue(Vec::new())
    }

    fn begin_variation(
        &mut self,
        _: &mut Vec<String>,
    ) -> ControlFlow<Vec<String>, pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn san(&mut self, sans: &mut Vec<String>, san: SanPlus) -> ControlFlow<Vec<String>> {
        sans.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, sans: Vec<String>) -> Vec<String> {
        sans
    }
}

#[test]
fn pgn_reader_reads_the_same_moves() {
    for seed in 0..300 {
        let mut chance = Chance::new(seed);
        let pgn = random_pgn::<Chess>(&mut chance);
        let text = decorate(&pgn.to_string(), &SKIPPED, &mut chance);
        let theirs = Reader::new(text.as_bytes())
            .read_game(&mut Sans)
            .expect("readable text");
        let mut game: AnyGame = pgn.record().start().clone();
        let mut ours = Vec::new();
        for mv in read(&text).record().moves() {
            ours.push(game.notation(*mv).expect("a legal move"));
            game = game.play(*mv).expect("a legal move");
        }
        assert_eq!(theirs, Some(ours), "seed {seed}:\n{text}");
    }
}

#[test]
fn moves_can_be_written_in_several_ways() {
    let expected = read("1. e4 e5 2. Nf3 *").to_string();
    for text in [
        "1.e4 e5 2.Nf3 *",
        "1. e4 1... e5 2. Nf3 *",
        "1. e4 1. ... e5 2. Nf3 *",
        "1 e4 e5 2 Nf3 *",
        "e4 e5 Nf3",
        "\u{feff}1. e4 e5 2. Nf3 *",
        "% first line\n1. e4 e5 2. Nf3 *",
        "1. e4{a}e5(1... c5)2. Nf3;b\n*",
        "1. e4 e5\n%\n\n2. Nf3 *",
        "1. e4$1 e5 2. Nf3 *",
    ] {
        assert_eq!(read(text).to_string(), expected, "{text:?}");
    }
}

#[test]
fn castling_may_be_written_with_zeros() {
    for (zeros, letters) in [("0-0", "O-O"), ("0-0-0+", "O-O-O+")] {
        let game = |castling| {
            format!("[SetUp \"1\"]\n[FEN \"3k3r/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n1. {castling} *")
        };
        assert_eq!(
            read(&game(zeros)).to_string(),
            read(&game(letters)).to_string()
        );
    }
}

#[test]
fn tags_are_stored_as_given() {
    let mut pgn = Pgn::new(Record::new(Kind::Chess.start()));
    for (name, set) in [
        ("White", true),
        ("Result", false),
        ("FEN", false),
        ("Two words", false),
        ("", false),
    ] {
        assert_eq!(pgn.set_tag(name, "x"), set, "{name}");
    }
    assert!(pgn.set_tag("White", "two\nlines"));
    assert_eq!(read(&pgn.to_string()).tag("White"), Some("two lines"));
}

/// Results by resignation, time and agreement do not show in the position.
#[test]
fn results_round_trip() {
    for result in [
        PgnResult::Win(Side::First),
        PgnResult::Win(Side::Second),
        PgnResult::Draw,
        PgnResult::Open,
    ] {
        let mut pgn = Pgn::new(Record::new(Kind::Space.start()));
        pgn.set_result(result);
        assert_eq!(read(&pgn.to_string()).result(), result);
    }
    assert_eq!(
        read("1. f3 e5 2. g4 Qh4#").result(),
        PgnResult::Win(Side::Second)
    );
}
