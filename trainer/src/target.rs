//! What an evaluation should predict: the chance to win, of which both the search and the result of the game speak.

use clap::Args;

use crate::data::Sample;

/// How a sample becomes the number that an evaluation should predict.
#[derive(Args, Clone, Copy, Debug)]
pub struct Target {
    /// The share of the search's score in the target; the rest is the result of the game
    #[arg(long, value_name = "SHARE", default_value_t = 0.95)]
    pub score_share: f32,

    /// The centipawns that multiply the odds to win by e
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 350.0)]
    pub scale: f32,
}

impl Target {
    /// The chance to win that an evaluation should predict for a sample, for the side to move.
    pub fn of(&self, sample: &Sample) -> f32 {
        let by_score = self.chance(f32::from(sample.score));
        let by_result = f32::from(sample.result) / 2.0;
        self.score_share * by_score + (1.0 - self.score_share) * by_result
    }

    /// The chance to win with an evaluation.
    pub fn chance(&self, centipawns: f32) -> f32 {
        1.0 / (1.0 + (-centipawns / self.scale).exp())
    }

    /// Checks that the numbers make sense.
    pub fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            (0.0..=1.0).contains(&self.score_share),
            "--score-share must be from 0 to 1"
        );
        anyhow::ensure!(
            self.scale.is_finite() && self.scale > 0.0,
            "--scale must be above 0"
        );
        Ok(())
    }
}
