//! An axis: where a value is on it, and its ticks.

use serde::{Deserialize, Serialize};

use crate::goal::figure;

/// An axis, with its unit in its label.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Axis {
    pub(crate) label: String,
    #[serde(default)]
    pub(crate) is_logarithmic: bool,
}

/// An axis between two positions on the plot.
pub(super) struct Scale {
    low: f64,
    high: f64,
    is_logarithmic: bool,
    start: f64,
    end: f64,
}

impl Axis {
    /// An axis from zero.
    pub(crate) fn linear(label: &str) -> Self {
        Self {
            label: label.to_owned(),
            is_logarithmic: false,
        }
    }

    /// An axis for values above zero.
    pub(crate) fn logarithmic(label: &str) -> Self {
        Self {
            label: label.to_owned(),
            is_logarithmic: true,
        }
    }

    /// Fits the axis to its values, between two positions.
    pub(super) fn scale(&self, values: impl Iterator<Item = f64>, start: f64, end: f64) -> Scale {
        let is_logarithmic = self.is_logarithmic;
        let values = values.filter(|value| !is_logarithmic || *value > 0.0);
        let bounds = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
        let (low, high) = values.fold((f64::INFINITY, 0.0), bounds);
        let (low, high) = match is_logarithmic {
            true if low.is_finite() => (
                10_f64.powf(low.log10().floor()),
                10_f64.powf(high.log10().ceil()),
            ),
            true => (1.0, 10.0),
            false => (0.0, ceiling(high)),
        };
        Scale {
            low,
            high: if high > low { high } else { low * 10.0 },
            is_logarithmic,
            start,
            end,
        }
    }
}

/// The next number of the form 1, 1.5, 2, 2.5, 3, 4, 5, 6 or 8 times a power of ten.
fn ceiling(number: f64) -> f64 {
    if number <= 0.0 {
        return 1.0;
    }
    let power = 10_f64.powf(number.log10().floor());
    let steps = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0];
    let fits = steps
        .into_iter()
        .find(|step| step * power >= number * 0.999_999);
    fits.unwrap_or(10.0) * power
}

impl Scale {
    /// Where a value is. Values below the axis are at its start.
    pub(super) fn place(&self, value: f64) -> f64 {
        let value = value.max(self.low);
        let share = if self.is_logarithmic {
            (value / self.low).log10() / (self.high / self.low).log10()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.start + share * (self.end - self.start)
    }

    /// Positions with labels.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        let mut values = Vec::new();
        if self.is_logarithmic {
            let mut value = self.low;
            while value <= self.high * 1.001 {
                values.push(value);
                value *= 10.0;
            }
        } else {
            values.extend((0..=5).map(|step| self.high * f64::from(step) / 5.0));
        }
        let label = |value: f64| {
            let text = figure(value);
            let is_whole = text.contains('.');
            let short = text.trim_end_matches('0').trim_end_matches('.');
            if is_whole { short.to_owned() } else { text }
        };
        let ticks = values.into_iter();
        ticks
            .map(|value| (self.place(value), label(value)))
            .collect()
    }
}
