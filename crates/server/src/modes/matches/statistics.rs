//! What the results of pairs of games say about strength: Elo, its interval, and the sequential probability ratio test.
//!
//! Two games from one opening depend on each other, so the unit is the pair: five results, from two losses to two wins
//! (pentanomial). Elo differences are logistic.

use std::f64::consts::SQRT_2;

/// How many standard errors a 95 % interval reaches to both sides.
const INTERVAL_95: f64 = 1.959_963_985;

/// What an outcome that has not occurred counts as in the test, so that its probability is not zero.
const UNSEEN: f64 = 1e-3;

/// The results of a pair for the first player, as shares of a whole one.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How many pairs had each result: the first player scored 0, ½, 1, 1½ or 2 points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pairs(pub(super) [u32; 5]);

/// A strength difference with a 95 % interval, in Elo. Infinite at one end if all games were won or lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Elo {
    pub(super) least: f64,
    pub(super) likely: f64,
    pub(super) most: f64,
}

impl Pairs {
    pub(super) fn count(self) -> u32 {
        self.0.iter().sum()
    }

    /// The share of each result, and how many pairs had it.
    fn weights(self) -> impl Iterator<Item = (f64, f64)> {
        SHARES.into_iter().zip(self.0.map(f64::from))
    }

    /// The first player's score, from 0 to 1. Half for no pairs.
    pub(super) fn score(self) -> f64 {
        match self.count() {
            0 => 0.5,
            count => {
                self.weights()
                    .map(|(share, pairs)| share * pairs)
                    .sum::<f64>()
                    / f64::from(count)
            }
        }
    }

    /// The standard error of the score.
    fn error(self) -> f64 {
        let (score, count) = (self.score(), f64::from(self.count()));
        let squares = self
            .weights()
            .map(|(share, pairs)| pairs * (share - score).powi(2));
        (squares.sum::<f64>()).sqrt() / count.max(1.0)
    }

    pub(super) fn elo(self) -> Elo {
        let (least, most) = self.interval();
        Elo {
            least: elo(least),
            likely: elo(self.score()),
            most: elo(most),
        }
    }

    /// The 95 % interval of the score. If all pairs had one result, it allows for others that are just rare enough not to
    /// be seen: without any spread the standard error says nothing.
    fn interval(self) -> (f64, f64) {
        let (score, error) = (self.score(), self.error());
        if error > 0.0 {
            let reach = INTERVAL_95 * error;
            return (score - reach, score + reach);
        }
        let seen = 0.025_f64.powf(1.0 / f64::from(self.count()));
        (score * seen, 1.0 - (1.0 - score) * seen)
    }

    /// The likelihood that the first player is the stronger one, from 0 to 1.
    pub(super) fn superiority(self) -> f64 {
        let (lead, error) = (self.score() - 0.5, self.error());
        if error == 0.0 {
            return if lead == 0.0 {
                0.5
            } else {
                f64::from(u8::from(lead > 0.0))
            };
        }
        0.5 + 0.5 * erf(lead / error / SQRT_2)
    }
}

/// The Elo difference that leads to a score.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that an Elo difference leads to.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The error function, by formula 7.1.26 of Abramowitz and Stegun, whose error is below 2e-7.
fn erf(x: f64) -> f64 {
    const FACTORS: [f64; 5] = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let t = 1.0 / (1.0 + 0.327_591_1 * x.abs());
    let sum = FACTORS
        .iter()
        .rev()
        .fold(0.0, |sum, factor| (sum + factor) * t);
    (1.0 - sum * (-x * x).exp()).copysign(x)
}

/// A sequential probability ratio test of two Elo differences. Both kinds of error have a probability of 5 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
}

/// Which hypothesis a test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The difference is that of `elo0` rather than of `elo1`.
    Weaker,
    /// The difference is that of `elo1` rather than of `elo0`.
    Stronger,
}

impl Sprt {
    const ERROR: f64 = 0.05;

    /// The log-likelihood ratio at which the test accepts `elo1`; it accepts `elo0` at the same value below zero.
    pub(super) fn bound() -> f64 {
        ((1.0 - Self::ERROR) / Self::ERROR).ln()
    }

    /// The log-likelihood ratio of the two hypotheses, each with the distribution of its mean that fits the pairs best.
    pub(super) fn ratio(self, pairs: Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| f64::from(count).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [likely0, likely1] = [self.elo0, self.elo1].map(|elo| fit(shares, expected(elo)));
        let ratios = likely1
            .iter()
            .zip(likely0)
            .map(|(one, zero)| (one / zero).ln());
        ratios.zip(counts).map(|(ratio, count)| ratio * count).sum()
    }

    pub(super) fn verdict(self, pairs: Pairs) -> Option<Verdict> {
        let ratio = self.ratio(pairs);
        if ratio >= Self::bound() {
            Some(Verdict::Stronger)
        } else if ratio <= -Self::bound() {
            Some(Verdict::Weaker)
        } else {
            None
        }
    }
}

/// The distribution with this mean under which the observed one is most likely.
///
/// It is p / (1 + x (a − mean)) for each value a with its probability p, where x makes the mean right; the sum below
/// falls as x grows, so bisection finds it.
fn fit(observed: [f64; 5], mean: f64) -> [f64; 5] {
    let weigh = |x: f64| {
        let mut fitted = observed;
        for (probability, share) in fitted.iter_mut().zip(SHARES) {
            *probability /= 1.0 + x * (share - mean);
        }
        fitted
    };
    let mut low = -1.0 / (1.0 - mean);
    let mut high = 1.0 / mean;
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let terms = SHARES.iter().zip(weigh(middle));
        let surplus: f64 = terms.map(|(share, fitted)| (share - mean) * fitted).sum();
        if surplus > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    weigh(f64::midpoint(low, high))
}

#[cfg(test)]
mod tests;
