//! The rows of the network that looks ahead, and its weights. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

/// Sizes of the groups of 17.4, behind row 0.
const GROUPS: [usize; 39] = [
    16, 16, 42, 15, 16, 17, 16, 15, 16, 15, 15, 16, 16, 16, 16, 16, 16, 24, 25, 16, 42, 16, 15, 15,
    16, 16, 16, 18, 6, 21, 33, 16, 17, 64, 7, 15, 15, 15, 1,
];
/// How many rows there are.
pub(crate) const AHEAD_ROWS: usize = 725;
/// The row of a move that was not looked at.
pub(crate) const UNSEEN: usize = AHEAD_ROWS - 1;

/// The row of a number in a group.
pub(crate) fn row(group: usize, number: i64) -> usize {
    let first = 1 + GROUPS[..group].iter().sum::<usize>();
    first + (number as usize).min(GROUPS[group] - 1)
}

/// Kinds of bins.
#[derive(Clone, Copy)]
pub(crate) enum Bins {
    Win,
    Balance,
    Chance,
}

impl Bins {
    /// The row of a number's bin.
    pub(crate) fn row(self, group: usize, number: i64) -> usize {
        let edges: &[i64] = match self {
            Bins::Win => &[
                -1, 0, 4, 10, 20, 40, 70, 110, 170, 250, 330, 450, 700, 1_100,
            ],
            Bins::Balance => &[
                -700, -400, -250, -150, -80, -40, -15, -4, 4, 15, 40, 80, 150, 250, 450,
            ],
            Bins::Chance => &[
                66, 328, 655, 1_311, 3_277, 6_554, 13_107, 19_661, 26_214, 32_768, 39_322, 45_875,
                52_429, 58_982, 63_570,
            ],
        };
        let bin = edges.iter().filter(|&&edge| number > edge).count();
        row(group, bin as i64)
    }
}

/// Lines of 32 numbers (6.10, 5).
pub(crate) struct AheadNetwork {
    lines: Vec<Vec<i64>>,
}

impl AheadNetwork {
    /// The one that is part of the program.
    pub(crate) fn standard() -> AheadNetwork {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/src/codec/model/moves/ahead/weights.bin"
        );
        let bytes = std::fs::read(path).unwrap();
        let number = |pair: &[u8]| i64::from(i16::from_le_bytes([pair[0], pair[1]]));
        let line = |line: &[u8]| line.chunks(2).map(number).collect();
        let lines: Vec<Vec<i64>> = bytes.chunks(64).map(line).collect();
        assert_eq!(lines.len(), 2 + AHEAD_ROWS);
        AheadNetwork { lines }
    }

    /// The gain of a move with these rows (6.10, 6).
    pub(crate) fn gain(&self, rows: &[usize]) -> i64 {
        let sum = |unit: usize| -> i64 {
            let rows = rows.iter().map(|&row| self.lines[2 + row][unit]);
            self.lines[0][unit] + rows.sum::<i64>()
        };
        let units: i64 = (0..31)
            .map(|unit| sum(unit).max(0) * self.lines[1][unit])
            .sum();
        ((units + (sum(31) << 10)) >> 8).clamp(-8 << 12, 8 << 12)
    }
}
