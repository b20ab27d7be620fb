//! `raum manual`: the command line's help as pages for `man`.

use std::io::{self, Write};

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::{
    Man,
    roff::{Roff, roman},
};

/// Print the manual of raum or of one of its modes, for `man`
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  raum manual | man -l -
  raum manual serve | man -l -
  raum manual journal check > raum-journal-check.1")]
pub(crate) struct Manual {
    /// The mode, such as `serve` or `journal check` [default: raum as a whole]
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
                .with_context(|| format!("there is no mode {:?}", self.mode.join(" ")))?;
        }
        let page = page(command)?;
        Ok(io::stdout().write_all(&page)?)
    }
}

/// The page of one command.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let version = format!("raum {}", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(version);
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

/// What follows the options in the help: a line such as `Examples:` heads a section, and the lines below
/// it stay as they are.
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
