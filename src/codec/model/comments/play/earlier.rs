//! Earlier lines: which move each side's lines had in a position, and how lately they had a move
//! anywhere.

use crate::chess::{Color, Move};

/// Binary logarithm of the number of positions that are remembered for a side's lines.
const LOG2_PLACES: u32 = 15;
/// A move is recent as long as at most this many lines have begun since the one that had it.
const RECENT: u32 = 8;

/// How recent that makes the move, by the number of those lines.
const LATELY: [u32; RECENT as usize + 2] = [3, 3, 3, 2, 2, 1, 1, 1, 1, 0];

/// What a side's last line through a position had there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Memory {
    /// Part of the position's hash.
    check: u32,
    /// The move; `None` if the line ended there.
    pub(super) m: Option<Move>,
}

/// The lines that each side has announced.
pub(super) struct EarlierLines {
    memories: [Vec<Option<Memory>>; 2],
    /// The number of the last line that had a move, by colour, origin and destination of the move,
    /// and by the side that announced it.
    recent: Vec<[u32; 2]>,
    /// Number of the line being coded.
    line: u32,
    /// The length of each side's last line of more than one move.
    lengths: [u32; 2],
}

impl EarlierLines {
    pub(super) fn new() -> EarlierLines {
        EarlierLines {
            memories: [vec![None; 1 << LOG2_PLACES], vec![None; 1 << LOG2_PLACES]],
            recent: vec![[0; 2]; 2 << 12],
            line: 1 + RECENT,
            lengths: [0; 2],
        }
    }

    /// A new line begins.
    pub(super) fn begin(&mut self) {
        self.line += 1;
    }

    /// Once the next line begins, no move of those before it is recent: a new game begins.
    pub(super) fn forget_recent(&mut self) {
        self.line += RECENT;
    }

    /// What `side`'s last line through the position of that key had there.
    pub(super) fn memory(&self, side: usize, key: u64) -> Option<Memory> {
        self.memories[side][place_of(key)].filter(|memory| memory.check == (key >> 32) as u32)
    }

    /// How lately lines of `side`, and of the other, had moves of `turn`.
    pub(super) fn lately(&self, side: usize, turn: Color) -> Lately<'_> {
        Lately {
            lines: self,
            side,
            turn,
        }
    }

    /// The length of `side`'s last line of more than one move; 0 where there was none.
    pub(super) fn length(&self, side: usize) -> u32 {
        self.lengths[side]
    }

    /// Remembers a line that `side` announced: its moves, the first played by `turn`, and the keys of
    /// the positions that it goes through.
    pub(super) fn remember(&mut self, side: usize, mut turn: Color, moves: &[Move], keys: &[u64]) {
        for (index, &key) in keys.iter().enumerate() {
            let m = moves.get(index).copied();
            self.memories[side][place_of(key)] = Some(Memory {
                check: (key >> 32) as u32,
                m,
            });
            if let Some(m) = m {
                self.recent[recent_place(turn, m)][side] = self.line;
                turn = turn.other();
            }
        }
        if moves.len() > 1 {
            self.lengths[side] = moves.len() as u32;
        }
    }
}

/// How lately one side's lines, and the other's, had the moves of one colour.
#[derive(Clone, Copy)]
pub(super) struct Lately<'a> {
    lines: &'a EarlierLines,
    side: usize,
    turn: Color,
}

impl Lately<'_> {
    /// How lately the side's lines had the move `m`, and the other's: from 0 (not in the last eight
    /// lines) to 3 (in one of the last two).
    #[inline]
    pub(super) fn recency(&self, m: Move) -> [u32; 2] {
        let EarlierLines { recent, line, .. } = self.lines;
        let last = recent[recent_place(self.turn, m)];
        [self.side, 1 - self.side].map(|side| {
            let lines_ago = line - last[side];
            LATELY[lines_ago.min(RECENT + 1) as usize]
        })
    }
}

fn recent_place(turn: Color, m: Move) -> usize {
    let from = m.from().map_or(0, usize::from);
    (turn as usize) << 12 | from << 6 | usize::from(m.to())
}

fn place_of(key: u64) -> usize {
    key as usize & ((1 << LOG2_PLACES) - 1)
}
