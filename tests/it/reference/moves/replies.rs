//! The opponent's replies to a move. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::{
    ahead_rows::{Bins, row},
    board::{Board, OPP, OWN, Turned},
    exchange::{balance, prize, threats},
    ranking::logarithm,
    scene::gives_check,
    shares::share,
};
use shakmaty::{Chess, Position};

/// What is known of the replies (17.3).
#[derive(Default)]
pub(crate) struct Replies {
    count: i64,
    in_check: bool,
    threats: [i64; 2],
    loss: i64,
    likely_loss: i64,
    most_loss: i64,
    taken: i64,
    retaken: i64,
    pawn_lost: i64,
    more_lost: i64,
    entropy: i64,
    surest: i64,
    answer: i64,
    checked: i64,
    mated: i64,
    later: i64,
    played: i64,
}

impl Replies {
    /// The replies `moves` in `position`, of these weights; the piece that moved stands on
    /// `target`.
    pub(crate) fn new(
        position: &Chess,
        board: &Board,
        moves: &[Turned],
        weights: &[u64],
        target: usize,
    ) -> Replies {
        let mut replies = Replies {
            count: moves.len() as i64,
            in_check: board.in_check(),
            threats: threats(board, OPP),
            ..Replies::default()
        };
        let total = weights.iter().sum();
        for (m, &weight) in moves.iter().zip(weights) {
            let share = share(weight, total) as i64;
            if share > replies.surest {
                replies.surest = share;
                replies.answer = (7 * m.role + m.captured) as i64;
            }
            if share > 0 {
                replies.entropy += share * (logarithm(total) - logarithm(weight)).max(0);
            }
            let won = match prize(m) {
                0 => 0,
                _ => balance(board, m).max(0),
            };
            replies.note_won(m, share, won, target);
            if !m.castles {
                replies.note_played(position, board, m, share, won);
            }
        }
        replies
    }

    fn note_won(&mut self, m: &Turned, share: i64, won: i64, target: usize) {
        self.loss += share * won;
        self.most_loss = self.most_loss.max(won);
        if share > 3_277 {
            self.likely_loss = self.likely_loss.max(won);
        }
        let captures = m.played.is_capture();
        self.taken += if captures { share } else { 0 };
        self.retaken += if captures && m.to == target { share } else { 0 };
        self.pawn_lost += if won > 50 { share } else { 0 };
        self.more_lost += if won > 190 { share } else { 0 };
    }

    fn note_played(&mut self, position: &Chess, board: &Board, m: &Turned, share: i64, won: i64) {
        let mut after = position.clone();
        after.play_unchecked(m.played);
        if share > 1_311 && gives_check(board, m.standing(), m.to) {
            self.checked += share;
            self.mated += if after.is_checkmate() { share } else { 0 };
        }
        if share > 5_243 {
            self.later += share * (threats(&Board::new(&after), OWN)[0] - won);
            self.played += share;
        }
    }

    fn mean_loss(&self) -> i64 {
        match (self.count, self.in_check) {
            (0, true) => -3_000,
            (0, false) => 0,
            _ => (self.loss + 3_000 * self.mated) >> 16,
        }
    }

    /// The balance after replies of a move with this prize.
    pub(crate) fn balance(&self, prize: i64) -> i64 {
        prize - self.mean_loss()
    }

    fn later_gain(&self) -> i64 {
        self.later / self.played.max(1)
    }

    /// The outcome of a move with this prize.
    pub(crate) fn outcome(&self, prize: i64) -> i64 {
        match self.count {
            0 => self.balance(prize),
            _ => prize + self.later_gain(),
        }
    }

    /// The rows of what replies say of a move with this prize (17.4).
    pub(crate) fn rows(&self, prize: i64) -> Vec<usize> {
        if self.count == 0 {
            return vec![row(5, if self.in_check { 16 } else { 15 })];
        }
        let loss = self.loss >> 16;
        let replies = (self.count.pow(3) as u64).ilog2() + 1;
        let check = 8 * i64::from(self.in_check) + self.count.min(7);
        vec![
            Bins::Win.row(5, loss),
            Bins::Balance.row(6, prize - loss),
            Bins::Win.row(9, self.likely_loss),
            Bins::Win.row(10, self.most_loss),
            Bins::Chance.row(11, self.retaken),
            Bins::Chance.row(12, self.checked),
            Bins::Chance.row(13, self.mated),
            Bins::Chance.row(14, self.taken),
            Bins::Chance.row(15, self.pawn_lost),
            Bins::Chance.row(16, self.more_lost),
            row(17, self.entropy >> 22),
            row(18, i64::from(replies)),
            Bins::Chance.row(19, self.surest),
            row(20, self.answer),
            row(21, check),
            Bins::Win.row(22, self.threats[0]),
            Bins::Win.row(23, self.threats[1]),
            Bins::Balance.row(24, self.later_gain()),
            Bins::Balance.row(25, self.outcome(prize)),
        ]
    }
}
