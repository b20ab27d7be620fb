//! The fitted weights of space chess.

use std::sync::LazyLock;

use super::features::WEIGHTS;

/// What each feature is worth, in hundredths of a pawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(pub [i32; WEIGHTS]);

impl Weights {
    /// Reads weights as the trainer writes them: numbers separated by white space.
    pub fn read(text: &str) -> Option<Self> {
        let numbers: Option<Vec<i32>> = text
            .split_whitespace()
            .map(|word| word.parse().ok())
            .collect();
        Some(Self(numbers?.try_into().ok()?))
    }
}

impl Weights {
    /// The weights of the frozen engine that later ones are measured against.
    pub fn frozen() -> Self {
        Self::read(include_str!("plain.txt")).unwrap_or(Self([0; WEIGHTS]))
    }
}

/// The weights that ship with the engine.
impl Default for Weights {
    fn default() -> Self {
        static FITTED: LazyLock<Weights> = LazyLock::new(|| {
            Weights::read(include_str!("weights.txt")).unwrap_or(Weights([0; WEIGHTS]))
        });
        FITTED.clone()
    }
}
