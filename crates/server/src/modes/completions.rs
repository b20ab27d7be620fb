//! `raum completions`: completion scripts for shells.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::{Shell, generate};

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  source <(raum completions bash)
      for the current shell only
  raum completions bash > ~/.local/share/bash-completion/completions/raum
  raum completions zsh > ~/.zfunc/_raum
      with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc
  raum completions fish > ~/.config/fish/completions/raum.fish")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self, mut raum: Command) -> anyhow::Result<()> {
        // Into memory first, because `generate` panics if a write fails.
        let mut script = Vec::new();
        generate(self.shell, &mut raum, "raum", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}
