//! The file of a network: a head that describes it, then the quantised weights.
//!
//! Numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `raum net` |
//! | 4 | the version of the format, 3 |
//! | 8 | the name of the kind of game, followed by zeros |
//! | 3 × 4 | the number of inputs, of hidden units (of one view) and of buckets |
//! | 8 | the 64-bit FNV-1a hash of all other bytes of the file |
//! | inputs × orbits | input weights, a signed byte each, by input |
//! | orbits × 2 | biases of the hidden units |
//! | buckets × 2 × orbits × 2 | output weights by bucket and view, the mover's view first |
//! | buckets × 4 | biases of the output |
//!
//! The units of an orbit share its weights: there are as many orbits as hidden units, divided by the symmetries of the board.

use std::{hash::Hasher as _, marker::PhantomData, sync::Arc};

use raum_rules::Kind;

use super::{BUCKETS, Board, Fnv, HIDDEN, HIDDEN_ONE, NET_SCALE, Net, NetError, turned_input};

const MAGIC: &[u8; 8] = b"raum net";
pub(super) const VERSION: u32 = 3;

/// Where the kind, the sizes and the hash are.
const KIND_AT: usize = 12;
const SIZES_AT: usize = 20;
const HASH_AT: usize = 32;
/// The bytes of the head.
const HEAD: usize = HASH_AT + 8;

/// The numbers of a board that its file depends on. Functions of it, unlike those of a board, are compiled once.
#[derive(Clone, Copy)]
struct Shape {
    kind: Kind,
    inputs: usize,
    orbits: usize,
    symmetries: usize,
}

impl Shape {
    const fn of<B: Board>() -> Self {
        Self {
            kind: B::KIND,
            inputs: B::INPUTS,
            orbits: B::ORBITS,
            symmetries: B::SYMMETRIES,
        }
    }

    /// The inputs, hidden units and buckets of the network.
    fn sizes(self) -> [u32; 3] {
        [self.inputs, HIDDEN, BUCKETS].map(|size| size as u32)
    }

    /// The number of output weights in the file.
    fn outputs(self) -> usize {
        BUCKETS * 2 * self.orbits
    }

    fn file_bytes(self) -> usize {
        HEAD + self.inputs * self.orbits + self.orbits * 2 + self.outputs() * 2 + BUCKETS * 4
    }

    fn check_length(self, file: &[u8]) -> Result<(), NetError> {
        if file.len() == self.file_bytes() {
            Ok(())
        } else {
            Err(self.length_error(file))
        }
    }

    fn length_error(self, file: &[u8]) -> NetError {
        NetError::Length {
            found: file.len(),
            needed: self.file_bytes(),
        }
    }
}

/// The name of a kind, as the head has it.
fn kind_bytes(kind: Kind) -> [u8; 8] {
    let mut bytes = kind.name().bytes();
    [0; 8].map(|_| bytes.next().unwrap_or(0))
}

/// The greatest output weight: the product with a clipped unit has to fit in 16 bits.
const OUTPUT_MAX: u16 = 127;
/// The greatest bias of a hidden unit: 16 bits have to hold it together with 125 input weights, one for each cell.
const BIAS_MAX: u16 = 16_000;

/// The weights of a network as its file stores them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantisedNet {
    /// By input, and by orbit within it.
    pub input: Vec<i8>,
    /// By orbit.
    pub bias: Vec<i16>,
    /// By bucket, view (the mover's first) and orbit.
    pub output: Vec<i16>,
    /// By bucket.
    pub output_bias: Vec<i32>,
}

impl QuantisedNet {
    /// Writes the file of this network for a board. Fails if there are too few or too many weights, or they are too large.
    pub fn to_file<B: Board>(&self) -> Result<Vec<u8>, NetError> {
        let shape = Shape::of::<B>();
        let mut file = MAGIC.to_vec();
        file.extend(VERSION.to_le_bytes());
        file.extend(kind_bytes(shape.kind));
        file.extend(shape.sizes().into_iter().flat_map(u32::to_le_bytes));
        file.extend([0; 8]);
        file.extend(self.input.iter().map(|weight| weight.cast_unsigned()));
        file.extend(self.bias.iter().flat_map(|weight| weight.to_le_bytes()));
        file.extend(self.output.iter().flat_map(|weight| weight.to_le_bytes()));
        let biases = self.output_bias.iter();
        file.extend(biases.flat_map(|weight| weight.to_le_bytes()));
        shape.check_length(&file)?;
        let hash = net_hash(&file);
        file[HASH_AT..HEAD].copy_from_slice(&hash.to_le_bytes());
        self.check(shape)?;
        Ok(file)
    }

    /// Reads the file of a network for a board and checks all of it.
    pub fn from_file<B: Board>(file: &[u8]) -> Result<Self, NetError> {
        Self::of_shape(file, Shape::of::<B>())
    }

    fn of_shape(file: &[u8], shape: Shape) -> Result<Self, NetError> {
        if !file.starts_with(MAGIC) {
            return Err(NetError::Magic);
        }
        let Some((head, body)) = file.split_at_checked(HEAD) else {
            return Err(shape.length_error(file));
        };
        let version = number(&head[8..KIND_AT]);
        if version != VERSION {
            return Err(NetError::Version(version));
        }
        let kind = &head[KIND_AT..SIZES_AT];
        if kind != kind_bytes(shape.kind) {
            let name = String::from_utf8_lossy(kind);
            return Err(NetError::Kind {
                found: name.trim_end_matches('\0').to_owned(),
                needed: shape.kind,
            });
        }
        let found = [0, 4, 8].map(|at| number(&head[SIZES_AT + at..][..4]));
        let needed = shape.sizes();
        if found != needed {
            return Err(NetError::Sizes { found, needed });
        }
        shape.check_length(file)?;
        if head[HASH_AT..] != net_hash(file).to_le_bytes() {
            return Err(NetError::Hash);
        }
        let (input, rest) = body.split_at(shape.inputs * shape.orbits);
        let (bias, rest) = rest.split_at(shape.orbits * 2);
        let (output, output_bias) = rest.split_at(shape.outputs() * 2);
        let net = Self {
            input: input.iter().map(|byte| byte.cast_signed()).collect(),
            bias: shorts(bias),
            output: shorts(output),
            output_bias: output_bias
                .chunks_exact(4)
                .map(|bytes| number(bytes).cast_signed())
                .collect(),
        };
        net.check(shape)?;
        Ok(net)
    }

    /// Checks that no sum of the evaluation can overflow, in any position.
    fn check(&self, shape: Shape) -> Result<(), NetError> {
        let hidden_fits = self.bias.iter().all(|bias| bias.unsigned_abs() <= BIAS_MAX);
        let weights = self.output.chunks_exact(2 * shape.orbits);
        let mut buckets = weights.zip(&self.output_bias);
        let output_fits = buckets.all(|(weights, bias)| {
            let sizes = weights.iter().map(|weight| weight.unsigned_abs());
            let sum = shape.symmetries as i64 * sizes.map(i64::from).sum::<i64>();
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

impl<B: Board> Net<B> {
    /// Reads the file of a network, as the trainer writes it.
    pub fn read(file: &[u8]) -> Result<Self, NetError> {
        QuantisedNet::from_file::<B>(file).map(|weights| Self::new(&weights, net_hash(file)))
    }

    /// The network that ships with the engine; none leaves the plain evaluation.
    pub fn shipped() -> Option<Arc<Self>> {
        B::shipped()
    }

    /// The hash in its file, which tells networks apart.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    fn new(weights: &QuantisedNet, hash: u64) -> Self {
        let mut net = Self {
            input: vec![[0; HIDDEN]; B::INPUTS],
            bias: [0; HIDDEN],
            output: [[[0; HIDDEN]; 2]; BUCKETS],
            output_bias: [0; BUCKETS],
            hash,
            board: PhantomData,
        };
        let rows = weights.input.chunks_exact(B::ORBITS).enumerate();
        for (input, row) in rows {
            for symmetry in 0..B::SYMMETRIES {
                let turned = turned_input::<B>(symmetry, input);
                let units = &mut net.input[turned][symmetry * B::ORBITS..];
                for (unit, weight) in units.iter_mut().zip(row) {
                    *unit = i16::from(*weight);
                }
            }
        }
        repeat(&mut net.bias, &weights.bias);
        let outputs = net.output.iter_mut().flatten();
        for (units, weights) in outputs.zip(weights.output.chunks_exact(B::ORBITS)) {
            repeat(units, weights);
        }
        net.output_bias.copy_from_slice(&weights.output_bias);
        net
    }
}

/// Gives the units of every symmetry the weights of their orbits.
fn repeat(units: &mut [i16; HIDDEN], weights: &[i16]) {
    for part in units.chunks_exact_mut(weights.len()) {
        part.copy_from_slice(weights);
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
