//! Makes snapshots: counts what follows each context in many strings. Run by hand, not part of the
//! program.

use super::{
    level::Context,
    past::Past,
    salt,
    snapshot::{CELLS, code},
    table::{check, place},
};
use rustc_hash::FxHashMap;

/// The contexts that a snapshot has lines for. The others learn soon enough; lines are better spent
/// on these.
const CONTEXTS: [Context; 8] = [
    Context::Order(1),
    Context::Order(2),
    Context::Order(3),
    Context::Order(4),
    Context::Order(6),
    Context::Folded(5),
    Context::Word,
    Context::TwoWords,
];
/// Log2 of the number of hashes that are told apart when documents are counted.
const LOG2_VISITED: u32 = 27;

/// Strings that count together, such as the comments of a game, or a single name.
pub(crate) struct Document {
    /// How many documents it counts as.
    pub(crate) weight: u16,
    /// Strings with their kinds.
    pub(crate) strings: Vec<(u32, Vec<u8>)>,
}

/// Zeros and ones seen at each decision of a line.
type Counts = [[u32; 2]; CELLS + 1];

/// Calls `visit` with the hash of each line that the strings visit, and the four bits that
/// followed.
fn walk(document: &Document, mut visit: impl FnMut(u32, u8)) {
    let mut past = Past::new(20);
    for (field, text) in &document.strings {
        past.begin(*field);
        for &byte in text.iter().chain(&[0]) {
            let high = byte >> 4;
            for context in CONTEXTS {
                let hash = context.hash(&past);
                visit(hash ^ salt(0), high);
                visit(hash ^ salt(u32::from(high) + 1), byte & 15);
            }
            past.push(byte);
        }
    }
}

/// By hash of a line: the total weight of the documents that visit it, roughly.
fn weigh(documents: &[Document]) -> Vec<u16> {
    let mask = (1u32 << LOG2_VISITED) - 1;
    let mut counts = vec![0u16; 1 << LOG2_VISITED];
    let mut last = vec![0u16; 1 << LOG2_VISITED];
    for (number, document) in documents.iter().enumerate() {
        let number = (number % 65_535) as u16 + 1;
        walk(document, |hash, _| {
            let slot = (hash & mask) as usize;
            if last[slot] != number {
                last[slot] = number;
                counts[slot] = counts[slot].saturating_add(document.weight);
            }
        });
    }
    counts
}

/// The snapshot of 2^`log2_lines` lines: those visited by documents of the greatest weight, which
/// must be at least `least`. Two hashes that agree modulo 2^[`LOG2_VISITED`] share their weight.
pub(crate) fn snapshot(documents: &[Document], log2_lines: u32, least: u16) -> Vec<u8> {
    let mask = (1u32 << LOG2_VISITED) - 1;
    let visited = weigh(documents);
    let mut lines: FxHashMap<u32, Box<Counts>> = FxHashMap::default();
    for document in documents {
        walk(document, |hash, bits| {
            if visited[(hash & mask) as usize] < least {
                return;
            }
            let counts = lines.entry(hash).or_default();
            let mut node = 1;
            for shift in (0..4).rev() {
                let bit = usize::from(bits >> shift & 1);
                counts[node][bit] += 1;
                node = node << 1 | bit;
            }
        });
    }
    let mut order: Vec<(u16, u32)> = lines
        .keys()
        .map(|&hash| (visited[(hash & mask) as usize], hash))
        .collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    let count = 1usize << log2_lines;
    let (mut checks, mut cells) = (vec![0u16; count], vec![0u8; CELLS * count]);
    let mut kept = 0;
    for &(_, hash) in &order {
        let first = place(hash, count - 1);
        let Some(place) = [first, first ^ 1].into_iter().find(|&p| checks[p] == 0) else {
            continue;
        };
        kept += 1;
        checks[place] = check(hash);
        for (node, cell) in cells[place * CELLS..][..CELLS].iter_mut().enumerate() {
            *cell = code(lines[&hash][node + 1]);
        }
    }
    println!("{} lines, {kept} of them kept", order.len());
    checks
        .into_iter()
        .flat_map(u16::to_le_bytes)
        .chain(cells)
        .collect()
}
