//! Whole games as text, in Portable Game Notation (PGN).
//!
//! Kinds other than chess use their own notation for moves and a `Variant` tag.

mod error;
mod read;

use std::fmt::{self, Write as _};

use crate::{AnyGame, Game, Kind, Outcome, Record, Side};

pub use error::{PgnError, PgnProblem};

/// A game with its tags and its result.
///
/// ```
/// use raum_rules::{Kind, Pgn, PgnResult, Record, Side};
///
/// let pgn: Pgn = "[White \"Ann\"]\n\n1. e4 {a comment} e5 (1... c5) 2. Qh5 $6 Ke7 3. Qxe5# 1-0".parse()?;
/// assert_eq!(pgn.tag("White"), Some("Ann"));
/// assert_eq!(pgn.result(), PgnResult::Win(Side::First));
/// assert_eq!(pgn.record().moves().len(), 5);
/// assert!(pgn.to_string().ends_with("\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n"));
/// # Ok::<(), raum_rules::PgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pgn {
    /// Names and values: the roster in its order, then other tags in order of arrival. Unknown values and
    /// derived tags are not stored.
    tags: Vec<(String, String)>,
    record: Record<AnyGame>,
    result: PgnResult,
}

/// The result at the end of a game's text.
///
/// ```
/// use raum_rules::{Pgn, PgnResult, Side};
///
/// let resigned: Pgn = "1. e4 0-1".parse()?;
/// assert_eq!(resigned.result(), PgnResult::Win(Side::Second));
/// # Ok::<(), raum_rules::PgnError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PgnResult {
    /// `1-0` or `0-1`.
    Win(Side),
    /// `1/2-1/2`.
    Draw,
    /// `*`: unfinished or unknown.
    Open,
}

/// The tags that the standard requires, in its order, with the placeholder for an unknown value.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags derived from the record and the result.
const DERIVED: [&str; 4] = ["Result", "Variant", "SetUp", "FEN"];

/// The longest line of moves that the standard allows.
const LINE_CHARS_MAX: usize = 79;

impl Pgn {
    /// A game without tags. The result follows from the rules until it is [set](Self::set_result).
    ///
    /// ```
    /// use raum_rules::{Kind, Pgn, PgnResult, Record};
    ///
    /// let pgn = Pgn::new(Record::new(Kind::Space.start()));
    /// assert_eq!(pgn.result(), PgnResult::Open);
    /// assert!(pgn.to_string().contains("[Variant \"Space chess\"]"));
    /// ```
    pub fn new(record: Record<AnyGame>) -> Self {
        let result = match record.outcome() {
            None => PgnResult::Open,
            Some(Outcome::Win { winner, .. }) => PgnResult::Win(winner),
            Some(Outcome::Draw(_)) => PgnResult::Draw,
        };
        Self {
            tags: Vec::new(),
            record,
            result,
        }
    }

    /// Sets a result that the position does not show: resignation, time, agreement.
    ///
    /// ```
    /// use raum_rules::{Kind, Pgn, PgnResult, Record};
    ///
    /// let mut pgn = Pgn::new(Record::new(Kind::Chess.start()));
    /// pgn.set_result(PgnResult::Draw);
    /// assert!(pgn.to_string().contains("[Result \"1/2-1/2\"]"));
    /// ```
    pub fn set_result(&mut self, result: PgnResult) {
        self.result = result;
    }

    /// Sets a tag, for example `White`. Control characters in the value become spaces. Returns false, and
    /// changes nothing, for a derived tag or a name with characters other than letters, digits and `_`.
    ///
    /// ```
    /// use raum_rules::{Kind, Pgn, Record};
    ///
    /// let mut pgn = Pgn::new(Record::new(Kind::Chess.start()));
    /// assert!(pgn.set_tag("White", "Ann"));
    /// assert!(!pgn.set_tag("Result", "1-0"), "derived from the game");
    /// assert!(pgn.to_string().contains("[White \"Ann\"]"));
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) -> bool {
        if DERIVED.contains(&name) || !is_tag_name(name) {
            return false;
        }
        self.tags.retain(|(known, _)| known != name);
        if !ROSTER.contains(&(name, value)) {
            let place = self
                .tags
                .partition_point(|(known, _)| rank(known) <= rank(name));
            let value = value.replace(char::is_control, " ");
            self.tags.insert(place, (name.to_owned(), value));
        }
        true
    }

    /// A tag's value.
    ///
    /// ```
    /// use raum_rules::Pgn;
    ///
    /// let pgn: Pgn = "[Site \"Zug\"]\n\n1. e4 *".parse()?;
    /// assert_eq!(pgn.tag("Site"), Some("Zug"));
    /// assert_eq!(pgn.tag("Round"), None);
    /// # Ok::<(), raum_rules::PgnError>(())
    /// ```
    pub fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(known, _)| known == name)?;
        Some(value)
    }

    /// The moves and the position they lead to.
    ///
    /// ```
    /// use raum_rules::{Game, Pgn};
    ///
    /// let pgn: Pgn = "1. e4 e5 2. Nf3 *".parse()?;
    /// assert_eq!(pgn.record().moves().len(), 3);
    /// assert_eq!(pgn.record().game().legal().len(), 29);
    /// # Ok::<(), raum_rules::PgnError>(())
    /// ```
    pub fn record(&self) -> &Record<AnyGame> {
        &self.record
    }

    /// The result.
    ///
    /// ```
    /// use raum_rules::{Pgn, PgnResult};
    ///
    /// assert_eq!("1. e4 1/2-1/2".parse::<Pgn>()?.result(), PgnResult::Draw);
    /// # Ok::<(), raum_rules::PgnError>(())
    /// ```
    pub fn result(&self) -> PgnResult {
        self.result
    }
}

impl PgnResult {
    /// The mark at the end of the moves.
    ///
    /// ```
    /// use raum_rules::{PgnResult, Side};
    ///
    /// assert_eq!(PgnResult::Win(Side::First).mark(), "1-0");
    /// assert_eq!(PgnResult::Open.mark(), "*");
    /// ```
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }

    fn from_mark(mark: &str) -> Option<Self> {
        let [first, second] = Side::BOTH.map(Self::Win);
        let mut all = [first, second, Self::Draw, Self::Open].into_iter();
        all.find(|result| result.mark() == mark)
    }
}

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, unknown) in ROSTER {
            write_tag(f, name, self.tag(name).unwrap_or(unknown))?;
        }
        write_tag(f, "Result", self.result.mark())?;
        let start = self.record.start();
        if start.kind() != Kind::Chess {
            write_tag(f, "Variant", start.kind().title())?;
        }
        if *start != start.kind().start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &start.to_string())?;
        }
        for (name, value) in &self.tags {
            if rank(name) == ROSTER.len() {
                write_tag(f, name, value)?;
            }
        }
        f.write_str("\n")?;
        write_moves(f, &self.record, self.result)
    }
}

/// A tag's place in the roster; other tags come after it.
fn rank(name: &str) -> usize {
    let place = ROSTER.iter().position(|(known, _)| *known == name);
    place.unwrap_or(ROSTER.len())
}

fn is_tag_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    // Escaped by hand: `replace` would add a kilobyte to the WebAssembly module.
    write!(f, "[{name} \"")?;
    for character in value.chars() {
        if matches!(character, '\\' | '"') {
            f.write_char('\\')?;
        }
        f.write_char(character)?;
    }
    f.write_str("\"]\n")
}

fn write_moves(
    f: &mut fmt::Formatter<'_>,
    record: &Record<AnyGame>,
    result: PgnResult,
) -> fmt::Result {
    let mut column = 0;
    let mut write = |token: &str| {
        let length = token.chars().count();
        let (space, start) = match column {
            0 => ("", 0),
            _ if column + 1 + length <= LINE_CHARS_MAX => (" ", column + 1),
            _ => ("\n", 0),
        };
        column = start + length;
        write!(f, "{space}{token}")
    };
    let past = record.start().history();
    let mut number = past.map_or(1, |past| u64::from(past.move_number));
    let mut game = record.start().clone();
    for (ply, mv) in record.moves().iter().enumerate() {
        match game.turn() {
            Side::First => write(&format!("{number}."))?,
            Side::Second if ply == 0 => write(&format!("{number}..."))?,
            Side::Second => {}
        }
        write(&game.notation(*mv).map_err(|_| fmt::Error)?)?;
        number += u64::from(game.turn() == Side::Second);
        game = game.play(*mv).map_err(|_| fmt::Error)?;
    }
    write(result.mark())?;
    f.write_str("\n")
}
