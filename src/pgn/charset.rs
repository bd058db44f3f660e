//! The characters of a text: for whatever shows some of it to a person or a program that wants
//! Unicode, and where words in it begin and end. What is stored and written back are bytes alone.

use std::borrow::Cow;

/// What `bytes` say: as UTF-8 where they are that, else as Latin-1 (ISO 8859-1), which the standard
/// prescribes (PGN standard, 4.1).
pub fn readable(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

/// Whether words can contain this byte. Letters beyond ASCII count, in any encoding.
pub fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn what_is_no_utf_8_is_latin_1() {
        for (bytes, text) in [
            (&b"Capablanca"[..], "Capablanca"),
            ("Đoković".as_bytes(), "Đoković"),
            (b"M\xfcller", "Müller"),
            // Beside a byte that is none, what could be UTF-8 is not.
            (b"\xc3\xa9 \xe9", "Ã© é"),
        ] {
            assert_eq!(readable(bytes), text);
        }
    }
}
