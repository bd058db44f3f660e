//! Edits before lines are folded (9.3.4).

use super::{
    atoms::{Atom, Part},
    edits::Edit,
    style::Style,
};

/// What is still to be read of a rendering, and what edits have made of the rest.
struct Reader<'a> {
    atoms: &'a [Atom],
    edited: Vec<Atom>,
    /// Whether the byte before was dropped.
    dropped: bool,
}

fn has_byte(atom: Atom) -> bool {
    matches!(atom, Atom::Byte(..) | Atom::Fold | Atom::Chop)
}

impl Reader<'_> {
    /// Keeps or drops `count` bytes, and whatever stands before each of them.
    fn pass(&mut self, count: u64, drop: bool) -> Result<(), String> {
        for _ in 0..count {
            loop {
                let (&atom, rest) = self.atoms.split_first().ok_or("an edit beyond the end")?;
                self.atoms = rest;
                self.zero_width_or_byte(atom, drop);
                if has_byte(atom) {
                    break;
                }
            }
        }
        Ok(())
    }

    fn zero_width_or_byte(&mut self, atom: Atom, drop: bool) {
        match atom {
            // A line goes on to begin unless the byte before it is dropped.
            Atom::Line if self.dropped => {}
            Atom::Line | Atom::Word | Atom::Edge => self.edited.push(atom),
            // A split is kept if the byte behind it is not dropped, and so is a none.
            Atom::Split | Atom::ChopSplit | Atom::None if drop => {}
            Atom::Split | Atom::ChopSplit | Atom::None => self.edited.push(atom),
            Atom::Byte(..) | Atom::Fold | Atom::Chop => {
                self.dropped = drop;
                if !drop {
                    self.edited.push(atom);
                }
            }
        }
    }

    /// What is inserted where a line begins stands in that line.
    fn lines(&mut self) {
        while let Some((&atom @ (Atom::Line | Atom::Word), rest)) = self.atoms.split_first() {
            self.atoms = rest;
            self.zero_width_or_byte(atom, false);
        }
    }

    fn insert(&mut self, bytes: &[u8], style: &Style) {
        self.lines();
        let line_end = style.line_end_bytes();
        for (place, &byte) in bytes.iter().enumerate() {
            match byte {
                b' ' => self.edited.push(Atom::Fold),
                _ => self.edited.push(Atom::Byte(byte, Part::Text)),
            }
            if bytes[..=place].ends_with(line_end) {
                self.edited.push(Atom::Line);
            }
        }
    }
}

/// Makes edits in a loose rendering, which is then to be folded.
pub(super) fn edited(atoms: &[Atom], edits: &[Edit], style: &Style) -> Result<Vec<Atom>, String> {
    let mut reader = Reader {
        atoms,
        edited: Vec::new(),
        dropped: false,
    };
    for edit in edits {
        reader.pass(edit.keep, false)?;
        reader.insert(&edit.insert, style);
        reader.pass(edit.drop, true)?;
    }
    for &atom in reader.atoms {
        reader.zero_width_or_byte(atom, false);
    }
    Ok(with_words_of_nothing(&reader.edited))
}

/// *Words*: what lies between two gaps is a word, even where nothing lies there. It matters only
/// behind a gap that has bytes.
fn with_words_of_nothing(atoms: &[Atom]) -> Vec<Atom> {
    let mut all = Vec::new();
    for &atom in atoms {
        if is_behind_gap(&all) && !matches!(atom, Atom::Byte(_, Part::Text)) {
            all.push(Atom::Word);
        }
        all.push(atom);
    }
    if is_behind_gap(&all) {
        all.push(Atom::Word);
    }
    all
}

fn is_behind_gap(atoms: &[Atom]) -> bool {
    let last = atoms.last();
    matches!(
        last,
        Some(Atom::Fold | Atom::Chop | Atom::Byte(_, Part::Gap))
    )
}
