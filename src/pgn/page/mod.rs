//! Folds lines: takes words and the gaps between them, and writes text with line ends where they
//! belong. Knows nothing of chess.
//!
//! A [`Page`] folds lines while it is written. A [loose](Page::loose) one does not, but remembers
//! where it could (its *joints*), so that words may change ([`edited`]) before [`Loose::fold`] folds
//! the lines.

mod edited;

use super::style::{Columns, FoldedSpace, Folding, Gap, Style};
use crate::limits::FOLD_PLACE;

/// A text being written whose lines are folded at a width.
pub(super) struct Page<'a> {
    out: &'a mut Vec<u8>,
    line_end: &'static [u8],
    width: usize,
    /// Whether the width counts characters, not bytes.
    characters: bool,
    /// Whether a line is folded at the first possible place once it is as long as the width, not
    /// before it gets too long.
    once_long: bool,
    folded_space: FoldedSpace,
    /// Where the current line starts.
    line: usize,
    /// Up to where the characters of the current line have been counted, and how many there were.
    counted: (usize, usize),
    /// The last place where the current line could be folded.
    fold: Option<FoldPlace>,
    /// The joints of a loose page; `None` for any other.
    joints: Option<&'a mut Vec<Joint>>,
}

/// A place where a line could be folded.
#[derive(Clone, Copy)]
struct FoldPlace {
    place: usize,
    /// Whether a space stands there.
    has_space: bool,
}

/// Notes that the word just written may not stick out of its line: a gap before it that is free for
/// words that may is a plain space then.
#[cold]
fn note_word(joints: &mut [Joint]) {
    if let Some(joint) = joints.last_mut()
        && joint.kind == JointKind::Free
    {
        joint.kind = JointKind::Word;
    }
}

/// A text whose lines are not folded yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Loose {
    pub(super) text: Vec<u8>,
    pub(super) joints: Vec<Joint>,
}

/// Why a text cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unwritten {
    /// It is longer than it may be, or what edits make of it is.
    TooLong,
    /// An edit reaches beyond the end of what it changes.
    BeyondEnd,
}

/// Whether a text of `text` bytes and its `joints` take no more than `most` bytes each.
fn fits(text: usize, joints: usize, most: usize) -> bool {
    text <= most && joints <= most / FOLD_PLACE
}

/// A place in a loose text that matters when its lines are folded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Joint {
    place: usize,
    kind: JointKind,
}

/// A line end where a line was not too long.
#[derive(Clone, Copy, Debug)]
pub(super) struct EarlyEnd {
    pub(super) place: usize,
    /// Whether it stands for a space.
    pub(super) space: bool,
}

/// What there is at a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JointKind {
    /// A line begins.
    Line,
    /// A word follows, which may fold its line.
    Word,
    /// What follows is no word, and never folds its line.
    NoWord,
    /// A gap [`Gap::Fold`].
    Fold,
    /// A gap [`Gap::Split`].
    Split,
    /// A gap [`Gap::Free`].
    Free,
    /// A part of a [chopped](super::style::Comments::Chopped) comment ends with a space, which
    /// counts into its line.
    Counted,
    /// The same without a space.
    Chop,
}

impl<'a> Page<'a> {
    /// Goes on at the end of `out`, which is the start of a line.
    pub(super) fn new(out: &'a mut Vec<u8>, style: &Style) -> Page<'a> {
        Page {
            line: out.len(),
            counted: (out.len(), 0),
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
            joints: None,
        }
    }

    /// The same for a loose page, whose joints are added to `joints`.
    pub(super) fn loose(
        out: &'a mut Vec<u8>,
        style: &Style,
        joints: &'a mut Vec<Joint>,
    ) -> Page<'a> {
        joints.push(Joint {
            place: out.len(),
            kind: JointKind::Line,
        });
        Page {
            joints: Some(joints),
            ..Page::new(out, style)
        }
    }

    /// Writes what stands between two words.
    #[inline]
    pub(super) fn gap(&mut self, gap: Gap) {
        if self.joints.is_some() {
            return self.loose_gap(gap);
        }
        match gap {
            // Not as all others: for speed.
            Gap::Space | Gap::Free => self.out.push(b' '),
            Gap::None => {}
            Gap::Fold if self.once_long => self.fold_or_space(),
            Gap::Split if self.once_long => self.fold_if_long(),
            Gap::Fold => {
                self.fold = Some(FoldPlace {
                    place: self.out.len(),
                    has_space: true,
                });
                self.out.push(b' ');
            }
            Gap::Split => self.allow_fold(),
            Gap::Apart => self.space_apart(),
            _ => self.blank(gap),
        }
    }

    /// Writes a gap as if no line were folded.
    fn blank(&mut self, gap: Gap) {
        let (blank, line_ends) = gap.blank();
        self.out.extend_from_slice(blank);
        for _ in 0..line_ends {
            self.end_line();
        }
    }

    /// Writes a space that is a word of its own.
    fn space_apart(&mut self) {
        self.gap(Gap::Split);
        self.word(b" ");
        self.gap(Gap::Split);
    }

    /// Remembers a joint, if the page is loose.
    fn join(&mut self, kind: JointKind) {
        let place = self.out.len();
        if let Some(joints) = &mut self.joints {
            joints.push(Joint { place, kind });
        }
    }

    #[cold]
    fn loose_gap(&mut self, gap: Gap) {
        self.join(match gap {
            Gap::Fold => JointKind::Fold,
            Gap::Free => JointKind::Free,
            Gap::Split => JointKind::Split,
            Gap::None | Gap::Space | Gap::Two | Gap::Tab | Gap::Unbroken => JointKind::Word,
            Gap::SpaceLine
            | Gap::Line
            | Gap::EmptyLine
            | Gap::Nested
            | Gap::SpaceNested
            | Gap::Indented => JointKind::NoWord,
            Gap::Apart => return self.space_apart(),
        });
        self.blank(gap);
    }

    /// Writes a part of a chopped comment, after which the line may be folded. A space at its end
    /// counts into the line.
    pub(super) fn chop(&mut self, part: &[u8]) {
        match part.split_last() {
            Some((b' ', word)) => {
                self.word(word);
                self.end_part_with_space();
            }
            _ => {
                self.word(part);
                self.end_part();
            }
        }
    }

    fn end_part(&mut self) {
        self.join(JointKind::Chop);
        self.allow_fold();
    }

    fn end_part_with_space(&mut self) {
        self.join(JointKind::Counted);
        self.out.push(b' ');
        self.fit();
        self.fold = Some(FoldPlace {
            place: self.out.len() - 1,
            has_space: true,
        });
    }

    /// Notes that the line could be folded here, where no space stands.
    #[inline]
    fn allow_fold(&mut self) {
        self.fold = Some(FoldPlace {
            place: self.out.len(),
            has_space: false,
        });
    }

    /// Folds the line if it is as long as the width.
    fn fold_if_long(&mut self) {
        if self.is_longer_than(self.width - 1) {
            self.end_line();
        }
    }

    /// The same where a space stands, which is written if the line goes on, or keeps its spaces.
    fn fold_or_space(&mut self) {
        let is_long = self.is_longer_than(self.width - 1);
        if !is_long || self.folded_space == FoldedSpace::Kept {
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

    /// Writes a text with line ends of its own, and folds lines nowhere but before its first word.
    pub(super) fn text(&mut self, text: &[u8]) {
        let first = text.iter().position(u8::is_ascii_whitespace);
        let (word, rest) = text.split_at(first.unwrap_or(text.len()));
        self.word(word);
        self.join(JointKind::NoWord);
        for line in rest.split_inclusive(|&byte| byte == b'\n') {
            self.out.extend_from_slice(line);
            if line.ends_with(b"\n") {
                self.begin_line();
                self.join(JointKind::Line);
                self.join(JointKind::NoWord);
            }
        }
    }

    /// Writes bytes that may stick out of the line.
    pub(super) fn stick(&mut self, bytes: &[u8]) {
        self.join(JointKind::NoWord);
        self.out.extend_from_slice(bytes);
    }

    /// The bytes so far, to write a word piece by piece.
    #[inline]
    pub(super) fn out(&mut self) -> &mut Vec<u8> {
        self.out
    }

    /// Folds the line where it could be folded last, if it is too long.
    #[inline]
    pub(super) fn fit(&mut self) {
        if let Some(joints) = &mut self.joints {
            note_word(joints);
        } else if self.is_longer_than(self.width) {
            self.fold();
        }
    }

    #[inline]
    fn is_longer_than(&mut self, width: usize) -> bool {
        self.out.len() - self.line > width && (!self.characters || self.characters() > width)
    }

    /// How many characters the current line has. Only those after the last count are counted: a
    /// line may be as long as the text.
    fn characters(&mut self) -> usize {
        let (place, count) = &mut self.counted;
        *count += Columns::Characters.count(&self.out[*place..]);
        *place = self.out.len();
        *count
    }

    fn fold(&mut self) {
        let Some(FoldPlace { place, has_space }) = self.fold.take() else {
            return;
        };
        let keep = has_space
            && match self.folded_space {
                FoldedSpace::Dropped => false,
                FoldedSpace::KeptIfItFits => place - self.line < self.width,
                FoldedSpace::Kept => true,
            };
        let from = place + usize::from(keep);
        let to = place + usize::from(has_space);
        if to - from == self.line_end.len() {
            self.out[from..to].copy_from_slice(self.line_end);
        } else {
            self.out.splice(from..to, self.line_end.iter().copied());
        }
        self.begin_line_at(from + self.line_end.len());
    }

    /// Writes spaces that a line begins with: they belong to its first word.
    #[cold]
    pub(super) fn indent(&mut self, count: usize) {
        self.join(JointKind::Word);
        self.out.resize(self.out.len() + count, b' ');
    }

    /// Writes spaces that are never folded.
    pub(super) fn spaces(&mut self, count: u16) {
        self.join(JointKind::NoWord);
        self.out
            .extend(std::iter::repeat_n(b' ', usize::from(count)));
    }

    /// Ends the line.
    pub(super) fn end_line(&mut self) {
        self.join(JointKind::NoWord);
        self.out.extend_from_slice(self.line_end);
        self.begin_line();
        self.join(JointKind::Line);
    }

    fn begin_line(&mut self) {
        self.begin_line_at(self.out.len());
        self.fold = None;
    }

    fn begin_line_at(&mut self, place: usize) {
        self.line = place;
        self.counted = (place, 0);
    }

    /// The bytes that folding will not change any more.
    #[inline]
    pub(super) fn settled(&self) -> &[u8] {
        let end = match (self.once_long, self.fold) {
            (true, Some(fold)) => fold.place,
            // Not up to where it could be folded: styles then seem closer to some texts than they
            // are, which took 0.02 % more bytes of a collection over the board.
            (false, _) if self.width < usize::MAX => self.line,
            _ => self.out.len(),
        };
        &self.out[..end]
    }

    /// Whether the text, with all that stood before it and `more` bytes, takes `most` bytes at most,
    /// and so do its joints, if each of these bytes may be one. (Where comments have lines of their
    /// own, the end of a line is two.)
    #[inline]
    pub(super) fn has_room(&self, more: usize, most: usize) -> bool {
        let joints = self.joints.as_ref().map_or(0, |joints| joints.len() + more);
        fits(self.out.len() + more, joints, most)
    }

    /// How long a line may be.
    pub(super) fn width(&self) -> usize {
        self.width
    }
}

impl Loose {
    /// Appends the text, its lines folded as in `style`.
    pub(super) fn fold(&self, style: &Style, out: &mut Vec<u8>) {
        let mut page = Page::new(out, style);
        let (mut at, mut joint_before) = (0, JointKind::Line);
        for joint in &self.joints {
            page.write_behind(joint_before, &self.text[at..joint.place]);
            at = joint.place + page.pass(joint.kind);
            joint_before = joint.kind;
        }
        page.write_behind(joint_before, &self.text[at..]);
    }

    /// The places that are line ends in `text` where folding would not put any, though it could.
    /// But for line ends, `text` is the same; where it is not, the search stops.
    pub(super) fn early_ends(&self, text: &[u8], style: &Style) -> Vec<EarlyEnd> {
        let (mut ends, mut out) = (Vec::new(), Vec::new());
        let mut page = Page::new(&mut out, style);
        let precede_words = self.parts_that_precede_words();
        let mut rest = text;
        let mut at = 0;
        for (index, joint) in self.joints.iter().enumerate() {
            let word = &self.text[at..joint.place];
            let Some(behind) = rest.strip_prefix(word) else {
                break;
            };
            page.word(word);
            let ended = behind.strip_prefix(page.line_end);
            let Some(behind) = ended.filter(|_| joint.kind.may_end_a_line()) else {
                let passed = page.pass(joint.kind);
                at = joint.place + passed;
                rest = &behind[passed.min(behind.len())..];
                continue;
            };
            let space = joint.kind.has_space();
            at = joint.place + usize::from(space);
            if !self.is_too_long(index, &precede_words, &mut page) {
                let place = joint.place;
                ends.push(EarlyEnd { place, space });
            }
            page.end_line();
            rest = behind;
        }
        ends
    }

    /// For each part of the text, from one joint to the next: whether it or a later one, up to the
    /// next place where the line could be folded, precedes a word.
    fn parts_that_precede_words(&self) -> Vec<bool> {
        let mut precede = vec![false; self.joints.len()];
        for index in (1..self.joints.len()).rev() {
            let [from, to] = [index - 1, index].map(|index| self.joints[index].kind);
            precede[index - 1] = from.precedes_a_word() || to.goes_on() && precede[index];
        }
        precede
    }

    /// Whether the line of `page`, which ends in a word, gets too long with what stands between
    /// joint number `index` and the next place where it could be folded. Looks no further than it
    /// must, since a game may have no such place.
    fn is_too_long(&self, index: usize, precede_words: &[bool], page: &mut Page<'_>) -> bool {
        let end = page.out.len();
        let mut is_long = false;
        for (part, joints) in self.joints.windows(2).enumerate().skip(index) {
            let counted = usize::from(joints[1].kind == JointKind::Counted);
            let between = &self.text[joints[0].place..joints[1].place + counted];
            page.out.extend_from_slice(between);
            if page.is_longer_than(page.width) {
                is_long = precede_words[part];
                break;
            }
            if !joints[1].kind.goes_on() {
                break;
            }
        }
        page.out.truncate(end);
        is_long
    }
}

impl JointKind {
    fn precedes_a_word(self) -> bool {
        !matches!(self, JointKind::Free | JointKind::NoWord)
    }

    /// Whether the line cannot be folded there.
    fn goes_on(self) -> bool {
        matches!(self, JointKind::Word | JointKind::Free)
    }

    /// Whether a space stands there that may become a line end.
    fn has_space(self) -> bool {
        matches!(self, JointKind::Fold | JointKind::Free | JointKind::Counted)
    }

    fn may_end_a_line(self) -> bool {
        self.has_space() || matches!(self, JointKind::Split | JointKind::Chop)
    }
}

impl Page<'_> {
    /// Writes what stands behind a joint.
    fn write_behind(&mut self, joint: JointKind, bytes: &[u8]) {
        match joint.precedes_a_word() {
            true => self.word(bytes),
            false => self.out.extend_from_slice(bytes),
        }
    }

    /// Writes the gap at a joint, if there is one. Returns how many bytes of the loose text it
    /// takes.
    fn pass(&mut self, kind: JointKind) -> usize {
        match kind {
            JointKind::Line => self.begin_line(),
            JointKind::Word | JointKind::NoWord => {}
            JointKind::Split => self.gap(Gap::Split),
            JointKind::Fold => self.gap(Gap::Fold),
            JointKind::Free => self.gap(Gap::Free),
            JointKind::Counted => self.end_part_with_space(),
            JointKind::Chop => self.end_part(),
        }
        usize::from(kind.has_space())
    }
}
