//! `raum manual`: the help as man pages.

use std::io::{self, Write};

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};

/// Print the man page of raum or of one of its modes
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  raum manual | man -l -
  raum manual serve | man -l -
  raum manual journal check > raum-journal-check.1")]
pub(crate) struct Manual {
    /// The mode, such as `serve` or `journal check` [default: raum itself]
    mode: Vec<String>,
}

impl Manual {
    pub(crate) fn run(self, raum: Command) -> anyhow::Result<()> {
        let mut raum = raum.disable_help_subcommand(true);
        raum.build();
        let mut command = &raum;
        for name in &self.mode {
            command = command
                .find_subcommand(name)
                .with_context(|| format!("unknown mode {:?}", self.mode.join(" ")))?;
        }
        let page = page(command)?;
        Ok(io::stdout().write_all(&page)?)
    }
}

/// The page of one command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let version = format!("raum {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(complete(command)).source(version);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(notes) = command.get_after_long_help() {
        sections(&notes.to_string()).to_writer(&mut page)?;
    }
    Ok(page)
}

/// The command for its page: with the options that the short help hides, and with a short usage line.
fn complete(command: &Command) -> Command {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    command
        .clone()
        .override_usage(usage)
        .mut_args(|argument| argument.hide_short_help(false))
}

/// The notes after the options: a line such as `Examples:` starts a section, and the lines below it stay unformatted.
fn sections(notes: &str) -> Roff {
    let mut roff = Roff::new();
    for line in notes.lines() {
        match line.strip_suffix(':') {
            Some(heading) if !heading.starts_with(' ') => {
                roff.control("SH", [heading.to_uppercase().as_str()]);
                roff.control("nf", []);
            }
            _ => {
                roff.text([roman(line)]);
            }
        }
    }
    roff
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modes::tests::commands;

    #[test]
    fn every_page_contains_everything_in_the_help() {
        for command in commands() {
            let page = String::from_utf8(page(&command).unwrap()).unwrap();
            let plain = page.replace(r"\-", "-").replace(r"\*(Aq", "'");
            let has = |text: &str| assert!(plain.contains(text), "{text:?} is not in {plain}");
            for argument in command.get_arguments() {
                if let Some(long) = argument.get_long() {
                    has(&format!("--{long}"));
                }
                if let Some(variable) = argument.get_env() {
                    has(variable.to_str().unwrap());
                }
                let help = argument.get_long_help().or(argument.get_help()).unwrap();
                has(help.to_string().lines().next().unwrap());
            }
            for mode in command.get_subcommands() {
                has(mode.get_name());
            }
            let notes = command.get_after_long_help().map(ToString::to_string);
            for line in notes.unwrap_or_default().lines() {
                match line.strip_suffix(':') {
                    Some(heading) => has(&heading.to_uppercase()),
                    None => has(line),
                }
            }
        }
    }
}
