//! Texts that come again: which texts of a row are, to the byte, what others before them were.
//!
//! Collections that were put together from others may hold games twice, one behind the other in
//! the same order. Eight games of 3,018 that come again took 114 bytes at level 6 where each was
//! coded anew; a file nine times over took four times what it took once.

use std::{collections::HashMap, ops::Range};
use xxhash_rust::xxh3::xxh3_64;

/// Texts shorter than this together are left alone: to say that they come again takes about five
/// bytes, which a few words may cost less than.
const LEAST_BYTES: usize = 128;

/// Texts of a row that come again, all of them `times` over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Again {
    /// The place in the row of the first that is a repetition.
    pub(super) at: usize,
    /// What they repeat: the number of the first among those that repeat nothing.
    pub(super) from: usize,
    /// How many texts are repeated, one behind the other among those that repeat nothing.
    pub(super) count: usize,
    pub(super) times: usize,
}

impl Again {
    /// The places in the row of the repetitions.
    pub(super) fn texts(&self) -> Range<usize> {
        self.at..self.at + self.count * self.times
    }
}

/// Finds the texts that come again, in the order of the row.
pub(super) fn find<T: AsRef<[u8]>>(texts: &[T]) -> Vec<Again> {
    let mut found = Vec::new();
    // The places of the texts that repeat nothing, and by hash the number of the latest among them.
    let mut fresh: Vec<usize> = Vec::new();
    // (Its keys are hashed with a seed of this process: texts could be written to have hashes that
    // follow one another in a table whose order they can know.)
    let mut known: HashMap<u64, usize> = HashMap::new();
    let mut at = 0;
    while at < texts.len() {
        let hash = xxh3_64(texts[at].as_ref());
        if let Some(&from) = known.get(&hash)
            && let Some(again) = repetition(texts, &fresh[from..], at)
        {
            found.push(Again { from, ..again });
            at = again.texts().end;
            continue;
        }
        known.insert(hash, fresh.len());
        fresh.push(at);
        at += 1;
    }
    found
}

/// How the texts from `at` on repeat those at the places `fresh`, counted from the first of these;
/// `None` where too little comes again.
fn repetition<T: AsRef<[u8]>>(texts: &[T], fresh: &[usize], at: usize) -> Option<Again> {
    let are_same = |a: &T, b: &T| a.as_ref() == b.as_ref();
    let rest = &texts[at..];
    let count = fresh
        .iter()
        .zip(rest)
        .take_while(|&(&place, text)| are_same(&texts[place], text))
        .count();
    let row = &rest[..count];
    let rows = rest.chunks_exact(count.max(1));
    let is_again = |texts: &&[T]| texts.iter().zip(row).all(|(a, b)| are_same(a, b));
    let times = rows.take_while(is_again).count();
    let bytes: usize = row.iter().map(|text| text.as_ref().len()).sum();
    (count > 0 && bytes * times >= LEAST_BYTES).then_some(Again {
        at,
        from: 0,
        count,
        times,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A text of [`LEAST_BYTES`] for each letter.
    fn row(letters: &str) -> Vec<Vec<u8>> {
        let text = |letter| vec![letter; LEAST_BYTES];
        letters.bytes().map(text).collect()
    }

    fn found_in(texts: &[Vec<u8>]) -> Vec<[usize; 4]> {
        let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
        let numbers = |again: Again| [again.at, again.from, again.count, again.times];
        find(&texts).into_iter().map(numbers).collect()
    }

    #[test]
    fn rows_that_come_again_are_found_whole() {
        assert_eq!(found_in(&row("abcd")), [[0; 4]; 0]);
        assert_eq!(found_in(&row("abcabcabcab")), [[3, 0, 3, 2], [9, 0, 2, 1]]);
        assert_eq!(found_in(&row("aaaab")), [[1, 0, 1, 3]]);
        // What stands between two texts that repeat nothing does not tear their row apart.
        assert_eq!(found_in(&row("aabab")), [[1, 0, 1, 1], [3, 0, 2, 1]]);
    }

    #[test]
    fn what_is_short_comes_again_unnoticed() {
        let line = b"1. e4 *\n".to_vec();
        assert_eq!(found_in(&vec![line.clone(); 16]), [[0; 4]; 0]);
        assert_eq!(found_in(&vec![line; 17]), [[1, 0, 1, 16]]);
    }

    proptest! {
        #[test]
        fn what_comes_again_gives_back_the_row(letters in "[abc]{0,40}") {
            let texts = row(&letters);
            let texts: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
            let (mut fresh, mut back) = (Vec::new(), Vec::new());
            for again in find(&texts) {
                let own = &texts[back.len()..again.at];
                fresh.extend_from_slice(own);
                back.extend_from_slice(own);
                for _ in 0..again.times {
                    back.extend_from_slice(&fresh[again.from..][..again.count]);
                }
            }
            prop_assert_eq!(&texts[..back.len()], back.as_slice());
            // Each letter is new only once.
            fresh.extend_from_slice(&texts[back.len()..]);
            fresh.sort_unstable();
            prop_assert!(fresh.windows(2).all(|two| two[0] != two[1]));
        }
    }
}
