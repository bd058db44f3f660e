//! Section 7 of MODEL.md: a snapshot, from which lines of a table are taken. Numbers in comments
//! are its clauses.

use super::table::{Cell, Line};

/// How many bytes a bucket has.
const BUCKET: usize = 64;

/// 7.1
const COUNTS: [u64; 16] = [
    1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597,
];

/// How often each half of a byte followed.
type Followed = [u64; 16];

/// The line of `h` in the snapshot `data`, if there is one, with the check `check`.
pub(crate) fn line(data: &[u8], h: u32, check: u16) -> Option<Line> {
    let followed = followed(bucket(data, h), h)?;
    let cells = std::array::from_fn(|d| match d {
        0 => Cell::new(),
        _ => cell(&followed, d),
    });
    Some(Line { check, cells })
}

fn bucket(data: &[u8], h: u32) -> &[u8] {
    let number = (h.wrapping_mul(0x9e37_79b1) >> 7) as usize % (data.len() / BUCKET);
    &data[number * BUCKET..][..BUCKET]
}

/// 7.1: what followed the context of `h`, if the bucket has its line.
fn followed(mut rest: &[u8], h: u32) -> Option<Followed> {
    while rest.len() >= 2 && rest[..2] != [0, 0] {
        let header = u16::from_le_bytes([rest[0], rest[1]]);
        let k = usize::from(header % 8);
        let len = if k == 0 { 8 } else { k };
        let body = rest.get(2..2 + len)?;
        if u32::from(header) >> 3 == h >> 19 {
            return Some(if k == 0 { all(body) } else { named(body) });
        }
        rest = &rest[2 + len..];
    }
    None
}

/// *k* from 1 to 7
fn named(body: &[u8]) -> Followed {
    let mut followed = [0; 16];
    for byte in body {
        followed[usize::from(byte >> 4)] = COUNTS[usize::from(byte % 16)];
    }
    followed
}

/// *k* = 0
fn all(body: &[u8]) -> Followed {
    let count = |c: u8| c.checked_sub(1).map_or(0, |c| COUNTS[usize::from(c)]);
    std::array::from_fn(|value| {
        let byte = body[value / 2];
        count(if value % 2 == 0 { byte % 16 } else { byte / 16 })
    })
}

/// 7.2
fn cell(followed: &Followed, d: usize) -> Cell {
    let known = d.ilog2();
    let ahead = |bits: usize, width: u32| -> u64 {
        (0..16)
            .filter(|value| (value | 16) >> (4 - width) == bits)
            .map(|value| followed[value])
            .sum()
    };
    let [zeros, ones] = [2 * d, 2 * d + 1].map(|bits| ahead(bits, known + 1));
    let s = zeros + ones;
    if s == 0 {
        return Cell::new();
    }
    Cell::seen(4_096 * (10 * ones + 1) / (10 * s + 2), s.min(12))
}
