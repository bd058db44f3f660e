//! Moves that cannot be played: of which kind they are. What stands there is text.

use crate::{
    coding::{adaptive::Symbol, range::Coder},
    pgn::game::{FaultKind, Item},
};

/// Codes of which kind faults are.
#[derive(Clone, Debug, Default)]
pub(super) struct FaultKinds(Symbol<2>);

impl FaultKinds {
    /// Codes the kind of the fault `given`, or of the one that is read.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, given: Option<&Item>) -> FaultKind {
        let number = match given {
            Some(Item::Fault(fault)) => fault.kind as u32,
            _ => 0,
        };
        FaultKind::ALL[self.0.code(coder, number) as usize]
    }
}

/// What stands in the place of a move; nothing where `given` is no fault.
pub(super) fn text_of(given: Option<&Item>) -> &[u8] {
    match given {
        Some(Item::Fault(fault)) => &fault.text,
        _ => &[],
    }
}
