//! Tells data that nothing makes smaller.

use crate::coding::range::{ONE, cost};

/// Bytes in which the frequencies of single bytes are looked at. In fewer, chance decides how
/// frequent they are; in the text as a whole, a few games at its end hardly change them.
const PART: usize = 1 << 12;

/// Whether `text` is noise, such as what another program has packed: no model makes it smaller, and
/// all take their time to find that out. A sixteenth of it may be something else, such as the tables
/// of bzip2.
pub fn is_noise(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk::<PART>() else {
        return false;
    };
    /// 7.6 bits a byte. Packed data seem to have 7.95 in a part, pictures 7.8, texts 4 to 6.
    const NOISY: u64 = 76 * 256 * PART as u64 / 10;
    let is_noisy = |part: &[u8; PART]| information(part) > NOISY;
    // Noise may come again, which zstd would find.
    let zstd_gains = || match zstd::bulk::compress(text, 3) {
        Ok(packed) => packed.len() < text.len() - text.len() / 128,
        Err(_) => true,
    };
    let parts = text.as_chunks().0;
    let tame = parts.iter().chain([last]).filter(|part| !is_noisy(part));
    tame.count() <= parts.len() / 16 && !zstd_gains()
}

/// What the bytes of `part` tell, each by how frequent it is there, in 1/256 bit.
fn information(part: &[u8; PART]) -> u64 {
    let mut counts = [0u32; 256];
    for &byte in part {
        counts[usize::from(byte)] += 1;
    }
    let told = |count: u32| u64::from(count) * cost(count * (ONE / PART as u32));
    counts
        .into_iter()
        .filter(|&count| count > 0)
        .map(told)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::random::Random;

    #[test]
    fn noise_is_told_from_what_a_model_may_make_smaller() {
        let mut random = Random::new(1);
        let noise: Vec<u8> = (0..100_000).map(|_| random.next() as u8).collect();
        assert!(is_noise(&noise) && is_noise(&noise[..1 << 12]));
        assert!(is_noise(&zstd::bulk::compress(&noise, 1).unwrap()));
        assert!(!is_noise(&noise[..(1 << 12) - 1]), "too short to tell");
        assert!(!is_noise(&noise.repeat(2)), "the same twice");
        let game = b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";
        assert!(!is_noise(&game.repeat(1000)));
        assert!(
            !is_noise(&[&noise[..], &game.repeat(100)].concat()),
            "games"
        );
        let mut with_tables = noise.clone();
        for byte in &mut with_tables[..1 << 12] {
            *byte &= 127;
        }
        assert!(is_noise(&with_tables));
        assert!(!is_noise(&with_tables[..15 << 12]), "too much of it");
        let letters: Vec<u8> = noise.iter().map(|byte| byte & 63 | 64).collect();
        assert!(!is_noise(&letters), "six bits a byte");
    }
}
