//! Whether a game plays what followed in the game before. Numbers in comments are clauses of
//! `src/codec/model/moves/MODEL.md`.

use super::ranking::{Ranking, Views};
use crate::reference::models::coder::{AdaptiveBit, Mixer, Source, squash, stretch};

/// The main lines of two games, and what such decisions have taught.
pub(crate) struct Precedent {
    before: Vec<(u64, usize)>,
    here: Vec<(u64, usize)>,
    follows: bool,
    /// That of this game, and of the two before.
    depths: [usize; 3],
    chances: [Vec<AdaptiveBit>; 3],
    mixer: Mixer,
}

impl Precedent {
    /// That of a block.
    pub(crate) fn new() -> Precedent {
        let chances = |len| vec![AdaptiveBit::new().limit(60); len];
        Precedent {
            before: Vec::new(),
            here: Vec::new(),
            follows: true,
            depths: [0; 3],
            chances: [chances(256), chances(64), chances(256)],
            mixer: Mixer::starting(&[49_152, 4_096, 4_096, 8_192, 0], 64, 8, 60),
        }
    }

    /// A game begins.
    pub(crate) fn begin(&mut self) {
        self.before = std::mem::take(&mut self.here);
        self.depths = [0, self.depths[0], self.depths[1]];
        self.follows = true;
    }

    /// *since*, and by how many moves this game is longer than the one before, after `ply`
    /// half-moves (7.8.2 of the file format).
    pub(crate) fn parting(&self, ply: usize) -> (usize, i64) {
        let (n, depth, before) = match ply {
            0 => (0, 0, &self.here),
            _ => (self.here.len(), self.depths[0], &self.before),
        };
        (n - depth, n as i64 - before.len() as i64)
    }

    /// The game comes to a position. Returns the move that followed in the game before (6.7).
    pub(crate) fn meet(&mut self, key: u64) -> Option<usize> {
        let step = self.before.get(self.here.len());
        let step = step.filter(|(before, _)| self.follows && *before == key);
        self.follows = step.is_some();
        step.map(|&(_, m)| m)
    }

    /// Notes the move played in the position met last.
    pub(crate) fn note(&mut self, key: u64, m: usize) {
        if self.follows && self.before[self.here.len()].1 == m {
            self.depths[0] += 1;
        } else {
            self.follows = false;
        }
        self.here.push((key, m));
    }

    /// Decodes whether `before` is played, and if not, what is (6.7).
    pub(crate) fn decode(
        &mut self,
        before: usize,
        ranking: &mut Ranking,
        views: &mut Views,
        source: &mut dyn Source,
    ) -> usize {
        let is_likeliest = views.likeliest() == before;
        let decision = ranking.decide(views, before);
        let yes = self.decide(decision.p, source);
        if is_likeliest {
            ranking.learn(&decision, yes);
        }
        if yes {
            return before;
        }
        views.strike(before);
        views.rank = usize::from(is_likeliest);
        ranking.decode(views, source)
    }

    /// Decodes a decision to which 13.4 gives the probability `p`, and learns from it (14).
    fn decide(&mut self, p: i64, source: &mut dyn Source) -> bool {
        let [_, a, b] = self.depths;
        let n = self.here.len();
        let usual = relation(n, a.max(b));
        let set = 4 * stage(n) + relation(n, a);
        let s = stretch(p);
        let c = (s / 256 + 8).clamp(0, 15) as usize;
        let places = [set * 4 + usual, set, (4 * c + relation(n, a)) * 4 + usual];
        let mut inputs = vec![s];
        for (chances, &place) in self.chances.iter().zip(&places) {
            inputs.push(stretch(chances[place].p.clamp(24, 65_512)));
        }
        inputs.push(256);
        let said = squash(self.mixer.says(set, &inputs));
        let yes = source.decision(said.clamp(24, 65_512));
        self.mixer.learn(set, &inputs, yes, said);
        for (chances, place) in self.chances.iter_mut().zip(places) {
            chances[place].learn(yes);
        }
        yes
    }
}

/// 14.1
fn relation(n: usize, depth: usize) -> usize {
    match depth {
        0 => 0,
        _ if n < depth => 1,
        _ if n == depth => 2,
        _ => 3,
    }
}

/// 14.1
fn stage(n: usize) -> usize {
    match n {
        0..10 => n,
        10..12 => 10,
        12..16 => 11,
        16..20 => 12,
        20..28 => 13,
        28..40 => 14,
        _ => 15,
    }
}
