//! The picture that `explain --svg` draws: the cost of each move along the games.

use super::svg;
use crate::codec::explain::Row;

/// The cost of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The number of the half-move, 1 for the first.
    pub ply: u32,
    /// The move in SAN.
    pub san: String,
    /// Its cost in bits, finite and not negative.
    pub bits: f64,
}

/// The bars of a game's main line.
pub fn bars(rows: &[Row]) -> impl Iterator<Item = Bar> {
    let played = rows
        .iter()
        .filter_map(|row| Some((row, row.played.as_ref()?)));
    played
        .filter(|(_, played)| played.depth == 0)
        .map(|(row, played)| Bar {
            ply: played.ply,
            san: played.san.clone(),
            bits: row.bits.len() as f64,
        })
}

const BAR: usize = 9;
const GAP: usize = 2;
const HEIGHT: usize = 200;
const LEFT: usize = 36;
const TOP: usize = 28;
const BOTTOM: usize = 24;

/// A bar chart as an SVG file: White's moves light, Black's dark. Each bar has a tooltip with its
/// move and cost.
pub fn svg(title: &str, bars: &[Bar]) -> String {
    let highest = bars
        .iter()
        .fold(1.0_f64, |highest, bar| highest.max(bar.bits))
        .ceil();
    let width = (LEFT + bars.len() * (BAR + GAP) + LEFT).max(240);
    let height = TOP + HEIGHT + BOTTOM;
    let total: f64 = bars.iter().map(|bar| bar.bits).sum();
    let mean = total / bars.len().max(1) as f64;
    let mut svg = svg::begin(
        format_args!("viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\""),
        11,
    );
    let heading = svg::text(
        format_args!("x=\"{LEFT}\" y=\"16\""),
        format_args!("{title}: {total:.1} bits, {mean:.2} a half-move"),
    );
    svg += &format!("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{heading}\n");
    svg.extend((0..=4).map(|step| level_line(highest, f64::from(step) / 4.0, width)));
    svg.extend(
        bars.iter()
            .enumerate()
            .map(|(index, bar)| upright(bar, index, highest)),
    );
    svg + svg::END
}

/// The vertical position of a cost of `bits`.
fn down(bits: f64, highest: f64) -> f64 {
    (TOP + HEIGHT) as f64 - bits / highest * HEIGHT as f64
}

/// A line across the picture at a share of the highest cost, and its label.
fn level_line(highest: f64, share: f64, width: usize) -> String {
    let bits = highest * share;
    let (y, right) = (down(bits, highest), width - LEFT);
    let label = svg::text(
        format_args!(
            "x=\"{}\" y=\"{:.1}\" text-anchor=\"end\"",
            LEFT - 4,
            y + 4.0
        ),
        format_args!("{bits:.1}"),
    );
    format!("<path d=\"M{LEFT} {y:.1}H{right}\" stroke=\"#dddddd\"/>{label}\n")
}

/// The bar with `index` others to its left. Every fifth of White's moves has its number below.
fn upright(bar: &Bar, index: usize, highest: f64) -> String {
    let (x, y) = (LEFT + index * (BAR + GAP), down(bar.bits, highest));
    let number = bar.ply.div_ceil(2);
    let whites = bar.ply % 2 == 1;
    let (fill, dots) = if whites {
        ("#e0a458", ".")
    } else {
        ("#3d5a80", "...")
    };
    let height = (TOP + HEIGHT) as f64 - y;
    let title = svg::title(format_args!(
        "{number}{dots} {}: {:.2} bits",
        bar.san, bar.bits
    ));
    let mut svg = format!(
        "<rect x=\"{x}\" y=\"{y:.1}\" width=\"{BAR}\" height=\"{height:.1}\" fill=\"{fill}\">{title}</rect>\n"
    );
    if whites && number.is_multiple_of(5) {
        svg += &svg::text(
            format_args!("x=\"{x}\" y=\"{}\"", TOP + HEIGHT + 16),
            number,
        );
        svg += "\n";
    }
    svg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::tape::Played;

    #[test]
    fn the_picture_has_a_bar_a_move() {
        let row = |depth| Row {
            bits: "101100011".to_owned(),
            sum: 9,
            what: "e4".to_owned(),
            played: Some(Played {
                ply: 1,
                depth,
                san: "e4".to_owned(),
            }),
        };
        let bars: Vec<Bar> = bars(&[row(0), row(1)]).collect();
        let picture = svg("a < b", &bars);
        assert_eq!(picture.matches("<title>").count(), 1);
        assert!(picture.contains("a &lt; b: 9.0 bits, 9.00 a half-move"));
        assert!(picture.contains("1. e4: 9.00 bits"));
    }
}
