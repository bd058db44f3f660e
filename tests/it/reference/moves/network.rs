//! From rows to scores. Numbers in comments are clauses of `src/codec/model/moves/MODEL.md`.

use super::weights::{Network, UNITS};

/// What is asked about a move.
pub(crate) struct Asked {
    /// Its rows of the move layer; 0 is none.
    pub(crate) rows: Vec<usize>,
    /// Its vector.
    pub(crate) vector: usize,
}

/// The scores of `moves`, with 12 fractional bits, where the rows `on` of the first layer are on.
pub(crate) fn scores(network: &Network, on: &[usize], moves: &[Asked]) -> Vec<i32> {
    let hidden = hidden_layer(network, on);
    let shared: Vec<i16> = (0..UNITS)
        .map(|unit| {
            let sent = dot(&hidden, row(&network.shared, unit, network.hidden));
            held(sent >> network.shifts[unit])
        })
        .collect();
    let score = |asked: &Asked| {
        let vector = row(&network.vectors, asked.vector, network.hidden);
        let units: i32 = (0..UNITS)
            .map(|unit| i32::from(network.signs[unit]) * move_unit(network, &shared, asked, unit))
            .sum();
        (dot(&hidden, vector) + 8 * units) >> 1 // 5.6
    };
    moves.iter().map(score).collect()
}

/// 5.4
fn hidden_layer(network: &Network, on: &[usize]) -> Vec<i32> {
    let unit = |unit: usize| {
        let mut sum = 0_i16;
        for &row in on {
            let weight = network.inputs[row * network.hidden + unit];
            sum = sum.wrapping_add(i16::from(weight));
        }
        let sum = sum
            .wrapping_mul(4)
            .wrapping_add(network.hidden_biases[unit]);
        let x = i32::from(sum).clamp(0, 511);
        (16 * x * 2 * x) >> 16
    };
    (0..network.hidden).map(unit).collect()
}

/// 5.5
fn move_unit(network: &Network, shared: &[i16], asked: &Asked, unit: usize) -> i32 {
    let mut sum = network.biases[unit].saturating_add(shared[unit]);
    for &row in &asked.rows {
        sum = sum.saturating_add(network.rows[row * UNITS + unit]);
    }
    // Not `clamp`, which refuses a floor above the ceiling.
    i32::from(sum.max(network.floors[unit]).min(network.ceilings[unit]))
}

fn row(table: &[i8], number: usize, len: usize) -> &[i8] {
    &table[number * len..][..len]
}

fn dot(hidden: &[i32], weights: &[i8]) -> i32 {
    let products = hidden.iter().zip(weights);
    products.map(|(&h, &weight)| h * i32::from(weight)).sum()
}

fn held(number: i32) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
