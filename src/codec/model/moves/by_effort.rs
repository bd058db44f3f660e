//! Who is asked about moves, by the effort that may be made.

use super::{
    model::{Effort, MoveModel},
    novice::Novice,
    reflex::choice::Reflex,
};

/// Whoever is asked: at [`Effort::Reflex`], at [`Effort::Quick`], and above that, where `E` learns
/// from what is played.
pub(crate) enum ByEffort<'m, E> {
    Reflex(Box<Reflex<'m>>),
    Novice(Box<Novice<'m>>),
    Expert(Box<E>),
}

impl<'m, E> ByEffort<'m, E> {
    /// Who has seen nothing yet. `expert` makes an expert with memories of 2^n slots each, if one
    /// is wanted.
    pub(crate) fn new(
        model: &'m MoveModel,
        effort: Effort,
        expert: impl FnOnce(u32) -> E,
    ) -> ByEffort<'m, E> {
        match (effort, effort.log2_memory()) {
            (Effort::Reflex, _) => ByEffort::Reflex(Box::new(Reflex::new(model.tables()))),
            (_, None) => ByEffort::Novice(Box::new(Novice::new(model, effort))),
            (_, Some(log2_slots)) => ByEffort::Expert(Box::new(expert(log2_slots))),
        }
    }
}
