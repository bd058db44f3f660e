//! One block's predictor: gives every legal move of a position its share, codes the one that is played, and learns from it.

use super::{
    board::{
        generate::{Candidate, index_of, legal_moves},
        view::{Attacks, View},
    },
    context::GameContext,
    features::{Situation, inputs, rows::Rows, tactics, vectors},
    memory::{Memory, position_key},
    model::{Effort, MoveModel},
    net::{
        arithmetic::{Arithmetic, Task, on_this_machine},
        judge::{self, Question},
        quick,
        reach::Reach,
        softmax,
        weights::{Judge, Quick},
    },
    ranking::{Ranking, Shares},
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
    judges: Vec<(&'m Judge, Option<Reach>)>,
    sight: Sight,
    /// What was played before and how decisions turn out; `None` where that is not worth the time.
    learnt: Option<Learnt>,
    plain: Shares,
    informed: Shares,
    bounds: Vec<u32>,
}

#[derive(Debug)]
struct Learnt {
    memory: Memory,
    ranking: Ranking,
    /// `None` where it is not worth the time.
    tuning: Option<Tuning>,
}

/// What there is to see in one position: buffers used anew for each.
#[derive(Default)]
struct Sight {
    candidates: Vec<Candidate>,
    scratch: Vec<Candidate>,
    rows: Vec<u16>,
    scores: Vec<i32>,
    /// The numbers of the candidates that a judge looks at; they themselves, their vectors, their rows of the move layer.
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
            ranking: Ranking::new(),
            tuning: (effort == Effort::Slow).then(Tuning::new),
        });
        MovePredictor {
            quick: model.quick(),
            judges: model.judges(effort),
            sight: Sight::default(),
            learnt,
            plain: Shares::default(),
            informed: Shares::default(),
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
        let key = match &self.learnt {
            Some(learnt) => {
                let key = position_key(&view);
                learnt.memory.fetch(key);
                key
            }
            None => 0,
        };
        self.look(&Situation {
            view: &view,
            attacks: &attacks,
            context,
            position,
        });
        let index = self.choose(coder, key, played, ruled_out);
        Some(self.sight.candidates[index].to_move(&view))
    }

    /// Works out the shares of the candidates, under the weights as tuned so far.
    fn look(&mut self, situation: &Situation) {
        let learnt = self.learnt.as_ref();
        on_this_machine(Look {
            quick: self.quick,
            judges: &self.judges,
            tuning: learnt.and_then(|learnt| learnt.tuning.as_ref()),
            situation,
            sight: &mut self.sight,
        });
    }

    fn choose<C: Coder>(
        &mut self,
        coder: &mut C,
        key: u64,
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
        let seen = learnt.memory.recall(key);
        self.plain.set(self.sight.shares.iter().copied());
        self.informed.inform(&self.plain, seen);
        if let Some(index) = ruled_out {
            self.plain.strike(index);
            self.informed.strike(index);
        }
        let index = learnt
            .ranking
            .code(coder, played, &mut self.plain, &mut self.informed, seen);
        learnt.memory.note(key, index);
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
                let seen = learnt.memory.recall(position_key(&view));
                self.plain.set(self.sight.shares.iter().copied());
                self.informed.inform(&self.plain, seen);
                learnt
                    .ranking
                    .distribution(&mut self.plain, &mut self.informed, seen, &mut shares);
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
    judges: &'a [(&'a Judge, Option<Reach>)],
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
            judges,
            tuning,
            situation,
            sight,
        } = self;
        sight.rows.clear();
        inputs::rows(situation, &mut sight.rows);
        let everywhere = judges.iter().all(|(_, reach)| reach.is_none());
        if everywhere && !judges.is_empty() {
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
        if !judges.is_empty() {
            sight.look_closer::<A>(judges, situation);
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
    fn look_closer<A: Arithmetic>(
        &mut self,
        judges: &[(&Judge, Option<Reach>)],
        situation: &Situation<'_>,
    ) {
        self.corrected.clear();
        self.corrected.resize(self.scores.len(), 0);
        for (judge, reach) in judges {
            match reach {
                Some(reach) => reach.choose(&self.scores, &mut self.chosen),
                None => {
                    self.chosen.clear();
                    self.chosen
                        .extend((0..self.scores.len()).map(|index| index as u8));
                }
            }
            self.ask::<A>(judge, situation);
        }
        let count = judges.len() as i32;
        for (score, &sum) in self.scores.iter_mut().zip(&self.corrected) {
            *score = score.wrapping_add(sum / count);
        }
    }

    /// Adds what one judge makes of the candidates chosen. Its scores take the place of the quick ones; together, the chosen keep their share.
    #[inline(always)]
    fn ask<A: Arithmetic>(&mut self, judge: &Judge, situation: &Situation<'_>) {
        self.picked.clear();
        let chosen = self.chosen.iter().map(|&index| usize::from(index));
        self.picked
            .extend(chosen.clone().map(|index| self.candidates[index]));
        tactics::describe(
            situation,
            &self.picked,
            &mut self.scratch,
            &mut self.tactics,
        );
        self.vectors.clear();
        self.vectors.extend(self.picked.iter().map(vectors::number));
        let question = Question {
            rows: &self.rows,
            vectors: &self.vectors,
            tactics: &self.tactics,
        };
        judge::scores::<A>(judge, &question, &mut self.hidden, &mut self.own);
        let before = softmax::log_of_sum(chosen.clone().map(|index| self.scores[index]));
        let lift = before.wrapping_sub(softmax::log_of_sum(self.own.iter().copied()));
        // No model that was trained has scores so large that they wrap around; one that was made up may.
        for (index, own) in chosen.zip(&self.own) {
            let raised = own.wrapping_add(lift).wrapping_sub(self.scores[index]);
            self.corrected[index] = self.corrected[index].wrapping_add(raised);
        }
    }
}
