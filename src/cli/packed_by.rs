//! The packers whose files the program knows by their first bytes: itself, and general ones.

use crate::{container::header::MAGIC, listed::listed};

listed! {
    /// What packed a file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum PackedBy {
        /// This program, whatever the file is called.
        Own,
        Zstd,
        Gzip,
        Xz,
        Bzip2,
        Zip,
        SevenZip,
    }
}

/// The most bytes that [`PackedBy::of`] looks at.
pub const HEAD_BYTES: usize = 8;

impl PackedBy {
    /// The packer of a file that begins with `bytes`; `None` if it is not packed, as far as is
    /// known.
    pub fn of(bytes: &[u8]) -> Option<PackedBy> {
        let is = |(&byte, &read): (&u8, &u8)| byte == read || byte == b'?' && read.is_ascii_digit();
        let begins = |magic: &[u8]| magic.len() <= bytes.len() && magic.iter().zip(bytes).all(is);
        PackedBy::ALL
            .into_iter()
            .find(|packer| begins(packer.magic()))
    }

    /// The first bytes of its files, at most [`HEAD_BYTES`], `?` for any digit.
    fn magic(self) -> &'static [u8] {
        match self {
            PackedBy::Own => &MAGIC,
            PackedBy::Zstd => b"\x28\xb5\x2f\xfd",
            PackedBy::Gzip => b"\x1f\x8b\x08",
            PackedBy::Xz => b"\xfd7zXZ\0",
            PackedBy::Bzip2 => b"BZh?1AY&",
            PackedBy::Zip => b"PK\x03\x04",
            PackedBy::SevenZip => b"7z\xbc\xaf\x27\x1c",
        }
    }

    /// The command that unpacks the file whose name follows it to standard output.
    pub fn undo(self) -> &'static str {
        match self {
            PackedBy::Own => "pgnpack decompress -c",
            PackedBy::Zstd => "zstd -dc",
            PackedBy::Gzip => "gzip -dc",
            PackedBy::Xz => "xz -dc",
            PackedBy::Bzip2 => "bzip2 -dc",
            PackedBy::Zip => "unzip -p",
            PackedBy::SevenZip => "7z x -so",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packer_is_known_by_as_many_bytes_as_are_looked_at() {
        for packer in PackedBy::ALL {
            let head: Vec<u8> = packer
                .magic()
                .iter()
                .map(|&byte| match byte {
                    b'?' => b'9',
                    byte => byte,
                })
                .collect();
            assert!(head.len() <= HEAD_BYTES);
            assert_eq!(PackedBy::of(&head), Some(packer));
            assert_eq!(PackedBy::of(&[&head, &b"more"[..]].concat()), Some(packer));
            assert_eq!(PackedBy::of(&head[..head.len() - 1]), None);
        }
        assert_eq!(PackedBy::of(b""), None);
        assert_eq!(PackedBy::of(b"BZhx1AY&"), None);
    }
}
