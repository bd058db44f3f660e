//! How lines are folded (9.3.2), and what edits do before (9.3.4).

use super::{
    atoms::{Atom, Part},
    edits::Edit,
    style::Style,
};
use crate::reference::container::ensure;

/// A line that is being written.
struct Lines<'a> {
    style: &'a Style,
    text: Vec<u8>,
    /// Where the line begins.
    begin: usize,
    /// The place that is remembered, and whether it is that of a space.
    place: Option<(usize, bool)>,
}

impl Lines<'_> {
    fn len(&self) -> usize {
        let line = &self.text[self.begin..];
        match self.style.columns() {
            0 => line.len(),
            _ => line
                .iter()
                .filter(|byte| !matches!(byte, 0x80..=0xbf))
                .count(),
        }
    }

    fn begin(&mut self) {
        self.begin = self.text.len();
        self.place = None;
    }

    fn line_end(&mut self) {
        let bytes = self.style.line_end_bytes();
        self.text.extend(bytes);
        self.begin();
    }

    /// Looks whether the line is longer than *width*.
    fn look(&mut self) {
        let width = self.style.width() as usize;
        if width == 0 || self.len() <= width {
            return;
        }
        let Some((place, is_space)) = self.place else {
            return;
        };
        let rest = self.text.split_off(place);
        let stays = match self.style.folded_space() {
            0 => false,
            1 => place - self.begin < width,
            _ => true,
        };
        if is_space && stays {
            self.text.push(b' ');
        }
        self.line_end();
        self.text.extend(&rest[usize::from(is_space)..]);
    }

    /// A gap *fold* or *split*.
    fn gap(&mut self, is_space: bool) {
        let width = self.style.width() as usize;
        if self.style.folding() == 0 || width == 0 {
            self.place = Some((self.text.len(), is_space));
            self.text.extend(is_space.then_some(b' '));
        } else if self.len() >= width {
            self.text
                .extend((is_space && self.style.folded_space() == 2).then_some(b' '));
            self.line_end();
        } else {
            self.text.extend(is_space.then_some(b' '));
        }
    }
}

/// 9.3.2. Where no gap stands between two words, it is enough to look behind the second.
pub(super) fn fold(atoms: &[Atom], style: &Style) -> Vec<u8> {
    let mut lines = Lines {
        style,
        text: Vec::new(),
        begin: 0,
        place: None,
    };
    let (mut may_be_word, mut is_word) = (true, false);
    for atom in atoms {
        if let Atom::Byte(byte, Part::Text) = atom {
            lines.text.push(*byte);
            is_word = may_be_word;
            continue;
        }
        if is_word || *atom == Atom::Word {
            lines.look();
        }
        is_word = false;
        may_be_word = !matches!(atom, Atom::Byte(_, Part::NoWord | Part::Free));
        match *atom {
            Atom::Byte(byte, _) => lines.text.push(byte),
            Atom::Fold => lines.gap(true),
            Atom::Split => lines.gap(false),
            Atom::Chop => {
                lines.text.push(b' ');
                lines.look();
                lines.place = Some((lines.text.len() - 1, true));
            }
            Atom::ChopSplit => lines.place = Some((lines.text.len(), false)),
            Atom::Line => lines.begin(),
            Atom::Word | Atom::None | Atom::Edge => {}
        }
    }
    if is_word {
        lines.look();
    }
    lines.text
}

/// Makes edits in a text (9.6).
pub(super) fn edited(text: &[u8], edits: &[Edit]) -> Result<Vec<u8>, String> {
    let mut rest = text;
    let mut edited = Vec::new();
    for edit in edits {
        let (keep, drop) = (edit.keep as usize, edit.drop as usize);
        ensure(keep + drop <= rest.len(), "an edit beyond the end")?;
        edited.extend(&rest[..keep]);
        edited.extend(&edit.insert);
        rest = &rest[keep + drop..];
    }
    edited.extend(rest);
    Ok(edited)
}
