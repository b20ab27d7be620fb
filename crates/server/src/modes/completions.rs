//! `raum completions`: what lets a shell complete the command line of raum.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::{Shell, generate};

/// Print what lets a shell complete the command line of raum
#[derive(Args)]
#[command(after_long_help = "\
Examples:
  source <(raum completions bash)
      for this shell alone
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
        // Into memory first, for it takes no error in writing.
        let mut script = Vec::new();
        generate(self.shell, &mut raum, "raum", &mut script);
        Ok(io::stdout().write_all(&script)?)
    }
}
