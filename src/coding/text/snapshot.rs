//! Statistics of contexts over a corpus, as data: the table that a model falls back on.
//!
//! A snapshot holds the most visited lines of a table. A line is stored as what followed its
//! context: which halves of bytes, and about how often each. Most contexts of several bytes were
//! followed by one or two, so most lines take three or four bytes instead of the 32 that they have
//! in a table. Lines are read from the data in place: a program that has a snapshot compiled in
//! needs no time for it at its start.
//!
//! The data are buckets of [`BUCKET`] bytes, laid out as clause 7 of MODEL.md says.

use super::table::{COUNT_BITS, FRESH, LINE, Line, check, place};
use crate::coding::fetch::fetch;

/// Bytes of a bucket: a cache line.
pub(super) const BUCKET: usize = 64;
/// Bytes of a line's header.
const HEADER: usize = 2;
/// The bits of a header that say how many followers are listed, which is also the most that are.
const KINDS: u16 = 7;
/// Bytes of the counts of all followers.
const WIDE: usize = 8;
/// The count that each class stands for.
const COUNTS: [u16; 16] = [
    1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597,
];
/// A cell counts as seen this often at most, so that it is still ready to learn.
const MOST_SEEN: u32 = 12;

/// Which halves of bytes followed a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Followers {
    /// How often each did.
    counts: [u16; 16],
    /// A bit for each that did.
    met: u16,
}

/// A view of the data of a snapshot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snapshot {
    buckets: &'static [[u8; BUCKET]],
    mask: usize,
}

impl Snapshot {
    /// The snapshot in `data`: 2^n buckets. Data of any other size make an empty snapshot.
    pub fn new(data: &'static [u8]) -> Snapshot {
        match data.as_chunks() {
            (buckets, []) if buckets.len().is_power_of_two() => Snapshot {
                buckets,
                mask: buckets.len() - 1,
            },
            _ => Snapshot::default(),
        }
    }

    /// The line of a context, if it is here.
    #[inline]
    pub(super) fn get(&self, hash: u32) -> Option<Line> {
        let bucket = self.buckets.get(place(hash, self.mask))?;
        let mut line = line_of(&find(bucket, hash)?);
        line[0] = check(hash);
        Some(line)
    }

    /// Prefetches what [`get`](Snapshot::get) will read.
    #[inline]
    pub(super) fn fetch(&self, hash: u32) {
        if let Some(bucket) = self.buckets.get(place(hash, self.mask)) {
            fetch(bucket);
        }
    }
}

/// The bits of a hash that a header holds, in their place.
#[inline]
fn mark(hash: u32) -> u16 {
    (hash >> 16) as u16 & !KINDS
}

/// What followed the context of `hash`, according to its bucket.
fn find(bucket: &[u8; BUCKET], hash: u32) -> Option<Followers> {
    let mark = mark(hash);
    let mut rest = bucket.as_slice();
    while let Some((header, behind)) = rest.split_first_chunk::<HEADER>() {
        let header = u16::from_le_bytes(*header);
        if header == 0 {
            return None;
        }
        let kinds = usize::from(header & KINDS);
        let (held, behind) = behind.split_at_checked(if kinds == 0 { WIDE } else { kinds })?;
        if header & !KINDS == mark {
            return Some(match kinds {
                0 => all(held),
                _ => listed(held),
            });
        }
        rest = behind;
    }
    None
}

/// Followers listed one by one.
fn listed(bytes: &[u8]) -> Followers {
    let (mut counts, mut met) = ([0; 16], 0);
    for byte in bytes {
        let half = usize::from(byte >> 4);
        counts[half] = COUNTS[usize::from(byte & 15)];
        met |= 1 << half;
    }
    Followers { counts, met }
}

/// The counts of all followers.
fn all(bytes: &[u8]) -> Followers {
    let class = |half: usize| usize::from(bytes[half / 2] >> (4 * (half & 1)) & 15);
    let counts = std::array::from_fn(|half| match class(half) {
        0 => 0,
        class => COUNTS[class - 1],
    });
    let met = (0..16).map(|half| u16::from(class(half) > 0) << half).sum();
    Followers { counts, met }
}

/// The line whose cells have seen these followers. Its check is left for the caller to set.
fn line_of(followers: &Followers) -> Line {
    let mut seen = [[0u32; 2]; LINE];
    let mut nodes = 0;
    for half in members(followers.met) {
        let mut node = 1;
        for shift in (0..4).rev() {
            let bit = half >> shift & 1;
            seen[node][bit] += u32::from(followers.counts[half]);
            nodes |= 1 << node;
            node = node << 1 | bit;
        }
    }
    // Most followers are one or two, and so most cells are fresh.
    let mut line = [FRESH; LINE];
    for node in members(nodes) {
        line[node] = cell(seen[node]);
    }
    line
}

/// The places of the bits that are set.
#[inline]
fn members(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}

/// The cell that has seen this many zeros and ones.
#[inline]
fn cell([zeros, ones]: [u32; 2]) -> u16 {
    let seen = zeros + ones;
    if seen == 0 {
        return FRESH;
    }
    // A tenth of an observation is added on each side: what was always so in the corpus may still
    // turn out otherwise.
    let p = ((10 * ones + 1) << 12) / (10 * seen + 2);
    (p as u16) << COUNT_BITS | seen.min(MOST_SEEN) as u16
}

/// The bytes of a line with these followers, at least one; `None` for the rare line whose header
/// would be 0.
#[cfg(test)]
pub(super) fn encode(hash: u32, counts: &[u32; 16]) -> Option<Vec<u8>> {
    let [.., below, largest] = COUNTS;
    let classes = scaled(counts, largest).map(class_of);
    let listed: Vec<u8> = (0..16)
        .zip(classes)
        .filter_map(|(half, class)| Some(half << 4 | class?))
        .collect();
    let header = |kinds: usize| (mark(hash) | kinds as u16).to_le_bytes();
    if listed.len() <= usize::from(KINDS) {
        return Some([&header(listed.len())[..], &listed].concat());
    }
    let plus_one = scaled(counts, below).map(|count| class_of(count).map_or(0, |class| class + 1));
    let wide: Vec<u8> = plus_one.chunks(2).map(|c| c[0] | c[1] << 4).collect();
    (mark(hash) != 0).then(|| [&header(0)[..], &wide].concat())
}

/// Counts, all made smaller alike if one is above `largest`.
#[cfg(test)]
fn scaled(counts: &[u32; 16], largest: u16) -> [f64; 16] {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let scale = f64::from(largest) / f64::from(most);
    counts.map(|count| f64::from(count) * scale.min(1.0))
}

/// The class whose count is nearest in proportion; none for less than one half.
#[cfg(test)]
fn class_of(count: f64) -> Option<u8> {
    let ends_below = |pair: &&[u16]| f64::from(pair[0]) * f64::from(pair[1]) < count * count;
    (count >= 0.5).then(|| COUNTS.windows(2).take_while(ends_below).count() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::text::collect::{self, Document, Kind};

    /// The hash of the last byte as a context where a string of kind `field` begins.
    fn first_hash(field: u32) -> u32 {
        let mut past = super::super::past::Past::new(12, true);
        past.begin(field);
        super::super::strength::Context::Order(1).hash(&past)
    }

    #[test]
    fn a_snapshot_knows_what_many_documents_said() {
        let document = |times| Document {
            kind: Kind::Name,
            weight: times as u16,
            times,
            strings: vec![(3, b"Tarrasch".to_vec())],
        };
        let documents = [document(2), document(3)];
        let data: &'static [u8] = collect::snapshot(&documents, 4, 3).leak();
        let snapshot = Snapshot::new(data);
        let known = |half: u32| snapshot.get(first_hash(3) ^ super::super::salt(half));
        // What a word begins with: the first half of `T`, and the second after it.
        let halves: Vec<u32> = (0..=16).filter(|&half| known(half).is_some()).collect();
        assert_eq!(halves, [0, 1 + u32::from(b'T' >> 4)]);
        // The first bit of `T` is a zero, seen five times.
        let first = known(0).unwrap()[1];
        assert!(first & 15 == 5 && first >> COUNT_BITS < 100, "{first:x}");
        assert_eq!(collect::snapshot(&documents, 4, 6), vec![0; BUCKET << 4]);
    }

    #[test]
    fn data_of_another_size_hold_no_lines() {
        for len in [0, 1, 63, 65, 3 * BUCKET] {
            let data: &'static [u8] = vec![1; len].leak();
            assert!((0..1000).all(|hash| Snapshot::new(data).get(hash << 16).is_none()));
        }
    }

    #[test]
    fn a_bucket_of_any_bytes_can_be_read() {
        for byte in 0..=255 {
            let data: &'static [u8] = vec![byte; BUCKET].leak();
            for hash in (0..1 << 13).map(|mark| mark << 19) {
                let _ = Snapshot::new(data).get(hash);
            }
        }
    }

    /// What a bucket that holds only this line says of its followers.
    fn back(hash: u32, counts: &[u32; 16]) -> [u16; 16] {
        let mut bucket = [0; BUCKET];
        let line = encode(hash, counts).unwrap();
        bucket[..line.len()].copy_from_slice(&line);
        assert_eq!(find(&bucket, hash ^ 1 << 30), None);
        find(&bucket, hash).unwrap().counts
    }

    #[test]
    fn followers_come_back_with_about_their_counts() {
        let mut few = [0; 16];
        few[3] = 1;
        few[15] = 40;
        let mut expected = [0; 16];
        expected[3] = 1;
        expected[15] = 34;
        assert_eq!(back(0xdead_beef, &few), expected);
        let many: [u32; 16] = std::array::from_fn(|half| half as u32 * half as u32);
        for (had, got) in many.iter().zip(back(0xdead_beef, &many)) {
            let (had, got) = (f64::from(*had), f64::from(got));
            assert!(
                had == got || (had / got).max(got / had) < 1.35,
                "{had} {got}"
            );
        }
        let mut lopsided = [0; 16];
        lopsided[0] = 1_000_000;
        lopsided[1] = 1000;
        lopsided[2] = 3;
        let got = back(7 << 20, &lopsided);
        assert_eq!(got[..3], [1597, 2, 0]);
    }

    #[test]
    fn cells_stand_for_what_they_have_seen() {
        assert_eq!(cell([0, 0]), FRESH);
        for (zeros, ones) in [(0, 1), (1, 0), (3, 3), (0, 100), (40, 2), (0, 25_552)] {
            let cell = cell([zeros, ones]);
            let seen = zeros + ones;
            assert_eq!(u32::from(cell & 15), seen.min(12));
            let p = f64::from(cell >> COUNT_BITS) / 4096.0;
            let share = f64::from(ones) / f64::from(seen);
            assert!((p - share).abs() < 0.1, "{zeros} {ones} {p}");
        }
    }
}
