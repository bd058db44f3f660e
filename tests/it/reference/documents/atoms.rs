//! Renderings before lines are folded: bytes, and what stands between them (9.3.4).

/// A byte of a rendering, or something at a place between two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Atom {
    Byte(u8, Part),
    /// The space of a gap *fold*.
    Fold,
    /// The space at the end of a part of a chopped comment.
    Chop,
    Split,
    /// The place behind a part of a chopped comment without a space at its end.
    ChopSplit,
    /// A gap *none*.
    None,
    /// A gap that ends a line begins, or what stands behind the last token.
    Edge,
    /// A line begins.
    Line,
    /// A word of nothing ends.
    Word,
}

/// What a byte belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// What lies between gaps: a word, unless it is behind a `NoWord`.
    Text,
    /// The first byte of what is no word; it goes on to the next gap.
    NoWord,
    /// A gap that is neither folded nor ends a line.
    Gap,
    /// A gap *free* before what it makes no word.
    Free,
}
