//! Takes off the prefix and the suffix that all values of a column have.

/// What is between `prefix` and `suffix` in `text`; `None` unless it begins and ends with them.
pub(super) fn stripped<'t>(text: &'t [u8], prefix: &[u8], suffix: &[u8]) -> Option<&'t [u8]> {
    // Empty ones first, for speed: comparing the contents of an empty `Vec`, which points to no
    // page, costs some 200 cycles with glibc's vector code and AVX-512, as the processor must find
    // out that the masked load is harmless. That was 4 % of the time of level 1.
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
