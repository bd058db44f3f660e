//! Scores by reflex. Numbers in comments are clauses of `src/codec/model/moves/MODEL.md`.

use super::{
    board::{
        BISHOP, Board, KING, KNIGHT, NOTHING, OPP, OWN, PAWN, QUEEN, ROOK, Turned, distance, has,
        squares,
    },
    context::{Context, Past},
    scene::{forks, gives_check, on_file},
};
use shakmaty::Color;

/// The promotions in the order of 6.4.
pub(crate) const PROMOTIONS: [usize; 4] = [QUEEN, ROOK, KNIGHT, BISHOP];
/// Where they begin among 65,536.
pub(crate) const PROMOTION_BOUNDS: [u32; 5] = [0, 63_900, 64_780, 65_340, 65_536];

/// Where each kind of row begins in the tables (2.5).
const ANSWERS: usize = 64 * 3_840;
const PLANS: usize = ANSWERS + 64 * 2_304;
const STAKES: usize = PLANS + 64 * 2_304;
const NEARNESS: usize = STAKES + 128 * 24;
const HITS: usize = NEARNESS + 128 * 24;
const STANDS: usize = HITS + 128 * 24;

/// A position, and what the tables are asked by (4.1).
pub(crate) struct Outlook<'a> {
    board: &'a Board,
    stage: usize,
    class: usize,
    last: Option<Past>,
    own: Option<Past>,
}

impl<'a> Outlook<'a> {
    /// That of a position.
    pub(crate) fn new(board: &'a Board, context: &Context) -> Outlook<'a> {
        let mover = if board.black {
            Color::Black
        } else {
            Color::White
        };
        Outlook {
            board,
            stage: stage(board, context),
            class: class(context.rating(mover)),
            last: context.past(board, 0),
            own: context.past(board, 1),
        }
    }

    /// The score of a move, in sixteenths of a nat (4.2).
    pub(crate) fn score(&self, tables: &[i8], m: &Turned) -> i8 {
        let past = |first: usize, past: &Option<Past>| {
            let Some(past) = past else {
                return 0;
            };
            let row = (past.role * 64 + past.to) * 6 + m.role;
            tables[first + 64 * row + m.to]
        };
        let state =
            |first: usize, state: usize| tables[first + 128 * (6 * self.class + m.role) + state];
        let general = past(ANSWERS, &self.last).saturating_add(past(PLANS, &self.own));
        let squares = state(STAKES, bits(self.stakes(m.to)))
            .saturating_add(state(NEARNESS, bits(self.nearness(m.to))));
        let own = tables[64 * ((self.stage * 6 + m.role) * 64 + m.from) + m.to];
        general
            .saturating_add(squares)
            .saturating_add(state(HITS, bits(self.hits(m.role, m.to))))
            .saturating_add(state(STANDS, bits(self.stands(m.from))))
            .saturating_add(own)
    }

    /// 11.3
    fn stakes(&self, to: usize) -> [bool; 7] {
        let board = self.board;
        let stands = |role: usize| has(board.men[OPP][role], to);
        [
            stands(PAWN) || stands(ROOK),
            stands(KNIGHT) || stands(BISHOP) || stands(ROOK),
            stands(QUEEN),
            board.attacked_by(OPP, &[PAWN], to),
            board.attacked_by(OPP, &[KNIGHT, BISHOP], to),
            board.attackers(OPP, to) > 0,
            board.attackers(OWN, to) >= 2,
        ]
    }

    /// 11.4
    fn nearness(&self, to: usize) -> [bool; 7] {
        let board = self.board;
        let near = |square: usize| 3 - distance(square, to).min(3);
        let last = self.last.as_ref().map_or(0, |m| near(m.to));
        let king = near(board.king(OPP));
        let prey = board.all(OPP) & !(1 << board.king(OPP));
        [
            last & 1 == 1,
            last & 2 == 2,
            king & 1 == 1,
            king & 2 == 2,
            board.attacked_by(OWN, &[PAWN], to),
            board.attacks_as(OWN, PAWN, to, 0) & prey != 0,
            board.attacked_by(OPP, &[ROOK], to),
        ]
    }

    /// 11.5
    fn hits(&self, role: usize, to: usize) -> [bool; 7] {
        let board = self.board;
        let pawns = board.men[OWN][PAWN];
        let [first, second] = match role {
            KNIGHT => [forks(board, 1, to), forks(board, 2, to)],
            ROOK => [on_file(board, to) >= 2, on_file(board, to) > 0],
            KING => [
                squares(pawns).any(|pawn| distance(pawn, to) == 1),
                to < 56 && has(pawns, to + 8),
            ],
            _ => [false, false],
        };
        let taker = |last: &Past| last.captured != NOTHING && last.to == to;
        [
            gives_check(board, role, to),
            board.attackers(OPP, to) > 0,
            self.last.as_ref().is_some_and(taker),
            self.own.as_ref().is_some_and(|own| own.from == to),
            first,
            second,
            false,
        ]
    }

    /// 11.6
    fn stands(&self, from: usize) -> [bool; 7] {
        let board = self.board;
        let last = self.last.as_ref();
        [
            board.attacked_by(OPP, &[PAWN], from),
            board.attacked_by(OPP, &[KNIGHT, BISHOP], from),
            board.attackers(OPP, from) > 0,
            board.attackers(OWN, from) > 0,
            last.is_some_and(|m| has(board.attacks_of[m.to], from)),
            self.own.as_ref().is_some_and(|own| own.to == from),
            from < 16,
        ]
    }
}

/// A state of these bits, the lowest first.
fn bits(bits: [bool; 7]) -> usize {
    (0..7).map(|bit| usize::from(bits[bit]) << bit).sum()
}

/// 11.1
fn stage(board: &Board, context: &Context) -> usize {
    if board.in_check() {
        return 9;
    }
    match (context.ply, board.occupied().count_ones()) {
        (0..4, _) => 0,
        (4..8, _) => 1,
        (8..12, _) => 2,
        (12..18, _) => 3,
        (_, 27..) => 4,
        (_, 21..) => 5,
        (_, 15..) => 6,
        (_, 9..) => 7,
        _ => 8,
    }
}

/// 11.2
fn class(rating: usize) -> usize {
    match rating {
        0 => 0,
        1..1_600 => 1,
        1_600..2_200 => 2,
        _ => 3,
    }
}
