//! Whether a game goes on after a move.
//!
//! The question is asked at every half-move and nearly always answered with yes, so it must cost
//! next to no time. Five small tables of probabilities, the *views*, each look at the game by
//! different facts. A mixer blends them; up to `Effort::Quick` there is no time for that, and two
//! of them are added up with fixed weights (they *vote*).

use super::moves::{context::GameContext, model::Effort, precedent::Parting};
use crate::{
    chess::{Color, Move, Position, Rules, legal, material},
    coding::{
        adaptive::Bit,
        light::{outcome, weight},
        mix::{Mixer, squash, stretch},
        range::{Coder, ONE},
    },
};

/// Number of views.
const VIEWS: usize = 5;
/// Where there is no time for all views, the first so many vote.
const VOTERS: usize = 2;
/// What the votes count together, in 1/256: 256 would be their mean.
const GAIN: i32 = 290;
/// Entries in the table of one view.
const PLACES: usize = 1 << 12;
/// Half-moves since the game before was left: the sets of weights tell so many apart.
const RECENT: usize = 9;
/// What the views count at first, in 1/65,536. The last one knows only books of lines.
const WEIGHTS: [i32; VIEWS] = [1 << 14, 1 << 14, 1 << 14, 1 << 14, 0];
/// How fast the mixer's weights learn.
const RATE: i32 = 6;
/// Probabilities average over about this many half-moves.
const LIMIT: u8 = 250;
/// Probabilities handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 16;

/// The material on the board, kept up to date move by move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Material {
    /// White's material minus Black's, in pawns.
    balance: i32,
    /// Pieces of both players, kings and pawns included.
    men: u32,
    /// What the last move captured: 0 for nothing, else 1 (pawn) to 5 (queen).
    taken: usize,
}

impl Material {
    /// The material of a position, with no last move.
    pub(super) fn of(position: &Position) -> Material {
        Material {
            balance: material::balance(position),
            men: position.board().occupied().count() as u32,
            taken: 0,
        }
    }

    /// Takes note that `mover` plays `m`.
    pub(super) fn play(&mut self, m: Move, mover: Color) {
        self.taken = 0;
        if let Some(taken) = m.capture() {
            self.taken = taken as usize;
            self.men = self.men.saturating_sub(1);
        }
        self.balance += material::won_for_white(m, mover);
    }
}

/// What is known where a game may end.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) position: &'a Position,
    /// Whether the player to move stands in check.
    pub(super) check: bool,
    pub(super) context: &'a GameContext,
    pub(super) material: Material,
}

/// Predicts whether games go on.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    tables: Vec<Bit>,
    /// `None` where views vote: up to [`Effort::Quick`].
    mixer: Option<Mixer>,
    mated: Bit,
}

impl Endings {
    /// Predictors that have seen nothing; they expect one half-move in sixty to be the last.
    pub(super) fn new(effort: Effort) -> Endings {
        let mixed = effort.follows_block();
        let views = if mixed { VIEWS } else { VOTERS };
        Endings {
            tables: vec![Bit::primed((ONE - ONE / 60) as u16, 6); views * PLACES],
            mixer: mixed.then(|| Mixer::starting(&WEIGHTS, 2 * RECENT, RATE)),
            mated: Bit::primed(1, 100),
        }
    }

    /// Codes whether the game `goes_on` from `here`.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        goes_on: bool,
        here: Here,
        parting: Parting,
    ) -> bool {
        if here.check && !legal::can_move(here.position) {
            return self.mated.code(coder, goes_on);
        }
        let Some(mixer) = &mut self.mixer else {
            return self.vote(coder, goes_on, places(here, parting));
        };
        let set = 2 * parting.since.min(RECENT - 1) + usize::from(here.check);
        let places: [usize; VIEWS] = places(here, parting);
        let inputs = places.map(|place| stretch(self.tables[place].p()));
        let p = squash(mixer.blend(&inputs, set)).clamp(FLOOR, ONE - FLOOR);
        let goes_on = coder.bit(goes_on, p);
        mixer.update(&inputs, set, goes_on, p);
        self.learn(places, goes_on);
        goes_on
    }

    /// Codes the same by the votes of the first views, whose entries are `places`.
    fn vote<C: Coder>(&mut self, coder: &mut C, goes_on: bool, places: [usize; VOTERS]) -> bool {
        let votes = places.map(|place| stretch(self.tables[place].p()));
        let p = outcome(votes.into_iter().sum(), const { weight(VOTERS, GAIN) });
        let goes_on = coder.bit(goes_on, p.clamp(FLOOR, ONE - FLOOR));
        self.learn(places, goes_on);
        goes_on
    }

    /// Teaches the entries that were looked up.
    #[inline]
    fn learn<const LOOKED_UP: usize>(&mut self, places: [usize; LOOKED_UP], goes_on: bool) {
        for place in places {
            self.tables[place].update(goes_on, LIMIT);
        }
    }
}

/// The entry that each of the first so many views looks up. The views: material as the mover sees
/// it, what was just captured, and check; ply, mover's rating, speed and who stands better; move
/// number and whose turn it is; number of pieces and material; how long ago the game left the game
/// before, and how much longer it is.
#[inline]
fn places<const LOOKED_UP: usize>(here: Here, parting: Parting) -> [usize; LOOKED_UP] {
    let Here {
        context, material, ..
    } = here;
    let white = usize::from(here.position.turn() == Color::White);
    let own = if white == 1 {
        material.balance
    } else {
        -material.balance
    };
    let own = (own.clamp(-12, 12) + 12) as usize;
    let ply = context.ply as usize;
    let rating = usize::from(context.ratings[1 - white] / 400).min(7);
    let speed = context.speed as usize & 7;
    let better = match own {
        0..10 => 0,
        10..15 => 1,
        _ => 2,
    };
    let views: [usize; VIEWS] = [
        (own * 8 + material.taken) << 1 | usize::from(here.check),
        ((ply / 16).min(15) * 8 + rating) * 24 + speed * 3 + better,
        (ply / 2).min(255) << 1 | white,
        (material.men.min(32) as usize) << 5 | own,
        parting.since.min(63) << 5 | (parting.longer.clamp(-16, 15) + 16) as usize,
    ];
    std::array::from_fn(|view| view * PLACES + views[view])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{codec::model::moves::context::Speed, coding::range::Meter};

    /// The cost in bits of 200 lines of a book, each of which ends two half-moves after it left the
    /// one before, where that is `known`.
    fn cost(known: bool) -> f64 {
        let mut endings = Endings::new(Effort::Usual);
        let mut meter = Meter::new();
        let position = Position::default();
        for line in 0..200 {
            let length = 5 + line * 7 % 11;
            for ply in 0..=length {
                let mut context = GameContext::new([0; 2], Speed::Unknown);
                context.ply = ply;
                let here = Here {
                    position: &position,
                    check: false,
                    context: &context,
                    material: Material::of(&position),
                };
                let parting = Parting {
                    since: (ply + 2).saturating_sub(length) as usize,
                    longer: 0,
                };
                let parting = if known { parting } else { Parting::default() };
                endings.code(&mut meter, ply < length, here, parting);
            }
        }
        meter.bits()
    }

    #[test]
    fn lines_of_a_book_end_soon_after_they_leave_the_one_before() {
        let (known, unknown) = (cost(true), cost(false));
        assert!(known < unknown / 2.0, "{known} {unknown}");
    }
}
