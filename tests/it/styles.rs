//! Styles for the tests of documents: any numbers in them.

use pgnpack::pgn::style::{BEFORE_GAPS, KINDS, Style};
use proptest::{prelude::*, sample::Index};

/// How many numbers of a style are gaps: two tables of them.
const GAPS: usize = 2 * KINDS * KINDS;

/// One of the styles `bases`, with some numbers changed. Half of these are none of gaps, which are
/// nine in ten of all numbers.
pub(crate) fn any_style(bases: impl Strategy<Value = Style>) -> impl Strategy<Value = Style> {
    let change = (any::<bool>(), any::<Index>(), 0u32..100);
    let changes = prop::collection::vec(change, 0..12);
    (bases, changes).prop_map(|(mut style, changes)| {
        let all = style.choices().len();
        for (is_habit, which, number) in changes {
            let place = match is_habit {
                true => place_of_habit(which.index(all - GAPS)),
                false => which.index(all),
            };
            style.set(place, number);
        }
        style
    })
}

/// The place, among all numbers of a style, of one of those that are no gaps.
fn place_of_habit(habit: usize) -> usize {
    match habit < BEFORE_GAPS {
        true => habit,
        false => habit + GAPS,
    }
}
