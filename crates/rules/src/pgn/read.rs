//! The PGN reader. Skips comments, glyphs and variations; reports everything else that it cannot read.

use std::str::FromStr;

use super::{Pgn, PgnError, PgnProblem, PgnResult, is_tag_name};
use crate::{AnyGame, Game, Kind, NotationError, Record, moves::excerpt};

impl FromStr for Pgn {
    type Err = PgnError;

    fn from_str(text: &str) -> Result<Self, PgnError> {
        let mut reader = Reader::new(text);
        let tags = reader.read_tags()?;
        if tags.0.is_empty() && reader.peek().is_none() {
            return Err(PgnProblem::Empty.at(reader.line));
        }
        let mut record = Record::new(tags.start()?);
        let announced = tags.result()?;
        let ended = reader.read_moves(&mut record, announced)?;
        let mut pgn = Self::new(record);
        pgn.result = ended.or(announced).unwrap_or(pgn.result);
        for tag in &tags.0 {
            pgn.set_tag(&tag.name, &tag.value);
        }
        Ok(pgn)
    }
}

/// The tags in the order of the text.
struct Tags(Vec<Tag>);

struct Tag {
    name: String,
    value: String,
    line: usize,
}

impl Tags {
    fn get(&self, name: &str) -> Option<&Tag> {
        self.0.iter().find(|tag| tag.name == name)
    }

    fn start(&self) -> Result<AnyGame, PgnError> {
        let kind = match self.get("Variant") {
            None => Kind::Chess,
            Some(tag) if tag.value == "Standard" => Kind::Chess,
            Some(tag) => Kind::ALL
                .iter()
                .copied()
                .find(|kind| kind.title().eq_ignore_ascii_case(&tag.value))
                .ok_or_else(|| PgnProblem::Variant(excerpt(&tag.value)).at(tag.line))?,
        };
        match self.get("FEN") {
            None => Ok(kind.start()),
            Some(tag) => kind
                .read_position(&tag.value)
                .map_err(|error| PgnProblem::Start(error).at(tag.line)),
        }
    }

    fn result(&self) -> Result<Option<PgnResult>, PgnError> {
        let Some(tag) = self.get("Result") else {
            return Ok(None);
        };
        PgnResult::from_mark(&tag.value)
            .map(Some)
            .ok_or_else(|| PgnProblem::Result(excerpt(&tag.value)).at(tag.line))
    }
}

/// A cursor in the text.
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

    /// Skips white space and returns the next character.
    fn peek(&mut self) -> Option<char> {
        // An escaped line may lie between two runs of white space.
        while self.rest.starts_with(char::is_whitespace) {
            let end = self.rest.find(|character: char| !character.is_whitespace());
            self.skip(end.unwrap_or(self.rest.len()));
        }
        self.rest.chars().next()
    }

    /// Advances by this many bytes, then past escaped lines.
    fn skip(&mut self, bytes: usize) {
        let (skipped, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        if skipped.ends_with('\n') {
            self.skip_escaped_lines();
        }
    }

    /// Skips lines that start with `%`.
    fn skip_escaped_lines(&mut self) {
        while self.rest.starts_with('%') {
            let next = self.rest.split_once('\n');
            self.line += usize::from(next.is_some());
            self.rest = next.map_or("", |(_, rest)| rest);
        }
    }

    fn read_tags(&mut self) -> Result<Tags, PgnError> {
        let mut tags = Tags(Vec::new());
        while self.peek() == Some('[') {
            let line = self.rest.lines().next().unwrap_or_default();
            let (name, value, bytes) =
                parse_tag(line).ok_or_else(|| PgnProblem::Tag.at(self.line))?;
            if tags.get(name).is_some() {
                return Err(PgnProblem::RepeatedTag(excerpt(name)).at(self.line));
            }
            tags.0.push(Tag {
                name: name.to_owned(),
                value,
                line: self.line,
            });
            self.skip(bytes);
        }
        Ok(tags)
    }

    /// Reads moves up to the result or the end of the text. The result must match the announced one.
    fn read_moves(
        &mut self,
        record: &mut Record<AnyGame>,
        announced: Option<PgnResult>,
    ) -> Result<Option<PgnResult>, PgnError> {
        let mut result = None;
        while let Some(next) = self.peek() {
            match next {
                '{' | ';' => self.skip_comment()?,
                '(' => self.skip_variation()?,
                ')' => return Err(PgnProblem::CloseVariation.at(self.line)),
                _ if result.is_some() => return Err(PgnProblem::AfterResult.at(self.line)),
                _ => {
                    let token = self.token();
                    result = PgnResult::from_mark(token);
                    if result.is_some() && announced.is_some() && result != announced {
                        return Err(PgnProblem::TwoResults.at(self.line));
                    }
                    if result.is_none() {
                        play(record, token)
                            .map_err(|error| PgnProblem::Move(error).at(self.line))?;
                    }
                    self.skip(token.len());
                }
            }
        }
        Ok(result)
    }

    /// The text up to white space, a comment, a variation or a glyph; at least one character.
    fn token(&self) -> &'a str {
        let mut characters = self.rest.char_indices().skip(1);
        let end = characters
            .find(|(_, character)| {
                character.is_whitespace() || matches!(character, '{' | '}' | '(' | ')' | ';' | '$')
            })
            .map_or(self.rest.len(), |(end, _)| end);
        self.rest.get(..end).unwrap_or(self.rest)
    }

    fn skip_comment(&mut self) -> Result<(), PgnError> {
        let end = if self.rest.starts_with(';') {
            self.rest.find('\n').unwrap_or(self.rest.len())
        } else {
            let end = self.rest.find('}');
            end.ok_or_else(|| PgnProblem::OpenComment.at(self.line))? + 1
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
        Err(PgnProblem::OpenVariation.at(begin))
    }
}

/// Reads `[Name "value"]` at the start of a line: the name, the value and the length.
fn parse_tag(line: &str) -> Option<(&str, String, usize)> {
    let inner = line.strip_prefix('[')?;
    let (name, quoted) = inner.split_once('"')?;
    let name = name.trim();
    let mut value = String::new();
    let mut characters = quoted.chars();
    loop {
        match characters.next()? {
            '"' => break,
            '\\' => value.push(characters.next()?),
            character => value.push(character),
        }
    }
    let after = characters.as_str().trim_start().strip_prefix(']')?;
    is_tag_name(name).then_some((name, value, line.len() - after.len()))
}

/// Plays the move of a token; ignores move numbers and glyphs.
fn play(record: &mut Record<AnyGame>, token: &str) -> Result<(), NotationError> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if token.strip_prefix('$').is_some_and(is_number) {
        return Ok(());
    }
    // `12.`, `12...`, `...` and `12.e4`, but not a bare number, which is a move of tic-tac-toe.
    let token = match token.split_once('.') {
        Some((number, rest)) if number.is_empty() || is_number(number) => {
            rest.trim_start_matches('.')
        }
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
