//! Decisions whether the likeliest move is played. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::memory::Slot;
use crate::reference::models::coder::{Source, held, squash, target};

/// A weight for each move; 0 for those ruled out.
type Prediction = Vec<u64>;

/// The predictions of a position's moves (6.5).
pub(crate) struct Views {
    plain: Prediction,
    informed: Option<Prediction>,
    by_player: Option<Prediction>,
    /// How often the position was met, by anybody and by the player.
    met: [u32; 2],
    /// How many moves are ruled out.
    pub(crate) rank: usize,
    /// What levels 8 and 9 look at besides.
    pub(crate) thorough: Option<Thorough>,
}

/// What levels 8 and 9 look at besides (6.11).
pub(crate) struct Thorough {
    /// The numbers that choose sets 2 to 4.
    pub(crate) classes: [usize; 3],
    /// The role of each move.
    pub(crate) roles: Vec<usize>,
    /// The words of each move.
    pub(crate) words: Vec<[i64; 6]>,
}

impl Views {
    /// Those that follow from the weights of 6.1 and from what was played.
    pub(crate) fn new(weights: &[u64], anybody: Option<&Slot>, player: Option<&Slot>) -> Views {
        let plain: Prediction = weights.iter().map(|&weight| weight.max(1)).collect();
        let informed = anybody.and_then(|slot| corrected(&plain, slot, 8));
        let by_player = player.map(|slot| {
            let before = informed.as_ref().unwrap_or(&plain);
            corrected(before, slot, 0).unwrap_or_else(|| before.clone())
        });
        Views {
            plain,
            informed,
            by_player,
            met: [anybody, player].map(|slot| slot.map_or(0, Slot::total)),
            rank: 0,
            thorough: None,
        }
    }

    fn last(&self) -> &Prediction {
        let informed = self.informed.as_ref().unwrap_or(&self.plain);
        self.by_player.as_ref().unwrap_or(informed)
    }

    /// How many moves are not ruled out.
    pub(crate) fn left(&self) -> usize {
        self.plain.iter().filter(|&&weight| weight > 0).count()
    }

    /// The likeliest move, of equals the first.
    pub(crate) fn likeliest(&self) -> usize {
        let last = self.last();
        let best = last.iter().max().unwrap();
        last.iter().position(|weight| weight == best).unwrap()
    }

    /// Rules a move out.
    pub(crate) fn strike(&mut self, m: usize) {
        let corrected = self.informed.iter_mut().chain(&mut self.by_player);
        for prediction in corrected.chain([&mut self.plain]) {
            prediction[m] = 0;
        }
    }

    /// 13.2, and the words of 6.11.
    fn inputs(&self, m: usize) -> Vec<i64> {
        let plain = odds(&self.plain, m);
        let mut inputs = vec![
            plain,
            self.informed
                .as_ref()
                .map_or(plain, |prediction| odds(prediction, m)),
            self.by_player
                .as_ref()
                .map_or(0, |prediction| odds(prediction, m)),
            256,
        ];
        if let Some(thorough) = &self.thorough {
            inputs.extend(thorough.words[m]);
        }
        inputs
    }

    /// The sets for a decision on a move: one (13.3), or five (6.11).
    fn sets(&self, m: usize) -> Vec<usize> {
        let mut sets = vec![self.set()];
        if let Some(thorough) = &self.thorough {
            let [anybody, player] = self.met.map(|met| usize::from(met > 0));
            let [rating, ply, moves] = thorough.classes;
            let places = [rating, 20 + ply, 36 + moves, 52 + thorough.roles[m]];
            sets.extend(places.map(|place| 160 + 4 * place + 2 * player + anybody));
        }
        sets
    }

    /// 13.3
    fn set(&self) -> usize {
        let anybody = match self.met[0] {
            0 => 0,
            1 => 1,
            2..4 => 2,
            4..12 => 3,
            _ => 4,
        };
        let player = match self.met[1] {
            0 => 0,
            1 => 1,
            2..4 => 2,
            _ => 3,
        };
        let rank = match self.rank {
            0..4 => self.rank,
            4..6 => 4,
            6..10 => 5,
            10..18 => 6,
            _ => 7,
        };
        (player * 5 + anybody) * 8 + rank
    }
}

/// 6.6
fn corrected(given: &[u64], slot: &Slot, prior: u64) -> Option<Prediction> {
    let played: Vec<(usize, u32)> = slot
        .moves
        .iter()
        .copied()
        .filter(|&(m, _)| m < given.len())
        .collect();
    if played.is_empty() {
        return None;
    }
    let total: u64 = given.iter().sum();
    let kinds = played.len() as u64;
    let share = |&weight: &u64| ((prior + kinds) * ((weight * ((1 << 50) / total)) >> 32)).max(1);
    let mut weights: Prediction = given.iter().map(share).collect();
    for (m, count) in played {
        weights[m] += (2 * u64::from(count) - 1) << 18;
    }
    Some(weights)
}

/// 13.1
fn odds(prediction: &[u64], m: usize) -> i64 {
    let total: u64 = prediction.iter().sum();
    held(logarithm(prediction[m]) - logarithm(total - prediction[m]))
}

/// 256 ln(`x`) (13.1).
pub(crate) fn logarithm(x: u64) -> i64 {
    let x = x.max(1);
    let k = x.ilog2();
    let i = ((u128::from(x) << 8) >> k) as i64 - 256;
    let f = (256.0 * (1.0 + i as f64 / 256.0).ln()).round() as i64;
    ((45_426 * i64::from(k) + 128) >> 8) + f
}

/// A decision that was made.
pub(crate) struct Decision {
    inputs: Vec<i64>,
    sets: Vec<usize>,
    /// What each set says.
    said: Vec<i64>,
    /// Their mean.
    x: i64,
    /// The probability.
    pub(crate) p: i64,
}

/// The sets and estimates of a block.
pub(crate) struct Ranking {
    /// 160 sets of 13.3, and those of 6.11 behind them.
    weights: Vec<Vec<i64>>,
    estimates: Vec<Vec<i64>>,
}

impl Ranking {
    /// As they begin (13.3, 13.4, 6.11).
    pub(crate) fn new() -> Ranking {
        let weights = |set: usize| {
            let known = match set {
                0..160 => usize::from(set >= 8) + usize::from(set >= 40),
                _ => (set % 4).min(2),
            };
            let predictions = [[65_536, 0, 0], [8_192, 57_344, 0], [4_096, 12_288, 49_152]];
            [&predictions[known][..], &[0], &[13_107; 6]].concat()
        };
        let estimates = (0..33).map(|i| squash(178 * i - 2_840).min(65_535));
        Ranking {
            weights: (0..160 + 4 * 58).map(weights).collect(),
            estimates: vec![estimates.collect(); 160],
        }
    }

    /// The decision whether move number `m` is played (13.4).
    pub(crate) fn decide(&self, views: &Views, m: usize) -> Decision {
        let (inputs, sets) = (views.inputs(m), views.sets(m));
        let says = |&set: &usize| {
            let products = self.weights[set].iter().zip(&inputs);
            held(products.map(|(weight, input)| weight * input).sum::<i64>() >> 16)
        };
        let said: Vec<i64> = sets.iter().map(says).collect();
        let x = said.iter().sum::<i64>() / said.len() as i64;
        let (i, f) = nearest(x);
        let estimates = &self.estimates[sets[0]];
        let estimate = (estimates[i] * (178 - f) + estimates[i + 1] * f) / 178;
        let p = ((3 * squash(x) + estimate) / 4).clamp(6, 65_530);
        Decision {
            inputs,
            sets,
            said,
            x,
            p,
        }
    }

    /// 13.5, 6.11
    pub(crate) fn learn(&mut self, decision: &Decision, yes: bool) {
        let rate = match (decision.sets[0] < 8, decision.sets.len()) {
            (true, 1) => 2,
            (false, 1) => 8,
            (true, _) => 6,
            (false, _) => 24,
        };
        for (&set, &said) in decision.sets.iter().zip(&decision.said) {
            let error = target(yes) - squash(said);
            let weights = self.weights[set].iter_mut();
            for (weight, input) in weights.zip(&decision.inputs) {
                let step = (input * error * rate + (1 << 17)) >> 18;
                *weight += step;
                if decision.sets.len() > 1 {
                    *weight = (*weight).clamp(-1 << 24, 1 << 24);
                }
            }
        }
        let (i, f) = nearest(decision.x);
        let estimates = &mut self.estimates[decision.sets[0]];
        let estimate = &mut estimates[i + usize::from(2 * f > 178)];
        *estimate += (target(yes) - *estimate) >> 7;
    }

    /// Decodes a move (6.5).
    pub(crate) fn decode(&mut self, views: &mut Views, source: &mut dyn Source) -> usize {
        loop {
            let best = views.likeliest();
            if views.left() == 1 {
                return best;
            }
            let decision = self.decide(views, best);
            let yes = source.decision(decision.p);
            self.learn(&decision, yes);
            if yes {
                return best;
            }
            views.strike(best);
            views.rank += 1;
        }
    }

    /// Learns that a move was played, as from one that was decoded.
    pub(crate) fn follow(&mut self, views: &mut Views, played: usize) {
        while views.left() > 1 {
            let best = views.likeliest();
            let decision = self.decide(views, best);
            self.learn(&decision, best == played);
            if best == played {
                return;
            }
            views.strike(best);
            views.rank += 1;
        }
    }

    /// The shares of all moves (6.14).
    pub(crate) fn shares(&self, mut views: Views) -> Vec<u64> {
        let mut shares = vec![0; views.plain.len()];
        let mut left = 1 << 32;
        while views.rank < 8 {
            let best = views.likeliest();
            if views.left() == 1 {
                shares[best] = left;
                return shares;
            }
            shares[best] = (left * self.decide(&views, best).p as u64) >> 16;
            left -= shares[best];
            views.strike(best);
            views.rank += 1;
        }
        let last = views.last();
        let unit = (left << 24) / last.iter().sum::<u64>();
        for (share, &weight) in shares.iter_mut().zip(last) {
            if weight > 0 {
                *share = (weight * unit) >> 24;
                left -= *share;
            }
        }
        shares[views.likeliest()] += left;
        shares
    }
}

fn nearest(x: i64) -> (usize, i64) {
    let y = x + 2_840;
    ((y / 178) as usize, y % 178)
}
