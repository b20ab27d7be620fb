//! The rules of raum's games, as pure values: no input or output, no clock, no randomness.
//!
//! - [`Game`] is a position of some kind; [`Rules`] is what holds for all positions of one kind.
//! - The kinds: [`chess`], [`space`] and [`tic_tac_toe`]. [`Kind`] names them, [`AnyGame`] is a game
//!   whose kind is known only at run time.
//! - [`Record`] is a game with its moves: repetition, claims, undo and redo.
//! - [`Facts`] are the constants of a kind; [`History`] is what a position carries of earlier moves.
//! - [`Pgn`] is a record with tags and a result, as text.
//! - [`Cell`], [`Extent`], [`Side`], [`Role`], [`Piece`], [`Move`] and [`Outcome`] are shared by
//!   all kinds.
//!
//! ```
//! use raum_rules::{Game, Kind, Record};
//!
//! let mut record = Record::new(Kind::Chess.start());
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     record.play(record.game().read_notation(san)?)?;
//! }
//! assert_eq!(record.outcome().unwrap().reason(), "checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cell;
mod facts;
mod game;
mod key;
mod kind;
mod moves;
mod outcome;
mod pgn;
mod piece;
mod position_text;
mod record;

pub mod chess;
pub mod node;
pub mod space;
pub mod tic_tac_toe;

pub use cell::{Cell, Extent};
pub use facts::{Facts, History};
pub use game::{Game, Rules};
pub use key::Key;
pub use kind::{AnyGame, Kind, UnknownKind};
pub use moves::{Illegal, Move, MoveTextError, NotationError};
pub use outcome::{Claim, Draw, Outcome, Win};
pub use pgn::{Pgn, PgnError, PgnProblem, PgnResult};
pub use piece::{Piece, Role, Side};
pub use position_text::PositionError;
pub use record::Record;

/// Compiles and runs the README's examples as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
