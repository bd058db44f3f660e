//! The facts about the opponent's replies to a move: how likely they are, what they win, and what
//! can be won after them.

use super::{
    exchange::{By, Threats, WORTH, balance, prize, threats},
    facts::{self, MATE, ROWS, STALEMATE},
};
use crate::chess::{
    Position, Rules,
    san::{self, Check},
};
use crate::codec::model::moves::{
    board::{
        candidate::Candidate,
        generate::legal_moves,
        squares::{bit, role},
        view::{Attacks, View},
    },
    context::GameContext,
    features::{Situation, scene::checking_squares},
    inference::Inference,
    logarithm::logarithm,
    net::{
        arithmetic::Arithmetic,
        softmax::{self, Portions},
        weights::Judge,
    },
};

/// Number of rows about replies.
const FACTS: usize = ROWS - super::COMPARED - super::OWN;

/// Thresholds of a reply's probability, in 1/65,536. Above the first, it counts as likely; above
/// the second, it is played if it gives check, to see whether it mates; above the third, it is
/// played in any case.
const LIKELY: u32 = 3277;
const TRIED: u32 = 1311;
const PLAYED: u32 = 5243;

/// Above these gains of a reply, in hundredths of a pawn, a pawn counts as lost, and more than a
/// pawn.
const PAWN_LOST: i32 = WORTH[role::PAWN] / 2;
const MORE_LOST: i32 = 190;

/// The worth of a mate, in hundredths of a pawn.
const MATED: i32 = 3000;

/// What is known of the replies to a move. Probabilities are in 1/65,536, amounts in hundredths of
/// a pawn.
#[derive(Default)]
pub(super) struct Replies {
    count: usize,
    /// Whether the move gives check.
    in_check: bool,
    /// What the move threatens to win, by the two best captures.
    threats: Threats,
    /// The sum over all replies of what they win times their probability.
    loss: u64,
    likely_loss: i32,
    most_loss: i32,
    retaken: u32,
    checked: u32,
    mated: u32,
    taken: u32,
    pawn_lost: u32,
    more_lost: u32,
    /// The entropy of the replies, in 1/256 nat times 65,536.
    entropy: u64,
    surest: u32,
    /// The row for the pieces of the likeliest reply.
    answer: u16,
    /// The sum over the replies that are played of what can be won after them, less what they win,
    /// times their probability; and the sum of these probabilities.
    later: i64,
    played: u32,
}

impl Replies {
    /// Works out the replies in `position`, where the piece that moved stands on `target`. `judge`
    /// says how likely they are.
    #[inline(always)]
    pub(super) fn new<A: Arithmetic>(
        position: &Position,
        context: &GameContext,
        target: usize,
        judge: &Judge,
        inference: &mut Inference,
    ) -> Replies {
        let view = View::with::<A>(position);
        let mut attacks = Attacks::NONE;
        attacks.gather(&view);
        legal_moves::<A>(&view, &attacks, &mut inference.candidates);
        let mut replies = Replies {
            count: inference.candidates.len(),
            in_check: attacks.in_check(&view),
            ..Replies::default()
        };
        if replies.count == 0 {
            return replies;
        }
        let situation = Situation {
            view: &view,
            attacks: &attacks,
            context,
            position,
        };
        inference.begin::<A>(&situation);
        inference.ask_judge::<A>(judge, None, &situation);
        softmax::weights(&inference.scores, &mut inference.weights);
        replies.threats = threats(&view, attacks.opp.once, By::Opponent);
        replies.gather::<A>(&situation, target, inference);
        replies
    }

    #[inline(always)]
    fn gather<A: Arithmetic>(
        &mut self,
        situation: &Situation<'_>,
        target: usize,
        inference: &Inference,
    ) {
        let view = situation.view;
        let checks = checking_squares(view);
        let total = softmax::total(&inference.weights);
        let (portions, whole) = (Portions::of_total(total), logarithm(total));
        for (c, &weight) in inference.candidates.iter().zip(&inference.weights) {
            let share = portions.of(weight);
            if share > self.surest {
                self.surest = share;
                self.answer = facts::ANSWER.pieces(c);
            }
            if share > 0 {
                self.entropy +=
                    u64::from(share) * (whole - logarithm(u64::from(weight))).max(0) as u64;
            }
            let gain = self.take(view, c, share, target);
            if share > TRIED && !c.castles() {
                let check = checks[c.standing()] & bit(c.to()) != 0;
                if check || share > PLAYED {
                    self.play::<A>(situation, c, share, gain, check);
                }
            }
        }
    }

    /// Notes what a reply captures. Returns what it wins.
    #[inline(always)]
    fn take(&mut self, view: &View, c: Candidate, share: u32, target: usize) -> i32 {
        if prize(c) == 0 {
            return 0;
        }
        let gain = balance(view, c).max(0);
        self.loss += u64::from(share) * gain as u64;
        self.most_loss = self.most_loss.max(gain);
        if share > LIKELY {
            self.likely_loss = self.likely_loss.max(gain);
        }
        let when = |is: bool| if is { share } else { 0 };
        let takes = c.captures();
        self.taken += when(takes);
        self.retaken += when(takes && c.to() == target);
        self.pawn_lost += when(gain > PAWN_LOST);
        self.more_lost += when(gain > MORE_LOST);
        gain
    }

    /// Plays a reply that is likely enough: notes whether it gives check and mates, and what can be
    /// won after it.
    #[inline(always)]
    fn play<A: Arithmetic>(
        &mut self,
        situation: &Situation<'_>,
        c: Candidate,
        share: u32,
        gain: i32,
        check: bool,
    ) {
        let mut after = situation.position.clone();
        after.play_unchecked(c.to_move(situation.view));
        if check {
            self.checked += share;
            if san::check(&after) == Check::Mate {
                self.mated += share;
            }
        }
        if share > PLAYED {
            let view = View::with::<A>(&after);
            let won = threats(&view, view.own_attacks(), By::Mover).best;
            self.later += i64::from(share) * i64::from(won - gain);
            self.played += share;
        }
    }

    /// What the replies win on average, mates included; below 0 where the move itself mates.
    fn loss_with_mates(&self) -> i32 {
        match (self.count, self.in_check) {
            (0, true) => -MATED,
            (0, false) => 0,
            _ => ((self.loss + u64::from(self.mated) * MATED as u64) >> 16) as i32,
        }
    }

    /// What can be won after the likely replies, less what they win: an average; 0 where no reply
    /// is likely.
    fn later(&self) -> i32 {
        (self.later / i64::from(self.played.max(1))) as i32
    }

    /// The balance of a move that gains `prize` at once: that less what the replies win.
    pub(super) fn balance(&self, prize: i32) -> i32 {
        prize - self.loss_with_mates()
    }

    /// The outcome of the same move: its gain and what can be won after the replies.
    pub(super) fn outcome(&self, prize: i32) -> i32 {
        match self.count {
            0 => self.balance(prize),
            _ => prize + self.later(),
        }
    }

    /// The rows about the replies to a move that gains `prize` at once.
    pub(super) fn rows(&self, prize: i32) -> [u16; FACTS] {
        let mut rows = [0; FACTS];
        if self.count == 0 {
            rows[0] = facts::LOSS.row(if self.in_check { MATE } else { STALEMATE });
            return rows;
        }
        // The cube: three rows for each doubling.
        let replies = (self.count as u64).pow(3).ilog2() as usize + 1;
        let check = usize::from(self.in_check) * 8 + self.count.min(7);
        [
            facts::LOSS.win((self.loss >> 16) as i32),
            facts::BALANCE.balance(prize - (self.loss >> 16) as i32),
            facts::LIKELY_LOSS.win(self.likely_loss),
            facts::MOST_LOSS.win(self.most_loss),
            facts::RETAKEN.chance(self.retaken),
            facts::CHECKED.chance(self.checked),
            facts::MATED.chance(self.mated),
            facts::TAKEN.chance(self.taken),
            facts::PAWN_LOST.chance(self.pawn_lost),
            facts::MORE_LOST.chance(self.more_lost),
            facts::CHOICE.row((self.entropy >> 22) as usize),
            facts::REPLIES.row(replies),
            facts::SUREST.chance(self.surest),
            self.answer,
            facts::CHECK.row(check),
            facts::THREAT.win(self.threats.best),
            facts::THREATS.win(self.threats.second),
            facts::LATER.balance(self.later()),
            facts::OUTCOME.balance(self.outcome(prize)),
        ]
    }
}
