//! The context mixer of annotations: predicts a decision from many contexts at once and mixes their
//! predictions. Most of what is neither text nor a plain bit is coded with it.
//!
//! A context has a row of cells (adaptive probabilities) for each three decisions of a symbol. The
//! row is looked up once and lies in one line of the processor's cache, which makes this cheaper
//! than [`ContextMixer`](crate::coding::mix::ContextMixer). As the time allows, the contexts vote,
//! or a mixer weighs them, or the mean of two mixers counts, corrected by what came of such means
//! before (secondary estimation). Section 4 of MODEL.md says how.
//!
//! Tables start as zeros, memory that the system hands out as it is touched: only the used part of
//! a table costs anything.

use super::expectation::Expected;
use crate::coding::{
    adaptive::{RATES, truth},
    fetch::fetch,
    light::{outcome, weight},
    lined::Lined,
    mix::{BIAS, Mixer, Refiner, hash3, spread, squash, stretch},
    range::{Coder, ONE},
};

/// Probabilities handed to a coder stay in `FLOOR ..= ONE - FLOOR`.
const FLOOR: u32 = 6;
/// How far a cell is trusted, by its count, in 1/256: its stretched probability is multiplied by
/// this (0 where it has seen nothing).
const CONFIDENCE: [i32; 16] = [
    0, 90, 130, 160, 180, 195, 205, 215, 222, 228, 233, 238, 242, 246, 250, 256,
];
/// Gain of the votes, where contexts vote, in 1/256 (FORMAT.md 11.10).
const GAIN: i32 = 280;
/// Sum of a mixer's initial weights, in 1/65,536, where all inputs start equal.
const FIRST_WEIGHTS: i32 = 3 << 15;
/// The same where some contexts start trained: the sum of their weights, and that of the other
/// inputs.
const TRAINED_WEIGHTS: [i32; 2] = [1 << 16, 1 << 15];
/// The same where there is a network, too: the sum for trained contexts, for other contexts, and
/// for the network.
const EXPECTED_WEIGHTS: [i32; 3] = [6 << 12, 2 << 12, 10 << 12];
/// A row serves this many consecutive decisions of a symbol; then the next rows are looked up.
const DEPTH: u32 = 3;
/// How many dense contexts vote on clocks and on evaluations where there are no others: the number
/// is known when the program is built, which makes them fast.
pub(super) const ELECTORS: usize = 3;
/// For [`Shape::memory`] where cells should forget hardly anything: nearly the most that a cell's
/// count, a byte, can hold.
pub(super) const LONG_MEMORY: u8 = 250;

/// What one context has seen at one node, as stored in the table. From the highest bit: the
/// probability less one half (16 bits), a check that tells which context the cell belongs to (8),
/// and how often it was seen (8). Zero is a cell that has seen nothing. With the probability on
/// top, changing it takes one addition.
#[derive(Clone, Copy, Debug)]
struct Cell(u32);

impl Cell {
    /// A cell that has seen nothing, of the context with this `check`.
    #[inline]
    fn unseen(check: u8) -> Cell {
        Cell(u32::from(check) << 8)
    }

    /// The probability of a one, in 1/65,536.
    #[inline]
    fn p(self) -> u32 {
        (self.0 >> 16) ^ (ONE / 2)
    }

    /// How often it was seen.
    #[inline]
    fn count(self) -> u8 {
        self.0 as u8
    }

    /// The stretched probability of a one, nearer to zero the less often the cell was seen.
    #[inline]
    fn cautious(self) -> i32 {
        let confidence = CONFIDENCE[usize::from(self.count()).min(CONFIDENCE.len() - 1)];
        (stretch(self.p()) * confidence) >> 8
    }

    /// The cell after a decision was `bit`; it forgets observations older than about `memory`.
    #[inline]
    fn seen(self, bit: bool, memory: u8) -> Cell {
        let rate = RATES[usize::from(self.count())] as i32;
        let step = ((truth(bit) - self.p() as i32) * rate) >> 16;
        let more = u32::from(self.count() < memory);
        Cell(self.0.wrapping_add((step as u32) << 16) + more)
    }

    /// The cell if it belongs to the context with this `check`, else one that has seen nothing.
    #[inline]
    fn of(bits: u32, check: u8) -> Cell {
        match (bits >> 8) as u8 == check {
            true => Cell(bits),
            false => Cell::unseen(check),
        }
    }
}

/// Dense contexts: those with so few values that each value has cells of its own instead of sharing
/// a hashed table. Their cells may start trained.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dense<'m> {
    /// How many dense contexts a decision has.
    pub(super) contexts: usize,
    /// How many values each may have.
    pub(super) values: usize,
    /// Initial cells, a byte each ([`PRIOR_STEP`]), in the order context, value, node; empty if
    /// nothing is known.
    pub(super) prior: &'m [u8],
}

impl Dense<'_> {
    /// No dense contexts.
    pub(super) const NONE: Dense<'static> = Dense {
        contexts: 0,
        values: 0,
        prior: &[],
    };
}

/// A trained cell is a byte: the upper two bits say how sure it is (0: not at all), the lower six
/// its stretched probability in steps of this, from -32 steps up.
const PRIOR_STEP: i32 = 64;
/// The count that a trained cell starts with, by how sure it is.
const PRIOR_COUNTS: [u8; 4] = [0, 3, 10, 24];

/// The cell that a byte of a prior stands for.
#[inline]
fn primed(prior: Option<&u8>) -> Cell {
    let prior = prior.copied().unwrap_or(0);
    match PRIOR_COUNTS[usize::from(prior >> 6)] {
        0 => Cell::unseen(0),
        count => {
            let p = squash((i32::from(prior & 63) - 32) * PRIOR_STEP).min(ONE - 1);
            Cell((p ^ (ONE / 2)) << 16 | u32::from(count))
        }
    }
}

/// How the predictions of the contexts are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mixing {
    /// They vote, and all count the same; there are no weights and no refiner.
    Votes,
    /// By one mixer.
    Once,
    /// By one mixer, whose output a refiner corrects.
    Refined,
    /// By the average of two mixers, which a refiner corrects.
    Twice,
}

/// How a [`Blend`] is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape<'m> {
    /// Contexts with cells of their own.
    pub(super) dense: Dense<'m>,
    /// Bits of the symbols that dense contexts predict.
    pub(super) width: u32,
    /// How many contexts share the hashed table; numbered after the dense ones.
    pub(super) contexts: usize,
    /// Whether the caller adds a prediction to those of the contexts.
    pub(super) expects: bool,
    /// Binary logarithm of the number of rows.
    pub(super) log2_rows: u32,
    /// Binary logarithm of the number of cells in a row.
    pub(super) log2_nodes: u32,
    /// How many sets of weights each of the two mixers has; the refiner has contexts for as many as
    /// the first.
    pub(super) sets: [usize; 2],
    /// How predictions are mixed and corrected.
    pub(super) mixing: Mixing,
    /// About how many observations a cell remembers.
    pub(super) memory: u8,
    /// How fast weights learn: a mixer's rate (FORMAT.md 11.4).
    pub(super) rate: i32,
    /// By how much faster they learn at first: a mixer's haste.
    pub(super) haste: i32,
}

impl Shape<'_> {
    /// The common case: contexts that share a table of rows of eight cells, and weights that learn
    /// slowly.
    pub(super) const SHARED: Shape<'static> = Shape {
        dense: Dense::NONE,
        width: 0,
        contexts: 0,
        expects: false,
        log2_rows: 12,
        log2_nodes: 3,
        sets: [1; 2],
        mixing: Mixing::Twice,
        memory: 120,
        rate: 4,
        haste: 0,
    };

    /// The first cell of the row for this hash, and the check that its cells carry.
    #[inline]
    fn row(&self, hash: u64) -> (usize, u8) {
        let row = (hash >> 8) as usize & ((1 << self.log2_rows) - 1);
        (row << self.log2_nodes, (hash >> 56) as u8 | 1)
    }
}

/// The initial weight of each input: dense contexts, other contexts, the caller's prediction, the
/// constant.
fn first_weights(shape: &Shape) -> Vec<i32> {
    let (trained, others) = (shape.dense.contexts, shape.contexts);
    let inputs = trained + others + usize::from(shape.expects) + 1;
    let share = |sum: i32, among: usize| sum / among.max(1) as i32;
    let weight = |index: usize| match (trained, shape.expects) {
        (0, _) => share(FIRST_WEIGHTS, inputs),
        (_, false) if index < trained => share(TRAINED_WEIGHTS[0], trained),
        (_, false) => share(TRAINED_WEIGHTS[1], inputs - trained),
        _ if index < trained => share(EXPECTED_WEIGHTS[0], trained),
        _ if index < trained + others => share(EXPECTED_WEIGHTS[1], others),
        _ if index + 1 < inputs => EXPECTED_WEIGHTS[2],
        _ => 0,
    };
    (0..inputs).map(weight).collect()
}

/// Predicts decisions from contexts, codes them and learns from them.
#[derive(Debug)]
pub(super) struct Blend<'m> {
    shape: Shape<'m>,
    /// All cells: those of the table of rows, then those of dense contexts.
    cells: Lined<u32>,
    /// For each context that shares the table: the first cell of its row, and its check.
    rows: Vec<(usize, u8)>,
    /// For each dense context: the first cell of its value, counted from the first dense cell.
    places: Vec<usize>,
    /// The cells of the decision being coded, dense contexts first.
    now: Vec<Cell>,
    /// Hashes of the contexts that share the table.
    contexts: Vec<u64>,
    /// The mixers' inputs: the stretched predictions of contexts and of the caller, and a
    /// constant.
    inputs: Vec<i32>,
    combining: Combining,
}

/// What makes one probability of all predictions, by the [`Mixing`] of a shape, and what it has
/// learnt.
#[derive(Debug)]
enum Combining {
    /// With the factor of each vote.
    Votes(i32),
    Once(Mixer),
    Refined(Mixer, Refiner),
    Twice([Mixer; 2], Refiner),
}

impl Combining {
    fn new(shape: &Shape, weights: &[i32]) -> Combining {
        let mixer = |sets: usize| Mixer::starting(weights, sets, shape.rate).hasty(shape.haste);
        let refiner = || Refiner::new(shape.sets[0]);
        match shape.mixing {
            Mixing::Votes => {
                let voters = shape.dense.contexts + shape.contexts;
                Combining::Votes(weight(voters, GAIN))
            }
            Mixing::Once => Combining::Once(mixer(shape.sets[0])),
            Mixing::Refined => Combining::Refined(mixer(shape.sets[0]), refiner()),
            Mixing::Twice => Combining::Twice(shape.sets.map(mixer), refiner()),
        }
    }

    /// Codes a decision, and learns from it. `inputs` has room for the mixers' inputs, and the
    /// caller's prediction if there is one; `now` are the cells of all contexts.
    #[inline]
    fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        bit: bool,
        now: &[Cell],
        inputs: &mut [i32],
        sets: [usize; 2],
    ) -> bool {
        let mut code = |p: u32| coder.bit(bit, p.clamp(FLOOR, ONE - FLOOR));
        match self {
            Combining::Votes(weight) => code(elected(now, *weight)),
            Combining::Once(mixer) => {
                set_inputs(now, inputs);
                let plain = squash(mixer.blend(inputs, sets[0]));
                let bit = code(plain);
                mixer.update(inputs, sets[0], bit, plain);
                bit
            }
            Combining::Refined(mixer, refiner) => {
                set_inputs(now, inputs);
                let said = mixer.blend(inputs, sets[0]);
                let plain = squash(said);
                let bit = code(refiner.halfway(plain, said, sets[0]));
                mixer.update(inputs, sets[0], bit, plain);
                refiner.update(bit);
                bit
            }
            Combining::Twice([first, second], refiner) => {
                set_inputs(now, inputs);
                let said = [first.blend(inputs, sets[0]), second.blend(inputs, sets[1])];
                let blended = (said[0] + said[1]) >> 1;
                let bit = code(refiner.halfway(squash(blended), blended, sets[0]));
                first.update(inputs, sets[0], bit, squash(said[0]));
                second.update(inputs, sets[1], bit, squash(said[1]));
                refiner.update(bit);
                bit
            }
        }
    }
}

/// What cells say by their votes, each of which counts with the factor `weight`.
#[inline]
fn elected(now: &[Cell], weight: i32) -> u32 {
    outcome(now.iter().map(|now| now.cautious()).sum(), weight)
}

/// Sets the mixers' inputs to what cells say, but for the caller's prediction.
#[inline]
fn set_inputs(now: &[Cell], inputs: &mut [i32]) {
    for (now, input) in now.iter().zip(&mut *inputs) {
        *input = now.cautious();
    }
    if let Some(constant) = inputs.last_mut() {
        *constant = i32::from(BIAS);
    }
}

impl<'m> Blend<'m> {
    pub(super) fn new(shape: Shape<'m>) -> Blend<'m> {
        let contexts = shape.dense.contexts + shape.contexts;
        let shared = 1 << (shape.log2_rows + shape.log2_nodes);
        let dense = (shape.dense.contexts * shape.dense.values) << shape.width;
        let weights = first_weights(&shape);
        Blend {
            cells: Lined::zeros(shared + dense),
            rows: vec![(0, 0); shape.contexts],
            places: vec![0; shape.dense.contexts],
            now: vec![Cell::unseen(0); contexts],
            contexts: vec![0; shape.contexts],
            inputs: vec![0; weights.len()],
            combining: Combining::new(&shape, &weights),
            shape,
        }
    }

    /// Sets context number `index`, of those that share the table, for the decisions to come.
    #[inline]
    pub(super) fn select(&mut self, index: usize, context: u32) {
        let hash = hash3(context, index as u32, 0x5ee5);
        self.contexts[index] = hash;
        let row = self.shape.row(hash);
        self.rows[index] = row;
        fetch(&self.cells[row.0]);
    }

    /// Sets dense context number `index` to `value` for the decisions to come.
    #[inline]
    pub(super) fn place(&mut self, index: usize, value: usize) {
        let values = self.shape.dense.values;
        debug_assert!(value < values);
        self.places[index] = (index * values + value) << self.shape.width;
    }

    /// Goes on to the rows for the decisions that follow those of `node`.
    #[inline]
    fn descend(&mut self, node: u32) {
        for (row, &hash) in self.rows.iter_mut().zip(&self.contexts) {
            *row = self.shape.row(spread(hash ^ u64::from(node)));
        }
    }

    /// Sets all contexts that share the table.
    #[inline]
    pub(super) fn select_all(&mut self, contexts: &[u32]) {
        debug_assert_eq!(contexts.len(), self.shape.contexts);
        for (index, &context) in contexts.iter().enumerate() {
            self.select(index, context);
        }
    }

    /// How often context number `index`, of those that share the table, has seen the decision at
    /// the first node.
    #[inline]
    pub(super) fn times_seen(&self, index: usize) -> u8 {
        let (row, check) = self.rows[index];
        Cell::of(self.cells[row], check).count()
    }

    /// Sets the caller's own prediction, stretched.
    #[inline]
    pub(super) fn expect(&mut self, stretched: i32) {
        self.inputs[self.shape.dense.contexts + self.shape.contexts] = stretched;
    }

    /// Codes a decision at `node` of the rows, with the sets of weights `sets` of the two mixers.
    /// For blends without dense contexts.
    #[inline]
    pub(super) fn bit<C: Coder>(
        &mut self,
        coder: &mut C,
        bit: bool,
        node: usize,
        sets: [usize; 2],
    ) -> bool {
        let node = node & ((1 << self.shape.log2_nodes) - 1);
        self.bit_at(coder, bit, [0, node], sets)
    }

    /// Codes a decision; `nodes` are the node within the symbol (for dense contexts) and within the
    /// row.
    #[inline]
    fn bit_at<C: Coder>(
        &mut self,
        coder: &mut C,
        bit: bool,
        nodes: [usize; 2],
        sets: [usize; 2],
    ) -> bool {
        self.look_up(nodes);
        let bit = self
            .combining
            .code(coder, bit, &self.now, &mut self.inputs, sets);
        self.learn(nodes, bit);
        bit
    }

    /// The place of the first dense cell.
    #[inline]
    fn beyond(&self) -> usize {
        1 << (self.shape.log2_rows + self.shape.log2_nodes)
    }

    /// The places of the contexts, and the factor of each vote, where these are the dense ones that
    /// vote on clocks and evaluations.
    #[inline]
    fn electorate(&self) -> Option<([usize; ELECTORS], i32)> {
        match self.combining {
            Combining::Votes(weight) if self.rows.is_empty() => {
                let places = self.places.as_slice().try_into().ok()?;
                Some((places, weight))
            }
            _ => None,
        }
    }

    /// Does what [`symbol`](Blend::symbol) does, but for a fixed number of dense contexts that
    /// vote, at `places`, with this `weight`.
    // With the number known, that takes half the instructions. At level 1 it saves 4 % of the time
    // to pack a file with clocks, and 1 % of that to unpack it.
    fn elect<C: Coder, const N: usize>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        places: [usize; N],
        weight: i32,
    ) -> u32 {
        let (first, prior) = (self.beyond(), self.shape.dense.prior);
        let cells = &mut self.cells[first..];
        let mut node = 1;
        for shift in (0..width).rev() {
            let places = places.map(|place| place + node);
            let now = places.map(|place| match cells[place] {
                0 => primed(prior.get(place)),
                bits => Cell(bits),
            });
            let p = elected(&now, weight).clamp(FLOOR, ONE - FLOOR);
            let bit = coder.bit(value >> shift & 1 == 1, p);
            for (place, now) in places.into_iter().zip(now) {
                cells[place] = now.seen(bit, self.shape.memory).0;
            }
            node = node << 1 | usize::from(bit);
        }
        node as u32 - (1 << width)
    }

    /// Looks up the cells of all contexts at these nodes (symbol, row).
    #[inline]
    fn look_up(&mut self, nodes: [usize; 2]) {
        let beyond = self.beyond() + nodes[0];
        let (dense, shared) = self.now.split_at_mut(self.places.len());
        for (now, &place) in dense.iter_mut().zip(&self.places) {
            *now = match self.cells[beyond + place] {
                0 => primed(self.shape.dense.prior.get(place + nodes[0])),
                bits => Cell(bits),
            };
        }
        let node = nodes[1];
        for (now, &(row, check)) in shared.iter_mut().zip(&self.rows) {
            *now = Cell::of(self.cells[row + node], check);
        }
    }

    /// The cells looked up learn what was coded.
    #[inline]
    fn learn(&mut self, nodes: [usize; 2], bit: bool) {
        let learnt = |now: &Cell| now.seen(bit, self.shape.memory).0;
        let beyond = self.beyond() + nodes[0];
        let (dense, shared) = self.now.split_at(self.places.len());
        for (now, &place) in dense.iter().zip(&self.places) {
            self.cells[beyond + place] = learnt(now);
        }
        let node = nodes[1];
        for (now, &(row, _)) in shared.iter().zip(&self.rows) {
            self.cells[row + node] = learnt(now);
        }
    }

    /// The dense cells as a prior for other blocks.
    pub(super) fn to_prior(&self) -> Vec<u8> {
        let dense = self.shape.dense;
        let cells =
            &self.cells[self.beyond()..][..(dense.contexts * dense.values) << self.shape.width];
        let byte = |&bits: &u32| {
            let cell = Cell(bits);
            let sure = match cell.count() {
                0 => return 0,
                1..6 => 1,
                6..40 => 2,
                40.. => 3,
            };
            let steps = (stretch(cell.p()) + PRIOR_STEP / 2).div_euclid(PRIOR_STEP);
            sure << 6 | (steps + 32).clamp(0, 63) as u8
        };
        cells.iter().map(byte).collect()
    }

    /// Codes a symbol of `width` bits, highest first. The node (`1 .. 1 << width`) chooses the
    /// first mixer's weights, `set` the second's.
    pub(super) fn symbol<C: Coder>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        set: usize,
    ) -> u32 {
        self.symbol_expected(coder, value, width, set, None)
    }

    /// Like [`symbol`](Blend::symbol), with a network's prediction among the inputs. `expected`
    /// must be `None` if the shape does not expect one.
    pub(super) fn symbol_expected<C: Coder>(
        &mut self,
        coder: &mut C,
        value: u32,
        width: u32,
        set: usize,
        expected: Option<&Expected>,
    ) -> u32 {
        if let Some((places, weight)) = self.electorate() {
            return self.elect(coder, value, width, places, weight);
        }
        let mut node = 1;
        for shift in (0..width).rev() {
            let depth = width - 1 - shift;
            if depth > 0 && depth.is_multiple_of(DEPTH) {
                self.descend(node as u32);
            }
            let first = 1 << (depth % DEPTH);
            let within = first | (node & (first - 1));
            let bit = value >> shift & 1 == 1;
            if let Some(expected) = expected {
                self.expect(expected.stretched(node));
            }
            let bit = self.bit_at(coder, bit, [node, within], [node, set]);
            node = node << 1 | usize::from(bit);
        }
        node as u32 - (1 << width)
    }
}

#[cfg(test)]
mod tests;
