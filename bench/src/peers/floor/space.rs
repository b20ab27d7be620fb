//! Space chess: relays moves without judging them.

use std::collections::HashMap;

use anyhow::Context;

use super::{Answers, Games};

#[derive(Default)]
pub(super) struct Pairs {
    /// The creators of games by their ids.
    waiting: HashMap<String, u64>,
    /// The opponent and the own color of each player.
    players: HashMap<u64, (u64, &'static str)>,
}

impl Games for Pairs {
    fn greeting(&self) -> Option<&'static str> {
        None
    }

    fn answer(&mut self, client: u64, text: &str, answers: &mut Answers) -> anyhow::Result<()> {
        if text.contains(r#""create_game""#) {
            self.waiting.insert(client.to_string(), client);
            let created = format!(r#"{{"type":"game_created","gameId":"{client}"}}"#);
            answers.send(client, &[&created]);
        } else if text.contains(r#""join_game""#) {
            let mut parts = text.split('"');
            let creator = parts.find_map(|part| self.waiting.remove(part));
            let creator = creator.context("no such game")?;
            for (one, other, color) in [(creator, client, "white"), (client, creator, "black")] {
                self.players.insert(one, (other, color));
                let start = format!(r#"{{"type":"game_start","color":"{color}"}}"#);
                answers.send(one, &[&start]);
            }
        } else {
            let (opponent, color) = self.players.get(&client).context("no game")?;
            let made = format!(r#""type":"move_made","by":"{color}""#);
            let made = text.replace(r#""type":"move""#, &made);
            answers.store(&made);
            for player in [client, *opponent] {
                answers.send(player, &[&made]);
            }
        }
        Ok(())
    }
}
