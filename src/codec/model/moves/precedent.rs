//! The game before: as long as a game repeats its moves, it is likely to go on so. Engines play
//! each opening twice, collections are sorted by opening, and books are lists of lines, each much
//! like the one above.
//!
//! Predicts whether a game plays the move that followed in the game before, by what the other
//! models say of that move, and by how far games have agreed with those before them (6.7 and 14 of
//! MODEL.md).

use crate::coding::{
    adaptive::Bit,
    mix::{Mixer, NAT, squash, stretch},
    range::{Coder, ONE},
};

/// Classes of the number of half-moves: by ones up to ten, then by ranges.
const STAGES: usize = 16;
/// How the number of half-moves compares with the depth of an earlier game: that is none, or the
/// number is smaller, the same, or larger.
const RELATIONS: usize = 4;
/// Classes of what the other models say of the move: its log odds in whole nats.
const SAID: usize = 16;
/// Adaptive probabilities that are blended, beside what the other models say and a constant.
const CHANCES: usize = 3;
const INPUTS: usize = CHANCES + 2;
/// They average over about this many decisions.
const LIMIT: u8 = 60;
/// How fast the mixer's weights learn, and how much faster at first.
const RATE: i32 = 8;
const HASTE: i32 = 60;
/// Probabilities stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 24;

/// A position that a game came to, by its key, and the number of the move played there.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    index: usize,
}

/// Bytes of memory for each half-move of a game.
pub(crate) const EACH_HALF_MOVE: usize = size_of::<Step>();

/// The main lines of this game and of the one before, and models of whether games repeat the one
/// before.
#[derive(Debug)]
pub(crate) struct Precedent {
    before: Vec<Step>,
    here: Vec<Step>,
    /// Whether this game has been the same as the one before so far.
    follows: bool,
    /// For how many half-moves this game was the same as the one before it; the same for the two
    /// games before.
    depths: [usize; 3],
    chances: [Vec<Bit>; CHANCES],
    mixer: Mixer,
}

/// How a game compares with the game before.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Parting {
    /// Half-moves since it left that game's moves; 0 as long as it follows them.
    pub(crate) since: usize,
    /// How many half-moves more than that game it has.
    pub(crate) longer: i64,
}

/// A decision whether a move is the one that followed in the game before.
pub(crate) struct Decision {
    places: [usize; CHANCES],
    inputs: [i32; INPUTS],
    set: usize,
    said: u32,
}

impl Precedent {
    pub(crate) fn new() -> Precedent {
        let weights = [3 << 14, 1 << 12, 1 << 12, 1 << 13, 0];
        let sizes = [
            STAGES * RELATIONS * RELATIONS,
            STAGES * RELATIONS,
            SAID * RELATIONS * RELATIONS,
        ];
        Precedent {
            before: Vec::new(),
            here: Vec::new(),
            follows: false,
            depths: [0; 3],
            chances: sizes.map(|size| vec![Bit::default(); size]),
            mixer: Mixer::starting(&weights, STAGES * RELATIONS, RATE).hasty(HASTE),
        }
    }

    /// Takes note of the position `key`, after `ply` half-moves of a game. Returns the number of
    /// the move played there in the game before, if this game has been the same so far. A game that
    /// begins with a null move has no half-move 0, and goes on with the game before.
    pub(crate) fn meet(&mut self, ply: u32, key: u64) -> Option<usize> {
        if ply == 0 {
            std::mem::swap(&mut self.before, &mut self.here);
            self.here.clear();
            self.depths = [0, self.depths[0], self.depths[1]];
            self.follows = true;
        }
        let step = self.before.get(self.here.len());
        let step = step.filter(|step| self.follows && step.key == key);
        self.follows = step.is_some();
        step.map(|step| step.index)
    }

    /// Takes note of the move played in the position met last.
    pub(crate) fn note(&mut self, key: u64, index: usize) {
        let step = self.before.get(self.here.len());
        self.follows &= step.is_some_and(|step| step.index == index);
        self.depths[0] += usize::from(self.follows);
        self.here.push(Step { key, index });
    }

    /// How a game compares with the one before, after `ply` half-moves, the next not met yet.
    pub(crate) fn parting(&self, ply: u32) -> Parting {
        let [plies, depth, length] = match ply {
            0 => [0, 0, self.here.len()],
            _ => [self.here.len(), self.depths[0], self.before.len()],
        };
        Parting {
            since: plies - depth,
            longer: plies as i64 - length as i64,
        }
    }

    /// The decision whether the move of the game before is played, to which the other models give
    /// the probability `p` / 65,536.
    pub(crate) fn decision(&self, p: u32) -> Decision {
        let plies = self.here.len();
        let [_, before, earlier] = self.depths;
        let usual = relation(plies, before.max(earlier));
        let relation = relation(plies, before);
        let said = stretch(p);
        let stage = stage(plies);
        let class = (said / NAT + SAID as i32 / 2).clamp(0, SAID as i32 - 1) as usize;
        let places = [
            (stage * RELATIONS + relation) * RELATIONS + usual,
            stage * RELATIONS + relation,
            (class * RELATIONS + relation) * RELATIONS + usual,
        ];
        let [a, b, c]: [i32; CHANCES] =
            std::array::from_fn(|number| stretch(self.chances[number][places[number]].p()));
        let inputs = [said, a, b, c, NAT];
        let set = stage * RELATIONS + relation;
        Decision {
            places,
            inputs,
            set,
            said: squash(self.mixer.blend(&inputs, set)),
        }
    }

    /// Codes a decision, and learns from it.
    pub(crate) fn code<C: Coder>(&mut self, coder: &mut C, decision: &Decision, hit: bool) -> bool {
        let hit = coder.bit(hit, decision.said.clamp(FLOOR, ONE - FLOOR));
        let Decision {
            inputs, set, said, ..
        } = decision;
        self.mixer.update(inputs, *set, hit, *said);
        for (chances, &place) in self.chances.iter_mut().zip(&decision.places) {
            chances[place].update(hit, LIMIT);
        }
        hit
    }
}

fn stage(plies: usize) -> usize {
    match plies {
        0..10 => plies,
        10..12 => 10,
        12..16 => 11,
        16..20 => 12,
        20..28 => 13,
        28..40 => 14,
        _ => 15,
    }
}

fn relation(plies: usize, depth: usize) -> usize {
    match depth {
        0 => 0,
        _ => 2 + usize::from(plies > depth) - usize::from(plies < depth),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::Meter;

    /// The cost of `games` in bits, where the other models give each move of the game before 1/16.
    fn cost(games: &[&[usize]]) -> f64 {
        let (mut precedent, mut meter) = (Precedent::new(), Meter::new());
        for game in games {
            let mut key = 0;
            for (ply, &index) in game.iter().enumerate() {
                if let Some(before) = precedent.meet(ply as u32, key) {
                    let decision = precedent.decision(1 << 12);
                    precedent.code(&mut meter, &decision, before == index);
                }
                precedent.note(key, index);
                key = 31 * key + index as u64 + 1;
            }
        }
        meter.bits()
    }

    #[test]
    fn games_in_pairs_are_found_out() {
        let games: Vec<Vec<usize>> = (0..40).map(|n| vec![n % 7, n % 5, n % 3, n, 5]).collect();
        let pairs: Vec<&[usize]> = games.iter().flat_map(|game| [&game[..]; 2]).collect();
        // Without a precedent, each repeated half-move would cost four bits.
        assert!(cost(&pairs) < 0.2 * 40.0 * 5.0 * 4.0, "{}", cost(&pairs));
        let once: Vec<&[usize]> = games.iter().map(|game| &game[..]).collect();
        assert!(cost(&once) < 40.0, "{}", cost(&once));
    }

    #[test]
    fn who_leaves_the_way_does_not_come_back_to_it() {
        let mut precedent = Precedent::new();
        for (key, index) in [(1, 5), (2, 6), (3, 7)] {
            precedent.meet(key as u32 - 1, key);
            precedent.note(key, index);
        }
        assert_eq!(precedent.meet(0, 1), Some(5));
        precedent.note(1, 5);
        assert_eq!(precedent.meet(1, 2), Some(6));
        precedent.note(2, 4);
        assert_eq!(precedent.meet(2, 3), None);
    }
}
