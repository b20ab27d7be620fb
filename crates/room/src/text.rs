//! Validation of names and messages: visible text that does not affect the text around it.

/// The longest name, in characters.
pub const NAME_CHARS_MAX: usize = 40;
/// The longest message, in characters.
pub const MESSAGE_CHARS_MAX: usize = 500;
/// The most lines of a message.
const MESSAGE_LINES_MAX: usize = 20;
/// The most combining marks on one character: enough for every script, too few to reach the lines above and below.
const MARKS_MAX: usize = 4;

/// Whether a text is one non-blank line of at most `chars_max` characters.
pub fn is_line(text: &str, chars_max: usize) -> bool {
    !text.trim().is_empty()
        && text.chars().count() <= chars_max
        && !text
            .chars()
            .any(|char| char.is_control() || is_line_end(char))
}

/// Whether a text is a valid name. Names appear inside sentences, so they must not change the text direction.
pub fn is_name(text: &str) -> bool {
    is_line(text, NAME_CHARS_MAX) && is_visible(text) && !text.chars().any(sets_direction)
}

/// Normalises a message; `None` if it is invalid. Every line end becomes `\n`. Characters that would change the
/// direction of the text around the message are removed rather than refused, since the sender cannot see them; the
/// marks that right-to-left keyboards type stay.
pub(crate) fn message(text: &str) -> Option<String> {
    // By hand: string search would add two kilobytes to the WebAssembly module.
    let mut cleaned = String::new();
    let mut last = None;
    for char in text.chars().filter(|char| !is_embedding(*char)) {
        let ends_crlf = char == '\n' && last == Some('\r');
        if !ends_crlf {
            cleaned.push(if is_line_end(char) { '\n' } else { char });
        }
        last = Some(char);
    }
    let line_ends = cleaned.chars().filter(|char| *char == '\n').count();
    let fits = cleaned.chars().count() <= MESSAGE_CHARS_MAX
        && line_ends < MESSAGE_LINES_MAX
        && !cleaned
            .chars()
            .any(|char| char.is_control() && char != '\n');
    (fits && is_visible(&cleaned)).then_some(cleaned)
}

/// Whether a text shows something, and has no hidden characters and no stacks of combining marks.
fn is_visible(text: &str) -> bool {
    let mut marks = 0;
    let mut shows = false;
    for char in text.chars() {
        if is_hidden(char) {
            return false;
        }
        if is_mark(char) {
            marks += 1;
        } else if !is_joiner(char) {
            marks = 0;
            shows |= !is_blank(char);
        }
        if marks > MARKS_MAX {
            return false;
        }
    }
    shows
}

fn is_line_end(char: char) -> bool {
    matches!(
        char,
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Whether a character shows nothing.
fn is_blank(char: char) -> bool {
    char.is_whitespace() || char == '\u{2800}' || sets_direction(char)
}

/// Embeddings, overrides and isolates: their effect reaches to the end of the line or further.
fn is_embedding(char: char) -> bool {
    matches!(char, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Embeddings, and the marks of a direction.
fn sets_direction(char: char) -> bool {
    is_embedding(char) || matches!(char, '\u{61c}' | '\u{200e}' | '\u{200f}')
}

/// Invisible characters that scripts and emoji need between visible ones: joiners, variation selectors and the tags
/// of flags.
fn is_joiner(char: char) -> bool {
    matches!(
        char,
        '\u{34f}'
            | '\u{180b}'..='\u{180d}'
            | '\u{180f}'
            | '\u{200c}'
            | '\u{200d}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{e0020}'..='\u{e007f}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

/// Invisible characters that no name or message needs, blank fillers, private-use characters and noncharacters.
fn is_hidden(char: char) -> bool {
    let never_a_character = u32::from(char) & 0xfffe == 0xfffe;
    never_a_character
        || matches!(
            char,
            '\u{ad}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{17b4}'
                | '\u{17b5}'
                | '\u{180e}'
                | '\u{200b}'
                | '\u{2060}'..='\u{2065}'
                | '\u{206a}'..='\u{206f}'
                | '\u{3164}'
                | '\u{e000}'..='\u{f8ff}'
                | '\u{fdd0}'..='\u{fdef}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}'
                | '\u{1d173}'..='\u{1d17a}'
                | '\u{e0000}'..='\u{e001f}'
                | '\u{e0080}'..='\u{e00ff}'
                | '\u{e01f0}'..='\u{10ffff}'
        )
}

/// Combining marks, which can be stacked on any character.
fn is_mark(char: char) -> bool {
    matches!(
        char,
        '\u{300}'..='\u{34e}'
            | '\u{350}'..='\u{36f}'
            | '\u{483}'..='\u{489}'
            | '\u{591}'..='\u{5bd}'
            | '\u{610}'..='\u{61a}'
            | '\u{64b}'..='\u{65f}'
            | '\u{670}'
            | '\u{6d6}'..='\u{6dc}'
            | '\u{6df}'..='\u{6e4}'
            | '\u{e31}'
            | '\u{e34}'..='\u{e3a}'
            | '\u{e47}'..='\u{e4e}'
            | '\u{eb1}'
            | '\u{eb4}'..='\u{ebc}'
            | '\u{ec8}'..='\u{ece}'
            | '\u{f71}'..='\u{f7e}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}'
            | '\u{a66f}'..='\u{a672}'
            | '\u{fe20}'..='\u{fe2f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_many_scripts_are_valid() {
        let names = [
            "Ann",
            "Jürgen ♘",
            "O'Neil-Smith 2",
            "Nguye\u{302}\u{303}n",
            "דָּוִד",
            "محمّد",
            "می\u{200c}خواهم",
            "สมชาย",
            "क्\u{200d}ष",
            "田中",
            "👩\u{200d}👩\u{200d}👧 family",
            "❤\u{fe0f}",
            "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "⠗⠁⠥⠍\u{2800}⠃⠗",
        ];
        for name in names {
            assert!(is_name(name), "{name:?}");
        }
    }

    #[test]
    fn invisible_names_and_names_that_change_direction_are_invalid() {
        let alone = [
            "",
            " ",
            "\u{a0}",
            "\u{200b}",
            "\u{200d}",
            "\u{fe0f}",
            "\u{3164}",
            "\u{2800}",
            "\u{301}",
            "\u{ad}",
            "\u{e0067}",
        ];
        for name in alone {
            assert!(!is_name(name), "{name:?}");
        }
        let inside = [
            '\0',
            '\n',
            '\t',
            '\u{7f}',
            '\u{85}',
            '\u{ad}',
            '\u{61c}',
            '\u{115f}',
            '\u{1160}',
            '\u{180e}',
            '\u{200b}',
            '\u{200e}',
            '\u{200f}',
            '\u{2028}',
            '\u{2029}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{3164}',
            '\u{e000}',
            '\u{fdd0}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fffb}',
            '\u{fffe}',
            '\u{1ffff}',
            '\u{e0001}',
            '\u{f0000}',
            '\u{10ffff}',
        ];
        for char in inside {
            let name = format!("A{char}n");
            assert!(!is_name(&name), "{name:?}");
        }
        assert!(is_name(&format!("Z{}", "\u{301}".repeat(4))));
        assert!(!is_name(&format!("Z{}", "\u{301}".repeat(5))));
        assert!(!is_name(&format!("Z{}", "\u{301}\u{200d}".repeat(5))));
    }

    #[test]
    fn messages_keep_their_lines_and_lose_direction_changes() {
        let cases = [
            ("hello", Some("hello")),
            (
                "one\ntwo\r\nthree\rfour\u{2028}five",
                Some("one\ntwo\nthree\nfour\nfive"),
            ),
            ("\u{202e}evil\u{202c} \u{2067}text", Some("evil text")),
            ("שלום\u{200f}!", Some("שלום\u{200f}!")),
            ("", None),
            ("\n\r\n", None),
            ("\u{202e}", None),
            ("\u{200f}", None),
            ("a\tb", None),
            ("a\0b", None),
            ("a\u{200b}b", None),
        ];
        for (text, expected) in cases {
            assert_eq!(message(text).as_deref(), expected, "{text:?}");
        }
        assert!(message(&"a\n".repeat(19)).is_some());
        assert!(message(&"a\n".repeat(20)).is_none());
        assert!(message(&"é".repeat(500)).is_some());
        assert!(message(&"é".repeat(501)).is_none());
    }
}
