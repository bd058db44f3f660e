//! Values that speak of the players: `Ada won by resignation` is the same as `Bob won by resignation` once it says that the winner did.

use super::{block::Block, names::PLAYERS, roles::Role, values::ValueId};
use crate::error::Result;

/// Stand for the winner, the loser, or for White and Black where nobody won.
const MARKS: [u8; 4] = [1, 2, 3, 4];

/// Names shorter than this are found in too many words.
const SHORTEST: usize = 2;

/// Whether a value can be told from one with marks in it.
pub(super) fn is_free_of_marks(value: &[u8]) -> bool {
    !value.iter().any(|byte| MARKS.contains(byte))
}

/// Whether a value speaks of a player called `name`.
pub(super) fn speaks_of(value: &[u8], name: &[u8]) -> bool {
    name.len() >= SHORTEST && memchr::memmem::find(value, name).is_some()
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
            _ => [MARKS[2], MARKS[3]],
        }
    }

    /// The value with marks in the place of names.
    pub(super) fn without_names(&mut self, value: ValueId) -> ValueId {
        let marks = self.marks();
        let names = PLAYERS.map(|player| self.values.get(self.current.value(player)));
        let mut rest = self.values.get(value);
        let mut out = Vec::with_capacity(rest.len());
        // Of two names that begin alike the longer is meant.
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
        self.values.intern(&out)
    }

    /// The value with names in the place of marks. Where it is read, it may be many times as long as what was read.
    ///
    /// # Errors
    /// Where that takes more than a reader's budget.
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
