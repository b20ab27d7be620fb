//! Reads the subset of JSON that raum writes.
//!
//! Reading with `serde_json` would add 77 kB gzip to the page (docs/decisions/0007). The tests of `decode` prove that
//! these two modules read whatever serde writes.

use std::str::Chars;

/// The deepest nesting of lists and objects. raum itself needs 6.
const DEPTH_MAX: usize = 32;

/// A JSON value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// raum writes no other numbers.
    Number(u64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// Why a text cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadJson {
    /// Invalid JSON, or JSON that raum never writes, from this byte on.
    #[error("the JSON is not valid at byte {at}")]
    Syntax { at: usize },
    /// Valid JSON of something else than this.
    #[error("the JSON is not {0}")]
    Not(&'static str),
    /// An entry with unknown parts, written by a newer version.
    #[error("a newer version of raum wrote it")]
    Newer,
}

impl Value {
    /// Reads one value and expects nothing after it.
    pub(crate) fn read(text: &str) -> Result<Self, BadJson> {
        let mut reader = Reader { rest: text.chars() };
        let value = reader.value(DEPTH_MAX);
        match value {
            Some(value) if reader.peek().is_none() => Ok(value),
            _ => Err(BadJson::Syntax {
                at: text.len() - reader.rest.as_str().len(),
            }),
        }
    }
}

/// The unread rest of a text. A method that fails returns `None` and leaves the rest at the error.
struct Reader<'a> {
    rest: Chars<'a>,
}

impl Reader<'_> {
    /// Skips white space and returns the next character without reading it.
    fn peek(&mut self) -> Option<char> {
        loop {
            let next = self.rest.clone().next()?;
            if !matches!(next, ' ' | '\n' | '\r' | '\t') {
                return Some(next);
            }
            self.rest.next();
        }
    }

    /// Reads this character if it comes next.
    fn takes(&mut self, char: char) -> bool {
        let found = self.peek() == Some(char);
        if found {
            self.rest.next();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        match self.peek()? {
            'n' => self.word("null", Value::Null),
            't' => self.word("true", Value::Bool(true)),
            'f' => self.word("false", Value::Bool(false)),
            '0'..='9' => self.number().map(Value::Number),
            '"' => self.text().map(Value::Text),
            '[' => {
                let inner = depth.checked_sub(1)?;
                self.items(']', |reader| reader.value(inner))
                    .map(Value::List)
            }
            '{' => {
                let inner = depth.checked_sub(1)?;
                self.items('}', |reader| {
                    let name = reader.text()?;
                    Some((name, reader.after(':')?.value(inner)?))
                })
                .map(Value::Object)
            }
            _ => None,
        }
    }

    fn after(&mut self, char: char) -> Option<&mut Self> {
        self.takes(char).then_some(self)
    }

    fn word(&mut self, word: &str, value: Value) -> Option<Value> {
        self.rest = self.rest.as_str().strip_prefix(word)?.chars();
        Some(value)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number: u64 = 0;
        while let Some(digit) = self.rest.clone().next().and_then(|char| char.to_digit(10)) {
            number = number.checked_mul(10)?.checked_add(digit.into())?;
            self.rest.next();
        }
        Some(number)
    }

    /// Reads a bracket, comma-separated items and the closing bracket.
    fn items<T>(&mut self, close: char, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.rest.next();
        let mut items = Vec::new();
        if self.takes(close) {
            return Some(items);
        }
        loop {
            items.push(item(self)?);
            if self.takes(close) {
                return Some(items);
            }
            self.after(',')?;
        }
    }

    fn text(&mut self) -> Option<String> {
        self.after('"')?;
        let mut text = String::new();
        loop {
            text.push(match self.rest.next()? {
                '"' => return Some(text),
                '\\' => self.escaped()?,
                control if control < ' ' => return None,
                plain => plain,
            });
        }
    }

    fn escaped(&mut self) -> Option<char> {
        Some(match self.rest.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                let unit = self.unit()?;
                if !(0xd800..0xdc00).contains(&unit) {
                    return char::from_u32(unit);
                }
                // The high half of a surrogate pair.
                self.rest = self.rest.as_str().strip_prefix("\\u")?.chars();
                let low = self
                    .unit()?
                    .checked_sub(0xdc00)
                    .filter(|low| *low < 0x400)?;
                return char::from_u32(0x1_0000 + ((unit - 0xd800) << 10) + low);
            }
            same @ ('"' | '\\' | '/') => same,
            _ => return None,
        })
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Option<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit * 16 + self.rest.next()?.to_digit(16)?;
        }
        Some(unit)
    }
}
