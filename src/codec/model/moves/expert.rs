//! An expert on moves, from [`Effort::Brisk`] on: asks the networks about a position, corrects what
//! they say by what it has seen before, and learns from what is played.

#[cfg(test)]
use super::net::weights::Judge;
use super::{
    board::view::View,
    context::GameContext,
    inference::Inference,
    memory::{Keys, Memories, Seen, position_key},
    model::{Effort, MoveModel},
    networks::{Known, Networks},
    precedent::Precedent,
    predictions::Predictions,
    ranking::{Deciding, Ranking},
    thorough::ThoroughRanking,
    tuning::Tuning,
};
use crate::{
    chess::{Move, Position, Rules, side_index},
    coding::range::{Coder, Listener},
};

/// The networks, and what was seen so far.
pub(crate) struct Expert<'m> {
    networks: Networks<'m>,
    memories: Memories,
    decisions: Decisions,
    /// `None` below [`Effort::Keen`], where there is no judge, and where nothing is learnt.
    tuning: Option<Tuning>,
    /// Buffers.
    predictions: Predictions,
    shares: Vec<u64>,
}

/// The model of decisions.
#[derive(Debug)]
enum Decisions {
    Plain(Ranking),
    Thorough(Box<ThoroughRanking>),
}

/// The keys of a position in the memories.
pub(crate) fn keys_of(position: &Position, context: &GameContext) -> Keys {
    let player = context.players[side_index(position.turn())];
    Keys::new(position_key(position, context), player)
}

impl<'m> Expert<'m> {
    /// An expert that has seen nothing yet, with memories of 2^`log2_slots` slots each. One that
    /// is never told what is played need not be one that `learns`.
    pub(crate) fn new(
        model: &'m MoveModel,
        effort: Effort,
        log2_slots: u32,
        learns: bool,
    ) -> Expert<'m> {
        let networks = Networks::new(model, effort);
        let tunes = learns && effort.tunes() && networks.has_judge();
        Expert {
            memories: Memories::new(log2_slots),
            decisions: match effort.is_thorough() {
                true => Decisions::Thorough(Box::new(ThoroughRanking::new())),
                false => Decisions::Plain(Ranking::new()),
            },
            tuning: tunes.then(Tuning::new),
            networks,
            predictions: Predictions::default(),
            shares: Vec::new(),
        }
    }

    /// Prefetches what is remembered of a position.
    pub(crate) fn fetch(&self, keys: &Keys) {
        self.memories.fetch(keys);
    }

    /// Works out the legal moves and, if there are two or more, their weights: those `kept` from an
    /// earlier visit, if there are any, else those that the networks give with the tuning so far.
    /// Returns the position as the mover sees it, and whether its weights were those kept.
    pub(crate) fn look(
        &mut self,
        position: &Position,
        context: &GameContext,
        kept: Option<&[u32]>,
    ) -> (View, bool) {
        let known = Known {
            weights: kept,
            tuning: self.tuning.as_ref(),
        };
        self.networks.look(position, context, known)
    }

    /// What the networks said of the position looked at last.
    pub(crate) fn said(&self) -> &Inference {
        self.networks.said()
    }

    /// As [`Networks::number_of`].
    pub(crate) fn number_of<C: Coder>(&self, played: Option<Move>, view: &View) -> Option<usize> {
        self.networks.number_of::<C>(played, view)
    }

    /// Recalls what was played from the position looked at last, whose keys these are. Returns how
    /// often anybody had it, as far as that is remembered.
    pub(crate) fn recall(&mut self, keys: &Keys) -> u32 {
        let [seen, by_player] = self.memories.recall(keys);
        let weights = &self.networks.said().weights;
        self.predictions.fill(weights, seen, by_player);
        seen.map_or(0, Seen::total)
    }

    /// Recalls the habits of the player to move, where decisions weigh them.
    pub(crate) fn recall_habits(&mut self, view: &View, context: &GameContext) {
        if let Decisions::Thorough(ranking) = &mut self.decisions {
            let said = self.networks.said();
            ranking.look(view, context, &said.candidates, &said.weights);
        }
    }

    /// Codes which of the moves looked at last is played, and learns from it. What is known of them
    /// was recalled before. Returns its number.
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        keys: &Keys,
        played: usize,
        before: Option<(&mut Precedent, usize)>,
    ) -> usize {
        let (said, predictions) = (self.networks.said(), &mut self.predictions);
        let index = match &mut self.decisions {
            Decisions::Plain(ranking) => ranking.code(coder, played, predictions, before),
            Decisions::Thorough(ranking) => {
                let mut considered = ranking.on(&said.candidates);
                let index = considered.code(coder, played, predictions, before);
                ranking.learn(&said.weights, index);
                index
            }
        };
        self.memories.note(keys, index);
        index
    }

    /// Tunes what the networks said last: move number `played` was played.
    pub(crate) fn tune(&mut self, played: usize) {
        self.networks.learn(played);
        if let Some(tuning) = &mut self.tuning {
            let said = self.networks.said();
            tuning.learn(&said.vectors, &said.facts, &said.weights, played);
        }
    }

    /// As [`Forecaster::distribution`](super::forecaster::Forecaster::distribution), into `out`.
    /// Returns the position as the mover sees it, and its keys.
    pub(crate) fn distribution(
        &mut self,
        position: &Position,
        context: &GameContext,
        out: &mut Vec<(Move, u64)>,
    ) -> (View, Keys) {
        let keys = keys_of(position, context);
        self.fetch(&keys);
        let (view, _) = self.look(position, context, None);
        let count = self.networks.said().candidates.len();
        self.shares.clear();
        self.shares.resize(count, 1 << 32);
        if count > 1 {
            self.recall(&keys);
            self.recall_habits(&view, context);
            let (predictions, shares) = (&mut self.predictions, &mut self.shares);
            match &mut self.decisions {
                Decisions::Plain(ranking) => ranking.distribution(predictions, shares),
                Decisions::Thorough(ranking) => ranking
                    .on(&self.networks.said().candidates)
                    .distribution(predictions, shares),
            }
        }
        let moves = self.networks.said().candidates.iter();
        let moves = moves.map(|c| c.to_move(&view));
        out.clear();
        out.extend(moves.zip(self.shares.iter().copied()));
        (view, keys)
    }

    /// Learns that `played` was played in the position whose distribution was asked for last, and
    /// which was returned then.
    pub(crate) fn follow(&mut self, (view, keys): &(View, Keys), played: Move) {
        let candidates = &self.networks.said().candidates;
        if candidates.len() < 2 {
            return;
        }
        if let Some(index) = candidates.index_of(played, view) {
            self.recall(keys); // the distribution has ruled moves out
            self.code(&mut Listener, keys, index, None);
            self.tune(index);
        }
    }

    /// Asks the grid, too.
    #[cfg(test)]
    pub(crate) fn ask_grid(&mut self) {
        self.networks.ask_grid();
    }

    /// As [`Networks::judge`].
    #[cfg(test)]
    pub(crate) fn judge(&self) -> Option<&'m Judge> {
        self.networks.judge()
    }
}
