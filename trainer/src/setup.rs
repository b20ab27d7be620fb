//! What a player is made of: parts of the search, weights, a network, and nodes for each move.

use std::{fmt, fs, path::Path, sync::Arc};

use anyhow::{Context as _, ensure};
use raum_engine::{
    Params,
    net::{Board, Net},
    space::Weights,
};
use raum_rules::Kind;

use crate::kinds::Trained;

/// The help for a setup on the command line.
pub const HELP: &str = "A setup is a list of KEY=VALUE, separated by commas:
  nodes=N       nodes for each move
  net=FILE      a network of the kind, added to the plain evaluation; net=none for no network
  weights=FILE  the weights of the plain evaluation of space chess
  NAME=N        a number of crates/engine/src/params.rs, for example null_move=0
What is not given is as it ships.";

/// What one player is made of.
pub struct Setup<E: Trained> {
    /// The parts of the search.
    pub params: Params,
    /// The weights of the plain evaluation.
    pub weights: Weights,
    /// The network that is added to it.
    pub net: Option<Arc<Net<E::Node>>>,
    /// The nodes for each move.
    pub nodes: u64,
    /// The text that this was read from, with the hashes of its files.
    name: String,
}

impl<E: Trained> Setup<E> {
    /// Reads a setup, with so many nodes if the text does not give their number.
    pub fn read(text: &str, nodes: u64) -> anyhow::Result<Self> {
        let mut setup = Self {
            params: E::PARAMS,
            weights: Weights::default(),
            net: Net::shipped(),
            nodes,
            name: String::new(),
        };
        let mut names = Vec::new();
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let cannot = || format!("cannot use {pair} in the setup {text}");
            let (key, value) = pair.split_once('=').with_context(cannot)?;
            ensure!(
                E::KIND == Kind::Space || key != "weights",
                "{}: only space chess reads weights from files",
                cannot()
            );
            if key == "nodes" {
                setup.nodes = value.parse().with_context(cannot)?;
                continue;
            }
            names.push(match setup.set(key, value).with_context(cannot)? {
                Some(hash) => format!("{pair}({hash:016x})"),
                None => pair.to_owned(),
            });
        }
        // What ships changes from version to version: the name tells which network it was.
        let is_given = names.iter().any(|name| name.starts_with("net="));
        if let Some(net) = setup.net.as_ref().filter(|_| !is_given) {
            names.push(format!("net=shipped({:016x})", net.hash()));
        }
        names.push(format!("nodes={}", setup.nodes));
        setup.name = names.join(",");
        Ok(setup)
    }

    /// The evaluation of this setup.
    pub fn evaluator(&self) -> E {
        E::new(&self.weights, self.net.clone())
    }

    /// Sets one value; returns the hash of the network that it is.
    fn set(&mut self, key: &str, value: &str) -> anyhow::Result<Option<u64>> {
        match (key, value) {
            ("net", "none") => self.net = None,
            ("net", name) => {
                self.net = match name {
                    "shipped" => Net::shipped(),
                    path => Some(Arc::new(read_net(Path::new(path))?)),
                };
                return Ok(self.net.as_ref().map(|net| net.hash()));
            }
            ("weights", path) => self.weights = read_weights(Path::new(path))?,
            _ => {
                let number = value.parse().context("the value must be a number")?;
                ensure!(
                    self.params.set(key, number),
                    "the search has no number of that name"
                );
            }
        }
        Ok(None)
    }
}

/// Writes the setup as it was given, with the hashes of its networks.
impl<E: Trained> fmt::Display for Setup<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Reads the file of a network.
pub fn read_net<B: Board>(path: &Path) -> anyhow::Result<Net<B>> {
    let name = path.display();
    let file = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    Net::read(&file).with_context(|| format!("cannot use {name}"))
}

/// Reads a file of weights.
pub fn read_weights(path: &Path) -> anyhow::Result<Weights> {
    let name = path.display();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    Weights::read(&text).with_context(|| format!("{name} is no file of weights"))
}
