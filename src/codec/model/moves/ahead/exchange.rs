//! What captures win when the exchange on their square is played out (static exchange evaluation),
//! by the usual values of the pieces.

use crate::codec::model::moves::board::{
    candidate::Candidate,
    squares::{Squares, bit, role},
    view::View,
};

/// The worth of each role from pawn to king, and of nothing, in hundredths of a pawn.
pub(super) const WORTH: [i32; 7] = [100, 310, 330, 500, 950, 20_000, 0];

/// Most captures on one square that are played out.
const MOST: usize = 32;

/// What a move gains at once, by its capture and its promotion.
#[inline(always)]
pub(super) fn prize(c: Candidate) -> i32 {
    let promoted = match c.promotion() {
        0 => 0,
        role => WORTH[role] - WORTH[role::PAWN],
    };
    WORTH[c.captured()] + promoted
}

/// What a move of the mover's wins (or loses, below 0) when the exchange on its target is played
/// out.
#[inline(always)]
pub(super) fn balance(view: &View, c: Candidate) -> i32 {
    Exchange {
        view,
        to: c.to(),
        sides: [view.opp, view.own],
    }
    .play(c.from(), prize(c), WORTH[c.standing()])
}

/// The player who threatens.
#[derive(Clone, Copy)]
pub(super) enum By {
    Mover,
    Opponent,
}

/// What the two best captures of a player on different squares would win; 0 where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Threats {
    pub(super) best: i32,
    pub(super) second: i32,
}

/// The threats of a player who attacks the squares `attacked`: what captures would win if it were
/// that player's turn. Pins are ignored.
#[inline(always)]
pub(super) fn threats(view: &View, attacked: u64, by: By) -> Threats {
    let (us, them) = match by {
        By::Mover => (view.own, view.opp),
        By::Opponent => (view.opp, view.own),
    };
    let kings = view.roles[role::KING];
    let worth_at = |square: usize| WORTH[usize::from(view.board[square & 63] % 6)];
    let mut won = Threats::default();
    for to in Squares(attacked & them & !kings) {
        let prize = worth_at(to);
        if prize <= won.second {
            continue;
        }
        let exchange = Exchange {
            view,
            to,
            sides: [them, us],
        };
        let mut best = 0;
        for from in Squares(us & view.attackers(to, view.occupied())) {
            best = exchange.play(from, prize, worth_at(from)).max(best);
        }
        won.second = won.second.max(best.min(won.best));
        won.best = won.best.max(best);
    }
    won
}

/// The exchange on one square.
struct Exchange<'a> {
    view: &'a View,
    to: usize,
    /// The pieces of the player who may take back, and those of the one who moved there first.
    sides: [u64; 2],
}

impl Exchange<'_> {
    /// What the first move wins in the end: it comes from `from`, gains `prize` and leaves a piece
    /// worth `standing` on the square. Each player in turn takes with the least valuable piece, or
    /// stops.
    #[inline(always)]
    fn play(&self, from: usize, prize: i32, standing: i32) -> i32 {
        let mut occupied = self.view.occupied() & !bit(from);
        let mut gains = [0; MOST];
        gains[0] = prize;
        let (mut standing, mut last) = (standing, 0);
        while last + 1 < MOST {
            let attackers = self.view.attackers(self.to, occupied) & occupied;
            let [us, them] = [0, 1].map(|turn| attackers & self.sides[(last + turn) & 1]);
            let Some(role) = (0..role::COUNT).find(|&role| us & self.view.roles[role] != 0) else {
                break;
            };
            if role == role::KING && them != 0 {
                break;
            }
            last += 1;
            gains[last] = standing - gains[last - 1];
            standing = WORTH[role];
            let set = us & self.view.roles[role];
            occupied &= !(set & set.wrapping_neg());
        }
        for turn in (0..last).rev() {
            gains[turn] = -(-gains[turn]).max(gains[turn + 1]);
        }
        gains[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::setup::position_of_fen;
    use crate::codec::model::moves::{
        board::{candidate::Candidates, generate::legal_moves, view::Attacks},
        net::arithmetic::Plain,
    };

    /// What captures win, by origin and destination.
    fn captures(fen: &[u8]) -> Vec<(usize, usize, i32)> {
        let view = View::new(&position_of_fen(fen).unwrap());
        let mut candidates = Candidates::default();
        legal_moves::<Plain>(&view, &Attacks::new(&view), &mut candidates);
        let captures = candidates.iter().filter(|&c| prize(c) > 0);
        captures
            .map(|c| (c.from(), c.to(), balance(&view, c)))
            .collect()
    }

    #[test]
    fn exchanges_are_played_out() {
        // A rook, with another behind it, may take a pawn that a pawn defends; a knight one that
        // nothing does.
        let fen = b"4k3/2p5/3p4/6p1/4N3/3R4/3R4/4K3 w - - 0 1";
        assert_eq!(
            captures(fen),
            [
                (19, 43, 100 - 500 + 100),
                (28, 38, 100),
                (28, 43, 100 - 310 + 100)
            ]
        );
    }

    #[test]
    fn the_two_best_captures_are_found_for_both() {
        let fen = b"4k3/2p5/p2p4/1P4p1/4N2q/3R2P1/3R4/4K3 w - - 0 1";
        let view = View::new(&position_of_fen(fen).unwrap());
        let attacks = Attacks::new(&view);
        assert_eq!(view.own_attacks(), attacks.own.once);
        let both = [(attacks.own, By::Mover), (attacks.opp, By::Opponent)];
        let both = both.map(|(attacks, by)| threats(&view, attacks.once, by));
        let right = [(850, 100), (310, 100)].map(|(best, second)| Threats { best, second });
        assert_eq!(both, right);
    }
}
