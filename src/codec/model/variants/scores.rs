//! Which moves are likely in games by rules of which nothing was learnt beforehand. MODEL.md says
//! it decision by decision.
//!
//! A move's score is a sum of weights, one for each of its facts (softmax regression). The weights
//! are in a hash table, without checks for collisions. After each move they follow the gradient of
//! its cost, each the more slowly the oftener it was updated. All of it is in whole numbers.

use crate::{
    chess::{
        Bitboard, Color, Move, Rules, Square,
        variants::{self, Variant, VariantPosition},
    },
    codec::model::moves::net::softmax::{self, Portions, SCORE_BITS},
    coding::mix::hash32,
};

/// Number of facts of a move.
const FACTS: usize = 11;
/// Log2 of the size of the table of weights.
const LOG2_CELLS: u32 = 18;
/// Fractional bits of weights, in nats.
const POINT: u32 = 20;
/// The weights stay within this distance of 0.
const MOST: i32 = 8 << POINT;
/// The learning rate of a weight, in 1/256, by the logarithm (base 2) of how often it was updated.
const RATES: [i32; 12] = [40, 40, 40, 40, 40, 30, 20, 14, 10, 7, 5, 3];
/// Moves with a smaller error than this, in 1/65,536, are left alone.
const NEGLIGIBLE: i32 = 64;

/// A weight, and how often it was updated.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    weight: i32,
    times: u32,
}

/// The weights, and buffers for the moves of a position.
#[derive(Debug)]
pub(super) struct Scores {
    cells: Vec<Cell>,
    /// For each move last asked about, the places of its facts in the table.
    places: Vec<[u32; FACTS]>,
    scores: Vec<i32>,
}

impl Default for Scores {
    fn default() -> Scores {
        Scores {
            cells: vec![Cell::default(); 1 << LOG2_CELLS],
            places: Vec::new(),
            scores: Vec::new(),
        }
    }
}

impl Scores {
    /// Fills `out` with the weights of `moves`, proportional to their probabilities.
    pub(super) fn weigh(&mut self, scene: &Scene<'_>, moves: &[Move], out: &mut Vec<u32>) {
        self.places.clear();
        self.places.extend(moves.iter().map(|&m| scene.places(m)));
        self.scores.clear();
        let (cells, places) = (&self.cells, &self.places);
        let score = |places: &[u32; FACTS]| -> i32 {
            let sum: i32 = places.iter().map(|&at| cells[at as usize].weight).sum();
            sum >> (POINT - SCORE_BITS)
        };
        self.scores.extend(places.iter().map(score));
        softmax::weights(&self.scores, out);
    }

    /// Learns that move number `played` of those last asked about was played, where they have these
    /// weights.
    pub(super) fn learn(&mut self, weights: &[u32], played: usize) {
        let portions = Portions::among(weights);
        for (index, (&weight, places)) in weights.iter().zip(&self.places).enumerate() {
            let error = portions.error(weight, index == played);
            if error.abs() < NEGLIGIBLE {
                continue;
            }
            for &at in places {
                let cell = &mut self.cells[at as usize];
                let class = (cell.times.saturating_add(1).ilog2() as usize).min(RATES.len() - 1);
                let step = (error * RATES[class]) >> (8 + 16 - POINT);
                cell.weight = (cell.weight + step).clamp(-MOST, MOST);
                cell.times = cell.times.saturating_add(1);
            }
        }
    }
}

/// What the facts of all moves of a position have in common.
pub(super) struct Scene<'p> {
    position: &'p VariantPosition,
    /// The squares that the opponent's men attack, and those that the own men do.
    attacked: Bitboard,
    defended: Bitboard,
    /// The opponent's last move and the own last one, as numbers of role and destination; 0 for
    /// none.
    past: [u32; 2],
    last_to: Option<Square>,
    stage: u32,
}

impl<'p> Scene<'p> {
    pub(super) fn new(
        position: &'p VariantPosition,
        past: [Option<Move>; 2],
        ply: usize,
    ) -> Scene<'p> {
        let turn = position.turn();
        let of = |color: Color| attacked_by(position, color);
        let told =
            |m: Option<Move>| m.map_or(0, |m| 1 + (m.role() as u32) * 64 + turned(turn, m.to()));
        Scene {
            position,
            attacked: of(!turn),
            defended: of(turn),
            past: past.map(told),
            last_to: past[0].map(Move::to),
            stage: (ply as u32 / 6).min(7),
        }
    }

    /// The places of a move's facts in the table.
    fn places(&self, m: Move) -> [u32; FACTS] {
        let turn = self.position.turn();
        let rules = number_of(self.position.variant());
        let role = m.role() as u32;
        let to = turned(turn, m.to());
        // A man dropped on the board comes from a square beyond it.
        let from = m.from().map_or(64, |from| turned(turn, from));
        let taken = m.capture().map_or(0, |role| role as u32);
        let promoted = m.promotion().map_or(0, |role| role as u32);
        let at = |set: Bitboard, square: Option<Square>| {
            u32::from(square.is_some_and(|square| set.contains(square)))
        };
        let target = at(self.attacked, Some(m.to())) * 2 + at(self.defended, Some(m.to()));
        let origin = at(self.attacked, m.from()) * 2 + at(self.defended, m.from());
        let check = u32::from(variants::attacks_king(
            self.position,
            m.promotion().unwrap_or(m.role()),
            m.to(),
        ));
        let back = u32::from(self.last_to == Some(m.to()));
        let dropped = u32::from(from == 64);
        let what = role * 8 + taken;
        let facts = [
            (role * 64 + to) * 2 + dropped,
            from * 64 + to,
            (what * 8 + promoted) * 4 + target,
            (what * 4 + origin) * 4 + target,
            (what * 2 + back) * 8 + self.past[0].div_ceil(64),
            (role * 64 + to) * 512 + self.past[0],
            (from * 64 + to) * 512 + self.past[1],
            (what * 2 + check) * 4 + target,
            (self.stage * 8 + role) * 128 + from,
            (self.stage * 8 + role) * 64 + to,
            (check * 8 + promoted) * 2 + dropped,
        ];
        let mut places = [0; FACTS];
        for (number, (place, fact)) in places.iter_mut().zip(facts).enumerate() {
            let hash = hash32(fact, rules * 16 + number as u32, 0x0a11);
            *place = hash >> (32 - LOG2_CELLS);
        }
        places
    }
}

/// The number of the rules in the format.
fn number_of(rules: Variant) -> u32 {
    match rules {
        Variant::Atomic => 1,
        Variant::Antichess => 2,
        Variant::Crazyhouse => 5,
        Variant::RacingKings => 6,
        Variant::Horde => 7,
        // Coded as chess.
        Variant::Chess | Variant::KingOfTheHill | Variant::ThreeCheck => 0,
    }
}

/// A square as the mover sees it.
fn turned(turn: Color, square: Square) -> u32 {
    match turn {
        Color::White => u32::from(square),
        Color::Black => u32::from(square) ^ 56,
    }
}

/// All squares that one side's men attack.
fn attacked_by(position: &VariantPosition, color: Color) -> Bitboard {
    let board = position.board();
    let occupied = board.occupied();
    let men = board.by_color(color).into_iter();
    men.filter_map(|square| Some((square, board.piece_at(square)?)))
        .map(|(square, piece)| crate::chess::attacks::attacks(square, piece, occupied))
        .fold(Bitboard::EMPTY, |all, set| all | set)
}
