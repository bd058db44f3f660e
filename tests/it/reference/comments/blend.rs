//! Section 4 of the document: blends. Numbers in comments are its clauses.

use crate::reference::models::{
    coder::{AdaptiveBit, Mixer, Refiner, Source, hash3, squash, stretch},
    contexts::outcome,
};

/// 4.3
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mixing {
    Votes,
    Once,
    Refined,
    Twice,
}

/// Dense contexts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dense {
    /// How many there are.
    pub(crate) contexts: usize,
    /// How many symbols.
    pub(crate) symbols: usize,
    /// What they begin with (12.4).
    pub(crate) table: Vec<u8>,
}

/// How a blend is made.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) dense: Dense,
    /// How many hashed contexts there are.
    pub(crate) hashed: usize,
    /// Whether the caller has a prediction.
    pub(crate) predicts: bool,
    /// *r*.
    pub(crate) log2_rows: u32,
    /// *k*.
    pub(crate) log2_nodes: u32,
    pub(crate) sets: [usize; 2],
    pub(crate) mixing: Mixing,
    pub(crate) memory: i64,
    pub(crate) rate: i64,
    pub(crate) haste: i64,
}

impl Shape {
    /// So many hashed contexts and sets, and all else as where nothing else is said.
    pub(crate) fn new(hashed: usize, sets: [usize; 2], mixing: Mixing) -> Shape {
        Shape {
            dense: Dense::default(),
            hashed,
            predicts: false,
            log2_rows: 12,
            log2_nodes: 3,
            sets,
            mixing,
            memory: 120,
            rate: 4,
            haste: 0,
        }
    }
}

/// How many values a dense context has.
const VALUES: usize = 1_024;

/// 4.1
#[derive(Clone, Debug)]
struct Cell {
    bit: AdaptiveBit,
    check: u64,
}

impl Cell {
    fn says(&self) -> i64 {
        const BELIEVED: [i64; 16] = [
            0, 90, 130, 160, 180, 195, 205, 215, 222, 228, 233, 238, 242, 246, 250, 256,
        ];
        (stretch(self.bit.p) * BELIEVED[self.bit.n.min(15) as usize]) >> 8
    }
}

/// The contexts of a decision or a symbol.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contexts {
    /// The values of dense contexts.
    pub(crate) dense: Vec<usize>,
    /// Hashed contexts.
    pub(crate) hashed: Vec<u32>,
}

impl Contexts {
    /// Hashed contexts alone.
    pub(crate) fn hashed(contexts: &[u32]) -> Contexts {
        Contexts {
            dense: Vec::new(),
            hashed: contexts.to_vec(),
        }
    }
}

/// A blend.
#[derive(Debug)]
pub(crate) struct Blend {
    shape: Shape,
    /// The cells of rows, row by row.
    cells: Vec<Cell>,
    /// The cells of dense contexts: by context, value and node; none was asked for yet where there
    /// is none.
    dense: Vec<Option<AdaptiveBit>>,
    mixers: Vec<Mixer>,
    refiner: Option<Refiner>,
}

/// Where a decision is made.
struct Place {
    /// For each dense context, its cell.
    dense: Vec<usize>,
    /// For each hashed context, its cell and its check.
    hashed: Vec<(usize, u64)>,
    prediction: Option<i64>,
    sets: [usize; 2],
}

impl Blend {
    /// A blend that has seen nothing.
    pub(crate) fn new(shape: Shape) -> Blend {
        let mixers = match shape.mixing {
            Mixing::Votes => 0,
            Mixing::Once | Mixing::Refined => 1,
            Mixing::Twice => 2,
        };
        let weights = first_weights(&shape);
        let mixer = |&sets: &usize| Mixer::starting(&weights, sets, shape.rate, shape.haste);
        let is_refined = matches!(shape.mixing, Mixing::Refined | Mixing::Twice);
        let new = Cell {
            bit: AdaptiveBit::new().limit(shape.memory),
            check: 0,
        };
        Blend {
            cells: vec![new; 1 << (shape.log2_rows + shape.log2_nodes)],
            dense: vec![None; shape.dense.contexts * VALUES * shape.dense.symbols],
            mixers: shape.sets[..mixers].iter().map(mixer).collect(),
            refiner: is_refined.then(|| Refiner::new(shape.sets[0], 6)),
            shape,
        }
    }

    /// 4.3: a decision under hashed contexts at a node.
    pub(crate) fn decide(
        &mut self,
        source: &mut dyn Source,
        contexts: &[u32],
        node: usize,
        sets: [usize; 2],
    ) -> bool {
        self.decide_expected(source, contexts, None, node, sets)
    }

    /// The same where the caller has a prediction.
    pub(crate) fn decide_expected(
        &mut self,
        source: &mut dyn Source,
        contexts: &[u32],
        prediction: Option<i64>,
        node: usize,
        sets: [usize; 2],
    ) -> bool {
        let hashes = hashes(contexts);
        let hashed = hashes.map(|hash| self.cell(hash, node)).collect();
        let place = Place {
            dense: Vec::new(),
            hashed,
            prediction,
            sets,
        };
        self.decide_at(source, &place)
    }

    /// 4.5
    pub(crate) fn symbol(
        &mut self,
        source: &mut dyn Source,
        contexts: &Contexts,
        width: u32,
        set: usize,
    ) -> u32 {
        self.symbol_expected(source, contexts, width, set, None)
    }

    /// The same where the caller predicts by node.
    pub(crate) fn symbol_expected(
        &mut self,
        source: &mut dyn Source,
        contexts: &Contexts,
        width: u32,
        set: usize,
        predict: Option<&dyn Fn(usize) -> i64>,
    ) -> u32 {
        let own: Vec<u64> = hashes(&contexts.hashed).collect();
        let mut rows = own.clone();
        let mut node = 1_usize;
        for depth in 0..width {
            if depth > 0 && depth % 3 == 0 {
                rows = own.iter().map(|&hash| below(hash, node)).collect();
            }
            let since = 1 << (depth % 3);
            let within = since | node & (since - 1);
            let symbols = self.shape.dense.symbols;
            let dense = contexts.dense.iter().enumerate();
            let place = Place {
                dense: dense
                    .map(|(i, &value)| (i * VALUES + value) * symbols + node)
                    .collect(),
                hashed: rows.iter().map(|&row| self.cell(row, within)).collect(),
                prediction: predict.map(|predict| predict(node)),
                sets: [node, set],
            };
            node = node << 1 | usize::from(self.decide_at(source, &place));
        }
        node as u32 - (1 << width)
    }

    /// How often the cell of the `i`-th hashed context at node 0 was seen.
    pub(crate) fn count(&self, i: usize, context: u32) -> i64 {
        let hash = hash3(context, i as u32, 0x5ee5);
        let (cell, check) = self.cell(hash, 0);
        self.read(cell, check).bit.n
    }

    /// 4.2: the cell of a node in the row that a hash names, and the check.
    fn cell(&self, hash: u64, node: usize) -> (usize, u64) {
        let row = (hash >> 8) as usize % (1 << self.shape.log2_rows);
        let nodes = 1 << self.shape.log2_nodes;
        (row * nodes + node % nodes, hash >> 56 | 1)
    }

    fn read(&self, cell: usize, check: u64) -> Cell {
        if self.cells[cell].check == check {
            return self.cells[cell].clone();
        }
        Cell {
            bit: AdaptiveBit::new().limit(self.shape.memory),
            check,
        }
    }

    /// What a dense cell is.
    fn read_dense(&self, cell: usize) -> AdaptiveBit {
        let first = || self.trained(cell).limit(self.shape.memory);
        self.dense[cell].clone().unwrap_or_else(first)
    }

    /// 12.4: what a dense cell begins as.
    fn trained(&self, cell: usize) -> AdaptiveBit {
        let byte = self.shape.dense.table.get(cell).copied().unwrap_or(0);
        match [0, 3, 10, 24][usize::from(byte >> 6)] {
            0 => AdaptiveBit::new(),
            count => {
                let p = squash(64 * (i64::from(byte & 63) - 32));
                AdaptiveBit::starting(p.min(65_535), count)
            }
        }
    }

    fn decide_at(&mut self, source: &mut dyn Source, place: &Place) -> bool {
        let dense: Vec<_> = place.dense.iter().map(|&c| self.read_dense(c)).collect();
        let hashed = place.hashed.iter();
        let hashed: Vec<_> = hashed
            .map(|&(cell, check)| self.read(cell, check))
            .collect();
        let of_dense = dense.iter().cloned().map(|bit| Cell { bit, check: 0 });
        let mut said: Vec<i64> = of_dense.map(|cell| cell.says()).collect();
        said.extend(hashed.iter().map(Cell::says));
        let bit = match self.shape.mixing {
            Mixing::Votes => source.decision(outcome(&said, 280).clamp(6, 65_530)),
            _ => self.mix(source, place, said),
        };
        for (&cell, mut learnt) in place.dense.iter().zip(dense) {
            learnt.learn(bit);
            self.dense[cell] = Some(learnt);
        }
        for (&(cell, _), mut learnt) in place.hashed.iter().zip(hashed) {
            learnt.bit.learn(bit);
            self.cells[cell] = learnt;
        }
        bit
    }

    /// What all cells say is the beginning of `inputs`.
    fn mix(&mut self, source: &mut dyn Source, place: &Place, mut inputs: Vec<i64>) -> bool {
        inputs.extend(place.prediction);
        inputs.push(128);
        let mixers = self.mixers.iter().zip(place.sets);
        let said: Vec<i64> = mixers
            .map(|(mixer, set)| mixer.says(set, &inputs))
            .collect();
        let x = match said[..] {
            [one, other] => (one + other) >> 1,
            _ => said[0],
        };
        let p = match &self.refiner {
            Some(refiner) => (squash(x) + refiner.says(place.sets[0], x)) / 2,
            None => squash(x),
        };
        let bit = source.decision(p.clamp(6, 65_530));
        for ((mixer, set), said) in self.mixers.iter_mut().zip(place.sets).zip(said) {
            mixer.learn(set, &inputs, bit, squash(said));
        }
        if let Some(refiner) = &mut self.refiner {
            refiner.learn(place.sets[0], x, bit);
        }
        bit
    }
}

/// 4.2
fn hashes(contexts: &[u32]) -> impl Iterator<Item = u64> {
    let numbered = contexts.iter().zip(0..);
    numbered.map(|(&context, i)| hash3(context, i, 0x5ee5))
}

/// 4.5: the hash that names the row behind the bits of `node`.
fn below(hash: u64, node: usize) -> u64 {
    let g = (hash ^ node as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    g ^ g >> 29
}

/// 4.4
fn first_weights(shape: &Shape) -> Vec<i64> {
    let (dense, hashed) = (shape.dense.contexts, shape.hashed);
    let inputs = dense + hashed + usize::from(shape.predicts) + 1;
    let share = |sum: i64, among: usize| sum / among.max(1) as i64;
    let [of_dense, of_hashed, prediction, constant] = match (dense, shape.predicts) {
        (0, _) => [share(98_304, inputs); 4],
        (_, false) => {
            let others = share(32_768, inputs - dense);
            [share(65_536, dense), others, 0, others]
        }
        (_, true) => [share(24_576, dense), share(8_192, hashed), 40_960, 0],
    };
    let mut weights = vec![of_dense; dense];
    weights.extend(vec![of_hashed; hashed]);
    weights.extend(shape.predicts.then_some(prediction));
    weights.push(constant);
    weights
}
