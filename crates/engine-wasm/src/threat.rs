//! Threats: what the other side would play if it were its turn.

use std::fmt;

use raum_rules::{AnyGame, Cell, Game, Move, Record, chess, node::Node, space, tic_tac_toe};

/// The current position of a game with the other side to move. There is none in check or after the end of the game.
pub(crate) fn passed(record: &Record<AnyGame>) -> Option<Record<AnyGame>> {
    let game = match record.game() {
        AnyGame::Chess(game) => AnyGame::Chess(pass::<chess::Node>(game)?),
        AnyGame::Space(game) => AnyGame::Space(pass::<space::Node>(game)?),
        AnyGame::TicTacToe(game) => AnyGame::TicTacToe(pass::<tic_tac_toe::Node>(game)?),
    };
    Some(Record::new(game))
}

fn pass<N: Node>(game: &N::Game) -> Option<N::Game> {
    let node = N::new(game);
    (game.outcome().is_none() && !node.in_check()).then(|| node.pass().game())
}

/// The cells of a move. Displays as JSON of `Threat` in `web/src/engine/types.ts`.
pub(crate) struct Json(pub(crate) Move);

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(Move { from, to, .. }) = self;
        f.write_str(r#"{"from":"#)?;
        match from {
            Some(cell) => write_cell(f, *cell)?,
            None => f.write_str("null")?,
        }
        f.write_str(r#","to":"#)?;
        write_cell(f, *to)?;
        f.write_str("}")
    }
}

fn write_cell(f: &mut fmt::Formatter<'_>, Cell { x, y, z }: Cell) -> fmt::Result {
    write!(f, r#"{{"x":{x},"y":{y},"z":{z}}}"#)
}

#[cfg(test)]
mod tests {
    use raum_rules::Kind;

    use super::*;

    /// The passed position of a position text.
    fn text(kind: Kind, position: &str) -> Option<String> {
        let record = Record::new(kind.read_position(position).unwrap());
        passed(&record).map(|record| record.game().to_string())
    }

    #[test]
    fn the_other_side_is_to_move_and_nothing_else_changes() {
        let chess = text(Kind::Chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9").unwrap();
        assert!(
            chess.starts_with("4k3/8/8/3pP3/8/8/8/4K3 b - - "),
            "{chess}"
        );
        let start = Kind::Space.start().to_string();
        let space = text(Kind::Space, &start).unwrap();
        let (board, _) = start.split_once(' ').unwrap();
        assert!(space.starts_with(&format!("{board} b ")), "{space}");
    }

    #[test]
    fn a_mark_can_be_threatened_although_no_game_has_such_a_position() {
        assert_eq!(text(Kind::TicTacToe, "XX..O.... O").unwrap(), "XX..O.... X");
    }

    #[test]
    fn there_is_none_in_check_and_after_the_end() {
        assert_eq!(text(Kind::Chess, "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"), None);
        assert_eq!(text(Kind::Chess, "k7/8/8/8/8/8/5q2/7K w - - 0 1"), None);
        assert_eq!(text(Kind::TicTacToe, "XXXOO.... O"), None);
    }

    #[test]
    fn a_move_is_json() {
        let json = |kind: Kind, text: &str| Json(kind.read_move(text).unwrap()).to_string();
        assert_eq!(
            json(Kind::Space, "Ab1Bc3"),
            r#"{"from":{"x":1,"y":0,"z":0},"to":{"x":2,"y":2,"z":1}}"#
        );
        assert_eq!(
            json(Kind::TicTacToe, "4"),
            r#"{"from":null,"to":{"x":1,"y":1,"z":0}}"#
        );
    }
}
