//! What is told of each legal move: a handful of rows of the move layer, each a combination of small facts.
//!
//! Beside what a [glance](super::glance) shows: what stands against origin and target and for them, what the piece attacks and defends from its new square, what it
//! leaves behind, what stays in danger. No exchange is played out, and no reply looked for.
//!
//! NOTES. Bits a half-move on games kept aside (online, over the board, engines), 128 hidden units, 8 million half-moves of a tenth of the
//! games; 2.611, 2.685, 3.174 as it stands, with other weights to begin with.
//!
//! * What the exchange on the target wins, played out to the end, instead of how many attack and support it: 2.613, 2.683, 3.166, and a tenth of the
//!   time of level 6. Both: 2.603, 2.674, 3.167. Numbers of attackers without those behind line pieces: 2.627, 2.700, 3.184.
//! * Without what is attacked anew, without what is left in danger, without what is no longer defended: 0.03, 0.02 and 0.02 more.
//! * Besides, origin and target by role: 0.002 less. Whether the move mates: 0.001.
//! * Each fact in a row of its own, twice as many rows: 0.009, 0.007 and 0 more after 12 million.
//! * The best piece of a set by going through the set instead of the roles: no difference in time.

use super::{
    Situation,
    hanging::HangingPieces,
    pawns::Pawn,
    scene::{MANNERS, NEARNESSES, Scene},
    tension::{AT_ORIGIN, AT_TARGET, Tension},
};
use crate::codec::model::moves::{
    board::{
        generate::{Candidate, Kind},
        squares::{FILE_A, at, attacks_of, bit, distance, king, pawns_up, role},
        view::{Attacks, View},
    },
    context::{GameContext, mark, piece_key},
};

/// Rows that a move has at most.
pub(crate) const ROWS: usize = 11;
/// The rows of one move; unused places, of the last three, hold row 0, which stands for none.
pub(crate) type Rows = [u16; ROWS];

/// Where each group of rows begins.
mod row {
    use super::{AT_ORIGIN, AT_TARGET, MANNERS, NEARNESSES};

    /// Role, piece captured, what stands against the target and for it.
    pub(super) const STAKES: usize = 1;
    /// Role, what stands against the origin and for it.
    pub(super) const ORIGIN: usize = STAKES + 6 * 7 * AT_TARGET;
    /// The [manner](super::Scene::manner) of the move.
    pub(super) const MANNER: usize = ORIGIN + 6 * AT_ORIGIN;
    /// [Where](super::Scene::nearness) the opponent moved, whether the piece that did is attacked.
    pub(super) const NEAR: usize = MANNER + MANNERS;
    /// Role, steps from the target to the opponent's king, how many more squares around it are attacked (4).
    pub(super) const KING: usize = NEAR + NEARNESSES * 2;
    /// Role, the best piece attacked anew (7), whether another is.
    pub(super) const ATTACK: usize = KING + 6 * 8 * 4;
    /// Role, the best piece no longer defended (7), whether an own line piece stands behind the mover, how the move answers a check (4).
    pub(super) const LOSS: usize = ATTACK + 6 * 7 * 2;
    /// All but pawns: role, squares that may be gone to won or lost (9), steps (8), pawns around (4).
    pub(super) const PIECE: usize = LOSS + 6 * 7 * 2 * 4;
    /// Pawns: passed, attacking a pawn, protected by one, beside one, opposed, rank.
    pub(super) const PAWN: usize = PIECE + 6 * 9 * 8 * 4;
    /// The best own piece in danger before and after, role.
    pub(super) const DANGER: usize = PAWN + 2 * 2 * 2 * 2 * 2 * 8;
    /// Role, the best piece defended anew that is attacked (7), whether one of those was not defended.
    pub(super) const DEFENCE: usize = DANGER + 7 * 7 * 6;
    /// The role promoted to.
    pub(super) const PROMOTION: usize = DEFENCE + 6 * 7 * 2;
    /// How often the position after the move has occurred, 1 to 3.
    pub(super) const REPEATS: usize = PROMOTION + 5;
    /// To which side.
    pub(super) const CASTLE: usize = REPEATS + 4;
    pub(super) const END: usize = CASTLE + 2;
}

/// How many rows there are.
pub(crate) const COUNT: usize = row::END;

/// Fills `out` with the rows of every candidate.
#[inline(always)]
pub(crate) fn describe(situation: &Situation<'_>, candidates: &[Candidate], out: &mut Vec<Rows>) {
    out.clear();
    out.resize(candidates.len(), [0; ROWS]);
    let facts = Facts::new(situation);
    let mut origin = Origin::default();
    let mut from = usize::MAX;
    // Not `extend`: that is a function of its own, and is compiled for the oldest processor.
    for (c, rows) in candidates.iter().zip(out) {
        if usize::from(c.from) != from {
            from = usize::from(c.from);
            origin = facts.origin(from, usize::from(c.role));
        }
        *rows = facts.rows(c, &origin);
    }
}

/// What all moves of a position have in common.
struct Facts<'a> {
    view: &'a View,
    attacks: &'a Attacks,
    context: &'a GameContext,
    scene: Scene<'a>,
    occupied: u64,
    tension: Tension,
    hanging: HangingPieces,
    /// The opponent's king and the squares around it.
    ring: u64,
    /// By role: opponent's pieces that are worth more or not defended.
    prey: [u64; 6],
    /// Squares that count as gone to.
    safe: u64,
    /// Own pieces that are attacked; those among them that are defended once.
    attacked: u64,
    guarded_once: u64,
    /// What own line pieces attack.
    lines: u64,
    /// The key of where the pieces stand, and the marks of where they stood before; no marks where nothing may be repeated.
    key: u64,
    marks: u64,
}

/// What all moves of one piece have in common.
#[derive(Clone, Copy, Default)]
struct Origin {
    /// What the piece attacks now.
    reach: u64,
    mobility: i32,
    ring: i32,
    /// What it alone defends.
    guards: u64,
    /// Its row of that group.
    row: usize,
    backed: usize,
}

impl<'a> Facts<'a> {
    #[inline(always)]
    fn new(situation: &Situation<'a>) -> Facts<'a> {
        let &Situation {
            view,
            attacks,
            context,
            position,
        } = situation;
        let own_by = &attacks.own_by;
        let attacked = view.own & attacks.opp & !bit(view.king);
        Facts {
            view,
            attacks,
            context,
            scene: Scene::new(situation),
            occupied: view.occupied(),
            tension: Tension::new(view, attacks),
            hanging: HangingPieces::new(view, attacks),
            ring: king(view.opp_king) | bit(view.opp_king),
            prey: prey(view, attacks),
            safe: !view.own & !attacks.opp_by[role::PAWN],
            attacked,
            guarded_once: attacked & attacks.own & !attacks.own_twice,
            lines: own_by[role::BISHOP] | own_by[role::ROOK] | own_by[role::QUEEN],
            key: context.placement(position),
            marks: context.marks(),
        }
    }

    #[inline(always)]
    fn origin(&self, from: usize, role: usize) -> Origin {
        let reach = self.attacks.of[from & 63];
        Origin {
            reach,
            mobility: (reach & self.safe).count_ones() as i32,
            ring: (reach & self.ring).count_ones() as i32,
            guards: reach & self.guarded_once,
            row: row::ORIGIN + role * AT_ORIGIN + self.tension.at_origin(from),
            backed: at(self.lines, from),
        }
    }

    #[inline(always)]
    fn rows(&self, c: &Candidate, origin: &Origin) -> Rows {
        let (from, to) = (usize::from(c.from & 63), usize::from(c.to & 63));
        let role = usize::from(c.role);
        let standing = c.standing();
        let landing = c.lands();
        let reach = if standing == role::PAWN {
            pawns_up(bit(to))
        } else {
            attacks_of(standing, landing, self.occupied & !bit(from) | bit(landing))
        };
        let pushes = role == role::PAWN && from & 7 == to & 7;
        let stakes =
            (role * 7 + usize::from(c.captured)) * AT_TARGET + self.tension.at_target(to, pushes);
        let met = usize::from(self.tension.is_attacked(to));
        let shape = if role == role::PAWN {
            self.pawn(from, to)
        } else {
            self.piece(role, (from, to, landing), origin, reach)
        };
        let danger = match self.hanging.best() {
            0 => 0,
            best => {
                let left = self.hanging.best_left(from, to, reach);
                row::DANGER + (best * 7 + left) * 6 + role
            }
        };
        [
            row::STAKES + stakes,
            origin.row,
            row::MANNER + self.scene.manner((role, standing), (from, to), met),
            self.near(role, (from, to), reach),
            self.king(role, to, origin, reach),
            self.attack(role, standing, origin, reach),
            self.loss(c, origin, reach),
            shape,
            danger,
            self.defence(role, origin, reach),
            self.rarity(c),
        ]
        .map(|row| row as u16)
    }

    #[inline(always)]
    fn near(&self, role: usize, squares: (usize, usize), reach: u64) -> usize {
        let last = self.scene.last;
        let hits = last.map_or(0, |last| at(reach, usize::from(last.to)));
        row::NEAR + self.scene.nearness(role, squares) * 2 + hits
    }

    #[inline(always)]
    fn king(&self, role: usize, to: usize, origin: &Origin, reach: u64) -> usize {
        let more = (reach & self.ring).count_ones() as i32 - origin.ring;
        row::KING + (role * 8 + distance(to, self.view.opp_king)) * 4 + more.clamp(0, 3) as usize
    }

    #[inline(always)]
    fn attack(&self, role: usize, standing: usize, origin: &Origin, reach: u64) -> usize {
        let victims = reach & !origin.reach & self.prey[standing];
        let fork = usize::from(victims & victims.wrapping_sub(1) != 0);
        row::ATTACK + (role * 7 + best(self.view, victims)) * 2 + fork
    }

    #[inline(always)]
    fn loss(&self, c: &Candidate, origin: &Origin, reach: u64) -> usize {
        let role = usize::from(c.role);
        let answer = match (self.scene.in_check, role) {
            (false, _) => 0,
            (true, role::KING) => 1,
            _ => 2 + usize::from(usize::from(c.captured) != role::COUNT),
        };
        let unguarded = best(self.view, origin.guards & !reach);
        row::LOSS + ((role * 7 + unguarded) * 2 + origin.backed) * 4 + answer
    }

    #[inline(always)]
    fn piece(
        &self,
        role: usize,
        (from, to, landing): (usize, usize, usize),
        origin: &Origin,
        reach: u64,
    ) -> usize {
        let pawns = self.view.roles[role::PAWN];
        let around = match role {
            role::ROOK => {
                let file = FILE_A << (to & 7) & pawns;
                2 * usize::from(file & self.view.own != 0) + usize::from(file & self.view.opp != 0)
            }
            role::KING => (king(landing) & pawns & self.view.own).count_ones().min(3) as usize,
            _ => 0,
        };
        let change = (reach & self.safe).count_ones() as i32 - origin.mobility;
        let change = (change.clamp(-8, 8) + 8) as usize / 2;
        row::PIECE + ((role * 9 + change) * 8 + distance(from, to)) * 4 + around
    }

    #[inline(always)]
    fn pawn(&self, from: usize, to: usize) -> usize {
        let pawn = Pawn::new(self.view, from, to);
        let facts = [
            pawn.passed,
            pawn.lever,
            pawn.protected,
            pawn.beside,
            pawn.opposed,
        ];
        let facts = facts
            .into_iter()
            .fold(0, |all, fact| all * 2 + usize::from(fact));
        row::PAWN + facts * 8 + (to >> 3)
    }

    #[inline(always)]
    fn defence(&self, role: usize, origin: &Origin, reach: u64) -> usize {
        let defended = reach & !origin.reach & self.attacked;
        if defended == 0 {
            return 0;
        }
        let loose = usize::from(defended & !self.attacks.own != 0);
        row::DEFENCE + (role * 7 + best(self.view, defended)) * 2 + loose
    }

    /// What few moves do.
    #[inline(always)]
    fn rarity(&self, c: &Candidate) -> usize {
        if c.promotion != 0 {
            return row::PROMOTION + usize::from(c.promotion);
        }
        if c.kind == Kind::Castle {
            return row::CASTLE + usize::from(c.to > c.from);
        }
        let role = usize::from(c.role);
        if self.marks == 0 || usize::from(c.captured) != role::COUNT || role == role::PAWN {
            return 0;
        }
        let piece = role + if self.view.black { 6 } else { 0 };
        let [left, reached] =
            [c.from, c.to].map(|square| piece_key(piece, self.view.absolute(usize::from(square))));
        let key = self.key ^ left ^ reached;
        if self.marks & mark(key) == 0 {
            return 0;
        }
        match self.context.occurrences(key) {
            0 => 0,
            times => row::REPEATS + times.min(3),
        }
    }
}

/// By role: opponent's pieces that are worth more or not defended.
#[inline(always)]
fn prey(view: &View, attacks: &Attacks) -> [u64; 6] {
    let [_, knights, bishops, rooks, queens, _] = view.roles;
    let loose = !attacks.opp;
    let heavy = rooks | queens;
    [knights | bishops | heavy, heavy, heavy, queens, 0, 0]
        .map(|worth_more| (worth_more | loose) & view.opp & !bit(view.opp_king))
}

/// 1 + the highest role, the king apart, that has a piece in `set`; 0 where none is in it.
#[inline(always)]
fn best(view: &View, set: u64) -> usize {
    if set == 0 {
        return 0;
    }
    let mut found = 1u32;
    for (role, pieces) in view.roles[..role::KING].iter().enumerate() {
        found |= u32::from(set & pieces != 0) << role;
    }
    1 + found.ilog2() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Rules, setup::position_of_fen};
    use crate::codec::model::moves::board::generate::legal_moves;
    use crate::codec::model::moves::context::Speed;
    use proptest::{prelude::*, sample::Index};

    fn rows_of(position: &Position, context: &GameContext) -> Vec<(Candidate, Rows)> {
        let view = View::new(position);
        let attacks = Attacks::new(&view);
        let (mut candidates, mut rows) = (Vec::new(), Vec::new());
        legal_moves(&view, &attacks, &mut candidates);
        let situation = Situation {
            view: &view,
            attacks: &attacks,
            context,
            position,
        };
        describe(&situation, &candidates, &mut rows);
        candidates.into_iter().zip(rows).collect()
    }

    /// Where the row of each place lies; some may be nothing, too.
    fn assert_in_their_groups(rows: &Rows) {
        let shapes = row::PIECE..row::DANGER;
        let groups = [
            row::STAKES..row::ORIGIN,
            row::ORIGIN..row::MANNER,
            row::MANNER..row::NEAR,
            row::NEAR..row::KING,
            row::KING..row::ATTACK,
            row::ATTACK..row::LOSS,
            row::LOSS..row::PIECE,
            shapes,
            row::DANGER..row::DEFENCE,
            row::DEFENCE..row::PROMOTION,
            row::PROMOTION..row::END,
        ];
        for (place, (&row, group)) in rows.iter().zip(groups).enumerate() {
            let nothing = row == 0 && place >= 8;
            assert!(
                nothing || group.contains(&usize::from(row)),
                "{place}: {row}"
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn every_row_is_of_its_group(picks in prop::collection::vec(any::<Index>(), 1..150), start in 0usize..3) {
            let starts: [&[u8]; 3] = [
                b"r3k2r/pP1pqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1",
                b"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
                b"8/PPP4k/8/8/8/8/4Kppp/8 b - - 0 1",
            ];
            let mut position = position_of_fen(starts[start]).unwrap();
            let mut context = GameContext::new([0; 2], Speed::Unknown);
            for pick in picks {
                let moves = rows_of(&position, &context);
                if moves.is_empty() {
                    break;
                }
                moves.iter().for_each(|(_, rows)| assert_in_their_groups(rows));
                let m = moves[pick.index(moves.len())].0.to_move(&View::new(&position));
                context.advance(&position, m);
                position.play_unchecked(m);
            }
        }
    }

    #[test]
    fn a_fork_is_seen() {
        let position = position_of_fen(b"4k3/8/8/2q5/5r2/8/8/1N2K3 w - - 0 1").unwrap();
        let context = GameContext::new([0; 2], Speed::Unknown);
        let moves = rows_of(&position, &context);
        let to_d3 = moves
            .iter()
            .find(|(c, _)| c.to == 11)
            .map(|(_, rows)| rows[5]);
        let nothing = row::ATTACK + role::KNIGHT * 14;
        assert_eq!(to_d3.map(usize::from), Some(nothing));
        let position = position_of_fen(b"4k3/8/8/2q5/5r2/8/1N6/4K3 w - - 0 1").unwrap();
        let moves = rows_of(&position, &context);
        let to_d3 = moves
            .iter()
            .find(|(c, _)| c.to == 19)
            .map(|(_, rows)| rows[5]);
        assert_eq!(
            to_d3.map(usize::from),
            Some(nothing + (1 + role::QUEEN) * 2 + 1)
        );
    }
}
