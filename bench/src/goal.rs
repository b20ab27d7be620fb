//! The goals, and whether raum meets them.

use serde::{Deserialize, Serialize};

/// A goal: a figure and its bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Goal {
    pub(crate) name: String,
    pub(crate) figure: f64,
    pub(crate) wanted: Wanted,
    pub(crate) unit: String,
    /// The least that is possible on this machine, if that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) floor: Option<f64>,
}

/// The bound of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Wanted {
    AtMost(f64),
    AtLeast(f64),
}

impl Goal {
    pub(crate) fn at_most(name: impl Into<String>, figure: f64, max: f64, unit: &str) -> Self {
        Self {
            name: name.into(),
            figure,
            wanted: Wanted::AtMost(max),
            unit: unit.to_owned(),
            floor: None,
        }
    }

    pub(crate) fn at_least(name: impl Into<String>, figure: f64, min: f64, unit: &str) -> Self {
        Self {
            wanted: Wanted::AtLeast(min),
            ..Self::at_most(name, figure, 0.0, unit)
        }
    }

    pub(crate) fn holds(&self) -> bool {
        match self.wanted {
            Wanted::AtMost(max) => self.figure <= max,
            Wanted::AtLeast(min) => self.figure >= min,
        }
    }

    /// The same goal with the least that is possible on this machine.
    pub(crate) fn above(self, floor: Option<f64>) -> Self {
        Self { floor, ..self }
    }

    /// Whether even the floor misses the bound.
    pub(crate) fn is_out_of_reach(&self) -> bool {
        let floor = self.floor.map(|figure| Self {
            figure,
            ..self.clone()
        });
        floor.is_some_and(|floor| !floor.holds())
    }

    /// The bound in words.
    pub(crate) fn bound(&self) -> String {
        match self.wanted {
            Wanted::AtMost(max) => format!("≤ {}", figure(max)),
            Wanted::AtLeast(min) => format!("≥ {}", figure(min)),
        }
    }

    pub(crate) fn print(&self) {
        let Self {
            name, figure, unit, ..
        } = self;
        println!(
            "  {name:58} {figure:9.2} {unit:3} wanted {:9} {}",
            self.bound(),
            verdict(self.holds())
        );
    }
}

/// Whether a target is met, as printed.
pub(crate) fn verdict(holds: bool) -> &'static str {
    if holds { "ok" } else { "MISSED" }
}

/// A number with three significant digits, and groups of three digits above ten thousand.
pub(crate) fn figure(number: f64) -> String {
    let size = number.abs();
    if size >= 9_999.5 {
        let digits = format!("{size:.0}");
        let first = digits.len() % 3;
        let (first, rest) = digits.split_at(if first == 0 { 3 } else { first });
        let groups = rest.as_bytes().chunks(3).map(String::from_utf8_lossy);
        let sign = if number < 0.0 { "-" } else { "" };
        return groups.fold(format!("{sign}{first}"), |text, group| {
            format!("{text} {group}")
        });
    }
    let decimals = match size {
        99.95.. => 0,
        9.995.. => 1,
        _ => 2,
    };
    format!("{number:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits_and_groups() {
        let figures = [
            0.0,
            0.126,
            9.996,
            42.25,
            234.6,
            1234.4,
            9_999.6,
            1_234_567.0,
        ]
        .map(figure);
        let wanted = [
            "0.00",
            "0.13",
            "10.0",
            "42.2",
            "235",
            "1234",
            "10 000",
            "1 234 567",
        ];
        assert_eq!(figures, wanted);
    }

    #[test]
    fn a_figure_on_its_bound_meets_the_goal() {
        assert!(Goal::at_most("", 3.0, 3.0, "").holds());
        assert!(Goal::at_least("", 3.0, 3.0, "").holds());
        assert!(!Goal::at_most("", 3.1, 3.0, "").holds());
        assert!(!Goal::at_least("", 2.9, 3.0, "").holds());
    }

    #[test]
    fn a_goal_below_the_floor_is_out_of_reach() {
        let goal = Goal::at_most("", 5.0, 3.0, "");
        let floors = [None, Some(2.9), Some(3.0), Some(3.1)];
        let are_out_of_reach = floors.map(|floor| goal.clone().above(floor).is_out_of_reach());
        assert_eq!(are_out_of_reach, [false, false, false, true]);
    }
}
