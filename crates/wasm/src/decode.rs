//! Decodes commands, entries and frames from JSON: the reverse of what serde's derived code writes.

use raum_room::{
    AbsenceResult, Answers, AnyMove, ClockRule, Command, Ending, Entry, Event, FORMAT, HouseRules,
    Leaver, Machine, MemberId, Opening, Private, Reason, Rematch, Seated, Start,
};
use raum_rules::{Kind, Side};
use raum_wire::native::{Away, Presence, ServerFrame};

use crate::value::{BadJson, Value};

/// Reads an entry.
pub(crate) fn entry(text: &str) -> Result<Entry, BadJson> {
    read(text, "an entry")
}

/// Reads a command.
pub(crate) fn command(text: &str) -> Result<Command, BadJson> {
    read(text, "a command")
}

/// Reads a server's frame.
pub(crate) fn server_frame(text: &str) -> Result<ServerFrame, BadJson> {
    read(text, "a frame of this dialect")
}

fn read<T: Decode>(text: &str, what: &'static str) -> Result<T, BadJson> {
    let value = Value::read(text)?;
    T::decode(&value).ok_or_else(|| {
        if value.has_newer_entry() {
            BadJson::Newer
        } else {
            BadJson::Not(what)
        }
    })
}

/// A type that can be decoded from a JSON value.
trait Decode: Sized {
    /// The names of the fields, if the type is an object.
    const KEYS: &'static [&'static str] = &[];

    /// `None` if the value does not encode this type.
    fn decode(value: &Value) -> Option<Self>;
}

impl Value {
    /// Decodes a field of an object. A missing field counts as null.
    fn field<T: Decode>(&self, name: &str) -> Option<T> {
        T::decode(self.get(name)?)
    }

    /// Apart from `field`, so that the module has this code once and not once per type.
    #[inline(never)]
    fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else {
            return None;
        };
        let field = fields.iter().find(|(key, _)| key == name);
        Some(field.map_or(&Self::Null, |(_, value)| value))
    }

    fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The name of an object's variant.
    fn tag(&self) -> Option<String> {
        self.field("type")
    }

    /// Whether this is an entry with unknown parts, or a frame with such an entry. `Entry::read` of `raum-room` has the
    /// same rule.
    fn has_newer_entry(&self) -> bool {
        let Self::Object(fields) = self else {
            return false;
        };
        let is_entry = self.field::<u64>("seq").is_some() && self.field::<u64>("at").is_some();
        fields
            .iter()
            .any(|(key, value)| match (key.as_str(), value) {
                ("event", event) => {
                    is_entry && event.tag().is_some() && Entry::decode(self).is_none()
                }
                ("entries", Self::List(entries)) => entries.iter().any(Self::has_newer_entry),
                _ => false,
            })
    }

    /// Whether this version can read the format of an entry or of a room's opening. Most have no `format`.
    fn is_readable(&self) -> bool {
        let format = self.field::<Option<u32>>("format");
        format.is_some_and(|format| format <= Some(FORMAT))
    }

    /// Whether this version knows every house rule.
    fn has_known_rules(&self) -> bool {
        let is_known = |(key, _): &(String, _)| HouseRules::KEYS.contains(&key.as_str());
        matches!(self, Self::Object(fields) if fields.iter().all(is_known))
    }
}

impl Decode for bool {
    fn decode(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(bool) => Some(*bool),
            _ => None,
        }
    }
}

impl Decode for u64 {
    fn decode(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }
}

impl Decode for u32 {
    fn decode(value: &Value) -> Option<Self> {
        u64::decode(value)?.try_into().ok()
    }
}

impl Decode for u8 {
    fn decode(value: &Value) -> Option<Self> {
        u64::decode(value)?.try_into().ok()
    }
}

impl Decode for usize {
    fn decode(value: &Value) -> Option<Self> {
        u64::decode(value)?.try_into().ok()
    }
}

impl Decode for String {
    fn decode(value: &Value) -> Option<Self> {
        value.as_str().map(Self::from)
    }
}

impl<T: Decode> Decode for Option<T> {
    fn decode(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            some => T::decode(some).map(Some),
        }
    }
}

/// Empty lists may be omitted.
impl<T: Decode> Decode for Vec<T> {
    fn decode(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::new()),
            Value::List(items) => items.iter().map(T::decode).collect(),
            _ => None,
        }
    }
}

/// Types that are one word in JSON.
macro_rules! words {
    ($($name:ident: $($word:literal $variant:ident)*;)*) => {$(
        impl Decode for $name {
            fn decode(value: &Value) -> Option<Self> {
                match value.as_str()? {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }
    )*};
}

words! {
    Side: "first" First "second" Second;
    AbsenceResult: "win" Win "draw" Draw;
    Rematch: "none" None "swap-sides" SwapSides "swap-starter" SwapStarter;
    Reason:
        "checkmate" Checkmate
        "line" Line
        "stalemate" Stalemate
        "dead-position" DeadPosition
        "fivefold-repetition" FivefoldRepetition
        "seventy-five-moves" SeventyFiveMoves
        "full-board" FullBoard
        "threefold-repetition" ThreefoldRepetition
        "fifty-moves" FiftyMoves
        "agreement" Agreement
        "resignation" Resignation
        "time" Time
        "absence" Absence
        "leaving" Leaving
        "interrupted" Interrupted
        "aborted" Aborted
        "no-first-move" NoFirstMove;
}

impl Decode for Kind {
    fn decode(value: &Value) -> Option<Self> {
        value.as_str()?.parse().ok()
    }
}

impl Decode for AnyMove {
    fn decode(value: &Value) -> Option<Self> {
        String::decode(value).map(Self::from)
    }
}

impl Decode for MemberId {
    fn decode(value: &Value) -> Option<Self> {
        u32::decode(value).map(Self)
    }
}

/// Types that are objects in JSON. A field has its Rust name unless another is given, and may have a default; the check in
/// brackets must hold for the object.
macro_rules! objects {
    ($($name:ident { $($field:ident $(= $key:literal)? $(or $default:literal)?),* } $([$check:ident])?)*) => {$(
        impl Decode for $name {
            const KEYS: &'static [&'static str] = &[$(objects!(@key $field $($key)?)),*];

            fn decode(value: &Value) -> Option<Self> {
                $(if !value.$check() {
                    return None;
                })?
                Some(Self {
                    $($field: objects!(@read value objects!(@key $field $($key)?) $(, $default)?),)*
                })
            }
        }
    )*};
    (@key $field:ident $key:literal) => { $key };
    (@key $field:ident) => { stringify!($field) };
    (@read $value:ident $key:expr) => { $value.field($key)? };
    (@read $value:ident $key:expr, $default:literal) => {
        $value.field::<Option<_>>($key)?.unwrap_or($default)
    };
}

objects! {
    Entry { seq, at, format, answers, event, private } [is_readable]
    Answers { member, number }
    Private { pass_key_hash = "passKeyHash", token_hash = "tokenHash", nonce }
    Opening { format, kind, rules, start, moves } [is_readable]
    Start { kind, rules, number, next_member = "nextMember", seats, start, moves }
    Seated { member, name, machine }
    Machine { level, seed, instant or false }
    Ending { winner, reason }
    HouseRules {
        spectators, chat, pass_key = "passKey", opener, solo, leaver, rematch, takeback, clock,
        first_move_millis = "firstMoveMillis", listed or false
    } [has_known_rules]
    ClockRule { initial_millis = "initialMillis", increment_millis = "incrementMillis" }
    Presence { away, spectators, watchers }
    Away { member, since }
}

impl Decode for [Seated; 2] {
    fn decode(value: &Value) -> Option<Self> {
        Vec::decode(value)?.try_into().ok()
    }
}

/// Types that are objects in JSON whose field `type` names the variant.
macro_rules! tagged {
    ($($name:ident {
        $($tag:literal $variant:ident
            $({ $($field:ident $(= $key:literal)? $(or $default:literal)?),* })?
            $(($inner:ident))?
        ,)*
    })*) => {$(
        impl Decode for $name {
            fn decode(value: &Value) -> Option<Self> {
                Some(match value.tag()?.as_str() {
                    $($tag => Self::$variant
                        $({
                            $($field: objects!(@read value objects!(@key $field $($key)?) $(, $default)?)),*
                        })?
                        $(($inner::decode(value)?))?
                    ,)*
                    _ => return None,
                })
            }
        }
    )*};
}

tagged! {
    Event {
        "room-opened" RoomOpened(Opening),
        "seat-taken" SeatTaken { member, name, side, machine },
        "renamed" Renamed { member, name },
        "game-started" GameStarted(Start),
        "move-played" MovePlayed { mv = "move" },
        "draw-offered" DrawOffered { side },
        "draw-declined" DrawDeclined { side },
        "takeback-asked" TakebackAsked { side, ply },
        "takeback-declined" TakebackDeclined { side },
        "undone" Undone { ply },
        "redone" Redone { ply },
        "game-ended" GameEnded(Ending),
        "rematch-asked" RematchAsked { member },
        "level-changed" LevelChanged { member, level },
        "said" Said { member, name, text },
        "device-added" DeviceAdded { member },
        "seat-left" SeatLeft { member },
        "clock-resumed" ClockResumed,
        "room-closed" RoomClosed,
    }
    Leaver {
        "keeps-seat" KeepsSeat { grace_millis = "graceMillis" },
        "loses-game" LosesGame {},
        "frees-seat" FreesSeat {},
    }
    Command {
        "take-seat" TakeSeat { name, side },
        "watch" Watch { name },
        "rename" Rename { name },
        "play" Play { mv = "move", ply },
        "resign" Resign,
        "abort" Abort,
        "offer-draw" OfferDraw,
        "accept-draw" AcceptDraw,
        "decline-draw" DeclineDraw,
        "claim-draw" ClaimDraw,
        "claim-absence" ClaimAbsence { result },
        "ask-takeback" AskTakeback,
        "accept-takeback" AcceptTakeback,
        "decline-takeback" DeclineTakeback,
        "ask-rematch" AskRematch,
        "undo" Undo { ply },
        "redo" Redo { ply },
        "say" Say { name, text },
        "seat-machine" SeatMachine { level, side, instant or false },
        "take-over" TakeOver,
        "set-level" SetLevel { level },
        "leave" Leave,
    }
    ServerFrame {
        "welcome" Welcome { version, room, member, token, last, mark, now },
        "entries" Entries { entries, mark },
        "applied" Applied { number, seq, member },
        "refused" Refused { number, code, message },
        "presence" Presence(Presence),
        "ping" Ping { id, now, lag_millis = "lagMillis" },
    }
}

#[cfg(test)]
mod tests;
