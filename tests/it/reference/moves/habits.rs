//! How often moves are played in like circumstances. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::{
    board::{Board, OWN, PAWN, Turned},
    ranking::logarithm,
    shares::share,
};

const CIRCUMSTANCES: usize = 6;
/// The first so many need the name of a player.
const BY_PLAYER: usize = 4;
/// What is added to both counts (16.3).
const ADDED: [u64; CIRCUMSTANCES] = [128, 83, 77, 96, 128, 160];

#[derive(Clone, Copy, Default)]
struct Cell {
    check: u64,
    played: u64,
    shares: u64,
}

/// All cells of a block.
pub(crate) struct Habits {
    cells: Vec<Cell>,
    /// The moves of the last position that have words, and their hashes.
    asked: Vec<(usize, Vec<(usize, u64)>)>,
}

impl Habits {
    /// As they begin.
    pub(crate) fn new() -> Habits {
        Habits {
            cells: vec![Cell::default(); 1 << 21],
            asked: Vec::new(),
        }
    }

    /// The words of all moves (6.12).
    pub(crate) fn words(
        &mut self,
        board: &Board,
        player: Option<u32>,
        ply: usize,
        moves: &[Turned],
        weights: &[u64],
    ) -> Vec<[i64; CIRCUMSTANCES]> {
        let hashes = circumstances(board, player, ply);
        let total: u64 = weights.iter().sum();
        self.asked.clear();
        let mut words = vec![[0; CIRCUMSTANCES]; moves.len()];
        for (number, m) in moves.iter().enumerate() {
            if weights[number] * 64 <= total {
                continue;
            }
            let way = (m.from + 64 * m.to + 4_096 * m.role) as u64;
            let hashes = hashes
                .iter()
                .map(|&(k, hash)| (k, mix(hash, way)))
                .collect();
            for &(k, hash) in &hashes {
                words[number][k] = self.cell(hash).word(k);
            }
            self.asked.push((number, hashes));
        }
        words
    }

    /// What is known under a hash (16.2).
    fn cell(&self, hash: u64) -> Cell {
        let cell = self.cells[place(hash)];
        match cell.check == hash >> 54 {
            true => cell,
            false => Cell {
                check: hash >> 54,
                ..Cell::default()
            },
        }
    }

    /// 16.4
    pub(crate) fn learn(&mut self, weights: &[u64], played: usize) {
        let total = weights.iter().sum();
        for (number, hashes) in std::mem::take(&mut self.asked) {
            for (_, hash) in hashes {
                let mut cell = self.cell(hash);
                cell.played += u64::from(number == played);
                cell.shares += (share(weights[number], total) + 512) >> 10;
                if cell.played >= 200 || cell.shares >= 12_800 {
                    cell.played /= 2;
                    cell.shares /= 2;
                }
                self.cells[place(hash)] = cell;
            }
        }
    }
}

impl Cell {
    /// 16.3
    fn word(&self, circumstance: usize) -> i64 {
        let added = ADDED[circumstance];
        logarithm(64 * self.played + added) - logarithm(self.shares + added)
    }
}

fn place(hash: u64) -> usize {
    hash as usize % (1 << 21)
}

/// The circumstances that are known, by number, and their hashes (16.1).
fn circumstances(board: &Board, player: Option<u32>, ply: usize) -> Vec<(usize, u64)> {
    let pawns = mix(board.men[OWN][PAWN], 1);
    let pieces = board.men[OWN].iter().fold(2, |hash, &set| mix(hash, set));
    let by_player = mix(u64::from(player.unwrap_or(0)), 3);
    let hashes = [
        by_player,
        mix(by_player, ply as u64 / 8),
        mix(by_player, pawns),
        mix(by_player, pieces),
        pieces,
        pawns,
    ];
    let is_known = |&(k, _): &(usize, u64)| k >= BY_PLAYER || player.is_some();
    hashes.into_iter().enumerate().filter(is_known).collect()
}

fn mix(hash: u64, more: u64) -> u64 {
    let k = (hash ^ more).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    k ^ k >> 29
}
