//! The numbers by which packed files name what they need.

/// A checksum, by which damage to a model file is found, too: XXH3 with 64 bits.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(bytes)
}

/// The number that packed files know a model by: the checksum of its whole file, which ends with
/// the checksum of all before.
pub fn of_model(file: &[u8]) -> u64 {
    checksum(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_model_is_the_checksum_that_the_format_names() {
        assert_eq!(of_model(b""), 0x2d06_8005_38d3_94c2);
    }
}
