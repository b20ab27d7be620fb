//! The transposition table: what searches found out about positions, shared by all threads without locks.

use std::{
    collections::TryReserveError,
    hint::black_box,
    sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed},
};

use crate::score::from_table;

/// What a score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Upper,
    Lower,
    Exact,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The code of the best step; 0 if none is known.
    pub(crate) code: u32,
    pub(crate) score: i32,
    pub(crate) evaluation: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Bound {
    /// What a score says that a search with this window found.
    pub(crate) fn of(score: i32, alpha: i32, beta: i32) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

impl Found {
    /// The score, if it makes a search with this window unnecessary.
    pub(crate) fn settles(&self, ply: usize, alpha: i32, beta: i32) -> Option<i32> {
        let score = from_table(self.score, ply);
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        settles.then_some(score)
    }

    /// A better guess than the evaluation, where the bound allows it.
    pub(crate) fn refine(&self, evaluation: i32, ply: usize) -> i32 {
        let score = from_table(self.score, ply);
        match self.bound {
            Bound::Exact => score,
            Bound::Lower => evaluation.max(score),
            Bound::Upper => evaluation.min(score),
        }
    }
}

/// Remembers positions. An entry is two words, the second of which is stored twice: by itself and mixed with the hash, so
/// that an entry torn by two writers matches no position.
pub struct Table {
    pairs: Vec<Pair>,
    age: AtomicU8,
    /// Whether a search has used it since it was empty.
    is_used: AtomicBool,
}

/// One of the two entries that a position can have: its hash, mixed with the data, and the data.
type Words = [AtomicU64; 2];

/// Both entries of a position. They share a line of the processor's cache.
#[derive(Default)]
#[repr(align(32))]
struct Pair([Words; 2]);

const CODE_BITS: u32 = 20;

impl Table {
    /// A table that takes about so many mebibytes; at least one.
    pub fn new(mebibytes: usize) -> Self {
        let mut pairs = Vec::new();
        pairs.resize_with(pairs_in(mebibytes), Default::default);
        Self::of(pairs)
    }

    /// The same, or an error if there is not enough memory.
    pub fn try_new(mebibytes: usize) -> Result<Self, TryReserveError> {
        let mut pairs = Vec::new();
        pairs.try_reserve_exact(pairs_in(mebibytes))?;
        pairs.resize_with(pairs_in(mebibytes), Default::default);
        Ok(Self::of(pairs))
    }

    fn of(pairs: Vec<Pair>) -> Self {
        Self {
            pairs,
            age: AtomicU8::new(0),
            is_used: AtomicBool::new(false),
        }
    }

    /// Forgets everything. Clearing gibibytes takes a while, so an empty table is left alone.
    pub fn clear(&self) {
        if !self.is_used.swap(false, Relaxed) {
            return;
        }
        for [key, data] in self.entries() {
            key.store(0, Relaxed);
            data.store(0, Relaxed);
        }
    }

    /// Begins a search: what is stored so far is old and gives way first. A helper joins a search that has begun.
    pub(crate) fn begin(&self, is_helper: bool) {
        self.is_used.store(true, Relaxed);
        if !is_helper {
            self.age.fetch_add(1, Relaxed);
        }
    }

    /// How many of a thousand entries this search has used.
    pub fn permille_used(&self) -> usize {
        let age = u64::from(self.age.load(Relaxed) & 3);
        let sample = self.entries().take(1000);
        sample
            .filter(|[_, data]| {
                let data = data.load(Relaxed);
                data != 0 && data >> 62 == age
            })
            .count()
    }

    fn entries(&self) -> impl Iterator<Item = &Words> {
        self.pairs.iter().flat_map(|Pair(entries)| entries)
    }

    fn pair(&self, hash: u64) -> Option<&[Words; 2]> {
        let number = (u128::from(hash) * self.pairs.len() as u128) >> 64;
        self.pairs.get(number as usize).map(|Pair(entries)| entries)
    }

    /// Fetches what is known about a position into the processor's cache, where [`get`](Self::get) will look for it soon.
    #[inline(always)]
    pub(crate) fn fetch(&self, hash: u64) {
        if let Some([[key, _], _]) = self.pair(hash) {
            black_box(key.load(Relaxed));
        }
    }

    /// Not inlined, nor is [`put`](Self::put): a copy for each kind would be larger, and no faster.
    #[inline(never)]
    pub(crate) fn get(&self, hash: u64) -> Option<Found> {
        self.pair(hash)?.iter().find_map(|[key, data]| {
            let data = data.load(Relaxed);
            (data != 0 && key.load(Relaxed) ^ data == hash).then(|| unpack(data))
        })
    }

    #[inline(never)]
    pub(crate) fn put(&self, hash: u64, found: Found) {
        let Some(pair @ [first, _]) = self.pair(hash) else {
            return;
        };
        let age = self.age.load(Relaxed) & 3;
        let mut worst = (i32::MAX, first);
        for entry @ [key, data] in pair {
            let old = data.load(Relaxed);
            if old == 0 {
                worst = (i32::MIN, entry);
                break;
            }
            let known = unpack(old);
            if key.load(Relaxed) ^ old == hash {
                // A shallower result does not replace a deeper one of this search, unless it is exact.
                if found.bound != Bound::Exact
                    && found.depth < known.depth - 3
                    && old >> 62 == u64::from(age)
                {
                    return;
                }
                worst = (i32::MIN, entry);
                break;
            }
            let is_old = old >> 62 != u64::from(age);
            let worth = known.depth - if is_old { 64 } else { 0 };
            if worth < worst.0 {
                worst = (worth, entry);
            }
        }
        let [key, data] = worst.1;
        let packed = pack(found, age);
        key.store(packed ^ hash, Relaxed);
        data.store(packed, Relaxed);
    }
}

/// How many pairs of entries fit.
fn pairs_in(mebibytes: usize) -> usize {
    mebibytes
        .max(1)
        .saturating_mul((1 << 20) / size_of::<Pair>())
}

fn pack(found: Found, age: u8) -> u64 {
    u64::from(found.code)
        | u64::from(found.score as i16 as u16) << CODE_BITS
        | u64::from(found.evaluation as i16 as u16) << (CODE_BITS + 16)
        | u64::from((found.depth + 8).clamp(0, 255) as u8) << (CODE_BITS + 32)
        | (found.bound as u64 + 1) << (CODE_BITS + 40)
        | u64::from(age) << 62
}

fn unpack(data: u64) -> Found {
    Found {
        code: (data & ((1 << CODE_BITS) - 1)) as u32,
        score: i32::from((data >> CODE_BITS) as u16 as i16),
        evaluation: i32::from((data >> (CODE_BITS + 16)) as u16 as i16),
        depth: i32::from((data >> (CODE_BITS + 32)) as u8) - 8,
        bound: match data >> (CODE_BITS + 40) & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}
