//! The file of a network: a head that describes it, then the quantised weights.
//!
//! Numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `raum net` |
//! | 4 | the version of the format, 1 |
//! | 3 × 4 | the number of inputs, of hidden units (of one view) and of buckets |
//! | 8 | the 64-bit FNV-1a hash of all other bytes of the file |
//! | inputs × hidden | input weights, a signed byte each, by input |
//! | hidden × 2 | biases of the hidden units |
//! | buckets × 2 × hidden × 2 | output weights by bucket and view, the mover's view first |
//! | buckets × 4 | biases of the output |

use std::{
    error, fmt,
    hash::Hasher,
    sync::{Arc, LazyLock},
};

use super::{BUCKETS, HIDDEN, HIDDEN_ONE, INPUTS, NET_SCALE, Net};

const MAGIC: &[u8; 8] = b"raum net";
const VERSION: u32 = 1;
const SIZES: [usize; 3] = [INPUTS, HIDDEN, BUCKETS];

/// Where the hash is.
const HASH_AT: usize = 24;
/// The bytes of the head.
const HEAD: usize = HASH_AT + 8;
const OUTPUTS: usize = BUCKETS * 2 * HIDDEN;
const FILE_BYTES: usize = HEAD + INPUTS * HIDDEN + HIDDEN * 2 + OUTPUTS * 2 + BUCKETS * 4;

/// The greatest output weight: the product with a clipped unit has to fit in 16 bits.
const OUTPUT_MAX: u16 = 127;
/// The greatest bias of a hidden unit: 16 bits have to hold it together with 125 input weights, one for each cell.
const BIAS_MAX: u16 = 16_000;

/// The weights of a network as its file stores them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantisedNet {
    /// By input, and by hidden unit within it.
    pub input: Vec<i8>,
    /// By hidden unit.
    pub bias: Vec<i16>,
    /// By bucket, view (the mover's first) and hidden unit.
    pub output: Vec<i16>,
    /// By bucket.
    pub output_bias: Vec<i32>,
}

/// Why a file is not a network that this engine can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetError {
    /// The file does not begin as a network does.
    Magic,
    /// The file has another version of the format.
    Version(u32),
    /// The network has other sizes: inputs, hidden units and buckets.
    Sizes([u32; 3]),
    /// The file has another length in bytes than its head promises.
    Length(usize),
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
            Self::Sizes([inputs, hidden, buckets]) => write!(
                f,
                "the network has {inputs} inputs, {hidden} hidden units and {buckets} buckets; this engine needs \
                 {INPUTS}, {HIDDEN} and {BUCKETS}"
            ),
            Self::Length(found) => {
                write!(f, "the file has {found} bytes, not {FILE_BYTES}")
            }
            Self::Hash => {
                f.write_str("the file is damaged: its hash differs from the one in its head")
            }
            Self::Overflow => f.write_str("the weights are so large that their sum could overflow"),
        }
    }
}

impl error::Error for NetError {}

impl QuantisedNet {
    /// Writes the file of this network. Fails if there are too few or too many weights, or they are too large.
    pub fn to_file(&self) -> Result<Vec<u8>, NetError> {
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        for size in SIZES {
            file.extend((size as u32).to_le_bytes());
        }
        file.extend([0; 8]);
        file.extend(self.input.iter().map(|weight| weight.cast_unsigned()));
        file.extend(self.bias.iter().flat_map(|weight| weight.to_le_bytes()));
        file.extend(self.output.iter().flat_map(|weight| weight.to_le_bytes()));
        let biases = self.output_bias.iter();
        file.extend(biases.flat_map(|weight| weight.to_le_bytes()));
        if file.len() != FILE_BYTES {
            return Err(NetError::Length(file.len()));
        }
        let hash = net_hash(&file);
        file[HASH_AT..HEAD].copy_from_slice(&hash.to_le_bytes());
        self.check()?;
        Ok(file)
    }

    /// Reads a file and checks all of it.
    pub fn from_file(file: &[u8]) -> Result<Self, NetError> {
        if !file.starts_with(MAGIC) {
            return Err(NetError::Magic);
        }
        let Some((head, body)) = file.split_at_checked(HEAD) else {
            return Err(NetError::Length(file.len()));
        };
        let version = number(&head[8..12]);
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let sizes = [12, 16, 20].map(|at| number(&head[at..at + 4]));
        if sizes != SIZES.map(|size| size as u32) {
            return Err(NetError::Sizes(sizes));
        }
        if file.len() != FILE_BYTES {
            return Err(NetError::Length(file.len()));
        }
        if head[HASH_AT..] != net_hash(file).to_le_bytes() {
            return Err(NetError::Hash);
        }
        let (input, rest) = body.split_at(INPUTS * HIDDEN);
        let (bias, rest) = rest.split_at(HIDDEN * 2);
        let (output, output_bias) = rest.split_at(OUTPUTS * 2);
        let net = Self {
            input: input.iter().map(|byte| byte.cast_signed()).collect(),
            bias: shorts(bias),
            output: shorts(output),
            output_bias: output_bias
                .chunks_exact(4)
                .map(|bytes| number(bytes).cast_signed())
                .collect(),
        };
        net.check()?;
        Ok(net)
    }

    /// Checks that no sum of the evaluation can overflow, in any position.
    fn check(&self) -> Result<(), NetError> {
        let hidden_fits = self.bias.iter().all(|bias| bias.unsigned_abs() <= BIAS_MAX);
        let mut buckets = self.output.chunks_exact(2 * HIDDEN).zip(&self.output_bias);
        let output_fits = buckets.all(|(weights, bias)| {
            let sizes = weights.iter().map(|weight| weight.unsigned_abs());
            let sum: i64 = sizes.map(i64::from).sum();
            let one = i64::from(HIDDEN_ONE);
            let value = (sum * one + i64::from(bias.unsigned_abs())) * i64::from(NET_SCALE);
            (sum * one * one).max(value) <= i64::from(i32::MAX)
                && weights
                    .iter()
                    .all(|weight| weight.unsigned_abs() <= OUTPUT_MAX)
        });
        if hidden_fits && output_fits {
            Ok(())
        } else {
            Err(NetError::Overflow)
        }
    }
}

impl Net {
    /// Reads the file of a network, as the trainer writes it.
    pub fn read(file: &[u8]) -> Result<Self, NetError> {
        QuantisedNet::from_file(file).map(|weights| Self::new(&weights, net_hash(file)))
    }

    /// The network that ships with the engine; none if its file is damaged, which leaves the plain evaluation.
    pub fn shipped() -> Option<Arc<Self>> {
        static SHIPPED: LazyLock<Option<Arc<Net>>> =
            LazyLock::new(|| Net::read(include_bytes!("../net.bin")).ok().map(Arc::new));
        SHIPPED.clone()
    }

    /// The hash in its file, which tells networks apart.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    fn new(weights: &QuantisedNet, hash: u64) -> Self {
        let mut net = Self {
            input: vec![[0; HIDDEN]; INPUTS],
            bias: [0; HIDDEN],
            output: [[[0; HIDDEN]; 2]; BUCKETS],
            output_bias: [0; BUCKETS],
            hash,
        };
        for (unit, weight) in net.input.iter_mut().flatten().zip(&weights.input) {
            *unit = i16::from(*weight);
        }
        net.bias.copy_from_slice(&weights.bias);
        let outputs = net.output.iter_mut().flatten().flatten();
        for (unit, weight) in outputs.zip(&weights.output) {
            *unit = *weight;
        }
        net.output_bias.copy_from_slice(&weights.output_bias);
        net
    }
}

/// The hash of a network's file, which its head holds.
fn net_hash(file: &[u8]) -> u64 {
    let mut hash = Fnv::default();
    hash.write(&file[..HASH_AT]);
    hash.write(&file[HEAD..]);
    hash.finish()
}

fn number(bytes: &[u8]) -> u32 {
    let mut bytes = bytes.iter().rev();
    bytes
        .by_ref()
        .take(4)
        .fold(0, |sum, byte| sum << 8 | u32::from(*byte))
}

fn shorts(bytes: &[u8]) -> Vec<i16> {
    let pairs = bytes.chunks_exact(2);
    pairs
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
        .collect()
}

/// The 64-bit FNV-1a hash. One changed byte always changes it.
#[derive(Clone, Debug)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
