//! How several predictions of one decision become one.

/// How they are weighed against one another: what takes longer tells more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighing {
    /// They vote, and all count the same.
    Votes,
    /// By one sum, a prediction from each context: how much each counts is learnt.
    Light,
    /// What came of contexts that had seen as much counts, too.
    Full,
}
