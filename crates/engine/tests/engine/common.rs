//! Shared by the tests: searches, positions from texts, and random positions.
use std::sync::atomic::AtomicBool;

use raum_engine::{Engine, Limits, MATE, MATE_MIN, Report, Table};
use raum_rules::{
    AnyGame, Cell, Extent, Kind, Move, Piece, Record, Role, Rules as _, Side, chess::Chess,
    space::Space,
};

/// The limits of a search of so many nodes.
pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes,
        ..Limits::default()
    }
}

/// The limits of a search to a depth.
pub(crate) fn depth(depth: i32) -> Limits {
    Limits {
        depth,
        ..Limits::default()
    }
}

/// A record that starts at a position text and plays moves.
pub(crate) fn record(kind: Kind, text: &str, moves: &[&str]) -> Record<AnyGame> {
    let start = kind
        .read_position(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut record = Record::new(start);
    for text in moves {
        let mv = kind.read_move(text).expect("a move text");
        record
            .play(mv)
            .unwrap_or_else(|_| panic!("{text} is illegal in {}", record.game()));
    }
    record
}

/// Searches a game with a new engine and a new table.
pub(crate) fn search(record: &Record<AnyGame>, limits: &Limits) -> Report {
    let mut engine = Engine::new(record.game().kind());
    let table = Table::new(1);
    search_with(&mut engine, &table, record, limits)
}

/// Searches a game with an engine and a table that may know something already.
pub(crate) fn search_with(
    engine: &mut Engine,
    table: &Table,
    record: &Record<AnyGame>,
    limits: &Limits,
) -> Report {
    let stop = AtomicBool::new(false);
    engine.search(record, limits, table, &stop, &mut |_| true)
}

/// The moves until a mate that a score announces, as the protocol counts them: negative if the side to move is mated.
pub(crate) fn moves_to_mate(score: i32) -> Option<i32> {
    if score.abs() < MATE_MIN {
        return None;
    }
    let moves = (MATE - score.abs() + 1) / 2;
    Some(if score > 0 { moves } else { -moves })
}

/// Asserts that every line can be played from a game, and that lines begin with different moves.
pub(crate) fn assert_legal(record: &Record<AnyGame>, report: &Report) {
    let firsts: Vec<Move> = report.lines.iter().map(|line| line.moves[0]).collect();
    for (number, first) in firsts.iter().enumerate() {
        let earlier = &firsts[..number];
        assert!(
            !earlier.contains(first),
            "two lines begin alike: {report:?}"
        );
    }
    for line in &report.lines {
        let mut record = record.clone();
        for mv in &line.moves {
            let game = record.game().to_string();
            record
                .play(*mv)
                .unwrap_or_else(|_| panic!("{mv:?} is illegal in {game}: {line:?}"));
        }
    }
}

/// The text of a position of space chess with these pieces.
pub(crate) fn space_text(pieces: &[(Cell, Piece)], turn: Side) -> String {
    let board = board_text(pieces, Space::EXTENT);
    format!("{board} {} 0 1", turn_letter(turn))
}

/// The text of a position of chess with these pieces, without rights.
pub(crate) fn chess_text(pieces: &[(Cell, Piece)], turn: Side) -> String {
    let board = board_text(pieces, Chess::EXTENT);
    format!("{board} {} - - 0 1", turn_letter(turn))
}

fn turn_letter(turn: Side) -> char {
    if turn == Side::First { 'w' } else { 'b' }
}

fn board_text(pieces: &[(Cell, Piece)], extent: Extent) -> String {
    let letter = |cell| {
        let found = pieces.iter().find(|(at, _)| *at == cell);
        found.map_or('1', |(_, piece)| piece.letter().unwrap_or('1'))
    };
    let rank = |y, z| -> String { (0..extent.x).map(|x| letter(Cell::new(x, y, z))).collect() };
    let level = |z| {
        let ranks: Vec<String> = (0..extent.y).rev().map(|y| rank(y, z)).collect();
        ranks.join("/")
    };
    let levels: Vec<String> = (0..extent.z).map(level).collect();
    let mut board = levels.join("|");
    for empty in (2..=8).rev() {
        board = board.replace(&"1".repeat(empty), &empty.to_string());
    }
    board
}

/// Puts pieces on random empty cells.
fn place(pieces: &[Piece], extent: Extent, random: &mut fastrand::Rng) -> Vec<(Cell, Piece)> {
    let mut cells: Vec<Cell> = extent.cells().collect();
    random.shuffle(&mut cells);
    cells.into_iter().zip(pieces.iter().copied()).collect()
}

/// Puts pieces on random empty cells; `None` if that is no valid position.
pub(crate) fn random_space(
    pieces: &[Piece],
    turn: Side,
    random: &mut fastrand::Rng,
) -> Option<Space> {
    let placed = place(pieces, Space::EXTENT, random);
    space_text(&placed, turn).parse().ok()
}

/// The same for chess.
pub(crate) fn random_chess(
    pieces: &[Piece],
    turn: Side,
    random: &mut fastrand::Rng,
) -> Option<Chess> {
    let placed = place(pieces, Chess::EXTENT, random);
    chess_text(&placed, turn).parse().ok()
}

/// A piece of a side.
pub(crate) fn piece(side: Side, role: Role) -> Piece {
    Piece { side, role }
}
