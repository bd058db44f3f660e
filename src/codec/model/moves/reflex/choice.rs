//! From scores to the move that is played, and its coding.

use super::{
    outlook::Outlook,
    tables::{STEPS_A_NAT, Tables, role_on},
};
use crate::chess::{Move, Position};
use crate::codec::model::moves::{
    board::{
        candidate::{Candidate, MOST_PIECES, ROOM, STROKE},
        squares::{Squares, bit, role},
        view::{Attacks, View},
    },
    context::GameContext,
    net::{
        arithmetic::{Arithmetic, Task, on_this_machine},
        softmax,
    },
};
use crate::coding::range::{Coder, ONE};

/// What a pawn becomes: bounds in 1/65,536 for queen, rook, knight, bishop, by 59,780 promotions in
/// training games.
const PROMOTIONS: [u32; 5] = [0, 63_900, 64_780, 65_340, ONE];
const PROMOTED: [usize; 4] = [role::QUEEN, role::ROOK, role::KNIGHT, role::BISHOP];
/// The last rank.
const RANK_8: u64 = 0xff << 56;

/// Codes moves by reflex; learns nothing.
pub(crate) struct Reflex<'m> {
    tables: &'m Tables,
    /// The position that was looked at last.
    seen: Seen,
    scores: [i8; ROOM],
    /// The bounds of its moves, and from their end on 65,536 up to a whole [`ROW`].
    bounds: [u32; ROOM],
}

/// Scores and bounds are worked on in rows of so many, whatever stands in the last one behind those
/// that count: how many rows there are, the processor can mostly predict; how many moves, it cannot.
const ROW: usize = 16;
// There is room for a stroke behind all moves.
const _: () = assert!(ROW <= STROKE);

/// A position and its legal moves.
struct Seen {
    view: View,
    origins: [u8; 64],
    targets: [u64; MOST_PIECES],
    /// For each own piece, the number of moves up to and including its own.
    ends: [u16; MOST_PIECES],
}

impl<'m> Reflex<'m> {
    pub(crate) fn new(tables: &'m Tables) -> Reflex<'m> {
        Reflex {
            tables,
            seen: Seen {
                view: View::new(&Position::default()),
                origins: [0; 64],
                targets: [0; MOST_PIECES],
                ends: [0; MOST_PIECES],
            },
            scores: [0; ROOM],
            bounds: [ONE; ROOM],
        }
    }

    /// As [`MovePredictor::code`](super::super::predictor::MovePredictor::code).
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        context: &GameContext,
        played: Option<Move>,
    ) -> Option<Move> {
        self.look(position, context);
        let seen = &self.seen;
        let index = match played {
            Some(m) => seen.index_of(m)?,
            None if C::READS && seen.count() > 0 => 0,
            None => return None,
        };
        let index = match seen.count() {
            1 => 0,
            count => coder.symbol(index, &self.bounds[..rows(count)]),
        };
        let (from, to) = seen.squares(index)?;
        let promotion = match seen.promotes(from, to) {
            true => {
                let wanted = played.and_then(|m| m.promotion()).map(|r| r as usize - 1);
                let number = PROMOTED.iter().position(|&role| Some(role) == wanted);
                PROMOTED[coder.symbol(number.unwrap_or(0), &PROMOTIONS)]
            }
            false => 0,
        };
        Some(Candidate::of(&seen.view, from, to, promotion).to_move(&seen.view))
    }

    /// As [`Forecaster::distribution`](super::super::forecaster::Forecaster::distribution), into
    /// `out`.
    pub(crate) fn distribution(
        &mut self,
        position: &Position,
        context: &GameContext,
        out: &mut Vec<(Move, u64)>,
    ) {
        self.look(position, context);
        let seen = &self.seen;
        let view = &seen.view;
        out.clear();
        for ((from, to), pair) in seen.all_squares().zip(self.bounds.windows(2)) {
            let share = u64::from(pair[1] - pair[0]);
            let named = |promotion| Candidate::of(view, from, to, promotion).to_move(view);
            if !seen.promotes(from, to) {
                out.push((named(0), share * u64::from(ONE)));
                continue;
            }
            for (role, pair) in PROMOTED.into_iter().zip(PROMOTIONS.windows(2)) {
                out.push((named(role), share * u64::from(pair[1] - pair[0])));
            }
        }
    }

    fn look(&mut self, position: &Position, context: &GameContext) {
        on_this_machine(Look {
            position,
            context,
            reflex: self,
        });
    }

    /// Turns the first `count` scores into bounds for a range coder.
    #[inline(always)]
    fn share_out(&mut self, count: usize) {
        self.scores[count..][..ROW].fill(i8::MIN);
        let mut tops = [i8::MIN; ROW];
        for row in self.scores[..rows(count)].as_chunks::<ROW>().0 {
            for (top, &score) in tops.iter_mut().zip(row) {
                *top = score.max(*top);
            }
        }
        let top = tops.into_iter().fold(i8::MIN, i8::max);
        let weights = self.scores[..count]
            .iter()
            .map(|&score| POWERS[usize::from(top.abs_diff(score))]);
        softmax::bounds_in(weights, &mut self.bounds[..rows(count)]);
        self.bounds[count..][..ROW].fill(ONE);
    }
}

/// The length of the rows that hold the bounds of `count` moves, their end included.
#[inline(always)]
fn rows(count: usize) -> usize {
    (count + 1).next_multiple_of(ROW)
}

/// e^(-i / [`STEPS_A_NAT`]) · 2^24.
static POWERS: [u32; 256] = {
    const STRIDE: usize = (1 << softmax::STEP_BITS) / STEPS_A_NAT as usize;
    let mut table = [0; 256];
    let mut i = 0;
    while i < table.len() {
        table[i] = softmax::POWERS[i * STRIDE];
        i += 1;
    }
    table
};

impl Seen {
    /// The number of moves; the four promotions of a pawn on one square count as one.
    fn count(&self) -> usize {
        usize::from(self.ends[MOST_PIECES - 1])
    }

    /// The number of moves of the pieces before number `piece`.
    fn before(&self, piece: usize) -> usize {
        piece
            .checked_sub(1)
            .map_or(0, |last| usize::from(self.ends[last]))
    }

    /// The number of a move; of a promotion, whatever the pawn becomes.
    fn index_of(&self, played: Move) -> Option<usize> {
        let wanted = self.view.absolute(usize::from(played.from()?));
        let to = bit(self.view.absolute(usize::from(played.to())));
        let piece = Squares(self.view.own).position(|from| from == wanted)?;
        let set = self.targets.get(piece)?;
        let lower = (set & (to - 1)).count_ones() as usize;
        (set & to != 0).then(|| self.before(piece) + lower)
    }

    /// The origin and the target of a move.
    fn squares(&self, index: usize) -> Option<(usize, usize)> {
        let place = index as u16;
        let pieces: u16 = self.ends.iter().map(|&end| u16::from(end <= place)).sum();
        let piece = usize::from(pieces);
        let from = usize::from(*self.origins.get(piece)?);
        let to = Squares(*self.targets.get(piece)?).nth(index - self.before(piece))?;
        Some((from, to))
    }

    /// The origin and the target of every move.
    fn all_squares(&self) -> impl Iterator<Item = (usize, usize)> {
        let pieces = Squares(self.view.own).zip(&self.targets);
        pieces.flat_map(|(from, &set)| Squares(set).map(move |to| (from, to)))
    }

    fn promotes(&self, from: usize, to: usize) -> bool {
        bit(to) & RANK_8 != 0 && role_on(&self.view, from) == role::PAWN
    }
}

/// Works out the moves of a position and their bounds.
struct Look<'a, 'm> {
    position: &'a Position,
    context: &'a GameContext,
    reflex: &'a mut Reflex<'m>,
}

impl Task for Look<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        let Look {
            position,
            context,
            reflex,
        } = self;
        let seen = &mut reflex.seen;
        seen.view = View::with::<A>(position);
        let mut attacks = Attacks::NONE;
        attacks.gather(&seen.view);
        let outlook = Outlook::new::<A>(&seen.view, &attacks, context);
        let scores = &mut reflex.scores;
        reflex
            .tables
            .score::<A>(&seen.view, &outlook, scores, &mut seen.ends);
        (seen.origins, seen.targets) = (outlook.origins, outlook.targets);
        let count = seen.count();
        reflex.share_out(count);
    }
}
