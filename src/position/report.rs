//! Compares the schemes, on one position and over many.

use super::{ALL, Scheme, State};

/// The result of one scheme on a position.
#[derive(Clone, Debug)]
pub struct Row {
    /// The scheme.
    pub scheme: &'static dyn Scheme,
    /// Number of bits, or the reason why there is no code.
    pub bits: Result<usize, String>,
}

/// The results of all schemes on a position, fewest bits first, schemes without a code for it last.
pub fn compare(state: &State) -> Vec<Row> {
    let mut rows: Vec<Row> = ALL.iter().map(|scheme| row(*scheme, state)).collect();
    rows.sort_by_key(|row| *row.bits.as_ref().unwrap_or(&usize::MAX));
    rows
}

fn row(scheme: &'static dyn Scheme, state: &State) -> Row {
    let bits = scheme.encode(state).map(|bits| bits.len());
    Row {
        scheme,
        bits: bits.map_err(|error| error.to_string()),
    }
}

/// Fewest, mean and most bits of a scheme over many positions.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The scheme's name.
    pub name: &'static str,
    /// Number of positions that it could encode.
    pub positions: u64,
    /// Fewest bits.
    pub fewest: usize,
    /// Most bits.
    pub most: usize,
    /// Total number of bits.
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
    /// Adds a position. `line_bits` is the length of the code of the moves that led to it, if these
    /// are known; no line is searched for.
    pub fn add(&mut self, state: &State, line_bits: Option<usize>) {
        for (scheme, summary) in ALL.iter().zip(&mut self.summaries) {
            let bits = match scheme.is_line() {
                true => line_bits,
                false => scheme.encode(state).ok().map(|bits| bits.len()),
            };
            if let Some(bits) = bits {
                summary.add(bits);
            }
        }
    }

    /// The summaries, smallest mean first, without the schemes that could encode no position.
    pub fn summaries(&self) -> Vec<Summary> {
        let mut summaries: Vec<Summary> = self.summaries.clone();
        summaries.retain(|summary| summary.positions > 0);
        summaries.sort_by(|a, b| a.mean().total_cmp(&b.mean()));
        summaries
    }
}

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
        assert_eq!(rows[0].scheme.name(), "history");
    }

    #[test]
    fn every_scheme_has_a_summary() {
        let mut stats = Stats::default();
        for state in random_game(3, 20) {
            stats.add(&state, Some(10));
        }
        assert_eq!(stats.summaries().len(), ALL.len());
    }
}
