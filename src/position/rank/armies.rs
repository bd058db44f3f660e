//! Groups a side's possible armies into classes: armies that the numbering of all other parts
//! treats alike.

use crate::chess::Role;
use crate::position::count::{arrangements, rank_arrangement, unrank_arrangement};
use crate::position::{material::Army, state};

/// Number of kinds of pieces that are placed freely: queen, rook, bishop, knight.
pub const PIECES: usize = 4;

/// Armies with the same numbers of pieces, pawns and promotions.
pub struct Class {
    /// Number of pieces beside the king and the rooks that may castle.
    pub pieces: usize,
    /// Number of pawns.
    pub pawns: usize,
    /// Number of men that must have been promoted.
    pub promoted: usize,
    /// Number of orders of the pieces, summed over all armies of the class.
    pub orders: u64,
    /// The armies: numbers of pieces by kind, and the number of their orders.
    members: Vec<([usize; PIECES], u64)>,
}

impl Class {
    /// Number of pawns that were captured.
    pub fn pawns_lost(&self) -> usize {
        8 - self.pawns - self.promoted
    }

    /// The number within the class of an order of pieces (their kinds in the order of their
    /// squares).
    pub fn rank(&self, word: &[usize]) -> u64 {
        let counts = counts_of(word);
        let earlier = self.members.iter().take_while(|member| member.0 != counts);
        earlier.map(|member| member.1).sum::<u64>() + rank_arrangement(word, PIECES)
    }

    /// The order with number `rank`.
    pub fn unrank(&self, mut rank: u64) -> Vec<usize> {
        for (counts, orders) in &self.members {
            if rank < *orders {
                return unrank_arrangement(rank, counts);
            }
            rank -= orders;
        }
        Vec::new()
    }
}

/// Number of pieces of each kind.
pub fn counts_of(word: &[usize]) -> [usize; PIECES] {
    let mut counts = [0; PIECES];
    for &kind in word {
        counts[kind] += 1;
    }
    counts
}

/// Number of these pieces that must have been promoted, if `castling_rooks` rooks are there in
/// addition.
pub fn promoted(counts: [usize; PIECES], castling_rooks: usize) -> usize {
    let [queens, rooks, bishops, knights] = counts;
    state::promoted(|role| match role {
        Role::Queen => queens,
        Role::Rook => rooks + castling_rooks,
        Role::Bishop => bishops,
        Role::Knight => knights,
        Role::Pawn | Role::King => 0,
    })
}

/// All classes of armies of a side with a given number of rooks that may castle.
pub struct Armies {
    /// The classes.
    pub classes: Vec<Class>,
    /// Index of a class by pieces, pawns, promotions.
    index: Vec<Option<usize>>,
}

fn key(pieces: usize, pawns: usize, promoted: usize) -> usize {
    (pieces * 9 + pawns) * 9 + promoted
}

impl Armies {
    /// The classes of a side whose king and `castling_rooks` rooks are known to be at home.
    pub fn new(castling_rooks: usize) -> Armies {
        let mut armies = Armies {
            classes: Vec::new(),
            index: vec![None; 16 * 81],
        };
        for army in Army::all() {
            let [q, r, b, n, pawns] = army.counts.map(usize::from);
            if let Some(r) = r.checked_sub(castling_rooks) {
                armies.add([q, r, b, n], pawns, army.promoted());
            }
        }
        armies
    }

    fn add(&mut self, counts: [usize; PIECES], pawns: usize, promoted: usize) {
        let pieces = counts.iter().sum();
        let orders = arrangements(&counts);
        let index = *self.index[key(pieces, pawns, promoted)].get_or_insert_with(|| {
            self.classes.push(Class {
                pieces,
                pawns,
                promoted,
                orders: 0,
                members: Vec::new(),
            });
            self.classes.len() - 1
        });
        self.classes[index].orders += orders;
        self.classes[index].members.push((counts, orders));
    }

    /// The index of the class with these numbers of pieces, pawns and promotions.
    pub fn class_of(&self, pieces: usize, pawns: usize, promoted: usize) -> Option<usize> {
        *self.index.get(key(pieces, pawns, promoted))?
    }
}
