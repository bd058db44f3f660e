//! What games may be wrapped in, so that they do not read as PGN, as far as the first bytes of a
//! file tell.

use crate::{container::header::MAGIC, listed::listed};

listed! {
    /// What made a file of its text: a packer or, for want of one byte a letter, an encoding.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Wrapping {
        /// This program, whatever the file is called.
        Own,
        Zstd,
        Gzip,
        Xz,
        Bzip2,
        Zip,
        SevenZip,
        /// UTF-32, the lowest byte of each letter first. It is asked for before [`Utf16`], whose
        /// mark its own begins with.
        ///
        /// [`Utf16`]: Wrapping::Utf16
        Utf32,
        /// The same, the highest byte first.
        Utf32Be,
        /// UTF-16, the lower half of each letter first, as Windows has it.
        Utf16,
        /// The same, the upper half first.
        Utf16Be,
    }
}

/// The most bytes that [`Wrapping::of`] looks at.
pub const HEAD_BYTES: usize = 8;

impl Wrapping {
    /// What a file is wrapped in that begins with `bytes`; `None` if it is plain, as far as is
    /// known.
    pub fn of(bytes: &[u8]) -> Option<Wrapping> {
        let is = |(&byte, &read): (&u8, &u8)| byte == read || byte == b'?' && read.is_ascii_digit();
        let begins = |magic: &[u8]| magic.len() <= bytes.len() && magic.iter().zip(bytes).all(is);
        Wrapping::ALL
            .into_iter()
            .find(|wrapping| begins(wrapping.magic()))
    }

    /// The first bytes of its files, at most [`HEAD_BYTES`], `?` for any digit.
    fn magic(self) -> &'static [u8] {
        match self {
            Wrapping::Own => &MAGIC,
            Wrapping::Zstd => b"\x28\xb5\x2f\xfd",
            Wrapping::Gzip => b"\x1f\x8b\x08",
            Wrapping::Xz => b"\xfd7zXZ\0",
            Wrapping::Bzip2 => b"BZh?1AY&",
            Wrapping::Zip => b"PK\x03\x04",
            Wrapping::SevenZip => b"7z\xbc\xaf\x27\x1c",
            Wrapping::Utf32 => b"\xff\xfe\0\0",
            Wrapping::Utf32Be => b"\0\0\xfe\xff",
            Wrapping::Utf16 => b"\xff\xfe",
            Wrapping::Utf16Be => b"\xfe\xff",
        }
    }

    /// The encoding of the text; `None` where a packer made the file.
    pub fn encoding(self) -> Option<&'static str> {
        match self {
            Wrapping::Own
            | Wrapping::Zstd
            | Wrapping::Gzip
            | Wrapping::Xz
            | Wrapping::Bzip2
            | Wrapping::Zip
            | Wrapping::SevenZip => None,
            Wrapping::Utf32 | Wrapping::Utf32Be => Some("UTF-32"),
            Wrapping::Utf16 | Wrapping::Utf16Be => Some("UTF-16"),
        }
    }

    /// The command that writes the text of the file whose name follows it to standard output.
    pub fn undo(self) -> &'static str {
        match self {
            Wrapping::Own => "pgnpack decompress -c",
            Wrapping::Zstd => "zstd -dc",
            Wrapping::Gzip => "gzip -dc",
            Wrapping::Xz => "xz -dc",
            Wrapping::Bzip2 => "bzip2 -dc",
            Wrapping::Zip => "unzip -p",
            Wrapping::SevenZip => "7z x -so",
            Wrapping::Utf32 | Wrapping::Utf32Be => "iconv -f UTF-32 -t UTF-8",
            Wrapping::Utf16 | Wrapping::Utf16Be => "iconv -f UTF-16 -t UTF-8",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapping_is_known_by_as_many_bytes_as_are_looked_at() {
        for wrapping in Wrapping::ALL {
            let head: Vec<u8> = wrapping
                .magic()
                .iter()
                .map(|&byte| match byte {
                    b'?' => b'9',
                    byte => byte,
                })
                .collect();
            assert!(head.len() <= HEAD_BYTES);
            assert_eq!(Wrapping::of(&head), Some(wrapping));
            assert_eq!(
                Wrapping::of(&[&head, &b"more"[..]].concat()),
                Some(wrapping)
            );
            // The mark of UTF-32 begins with that of UTF-16.
            let begun = (wrapping == Wrapping::Utf32).then_some(Wrapping::Utf16);
            assert_eq!(Wrapping::of(&head[..head.len() - 1]), begun);
        }
        assert_eq!(Wrapping::of(b""), None);
        assert_eq!(Wrapping::of(b"BZhx1AY&"), None);
    }
}
