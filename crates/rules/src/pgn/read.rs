//! Reading games. What does not belong to the moves of the game (comments, glyphs, variations) is
//! skipped; what cannot be understood is an error, never skipped.

use std::{error, fmt, str::FromStr};

use super::{Pgn, PgnResult, is_tag_name};
use crate::{AnyGame, Game, Kind, NotationError, PositionError, Record, moves::excerpt};

/// Why a text is not one game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: PgnProblem,
}

/// What can be wrong with the text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnProblem {
    /// No tag and no move.
    Empty,
    /// A tag that is not `[Name "value"]` on one line.
    Tag,
    /// The same tag twice.
    RepeatedTag(String),
    /// A kind that raum does not know.
    Variant(String),
    /// A start that is not a position.
    Start(PositionError),
    /// A result that is none of `1-0`, `0-1`, `1/2-1/2`, `*`.
    Result(String),
    /// A comment without an end.
    OpenComment,
    /// A variation without an end.
    OpenVariation,
    /// The end of a variation that has not begun.
    CloseVariation,
    /// A move that cannot be made.
    Move(NotationError),
    /// The `Result` tag and the end of the moves do not say the same.
    TwoResults,
    /// Something after the result.
    AfterResult,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl error::Error for PgnError {}

impl fmt::Display for PgnProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no game"),
            Self::Tag => f.write_str("a tag is written [Name \"value\"]"),
            Self::RepeatedTag(name) => write!(f, "the tag {name} is there twice"),
            Self::Variant(found) => write!(f, "the variant {found:?} is not known"),
            Self::Start(error) => write!(f, "the start is not a position: {error}"),
            Self::Result(found) => {
                write!(f, "{found:?} is not a result (1-0, 0-1, 1/2-1/2 or *)")
            }
            Self::OpenComment => f.write_str("a comment has no end"),
            Self::OpenVariation => f.write_str("a variation has no end"),
            Self::CloseVariation => f.write_str("a variation ends that has not begun"),
            Self::Move(error) => error.fmt(f),
            Self::TwoResults => f.write_str("the Result tag says something else"),
            Self::AfterResult => f.write_str("something follows the result: one game at a time"),
        }
    }
}

impl FromStr for Pgn {
    type Err = PgnError;

    fn from_str(text: &str) -> Result<Self, PgnError> {
        let mut reader = Reader::new(text);
        let tags = reader.read_tags()?;
        let record = Record::new(tags.start(reader.line)?);
        let announced = tags.result(reader.line)?;
        if tags.0.is_empty() && reader.peek().is_none() {
            return Err(reader.error(PgnProblem::Empty));
        }
        let mut pgn = Self::new(record);
        for (name, value) in &tags.0 {
            pgn.set_tag(name, value);
        }
        let ended = reader.read_moves(&mut pgn.record)?;
        pgn.result = match (announced, ended) {
            (Some(announced), Some(ended)) if announced != ended => {
                return Err(reader.error(PgnProblem::TwoResults));
            }
            (announced, ended) => ended
                .or(announced)
                .unwrap_or_else(|| Self::new(pgn.record.clone()).result),
        };
        Ok(pgn)
    }
}

/// The tags as they stand in the text.
struct Tags(Vec<(String, String)>);

impl Tags {
    fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().find(|(known, _)| known == name)?;
        Some(value)
    }

    fn start(&self, line: usize) -> Result<AnyGame, PgnError> {
        let kind = match self.get("Variant") {
            None | Some("Standard") => Kind::Chess,
            Some(title) => Kind::ALL
                .iter()
                .copied()
                .find(|kind| kind.title().eq_ignore_ascii_case(title))
                .ok_or_else(|| PgnError {
                    line,
                    problem: PgnProblem::Variant(excerpt(title)),
                })?,
        };
        match self.get("FEN") {
            None => Ok(kind.start()),
            Some(text) => kind.read_position(text).map_err(|error| PgnError {
                line,
                problem: PgnProblem::Start(error),
            }),
        }
    }

    fn result(&self, line: usize) -> Result<Option<PgnResult>, PgnError> {
        let Some(mark) = self.get("Result") else {
            return Ok(None);
        };
        match PgnResult::from_mark(mark) {
            Some(result) => Ok(Some(result)),
            None => Err(PgnError {
                line,
                problem: PgnProblem::Result(excerpt(mark)),
            }),
        }
    }
}

/// A place in the text.
struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
        let mut reader = Self {
            rest: text.strip_prefix('\u{feff}').unwrap_or(text),
            line: 1,
        };
        reader.skip_escaped_lines();
        reader
    }

    fn error(&self, problem: PgnProblem) -> PgnError {
        PgnError {
            line: self.line,
            problem,
        }
    }

    /// The next character that is not white space.
    fn peek(&mut self) -> Option<char> {
        let end = self
            .rest
            .find(|character: char| !character.is_whitespace())
            .unwrap_or(self.rest.len());
        self.skip(end);
        self.rest.chars().next()
    }

    /// Goes on by so many bytes, and over escaped lines that begin there.
    fn skip(&mut self, bytes: usize) {
        let (skipped, rest) = self.rest.split_at(bytes);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        if skipped.ends_with('\n') {
            self.skip_escaped_lines();
        }
    }

    /// A `%` in the first column hides its line.
    fn skip_escaped_lines(&mut self) {
        while self.rest.starts_with('%') {
            let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
            self.line += usize::from(self.rest[..end].ends_with('\n'));
            self.rest = &self.rest[end..];
        }
    }

    fn read_tags(&mut self) -> Result<Tags, PgnError> {
        let mut tags = Tags(Vec::new());
        while self.peek() == Some('[') {
            let line = self.rest.lines().next().unwrap_or_default();
            let (name, value, bytes) =
                parse_tag(line).ok_or_else(|| self.error(PgnProblem::Tag))?;
            if tags.get(name).is_some() {
                return Err(self.error(PgnProblem::RepeatedTag(excerpt(name))));
            }
            tags.0.push((name.to_owned(), value));
            self.skip(bytes);
        }
        Ok(tags)
    }

    /// Reads moves up to the result or the end of the text.
    fn read_moves(&mut self, record: &mut Record<AnyGame>) -> Result<Option<PgnResult>, PgnError> {
        let mut result = None;
        while let Some(next) = self.peek() {
            match next {
                '{' | ';' => self.skip_comment()?,
                '(' => self.skip_variation()?,
                ')' => return Err(self.error(PgnProblem::CloseVariation)),
                _ if result.is_some() => return Err(self.error(PgnProblem::AfterResult)),
                _ => {
                    let token = self.token();
                    result = PgnResult::from_mark(token);
                    if result.is_none() {
                        play(record, token).map_err(|error| self.error(PgnProblem::Move(error)))?;
                    }
                    self.skip(token.len());
                }
            }
        }
        Ok(result)
    }

    /// Everything up to white space or a comment or variation; at least one character.
    fn token(&self) -> &'a str {
        let mut characters = self.rest.char_indices().skip(1);
        let end = characters
            .find(|(_, character)| {
                character.is_whitespace() || matches!(character, '{' | '}' | '(' | ')' | ';')
            })
            .map_or(self.rest.len(), |(end, _)| end);
        &self.rest[..end]
    }

    fn skip_comment(&mut self) -> Result<(), PgnError> {
        let end = if self.rest.starts_with(';') {
            self.rest.find('\n').unwrap_or(self.rest.len())
        } else {
            let end = self.rest.find('}');
            end.ok_or_else(|| self.error(PgnProblem::OpenComment))? + 1
        };
        self.skip(end);
        Ok(())
    }

    fn skip_variation(&mut self) -> Result<(), PgnError> {
        let begin = self.line;
        let mut depth = 0usize;
        while let Some(next) = self.peek() {
            match next {
                '{' | ';' => {
                    self.skip_comment()?;
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.skip(next.len_utf8());
            if depth == 0 {
                return Ok(());
            }
        }
        Err(PgnError {
            line: begin,
            problem: PgnProblem::OpenVariation,
        })
    }
}

/// Takes `[Name "value"]` from the beginning of a line: the name, the value and the length.
fn parse_tag(line: &str) -> Option<(&str, String, usize)> {
    let inner = line.strip_prefix('[')?;
    let (name, quoted) = inner.split_once('"')?;
    let name = name.trim();
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    let end = loop {
        match characters.next()? {
            (end, '"') => break end + 1,
            (_, '\\') => value.push(characters.next()?.1),
            (_, character) => value.push(character),
        }
    };
    let after = quoted[end..].trim_start().strip_prefix(']')?;
    is_tag_name(name).then_some((name, value, line.len() - after.len()))
}

/// Plays what a token of the moves says: nothing for numbers and glyphs.
fn play(record: &mut Record<AnyGame>, token: &str) -> Result<(), NotationError> {
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if token.strip_prefix('$').is_some_and(is_number) {
        return Ok(());
    }
    // `12.`, `12...` and `12.e4`, but not a bare number, which is a move of tic-tac-toe.
    let token = match token.split_once('.') {
        Some((number, rest)) if is_number(number) => rest.trim_start_matches('.'),
        _ => token,
    };
    let token = token.trim_end_matches(['!', '?']);
    if token.is_empty() {
        return Ok(());
    }
    let mv = match record.game().read_notation(token) {
        Err(NotationError::Syntax(_)) if is_number(token) => return Ok(()),
        read => read?,
    };
    record
        .play(mv)
        .map_err(|_| NotationError::Illegal(token.to_owned()))
}
