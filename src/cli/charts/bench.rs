//! The picture that `bench --svg` draws: packed size against speed of unpacking.

use super::svg;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const MARGIN: f64 = 60.0;

/// One way of packing.
pub struct Point {
    /// What it is called.
    pub name: String,
    /// Packed size in percent of the text.
    pub percent: f64,
    /// MB of text unpacked in a second.
    pub speed: f64,
}

/// The scales of the picture: percent upwards, linear, and speed to the right, logarithmic.
struct Axes {
    /// The percentage at the upper end.
    most: f64,
    /// The powers of ten at the left and the right end.
    decades: [i32; 2],
}

impl Axes {
    fn of(points: &[Point]) -> Axes {
        let speeds = points.iter().map(|point| decade(point.speed));
        let low = speeds.clone().fold(f64::INFINITY, f64::min).floor();
        let high = speeds.fold(low + 1.0, f64::max).ceil();
        let percents = points.iter().map(|point| point.percent);
        Axes {
            most: percents.fold(1.0, f64::max) * 1.1,
            decades: [low as i32, high as i32],
        }
    }

    fn across(&self, speed: f64) -> f64 {
        let [low, high] = self.decades.map(f64::from);
        MARGIN + (decade(speed) - low) / (high - low) * (WIDTH - 2.0 * MARGIN)
    }

    fn down(&self, percent: f64) -> f64 {
        HEIGHT - MARGIN - percent / self.most * (HEIGHT - 2.0 * MARGIN)
    }

    /// A line and a label for each decade of speed.
    fn upright_lines(&self) -> impl Iterator<Item = String> {
        let [low, high] = self.decades;
        (low..=high).map(|power| {
            let speed = 10f64.powi(power);
            let (at, bottom) = (self.across(speed), HEIGHT - MARGIN);
            let under = bottom + 16.0;
            let label = svg::text(
                format_args!("x=\"{at:.1}\" y=\"{under}\" text-anchor=\"middle\""),
                speed,
            );
            format!(
                "<line x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{MARGIN}\" y2=\"{bottom}\" stroke=\"#ddd\"/>\n{label}\n"
            )
        })
    }

    /// A line and a label for each quarter of the percent scale.
    fn level_lines(&self) -> impl Iterator<Item = String> {
        (0..=4).map(|step| {
            let percent = self.most * f64::from(step) / 4.0;
            let (at, right) = (self.down(percent), WIDTH - MARGIN);
            let beside = MARGIN - 6.0;
            let label = svg::text(
                format_args!("x=\"{beside}\" y=\"{at:.1}\" text-anchor=\"end\""),
                format_args!("{percent:.0}"),
            );
            format!(
                "<line x1=\"{MARGIN}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\n{label}\n"
            )
        })
    }

    fn mark(&self, point: &Point) -> String {
        let (across, down) = (self.across(point.speed), self.down(point.percent));
        let (right, below) = (across + 7.0, down + 4.0);
        let name = svg::text(
            format_args!("x=\"{right:.1}\" y=\"{below:.1}\""),
            &point.name,
        );
        format!("<circle cx=\"{across:.1}\" cy=\"{down:.1}\" r=\"4\" fill=\"#1f5fa8\"/>\n{name}\n")
    }
}

fn decade(speed: f64) -> f64 {
    speed.max(0.01).log10()
}

/// The picture as an SVG file.
pub fn svg(points: &[Point]) -> String {
    let axes = Axes::of(points);
    let mut svg = svg::begin(format_args!("viewBox=\"0 0 {WIDTH} {HEIGHT}\""), 11);
    let heading = svg::text(
        format_args!("x=\"{MARGIN}\" y=\"24\""),
        "Packed size, percent of the text, against MB/s of unpacking",
    );
    svg += &format!("<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n{heading}\n");
    svg.extend(axes.upright_lines());
    svg.extend(axes.level_lines());
    svg.extend(points.iter().map(|point| axes.mark(point)));
    svg + svg::END
}
