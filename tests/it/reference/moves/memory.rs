//! What was played before. Numbers in comments are clauses of `src/codec/model/moves/MODEL.md`.

use crate::reference::models::coder::fnv;
use shakmaty::{Chess, Position};
use std::sync::LazyLock;

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The key of a position (12.1).
pub(crate) fn key(position: &Chess) -> u64 {
    key_with(position, 0)
}

/// The key of a position of chess, or by other rules with what its pockets say (12.1, 12.4).
pub(crate) fn key_with(position: &impl Position, pockets: u64) -> u64 {
    let mut key = pockets ^ pieces(position);
    key ^= position.castles().castling_rights().0.wrapping_mul(GOLDEN);
    let passed = position.maybe_ep_square();
    let passed = passed.map_or(0, |square| 1 + u64::from(square));
    let rest = 2 * passed + u64::from(position.turn().is_black());
    key ^= rest.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(17);
    key ^ key >> 29
}

/// The numbers of all pieces (12.1).
pub(crate) fn pieces(position: &impl Position) -> u64 {
    static PIECES: LazyLock<Vec<u64>> = LazyLock::new(|| {
        let mut state = GOLDEN;
        (0..12 * 64).map(|_| split_mix(&mut state)).collect()
    });
    let mut key = 0;
    for (square, piece) in position.board() {
        let number = piece.role as usize - 1 + if piece.color.is_black() { 6 } else { 0 };
        key ^= PIECES[64 * number + usize::from(square)];
    }
    key
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(GOLDEN);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The key by player (12.1).
pub(crate) fn key_of_player(key: u64, player: u32) -> u64 {
    key ^ u64::from(player).wrapping_mul(GOLDEN)
}

/// The hash of a player's name (6.6).
pub(crate) fn player(name: Option<&[u8]>) -> Option<u32> {
    let name = name.filter(|name| !matches!(*name, b"" | b"?"))?;
    Some(fnv(name))
}

/// What was played from one position.
#[derive(Clone, Default)]
pub(crate) struct Slot {
    check: u32,
    /// At most six moves and their counts.
    pub(crate) moves: Vec<(usize, u32)>,
}

impl Slot {
    /// The sum of the counts.
    pub(crate) fn total(&self) -> u32 {
        self.moves.iter().map(|(_, count)| count).sum()
    }

    fn note(&mut self, played: usize) {
        let place = match self.moves.iter().position(|&(m, _)| m == played) {
            Some(place) => place,
            None => {
                self.moves.truncate(5);
                self.moves.push((played, 0));
                self.moves.len() - 1
            }
        };
        self.moves[place].1 += 1;
        if self.moves[place].1 >= 200 {
            for (_, count) in &mut self.moves {
                *count = count.div_ceil(2);
            }
        }
    }
}

/// A table (12.2).
pub(crate) struct Table {
    sets: Vec<[Slot; 4]>,
}

impl Table {
    /// An empty one of so many slots.
    pub(crate) fn new(slots: usize) -> Table {
        Table {
            sets: vec![Default::default(); slots / 4],
        }
    }

    fn set(&self, key: u64) -> usize {
        (key % self.sets.len() as u64) as usize
    }

    /// What is remembered of a position.
    pub(crate) fn recall(&self, key: u64) -> Option<&Slot> {
        let mut set = self.sets[self.set(key)].iter();
        set.find(|slot| slot.check == check(key))
    }

    /// Notes that a move was played.
    pub(crate) fn note(&mut self, key: u64, played: usize) {
        let number = self.set(key);
        let set = &mut self.sets[number];
        let known = set.iter().position(|slot| slot.check == check(key));
        let Some(place) = known.or_else(|| make_room(set, check(key))) else {
            return;
        };
        set[place].note(played);
    }
}

fn check(key: u64) -> u32 {
    (key >> 32) as u32 | 1
}

/// 12.3
fn make_room(set: &mut [Slot; 4], check: u32) -> Option<usize> {
    let last = set.iter().rposition(|slot| slot.total() <= 1);
    set[..=last.unwrap_or(3)].rotate_right(1);
    if last.is_none() {
        for (_, count) in &mut set[0].moves {
            *count -= u32::from(*count > 1);
        }
        if set[0].total() > 6 {
            return None;
        }
    }
    set[0] = Slot {
        check,
        moves: Vec::new(),
    };
    Some(0)
}
