//! A model trained in advance, so that a short text need not pay for learning its language.

use super::{
    Lane, MOST_PLACES, MOST_WINDOW, Options, TextModel, log2_size,
    repeat::Repeat,
    table::{Line, Table},
};
use crate::coding::range::Listener;
use std::sync::Arc;

/// A trained model. Models that start from it share its table, the largest part, and copy lines
/// from there when they need them.
#[derive(Clone, Debug)]
pub struct Primed {
    /// All but its table.
    model: TextModel,
    table: Arc<Table>,
}

impl Primed {
    /// Trains a model on strings with their fields.
    pub fn new<'a>(options: Options, strings: impl IntoIterator<Item = (u32, &'a [u8])>) -> Primed {
        let mut model = TextModel::new(options);
        let mut out = Vec::new();
        for (field, text) in strings {
            out.clear();
            // `most` is the length of the text itself, so this cannot fail.
            let _ = model.code_string(&mut Listener, text, field, text.len(), &mut out);
        }
        model.arrive();
        let table = std::mem::replace(&mut model.table, Table::new(0));
        Primed {
            model,
            table: Arc::new(table),
        }
    }

    /// A model for about `expected_bytes`, which begins with all that this one has learnt.
    pub fn start(&self, expected_bytes: usize) -> TextModel {
        let before = &self.model;
        let log2_bytes = log2_size(expected_bytes);
        let log2_window = log2_size(expected_bytes + before.past.len()).min(MOST_WINDOW);
        let mut past = before.past.clone();
        past.widen(log2_window);
        past.begin(0);
        let lanes = before.lanes.iter().map(|lane| Lane {
            // Its line is in the table of the trained model.
            line: Line::default(),
            place: 0,
            ..lane.clone()
        });
        let mut model = TextModel {
            composition: before.composition,
            lanes: lanes.collect(),
            table: Table::after(
                Arc::clone(&self.table),
                before.composition.log2_lines(log2_bytes),
            ),
            repeat: Repeat::after(&before.repeat, &past, log2_window.min(MOST_PLACES)),
            past,
            is_ahead: false,
            inputs: before.inputs,
            blend: before.blend.clone(),
            end: before.end,
        };
        model.look_up();
        model
    }
}
