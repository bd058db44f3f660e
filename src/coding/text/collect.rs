//! Makes snapshots: counts what follows each context in many strings. Run by hand, not part of the
//! program.

use super::{
    past::Past,
    salt,
    snapshot::{BUCKET, encode},
    strength::Context,
    table::place,
};
use rustc_hash::FxHashMap;

/// What a document is. Lines of other contexts than those of its kind are not worth their bytes:
/// in a snapshot of 8 MiB, those of `Folded(5)` and `Order(4)` for names made single names 2 % to
/// 3 % larger and comments 2 %, those of `Order(6)` for comments single names 2 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Prose,
    Name,
}

impl Kind {
    fn contexts(self) -> &'static [Context] {
        use Context::{Folded, Order, TwoWords, Word};
        match self {
            Kind::Prose => &[
                Order(1),
                Order(2),
                Order(3),
                Order(4),
                Folded(5),
                Word,
                TwoWords,
            ],
            Kind::Name => &[Order(1), Order(2), Order(3), Order(6), Word, TwoWords],
        }
    }
}

/// Log2 of the number of hashes that are told apart when documents are counted.
const LOG2_VISITED: u32 = 27;

/// Strings that count together, such as the comments of a game, or a single name.
pub(crate) struct Document {
    pub(crate) kind: Kind,
    /// How much its lines count where those to keep are chosen.
    pub(crate) weight: u16,
    /// How often its strings were seen.
    pub(crate) times: u32,
    /// Strings with their fields.
    pub(crate) strings: Vec<(u32, Vec<u8>)>,
}

/// How often each half of a byte followed a context.
type Counts = [u32; 16];

/// Calls `visit` with the hash of each line that the strings visit, and the half of a byte that
/// followed.
fn walk(document: &Document, mut visit: impl FnMut(u32, u8)) {
    let mut past = Past::new(20, true);
    for (field, text) in &document.strings {
        past.begin(*field);
        for &byte in text.iter().chain(&[0]) {
            let high = byte >> 4;
            for context in document.kind.contexts() {
                let hash = context.hash(&past);
                visit(hash ^ salt(0), high);
                visit(hash ^ salt(u32::from(high) + 1), byte & 15);
            }
            past.push(byte);
        }
    }
}

/// Where the weight of the line of `hash` is counted.
fn slot(hash: u32) -> usize {
    (hash & ((1 << LOG2_VISITED) - 1)) as usize
}

/// By [`slot`] of a line: the total weight of the documents that visit it, roughly.
fn weigh(documents: &[Document]) -> Vec<u16> {
    let mut counts = vec![0u16; 1 << LOG2_VISITED];
    let mut last = vec![0u16; 1 << LOG2_VISITED];
    for (number, document) in documents.iter().enumerate() {
        let number = (number % 65_535) as u16 + 1;
        walk(document, |hash, _| {
            let slot = slot(hash);
            if last[slot] != number {
                last[slot] = number;
                counts[slot] = counts[slot].saturating_add(document.weight);
            }
        });
    }
    counts
}

/// The snapshot of 2^`log2_buckets` buckets: lines visited by documents of a weight of at least
/// `least`, those of the greatest weight first, as far as their buckets have room. Two hashes that
/// agree modulo 2^[`LOG2_VISITED`] share their weight.
pub(crate) fn snapshot(documents: &[Document], log2_buckets: u32, least: u16) -> Vec<u8> {
    let visited = weigh(documents);
    let mut lines: FxHashMap<u32, Counts> = FxHashMap::default();
    for document in documents {
        walk(document, |hash, half| {
            if visited[slot(hash)] >= least {
                lines.entry(hash).or_default()[usize::from(half)] += document.times;
            }
        });
    }
    let mut order: Vec<(u16, u32)> = lines
        .keys()
        .map(|&hash| (visited[slot(hash)], hash))
        .collect();
    order.sort_unstable_by(|a, b| b.cmp(a));
    let mut buckets: Vec<Vec<u8>> = vec![Vec::new(); 1 << log2_buckets];
    let mut kept = 0;
    for (_, hash) in &order {
        let bucket = &mut buckets[place(*hash, (1 << log2_buckets) - 1)];
        let line = encode(*hash, &lines[hash]);
        if let Some(line) = line.filter(|line| bucket.len() + line.len() <= BUCKET) {
            bucket.extend(line);
            kept += 1;
        }
    }
    println!("{} lines, {kept} of them kept", order.len());
    for bucket in &mut buckets {
        bucket.resize(BUCKET, 0);
    }
    buckets.concat()
}
