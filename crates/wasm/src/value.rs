//! Reading JSON, as much of it as raum writes.
//!
//! `serde_json` would cost the page 77 kB gzip more than this and `decode` (docs/decisions/0007); the
//! tests of `decode` prove that they read what it writes.

use std::{error, fmt, str::Chars};

/// How deep lists and objects may lie in each other: raum's own need 6.
const DEPTH_MAX: usize = 32;

/// A value of JSON.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// raum writes no others than these.
    Number(u64),
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

/// Why a text is not what was expected.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum BadJson {
    /// Not JSON, or none that raum writes, from this byte on.
    Syntax { at: usize },
    /// JSON, but not of this.
    Not(&'static str),
    /// An entry in which something is unknown.
    Newer,
}

impl fmt::Display for BadJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { at } => write!(f, "the JSON cannot be read from byte {at} on"),
            Self::Not(what) => write!(f, "the JSON is not that of {what}"),
            Self::Newer => f.write_str("it was written by a newer raum"),
        }
    }
}

impl error::Error for BadJson {}

impl Value {
    /// Reads one value and nothing behind it.
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

/// What is still to be read. Where something cannot be, it answers with nothing and stays there.
struct Reader<'a> {
    rest: Chars<'a>,
}

impl Reader<'_> {
    /// The next character that is not white space.
    fn peek(&mut self) -> Option<char> {
        loop {
            let next = self.rest.clone().next()?;
            if !matches!(next, ' ' | '\n' | '\r' | '\t') {
                return Some(next);
            }
            self.rest.next();
        }
    }

    /// Whether this character came next. If so, it is read.
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

    /// What stands between the bracket that comes next and the closing one, with commas between.
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
                // The first half of a character beyond 16 bits.
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
