//! The commands of UCI, as a client writes them.

/// A command.
#[derive(Debug, PartialEq)]
pub(super) enum Command<'a> {
    /// A blank line, or a command that changes nothing here.
    Nothing,
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        /// The text of the start; `None` for the start position.
        start: Option<String>,
        moves: Vec<&'a str>,
    },
    Go(Go<'a>),
    Stop,
    PonderHit,
    Bench,
    Quit,
}

/// The arguments of `go`. A negative number means none left.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Go<'a> {
    pub(super) depth: Option<i64>,
    pub(super) nodes: Option<i64>,
    pub(super) move_ms: Option<i64>,
    pub(super) mate: Option<i64>,
    /// What is left on the clocks of both sides.
    pub(super) left_ms: [Option<i64>; 2],
    pub(super) increment_ms: [Option<i64>; 2],
    pub(super) moves_left: Option<i64>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    /// The texts of the first moves to choose from.
    pub(super) only: Vec<&'a str>,
    /// What is wrong with the other arguments. A client waits for the answer to any `go`, so these are ignored.
    pub(super) faults: Vec<String>,
}

impl<'a> Command<'a> {
    /// Reads a line; an error is a sentence for the client.
    pub(super) fn read(line: &'a str) -> Result<Self, String> {
        let mut words = line.split_ascii_whitespace();
        let Some(first) = words.next() else {
            return Ok(Self::Nothing);
        };
        Ok(match first {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "setoption" => read_option(words)?,
            "position" => read_position(words)?,
            "go" => Self::Go(Go::read(words)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "bench" => Self::Bench,
            "quit" => Self::Quit,
            "debug" | "register" => Self::Nothing,
            _ => return Err(format!("unknown command {}", quoted(first))),
        })
    }
}

/// Reads `name NAME [value VALUE]`. A name may have spaces.
fn read_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command<'a>, String> {
    if words.next() != Some("name") {
        return Err("expected `setoption name NAME value VALUE`".into());
    }
    let name = join(words.by_ref().take_while(|word| *word != "value"));
    if name.is_empty() {
        return Err("the option has no name".into());
    }
    let value = join(words);
    Ok(Command::SetOption { name, value })
}

/// Reads `startpos|fen TEXT [moves MOVE …]`.
fn read_position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command<'a>, String> {
    let start = match words.next() {
        Some("startpos") => match words.next() {
            None | Some("moves") => None,
            Some(word) => {
                let word = quoted(word);
                return Err(format!("expected `moves` after `startpos`, found {word}"));
            }
        },
        Some("fen") => Some(join(words.by_ref().take_while(|word| *word != "moves"))),
        _ => return Err("expected `position startpos` or `position fen TEXT`".into()),
    };
    let moves = words.collect();
    Ok(Command::Position { start, moves })
}

impl<'a> Go<'a> {
    fn read(words: impl Iterator<Item = &'a str>) -> Self {
        let mut go = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let slot = match word {
                "depth" => &mut go.depth,
                "nodes" => &mut go.nodes,
                "movetime" => &mut go.move_ms,
                "mate" => &mut go.mate,
                "wtime" => &mut go.left_ms[0],
                "btime" => &mut go.left_ms[1],
                "winc" => &mut go.increment_ms[0],
                "binc" => &mut go.increment_ms[1],
                "movestogo" => &mut go.moves_left,
                "infinite" => {
                    go.infinite = true;
                    continue;
                }
                "ponder" => {
                    go.ponder = true;
                    continue;
                }
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !is_argument(word)) {
                        go.only.push(text);
                    }
                    continue;
                }
                _ => {
                    let word = quoted(word);
                    go.faults.push(format!("unknown argument {word} of `go`"));
                    continue;
                }
            };
            match words.next_if(|word| !is_argument(word)).map(number) {
                Some(Ok(number)) => *slot = Some(number),
                Some(Err(text)) => {
                    let text = quoted(text);
                    go.faults
                        .push(format!("{text} is not a number for `{word}`"));
                }
                None => go.faults.push(format!("`{word}` needs a number")),
            }
        }
        // One sentence is enough for a client to find its mistake.
        go.faults.truncate(1);
        go
    }

    /// Whether an argument ends the search without `stop`.
    pub(super) fn has_limit(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.move_ms.is_some()
            || self.mate.is_some()
            || self.left_ms.iter().any(Option::is_some)
    }
}

fn is_argument(word: &str) -> bool {
    matches!(
        word,
        "depth"
            | "nodes"
            | "movetime"
            | "mate"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "infinite"
            | "ponder"
            | "searchmoves"
    )
}

/// Reads a whole number of any length; one that does not fit is as large or small as possible.
fn number(text: &str) -> Result<i64, &str> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(text);
    }
    Ok(text.parse().unwrap_or(if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    }))
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// The start of a text in quotes, in printable ASCII: what a client sent may contain anything.
pub(super) fn quoted(text: &str) -> String {
    const CHARS_MAX: usize = 40;
    let start: String = text.chars().take(CHARS_MAX).collect();
    let more = if start.len() < text.len() { "..." } else { "" };
    format!("\"{}{more}\"", start.escape_default())
}

#[cfg(test)]
mod tests;
