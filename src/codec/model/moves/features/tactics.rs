//! What is notable about each legal move: a short list of rows of the move layer.
//!
//! Every row is a yes-or-no fact, most of them a role combined with one small number: where the piece comes from and goes to, what
//! the exchange there wins, who threatens origin and target, what the move attacks anew, what it leaves hanging, whether it
//! checks, recaptures, undoes the last move or repeats the position.

use super::{
    Situation, mate,
    pawns::Pawn,
    rows::{Rows, row},
    scene::Scene,
};
use crate::codec::model::moves::{
    board::{
        generate::{Candidate, Kind, castling_targets},
        squares::{attacks_of, bit, distance, line, pawns_up, role, rook},
        view::View,
    },
    context::piece_key,
};

/// Classes of the balance of an exchange, from -9 and less to 10 and more.
const BALANCE_CLASSES: [u8; 20] = [
    0, 1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10, 10, 10, 11, 12,
];

/// The class of a square by who attacks it, from bits: anybody, a pawn, a piece worth less, a piece worth the same.
const THREATS: [u8; 16] = [0, 4, 0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1];

/// Fills `out` with the rows of every candidate.
#[inline(always)]
pub(crate) fn describe(
    situation: &Situation<'_>,
    candidates: &[Candidate],
    scratch: &mut Vec<Candidate>,
    out: &mut Vec<Rows>,
) {
    out.clear();
    out.resize(candidates.len(), Rows::NONE);
    let mut scene = Scene::new(situation);
    for (c, rows) in candidates.iter().zip(out) {
        if usize::from(c.from) != scene.origin.square {
            scene.origin = scene.origin_of(usize::from(c.from));
        }
        scene.describe(c, scratch, rows);
    }
}

impl Scene<'_> {
    #[inline(always)]
    fn describe(&mut self, c: &Candidate, scratch: &mut Vec<Candidate>, rows: &mut Rows) {
        let (from, to, role) = (usize::from(c.from), usize::from(c.to), usize::from(c.role));
        rows.push(row::FROM + role * 64 + from);
        rows.push(row::TO + role * 64 + to);
        if c.kind == Kind::Castle {
            rows.push(row::CASTLE + usize::from(to > from));
        }
        let balance = self.exchanges.balance(self.view, self.attacks, c);
        self.captures(c, balance, rows);
        self.threats(c, rows);
        let standing = if c.promotion != 0 {
            usize::from(c.promotion)
        } else {
            role
        };
        let landing = c.lands();
        let occupied = self.occupied & !bit(from) | bit(landing);
        let reach = if standing == role::PAWN {
            pawns_up(bit(to))
        } else {
            attacks_of(standing, landing, occupied)
        };
        self.activity(c, standing, reach, rows);
        self.checks(c, standing, balance, scratch, rows);
        self.hanging_after(c, reach, rows);
        self.history(c, reach, rows);
        if role == role::PAWN {
            self.pawn(from, to, rows);
        }
    }

    #[inline(always)]
    fn captures(&self, c: &Candidate, balance: i32, rows: &mut Rows) {
        let role = usize::from(c.role);
        let captures = usize::from(c.captured) != role::COUNT;
        rows.push_if(captures, row::CAPTURE + role * 7 + usize::from(c.captured));
        if c.promotion != 0 {
            rows.push(row::PROMOTION + usize::from(c.promotion));
        }
        let class = usize::from(BALANCE_CLASSES[(balance.clamp(-9, 10) + 9) as usize]);
        rows.push(row::EXCHANGE + role * 13 + class);
        if let Some(last) = &self.last
            && last.to == c.to
            && captures
        {
            let traded = usize::from(usize::from(last.captured) != role::COUNT);
            let sign = (balance.signum() + 1) as usize;
            rows.push(row::RECAPTURE + (usize::from(c.captured) * 2 + traded) * 3 + sign);
        }
    }

    /// Who threatens origin and target.
    #[inline(always)]
    fn threats(&self, c: &Candidate, rows: &mut Rows) {
        let (from, to, role) = (usize::from(c.from), usize::from(c.to), usize::from(c.role));
        let attacks = self.attacks;
        let at = |map: u64, square: usize| (map >> square & 1) as usize;
        let attacked = at(attacks.opp, from);
        let state =
            2 * (attacked + (attacked & at(attacks.opp_below[role], from))) + at(attacks.own, from);
        rows.push(row::ORIGIN + role * 6 + state);
        let by = |r: usize| at(attacks.opp_by[r], to);
        let minor = usize::from(role == role::KNIGHT || role == role::BISHOP);
        let equal = by(role) | minor & (by(role::KNIGHT) | by(role::BISHOP));
        let threats = at(attacks.opp, to)
            + 2 * by(role::PAWN)
            + 4 * at(attacks.opp_below[role], to)
            + 8 * equal;
        let threat = usize::from(THREATS[threats]);
        let pushes = role == role::PAWN && from & 7 == to & 7;
        let supported = at(
            if pushes {
                attacks.own
            } else {
                attacks.own_twice
            },
            to,
        );
        rows.push(row::TARGET + role * 10 + threat * 2 + supported);
    }

    /// What the piece attacks from its new square.
    #[inline(always)]
    fn activity(&self, c: &Candidate, standing: usize, reach: u64, rows: &mut Rows) {
        let (from, to, role) = (usize::from(c.from), usize::from(c.to), usize::from(c.role));
        let fresh = reach & !self.origin.reach & self.view.opp & !bit(self.view.opp_king);
        // Worth more than the piece, or not defended.
        let victims = fresh & (self.worthier[standing] | !self.attacks.opp);
        if victims != 0 {
            rows.push(row::NEW_ATTACK + role * 6 + worthiest(self.view, victims));
            rows.push_if(victims & (victims - 1) != 0, row::FORK + role);
        }
        if role != role::PAWN {
            let mobility = (reach & self.safe).count_ones() as i32;
            let change = (mobility - self.origin.mobility).clamp(-8, 8);
            rows.push(row::MOBILITY + role * 9 + ((change + 8) / 2) as usize);
            rows.push(row::STEPS + role * 8 + distance(from, to));
        }
        rows.push(row::KING_DISTANCE + role * 8 + distance(to, self.view.opp_king));
        let near = reach & self.ring;
        // Where nothing is attacked there, the difference is not above nothing either.
        let ring = near.count_ones() as i32 - self.origin.ring;
        rows.push_if(
            ring > 0,
            row::KING_RING + role * 4 + (ring.max(1) as usize - 1).min(3),
        );
        rows.push_if(self.guards_opened(from), row::OPENS + role);
    }

    /// Whether an own line piece stands behind the mover, whatever it looks at.
    #[inline(always)]
    fn guards_opened(&self, from: usize) -> bool {
        let by = &self.attacks.own_by;
        (by[role::BISHOP] | by[role::ROOK] | by[role::QUEEN]) & bit(from) != 0
    }

    #[inline(always)]
    fn checks(
        &self,
        c: &Candidate,
        standing: usize,
        balance: i32,
        scratch: &mut Vec<Candidate>,
        rows: &mut Rows,
    ) {
        let (from, to) = (usize::from(c.from), usize::from(c.to));
        let direct = match c.kind {
            Kind::Castle => {
                let (_, rook_to) = castling_targets(from, to);
                rook(self.view.opp_king, self.occupied & !bit(from)) & bit(rook_to) != 0
            }
            _ if c.promotion != 0 => {
                attacks_of(standing, to, self.occupied & !bit(from)) & bit(self.view.opp_king) != 0
            }
            _ => self.checks[standing] & bit(to) != 0,
        };
        let discovers =
            self.discoverers & bit(from) != 0 && line(from, self.view.opp_king) & bit(to) == 0;
        let class = match (direct, discovers) {
            (false, false) => return,
            (true, false) => usize::from(balance < 0),
            (false, true) => 2,
            (true, true) => 3,
        };
        rows.push(row::CHECK + usize::from(c.role) * 4 + class);
        if mate::mates(self.view, self.attacks, c, scratch) {
            rows.push(row::MATE);
        }
    }

    /// What the move leaves to be taken.
    #[inline(always)]
    fn hanging_after(&self, c: &Candidate, reach: u64, rows: &mut Rows) {
        let (from, to) = (usize::from(c.from), usize::from(c.to));
        if self.worst_hanging != 0 {
            let mut worst = 0;
            for h in self.hanging.iter() {
                let saved = h.square == from
                    || h.saved_at & bit(to) != 0
                    || h.wants_defence && reach & bit(h.square) != 0;
                worst = worst.max(if saved { 0 } else { h.role + 1 });
            }
            rows.push(row::STILL_HANGS + self.worst_hanging * 7 + worst);
        }
        let unguarded = self.attacks.of[from] & self.guarded_once & !reach;
        if unguarded != 0 {
            rows.push(row::UNGUARDS + worthiest(self.view, unguarded));
        }
        if self.in_check {
            let evasion = if usize::from(c.role) == role::KING {
                0
            } else {
                1 + usize::from(usize::from(c.captured) != role::COUNT)
            };
            rows.push(row::EVASION + evasion);
        }
    }

    /// How the move relates to those before it.
    #[inline(always)]
    fn history(&self, c: &Candidate, reach: u64, rows: &mut Rows) {
        let (from, to, role) = (usize::from(c.from), usize::from(c.to), usize::from(c.role));
        if let Some(own) = &self.own_last
            && usize::from(own.to) == from
        {
            let undoes = usize::from(own.from) == to;
            rows.push(if undoes { row::UNDO } else { row::SAME_PIECE } + role);
        }
        if let Some(last) = &self.last {
            let at = usize::from(last.to);
            let took = usize::from(usize::from(last.captured) != role::COUNT);
            rows.push(row::LAST_DISTANCE + took * 8 + distance(to, at));
            rows.push_if(reach & bit(at) != 0, row::HITS_LAST + role);
            let below = usize::from(self.attacks.opp_below[role] & bit(from) != 0);
            rows.push_if(
                self.attacks.of[at] & bit(from) != 0,
                row::FLEES_LAST + role * 2 + below,
            );
        }
        let quiet =
            usize::from(c.captured) == role::COUNT && c.kind == Kind::Plain && role != role::PAWN;
        if quiet && self.context.reversible() >= 3 {
            let piece = role + if self.view.black { 6 } else { 0 };
            let key = self.key
                ^ piece_key(piece, self.view.absolute(from))
                ^ piece_key(piece, self.view.absolute(to));
            match self.context.occurrences(key) {
                0 => {}
                n => rows.push(row::REPEATS + n.min(3) - 1),
            }
        }
    }

    #[inline(always)]
    fn pawn(&self, from: usize, to: usize, rows: &mut Rows) {
        let pawn = Pawn::new(self.view, from, to);
        rows.push(row::PAWN_RANK + usize::from(pawn.passed) * 8 + (to >> 3));
        let shape = usize::from(pawn.opposed)
            + 2 * usize::from(pawn.protected)
            + 4 * usize::from(pawn.beside)
            + 8 * usize::from(pawn.lever);
        rows.push(row::PAWN_SHAPE + shape);
    }
}

/// The highest role, the king apart, that has a piece in `set`; pawns where none has.
#[inline(always)]
fn worthiest(view: &View, set: u64) -> usize {
    let mut found = 1u32;
    for (role, pieces) in view.roles[..role::KING].iter().enumerate() {
        found |= u32::from(set & pieces != 0) << role;
    }
    found.ilog2() as usize
}
