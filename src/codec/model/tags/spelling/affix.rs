//! Takes off the prefix and the suffix that all values of a column have.
//!
//! # NOTES
//!
//! Empty prefixes and suffixes are told apart first, for speed. An empty `Vec` points to no page,
//! and comparing its contents, which are nothing, costs some 200 cycles with glibc's vector code on
//! a processor with AVX-512: the processor must find out that the masked load is harmless. It was
//! 4 % of the time of level 1.

/// What is between `prefix` and `suffix` in `text`; `None` unless it begins and ends with them.
pub(super) fn stripped<'t>(text: &'t [u8], prefix: &[u8], suffix: &[u8]) -> Option<&'t [u8]> {
    let behind = match prefix {
        [] => text,
        _ => text.strip_prefix(prefix)?,
    };
    match suffix {
        [] => Some(behind),
        _ => behind.strip_suffix(suffix),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefix_and_suffix_do_not_overlap() {
        assert_eq!(stripped(b"", b"", b""), Some(&b""[..]));
        assert_eq!(stripped(b"abc", b"", b""), Some(&b"abc"[..]));
        assert_eq!(stripped(b"abc", b"a", b""), Some(&b"bc"[..]));
        assert_eq!(stripped(b"abc", b"", b"bc"), Some(&b"a"[..]));
        assert_eq!(stripped(b"abc", b"ab", b"c"), Some(&b""[..]));
        assert_eq!(stripped(b"abc", b"ab", b"bc"), None);
        assert_eq!(stripped(b"abc", b"b", b""), None);
        assert_eq!(stripped(b"abc", b"", b"b"), None);
    }
}
