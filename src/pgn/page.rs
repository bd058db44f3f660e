//! Filling lines: words and gaps in, text with line ends where they belong out. Knows nothing of chess.

use super::style::{Columns, FoldedSpace, Folding, Gap, Style};

/// A text being written whose lines are folded at a width.
pub(super) struct Page<'a> {
    out: &'a mut Vec<u8>,
    line_end: &'static [u8],
    width: usize,
    /// The width counts characters, not bytes.
    characters: bool,
    /// Lines are folded where they can be, once they are as long as the width.
    once_long: bool,
    folded_space: FoldedSpace,
    /// Where the current line starts.
    line: usize,
    /// Where the current line could be folded at last: the place, and whether a space stands there.
    fold: Option<(usize, bool)>,
}

impl<'a> Page<'a> {
    /// Goes on at the end of `out`, which is the start of a line.
    pub(super) fn new(out: &'a mut Vec<u8>, style: &Style) -> Page<'a> {
        Page {
            line: out.len(),
            out,
            line_end: style.line_end.bytes(),
            width: match style.width {
                0 => usize::MAX,
                width => width as usize,
            },
            characters: style.columns == Columns::Characters,
            once_long: style.folding == Folding::OnceLong && style.width > 0,
            folded_space: style.folded_space,
            fold: None,
        }
    }

    /// Writes what stands between two words.
    #[inline]
    pub(super) fn gap(&mut self, gap: Gap) {
        match gap {
            Gap::Space | Gap::Free => self.out.push(b' '),
            Gap::None => {}
            Gap::Fold | Gap::Split if self.once_long => self.fold_if_long(gap == Gap::Fold),
            Gap::Fold => {
                self.fold = Some((self.out.len(), true));
                self.out.push(b' ');
            }
            Gap::Split => self.fold = Some((self.out.len(), false)),
            Gap::Two => self.out.extend_from_slice(b"  "),
            Gap::SpaceLine => {
                self.out.push(b' ');
                self.end_line();
            }
            Gap::Line => self.end_line(),
            Gap::Blank => {
                self.end_line();
                self.end_line();
            }
        }
    }

    fn fold_if_long(&mut self, space: bool) {
        let is_long = self.is_longer_than(self.width - 1);
        if space && (!is_long || self.folded_space == FoldedSpace::Kept) {
            self.out.push(b' ');
        }
        if is_long {
            self.end_line();
        }
    }

    /// Writes a word, and folds the line before it if it grew too long.
    #[inline]
    pub(super) fn word(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
        self.fit();
    }

    /// Where a word is written piece by piece: the bytes so far.
    #[inline]
    pub(super) fn out(&mut self) -> &mut Vec<u8> {
        self.out
    }

    /// Folds the line if it is too long, once.
    #[inline]
    pub(super) fn fit(&mut self) {
        if self.is_longer_than(self.width) {
            self.fold();
        }
    }

    #[inline]
    fn is_longer_than(&self, width: usize) -> bool {
        let line = &self.out[self.line..];
        line.len() > width && (!self.characters || characters(line) > width)
    }

    fn fold(&mut self) {
        let Some((place, space)) = self.fold.take() else {
            return;
        };
        let keep = space
            && match self.folded_space {
                FoldedSpace::Dropped => false,
                FoldedSpace::KeptIfItFits => place - self.line < self.width,
                FoldedSpace::Kept => true,
            };
        let from = place + usize::from(keep);
        let to = place + usize::from(space);
        if to - from == self.line_end.len() {
            self.out[from..to].copy_from_slice(self.line_end);
        } else {
            self.out.splice(from..to, self.line_end.iter().copied());
        }
        self.line = from + self.line_end.len();
    }

    /// Ends the line.
    pub(super) fn end_line(&mut self) {
        self.out.extend_from_slice(self.line_end);
        self.line = self.out.len();
        self.fold = None;
    }

    /// The bytes that no later fold changes.
    #[inline]
    pub(super) fn settled(&self) -> &[u8] {
        match self.width {
            _ if self.once_long => self.out,
            usize::MAX => self.out,
            _ => &self.out[..self.line],
        }
    }

    /// Bytes that a line may have.
    pub(super) fn width(&self) -> usize {
        self.width
    }
}

/// How many characters of UTF-8 `text` holds; bytes that belong to none count as one.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}
