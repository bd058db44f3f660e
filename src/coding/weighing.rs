//! The ways in which several predictions of one decision are combined.

/// How predictions are weighted against one another. The later variants are slower and predict
/// better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighing {
    /// A sum without learnt weights: predictions that come of few observations count less.
    Votes,
    /// One weighted sum of one prediction from each context; the weights are learnt
    /// ([`light`](super::light)).
    Light,
    /// Two predictions from each context: the second one is what happened, in general, after
    /// contexts that had seen as much ([`mix`](super::mix)).
    Full,
}
