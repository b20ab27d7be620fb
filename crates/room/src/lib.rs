//! One room as a pure state machine: no input or output, no clock, no randomness.
//!
//! [`Room::decide`] turns a [`Command`] into [`Event`]s or a [`Refusal`] and changes nothing. An [`Entry`] is an
//! event with its number and time, and [`Room::apply`] folds entries into the room: the same entries always
//! produce the same room. [`HouseRules`] are the room's policy as data.
//!
//! Commands, events and entries have one JSON encoding, shared by the journal, the native dialect and export
//! files. [`EncodedEntry`] is an entry with its JSON.

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
mod machine;
mod refusal;
mod room;
mod text;
mod thought;
pub mod words;

pub use any_move::AnyMove;
pub use bout::{Bout, Takeback};
pub use clock::{Clock, Clocks};
pub use command::{AbsenceResult, By, Command, Context, HostCommand};
pub use encoded_entry::EncodedEntry;
pub use ending::{Ending, Reason};
pub use event::{Answers, Entry, Event, MemberId, Millis, Opening, Private, Seated, Seq, Start};
pub use format::{BadEntry, FORMAT, OPENING_FORMAT};
pub use house_rules::{
    ClockRule, FIRST_MOVE_MILLIS, GRACE_MILLIS, GRACE_WITHOUT_CLOCK_MILLIS, HouseRules, Leaver,
    Rematch,
};
pub use machine::Machine;
pub use refusal::Refusal;
pub use room::{Phase, Room, Seat};
pub use text::{MESSAGE_CHARS_MAX, NAME_CHARS_MAX, is_line, is_name};
pub use thought::{OwnClock, Thought, ThoughtKey};
