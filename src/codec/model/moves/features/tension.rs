//! How often each square is attacked and defended, and by what: enough to tell what an exchange
//! there would win, without playing it out.

use crate::codec::model::moves::{
    board::{
        squares::{Squares, bishop, bit, role, rook},
        view::{Attacks, Counts, View},
    },
    net::{arithmetic::Arithmetic, eight::Eight},
};

/// Adds to one player's attack counts what line pieces attack through other line pieces of that
/// player that move the same way. `set` holds the player's pieces; `occupied` squares block lines.
#[inline(always)]
fn with_those_behind(
    mut counts: Counts,
    view: &View,
    attacks: &Attacks,
    set: u64,
    occupied: u64,
) -> Counts {
    let of = |role: usize| view.roles[role] & set;
    let straight = of(role::ROOK) | of(role::QUEEN);
    let diagonal = of(role::BISHOP) | of(role::QUEEN);
    for square in doubled(straight, attacks) {
        let attacks = |occupied| rook(square, occupied);
        add_behind(&mut counts, attacks, straight, occupied);
    }
    for square in doubled(diagonal, attacks) {
        let attacks = |occupied| bishop(square, occupied);
        add_behind(&mut counts, attacks, diagonal, occupied);
    }
    counts
}

/// Adds what a line piece attacks through those of `others`, which move the same way.
#[inline(always)]
fn add_behind(counts: &mut Counts, attacks: impl Fn(u64) -> u64, others: u64, occupied: u64) {
    let now = attacks(occupied);
    if now & others != 0 {
        counts.add(attacks(occupied & !others) & !now);
    }
}

/// Those of `alike` that attack another of them.
#[inline(always)]
fn doubled(alike: u64, attacks: &Attacks) -> impl Iterator<Item = usize> {
    Squares(alike).filter(move |&square| attacks.of[square] & alike != 0)
}

/// A byte for each square. From the lowest bit: the opponent's cheapest attacker (0 for none, 1 for
/// the king, 2 for a queen, up to 5 for a pawn; 3 bits); how many more of the opponent's pieces
/// attack it (0 to 2; 2 bits); how many of the mover's pieces do (0 to 3; 2 bits); whether one of
/// these is a pawn.
pub(super) struct Tension([u8; 64]);

/// How many different numbers [`Tense::at_origin`] may give.
pub(super) const AT_ORIGIN: usize = 6 * 3 * 3;
/// How many different numbers [`Tense::at_target`] may give.
pub(super) const AT_TARGET: usize = AT_ORIGIN * 2;

impl Tension {
    #[inline(always)]
    pub(super) fn new<A: Arithmetic>(view: &View, attacks: &Attacks) -> Tension {
        let but_the_king = view.occupied() & !bit(view.king);
        let opp = with_those_behind(attacks.opp, view, attacks, view.opp, but_the_king);
        let own = with_those_behind(attacks.own, view, attacks, view.own, view.occupied());
        // What is attacked by pieces worth no more than each of these: each set contains those of
        // cheaper pieces.
        let any = opp.once;
        let rook = attacks.opp_below[role::QUEEN];
        let queen = rook | attacks.opp_by[role::QUEEN];
        let minor = attacks.opp_below[role::ROOK];
        let pawn = attacks.opp_by[role::PAWN];
        let [own_low, own_high] = own.bits();
        Tension(A::by_square([
            any & !queen | rook & !minor | pawn,
            queen & !minor,
            minor,
            opp.twice & !opp.thrice,
            opp.thrice,
            own_low,
            own_high,
            attacks.own_by[role::PAWN],
        ]))
    }

    /// The bytes of eight squares.
    #[inline(always)]
    pub(super) fn of<E: Eight>(&self, squares: E) -> Tense<E> {
        Tense(squares.byte(&self.0))
    }
}

/// The bytes of eight squares.
#[derive(Clone, Copy)]
pub(super) struct Tense<E>(E);

impl<E: Eight> Tense<E> {
    /// 1 where the opponent attacks the square.
    #[inline(always)]
    pub(super) fn is_attacked(self) -> E {
        (self.0 & E::all(7)).some()
    }

    /// A number below [`AT_ORIGIN`]: the cheapest attacker, how many more there are, and how many
    /// of the mover's pieces attack the square besides `movers` of them.
    #[inline(always)]
    fn state(self, movers: E) -> E {
        let cheapest = self.0 & E::all(7);
        let more = self.0.right(E::all(3)) & E::all(3);
        let support = (self.0.right(E::all(5)) & E::all(3)).most(movers) - movers;
        (cheapest.times(3) + more).times(3) + support.least(E::all(2))
    }

    /// The number of the origin of a move, below [`AT_ORIGIN`].
    #[inline(always)]
    pub(super) fn at_origin(self) -> E {
        self.state(E::all(0))
    }

    /// The number of the target of a move, below [`AT_TARGET`]; it also tells whether an own pawn
    /// attacks the square. `pushes` is 1 where a pawn moves straight ahead: it did not attack the
    /// square, while all other pieces stop attacking their target by moving there.
    #[inline(always)]
    pub(super) fn at_target(self, pushes: E) -> E {
        let state = self.state(E::all(1) - pushes);
        state + state + self.0.right(E::all(7))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::codec::model::moves::board::squares::{king, knight, pawns_down, pawns_up};
    use crate::codec::model::moves::net::{arithmetic::Plain, eight::InTurn};
    use crate::codec::model::moves::testing::each_position;
    use proptest::{prelude::*, sample::Index};

    /// The pieces of a set that attack `square`, including line pieces behind others that move the
    /// same way.
    fn attackers(view: &View, square: usize, set: u64, occupied: u64) -> u64 {
        let of = |role: usize| view.roles[role] & set;
        let (straight, diagonal) = (
            of(role::ROOK) | of(role::QUEEN),
            of(role::BISHOP) | of(role::QUEEN),
        );
        let pawns = if set == view.own {
            pawns_down(bit(square))
        } else {
            pawns_up(bit(square))
        };
        pawns & of(role::PAWN)
            | knight(square) & of(role::KNIGHT)
            | king(square) & of(role::KING)
            | rook(square, occupied & !straight) & straight
            | bishop(square, occupied & !diagonal) & diagonal
    }

    fn assert_counted(position: &Position) {
        let view = View::new(position);
        let attacks = Attacks::new(&view);
        let tension = Tension::new::<Plain>(&view, &attacks);
        for square in 0..64 {
            let through_king = view.occupied() & !bit(view.king);
            let against = attackers(&view, square, view.opp, through_king).count_ones() as usize;
            let support = attackers(&view, square, view.own, view.occupied()).count_ones() as usize;
            let pawn = usize::from(attacks.own_by[role::PAWN] & bit(square) != 0);
            let cheapest = [
                attacks.opp_by[role::PAWN],
                attacks.opp_below[role::ROOK],
                attacks.opp_below[role::QUEEN],
                attacks.opp_by[role::QUEEN],
                !0,
            ];
            let cheapest = cheapest
                .iter()
                .position(|set| set & bit(square) != 0)
                .unwrap();
            let cheapest = if against == 0 { 0 } else { 5 - cheapest };
            let more = against.saturating_sub(1).min(2);
            let state = |support: usize| (cheapest * 3 + more) * 3 + support.min(2);
            let tense = tension.of(InTurn::all(square as u64));
            let number = |eight: InTurn| eight.store()[0] as usize;
            let [straight, not] = [1, 0].map(InTurn::all);
            assert_eq!(number(tense.is_attacked()), usize::from(against > 0));
            assert_eq!(number(tense.at_origin()), state(support));
            let less = support.min(3).saturating_sub(1);
            assert_eq!(number(tense.at_target(not)), state(less) * 2 + pawn);
            assert_eq!(number(tense.at_target(straight)), state(support) * 2 + pawn);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn attackers_are_counted(picks in prop::collection::vec(any::<Index>(), 1..100)) {
            let start = b"r3k2r/pP1pqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1";
            each_position(start, &picks, assert_counted);
        }
    }
}
