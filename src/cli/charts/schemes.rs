//! The picture that `position stats --svg` draws: for each scheme a bar from the fewest bits to the
//! most, and a mark at the mean.

use super::svg;
use crate::position::report::Summary;

const WIDTH: f64 = 900.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 60.0;
const TOP: f64 = 30.0;
const ROW: f64 = 24.0;

/// The picture as an SVG file.
pub fn svg(summaries: &[Summary]) -> String {
    let most = summaries
        .iter()
        .map(|summary| summary.most)
        .max()
        .unwrap_or(1)
        .max(1);
    let height = TOP + ROW * summaries.len() as f64 + TOP;
    let mut svg = svg::begin(format_args!("viewBox=\"0 0 {WIDTH} {height}\""), 13);
    let title = svg::title("Bits a position, fewest to most, and the mean");
    svg += &format!("{title}\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n");
    let step = if most > 600 { 200 } else { 50 };
    let ticks = (0..=most).step_by(step);
    svg.extend(ticks.map(|bits| upright_line(bits, most, height)));
    svg.extend(
        summaries
            .iter()
            .enumerate()
            .map(|(index, summary)| bar(summary, index, most)),
    );
    svg + svg::END
}

/// The horizontal position of a number of bits.
fn across(bits: f64, most: usize) -> f64 {
    LEFT + bits * (WIDTH - LEFT - RIGHT) / most as f64
}

/// A line down the picture at a number of bits, and its label.
fn upright_line(bits: usize, most: usize, height: f64) -> String {
    let (x, bottom, above) = (across(bits as f64, most), height - TOP, TOP - 8.0);
    let label = svg::text(
        format_args!("x=\"{x:.1}\" y=\"{above:.1}\" text-anchor=\"middle\" fill=\"#555\""),
        bits,
    );
    format!(
        "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom:.1}\" stroke=\"#ddd\"/>{label}\n"
    )
}

/// The bar of a scheme that has `index` others above it.
fn bar(summary: &Summary, index: usize, most: usize) -> String {
    let y = TOP + ROW * (index as f64 + 0.5);
    let baseline = y + 4.0;
    let from = across(summary.fewest as f64, most);
    let mean = across(summary.mean(), most);
    let to = across(summary.most as f64, most);
    let name = svg::text(
        format_args!(
            "x=\"{:.1}\" y=\"{baseline:.1}\" text-anchor=\"end\"",
            LEFT - 10.0
        ),
        summary.name,
    );
    let label = svg::text(
        format_args!("x=\"{:.1}\" y=\"{baseline:.1}\"", to + 8.0),
        format_args!("{:.1}", summary.mean()),
    );
    format!(
        "{name}<line x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\" stroke=\"#9bc\" stroke-width=\"8\"/>\
         <circle cx=\"{mean:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#135\"/>{label}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{State, report::Stats};

    #[test]
    fn every_scheme_has_a_bar() {
        let mut stats = Stats::default();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        stats.add(&State::parse(start).unwrap(), Some(10));
        let summaries = stats.summaries();
        assert_eq!(svg(&summaries).matches("<circle").count(), summaries.len());
    }
}
