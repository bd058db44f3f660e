//! The game before: as long as a game takes the same way, it is likely to go on so. Engines play each opening twice,
//! collections are sorted by opening, and books are lists of lines, each much like the one above.
//!
//! Says how likely the move is that followed in the game before: what all else says of that move is blended with how
//! often games have gone on so, so far into them, where the game before had still followed its own precedent, or had
//! no longer.
//!
//! NOTES. Fewer bytes for the moves of engines that play openings twice: 2.0 % and 2.8 % at level 6, 1.6 % and 1.9 % at
//! level 9; for all of a book of sorted lines 17 %; annotated games 0.1 %; games online 0.01 % more. All else alone at
//! first (weights 1, 0, 0, 0), or half as much haste: less of it.

use crate::coding::{
    adaptive::Bit,
    mix::{Mixer, squash, stretch},
    range::{Coder, ONE},
};

/// How far into a game half-moves are told apart: by ones, then by classes.
const STAGES: usize = 16;
/// How a game's half-moves compare with a number of them: none, fewer, as many, more.
const RELATIONS: usize = 4;
/// Classes of what all else says of the move, a nat each.
const SAID: usize = 16;
/// Chances that are blended, beside what all else says, and a constant.
const CHANCES: usize = 3;
const INPUTS: usize = CHANCES + 2;
/// Chances forget what is older than about so many decisions.
const LIMIT: u8 = 60;
/// How fast weights learn, and how much faster at first.
const RATE: i32 = 8;
const HASTE: i32 = 60;
/// Probabilities stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 24;

/// A position on the way of a game, by its key, and the number of the move that was played there.
#[derive(Clone, Copy, Debug)]
struct Step {
    key: u64,
    index: usize,
}

/// The ways of the last two games, and how likely one goes on as the one before.
#[derive(Debug)]
pub(crate) struct Precedent {
    before: Vec<Step>,
    here: Vec<Step>,
    /// Whether this game has taken the way of the one before so far.
    follows: bool,
    /// For how many half-moves this game did, the one before, and the one before that.
    depths: [usize; 3],
    chances: [Vec<Bit>; CHANCES],
    mixer: Mixer,
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
            mixer: Mixer::new(INPUTS, STAGES * RELATIONS, 0, RATE)
                .hasty(HASTE)
                .starting(&weights),
        }
    }

    /// A position is come to after so many half-moves of a game. Returns the number of the move that was played there in
    /// the game before, where this one has taken the same way.
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

    /// Takes note of the move that was played in the position met last.
    pub(crate) fn note(&mut self, key: u64, index: usize) {
        let step = self.before.get(self.here.len());
        self.follows &= step.is_some_and(|step| step.index == index);
        self.depths[0] += usize::from(self.follows);
        self.here.push(Step { key, index });
    }

    /// The decision whether the move is that one, of which all else says that it is likely to `p` / 65,536.
    pub(crate) fn decision(&self, p: u32) -> Decision {
        let plies = self.here.len();
        let [_, before, earlier] = self.depths;
        let usual = relation(plies, before.max(earlier));
        let relation = relation(plies, before);
        let said = stretch(p);
        let stage = stage(plies);
        let class = (said / 256 + SAID as i32 / 2).clamp(0, SAID as i32 - 1) as usize;
        let places = [
            (stage * RELATIONS + relation) * RELATIONS + usual,
            stage * RELATIONS + relation,
            (class * RELATIONS + relation) * RELATIONS + usual,
        ];
        let [a, b, c]: [i32; CHANCES] =
            std::array::from_fn(|number| stretch(self.chances[number][places[number]].p()));
        let inputs = [said, a, b, c, 256];
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

    /// Bits that it takes to say how `games` go on, each half-move a choice that all else finds to be likely to a 16th.
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
        // Four bits for each half-move that is the same, as all else has it.
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
