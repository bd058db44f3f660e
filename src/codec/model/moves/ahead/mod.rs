//! Looking ahead, at [`Effort::Utmost`](super::model::Effort::Utmost): what a likely move leads to.
//!
//! Each move that is likely enough is played, and the first judge is asked what the opponent
//! replies. What the replies win on average, what they take, whether they mate, what the move
//! threatens and what is left of that afterwards: such [`facts`] go through a small [`network`],
//! which changes the move's score.
//!
//! * [`exchange`]: what captures win; `replies`: the facts about replies; [`facts`]: the rows of
//!   the network; [`network`]: its weights, and what the block adds to them; `fit`: a test that
//!   fits the weights.

mod exchange;
mod facts;
#[cfg(test)]
mod fit;
mod network;
mod replies;

use self::{
    exchange::{By, balance, prize, threats},
    facts::{ROWS, Rows, SHARED_ROWS, Surroundings},
    network::{Base, Following, Network},
    replies::Replies,
};
use super::{
    board::candidate::Candidate,
    context::GameContext,
    features::Situation,
    inference::Inference,
    logarithm::logarithm,
    net::{
        arithmetic::Arithmetic,
        softmax::{self, Portions},
        weights::Judge,
    },
};
use crate::chess::{Position, Rules};

/// Most moves looked at; moves less likely than 1 in [`LEAST`] are not looked at.
const MOST: usize = 12;
const LEAST: u64 = 32;

/// The number of rows that compare the move to the others looked at; those after them about the
/// move itself; the rest are about its replies.
const COMPARED: usize = 3;
const OWN: usize = 5;

/// The rows of moves that were not looked at.
const UNSEEN: Rows = {
    let mut rows = [0; ROWS];
    rows[0] = facts::UNSEEN.row(0);
    rows
};

/// How many rows the network has.
#[cfg(test)]
pub(crate) const ROW_COUNT: usize = facts::COUNT;

/// The rows that are the same for all moves of a position.
pub(crate) type Shared = [u16; SHARED_ROWS];

/// What one block has taught about looking ahead, and buffers that every position uses again.
#[derive(Debug)]
pub(crate) struct Lookahead {
    network: &'static Network,
    following: Following,
    /// The moves looked at, the likeliest first.
    looked_at: Vec<LookedAt>,
    /// For each candidate, whether it was not looked at.
    unseen: Vec<bool>,
    /// The judge's view of the replies to the move that is looked at.
    replies: Inference,
}

/// A move that was looked at, and what was found out about it.
#[derive(Clone, Copy, Debug)]
struct LookedAt {
    index: usize,
    rows: Rows,
    /// What it captures less what the replies win, and the same plus what can be won after the
    /// replies; in hundredths of a pawn.
    balance: i32,
    outcome: i32,
    /// How unlikely it was: minus the logarithm of its probability, in 1/256 nat.
    rarity: usize,
}

impl LookedAt {
    /// Fills in the rows about the move itself and about the replies. `place` is its place among
    /// the moves looked at.
    #[inline(always)]
    fn describe(
        &mut self,
        situation: &Situation<'_>,
        place: usize,
        c: Candidate,
        replies: &Replies,
    ) {
        let prize = prize(c);
        self.balance = replies.balance(prize);
        self.outcome = replies.outcome(prize);
        let (own, of_replies) = self.rows[COMPARED..].split_at_mut(OWN);
        own.copy_from_slice(&[
            facts::SHARE.row(self.rarity * 5 / 512),
            facts::PLACE.row(place),
            facts::PIECES.pieces(c),
            facts::KIND.row(c.promotion() * 3 + c.kind()),
            facts::EXCHANGE.balance(balance(situation.view, c)),
        ]);
        of_replies.copy_from_slice(&replies.rows(prize));
    }
}

impl Default for Lookahead {
    fn default() -> Lookahead {
        Lookahead {
            network: Network::standard(),
            following: Following::default(),
            looked_at: Vec::new(),
            unseen: Vec::new(),
            replies: Inference::default(),
        }
    }
}

impl Lookahead {
    /// Looks at the likely moves and changes the scores of all.
    #[inline(always)]
    pub(crate) fn look<A: Arithmetic>(
        &mut self,
        judge: &Judge,
        situation: &Situation<'_>,
        inference: &mut Inference,
    ) {
        if let Some(shared) = self.regard::<A>(judge, situation, inference) {
            self.add(&shared, inference);
        }
    }

    /// Works out the rows of the likely moves. Returns the rows that all moves have in common;
    /// `None` where fewer than two moves are likely.
    #[inline(always)]
    fn regard<A: Arithmetic>(
        &mut self,
        judge: &Judge,
        situation: &Situation<'_>,
        inference: &Inference,
    ) -> Option<Shared> {
        self.choose(&inference.weights);
        if self.looked_at.len() < 2 {
            self.looked_at.clear();
            return None;
        }
        for place in 0..self.looked_at.len() {
            let Some(c) = inference.candidates.get(self.looked_at[place].index) else {
                continue;
            };
            let replies = replies::<A>(judge, situation, c, &mut self.replies);
            self.looked_at[place].describe(situation, place, c, &replies);
        }
        self.compare(&inference.weights);
        let &Situation { view, attacks, .. } = situation;
        let surroundings = Surroundings {
            danger: threats(view, attacks.opp.once, By::Opponent),
            chance: threats(view, attacks.own.once, By::Mover).best,
            looked_at: self.looked_at.len(),
            moves: inference.candidates.len(),
        };
        Some(facts::shared(situation, &surroundings))
    }

    /// Lists the moves to look at, the likeliest first.
    #[inline(always)]
    fn choose(&mut self, weights: &[u32]) {
        let total = softmax::total(weights);
        self.looked_at.clear();
        self.unseen.clear();
        self.unseen.resize(weights.len(), true);
        while self.looked_at.len() < MOST {
            let left = weights.iter().zip(&self.unseen).enumerate();
            let left = left.filter(|&(_, (&w, &unseen))| unseen && u64::from(w) * LEAST > total);
            let Some((index, (&weight, _))) = left.rev().max_by_key(|&(_, (&w, _))| w) else {
                break;
            };
            self.unseen[index] = false;
            self.looked_at.push(LookedAt {
                index,
                rows: [0; ROWS],
                balance: 0,
                outcome: 0,
                rarity: (logarithm(total) - logarithm(u64::from(weight))).max(0) as usize,
            });
        }
    }

    /// Fills in the rows that compare the moves looked at.
    #[inline(always)]
    fn compare(&mut self, weights: &[u32]) {
        let (mut best, mut sums, mut total) = (i32::MIN, [0i64; 2], 0);
        for looked in &self.looked_at {
            let weight = i64::from(weights[looked.index]);
            best = best.max(looked.balance);
            sums[0] += weight * i64::from(looked.balance);
            sums[1] += weight * i64::from(looked.outcome);
            total += weight;
        }
        let [balance, outcome] = sums.map(|sum| (sum / total.max(1)) as i32);
        for looked in &mut self.looked_at {
            looked.rows[..COMPARED].copy_from_slice(&[
                facts::REGRET.win(best - looked.balance),
                facts::MERIT.balance(looked.balance - balance),
                facts::PROMISE.balance(looked.outcome - outcome),
            ]);
        }
    }

    /// Adds the network's output to the scores of all moves.
    #[inline(always)]
    fn add(&self, shared: &Shared, inference: &mut Inference) {
        let base = self.network.base(shared);
        let unseen = self.gain(&base, &UNSEEN);
        for (score, &is_unseen) in inference.scores.iter_mut().zip(&self.unseen) {
            *score += if is_unseen { unseen } else { 0 };
        }
        for looked in &self.looked_at {
            inference.scores[looked.index] += self.gain(&base, &looked.rows);
        }
    }

    /// What the score of a move with these rows gains.
    #[inline(always)]
    fn gain(&self, base: &Base, rows: &Rows) -> i32 {
        self.network.score(base, rows) + self.following.score(rows)
    }

    /// Learns that move number `played` was played, where the moves have these weights.
    pub(crate) fn learn(&mut self, weights: &[u32], played: usize) {
        if self.looked_at.is_empty() {
            return;
        }
        let portions = Portions::among(weights);
        let mut rest = 0;
        for looked in &self.looked_at {
            let error = portions.error(weights[looked.index], looked.index == played);
            rest -= error;
            self.following.learn(&looked.rows, error);
        }
        self.following.learn(&UNSEEN, rest);
        self.looked_at.clear();
    }
}

/// Plays a move, asks the judge about the replies, and works out the facts about them.
#[inline(always)]
fn replies<A: Arithmetic>(
    judge: &Judge,
    situation: &Situation<'_>,
    c: Candidate,
    inference: &mut Inference,
) -> Replies {
    let &Situation {
        view,
        context,
        position,
        ..
    } = situation;
    let m = c.to_move(view);
    let (mut position, mut context): (Position, GameContext) = (position.clone(), context.clone());
    context.advance(&position, m);
    position.play_unchecked(m);
    Replies::new::<A>(&position, &context, c.lands() ^ 56, judge, inference)
}
