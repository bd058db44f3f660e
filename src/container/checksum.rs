//! The checksums of the format (FORMAT.md 1.4).

use std::fmt;

/// The CRC-32 of `bytes` (the polynomial of gzip, PNG and xz).
pub fn crc32(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// The 16-bit check at the end of headers and footers: the XOR of the two halves of the CRC-32.
pub fn check16(bytes: &[u8]) -> u16 {
    let crc = crc32(bytes);
    (crc >> 16) as u16 ^ crc as u16
}

/// A CRC-32 that is computed piece by piece, and the number of bytes so far.
#[derive(Clone, Default)]
pub struct Running {
    crc: crc32fast::Hasher,
    bytes: u64,
}

impl Running {
    /// Takes in more bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.crc.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// The CRC-32 of all bytes so far.
    pub fn crc32(&self) -> u32 {
        self.crc.clone().finalize()
    }

    /// The number of bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl fmt::Debug for Running {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x} of {} bytes", self.crc32(), self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksums_are_the_ones_that_the_format_names() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(check16(b"123456789"), 0xcbf4 ^ 0x3926);
    }

    #[test]
    fn a_running_checksum_equals_that_of_the_whole() {
        let mut running = Running::default();
        running.update(b"1234");
        running.update(b"56789");
        assert_eq!(running.crc32(), crc32(b"123456789"));
        assert_eq!(running.bytes(), 9);
    }

    /// CRCs are linear: how a change affects the check depends on the change alone, so zeros stand
    /// for any header.
    #[test]
    fn a_changed_byte_changes_the_short_check_of_any_header() {
        for len in 1..=64 {
            let sound = check16(&vec![0; len]);
            for at in 0..len {
                for change in 1..=255 {
                    let mut damaged = vec![0; len];
                    damaged[at] = change;
                    assert_ne!(check16(&damaged), sound, "byte {at} of {len} ^ {change:#x}");
                }
            }
        }
    }
}
