//! How the schemes compare: on one position, and over many.

use super::{ALL, Scheme, State};
use std::fmt::Write;

/// What one scheme made of a position.
#[derive(Clone, Debug)]
pub struct Row {
    /// The scheme's name.
    pub name: &'static str,
    /// Number of bits, or why there is no code.
    pub bits: Result<usize, String>,
}

/// What each scheme makes of a position, fewest bits first, those that have no code for it last.
pub fn compare(state: &State) -> Vec<Row> {
    let mut rows: Vec<Row> = ALL.iter().map(|scheme| row(*scheme, state)).collect();
    rows.sort_by_key(|row| row.bits.clone().unwrap_or(usize::MAX));
    rows
}

fn row(scheme: &dyn Scheme, state: &State) -> Row {
    let bits = scheme.encode(state).map(|bits| bits.len());
    Row {
        name: scheme.name(),
        bits: bits.map_err(|error| error.to_string()),
    }
}

/// The rows of [`compare`] as text, with what each scheme keeps.
pub fn table(rows: &[Row]) -> String {
    let mut out = String::new();
    for row in rows {
        let facts = super::by_name(row.name).map_or("", |scheme| scheme.facts().describe());
        // Writing to a string cannot fail.
        let _ = match &row.bits {
            Ok(bits) => writeln!(out, "{:<23} {bits:>4}  keeps {facts}", row.name),
            Err(why) => writeln!(out, "{:<23}    -  {why}", row.name),
        };
    }
    out
}

/// Fewest, mean and most bits of a scheme over many positions.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The scheme's name.
    pub name: &'static str,
    /// Positions that it had a code for.
    pub positions: u64,
    /// Fewest bits.
    pub fewest: usize,
    /// Most bits.
    pub most: usize,
    /// Bits of all positions.
    pub total: u64,
}

impl Summary {
    fn new(name: &'static str) -> Summary {
        Summary {
            name,
            positions: 0,
            fewest: usize::MAX,
            most: 0,
            total: 0,
        }
    }

    fn add(&mut self, bits: usize) {
        self.positions += 1;
        self.fewest = self.fewest.min(bits);
        self.most = self.most.max(bits);
        self.total += bits as u64;
    }

    /// Mean number of bits.
    pub fn mean(&self) -> f64 {
        self.total as f64 / self.positions.max(1) as f64
    }
}

/// Summaries of all schemes over positions added one by one.
#[derive(Clone, Debug)]
pub struct Stats {
    /// In the order of [`ALL`].
    summaries: Vec<Summary>,
}

impl Default for Stats {
    fn default() -> Stats {
        let summaries = ALL.iter().map(|scheme| Summary::new(scheme.name()));
        Stats {
            summaries: summaries.collect(),
        }
    }
}

impl Stats {
    /// Adds a position; `line_bits` is what the moves that led to it take, where they are known. No line is searched for.
    pub fn add(&mut self, state: &State, line_bits: Option<usize>) {
        for (scheme, summary) in ALL.iter().zip(&mut self.summaries) {
            let bits = match scheme.worst_case_bits() {
                None => line_bits,
                Some(_) => scheme.encode(state).ok().map(|bits| bits.len()),
            };
            if let Some(bits) = bits {
                summary.add(bits);
            }
        }
    }

    /// The summaries, smallest mean first; schemes without a single position are left out.
    pub fn summaries(&self) -> Vec<Summary> {
        let mut summaries: Vec<Summary> = self.summaries.clone();
        summaries.retain(|summary| summary.positions > 0);
        summaries.sort_by(|a, b| a.mean().total_cmp(&b.mean()));
        summaries
    }

    /// A table of the summaries.
    pub fn table(&self) -> String {
        let mut out = format!(
            "{:<23} {:>9} {:>6} {:>7} {:>6}\n",
            "scheme", "positions", "fewest", "mean", "most"
        );
        for summary in self.summaries() {
            let _ = writeln!(
                out,
                "{:<23} {:>9} {:>6} {:>7.2} {:>6}",
                summary.name,
                summary.positions,
                summary.fewest,
                summary.mean(),
                summary.most
            );
        }
        out
    }

    /// A drawing of the summaries: a bar from the fewest bits to the most for each scheme, and a mark at the mean.
    pub fn svg(&self) -> String {
        let summaries = self.summaries();
        let most = summaries
            .iter()
            .map(|summary| summary.most)
            .max()
            .unwrap_or(1)
            .max(1);
        let x = |bits: f64| LEFT + bits * (WIDTH - LEFT - RIGHT) / most as f64;
        let height = TOP + ROW * summaries.len() as f64 + TOP;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
             <title>Bits a position, fewest to most, and the mean</title>\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n"
        );
        for tick in (0..=most).step_by(if most > 600 { 200 } else { 50 }) {
            let x = x(tick as f64);
            let _ = writeln!(
                out,
                "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{:.1}\" stroke=\"#ddd\"/><text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{tick}</text>",
                height - TOP,
                TOP - 8.0
            );
        }
        for (index, summary) in summaries.iter().enumerate() {
            let y = TOP + ROW * (index as f64 + 0.5);
            let (from, mean, to) = (
                x(summary.fewest as f64),
                x(summary.mean()),
                x(summary.most as f64),
            );
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
                 <line x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\" stroke=\"#9bc\" stroke-width=\"8\"/>\
                 <circle cx=\"{mean:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#135\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\">{:.1}</text>",
                LEFT - 10.0,
                y + 4.0,
                summary.name,
                to + 8.0,
                y + 4.0,
                summary.mean()
            );
        }
        out.push_str("</svg>\n");
        out
    }
}

/// Measures of the drawing, in pixels.
const WIDTH: f64 = 900.0;
const LEFT: f64 = 190.0;
const RIGHT: f64 = 60.0;
const TOP: f64 = 30.0;
const ROW: f64 = 24.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::random_game;

    #[test]
    fn the_smallest_scheme_comes_first() {
        let start = State::parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -").unwrap();
        let rows = compare(&start);
        assert_eq!(rows.len(), ALL.len());
        assert!(rows.is_sorted_by_key(|row| row.bits.clone().unwrap_or(usize::MAX)));
        assert_eq!(rows[0].name, "history");
        assert!(table(&rows).lines().count() == rows.len());
    }

    #[test]
    fn a_drawing_has_a_bar_for_every_scheme() {
        let mut stats = Stats::default();
        for state in random_game(3, 20) {
            stats.add(&state, Some(10));
        }
        assert_eq!(stats.summaries().len(), ALL.len());
        assert_eq!(stats.svg().matches("<circle").count(), ALL.len());
        assert_eq!(stats.table().lines().count(), ALL.len() + 1);
    }
}
