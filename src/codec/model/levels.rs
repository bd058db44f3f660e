//! What the levels `-1` to `-9` mean: a row of a table each.

use crate::codec::Level;

/// One level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Games' text is cut into blocks of about so many bytes.
    pub block_bytes: usize,
}

const MIB: usize = 1 << 20;

/// By level, `-1` first.
const ROWS: [Row; 9] = [
    Row { block_bytes: MIB },
    Row {
        block_bytes: 2 * MIB,
    },
    Row {
        block_bytes: 2 * MIB,
    },
    Row {
        block_bytes: 4 * MIB,
    },
    Row {
        block_bytes: 4 * MIB,
    },
    Row {
        block_bytes: 8 * MIB,
    },
    Row {
        block_bytes: 8 * MIB,
    },
    Row {
        block_bytes: 16 * MIB,
    },
    Row {
        block_bytes: 32 * MIB,
    },
];

impl Row {
    /// The row of `level`.
    pub fn of(level: Level) -> &'static Row {
        &ROWS[usize::from(level.number()) - 1]
    }
}
