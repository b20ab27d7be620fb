//! What can be wrong with the file of a network.

use std::{error, fmt};

use raum_rules::Kind;

use super::file::VERSION;

/// Why a file is not a network that this engine can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetError {
    /// The file does not begin as a network does.
    Magic,
    /// The file has another version of the format.
    Version(u32),
    /// The network is for another kind of game.
    Kind {
        /// The kind that the file names.
        found: String,
        /// The kind that it should be for.
        needed: Kind,
    },
    /// The network has other sizes: inputs, hidden units and buckets.
    Sizes {
        /// The sizes in the file.
        found: [u32; 3],
        /// The sizes of the engine's networks.
        needed: [u32; 3],
    },
    /// The file has another length than its head promises.
    Length {
        /// The bytes of the file.
        found: usize,
        /// The bytes that it should have.
        needed: usize,
    },
    /// The hash in the head is not the hash of the file.
    Hash,
    /// A sum of these weights could overflow.
    Overflow,
}

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("this is not the file of a network"),
            Self::Version(found) => {
                write!(f, "the file has format version {found}, not {VERSION}")
            }
            Self::Kind { found, needed } => {
                write!(f, "the network is for {found}, not for {needed}")
            }
            Self::Sizes {
                found: [inputs, hidden, buckets],
                needed,
            } => write!(
                f,
                "the network has {inputs} inputs, {hidden} hidden units and {buckets} buckets; this engine needs {}, {} and {}",
                needed[0], needed[1], needed[2]
            ),
            Self::Length { found, needed } => {
                write!(f, "the file has {found} bytes, not {needed}")
            }
            Self::Hash => {
                f.write_str("the file is damaged: its hash differs from the one in its head")
            }
            Self::Overflow => f.write_str("the weights are so large that their sum could overflow"),
        }
    }
}

impl error::Error for NetError {}
