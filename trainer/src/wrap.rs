//! Converts files of the formats before heads: a raw network.

use std::{fs, path::PathBuf};

use anyhow::{Context as _, ensure};
use clap::Args;
use raum_engine::space::{BUCKETS, HIDDEN, INPUTS, QuantisedNet};

/// Convert a network of the old format, which had no head
#[derive(Args)]
pub struct Wrap {
    /// The old file
    old: PathBuf,

    /// The file to write
    new: PathBuf,
}

impl Wrap {
    /// Converts the file.
    pub fn run(&self) -> anyhow::Result<()> {
        let old =
            fs::read(&self.old).with_context(|| format!("cannot read {}", self.old.display()))?;
        let sizes = [INPUTS * HIDDEN, HIDDEN * 2, BUCKETS * 2 * HIDDEN * 2];
        ensure!(
            old.len() == sizes.iter().sum::<usize>() + BUCKETS * 4,
            "{} has the size of no raw network",
            self.old.display()
        );
        let (input, rest) = old.split_at(sizes[0]);
        let (bias, rest) = rest.split_at(sizes[1]);
        let (output, output_bias) = rest.split_at(sizes[2]);
        let shorts = |bytes: &[u8]| {
            let pairs = bytes.chunks_exact(2);
            pairs
                .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
                .collect()
        };
        let net = QuantisedNet {
            input: input.iter().map(|byte| byte.cast_signed()).collect(),
            bias: shorts(bias),
            output: shorts(output),
            output_bias: output_bias
                .chunks_exact(4)
                .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                .collect(),
        };
        fs::write(&self.new, net.to_file()?)
            .with_context(|| format!("cannot write {}", self.new.display()))
    }
}
