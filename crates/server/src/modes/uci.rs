//! UCI programs as child processes, for the modes that have them play.

mod budget;
mod child;
mod choice;
mod program;
mod running;

pub(crate) use budget::{Budget, Clocks, Control};
pub(crate) use choice::{Choice, Failure};
pub(crate) use program::{Program, number};
pub(crate) use running::Running;
