//! Looking ahead: what a likely move leads to (level 9).
//!
//! Each move that is likely enough is played, and the first judge is asked what the opponent
//! replies. What the replies win on average, what they take, whether they mate, what the move
//! threatens and what is left of that afterwards: such [`facts`] go through a small [`network`],
//! which changes the move's score.
//!
//! * [`exchange`]: what captures win; `replies`: the facts about replies; [`facts`]: the rows of
//!   the network; [`network`]: its weights, and what the block adds to them; `fit`: a test that
//!   fits the weights.
//!
//! # NOTES
//!
//! Bits a half-move, with memory and ranking, on games of the training files that nothing here was
//! fitted to: online below 1,700 and above 2,250, over the board, engines; 90,000 to 130,000
//! half-moves each. Without looking ahead: 2.290, 2.147, 2.276, 2.328; fitted to 2.6 million
//! half-moves, three times each: 2.259, 2.087, 2.190, 2.253. The weights in use were fitted to
//! three times as many (7.6 million): on six other training files 0.001 to 0.005 less online and in
//! annotated games, 0.002 more over the board, 0.008 more in games of one engine.
//!
//! * Fitted to 300,000: what replies win, take, mate, and how many there are, for 12 moves of at
//!   least 1/200; one number for each fact by class of rating: 2.273, 2.125, 2.242, 2.286.
//! * Fitted to 810,000, with a number for each hidden unit of the judge that looks at the replies
//!   in addition: 2.272, 2.119, 2.236, 2.283; of both judges: no difference. These and the facts
//!   through 16 units: 2.272, 2.116, 2.232, 2.278; 32 units: 2.273, 2.115, 2.231, 2.277. 16 units,
//!   but 8 moves of at least 1/100: 2.274, 2.119, 2.238, 2.283.
//! * With what is threatened and what can be won after the likely replies in addition, 16 units:
//!   2.267, 2.110, 2.223, 2.277; with the hidden layer of the position as well: no difference.
//! * With the moves' pieces and facts of the position in addition, in place of classes of rating:
//!   2.267, 2.097, 2.210, 2.273. Without hidden units of the judge, which would tie the weights to
//!   one model: 2.264, 2.099, 2.209, 2.275; 32 units: 2.263, 2.097, 2.207, 2.271; a number for each
//!   fact, and no units: 2.270, 2.105, 2.220, 2.283.
//! * 16 moves of at least 1/500 in place of 12 of at least 1/200: 0.002 to 0.005 less. The weights
//!   are fitted so. In use with [habits](super::habits), moves of at least 1/400, 1/200 and 1/128
//!   (the limit in use): a Lichess file 68,113, 68,123, 68,136 bytes, over the board 34,544,
//!   34,570, 34,611, engines 46,124, 46,127, 46,129, in 1, 0.93 and 0.85 of the time.
//! * 64 units, fitted to 2.6 million three times: no difference.
//! * Learning from the block: 0.002, 0.001 and 0.002 less (online below 1,700 and above 2,250,
//!   engines); twice as fast: no difference. With 20 fractional bits and rounding down: 0.002 more
//!   than without rounding down, because the errors of moves that are not played are many and
//!   small.
//! * Fitted to 760,000 (50,000 of others kept aside), with what the game has shown in addition: how
//!   likely the move was when its player last had the choice, and how often it should have been
//!   played since it is legal; what the last two moves cost, and how surprising each player's moves
//!   were so far; how much likelier the first judge thinks the move than all judges: 2.200 instead
//!   of 2.203; leaving out these three in turn: 2.201, 2.200, 2.201. The opponent's rating, and how
//!   much each player has given away so far: 0.0005 more.
//! * Time of a half-move, everything included: 33 microseconds in place of 3.

mod exchange;
mod facts;
#[cfg(test)]
mod fit;
mod network;
mod replies;

use self::{
    exchange::{balance, prize, threats},
    facts::{ROWS, Rows, SHARED_ROWS, Scene},
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
const MOST: usize = 16;
const LEAST: u64 = 128;

/// The number of rows that compare the move to the others looked at; those after them about the
/// move itself; the rest are about its replies.
const COMPARED: usize = 3;
const OWN: usize = 5;

/// The rows of moves that were not looked at.
const UNSEEN: Rows = {
    let mut rows = [0; ROWS];
    rows[0] = facts::COUNT as u16 - 1;
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
    outlooks: Vec<Outlook>,
    /// For each candidate, whether it was not looked at.
    unseen: Vec<bool>,
    /// The judge's view of the replies to the move that is looked at.
    replies: Inference,
}

/// A move that was looked at, and what was found out about it.
#[derive(Clone, Copy, Debug)]
struct Outlook {
    index: usize,
    rows: Rows,
    /// What it captures less what the replies win, and the same plus what can be won after the
    /// replies; in hundredths of a pawn.
    balance: i32,
    outcome: i32,
    /// How unlikely it was: minus the logarithm of its probability, in 1/256 nat.
    rarity: usize,
}

impl Outlook {
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
            outlooks: Vec::new(),
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
        judges: &[&Judge],
        situation: &Situation<'_>,
        inference: &mut Inference,
    ) {
        if let Some(shared) = self.regard::<A>(judges, situation, inference) {
            self.add(&shared, inference);
        }
    }

    /// Works out the rows of the likely moves. Returns the rows that all moves have in common;
    /// `None` where fewer than two moves are likely.
    #[inline(always)]
    fn regard<A: Arithmetic>(
        &mut self,
        judges: &[&Judge],
        situation: &Situation<'_>,
        inference: &Inference,
    ) -> Option<Shared> {
        self.choose(&inference.weights);
        if self.outlooks.len() < 2 {
            self.outlooks.clear();
            return None;
        }
        for place in 0..self.outlooks.len() {
            let Some(c) = inference.candidates.get(self.outlooks[place].index) else {
                continue;
            };
            let replies = replies::<A>(&judges[..1], situation, c, &mut self.replies);
            self.outlooks[place].describe(situation, place, c, &replies);
        }
        self.compare(&inference.weights);
        let &Situation { view, attacks, .. } = situation;
        let scene = Scene {
            danger: threats(view, attacks, false),
            chance: threats(view, attacks, true)[0],
            looked_at: self.outlooks.len(),
            moves: inference.candidates.len(),
        };
        Some(facts::shared(situation, &scene))
    }

    /// Lists the moves to look at, the likeliest first.
    #[inline(always)]
    fn choose(&mut self, weights: &[u32]) {
        let total = softmax::total(weights);
        self.outlooks.clear();
        self.unseen.clear();
        self.unseen.resize(weights.len(), true);
        while self.outlooks.len() < MOST {
            let left = weights.iter().zip(&self.unseen).enumerate();
            let left = left.filter(|&(_, (&w, &unseen))| unseen && u64::from(w) * LEAST > total);
            let Some((index, (&weight, _))) = left.rev().max_by_key(|&(_, (&w, _))| w) else {
                break;
            };
            self.unseen[index] = false;
            self.outlooks.push(Outlook {
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
        for outlook in &self.outlooks {
            let weight = i64::from(weights[outlook.index]);
            best = best.max(outlook.balance);
            sums[0] += weight * i64::from(outlook.balance);
            sums[1] += weight * i64::from(outlook.outcome);
            total += weight;
        }
        let [balance, outcome] = sums.map(|sum| (sum / total.max(1)) as i32);
        for outlook in &mut self.outlooks {
            outlook.rows[..COMPARED].copy_from_slice(&[
                facts::REGRET.win(best - outlook.balance),
                facts::MERIT.balance(outlook.balance - balance),
                facts::PROMISE.balance(outlook.outcome - outcome),
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
        for outlook in &self.outlooks {
            inference.scores[outlook.index] += self.gain(&base, &outlook.rows);
        }
    }

    /// What the score of a move with these rows gains.
    #[inline(always)]
    fn gain(&self, base: &Base, rows: &Rows) -> i32 {
        self.network.score(base, rows) + self.following.score(rows)
    }

    /// Learns that move number `played` was played, where the moves have these weights.
    pub(crate) fn learn(&mut self, weights: &[u32], played: usize) {
        if self.outlooks.is_empty() {
            return;
        }
        let portions = Portions::among(weights);
        let mut rest = 0;
        for outlook in &self.outlooks {
            let expected = portions.of(weights[outlook.index]);
            let hit = if outlook.index == played { 1 << 16 } else { 0 };
            let error = hit - expected as i32;
            rest -= error;
            self.following.learn(&outlook.rows, error);
        }
        self.following.learn(&UNSEEN, rest);
        self.outlooks.clear();
    }
}

/// Plays a move, asks the judge about the replies, and works out the facts about them.
#[inline(always)]
fn replies<A: Arithmetic>(
    judge: &[&Judge],
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
