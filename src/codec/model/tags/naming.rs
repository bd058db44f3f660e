//! Values that name the players. `Ada won by resignation` and `Bob won by resignation` become the
//! same value once the name is replaced by a mark for the winner. An event that names the players
//! is coded before they and the result are known, so it only ever has the marks for White and
//! Black.

use super::{coder::TagCoder, names::PLAYERS, roles::Role, seen::values::ValueId};
use crate::{chess::Color, error::Result, pgn::game::Outcome};
use std::cmp::Reverse;

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
    let next = |player: usize, from: usize| {
        let name = names[player];
        let place = memchr::memmem::find(&value[from..], name).map(|place| from + place);
        place.filter(|_| name.len() >= SHORTEST)
    };
    // If one name begins with the other, the longer is meant.
    let first = |places: [Option<usize>; 2]| {
        let found = [0, 1]
            .into_iter()
            .filter_map(|player| Some((places[player]?, player)));
        found.min_by_key(|&(place, player)| (place, Reverse(names[player].len())))
    };
    let mut out = Vec::with_capacity(value.len());
    let mut from = 0;
    let mut places = [0, 1].map(|player| next(player, from));
    while let Some((place, player)) = first(places) {
        out.extend_from_slice(&value[from..place]);
        out.push(marks[player]);
        from = place + names[player].len();
        for (player, place) in places.iter_mut().enumerate() {
            // Each part of the value is searched once for each name.
            if place.is_some_and(|place| place < from) {
                *place = next(player, from);
            }
        }
    }
    out.extend_from_slice(&value[from..]);
    out
}

impl TagCoder {
    /// Which marks stand for White and for Black in the current game.
    fn marks(&self) -> [u8; 2] {
        let result = self
            .column_in(Role::Result)
            .map(|column| self.values.get(self.current.value(column)));
        match result.and_then(Outcome::from_token) {
            Some(Outcome::Won(Color::White)) => [MARKS[0], MARKS[1]],
            Some(Outcome::Won(Color::Black)) => [MARKS[1], MARKS[0]],
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
    pub(super) fn with_names(&mut self, value: ValueId) -> Result<ValueId> {
        let marks = self.marks();
        let mut out = Vec::new();
        for &byte in self.values.get(value) {
            match marks.iter().position(|&mark| mark == byte) {
                Some(player) => {
                    let name = self.values.get(self.current.value(PLAYERS[player]));
                    self.models.budget().take(name.len())?;
                    out.extend_from_slice(name);
                }
                None => out.push(byte),
            }
        }
        Ok(self.values.intern(&out))
    }
}
