//! A text in which some stretches are replaced by others.

use std::borrow::Cow;

/// A text being copied with replacements, which are made from front to back.
pub(super) struct Patch<'t> {
    text: &'t [u8],
    out: Vec<u8>,
    /// Everything before this place of the text is in `out`; 0 until something is replaced.
    done: usize,
}

impl<'t> Patch<'t> {
    /// No replacements in `text` yet. Nothing is copied before there is one.
    pub(super) fn new(text: &'t [u8]) -> Patch<'t> {
        Patch {
            text,
            out: Vec::new(),
            done: 0,
        }
    }

    /// Where in the text the last replacement ended; 0 if there was none.
    pub(super) fn done(&self) -> usize {
        self.done
    }

    /// Copies the text up to `at`, which is not before the end of the last replacement, and passes
    /// over the `len` bytes from there on, at least one. Returns where to put what replaces them.
    pub(super) fn replace(&mut self, at: usize, len: usize) -> &mut Vec<u8> {
        if self.done == 0 {
            self.out.reserve(self.text.len() + 16);
        }
        self.out.extend_from_slice(&self.text[self.done..at]);
        self.done = at + len;
        &mut self.out
    }

    /// The text with its replacements; `None` if there were none.
    pub(super) fn changed(mut self) -> Option<Vec<u8>> {
        if self.done == 0 {
            return None;
        }
        self.out.extend_from_slice(&self.text[self.done..]);
        Some(self.out)
    }

    /// The text with its replacements, if there were any.
    pub(super) fn finish(self) -> Cow<'t, [u8]> {
        let text = self.text;
        self.changed().map_or(Cow::Borrowed(text), Cow::Owned)
    }
}
