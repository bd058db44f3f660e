//! The grid. Numbers in comments are clauses of `src/codec/model/moves/MODEL.md`.

use super::{
    board::{Board, NOTHING, OPP, OWN, Turned, has, squares},
    context::Context,
    inputs,
    scene::shields,
};

/// The units of a square, and the numbers that it is told.
const UNITS: usize = 64;
const TOLD: usize = 5 * UNITS;
/// The terms of an origin or a target.
const TERMS: usize = 32;
/// Sizes of the groups of 18.3, in their order.
const GROUPS: [usize; 14] = [832, 208, 64, 64, 1, 1, 1, 1, 2, 2, 2, 2, 7, 78];

type Units = [i64; UNITS];

/// Weights, those to each sum one after another, and the biases of the sums.
struct Sums {
    biases: Vec<i64>,
    weights: Vec<Vec<i64>>,
}

/// The weights (18.1).
pub(crate) struct Grid {
    rows: Vec<Vec<i64>>,
    /// Each with the weights of the mean.
    layers: Vec<(Sums, Vec<Vec<i64>>)>,
    origins: Sums,
    targets: Sums,
}

/// What is left of the file of weights.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    /// The next lines of so many signed numbers of `width` bytes.
    fn lines(&mut self, lines: usize, numbers: usize, width: usize) -> Vec<Vec<i64>> {
        let (taken, rest) = self.0.split_at(lines * numbers * width);
        self.0 = rest;
        let number = |bytes: &[u8]| {
            let of_bytes = |sum: i64, (at, &byte): (usize, &u8)| sum | i64::from(byte) << (8 * at);
            let unsigned = bytes.iter().enumerate().fold(0, of_bytes);
            let unused = 64 - 8 * width;
            unsigned << unused >> unused
        };
        let line = |line: &[u8]| line.chunks(width).map(number).collect();
        taken.chunks(numbers * width).map(line).collect()
    }

    fn sums(&mut self, sums: usize, numbers: usize) -> Sums {
        Sums {
            biases: self.lines(1, sums, 4).remove(0),
            weights: self.lines(sums, numbers, 1),
        }
    }
}

/// 18.2
fn rounded(sum: i64, bits: u32) -> i64 {
    (sum + (1 << (bits - 7))) >> (bits - 6)
}

fn product(one: &[i64], other: &[i64]) -> i64 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

impl Grid {
    /// The one that is part of the program.
    pub(crate) fn standard() -> Grid {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/src/codec/model/moves/grid/weights.bin"
        );
        let bytes = std::fs::read(path).unwrap();
        let mut rest = Rest(&bytes);
        let grid = Grid {
            rows: rest.lines(GROUPS.iter().sum(), UNITS, 2),
            layers: (0..3)
                .map(|_| (rest.sums(UNITS, TOLD), rest.lines(UNITS, UNITS, 1)))
                .collect(),
            origins: rest.sums(TERMS, UNITS),
            targets: rest.sums(TERMS, UNITS),
        };
        assert!(rest.0.is_empty());
        grid
    }

    /// What the score of each move gains (18.6).
    pub(crate) fn gains(&self, board: &Board, context: &Context, moves: &[Turned]) -> Vec<i32> {
        let mut all: Vec<Units> = (0..64)
            .map(|square| self.first(board, context, square))
            .collect();
        for layer in &self.layers {
            all = changed(board, &all, layer);
        }
        let terms = |sums: &Sums, square: usize, least: i64| -> Vec<i64> {
            let sum = |term: usize| sums.biases[term] + product(&sums.weights[term], &all[square]);
            (0..TERMS)
                .map(|term| rounded(sum(term), 13).clamp(least, 127))
                .collect()
        };
        let gain = |m: &Turned| {
            let origin = terms(&self.origins, m.from, 0);
            product(&origin, &terms(&self.targets, m.to, -127)) as i32
        };
        moves.iter().map(gain).collect()
    }

    /// The units of a square at first (18.3).
    fn first(&self, board: &Board, context: &Context, square: usize) -> Units {
        let rows = rows(board, context, square);
        std::array::from_fn(|unit| {
            let sum = rows.iter().map(|&row| self.rows[row][unit]).sum();
            rounded(sum, 9).clamp(0, 127)
        })
    }
}

/// The rows of a square (18.3).
fn rows(board: &Board, context: &Context, square: usize) -> Vec<usize> {
    let first = |group: usize| -> usize { GROUPS[..group].iter().sum() };
    let piece = board.at(square).map_or(12, |(side, role)| 6 * side + role);
    let attackers = |side| board.attackers(side, square).min(3);
    let roles = |side: usize| -> usize {
        let attacks = |role: &usize| board.attacked_by(side, &[*role], square);
        (0..6).filter(attacks).map(|role| 1 << role).sum()
    };
    let mut on = vec![
        64 * piece + square,
        first(1) + 16 * piece + 4 * attackers(OWN) + attackers(OPP),
        first(2) + roles(OWN),
        first(3) + roles(OPP),
    ];
    let marks = [
        shields(board, board.king(OWN), OPP),
        shields(board, board.king(OPP), OWN),
        board.castling,
        board.passed_over.map_or(0, |passed| 1 << passed),
    ];
    for (number, marked) in marks.into_iter().enumerate() {
        if has(marked, square) {
            on.push(first(4 + number));
        }
    }
    for back in 0..4 {
        if let Some(m) = context.past(board, back) {
            if m.to == square {
                on.push(first(8 + back));
            }
            if m.from == square {
                on.push(first(8 + back) + 1);
            }
            if back == 0 && m.to == square {
                assert!(m.captured <= NOTHING);
                on.push(first(12) + m.captured);
            }
        }
    }
    on.extend(inputs::of_game(board, context).map(|row| first(13) + row));
    on
}

/// All units after a layer (18.4).
fn changed(board: &Board, all: &[Units], (told, of_mean): &(Sums, Vec<Vec<i64>>)) -> Vec<Units> {
    let mean: Vec<i64> = (0..UNITS)
        .map(|unit| all.iter().map(|units| units[unit]).sum::<i64>() >> 6)
        .collect();
    let change = |square: usize| -> Units {
        let numbers = tell(board, all, square);
        std::array::from_fn(|unit| {
            let sum = told.biases[unit]
                + product(&told.weights[unit], &numbers)
                + product(&of_mean[unit], &mean);
            (all[square][unit] + rounded(sum, 13)).clamp(0, 127)
        })
    };
    (0..64).map(change).collect()
}

/// What a square is told (18.4).
fn tell(board: &Board, all: &[Units], square: usize) -> Vec<i64> {
    let beside = |rank: usize| {
        let near = move |&other: &usize| other / 8 == rank && (other % 8).abs_diff(square % 8) <= 1;
        (0..64).filter(near).collect::<Vec<_>>()
    };
    let attackers = squares(board.occupied()).filter(|&from| has(board.attacks_of[from], square));
    let attacked = match board.at(square) {
        Some(_) => squares(board.attacks_of[square]).collect(),
        None => Vec::new(),
    };
    let parts = [
        (vec![square], 0),
        (beside(square / 8 + 1), 1),
        // No rank is the one below the first.
        (beside((square / 8).wrapping_sub(1)), 1),
        (attackers.collect(), 1),
        (attacked, 2),
    ];
    let sums = |(squares, shift): (Vec<usize>, u32)| {
        (0..UNITS).map(move |unit| {
            let sum: i64 = squares.iter().map(|&square| all[square][unit]).sum();
            (sum >> shift).min(127)
        })
    };
    parts.into_iter().flat_map(sums).collect()
}
