//! Models that begin with what another has learnt, so that a short text need not pay for learning
//! its language. They share its table, the largest part, and copy lines from there when they need
//! them.

use super::{
    MOST_WINDOW, Options, TextModel, log2_size,
    table::{Line, Table},
};
use crate::coding::range::Listener;
use std::sync::Arc;

/// A model trained in advance.
#[derive(Clone, Debug)]
pub struct Primed(TextModel);

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
        model.share();
        Primed(model)
    }

    /// A model for about `expected_bytes`, which begins with all that this one has learnt.
    pub fn start(&self, expected_bytes: usize) -> TextModel {
        let mut model = self.0.clone();
        model.make_room(expected_bytes);
        model
    }
}

impl TextModel {
    /// Puts its table where copies share it, and has hardly any room of its own from then on: only
    /// copies that [make room](TextModel::make_room) are to be used.
    pub fn share(&mut self) {
        self.is_ahead = false;
        for cue in &mut self.cues {
            self.table.put(cue.place, cue.line);
            (cue.line, cue.place) = (Line::default(), 0);
        }
        let table = std::mem::replace(&mut self.table, Table::new(0));
        self.table = Table::after(Arc::new(table));
    }

    /// Makes a copy of a [shared](TextModel::share) model ready for about `expected_bytes` more.
    pub fn make_room(&mut self, expected_bytes: usize) {
        let log2_bytes = log2_size(expected_bytes);
        let log2_window = log2_size(expected_bytes + self.past.len()).min(MOST_WINDOW);
        self.table.resize(self.composition.log2_lines(log2_bytes));
        self.past.widen(log2_window);
        self.past.begin(0);
        let log2_places = self.composition.log2_places(log2_window);
        self.repeat.widen(&self.past, log2_places);
    }
}
