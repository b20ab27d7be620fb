//! Programs as the command line names them.

use super::Budget;

/// A program with its arguments, and the options to set in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Program {
    /// The program itself, then its arguments; never empty.
    pub(crate) words: Vec<String>,
    pub(crate) options: Vec<(String, String)>,
}

impl Program {
    /// Reads `PROGRAM ARGUMENT …; SETTING; …`, with the limits among the settings. `None` without a program.
    pub(crate) fn read(text: &str) -> Result<Option<(Self, Budget)>, String> {
        let mut parts = text.split(';');
        let words = split(parts.next().unwrap_or_default())?;
        if words.is_empty() {
            return Ok(None);
        }
        let mut program = Self {
            words,
            options: Vec::new(),
        };
        let mut budget = Budget::default();
        for setting in parts.map(str::trim).filter(|setting| !setting.is_empty()) {
            let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
            let (key, value) = (key.trim(), value.trim());
            if let Some(name) = key.strip_prefix("option.") {
                program.options.push((name.to_owned(), value.to_owned()));
            } else if !budget.set(key, value)? {
                let known = "nodes=, depth=, movetime=, tc= or option.NAME=VALUE";
                return Err(format!("unknown setting {setting:?}: expected {known}"));
            }
        }
        Ok(Some((program, budget)))
    }

    /// The command, for error messages.
    pub(crate) fn name(&self) -> String {
        self.words.join(" ")
    }
}

/// Reads the value of a setting.
pub(crate) fn number<N: TryFrom<u64>>(
    key: &str,
    value: &str,
    least: u64,
    most: u64,
) -> Result<N, String> {
    let number = value.parse().ok();
    let number = number.filter(|number| (least..=most).contains(number));
    let number = number.and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| match most {
        u64::MAX => format!("{key}={value} is not a number from {least} on"),
        _ => format!("{key}={value} is not a number from {least} to {most}"),
    })
}

/// Splits a command at spaces. Quotes keep words together.
fn split(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for character in command.chars() {
        match quote {
            Some(open) if character == open => quote = None,
            None if character == '"' || character == '\'' => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            None if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    if quote.is_some() {
        return Err(format!("a quote is not closed in {command:?}"));
    }
    words.extend(word);
    Ok(words)
}
