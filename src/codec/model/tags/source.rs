//! The sources of guesses at a value (MODEL.md 7.1), by number.

/// A source of guesses. What the first six guess does not depend on the role of the column; which
/// columns have them, and in which games, 7.1 says. A column learns how often each is right (its
/// *experts*).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Source(usize);

impl Source {
    /// How many sources there are.
    pub(super) const COUNT: usize = Source::FIRST_OWN + Source::OWN_COUNT;
    /// The first source that depends on the role, and how many of these there are.
    const FIRST_OWN: usize = 6;
    const OWN_COUNT: usize = 8;

    /// The last value of the column.
    pub(super) const PREVIOUS: Source = Source(0);
    /// The value remembered beside the same player; in columns that belong to neither side, beside
    /// the same White.
    pub(super) const PLAYER: Source = Source(1);
    /// The value remembered beside the same Black, in columns that belong to neither side.
    pub(super) const BLACK: Source = Source(2);
    /// The values remembered beside the same values of the parent columns.
    pub(super) const PARENTS: [Source; 2] = [Source(3), Source(4)];
    /// The value that the column which is mostly equal has in this game.
    pub(super) const EQUAL: Source = Source(5);

    /// Source `index` of those whose meaning depends on the role of the column.
    pub(super) const fn own(index: usize) -> Source {
        assert!(index < Source::OWN_COUNT);
        Source(Source::FIRST_OWN + index)
    }

    /// Its number: where it is in what has an entry for each source.
    pub(super) const fn number(self) -> usize {
        self.0
    }
}
