//! Makes the evaluations of the engine: plays the engine against itself, fits the weights of the plain evaluation, trains the
//! network that is added to it, and compares versions in matches.
//!
//! - [`Cli`] is the command line: a module for each command ([`play`], [`fit`], [`train`], [`rounds`], [`contest`], [`mod@bench`]).
//! - [`kinds`] has what can be fitted and trained: space chess and chess.
//! - [`setup`] reads what a player is made of; [`course`] is a game that players play.
//! - [`data`] is the file of samples; [`position`] is a position in few bytes.
//! - [`model`] is the network in floating point, with its gradient; [`tied`] shares its weights among hidden units; [`adam`]
//!   changes them; [`quantise`] rounds them.
//! - [`target`] is what an evaluation should predict.
//! - [`provenance`] is the text beside a file that tells how the file was made.
//! - [`parallel`] runs work in several threads. The number of threads never changes a result.

#![expect(
    clippy::print_stdout,
    reason = "a command-line program prints its results"
)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "counts of positions and values of weights are far from the limits of their types"
)]
#![expect(
    clippy::inline_always,
    reason = "only inlined code is compiled for wide vectors"
)]

pub mod adam;
pub mod bench;
mod cli;
pub mod contest;
pub mod course;
pub mod data;
pub mod fit;
pub mod kinds;
pub mod model;
pub mod parallel;
pub mod play;
pub mod position;
pub mod provenance;
pub mod quantise;
pub mod rounds;
pub mod setup;
pub mod target;
pub mod tied;
pub mod train;

pub use cli::Cli;
