//! What was played before from the same position, earlier in the block: a table for all players
//! together, and one by player.
//!
//! Each table has a fixed size, so positions give way to others (12.2 and 12.3 of MODEL.md): those
//! that were seen once give way at once, the others as their counts run down. Only the parts of a
//! table that are used take memory and time.

use super::{context::GameContext, zobrist::placement_key};
use crate::{
    chess::{
        Color, MOST_LEGAL_MOVES, Position, Role, Rules,
        variants::{VariantMoves, VariantPosition},
    },
    coding::{
        fetch::fetch,
        mix::GOLDEN,
        ways::{WAYS, way_of},
    },
};

/// Most moves remembered of one position.
const MOVES: usize = 6;
/// The number of a move in an empty place.
const NOTHING: u8 = u8::MAX;
const _: () = assert!(MOST_LEGAL_MOVES <= NOTHING as usize);
const _: () = assert!(VariantMoves::MOST <= NOTHING as usize);
/// Counts are halved when one reaches this.
const MOST: u8 = 200;

/// What was played from one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    /// The high half of the position's key, made odd; 0 for an empty slot.
    check: u32,
    /// Numbers of moves in the model's order.
    moves: [u8; MOVES],
    counts: [u8; MOVES],
}

const UNSEEN: Seen = Seen {
    check: 0,
    moves: [NOTHING; MOVES],
    counts: [0; MOVES],
};

/// The slots that a position may have.
type Set = [Seen; WAYS];

/// A part of a table: sets that are made together when the first of them is needed. Each is a line
/// of the processor's cache.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Part([Set; SETS]);

/// Sets of a part. A game alone touches nearly as many parts as it has half-moves; so they are
/// small.
const SETS: usize = 16;

impl Seen {
    /// The moves played, by their numbers in the model's order, and how often.
    pub(crate) fn moves(&self) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.moves
            .iter()
            .zip(&self.counts)
            .filter(|(m, _)| **m != NOTHING)
            .map(|(&m, &count)| (usize::from(m), u32::from(count)))
    }

    /// How often the position was seen, as far as the counts tell.
    pub(crate) fn total(&self) -> u32 {
        self.counts.iter().map(|&c| u32::from(c)).sum()
    }

    fn note(&mut self, played: u8) {
        let slot = (0..MOVES)
            .find(|&i| self.moves[i] == played || self.moves[i] == NOTHING)
            .unwrap_or(MOVES - 1);
        if self.moves[slot] != played {
            self.moves[slot] = played;
            self.counts[slot] = 0;
        }
        self.counts[slot] += 1;
        if self.counts[slot] >= MOST {
            for count in &mut self.counts {
                *count = count.div_ceil(2);
            }
        }
    }
}

/// One table.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// Number of sets, a power of two.
    size: usize,
    /// Empty until there is something to remember: many a memory is never used.
    parts: Vec<Option<Box<Part>>>,
}

impl Memory {
    /// A table of 2^`log2_slots` slots of sixteen bytes.
    pub(crate) fn new(log2_slots: u32) -> Memory {
        Memory {
            size: (1_usize << log2_slots).div_ceil(WAYS),
            parts: Vec::new(),
        }
    }

    /// The number of a key's set.
    fn place(&self, key: u64) -> usize {
        key as usize & (self.size - 1)
    }

    /// The set of a key, if it is in use.
    fn set(&self, key: u64) -> Option<&Set> {
        let place = self.place(key);
        let part = self.parts.get(place / SETS)?.as_deref()?;
        Some(&part.0[place % SETS])
    }

    /// Prefetches the set of `key`: the table is too large for the processor's caches, and waiting
    /// for it took 4 % of a file's time at level 6.
    #[inline]
    pub(crate) fn fetch(&self, key: u64) {
        if let Some(set) = self.set(key) {
            fetch(set);
        }
    }

    /// What was played from the position of `key`; `None` where nothing is remembered.
    #[inline]
    pub(crate) fn recall(&self, key: u64) -> Option<&Seen> {
        let (set, check) = (self.set(key)?, check_of(key));
        way_of(set, |seen| seen.check == check).map(|way| &set[way])
    }

    /// Takes note that move number `played` was played from the position of `key`.
    #[inline]
    pub(crate) fn note(&mut self, key: u64, played: usize) {
        let (place, check) = (self.place(key), check_of(key));
        if self.parts.is_empty() {
            self.parts = vec![None; self.size.div_ceil(SETS)];
        }
        let part = &mut self.parts[place / SETS];
        let part = part.get_or_insert_with(|| Box::new(Part([[UNSEEN; WAYS]; SETS])));
        let set = &mut part.0[place % SETS];
        let way = way_of(set, |seen| seen.check == check).or_else(|| make_room(set, check));
        if let Some(way) = way {
            set[way].note(played as u8);
        }
    }
}

/// The keys of a position in the memories.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    pub(crate) position: u64,
    /// The key for the player to move, if the name is known.
    player: Option<u64>,
}

impl Keys {
    /// The keys of the position with the key `position`; `player` is a hash of the name of whoever
    /// is to move.
    #[inline]
    pub(crate) fn new(position: u64, player: Option<u32>) -> Keys {
        let of_player = |player| position ^ u64::from(player).wrapping_mul(GOLDEN);
        Keys {
            position,
            player: player.map(of_player),
        }
    }
}

/// The memory for all players together, and the one by player.
#[derive(Clone, Debug)]
pub(crate) struct Memories {
    anybody: Memory,
    /// What was played before by each player whose name is known.
    players: Memory,
}

impl Memories {
    /// Two tables, each of 2^`log2_slots` slots.
    pub(crate) fn new(log2_slots: u32) -> Memories {
        let memory = Memory::new(log2_slots);
        Memories {
            anybody: memory.clone(),
            players: memory,
        }
    }

    /// Prefetches what [`recall`](Memories::recall) looks at.
    #[inline]
    pub(crate) fn fetch(&self, keys: &Keys) {
        self.anybody.fetch(keys.position);
        if let Some(key) = keys.player {
            self.players.fetch(key);
        }
    }

    /// What was played from a position, by anybody and by the player to move.
    #[inline]
    pub(crate) fn recall(&self, keys: &Keys) -> [Option<&Seen>; 2] {
        let by_player = keys.player.and_then(|key| self.players.recall(key));
        [self.anybody.recall(keys.position), by_player]
    }

    /// Takes note that move number `played` was played.
    #[inline]
    pub(crate) fn note(&mut self, keys: &Keys, played: usize) {
        self.anybody.note(keys.position, played);
        if let Some(key) = keys.player {
            self.players.note(key, played);
        }
    }
}

/// The mark that tells the positions of a set apart.
fn check_of(key: u64) -> u32 {
    (key >> 32) as u32 | 1
}

/// Makes room for a position with the mark `check` at the front of a set; returns where, if there
/// is room. Of the positions seen once, the one that came first gives way. Where there is none,
/// every count above one of the last position is lowered by one: it gives way if few are left, and
/// comes to the front otherwise.
fn make_room(set: &mut Set, check: u32) -> Option<usize> {
    let seen_once = set.iter().rposition(|seen| seen.total() <= 1);
    let oldest = seen_once.unwrap_or(WAYS - 1);
    set[..=oldest].rotate_right(1);
    if seen_once.is_none() {
        for count in &mut set[0].counts {
            *count -= u8::from(*count > 1);
        }
        if set[0].total() > MOVES as u32 {
            return None;
        }
    }
    set[0] = Seen { check, ..UNSEEN };
    Some(0)
}

/// A hash of a position: pieces on squares, whose turn it is, castling rights and the en passant
/// square.
#[inline]
pub(crate) fn position_key(position: &Position, context: &GameContext) -> u64 {
    key_of(position, context.placement(position))
}

/// The same for a position by other rules, which includes the men in both players' pockets.
pub(crate) fn variant_key(position: &VariantPosition) -> u64 {
    let turn = position.turn();
    let pockets = position.pockets().map_or(0, |pockets| {
        let counts = [turn, !turn].map(|color| {
            let pocket = pockets.get(color);
            Role::ALL.map(|role| u64::from(*pocket.get(role)))
        });
        let add = |sum: u64, &count: &u64| sum.wrapping_mul(17).wrapping_add(count);
        counts.as_flattened().iter().fold(0, add)
    });
    let pockets = pockets.wrapping_mul(0xff51_afd7_ed55_8ccd).rotate_left(31);
    key_of(position, placement_key(position) ^ pockets)
}

/// The key of a position whose pieces on squares have the key `placement`.
#[inline]
fn key_of(position: &impl Rules, placement: u64) -> u64 {
    let castling = position.castles().castling_rights().0;
    let passing = position
        .maybe_ep_square()
        .map_or(0, |square| 1 + u64::from(square));
    let turn = u64::from(position.turn() == Color::Black);
    let rest = castling.wrapping_mul(GOLDEN)
        ^ (2 * passing + turn)
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
            .rotate_left(17);
    let key = placement ^ rest;
    key ^ key >> 29
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_played_often_is_known_by_its_count() {
        let mut memory = Memory::new(4);
        for played in [3, 3, 5, 3] {
            memory.note(77, played);
        }
        let seen = memory.recall(77).unwrap();
        assert_eq!(seen.moves().collect::<Vec<_>>(), [(3, 3), (5, 1)]);
        assert_eq!(seen.total(), 4);
        assert!(memory.recall(78).is_none());
    }

    #[test]
    fn a_position_seen_once_makes_room() {
        let mut memory = Memory::new(0);
        let key = |number: usize| (number as u64) << 40;
        for number in 1..=WAYS {
            memory.note(key(number), number);
        }
        memory.note(key(1), 1);
        memory.note(key(99), 99);
        assert!(memory.recall(key(2)).is_none());
        for number in [1, 3, 4, 99] {
            assert!(memory.recall(key(number)).is_some(), "{number}");
        }
    }

    #[test]
    fn positions_seen_often_give_way_to_one_that_comes_oftener() {
        let mut memory = Memory::new(0);
        let key = |number: usize| (number as u64) << 40;
        for number in (1..=WAYS).cycle().take(20 * WAYS) {
            memory.note(key(number), 0);
        }
        memory.note(key(99), 0);
        assert!(memory.recall(key(99)).is_none());
        for _ in 0..20 * WAYS {
            memory.note(key(99), 0);
        }
        assert!(memory.recall(key(99)).is_some());
    }

    #[test]
    fn counts_do_not_run_over() {
        let mut memory = Memory::new(2);
        for played in (0..1000).map(|i| i % 9) {
            memory.note(9, played);
        }
        for _ in 0..1000 {
            memory.note(9, 4);
        }
        assert!(memory.recall(9).unwrap().total() < 1000);
    }
}
