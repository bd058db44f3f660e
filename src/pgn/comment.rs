//! The text of a comment. Most are short, so short ones take no memory of their own.

use std::{fmt, ops::Deref};

/// The bytes of a comment, up to 22 of them stored in place.
#[derive(Clone)]
pub struct Comment(Kept);

/// This many bytes, their number and the variant take no more memory than a `Vec`.
const SHORT: usize = 22;

// With an allocation for each comment, `malloc` and `free` took 5 % of the time of level 1 on a
// file with 130,000 clock times, and every pass over the games had to wait for memory as many
// times.
#[derive(Clone)]
enum Kept {
    /// The first `len` of `bytes`.
    Short {
        len: u8,
        bytes: [u8; SHORT],
    },
    Long(Box<[u8]>),
}

impl Comment {
    /// Its bytes.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Kept::Short { len, bytes } => &bytes[..usize::from(*len)],
            Kept::Long(bytes) => bytes,
        }
    }
}

impl Deref for Comment {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl From<&[u8]> for Comment {
    #[inline]
    fn from(text: &[u8]) -> Comment {
        if text.len() > SHORT {
            return Comment(Kept::Long(text.into()));
        }
        let mut bytes = [0; SHORT];
        bytes[..text.len()].copy_from_slice(text);
        Comment(Kept::Short {
            len: text.len() as u8,
            bytes,
        })
    }
}

impl From<Vec<u8>> for Comment {
    fn from(text: Vec<u8>) -> Comment {
        match text.len() {
            0..=SHORT => text.as_slice().into(),
            _ => Comment(Kept::Long(text.into())),
        }
    }
}

impl PartialEq for Comment {
    fn eq(&self, other: &Comment) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Comment {}

impl fmt::Debug for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.escape_ascii().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_comments_are_what_they_were_made_of() {
        for len in 0..3 * SHORT {
            let bytes: Vec<u8> = (0..len as u8).collect();
            let made = [
                Comment::from(bytes.as_slice()),
                Comment::from(bytes.clone()),
            ];
            assert_eq!(made[0], made[1]);
            assert_eq!(*made[0], *bytes);
            assert_eq!(
                matches!(made[0].0, Kept::Short { .. }),
                len <= SHORT,
                "{len}"
            );
        }
        assert_ne!(Comment::from(&b"a"[..]), Comment::from(&b"a\0"[..]));
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn neither_a_comment_nor_an_item_is_larger_than_a_vec() {
        assert_eq!(size_of::<Comment>(), size_of::<Vec<u8>>());
        assert_eq!(size_of::<crate::pgn::game::Item>(), size_of::<Comment>());
    }
}
