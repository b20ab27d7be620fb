//! The options of the lobby.

use std::{fs, path::PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use raum_lobby::BlockList;

/// Where people can chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Chat {
    /// In all rooms whose opener allows it, and in paired games
    All,
    /// Only in rooms that people share by link or list themselves, not in paired games
    Links,
}

#[derive(Args)]
#[command(next_help_heading = "Lobby")]
pub(crate) struct LobbyArguments {
    /// Where people can chat
    #[arg(long, env = "RAUM_CHAT", value_enum, default_value = "all")]
    #[arg(value_name = "WHERE")]
    pub(crate) chat: Chat,

    /// A file with words that names in the lobby may not contain: one per line, `*word*` also inside other words
    #[arg(long, env = "RAUM_BLOCKED_NAMES", value_name = "FILE")]
    blocked_names: Option<PathBuf>,
}

impl LobbyArguments {
    /// Reads the block list.
    pub(crate) fn block_list(&self) -> anyhow::Result<BlockList> {
        let Some(path) = &self.blocked_names else {
            return Ok(BlockList::default());
        };
        let of_file = || format!("cannot use the block list {}", path.display());
        let text = fs::read_to_string(path).with_context(of_file)?;
        BlockList::read(&text).with_context(of_file)
    }
}
