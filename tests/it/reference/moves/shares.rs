//! From scores to probabilities. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use std::sync::LazyLock;

/// What a network's scores say a move weighs (6.1).
pub(crate) fn weights_by_network(scores: &[i32]) -> Vec<u64> {
    let best = scores.iter().max().copied().unwrap_or_default();
    let weight = |&score: &i32| exponential((best - score + 8) >> 4);
    scores.iter().map(weight).collect()
}

/// What scores by reflex say a move weighs (6.1).
pub(crate) fn weights_by_reflex(scores: &[i32]) -> Vec<u64> {
    let best = scores.iter().max().copied().unwrap_or_default();
    let weight = |&score: &i32| exponential(16 * (best - score));
    scores.iter().map(weight).collect()
}

/// Entry number `entry` of the table of 6.1.
pub(crate) fn exponential(entry: i32) -> u64 {
    static TABLE: LazyLock<Vec<u64>> = LazyLock::new(|| {
        let mut e = 1_u128 << 62;
        let entry = |_| {
            let entry = (e >> 38) as u64;
            e = (e * 4_593_706_758_521_714_574) >> 62;
            entry
        };
        (0..4_096).map(entry).collect()
    });
    TABLE.get(entry as usize).copied().unwrap_or(0)
}

/// The share of a move of weight `weight`, where all add up to `total` (6.2).
pub(crate) fn share(weight: u64, total: u64) -> u64 {
    (weight * ((1 << 40) / total)) >> 24
}

/// Where each move begins among 65,536, and 65,536 itself (6.3).
pub(crate) fn bounds(weights: &[u64]) -> Vec<u32> {
    let moves = weights.len() as u64;
    let total: u64 = weights.iter().sum();
    let unit = ((65_536 - moves) << 32) / total;
    let mut before = 0;
    let mut bounds = Vec::new();
    for (number, weight) in weights.iter().enumerate() {
        bounds.push(number as u32 + ((before * unit) >> 32) as u32);
        before += weight;
    }
    bounds.push(65_536);
    bounds
}
