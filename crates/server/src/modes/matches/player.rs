//! Players as the command line names them.

use std::{fmt, str::FromStr};

use crate::modes::uci::{Budget, Program, number};

/// The text of a player, understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Player {
    /// As given, for reports.
    text: String,
    pub(super) mind: Mind,
    /// Without limits, those of the match apply.
    pub(super) budget: Budget,
    /// Replaces the seed of the match for this player.
    pub(super) seed: Option<u64>,
}

/// How a player chooses its moves.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mind {
    /// raum's own engine, in this process.
    Raum(Setup),
    /// Takes the most valuable undefended piece and otherwise moves at random.
    Greedy,
    /// Moves at random.
    Random,
    /// A program that speaks UCI.
    Program(Program),
}

/// The settings of raum's own engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Setup {
    pub(super) level: Option<u8>,
    pub(super) plain: bool,
    pub(super) threads: usize,
    pub(super) hash_mebibytes: usize,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            level: None,
            plain: false,
            threads: 1,
            hash_mebibytes: 16,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mind = match name {
            "raum" => Mind::Raum(Setup::default()),
            "greedy" => Mind::Greedy,
            "random" => Mind::Random,
            _ => return read_program(text),
        };
        let mut player = Self {
            text: text.to_owned(),
            mind,
            budget: Budget::default(),
            seed: None,
        };
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            player.set(setting)?;
        }
        player.check_level()?;
        Ok(player)
    }
}

/// Reads `PROGRAM ARGUMENT …; SETTING; …`.
fn read_program(text: &str) -> Result<Player, String> {
    let (program, budget) = Program::read(text)?
        .ok_or("expected raum, greedy, random or the command of a UCI program")?;
    Ok(Player {
        text: text.to_owned(),
        mind: Mind::Program(program),
        budget,
        seed: None,
    })
}

impl Player {
    /// Whether it is a level, which brings its own number of nodes.
    pub(super) fn is_level(&self) -> bool {
        matches!(self.mind, Mind::Raum(Setup { level: Some(_), .. }))
    }

    /// A level is the same everywhere, so nothing else about the engine can be set.
    fn check_level(&self) -> Result<(), String> {
        let Mind::Raum(setup) = self.mind else {
            return Ok(());
        };
        let only_level = Setup {
            level: setup.level,
            ..Setup::default()
        };
        if setup.level.is_some() && setup != only_level {
            return Err("a level cannot have plain, threads= or hash=".to_owned());
        }
        Ok(())
    }

    fn set(&mut self, setting: &str) -> Result<(), String> {
        let (key, value) = match setting.split_once('=') {
            Some((key, value)) => (key.trim(), value.trim()),
            None => (setting, ""),
        };
        match (key, &mut self.mind) {
            ("level", Mind::Raum(setup)) => setup.level = Some(number(key, value, 1, 8)?),
            ("plain", Mind::Raum(setup)) if value.is_empty() => setup.plain = true,
            ("threads", Mind::Raum(setup)) => setup.threads = number(key, value, 1, 256)?,
            ("hash", Mind::Raum(setup)) => {
                setup.hash_mebibytes = number(key, value, 1, 65_536)?;
            }
            ("seed", _) => self.seed = Some(number(key, value, 0, u64::MAX)?),
            (_, Mind::Raum(_)) if self.budget.set(key, value)? => {}
            (_, mind) => {
                let known = mind.settings();
                return Err(format!("unknown setting {setting:?}: expected {known}"));
            }
        }
        Ok(())
    }
}

impl Mind {
    /// The settings that it has, for an error message.
    fn settings(&self) -> &'static str {
        match self {
            Self::Raum(_) => {
                "level=, nodes=, depth=, movetime=, tc=, threads=, hash=, seed= or plain"
            }
            // A program reads its settings itself.
            Self::Greedy | Self::Random | Self::Program(_) => "seed=",
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn read(text: &str) -> Player {
        text.parse().unwrap()
    }

    #[test]
    fn players_of_our_own_have_settings() {
        assert_eq!(read("raum").mind, Mind::Raum(Setup::default()));
        let setup = Setup {
            level: Some(3),
            ..Setup::default()
        };
        assert_eq!(read("raum:level=3,nodes=50").mind, Mind::Raum(setup));
        let player = read("raum:plain,threads=2,hash=64,seed=9");
        let setup = Setup {
            level: None,
            plain: true,
            threads: 2,
            hash_mebibytes: 64,
        };
        assert_eq!((player.mind, player.seed), (Mind::Raum(setup), Some(9)));
        let budget = read("raum:nodes=5,depth=6,movetime=70,tc=1+0.5").budget;
        let control = "1+0.5".parse().unwrap();
        let expected = Budget {
            depth: Some(6),
            nodes: Some(5),
            movetime: Some(Duration::from_millis(70)),
            control: Some(control),
        };
        assert_eq!(budget, expected);
        assert_eq!(read("greedy:seed=1").mind, Mind::Greedy);
        assert_eq!(read("random").mind, Mind::Random);
        assert_eq!(read("raum:plain").to_string(), "raum:plain");
    }

    #[test]
    fn any_other_text_is_a_program() {
        let player = read("'my engine' --x 'a b'; nodes=7; option.Skill Level=3; option.Big=");
        let Mind::Program(program) = player.mind else {
            panic!("{:?}", player.mind);
        };
        assert_eq!(program.words, ["my engine", "--x", "a b"]);
        let options = [("Skill Level", "3"), ("Big", "")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(program.options, options);
        assert_eq!(player.budget.nodes, Some(7));
        let Mind::Program(program) = read("raum engine --plain").mind else {
            panic!("words after raum make it a program");
        };
        assert_eq!(program.words, ["raum", "engine", "--plain"]);
    }

    #[test]
    fn bad_texts_get_a_sentence() {
        let cases = [
            ("", "expected raum, greedy, random or the command"),
            ("; nodes=1", "expected raum, greedy, random or the command"),
            ("raum:level=9", "level=9 is not a number from 1 to 8"),
            ("raum:level", "level= is not a number from 1 to 8"),
            ("raum:level=2,plain", "a level cannot have plain"),
            (
                "raum:threads=2,level=2",
                "a level cannot have plain, threads=",
            ),
            ("raum:nodes=0", "nodes=0 is not a number from 1 on"),
            ("raum:nodes=-1", "nodes=-1 is not a number"),
            ("raum:plain=1", "unknown setting \"plain=1\""),
            ("raum:fast", "unknown setting \"fast\": expected level="),
            ("raum:option.Hash=1", "unknown setting"),
            ("raum:tc=x", "\"x\" is not a time control"),
            ("raum:tc=0+1", "is not a time control"),
            ("raum:tc=-1", "is not a time control"),
            ("raum:tc=nan", "is not a time control"),
            ("raum:movetime=99999999999", "from 1 to 86400000"),
            (
                "greedy:nodes=5",
                "unknown setting \"nodes=5\": expected seed=",
            ),
            ("engine; level=3", "unknown setting \"level=3\""),
            ("'engine", "a quote is not closed"),
        ];
        for (text, sentence) in cases {
            let error = text.parse::<Player>().unwrap_err();
            assert!(error.contains(sentence), "{text:?}: {error}");
        }
    }
}
