//! Tic-tac-toe as a search visits it.

use super::TicTacToe;
use crate::{
    Cell, Game, Move, Role, Side,
    node::{self, ROLES, TURN_KEY},
};

/// A position of tic-tac-toe as a search visits it.
///
/// ```
/// use raum_rules::{node::Node as _, tic_tac_toe::{Node, TicTacToe}};
///
/// let mut steps = Vec::new();
/// Node::new(&TicTacToe::default()).list(&mut steps);
/// assert_eq!(steps.len(), 9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Node(TicTacToe);

/// The number of an empty cell.
///
/// ```
/// use raum_rules::{node::Node as _, tic_tac_toe::{Mark, Node, TicTacToe}};
///
/// let mut steps: Vec<Mark> = Vec::new();
/// let node = Node::new(&TicTacToe::default());
/// node.list(&mut steps);
/// assert_eq!(node.after(steps[4]).game().to_string(), "....X.... O");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(u8);

impl node::Node for Node {
    type Game = TicTacToe;
    type Step = Mark;
    const CELLS: usize = 9;

    fn new(game: &TicTacToe) -> Self {
        Self(*game)
    }

    fn game(&self) -> TicTacToe {
        self.0
    }

    fn turn(&self) -> Side {
        self.0.turn
    }

    fn hash(&self) -> u64 {
        let [first, second] = self.0.marks.map(u64::from);
        let cells = (first | second << 9).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        cells
            ^ if self.0.turn == Side::Second {
                TURN_KEY
            } else {
                0
            }
    }

    fn halfmove_clock(&self) -> u32 {
        0
    }

    fn in_check(&self) -> bool {
        false
    }

    fn is_dead(&self) -> bool {
        false
    }

    fn is_lost(&self) -> bool {
        self.0.has_line(!self.0.turn)
    }

    fn has_pieces(&self) -> bool {
        false
    }

    fn list(&self, steps: &mut Vec<Mark>) {
        let open = self.0.open();
        steps.extend((0..9).filter(|cell| open & 1 << cell != 0).map(Mark));
    }

    fn list_tactical(&self, _: &mut Vec<Mark>) {}

    fn list_quiet(&self, steps: &mut Vec<Mark>) {
        self.list(steps);
    }

    fn after(&self, step: Mark) -> Self {
        self.0.play(Self::to_move(step)).map_or(*self, Self)
    }

    fn pass(&self) -> Self {
        Self(TicTacToe {
            turn: !self.0.turn,
            ..self.0
        })
    }

    fn role(_: Mark) -> Role {
        Role::Mark
    }

    fn origin(Mark(cell): Mark) -> usize {
        usize::from(cell)
    }

    fn target(Mark(cell): Mark) -> usize {
        usize::from(cell)
    }

    fn promotion(_: Mark) -> Option<Role> {
        None
    }

    fn captured(&self, _: Mark) -> Option<Role> {
        None
    }

    fn exchange_wins(&self, _: Mark, least: i32, _: &[i32; ROLES]) -> bool {
        least <= 0
    }

    fn code(Mark(cell): Mark) -> u32 {
        u32::from(cell) + 1
    }

    fn to_move(Mark(number): Mark) -> Move {
        Move::put(Cell::flat(number % 3, number / 3))
    }
}
