//! Which names the lobby shows. Everybody sees its lists, so names there are no place for advertising and abuse.

use std::{error, fmt};

/// The words that a host does not want to see in names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockList {
    /// Blocked as a word of a name, or as the whole of it.
    words: Vec<String>,
    /// Blocked anywhere in a name.
    parts: Vec<String>,
}

/// A line of a block list without a letter or digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadBlockList {
    /// The number of the line, from 1.
    pub line: usize,
}

impl fmt::Display for BadBlockList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        write!(
            f,
            "line {line} has no letter or digit: write `word` or `*part*`"
        )
    }
}

impl error::Error for BadBlockList {}

impl BlockList {
    /// Reads a list with one word per line, or `*part*` for what is blocked inside words, too. Lines that start with `#` are
    /// comments.
    pub fn read(text: &str) -> Result<Self, BadBlockList> {
        let mut list = Self::default();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let word = folded(line);
            if word.is_empty() {
                return Err(BadBlockList { line: index + 1 });
            }
            let is_part = line.len() > 2 && line.starts_with('*') && line.ends_with('*');
            let words = if is_part {
                &mut list.parts
            } else {
                &mut list.words
            };
            words.push(word);
        }
        Ok(list)
    }

    /// Whether a name is blocked.
    pub fn blocks(&self, name: &str) -> bool {
        let whole = folded(name);
        let mut words = name.split(|char: char| !char.is_alphanumeric()).map(folded);
        let is_word = |word: &String| self.words.contains(word);
        is_word(&whole)
            || words.any(|word| is_word(&word))
            || self.parts.iter().any(|part| whole.contains(part))
    }

    /// The name to show in lists, if it is to be shown.
    pub fn shown(&self, name: &str) -> Option<String> {
        (!self.blocks(name) && !is_link(name)).then(|| name.to_owned())
    }
}

/// The letters and digits of a text, without what is used to disguise words: case, spaces, punctuation, digits for letters.
fn folded(text: &str) -> String {
    let chars = text.chars().flat_map(char::to_lowercase);
    let chars = chars.map(|char| match char {
        '0' => 'o',
        '1' | '!' | '|' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        char => char,
    });
    chars.filter(|char| char.is_alphanumeric()).collect()
}

/// Whether a text looks like the address of a site: `https://…`, `www.…`, or a domain such as `casino.example/win`.
fn is_link(text: &str) -> bool {
    let text = text.to_lowercase();
    let is_domain = |word: &str| {
        let host = word.split(['/', ':', '?', '#']).next().unwrap_or_default();
        let mut labels = host.trim_matches('.').rsplit('.');
        let last = labels.next().unwrap_or_default();
        let is_top = last.chars().count() >= 2 && last.chars().all(char::is_alphabetic);
        is_top && labels.next().is_some_and(|label| !label.is_empty())
    };
    text.contains("://") || text.contains("www.") || text.split_whitespace().any(is_domain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list() -> BlockList {
        BlockList::read("# Club rules\n\nass\n*spam*\n  Evil Corp \n").unwrap()
    }

    #[test]
    fn words_are_blocked_whole_and_parts_anywhere_however_they_are_spelt() {
        let blocked = [
            "ass",
            "ASS",
            "an ass!",
            "A-s-s",
            "4ss",
            "a$$",
            "spammer",
            "no.s.p.a.m",
            "5PAM",
            "evil corp",
            "EvilCorp",
        ];
        for name in blocked {
            assert!(list().blocks(name), "{name}");
            assert_eq!(list().shown(name), None);
        }
        for name in ["Cassandra", "Ann", "evil", "corp", "田中", "Жанна"] {
            assert!(!list().blocks(name), "{name}");
            assert_eq!(list().shown(name).as_deref(), Some(name));
        }
        assert!(!BlockList::default().blocks("spam"));
    }

    #[test]
    fn links_are_not_shown() {
        let none = BlockList::default();
        let links = [
            "https://casino.example",
            "www.casino.example",
            "win at casino.example/now",
            "Casino.EXAMPLE",
            "t.me/casino",
        ];
        for name in links {
            assert_eq!(none.shown(name), None, "{name}");
            assert!(!none.blocks(name));
        }
        for name in [
            "J. Doe", "Dr. Ann", "Ann...", "e4 e5", "1.e4", "v2.0", "Ann ...",
        ] {
            assert!(none.shown(name).is_some(), "{name}");
        }
    }

    #[test]
    fn a_line_without_letters_is_an_error() {
        for (text, line) in [("**", 1), ("ok\n...\n", 2), ("#\n\n* *", 3)] {
            assert_eq!(
                BlockList::read(text),
                Err(BadBlockList { line }),
                "{text:?}"
            );
        }
    }
}
