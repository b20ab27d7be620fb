//! Several rounds of self-play and training, each with the network of the round before.

use std::{fs, num::NonZero, path::PathBuf};

use anyhow::Context as _;
use clap::Args;
use raum_rules::Kind;

use crate::{
    contest::Match, data::Data, parallel::cores, play::Play, target::Target, train::Train,
};

/// Play and train several times, each time with the last network
///
/// Round N plays with the network of the round before (the first one without, or with --net), trains on the positions of the last
/// rounds, and matches the new network against the old one. The files are FOLDER/N.data and FOLDER/N.net. A file of positions that
/// an earlier run completed with the same arguments is used again, so that a run can go on where it was stopped.
#[derive(Args)]
pub struct Rounds {
    /// The folder of the files
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,

    /// The kind of game: space or chess
    #[arg(long, default_value_t = Kind::Space)]
    pub kind: Kind,

    /// How many rounds to play
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub rounds: u64,

    /// The network to begin with [default: none]
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,

    /// How many rounds to train on, the last ones
    #[arg(long, value_name = "N", default_value = "2")]
    pub window: NonZero<usize>,

    /// The positions of each round
    #[arg(long, value_name = "N", default_value_t = 4_000_000)]
    pub positions: u64,

    /// The nodes for each move of self-play
    #[arg(long, value_name = "N", default_value_t = 600)]
    pub nodes: u64,

    /// How often to train on each position
    #[arg(long, value_name = "N", default_value = "20")]
    pub epochs: NonZero<usize>,

    #[command(flatten)]
    #[expect(
        missing_docs,
        reason = "a comment here would replace the help of the command"
    )]
    pub target: Target,

    /// The games of the match that follows each round; 0 for none
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub games: usize,

    /// The seed of the first round; each round counts it up
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// How many threads to use
    #[arg(long, value_name = "N", default_value_t = cores())]
    pub threads: NonZero<usize>,
}

impl Rounds {
    /// Plays the rounds.
    pub fn run(&self) -> anyhow::Result<()> {
        self.target.check()?;
        fs::create_dir_all(&self.folder)
            .with_context(|| format!("cannot create {}", self.folder.display()))?;
        let mut net = self.net.clone();
        let mut data = Vec::new();
        for round in 1..=self.rounds {
            let seed = self.seed + round - 1;
            data.push(self.play(round, seed, net.as_ref())?);
            let trained = self.folder.join(format!("{round}.net"));
            let train = Train {
                kind: self.kind,
                data: data[data.len().saturating_sub(self.window.get())..].to_vec(),
                out: trained.clone(),
                weights: None,
                epochs: self.epochs,
                batch: const { NonZero::new(16_384).unwrap() },
                rate: 0.001,
                target: self.target,
                seed,
                threads: self.threads,
            };
            println!("{train}");
            train.run()?;
            if self.games > 0 {
                self.play_match(seed, &trained, net.as_ref())?;
            }
            net = Some(trained);
        }
        Ok(())
    }

    fn play(&self, round: u64, seed: u64, net: Option<&PathBuf>) -> anyhow::Result<PathBuf> {
        let out = self.folder.join(format!("{round}.data"));
        let play = Play {
            setup: format!("{},nodes={}", setup_of(net), self.nodes),
            kind: self.kind,
            out: out.clone(),
            positions: self.positions,
            seed,
            threads: self.threads,
        };
        println!("{play}");
        let command = play.command_of_file()?;
        if Data::read(&out, self.kind).is_ok_and(|data| data.command == command) {
            println!("{} is complete", out.display());
        } else {
            play.run()?;
        }
        Ok(out)
    }

    fn play_match(&self, seed: u64, new: &PathBuf, old: Option<&PathBuf>) -> anyhow::Result<()> {
        let contest = Match {
            first: setup_of(Some(new)),
            second: setup_of(old),
            kind: self.kind,
            games: self.games,
            seed,
            threads: self.threads,
            provenance: Some(new.clone()),
        };
        contest.run()
    }
}

fn setup_of(net: Option<&PathBuf>) -> String {
    let net = net.map(|path| path.display().to_string());
    format!("net={}", net.as_deref().unwrap_or("none"))
}
