//! What all values of a column begin and end with.
//!
//! # NOTES
//!
//! An empty `Vec` points to no page, and comparing what it holds, which is nothing, costs glibc's vectors on a processor with AVX-512
//! some 200 cycles: the load that is masked out has to be found harmless. It was 4 % of the time of level 1.

/// What stands between `prefix` and `suffix` in `text`, if it begins and ends with them.
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
