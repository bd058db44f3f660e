//! Combinatorics: counts and numbers subsets, and arrangements of men.

/// Binomial coefficients, n over k, for n up to 64.
static CHOOSE: [[u64; 33]; 65] = {
    let mut table = [[0; 33]; 65];
    let mut n = 0;
    while n <= 64 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= 32 && n > 0 {
            table[n][k] = table[n - 1][k] + table[n - 1][k - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Number of ways to choose `k` of `n` (64 at most).
pub fn choose(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { CHOOSE[n][k.min(n - k)] }
}

/// The number of a subset among those of its size: (place over 1) + (place over 2) + … (the
/// combinatorial number system). The places of its elements come in rising order.
pub fn rank_subset(places: impl IntoIterator<Item = usize>) -> u64 {
    places
        .into_iter()
        .enumerate()
        .map(|(index, place)| choose(place, index + 1))
        .sum()
}

/// Subset number `rank` of size `k`, as a bit mask. `rank` is below `choose(n, k)` for an `n` up to
/// 64.
pub fn unrank_subset(mut rank: u64, k: usize) -> u64 {
    let mut mask = 0;
    let mut place = 64;
    for size in (1..=k).rev() {
        place -= 1;
        while choose(place, size) > rank {
            place -= 1;
        }
        rank -= choose(place, size);
        mask |= 1 << place;
    }
    mask
}

/// Moves bit i of `bits` to the place of the i-th bit that is set in `places`.
pub fn spread(bits: u64, places: u64) -> u64 {
    let set = (0..64).filter(|place| places >> place & 1 == 1);
    set.enumerate()
        .map(|(index, place)| (bits >> index & 1) << place)
        .sum()
}

/// Number of different orders of a multiset with these counts of each kind (a multinomial
/// coefficient).
pub fn arrangements(counts: &[usize]) -> u64 {
    let mut total = 0;
    let mut product = 1;
    for &count in counts {
        total += count;
        product *= choose(total, count);
    }
    product
}

/// The number of one order (a sequence of kinds, by index) among all orders of the same multiset.
pub fn rank_arrangement(word: &[usize], kinds: usize) -> u64 {
    let mut counts = vec![0; kinds];
    let mut rank = 0;
    for &kind in word.iter().rev() {
        counts[kind] += 1;
        // The orders of the rest that begin with an earlier kind.
        let total: usize = counts.iter().sum();
        let all = u128::from(arrangements(&counts));
        let earlier: usize = counts[..kind].iter().sum();
        rank += (all * earlier as u128 / total as u128) as u64;
    }
    rank
}

/// Order number `rank` of a multiset with these counts; `rank` is below [`arrangements`].
pub fn unrank_arrangement(mut rank: u64, counts: &[usize]) -> Vec<usize> {
    let mut counts = counts.to_vec();
    let mut total: usize = counts.iter().sum();
    let mut all = u128::from(arrangements(&counts));
    let mut word = Vec::with_capacity(total);
    while total > 0 {
        for (kind, count) in counts.iter_mut().enumerate() {
            let here = (all * *count as u128 / total as u128) as u64;
            if rank < here {
                all = u128::from(here);
                *count -= 1;
                word.push(kind);
                break;
            }
            rank -= here;
        }
        total -= 1;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_numbered_without_gaps() {
        let mut seen = vec![false; 56];
        for mask in 0u64..256 {
            if mask.count_ones() == 3 {
                let rank = rank_subset((0..8).filter(|place| mask >> place & 1 == 1));
                assert_eq!(unrank_subset(rank, 3), mask);
                seen[rank as usize] = true;
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
        let last = choose(64, 32) - 1;
        assert_eq!(unrank_subset(last, 32), 0xffff_ffff_0000_0000);
    }

    #[test]
    fn orders_are_numbered_without_gaps() {
        let counts = [2, 1, 3];
        assert_eq!(arrangements(&counts), 60);
        for rank in 0..60 {
            let word = unrank_arrangement(rank, &counts);
            assert_eq!(rank_arrangement(&word, 3), rank);
        }
    }
}
