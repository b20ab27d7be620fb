//! One room as a state machine, pure: no input or output, no clock, no randomness.
//!
//! [`Room::decide`] turns a [`Command`] into [`Event`]s or a [`Refusal`] and changes nothing. An event
//! in its place and time is an [`Entry`], and [`Room::apply`] folds entries into the room: wherever the
//! same entries are applied, the same room comes out. [`HouseRules`] are the room's policy as data.
//!
//! Commands, events and entries carry raum's own JSON encoding: that of the journal, of the native
//! dialect and of export files. [`EncodedEntry`] is an entry that is encoded already.

mod any_move;
mod bout;
mod clock;
mod command;
mod decide;
mod encoded_entry;
mod ending;
mod event;
mod format;
mod house_rules;
mod refusal;
mod room;
mod text;
pub mod words;

pub use any_move::AnyMove;
pub use bout::{Bout, Takeback};
pub use clock::{Clock, Clocks};
pub use command::{AbsenceResult, By, Command, Context, HostCommand};
pub use encoded_entry::EncodedEntry;
pub use ending::{Ending, Reason};
pub use event::{Answers, Entry, Event, MemberId, Millis, Opening, Private, Seated, Seq, Start};
pub use format::{BadEntry, FORMAT};
pub use house_rules::{ClockRule, GRACE_MILLIS, HouseRules, Leaver, Rematch};
pub use refusal::Refusal;
pub use room::{Phase, Room, Seat};
pub use text::{MESSAGE_CHARS_MAX, NAME_CHARS_MAX, is_line, is_name};
