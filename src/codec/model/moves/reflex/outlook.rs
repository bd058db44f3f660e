//! Which numbers of the [tables](super::tables) a position asks for.

use super::tables::{CLASSES, PHASES, STATES};
use crate::codec::model::moves::{
    board::{
        candidate::MOST_PIECES,
        generate::legal_targets,
        squares::{beside, bit, king, pawns_down, pawns_up, role},
        view::{Attacks, View},
    },
    context::{GameContext, Past},
    features::{quick_facts::forks, scene::checking_squares},
    net::arithmetic::Arithmetic,
};

/// What there is to see of a position at once.
pub(crate) struct Outlook {
    /// The squares of the own pieces, lowest first; what stands behind the last of them means nothing.
    pub(super) origins: [u8; 64],
    /// Where each own piece may go, the lowest square of origin first. An own rook's square means castling, the last
    /// rank for a pawn one of four promotions.
    pub(crate) targets: [u64; MOST_PIECES],
    /// The stage of the game, below [`PHASES`], and how strong the mover is, below [`CLASSES`].
    pub(super) phase: usize,
    pub(super) class: usize,
    /// The opponent's last move and the own one before, as role and target.
    pub(super) past: [Option<(usize, usize)>; 2],
    /// By target: what awaits a piece there, and what is near.
    pub(super) stakes: [u8; 64],
    pub(super) near: [u8; 64],
    /// By role and target: what it hits from there.
    pub(super) hits: [[u8; 64]; role::COUNT],
    /// By origin: how a piece stands there.
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

/// Role and target of a move made before.
#[inline(always)]
fn turned(m: Past, view: &View) -> (usize, usize) {
    (usize::from(m.role), view.absolute(usize::from(m.to & 63)))
}

/// The opening by half-moves since the start, then by pieces left; in check.
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

/// Unknown, below 1600, below 2200, above.
#[inline(always)]
fn class(rating: u16) -> usize {
    match rating {
        0 => 0,
        1..1600 => 1,
        1600..2200 => 2,
        _ => 3,
    }
}

/// What stands there (none, pawn, minor piece, rook, queen), whether pawns, minor pieces or any attack it, whether two own pieces do.
#[inline(always)]
fn stakes<A: Arithmetic>(view: &View, attacks: &Attacks) -> [u8; 64] {
    let [pawns, knights, bishops, rooks, queens, _] = view.roles.map(|set| set & view.opp);
    let minors = attacks.opp_by[role::KNIGHT] | attacks.opp_by[role::BISHOP];
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

/// Steps from where the opponent moved and from the opponent's king (3 and more being the same), own pawns that protect
/// it, opponent's pieces that a pawn would attack from there, whether rooks attack it.
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

/// The two bits of the number of steps from a square, from 3 for none down to 0 for three and more.
#[inline(always)]
fn rings(square: usize) -> [u64; 2] {
    let here = bit(square);
    let one = king(square);
    [here | RING_2[square & 63], here | one]
}

/// The squares two steps from each.
static RING_2: [u64; 64] = {
    let mut rings = [0; 64];
    let mut i: usize = 0;
    while i < 64 * 64 {
        let (a, b) = (i / 64, i % 64);
        let files = (a % 8).abs_diff(b % 8);
        let ranks = (a / 8).abs_diff(b / 8);
        if (files == 2 && ranks <= 2) || (ranks == 2 && files <= 2) {
            rings[a] |= 1 << b;
        }
        i += 1;
    }
    rings
};

/// Whether it gives check there, is attacked there, takes what has just taken, goes back to where the own last move
/// came from; for knights, whether it attacks one or two pieces that are better or not defended; for rooks, whether own
/// pawns, or any, stand on the file; for kings, whether own pawns stand around, and in front.
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

/// The files on which a set has members.
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

/// Whether pawns, minor pieces or any attack it, whether it is defended, whether the piece that moved last attacks it,
/// whether it was the last to move, whether it stands on its player's first two ranks.
#[inline(always)]
fn stands<A: Arithmetic>(view: &View, attacks: &Attacks, past: [Option<Past>; 2]) -> [u8; 64] {
    let minors = attacks.opp_by[role::KNIGHT] | attacks.opp_by[role::BISHOP];
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
