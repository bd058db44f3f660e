//! Values that name the players. `Ada won by resignation` and `Bob won by resignation` become the
//! same value once the name is replaced by a mark for the winner.

use super::{block::Block, names::PLAYERS, roles::Role, values::ValueId};
use crate::error::Result;

/// The marks: for the winner and the loser, and for White and Black if nobody won.
const MARKS: [u8; 4] = [1, 2, 3, 4];
/// The marks for White and Black where nobody won, as far as is known.
pub(super) const NOBODY_WON: [u8; 2] = [MARKS[2], MARKS[3]];

/// Shorter names are not replaced: they are found in too many words.
const SHORTEST: usize = 2;

/// Whether a value holds no marks, so that it can be told from one that does.
pub(super) fn is_free_of_marks(value: &[u8]) -> bool {
    !value.iter().any(|byte| MARKS.contains(byte))
}

/// Whether a value contains the `name` of a player.
pub(super) fn speaks_of(value: &[u8], name: &[u8]) -> bool {
    name.len() >= SHORTEST && memchr::memmem::find(value, name).is_some()
}

/// `value` with `marks` in the place of `names`, both White's and Black's.
pub(super) fn without_names(value: &[u8], names: [&[u8]; 2], marks: [u8; 2]) -> Vec<u8> {
    let mut rest = value;
    let mut out = Vec::with_capacity(rest.len());
    // If one name begins with the other, the longer is meant.
    let order = if names[0].len() >= names[1].len() {
        [0, 1]
    } else {
        [1, 0]
    };
    while let Some((&byte, after)) = rest.split_first() {
        let found = order.into_iter().find_map(|player| {
            let name = names[player];
            let after = rest.strip_prefix(name)?;
            (name.len() >= SHORTEST).then_some((marks[player], after))
        });
        let (byte, after) = found.unwrap_or((byte, after));
        out.push(byte);
        rest = after;
    }
    out
}

impl Block {
    /// Which marks stand for White and for Black in the current game.
    fn marks(&self) -> [u8; 2] {
        let result = self
            .column_in(Role::Result)
            .map(|column| self.values.get(self.current.value(column)));
        match result {
            Some(b"1-0") => [MARKS[0], MARKS[1]],
            Some(b"0-1") => [MARKS[1], MARKS[0]],
            _ => NOBODY_WON,
        }
    }

    /// The value with marks in the place of `names`, White's and Black's.
    pub(super) fn without_names(&mut self, value: ValueId, names: [ValueId; 2]) -> ValueId {
        let names = names.map(|name| self.values.get(name));
        let marked = without_names(self.values.get(value), names, self.marks());
        self.values.intern(&marked)
    }

    /// The value with names in the place of marks; it may be many times as long as what was read.
    ///
    /// # Errors
    /// If that takes more than a reader's budget.
    pub(super) fn with_names(&mut self, value: ValueId, reads: bool) -> Result<ValueId> {
        let marks = self.marks();
        let mut out = Vec::new();
        for &byte in self.values.get(value) {
            match marks.iter().position(|&mark| mark == byte) {
                Some(player) => {
                    let name = self.values.get(self.current.value(PLAYERS[player]));
                    if reads {
                        self.models.budget().take(name.len())?;
                    }
                    out.extend_from_slice(name);
                }
                None => out.push(byte),
            }
        }
        Ok(self.values.intern(&out))
    }
}
