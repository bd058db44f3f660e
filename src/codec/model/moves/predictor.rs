//! One block's predictor: gives every legal move of a position its share, codes the one that is played, and learns from it.

use super::{
    board::{
        generate::{Candidate, index_of, legal_moves},
        view::{Attacks, View},
    },
    context::GameContext,
    features::{Situation, inputs, rows::Rows, tactics, vectors},
    memory::{Memory, Seen, key_of_player, position_key},
    model::{Effort, Jury, MoveModel},
    net::{
        arithmetic::{Arithmetic, Task, on_this_machine},
        judge::{self, Question},
        quick, softmax,
        weights::{Judge, Quick},
    },
    ranking::{Ranking, Views},
    tuning::Tuning,
};
use crate::chess::{Move, Position};
use crate::coding::{
    adaptive::Bit,
    range::{Coder, ONE},
};

/// Codes the moves of a block.
pub struct MovePredictor<'m> {
    quick: &'m Quick,
    jury: Jury<'m>,
    sight: Sight,
    /// What was played before and how decisions turn out; `None` where that is not worth the time.
    learnt: Option<Learnt>,
    views: Views,
    bounds: Vec<u32>,
}

#[derive(Debug)]
struct Learnt {
    memory: Memory,
    /// The same by player, from the first move of one whose name is known.
    players: Option<Memory>,
    ranking: Ranking,
    /// `None` where it is not worth the time.
    tuning: Option<Tuning>,
}

/// Under what a position is remembered.
#[derive(Default)]
struct Keys {
    position: u64,
    /// With the player whose turn it is, if a name is known.
    player: Option<u64>,
}

impl Keys {
    fn new(view: &View, context: &GameContext) -> Keys {
        let position = position_key(view);
        let player = context.players[usize::from(view.black)];
        Keys {
            position,
            player: player.map(|player| key_of_player(position, player)),
        }
    }
}

impl Learnt {
    fn fetch(&self, keys: &Keys) {
        self.memory.fetch(keys.position);
        if let (Some(key), Some(players)) = (keys.player, &self.players) {
            players.fetch(key);
        }
    }

    /// What is remembered of a position, and of the player in it.
    fn recall(&self, keys: &Keys) -> [Option<&Seen>; 2] {
        let by_player = keys.player.zip(self.players.as_ref());
        let by_player = by_player.and_then(|(key, players)| players.recall(key));
        [self.memory.recall(keys.position), by_player]
    }

    fn note(&mut self, keys: &Keys, played: usize) {
        self.memory.note(keys.position, played);
        if let Some(key) = keys.player {
            let players = self.players.get_or_insert_with(|| self.memory.new_like());
            players.note(key, played);
        }
    }
}

/// What there is to see in one position: buffers used anew for each.
#[derive(Default)]
struct Sight {
    candidates: Vec<Candidate>,
    scratch: Vec<Candidate>,
    rows: Vec<u16>,
    scores: Vec<i32>,
    /// The numbers of the candidates that the judges look at; they themselves, their vectors, their rows of the move layer.
    chosen: Vec<u8>,
    picked: Vec<Candidate>,
    vectors: Vec<u16>,
    tactics: Vec<Rows>,
    hidden: Vec<u8>,
    /// One judge's scores of them.
    own: Vec<i32>,
    /// How much all judges together raise the candidates' scores.
    corrected: Vec<i32>,
    shares: Vec<u32>,
}

impl<'m> MovePredictor<'m> {
    /// A predictor that has seen nothing yet.
    pub fn new(model: &'m MoveModel, effort: Effort) -> MovePredictor<'m> {
        let learnt = (effort != Effort::Quick).then(|| Learnt {
            memory: Memory::new(effort.log2_memory()),
            players: None,
            ranking: Ranking::new(),
            tuning: (effort == Effort::Slow).then(Tuning::new),
        });
        MovePredictor {
            quick: model.quick(),
            jury: model.jury(effort),
            sight: Sight::default(),
            learnt,
            views: Views::default(),
            bounds: Vec::new(),
        }
    }

    /// Codes the move played in `position`, where `played` is legal or `coder` reads. `None` where no move is legal or `played` is not.
    pub fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        context: &GameContext,
        played: Option<Move>,
    ) -> Option<Move> {
        self.code_hinted(coder, position, context, played, None)
    }

    /// The same where one move is likely for a reason that the model cannot know: `hint` is that move and how often such hints come
    /// true. A hint that is not legal is passed over.
    pub fn code_hinted<C: Coder>(
        &mut self,
        coder: &mut C,
        position: &Position,
        context: &GameContext,
        played: Option<Move>,
        hint: Option<(Move, &mut Bit)>,
    ) -> Option<Move> {
        let view = View::new(position);
        let attacks = Attacks::new(&view);
        legal_moves(&view, &attacks, &mut self.sight.candidates);
        let candidates = &self.sight.candidates;
        let played = match played {
            Some(m) => index_of(m, &view, candidates)?,
            None if C::READS => 0,
            None => return None,
        };
        if candidates.len() < 2 {
            return Some(candidates.first()?.to_move(&view));
        }
        let hinted = hint.and_then(|(m, bit)| Some((index_of(m, &view, candidates)?, bit)));
        let mut ruled_out = None;
        if let Some((index, bit)) = hinted {
            if bit.code(coder, played == index) {
                return Some(candidates[index].to_move(&view));
            }
            ruled_out = Some(index);
        }
        let keys = match &self.learnt {
            Some(learnt) => {
                let keys = Keys::new(&view, context);
                learnt.fetch(&keys);
                keys
            }
            None => Keys::default(),
        };
        self.look(&Situation {
            view: &view,
            attacks: &attacks,
            context,
            position,
        });
        let index = self.choose(coder, &keys, played, ruled_out);
        Some(self.sight.candidates[index].to_move(&view))
    }

    /// Works out the shares of the candidates, under the weights as tuned so far.
    fn look(&mut self, situation: &Situation) {
        let learnt = self.learnt.as_ref();
        on_this_machine(Look {
            quick: self.quick,
            jury: &self.jury,
            tuning: learnt.and_then(|learnt| learnt.tuning.as_ref()),
            situation,
            sight: &mut self.sight,
        });
    }

    fn choose<C: Coder>(
        &mut self,
        coder: &mut C,
        keys: &Keys,
        played: usize,
        ruled_out: Option<usize>,
    ) -> usize {
        let Some(learnt) = &mut self.learnt else {
            if let Some(index) = ruled_out {
                self.sight.shares[index] = 0;
            }
            softmax::bounds(&self.sight.shares, &mut self.bounds);
            return coder.symbol(played, &self.bounds);
        };
        let [seen, by_player] = learnt.recall(keys);
        self.views.set(&self.sight.shares, seen, by_player);
        if let Some(index) = ruled_out {
            self.views.strike(index);
        }
        let index = learnt.ranking.code(coder, played, &mut self.views);
        learnt.note(keys, index);
        if let Some(tuning) = &mut learnt.tuning {
            tuning.learn(
                &self.sight.chosen,
                &self.sight.vectors,
                &self.sight.tactics,
                &self.sight.shares,
                index,
            );
        }
        index
    }

    /// Every legal move and its weight by the networks alone, the likeliest having 2^24.
    #[cfg(test)]
    pub(crate) fn shares(
        &mut self,
        position: &Position,
        context: &GameContext,
    ) -> Vec<(Move, u32)> {
        let moves = self.distribution(position, context).into_iter();
        let mut shares = vec![1 << 24];
        if moves.len() > 1 {
            shares.clone_from(&self.sight.shares);
        }
        moves.map(|(m, _)| m).zip(shares).collect()
    }

    /// Every legal move and its probability in 1/2^32, in the model's order. Nothing is learnt.
    pub fn distribution(&mut self, position: &Position, context: &GameContext) -> Vec<(Move, u64)> {
        let view = View::new(position);
        let attacks = Attacks::new(&view);
        legal_moves(&view, &attacks, &mut self.sight.candidates);
        let count = self.sight.candidates.len();
        let mut shares = vec![1 << 32; count];
        if count > 1 {
            self.look(&Situation {
                view: &view,
                attacks: &attacks,
                context,
                position,
            });
            if let Some(learnt) = &self.learnt {
                let [seen, by_player] = learnt.recall(&Keys::new(&view, context));
                self.views.set(&self.sight.shares, seen, by_player);
                learnt.ranking.distribution(&mut self.views, &mut shares);
            } else {
                softmax::bounds(&self.sight.shares, &mut self.bounds);
                for (share, pair) in shares.iter_mut().zip(self.bounds.windows(2)) {
                    *share = u64::from(pair[1] - pair[0]) * u64::from(ONE);
                }
            }
        }
        let moves = self.sight.candidates.iter().map(|c| c.to_move(&view));
        moves.zip(shares).collect()
    }
}

/// Works out the shares of a sight's candidates.
struct Look<'a> {
    quick: &'a Quick,
    jury: &'a Jury<'a>,
    tuning: Option<&'a Tuning>,
    situation: &'a Situation<'a>,
    sight: &'a mut Sight,
}

impl Task for Look<'_> {
    type Output = ();

    #[inline(always)]
    fn run<A: Arithmetic>(self) {
        let Look {
            quick,
            jury,
            tuning,
            situation,
            sight,
        } = self;
        sight.rows.clear();
        inputs::rows(situation, &mut sight.rows);
        if jury.reach.is_none() && !jury.judges.is_empty() {
            // Nothing of the quick scores would be left.
            sight.scores.clear();
            sight.scores.resize(sight.candidates.len(), 0);
        } else {
            quick::scores::<A>(
                quick,
                situation,
                &sight.rows,
                &sight.candidates,
                &mut sight.scores,
            );
        }
        if !jury.judges.is_empty() {
            sight.look_closer::<A>(jury, situation);
        }
        if let Some(tuning) = tuning {
            tuning.adjust(
                &sight.chosen,
                &sight.vectors,
                &sight.tactics,
                &mut sight.scores,
            );
        }
        softmax::weights(&sight.scores, &mut sight.shares);
    }
}

impl Sight {
    /// Moves the scores to the mean of the judges'.
    #[inline(always)]
    fn look_closer<A: Arithmetic>(&mut self, jury: &Jury<'_>, situation: &Situation<'_>) {
        match jury.reach {
            Some(reach) => reach.choose(&self.scores, &mut self.chosen),
            None => {
                self.chosen.clear();
                self.chosen
                    .extend((0..self.scores.len()).map(|index| index as u8));
            }
        }
        self.picked.clear();
        let chosen = self.chosen.iter().map(|&index| usize::from(index));
        self.picked
            .extend(chosen.map(|index| self.candidates[index]));
        tactics::describe(
            situation,
            &self.picked,
            &mut self.scratch,
            &mut self.tactics,
        );
        self.vectors.clear();
        self.vectors.extend(self.picked.iter().map(vectors::number));
        self.corrected.clear();
        self.corrected.resize(self.scores.len(), 0);
        for judge in &jury.judges {
            self.ask::<A>(judge);
        }
        let count = jury.judges.len() as i32;
        for (score, &sum) in self.scores.iter_mut().zip(&self.corrected) {
            *score = score.wrapping_add(sum / count);
        }
    }

    /// Adds what one judge makes of the candidates picked. Its scores take the place of the quick ones; together, the chosen keep their share.
    #[inline(always)]
    fn ask<A: Arithmetic>(&mut self, judge: &Judge) {
        let question = Question {
            rows: &self.rows,
            vectors: &self.vectors,
            tactics: &self.tactics,
        };
        judge::scores::<A>(judge, &question, &mut self.hidden, &mut self.own);
        let chosen = self.chosen.iter().map(|&index| usize::from(index));
        let before = softmax::log_of_sum(chosen.clone().map(|index| self.scores[index]));
        let lift = before.wrapping_sub(softmax::log_of_sum(self.own.iter().copied()));
        // No model that was trained has scores so large that they wrap around; one that was made up may.
        for (index, own) in chosen.zip(&self.own) {
            let raised = own.wrapping_add(lift).wrapping_sub(self.scores[index]);
            self.corrected[index] = self.corrected[index].wrapping_add(raised);
        }
    }
}
