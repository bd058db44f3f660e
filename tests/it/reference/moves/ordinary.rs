//! Decodes ordinary moves at all levels. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::{
    ahead::{Ahead, Scene},
    board::{Board, Turned, legal_moves},
    context::Context,
    experience::Experience,
    facts,
    grid::Grid,
    inputs, memory,
    network::{self, Asked},
    quick_facts,
    reflex::{self, Outlook},
    shares,
    tuning::Tuning,
    vectors::Vectors,
    weights::{self, ModelFile, Network},
};
use crate::reference::models::coder::RangeDecoder;
use shakmaty::{Chess, Move};

/// The model of moves of a block.
pub(crate) struct Moves {
    /// The level.
    pub(crate) level: u8,
    networks: Networks,
    experience: Experience,
    tuning: Option<Tuning>,
    grid: Option<Grid>,
    ahead: Option<Ahead>,
}

/// The networks, and what they are told.
pub(crate) struct Networks {
    pub(crate) file: ModelFile,
    broad: Option<&'static Network>,
    vectors: Vectors,
}

impl Networks {
    /// What the quick network or, `for_judges`, these are told of each move.
    pub(crate) fn asked(
        &self,
        position: &Chess,
        board: &Board,
        legal: &[Turned],
        context: &Context,
        for_judges: bool,
    ) -> Vec<Asked> {
        let rows = match for_judges {
            false => quick_facts::rows(board, context, legal),
            true => facts::rows(position, board, context, legal),
        };
        let asked = |(m, rows)| Asked {
            rows,
            vector: self.vectors.of(m),
        };
        legal.iter().zip(rows).map(asked).collect()
    }

    /// The mean of what these judges say, or what the quick network says if they are none (5.7).
    pub(crate) fn scores(
        &self,
        judges: &[&Network],
        board: &Board,
        context: &Context,
        asked: &[Asked],
    ) -> Vec<i32> {
        let on = inputs::rows(board, context);
        if judges.is_empty() {
            return network::scores(&self.file.quick, &on, asked);
        }
        let mut sums = vec![0; asked.len()];
        for judge in judges {
            let scores = network::scores(judge, &on, asked);
            sums.iter_mut()
                .zip(scores)
                .for_each(|(sum, score)| *sum += score);
        }
        sums.iter().map(|sum| sum / judges.len() as i32).collect()
    }
}

impl Moves {
    /// As it begins at a level, by a model file.
    pub(crate) fn new(level: u8, file: &[u8]) -> Moves {
        let file = ModelFile::read(file);
        let has_judges = !file.judges.is_empty();
        Moves {
            level,
            networks: Networks {
                file,
                broad: (has_judges && level >= 7).then(weights::broad),
                vectors: Vectors::new(),
            },
            experience: Experience::new(level),
            tuning: (has_judges && level >= 7).then(Tuning::new),
            grid: (has_judges && level >= 9).then(Grid::standard),
            ahead: (has_judges && level >= 9).then(Ahead::new),
        }
    }

    /// How the game compares with the one before, for 7.8.2 of the file format.
    pub(crate) fn parting(&self, context: &Context) -> (usize, i64) {
        self.experience.parting(context.ply)
    }

    /// Decodes the next move of a main line.
    pub(crate) fn decode(
        &mut self,
        position: &Chess,
        context: &Context,
        decoder: &mut RangeDecoder,
    ) -> Turned {
        let board = Board::new(position);
        let legal = legal_moves(position, &board);
        if self.level == 1 {
            return self.by_reflex(&board, &legal, context, decoder);
        }
        let scene = Scene {
            position,
            board: &board,
            context,
            moves: &legal,
        };
        if self.level > 2 {
            return legal[self.by_decisions(&scene, decoder)];
        }
        if let [only] = legal[..] {
            return only;
        }
        let (weights, _) = self.weights(&scene);
        legal[decoder.symbol(&shares::bounds(&weights))]
    }

    /// The shares of all moves (6.14).
    pub(crate) fn shares(&mut self, position: &Chess, context: &Context) -> Vec<(Move, u64)> {
        let board = Board::new(position);
        let legal = legal_moves(position, &board);
        let scene = Scene {
            position,
            board: &board,
            context,
            moves: &legal,
        };
        let shares = match (legal.len(), self.level) {
            (1, _) => vec![1 << 32],
            (_, 1) => self.shares_by_reflex(&board, &legal, context),
            (_, 2) => {
                let bounds = shares::bounds(&self.weights(&scene).0);
                let share = |pair: &[u32]| u64::from(pair[1] - pair[0]) << 16;
                bounds.windows(2).map(share).collect()
            }
            _ => {
                let (weights, _) = self.weights(&scene);
                self.experience.shares(&weights, &scene)
            }
        };
        legal.iter().map(|m| m.played).zip(shares).collect()
    }

    /// Levels 8 and 9: learns that `m` was played, as from a main line but for 6.7 and 6.8 (6.13).
    pub(crate) fn follow(&mut self, position: &Chess, context: &Context, m: Move) {
        let board = Board::new(position);
        let legal = legal_moves(position, &board);
        if legal.len() < 2 {
            return;
        }
        let scene = Scene {
            position,
            board: &board,
            context,
            moves: &legal,
        };
        let number = legal.iter().position(|other| other.played == m).unwrap();
        let (weights, asked) = self.weights(&scene);
        self.experience.follow(&weights, number, &scene);
        if let Some(ahead) = &mut self.ahead {
            ahead.learn(&weights, number);
        }
        if let Some(tuning) = &mut self.tuning {
            tuning.learn(&asked, &weights, number);
        }
    }

    /// The shares of all moves at level 1.
    fn shares_by_reflex(&self, board: &Board, legal: &[Turned], context: &Context) -> Vec<u64> {
        let ways = ways(legal);
        let bounds = match ways.len() {
            1 => vec![0, 65_536],
            _ => self.reflex_bounds(board, &ways, context),
        };
        let share = |m: &Turned| {
            let is_it = |way: &Turned| (way.from, way.to) == (m.from, m.to);
            let way = ways.iter().position(is_it).unwrap();
            let promotions = reflex::PROMOTION_BOUNDS;
            let becomes = m.promotion.map_or(65_536, |role| {
                let place = reflex::PROMOTIONS
                    .iter()
                    .position(|&other| other == role)
                    .unwrap();
                promotions[place + 1] - promotions[place]
            });
            u64::from(bounds[way + 1] - bounds[way]) * u64::from(becomes)
        };
        legal.iter().map(share).collect()
    }

    /// Where each way to move begins among 65,536 at level 1.
    fn reflex_bounds(&self, board: &Board, ways: &[Turned], context: &Context) -> Vec<u32> {
        let outlook = Outlook::new(board, context);
        let tables = &self.networks.file.reflexes;
        let score = |m| i32::from(outlook.score(tables, m));
        let scores: Vec<i32> = ways.iter().map(score).collect();
        shares::bounds(&shares::weights_by_reflex(&scores))
    }

    /// Level 1 (4.3, 6.4).
    fn by_reflex(
        &self,
        board: &Board,
        legal: &[Turned],
        context: &Context,
        decoder: &mut RangeDecoder,
    ) -> Turned {
        let ways = ways(legal);
        let way = match ways.len() {
            1 => 0,
            _ => decoder.symbol(&self.reflex_bounds(board, &ways, context)),
        };
        let way = ways[way];
        if way.promotion.is_none() {
            return way;
        }
        let promotion = reflex::PROMOTIONS[decoder.symbol(&reflex::PROMOTION_BOUNDS)];
        let wanted = (way.from, way.to, Some(promotion));
        let mut found = legal
            .iter()
            .filter(|m| (m.from, m.to, m.promotion) == wanted);
        *found.next().unwrap()
    }

    /// What the moves weigh by the networks that the level asks (3, 5.9, 5.10, 6.1, 6.9, 6.10), and
    /// what these were asked.
    fn weights(&mut self, scene: &Scene) -> (Vec<u64>, Vec<Asked>) {
        let networks = &self.networks;
        let own = &networks.file.judges;
        let judges: Vec<&Network> = match self.level {
            ..5 => vec![],
            5..7 => own.last().into_iter().collect(),
            // The broad one counts as two.
            7.. => own
                .first()
                .into_iter()
                .chain([networks.broad; 2].into_iter().flatten())
                .collect(),
        };
        let (board, context) = (scene.board, scene.context);
        let has_judges = !judges.is_empty();
        let asked = networks.asked(scene.position, board, scene.moves, context, has_judges);
        let mut scores = networks.scores(&judges, board, context, &asked);
        if let Some(tuning) = &self.tuning {
            for (score, asked) in scores.iter_mut().zip(&asked) {
                *score += tuning.gain(asked);
            }
        }
        if let Some(grid) = &self.grid {
            let weights = shares::weights_by_network(&scores);
            let total: u64 = weights.iter().sum();
            if (total - weights.iter().max().unwrap()) * 32 > total {
                let gains = grid.gains(board, context, scene.moves);
                let pairs = scores.iter_mut().zip(gains);
                pairs.for_each(|(score, gain)| *score += gain);
            }
        }
        if let Some(ahead) = &mut self.ahead {
            ahead.look(networks, scene, &mut scores);
        }
        (shares::weights_by_network(&scores), asked)
    }

    /// Levels 3 to 9 (6.5 to 6.12). Returns the number of the move.
    fn by_decisions(&mut self, scene: &Scene, decoder: &mut RangeDecoder) -> usize {
        let key = memory::key(scene.position);
        let before = self.experience.meet(key, scene.context.ply);
        let number = match scene.moves.len() {
            1 => 0,
            len => {
                let before = before.filter(|&before| before < len);
                self.by_decision(key, before, scene, decoder)
            }
        };
        self.experience.note(key, number);
        number
    }

    /// The same where there are two moves or more.
    fn by_decision(
        &mut self,
        key: u64,
        before: Option<usize>,
        scene: &Scene,
        decoder: &mut RangeDecoder,
    ) -> usize {
        let kept = self.experience.familiar(key, scene.moves.len());
        if let Some(weights) = kept {
            return self
                .experience
                .decode(key, &weights, before, scene, decoder);
        }
        let (weights, asked) = self.weights(scene);
        self.experience.keep(key, &weights);
        let number = self
            .experience
            .decode(key, &weights, before, scene, decoder);
        if let Some(ahead) = &mut self.ahead {
            ahead.learn(&weights, number);
        }
        if let Some(tuning) = &mut self.tuning {
            tuning.learn(&asked, &weights, number);
        }
        number
    }
}

/// The moves that level 1 tells apart (4.3).
fn ways(legal: &[Turned]) -> Vec<Turned> {
    let mut ways = legal.to_vec();
    ways.dedup_by_key(|m| (m.from, m.to));
    ways
}
