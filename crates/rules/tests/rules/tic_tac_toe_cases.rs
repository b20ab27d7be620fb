//! Special cases of tic-tac-toe, from the "Game Logic Rules" of its specification.

use crate::common::{mv, play, position};
use raum_rules::{Game, Illegal, Outcome, Side, tic_tac_toe::TicTacToe};

#[test]
fn spec5_win_detection_every_line_of_either_side() {
    let lines = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    for line in lines {
        for (winner, side) in [("X", Side::First), ("O", Side::Second)] {
            // The loser has marks on two cells beside the line, too few for a line.
            let loser = if winner == "X" { "O" } else { "X" };
            let beside: Vec<usize> = (0..9).filter(|cell| !line.contains(cell)).take(2).collect();
            let board: String = (0..9)
                .map(
                    |cell| match (line.contains(&cell), beside.contains(&cell)) {
                        (true, _) => winner,
                        (_, true) => loser,
                        _ => ".",
                    },
                )
                .collect();
            let game: TicTacToe = position(&format!("{board} {loser}"));
            let outcome = game.outcome().expect("a line");
            assert_eq!(
                (outcome.reason(), outcome.winner()),
                ("line", Some(side)),
                "{game}"
            );
            assert_eq!(game.legal(), [], "{game}");
        }
    }
}

#[test]
fn spec5_draw_detection() {
    let game = play(
        &TicTacToe::default(),
        &["0", "1", "2", "4", "3", "5", "7", "6", "8"],
    );
    assert_eq!(game.to_string(), "XOXXOOOXX O");
    assert_eq!(game.outcome().map(Outcome::reason), Some("full-board"));
}

#[test]
fn spec5_draw_detection_a_line_on_the_last_cell_wins() {
    let game = play(
        &TicTacToe::default(),
        &["0", "1", "2", "3", "4", "5", "7", "6", "8"],
    );
    assert_eq!(game.outcome().map(Outcome::reason), Some("line"));
}

#[test]
fn spec5_move_validation() {
    let game = play(&TicTacToe::default(), &["4"]);
    assert_eq!(game.turn(), Side::Second);
    assert_eq!(
        game.play(mv::<TicTacToe>("4")),
        Err(Illegal),
        "a taken cell"
    );
    let won: TicTacToe = position("XXXOO.... O");
    assert_eq!(
        won.play(mv::<TicTacToe>("5")),
        Err(Illegal),
        "after the end"
    );
}

#[test]
fn spec5_turn_order_x_starts_by_default() {
    assert_eq!(TicTacToe::default().to_string(), "......... X");
    assert_eq!(TicTacToe::starting(Side::Second).to_string(), "......... O");
    let game = play(&TicTacToe::starting(Side::Second), &["8"]);
    assert_eq!(game.to_string(), "........O X");
}
