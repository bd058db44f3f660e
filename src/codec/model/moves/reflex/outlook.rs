//! Which numbers of the [tables](super::tables) a position needs.

use super::tables::{CLASSES, PHASES, STATES};
use crate::codec::model::moves::{
    board::{
        candidate::MOST_PIECES,
        generate::legal_targets,
        squares::{beside, bit, king, pawns_down, pawns_up, role, two_steps_from},
        view::{Attacks, View},
    },
    context::{GameContext, Past},
    features::{quick_facts::forks, scene::checking_squares},
    net::arithmetic::Arithmetic,
};

/// What the tables are indexed by in a position: for all squares, and for the position as a whole.
/// A square's *state* is seven bits about it.
pub(crate) struct Outlook {
    /// The squares of the own pieces, the lowest first; the rest of the array is unspecified.
    pub(super) origins: [u8; 64],
    /// The legal targets of each own piece, in the order of their squares. An own rook's square
    /// means castling; the last rank for a pawn, any of four promotions.
    pub(crate) targets: [u64; MOST_PIECES],
    /// The stage of the game, below [`PHASES`], and the class of the mover's rating, below
    /// [`CLASSES`].
    pub(super) phase: usize,
    pub(super) class: usize,
    /// The opponent's last move and the own one before, as role and target.
    pub(super) past: [Option<(usize, usize)>; 2],
    /// By target: the states of what awaits a piece there, and of what is near.
    pub(super) stakes: [u8; 64],
    pub(super) near: [u8; 64],
    /// By role and target: the state of what the piece does from there.
    pub(super) hits: [[u8; 64]; role::COUNT],
    /// By origin: the state of how a piece stands there.
    pub(super) stands: [u8; 64],
}

impl Outlook {
    #[inline(always)]
    pub(crate) fn new<A: Arithmetic>(
        view: &View,
        attacks: &Attacks,
        context: &GameContext,
    ) -> Outlook {
        let in_check = attacks.in_check(view);
        let past = [context.past[0], context.past[1]];
        let mut origins = [0; 64];
        A::members(view.own, &mut origins);
        let mut outlook = Outlook {
            origins,
            targets: legal_targets(view, attacks),
            phase: phase(context.ply, view.occupied(), in_check),
            class: class(context.ratings[usize::from(view.black)]),
            past: past.map(|past| past.map(|m| turned(m, view))),
            stakes: stakes::<A>(view, attacks),
            near: near::<A>(view, attacks, context.past[0]),
            hits: [[0; 64]; role::COUNT],
            stands: stands::<A>(view, attacks, past),
        };
        hits::<A>(view, attacks, past, &mut outlook.hits); // in place: they are large
        outlook
    }
}

/// The role and the target of a past move, as the mover sees it.
#[inline(always)]
fn turned(m: Past, view: &View) -> (usize, usize) {
    let Past { role, to, .. } = m.turned(view);
    (role.into(), to.into())
}

/// The stage of the game: in check (the last), by the ply in the opening, then by the number of
/// pieces left.
#[inline(always)]
fn phase(ply: u32, occupied: u64, in_check: bool) -> usize {
    if in_check {
        return PHASES - 1;
    }
    match (ply, occupied.count_ones()) {
        (0..4, _) => 0,
        (4..8, _) => 1,
        (8..12, _) => 2,
        (12..18, _) => 3,
        (_, 27..) => 4,
        (_, 21..27) => 5,
        (_, 15..21) => 6,
        (_, 9..15) => 7,
        _ => 8,
    }
}

/// The class of a rating: unknown, below 1600, below 2200, or higher.
#[inline(always)]
fn class(rating: u16) -> usize {
    match rating {
        0 => 0,
        1..1600 => 1,
        1600..2200 => 2,
        _ => 3,
    }
}

/// The states of stakes, from the lowest bit: the opponent's piece there (3 bits: none, pawn, minor
/// piece, rook, queen); whether the opponent's pawns, minor pieces, or any pieces attack it;
/// whether at least two own pieces do.
#[inline(always)]
fn stakes<A: Arithmetic>(view: &View, attacks: &Attacks) -> [u8; 64] {
    let [pawns, knights, bishops, rooks, queens, _] = view.roles.map(|set| set & view.opp);
    let minors = attacks.opp_minors();
    A::by_square([
        pawns | rooks,
        knights | bishops | rooks,
        queens,
        attacks.opp_by[role::PAWN],
        minors,
        attacks.opp.once,
        attacks.own.twice,
    ])
}

/// The states of near squares, from the lowest bit: nearness to the target of the opponent's last
/// move, and to the opponent's king ([`rings`], 2 bits each); whether an own pawn protects the
/// square; whether a pawn would attack an opponent's piece from there; whether the opponent's rooks
/// attack it.
#[inline(always)]
fn near<A: Arithmetic>(view: &View, attacks: &Attacks, last: Option<Past>) -> [u8; 64] {
    let [near_last, far_last] = last.map_or([0; 2], |m| rings(turned(m, view).1));
    let [near_king, far_king] = rings(view.opp_king);
    A::by_square([
        near_last,
        far_last,
        near_king,
        far_king,
        pawns_up(view.own & view.roles[role::PAWN]),
        pawns_down(view.opp & !bit(view.opp_king)),
        attacks.opp_by[role::ROOK],
    ])
}

/// The nearness to a square, as the sets of two bits: 3 for the square itself, then one less for
/// each king's step, down to 0.
#[inline(always)]
fn rings(square: usize) -> [u64; 2] {
    let here = bit(square);
    let one = king(square);
    [here | two_steps_from(square), here | one]
}

/// Fills in the states of hits, by role. From the lowest bit: whether the piece gives check from
/// there; is attacked there; recaptures; goes back to the origin of the own last move. Two more
/// bits: for knights, whether it attacks one piece, or two, that are more valuable or undefended;
/// for rooks, whether own pawns, or any, stand on the file; for kings, whether own pawns stand
/// around it, and in front of it.
#[inline(always)]
fn hits<A: Arithmetic>(
    view: &View,
    attacks: &Attacks,
    past: [Option<Past>; 2],
    hits: &mut [[u8; 64]; role::COUNT],
) {
    let took = past[0].filter(|m| usize::from(m.captured) != role::COUNT);
    let taker = took.map_or(0, |m| bit(turned(m, view).1));
    let back = past[1].map_or(0, |m| bit(view.absolute(usize::from(m.from & 63))));
    let pawns = view.roles[role::PAWN];
    let own = pawns & view.own;
    let [once, twice] = forks(view, attacks);
    let more = [
        [0, 0],
        [once, twice],
        [0, 0],
        [files(own), files(pawns)],
        [0, 0],
        [around(own), own >> 8],
    ];
    let of_all = A::by_square([0, attacks.opp.once, taker, back]);
    let by_role = checking_squares(view).into_iter().zip(more);
    for (hits, (checks, [first, second])) in hits.iter_mut().zip(by_role) {
        let own = A::by_square([checks, 0, 0, 0, first, second]);
        for ((hit, own), all) in hits.iter_mut().zip(own).zip(of_all) {
            *hit = own | all;
        }
    }
}

/// All squares of the files on which a set has members.
#[inline(always)]
fn files(mut set: u64) -> u64 {
    for shift in [8, 16, 32] {
        set |= set.rotate_left(shift);
    }
    set
}

/// The squares around those of a set.
#[inline(always)]
fn around(set: u64) -> u64 {
    let beside = beside(set);
    let row = set | beside;
    beside | row << 8 | row >> 8
}

/// The states of how pieces stand, from the lowest bit: whether the opponent's pawns, minor pieces,
/// or any pieces attack it; whether it is defended; whether the piece that the opponent moved last
/// attacks it; whether it was the last own piece to move; whether it stands on its player's first
/// two ranks.
#[inline(always)]
fn stands<A: Arithmetic>(view: &View, attacks: &Attacks, past: [Option<Past>; 2]) -> [u8; 64] {
    let minors = attacks.opp_minors();
    let hit = past[0].map_or(0, |m| attacks.of[turned(m, view).1 & 63]);
    let moved = past[1].map_or(0, |m| bit(turned(m, view).1));
    A::by_square([
        attacks.opp_by[role::PAWN],
        minors,
        attacks.opp.once,
        attacks.own.once,
        hit,
        moved,
        0xffff,
    ])
}

const _: () = assert!(STATES == 1 << 7 && CLASSES == 4);
