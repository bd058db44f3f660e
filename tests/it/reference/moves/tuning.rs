//! Rows and vectors that learn. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::{
    network::Asked,
    shares::share,
    weights::{JUDGE_ROWS, VECTORS},
};

/// The numbers of 6.9.
pub(crate) struct Tuning {
    rows: Vec<i64>,
    vectors: Vec<i64>,
}

impl Tuning {
    /// As they begin.
    pub(crate) fn new() -> Tuning {
        Tuning {
            rows: vec![0; JUDGE_ROWS],
            vectors: vec![0; VECTORS],
        }
    }

    /// What is added to the score of a move.
    pub(crate) fn gain(&self, asked: &Asked) -> i32 {
        let rows: i64 = asked.rows.iter().map(|&row| self.rows[row]).sum();
        ((rows + self.vectors[asked.vector]) >> 8) as i32
    }

    /// Learns what was played.
    pub(crate) fn learn(&mut self, moves: &[Asked], weights: &[u64], played: usize) {
        let total = weights.iter().sum();
        for (number, asked) in moves.iter().enumerate() {
            let whole = if number == played { 65_536 } else { 0 };
            let error = whole - share(weights[number], total) as i64;
            if number != played && error > -256 {
                continue;
            }
            for &row in asked.rows.iter().filter(|&&row| row != 0) {
                add(&mut self.rows[row], (2 * error) >> 8);
            }
            add(&mut self.vectors[asked.vector], (32 * error) >> 8);
        }
    }
}

fn add(number: &mut i64, step: i64) {
    let most = 16 << 20;
    *number = (*number + step).clamp(-most, most);
}
