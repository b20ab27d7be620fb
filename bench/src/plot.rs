//! Plots as SVG: lines over two axes, and groups of bars. The same data give the same bytes.

mod axis;

use std::fmt::Write;

use serde::{Deserialize, Serialize};

pub(crate) use axis::Axis;

/// A plot, with the name of its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Plot {
    pub(crate) file: String,
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
    /// The names of the groups of bars, whose x are 0, 1 and so on. A plot without them has lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) groups: Vec<String>,
}

/// Points with a name.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) points: Vec<[f64; 2]>,
}

const WIDTH: f64 = 680.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = WIDTH - 24.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = HEIGHT - 56.0;

/// Colours that people with a colour vision deficiency can tell apart, legible on white (Okabe and Ito).
const COLORS: [&str; 5] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"];

impl Series {
    pub(crate) fn new(name: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self {
            name: name.into(),
            points,
        }
    }
}

impl Plot {
    /// The plot as SVG, on white, because a page shows it as an image and may be dark.
    pub(crate) fn svg(&self) -> String {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
        );
        text(&mut svg, LEFT, 24.0, "font-size=\"16\"", &self.title);
        self.legend(&mut svg);
        let values = |index: usize| {
            let points = self.series.iter().flat_map(|series| &series.points);
            points
                .map(move |point| point[index])
                .filter(|value| value.is_finite())
        };
        let y = self.y.scale(values(1), BOTTOM, TOP);
        for (at, label) in y.ticks() {
            line(&mut svg, [LEFT, at, RIGHT, at], "#ddd");
            text(
                &mut svg,
                LEFT - 8.0,
                at + 4.0,
                "text-anchor=\"end\"",
                &label,
            );
        }
        line(&mut svg, [LEFT, BOTTOM, RIGHT, BOTTOM], "#222");
        line(&mut svg, [LEFT, BOTTOM, LEFT, TOP], "#222");
        if self.groups.is_empty() {
            let x = self.x.scale(values(0), LEFT, RIGHT);
            for (at, label) in x.ticks() {
                line(&mut svg, [at, BOTTOM, at, BOTTOM + 5.0], "#222");
                text(&mut svg, at, BOTTOM + 20.0, MIDDLE, &label);
            }
            for (series, color) in self.series.iter().zip(COLORS.iter().cycle()) {
                let points = series
                    .points
                    .iter()
                    .filter(|[x, y]| x.is_finite() && y.is_finite());
                let points: Vec<_> = points
                    .map(|[at, value]| [x.place(*at), y.place(*value)])
                    .collect();
                polyline(&mut svg, &points, color);
            }
        } else {
            self.bars(&mut svg, &y);
        }
        text(
            &mut svg,
            f64::midpoint(LEFT, RIGHT),
            HEIGHT - 12.0,
            MIDDLE,
            &self.x.label,
        );
        let middle = f64::midpoint(TOP, BOTTOM);
        let turned = format!("{MIDDLE} transform=\"rotate(-90 18 {middle:.1})\"");
        text(&mut svg, 18.0, middle, &turned, &self.y.label);
        svg.push_str("</svg>\n");
        svg
    }

    fn legend(&self, svg: &mut String) {
        let mut at = LEFT;
        for (series, color) in self.series.iter().zip(COLORS.iter().cycle()) {
            rect(svg, [at, 36.0, 12.0, 12.0], color);
            text(svg, at + 18.0, 47.0, "", &series.name);
            at += 40.0 + 7.0 * count(series.name.chars().count());
        }
    }

    fn bars(&self, svg: &mut String, y: &axis::Scale) {
        let group = (RIGHT - LEFT) / count(self.groups.len());
        let bar = group * 0.8 / count(self.series.len().max(1));
        for (index, name) in self.groups.iter().enumerate() {
            let middle = LEFT + group * (count(index) + 0.5);
            text(svg, middle, BOTTOM + 20.0, MIDDLE, name);
        }
        let colors = COLORS.iter().cycle();
        for (index, (series, color)) in self.series.iter().zip(colors).enumerate() {
            for [at, value] in series.points.iter().filter(|[_, value]| value.is_finite()) {
                let left = LEFT + group * (at + 0.1) + bar * count(index);
                let top = y.place(*value);
                rect(svg, [left, top, bar, BOTTOM - top], color);
                let label = crate::goal::figure(*value);
                text(
                    svg,
                    left + bar / 2.0,
                    top - 4.0,
                    "text-anchor=\"middle\" font-size=\"10\"",
                    &label,
                );
            }
        }
    }
}

const MIDDLE: &str = "text-anchor=\"middle\"";

#[expect(
    clippy::cast_precision_loss,
    reason = "a small number of things to draw"
)]
fn count(number: usize) -> f64 {
    number as f64
}

fn text(svg: &mut String, x: f64, y: f64, attributes: &str, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let space = if attributes.is_empty() { "" } else { " " };
    writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\"{space}{attributes}>{text}</text>"
    )
    .ok();
}

fn line(svg: &mut String, [x1, y1, x2, y2]: [f64; 4], color: &str) {
    writeln!(
        svg,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\"/>"
    )
    .ok();
}

fn rect(svg: &mut String, [x, y, width, height]: [f64; 4], color: &str) {
    writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{color}\"/>"
    )
    .ok();
}

/// A line through points, which are marked unless they are many.
fn polyline(svg: &mut String, points: &[[f64; 2]], color: &str) {
    let path: Vec<_> = points
        .iter()
        .map(|[x, y]| format!("{x:.1},{y:.1}"))
        .collect();
    let path = path.join(" ");
    writeln!(
        svg,
        "<polyline points=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"
    )
    .ok();
    for [x, y] in points.iter().filter(|_| points.len() <= 20) {
        writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{color}\"/>"
        )
        .ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<[f64; 2]>) -> Plot {
        Plot {
            file: "test".to_owned(),
            title: "CPU & <time>".to_owned(),
            x: Axis::logarithmic("rooms"),
            y: Axis::linear("µs"),
            series: vec![Series::new("raum", points)],
            groups: Vec::new(),
        }
    }

    #[test]
    fn a_decade_takes_the_same_width_everywhere() {
        let svg = plot(vec![[10.0, 0.0], [100.0, 50.0], [1000.0, 100.0]]).svg();
        assert!(
            svg.contains("<polyline points=\"76.0,324.0 366.0,194.0 656.0,64.0\""),
            "{svg}"
        );
        assert!(svg.contains(">CPU &amp; &lt;time></text>"), "{svg}");
    }

    #[test]
    fn plots_without_usable_points_are_still_plots() {
        for points in [
            vec![],
            vec![[f64::NAN, f64::INFINITY]],
            vec![[5.0, 0.0]],
            vec![[0.0, -1.0]],
        ] {
            let svg = plot(points).svg();
            assert!(svg.ends_with("</svg>\n"), "{svg}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn bars_stand_on_the_axis() {
        let bars = Plot {
            groups: vec!["space".to_owned(), "chess".to_owned()],
            ..plot(vec![[0.0, 50.0], [1.0, 100.0]])
        };
        let svg = bars.svg();
        assert!(
            svg.contains("<rect x=\"105.0\" y=\"194.0\" width=\"232.0\" height=\"130.0\""),
            "{svg}"
        );
        assert!(
            svg.contains("<rect x=\"395.0\" y=\"64.0\" width=\"232.0\" height=\"260.0\""),
            "{svg}"
        );
    }
}
