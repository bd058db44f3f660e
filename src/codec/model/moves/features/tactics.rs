//! What is notable about each legal move: a short list of rows of the move layer.
//!
//! Every row is a yes-or-no fact, most of them a role combined with one small number: where the piece comes from and goes to, what
//! the exchange there wins, who threatens origin and target, what the move attacks anew, what it leaves hanging, whether it
//! checks, recaptures, undoes the last move or repeats the position.

use super::{
    exchange::{self, Exchanges},
    mate,
};
use crate::codec::model::moves::{
    board::{
        generate::{Candidate, Kind, checkers},
        squares::{
            FILE_A, FILE_H, Squares, attacks_of, between, bishop, bit, distance, king, knight,
            pawns_down, pawns_up, role, rook,
        },
        view::{Attacks, View},
    },
    context::{GameContext, Past, piece_key, placement_key},
};

/// Where each group of rows begins.
mod row {
    pub(super) const FROM: usize = 0;
    pub(super) const TO: usize = FROM + 6 * 64;
    pub(super) const CAPTURE: usize = TO + 6 * 64;
    pub(super) const PROMOTION: usize = CAPTURE + 6 * 7;
    pub(super) const EXCHANGE: usize = PROMOTION + 5;
    pub(super) const ORIGIN: usize = EXCHANGE + 6 * 13;
    pub(super) const TARGET: usize = ORIGIN + 6 * 6;
    pub(super) const RECAPTURE: usize = TARGET + 6 * 10;
    pub(super) const CHECK: usize = RECAPTURE + 42;
    pub(super) const MATE: usize = CHECK + 6 * 4;
    pub(super) const UNDO: usize = MATE + 1;
    pub(super) const SAME_PIECE: usize = UNDO + 6;
    pub(super) const NEW_ATTACK: usize = SAME_PIECE + 6;
    pub(super) const FORK: usize = NEW_ATTACK + 6 * 6;
    pub(super) const MOBILITY: usize = FORK + 6;
    pub(super) const KING_DISTANCE: usize = MOBILITY + 6 * 9;
    pub(super) const LAST_DISTANCE: usize = KING_DISTANCE + 6 * 8;
    pub(super) const PAWN_RANK: usize = LAST_DISTANCE + 2 * 8;
    pub(super) const PAWN_SHAPE: usize = PAWN_RANK + 16;
    pub(super) const STILL_HANGS: usize = PAWN_SHAPE + 16;
    pub(super) const UNGUARDS: usize = STILL_HANGS + 7 * 7;
    pub(super) const REPEATS: usize = UNGUARDS + 6;
    pub(super) const HITS_LAST: usize = REPEATS + 3;
    pub(super) const FLEES_LAST: usize = HITS_LAST + 6;
    pub(super) const EVASION: usize = FLEES_LAST + 12;
    pub(super) const KING_RING: usize = EVASION + 3;
    pub(super) const STEPS: usize = KING_RING + 6 * 4;
    pub(super) const CASTLE: usize = STEPS + 6 * 8;
    pub(super) const OPENS: usize = CASTLE + 2;
    pub(super) const END: usize = OPENS + 6;
}

/// How many rows there are.
pub(crate) const COUNT: usize = row::END;

/// Classes of the balance of an exchange, from -9 and less to 10 and more.
const BALANCE_CLASSES: [u8; 20] = [
    0, 1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10, 10, 10, 11, 12,
];

/// More rows than any move has.
const MOST_ROWS: usize = 32;

/// The rows of one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    rows: [u16; MOST_ROWS],
    count: usize,
}

impl Rows {
    const NONE: Rows = Rows {
        rows: [0; MOST_ROWS],
        count: 0,
    };

    #[inline(always)]
    fn push(&mut self, row: usize) {
        debug_assert!(row < COUNT && self.count < MOST_ROWS);
        self.rows[self.count % MOST_ROWS] = row as u16;
        self.count += 1;
    }

    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.rows[..self.count.min(MOST_ROWS)]
    }
}

#[cfg(test)]
impl FromIterator<u16> for Rows {
    fn from_iter<I: IntoIterator<Item = u16>>(rows: I) -> Rows {
        rows.into_iter().fold(Rows::NONE, |mut all, row| {
            all.push(usize::from(row));
            all
        })
    }
}

/// A piece of the mover that stands to be lost, and what would save it.
struct Hanging {
    square: usize,
    role: usize,
    /// Going there captures the attacker or shuts its way.
    saved_at: u64,
    /// Whether defending it is enough.
    wants_defence: bool,
}

/// What all moves of a position have in common.
struct Scene<'a> {
    view: &'a View,
    attacks: &'a Attacks,
    occupied: u64,
    last: Option<Past>,
    own_last: Option<Past>,
    in_check: bool,
    hanging: Vec<Hanging>,
    worst_hanging: usize,
    /// Squares from which each role would give check.
    checks: [u64; 6],
    /// Own pieces that shut a line from an own piece to the opponent's king.
    discoverers: u64,
    /// Own pieces that are attacked and defended once.
    guarded_once: u64,
    ring: u64,
    key: u64,
    exchanges: Exchanges,
    /// By role: pieces worth more.
    worthier: [u64; 6],
    /// Squares that count as mobility.
    safe: u64,
    origin: Origin,
}

/// What all moves of one piece have in common.
#[derive(Clone, Copy, Default)]
struct Origin {
    square: usize,
    /// What the piece attacks now.
    reach: u64,
    mobility: i32,
    ring: i32,
}

/// Appends the rows of every candidate to `out`, which is emptied first.
pub(crate) fn describe(
    view: &View,
    attacks: &Attacks,
    context: &GameContext,
    position: &crate::chess::Position,
    candidates: &[Candidate],
    scratch: &mut Vec<Candidate>,
    out: &mut Vec<Rows>,
) {
    out.clear();
    out.resize(candidates.len(), Rows::NONE);
    let mut scene = Scene::new(view, attacks, context, position);
    for (c, rows) in candidates.iter().zip(out) {
        if usize::from(c.from) != scene.origin.square {
            scene.origin = scene.origin_of(usize::from(c.from));
        }
        scene.describe(c, context, scratch, rows);
    }
}

impl<'a> Scene<'a> {
    fn new(
        view: &'a View,
        attacks: &'a Attacks,
        context: &GameContext,
        position: &crate::chess::Position,
    ) -> Scene<'a> {
        let occupied = view.occupied();
        let turned = |past: Option<Past>| {
            past.map(|m| Past {
                from: view.absolute(usize::from(m.from & 63)) as u8,
                to: view.absolute(usize::from(m.to & 63)) as u8,
                ..m
            })
        };
        let diagonal = bishop(view.opp_king, occupied);
        let straight = rook(view.opp_king, occupied);
        let hanging = hanging(view, attacks);
        let opp_king = bit(view.opp_king);
        Scene {
            view,
            attacks,
            occupied,
            last: turned(context.past[0]),
            own_last: turned(context.past[1]),
            in_check: checkers(view) != 0,
            worst_hanging: hanging.iter().map(|h| h.role + 1).max().unwrap_or(0),
            hanging,
            checks: [
                pawns_down(opp_king),
                knight(view.opp_king),
                diagonal,
                straight,
                diagonal | straight,
                0,
            ],
            discoverers: discoverers(view),
            guarded_once: view.own
                & attacks.opp
                & attacks.own
                & !attacks.own_twice
                & !bit(view.king),
            ring: king(view.opp_king) | opp_king,
            exchanges: Exchanges::new(),
            worthier: std::array::from_fn(|role| {
                (0..role::KING)
                    .filter(|&r| exchange::VALUE[r] > exchange::VALUE[role])
                    .fold(0, |set, r| set | view.roles[r])
            }),
            safe: !view.own & !attacks.opp_by[role::PAWN],
            origin: Origin {
                square: usize::MAX,
                ..Origin::default()
            },
            key: if context.reversible() >= 3 {
                placement_key(position)
            } else {
                0
            },
        }
    }

    fn origin_of(&self, square: usize) -> Origin {
        let reach = self.attacks.of[square];
        Origin {
            square,
            reach,
            mobility: (reach & self.safe).count_ones() as i32,
            ring: (reach & self.ring).count_ones() as i32,
        }
    }

    fn describe(
        &mut self,
        c: &Candidate,
        context: &GameContext,
        scratch: &mut Vec<Candidate>,
        rows: &mut Rows,
    ) {
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
        self.history(c, reach, context, rows);
        if role == role::PAWN {
            self.pawn(from, to, rows);
        }
    }

    fn captures(&self, c: &Candidate, balance: i32, rows: &mut Rows) {
        let role = usize::from(c.role);
        if usize::from(c.captured) != role::COUNT {
            rows.push(row::CAPTURE + role * 7 + usize::from(c.captured));
        }
        if c.promotion != 0 {
            rows.push(row::PROMOTION + usize::from(c.promotion));
        }
        let class = usize::from(BALANCE_CLASSES[(balance.clamp(-9, 10) + 9) as usize]);
        rows.push(row::EXCHANGE + role * 13 + class);
        if let Some(last) = &self.last
            && last.to == c.to
            && usize::from(c.captured) != role::COUNT
        {
            let traded = usize::from(usize::from(last.captured) != role::COUNT);
            let sign = (balance.signum() + 1) as usize;
            rows.push(row::RECAPTURE + (usize::from(c.captured) * 2 + traded) * 3 + sign);
        }
    }

    /// Who threatens origin and target.
    fn threats(&self, c: &Candidate, rows: &mut Rows) {
        let (from, to, role) = (usize::from(c.from), usize::from(c.to), usize::from(c.role));
        let attacks = self.attacks;
        let at = |map: u64, square: usize| (map >> square & 1) as usize;
        let attacked = at(attacks.opp, from);
        let state =
            2 * (attacked + (attacked & at(attacks.opp_below[role], from))) + at(attacks.own, from);
        rows.push(row::ORIGIN + role * 6 + state);
        let by = |r: usize| at(attacks.opp_by[r], to) != 0;
        let threat = if at(attacks.opp, to) == 0 {
            0
        } else if by(role::PAWN) {
            1
        } else if at(attacks.opp_below[role], to) != 0 {
            2
        } else if by(role)
            || (by(role::KNIGHT) || by(role::BISHOP))
                && (role == role::KNIGHT || role == role::BISHOP)
        {
            3
        } else {
            4
        };
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
    fn activity(&self, c: &Candidate, standing: usize, reach: u64, rows: &mut Rows) {
        let (from, to, role) = (usize::from(c.from), usize::from(c.to), usize::from(c.role));
        let fresh = reach & !self.origin.reach & self.view.opp & !bit(self.view.opp_king);
        // Worth more than the piece, or not defended.
        let victims = fresh & (self.worthier[standing] | !self.attacks.opp);
        if victims != 0 {
            let best = (0..role::KING)
                .rev()
                .find(|&r| victims & self.view.roles[r] != 0);
            rows.push(row::NEW_ATTACK + role * 6 + best.unwrap_or(0));
            if victims & (victims - 1) != 0 {
                rows.push(row::FORK + role);
            }
        }
        if role != role::PAWN {
            let mobility = (reach & self.safe).count_ones() as i32;
            let change = (mobility - self.origin.mobility).clamp(-8, 8);
            rows.push(row::MOBILITY + role * 9 + ((change + 8) / 2) as usize);
            rows.push(row::STEPS + role * 8 + distance(from, to));
        }
        rows.push(row::KING_DISTANCE + role * 8 + distance(to, self.view.opp_king));
        let near = reach & self.ring;
        let ring = if near == 0 {
            0
        } else {
            near.count_ones() as i32 - self.origin.ring
        };
        if ring > 0 {
            rows.push(row::KING_RING + role * 4 + (ring as usize - 1).min(3));
        }
        let opened = self.guards_opened(from);
        if opened {
            rows.push(row::OPENS + role);
        }
    }

    /// Whether an own line piece stands behind the mover, whatever it looks at.
    fn guards_opened(&self, from: usize) -> bool {
        let by = &self.attacks.own_by;
        (by[role::BISHOP] | by[role::ROOK] | by[role::QUEEN]) & bit(from) != 0
    }

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
                let (_, rook_to) =
                    crate::codec::model::moves::board::generate::castling_targets(from, to);
                rook(self.view.opp_king, self.occupied & !bit(from)) & bit(rook_to) != 0
            }
            _ if c.promotion != 0 => {
                attacks_of(standing, to, self.occupied & !bit(from)) & bit(self.view.opp_king) != 0
            }
            _ => self.checks[standing] & bit(to) != 0,
        };
        let discovers = self.discoverers & bit(from) != 0
            && crate::codec::model::moves::board::squares::line(from, self.view.opp_king) & bit(to)
                == 0;
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
    fn hanging_after(&self, c: &Candidate, reach: u64, rows: &mut Rows) {
        let (from, to) = (usize::from(c.from), usize::from(c.to));
        if self.worst_hanging != 0 {
            let worst = self
                .hanging
                .iter()
                .filter(|h| {
                    h.square != from
                        && h.saved_at & bit(to) == 0
                        && !(h.wants_defence && reach & bit(h.square) != 0)
                })
                .map(|h| h.role + 1)
                .max()
                .unwrap_or(0);
            rows.push(row::STILL_HANGS + self.worst_hanging * 7 + worst);
        }
        let unguarded = self.attacks.of[from] & self.guarded_once & !reach;
        if unguarded != 0 {
            let worst = (0..role::KING)
                .rev()
                .find(|&r| unguarded & self.view.roles[r] != 0);
            rows.push(row::UNGUARDS + worst.unwrap_or(0));
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
    fn history(&self, c: &Candidate, reach: u64, context: &GameContext, rows: &mut Rows) {
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
            if reach & bit(at) != 0 {
                rows.push(row::HITS_LAST + role);
            }
            if self.attacks.of[at] & bit(from) != 0 {
                let below = usize::from(self.attacks.opp_below[role] & bit(from) != 0);
                rows.push(row::FLEES_LAST + role * 2 + below);
            }
        }
        let quiet =
            usize::from(c.captured) == role::COUNT && c.kind == Kind::Plain && role != role::PAWN;
        if quiet && context.reversible() >= 3 {
            let piece = role + if self.view.black { 6 } else { 0 };
            let key = self.key
                ^ piece_key(piece, self.view.absolute(from))
                ^ piece_key(piece, self.view.absolute(to));
            match context.occurrences(key) {
                0 => {}
                n => rows.push(row::REPEATS + n.min(3) - 1),
            }
        }
    }

    fn pawn(&self, from: usize, to: usize, rows: &mut Rows) {
        let at = bit(to);
        let files = at | (at & !FILE_A) >> 1 | (at & !FILE_H) << 1;
        let ahead = |set: u64| {
            let mut span = set << 8;
            span |= span << 8;
            span |= span << 16;
            span | span << 32
        };
        let pawns = self.view.roles[role::PAWN];
        let (own, opp) = (pawns & self.view.own & !bit(from), pawns & self.view.opp);
        let passed = usize::from(ahead(files) & opp == 0);
        rows.push(row::PAWN_RANK + passed * 8 + (to >> 3));
        let opposed = usize::from(ahead(at) & opp != 0);
        let protected = usize::from(pawns_down(at) & own != 0);
        let beside = usize::from(files & !at & own != 0);
        let lever = usize::from(pawns_up(at) & opp != 0);
        rows.push(row::PAWN_SHAPE + opposed + 2 * protected + 4 * beside + 8 * lever);
    }
}

/// The mover's pieces that can be taken at a profit.
fn hanging(view: &View, attacks: &Attacks) -> Vec<Hanging> {
    let mut all = Vec::new();
    for role in 0..role::KING {
        let threatened = attacks.opp_below[role] | attacks.opp & !attacks.own;
        for square in Squares(view.roles[role] & view.own & threatened) {
            let attackers = view.attackers(square, view.occupied()) & view.opp;
            let below = attacks.opp_below[role] & bit(square) != 0;
            let cheaper = (0..role::COUNT)
                .filter(|&r| exchange::VALUE[r] < exchange::VALUE[role])
                .fold(0, |set, r| set | view.roles[r]);
            let threats = if below {
                attackers & cheaper
            } else {
                attackers
            };
            let saved_at = if threats.count_ones() == 1 {
                threats | between(threats.trailing_zeros() as usize, square)
            } else {
                0
            };
            all.push(Hanging {
                square,
                role,
                saved_at,
                wants_defence: !below,
            });
        }
    }
    all
}

/// Own pieces that shut a line from an own piece to the opponent's king.
fn discoverers(view: &View) -> u64 {
    let queens = view.roles[role::QUEEN];
    let snipers = view.own
        & (bishop(view.opp_king, 0) & (view.roles[role::BISHOP] | queens)
            | rook(view.opp_king, 0) & (view.roles[role::ROOK] | queens));
    let mut found = 0;
    for sniper in Squares(snipers) {
        let blockers = between(view.opp_king, sniper) & view.occupied();
        if blockers & blockers.wrapping_sub(1) == 0 {
            found |= blockers & view.own;
        }
    }
    found
}
