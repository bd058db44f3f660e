//! The tables of reflexes, and the scores that their numbers add up to.

use super::outlook::Outlook;
use crate::codec::model::{
    moves::{
        board::{
            candidate::{MOST_PIECES, ROOM, STROKE},
            squares::role,
            view::View,
        },
        net::arithmetic::Arithmetic,
    },
    sections::{Section, damaged, i8s},
};
use crate::{coding::lined::Lined, error::Result};

/// Stages of a game.
pub(super) const PHASES: usize = 10;
/// Classes of the mover's rating.
pub(super) const CLASSES: usize = 4;
/// Number of states of a square.
pub(super) const STATES: usize = 128;
/// The numbers are in units of one nat over this.
pub(crate) const STEPS_A_NAT: i32 = 16;

/// Rows of 64 numbers, one for each target: moves by stage, role and origin; answers by role and
/// target of the opponent's last move, then by role; plans likewise by the own last move.
const MOVES: usize = 0;
const ANSWERS: usize = MOVES + PHASES * role::COUNT * 64;
const PLANS: usize = ANSWERS + role::COUNT * 64 * role::COUNT;
const ROWS: usize = PLANS + role::COUNT * 64 * role::COUNT;

/// Rows of 128 numbers, one for each state, by the class of the mover's rating and role.
const STAKES: usize = 0;
const NEAR: usize = STAKES + CLASSES * role::COUNT;
const HITS: usize = NEAR + CLASSES * role::COUNT;
const STANDS: usize = HITS + CLASSES * role::COUNT;
const STATE_ROWS: usize = STANDS + CLASSES * role::COUNT;

/// How many numbers there are.
pub(crate) const COUNT: usize = ROWS * 64 + STATE_ROWS * STATES;
/// How many numbers a score is the sum of.
pub(crate) const PARTS: usize = 7;

/// The row that counts where there is no past move.
static NOTHING: [i8; 64] = [0; 64];

/// The numbers, in sixteenths of a nat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The rows by target, one after another.
    rows: Lined<i8>,
    /// The rows by state, one after another.
    states: Lined<i8>,
}

impl Tables {
    /// From as many numbers as [`COUNT`] says.
    ///
    /// # Errors
    /// Where there are more or fewer.
    pub(crate) fn new(numbers: &[i8]) -> Result<Tables> {
        if numbers.len() != COUNT {
            return Err(damaged());
        }
        let (rows, states) = numbers.split_at(ROWS * 64);
        Ok(Tables {
            rows: Lined::new(rows.iter().copied()),
            states: Lined::new(states.iter().copied()),
        })
    }

    #[inline(always)]
    fn rows(&self) -> Rows<'_> {
        Rows {
            rows: self.rows.as_chunks().0,
            states: self.states.as_chunks().0,
        }
    }

    /// Writes the scores of all legal moves, by origin and then target, to `scores`, and for each
    /// piece the number of moves up to and including its own to `ends`.
    #[inline(always)]
    pub(super) fn score<A: Arithmetic>(
        &self,
        view: &View,
        outlook: &Outlook,
        scores: &mut [i8; ROOM],
        ends: &mut [u16; MOST_PIECES],
    ) {
        let tables = self.rows();
        let mut general = [[0; 64]; role::COUNT];
        for (role, general) in general.iter_mut().enumerate() {
            if view.roles[role] & view.own != 0 {
                *general = tables.general::<A>(outlook, role);
            }
        }
        let mut count = 0;
        let pieces = outlook.origins.iter().zip(&outlook.targets);
        for ((&from, &set), end) in pieces.zip(ends) {
            // Pieces that cannot move, and places without a piece, are not skipped: the processor
            // could not predict the branch.
            let from = usize::from(from);
            let role = role_on(view, from);
            let stands = usize::from(outlook.stands[from & 63]) % STATES;
            let stands = tables.states[STANDS + of_class(outlook, role)][stands];
            let row = &tables.rows[move_row(outlook, role, from)];
            let mut sums = general[role];
            for (sum, &own) in sums.iter_mut().zip(row) {
                *sum = sum.saturating_add(stands).saturating_add(own);
            }
            if let Some(out) = scores[count..].first_chunk_mut::<STROKE>() {
                A::those(set, &sums, out);
            }
            count += set.count_ones() as usize;
            *end = count as u16;
        }
    }
}

/// The rows by target, and those by state.
struct Rows<'a> {
    rows: &'a [[i8; 64]],
    states: &'a [[i8; STATES]],
}

impl Rows<'_> {
    /// The part of the scores, by target, that is the same for all pieces of a role.
    #[inline(always)]
    fn general<A: Arithmetic>(&self, outlook: &Outlook, role: usize) -> [i8; 64] {
        let [answer, plan] = past_rows(outlook, role).map(|row| match row {
            Some(row) => &self.rows[row],
            None => &NOTHING,
        });
        let own = of_class(outlook, role);
        let stakes = A::by_state(&self.states[STAKES + own], &outlook.stakes);
        let near = A::by_state(&self.states[NEAR + own], &outlook.near);
        let hits = A::by_state(&self.states[HITS + own], &outlook.hits[role]);
        let mut sums = [0i8; 64];
        for (square, sum) in sums.iter_mut().enumerate() {
            let past = answer[square].saturating_add(plan[square]);
            let there = stakes[square].saturating_add(near[square]);
            *sum = past.saturating_add(there).saturating_add(hits[square]);
        }
        sums
    }
}

impl Section for Tables {
    fn read(bytes: &mut &[u8]) -> Result<Tables> {
        let numbers: Vec<i8> = i8s(bytes, COUNT)?.collect();
        Tables::new(&numbers)
    }

    fn write(&self, plain: &mut Vec<u8>) {
        plain.extend(self.rows.iter().chain(&*self.states).map(|&n| n as u8));
    }
}

/// The role of the own piece on a square.
#[inline(always)]
pub(super) fn role_on(view: &View, square: usize) -> usize {
    usize::from(view.board[square & 63]).min(role::COUNT - 1)
}

#[inline(always)]
fn of_class(outlook: &Outlook, role: usize) -> usize {
    outlook.class * role::COUNT + role
}

#[inline(always)]
fn move_row(outlook: &Outlook, role: usize, from: usize) -> usize {
    MOVES + (outlook.phase * role::COUNT + role) * 64 + (from & 63)
}

#[inline(always)]
fn past_rows(outlook: &Outlook, role: usize) -> [Option<usize>; 2] {
    let [last, own] = outlook.past;
    let row = |first: usize, past: Option<(usize, usize)>| {
        past.map(|(by, to)| first + (by.min(role::COUNT - 1) * 64 + (to & 63)) * role::COUNT + role)
    };
    [row(ANSWERS, last), row(PLANS, own)]
}

/// The indices of the numbers that make up a move's score, for training.
pub(crate) fn parts(
    outlook: &Outlook,
    role: usize,
    from: usize,
    to: usize,
) -> impl Iterator<Item = usize> {
    let states = ROWS * 64;
    let own = of_class(outlook, role);
    let state = move |row: usize, state: u8| states + (row + own) * STATES + usize::from(state);
    let past = past_rows(outlook, role).into_iter().flatten();
    past.chain([move_row(outlook, role, from)])
        .map(move |row| row * 64 + to)
        .chain([
            state(STAKES, outlook.stakes[to]),
            state(NEAR, outlook.near[to]),
            state(HITS, outlook.hits[role][to]),
            state(STANDS, outlook.stands[from]),
        ])
}

#[cfg(test)]
impl Tables {
    /// Tables of zeros.
    pub(crate) fn blank() -> Tables {
        Tables::new(&[0; COUNT]).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Rules, setup::position_of_fen};
    use crate::codec::model::moves::{
        board::{candidate::Candidates, generate::legal_moves, view::Attacks},
        context::{GameContext, Speed},
        net::arithmetic::Plain,
    };
    use proptest::prelude::*;

    /// Numbers so small that no sum of [`PARTS`] of them saturates.
    fn small(seed: i8) -> Vec<i8> {
        let number = |i: usize| ((i as u32).wrapping_mul(2_654_435_761) >> 24) as i8;
        (0..COUNT)
            .map(|i| number(i).wrapping_add(seed) % 17)
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn a_score_is_the_sum_of_its_parts(picks in prop::collection::vec(any::<prop::sample::Index>(), 1..100), rating in 0u16..3000, seed: i8) {
            let start = b"r3k2r/pP1pqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1";
            let mut position = position_of_fen(start).unwrap();
            let mut context = GameContext::new([rating; 2], Speed::Unknown);
            let numbers = small(seed);
            let tables = Tables::new(&numbers).unwrap();
            let (mut candidates, mut scores) = (Candidates::default(), [0; ROOM]);
            for pick in picks {
                let view = View::new(&position);
                let attacks = Attacks::new(&view);
                let outlook = Outlook::new::<Plain>(&view, &attacks, &context);
                let mut ends = [0; MOST_PIECES];
                tables.score::<Plain>(&view, &outlook, &mut scores, &mut ends);
                let count = usize::from(ends[MOST_PIECES - 1]);
                legal_moves::<Plain>(&view, &attacks, &mut candidates);
                let mut moves: Vec<_> = candidates.iter().collect();
                moves.dedup_by_key(|c| (c.from(), c.to())); // of promotions one
                prop_assert_eq!(count, moves.len());
                for (c, &score) in moves.iter().zip(&scores) {
                    let parts = parts(&outlook, c.role(), c.from(), c.to());
                    prop_assert_eq!(parts.map(|part| i32::from(numbers[part])).sum::<i32>(), i32::from(score));
                }
                if moves.is_empty() {
                    break;
                }
                let m = moves[pick.index(moves.len())].to_move(&view);
                context.advance(&position, m);
                position.play_unchecked(m);
            }
        }
    }

    #[test]
    fn tables_come_back_from_their_bytes() {
        let (tables, mut bytes) = (Tables::new(&small(3)).unwrap(), Vec::new());
        tables.write(&mut bytes);
        assert_eq!(Tables::read(&mut &bytes[..]).unwrap(), tables);
        assert!(Tables::read(&mut &bytes[1..]).is_err());
    }
}
