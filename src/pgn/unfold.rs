//! Takes the spaces and line ends that a style put into a comment out again: the inverse of what
//! [`render`](super::render) does to comments.
//!
//! A text does not say whether a space or a line end in a comment is the comment's own or comes of
//! folding lines. If too much or too little is taken out here, the rendering differs from the text,
//! and [`edits`](super::edits) make up for it.

use super::{
    command::Place,
    game::Comment,
    lines::{before_end, behind_end, without_returns},
    style::{Braces, Comments, FoldedSpace, Style},
};
use memchr::memchr;

/// Which of the bytes between braces are not the comment's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Unfolding {
    padding: Padding,
    lines: LineEnds,
    /// Whether the space at which a line is folded stays before the line end.
    kept: bool,
}

/// Where the style puts a space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Padding {
    /// Nowhere.
    #[default]
    None,
    /// At the beginning.
    Front,
    /// At both ends.
    Both,
}

/// What the line ends within a comment stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LineEnds {
    /// For themselves.
    #[default]
    Own,
    /// For themselves, but one directly after the opening brace for nothing.
    OwnButFirst,
    /// For spaces at which the style folded the line.
    Folded,
    /// For such spaces, but after a move number for nothing.
    Chopped,
    /// For such spaces, but for nothing before the closing brace and where a command
    /// [is cut](Place::is_cut_behind).
    Cut,
}

impl Unfolding {
    /// The way back from `style`.
    pub(super) fn of(style: &Style) -> Unfolding {
        let lines = match style.comments {
            _ if style.width == 0 || style.braces.are_none() => LineEnds::Own,
            Comments::Whole => LineEnds::Own,
            Comments::Chopped => LineEnds::Chopped,
            Comments::Folded | Comments::FoldedIfLong | Comments::FoldedBehindBrace => {
                LineEnds::Folded
            }
            Comments::WholeBehindBrace => LineEnds::OwnButFirst,
            Comments::Cut | Comments::CutBehindNames => LineEnds::Cut,
        };
        Unfolding {
            padding: match style.braces {
                Braces::Padded if lines != LineEnds::Cut => Padding::Both,
                Braces::SemicolonPadded => Padding::Front,
                _ => Padding::None,
            },
            lines,
            kept: style.folded_space != FoldedSpace::Dropped,
        }
    }

    /// The same for a text with such comments, but alike for all that read these alike.
    pub(super) fn among(self, comments: CommentLines) -> Unfolding {
        match comments {
            CommentLines::None => Unfolding::default(),
            CommentLines::One => Unfolding {
                padding: match self.lines {
                    LineEnds::OwnButFirst => Padding::None,
                    _ => self.padding,
                },
                ..Unfolding::default()
            },
            CommentLines::Several => self,
        }
    }

    /// What a comment says, given the bytes between its braces.
    pub(super) fn meaning(self, raw: &[u8]) -> Comment {
        let folded = !matches!(self.lines, LineEnds::Own | LineEnds::OwnButFirst);
        let mut text = raw;
        if self.lines == LineEnds::OwnButFirst {
            return behind_end(text).unwrap_or(text).into();
        }
        if !folded || memchr(b'\n', raw).is_none() {
            match (self.padding, text) {
                (Padding::Both, [b' ', inner @ .., b' '])
                | (Padding::Front, [b' ', inner @ ..]) => text = inner,
                _ => {}
            }
            return text.into();
        }
        if self.padding == Padding::Both {
            text = without_padding(text);
        } else if let Some(inner) = behind_end(text) {
            text = inner;
        }
        if self.lines == LineEnds::Cut {
            text = before_end(text).unwrap_or(text);
        }
        self.unfolded(text).into()
    }

    /// `text` with its line ends replaced by what they stand for.
    fn unfolded(self, mut text: &[u8]) -> Vec<u8> {
        let mut unfolded = Vec::with_capacity(text.len());
        // Where in a command the first `placed` bytes of `unfolded` end.
        let (mut place, mut placed) = (Place::default(), 0);
        let mut numbering = Numbering::default();
        while let Some(len) = memchr(b'\n', text) {
            let line = &text[..len];
            let line = without_returns(line);
            let line = match line {
                [line @ .., b' '] if self.kept => line,
                line => line,
            };
            unfolded.extend_from_slice(line);
            let is_blank = match (self.lines, unfolded.split_last()) {
                (LineEnds::Chopped, _) => {
                    numbering = numbering.behind_all(line);
                    numbering != Numbering::Dotted
                }
                (LineEnds::Cut, Some((&last, before))) => {
                    place = place.behind_all(&before[placed..]);
                    placed = before.len();
                    !place.is_cut_behind(last)
                }
                _ => true,
            };
            if is_blank {
                unfolded.push(b' ');
                numbering = Numbering::None;
            }
            text = &text[len + 1..];
        }
        unfolded.extend_from_slice(text);
        unfolded
    }
}

/// How many lines the comments of a text have, at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentLines {
    /// There are no comments.
    None,
    One,
    Several,
}

impl CommentLines {
    /// Those of `text`. What stands in braces elsewhere counts, too.
    pub(super) fn of(text: &[u8]) -> CommentLines {
        let (mut lines, mut rest) = (CommentLines::None, text);
        while let Some(start) = memchr(b'{', rest) {
            rest = &rest[start..];
            let comment = &rest[..memchr(b'}', rest).unwrap_or(rest.len())];
            if memchr(b'\n', comment).is_some() {
                return CommentLines::Several;
            }
            lines = CommentLines::One;
            rest = &rest[comment.len()..];
        }
        lines
    }
}

/// Whether a text ends as the number of a move does. It is gone through byte by byte: there may be
/// a line end behind each of many dots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Numbering {
    /// With neither of these.
    #[default]
    None,
    /// With a digit.
    Digit,
    /// With a digit and dots.
    Dotted,
}

impl Numbering {
    fn behind_all(self, bytes: &[u8]) -> Numbering {
        bytes.iter().fold(self, |numbering, byte| match byte {
            b'0'..=b'9' => Numbering::Digit,
            b'.' if numbering != Numbering::None => Numbering::Dotted,
            _ => Numbering::None,
        })
    }
}

/// `text` without one blank, a space or a line end, at either end.
fn without_padding(text: &[u8]) -> &[u8] {
    let text = behind_end(text).or(text.strip_prefix(b" ")).unwrap_or(text);
    before_end(text).or(text.strip_suffix(b" ")).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_the_comments_do_not_show_makes_no_difference(
            comments in prop::collection::vec("([ a.1,{\n]|\r?\r\n){0,6}", 0..3),
            padding in prop::sample::select(vec![Padding::None, Padding::Front, Padding::Both]),
            kept: bool,
        ) {
            let text: String = comments.iter().map(|comment| format!("1. e4 {{{comment}}} ")).collect();
            let shown = CommentLines::of(text.as_bytes());
            let all = [LineEnds::Own, LineEnds::OwnButFirst, LineEnds::Folded, LineEnds::Chopped, LineEnds::Cut];
            for lines in all.into_iter().filter(|&lines| padding != Padding::Front || lines == LineEnds::Own) {
                let unfolding = Unfolding { padding, lines, kept };
                for comment in &comments {
                    let raw = comment.as_bytes();
                    prop_assert_eq!(unfolding.meaning(raw), unfolding.among(shown).meaning(raw));
                }
            }
        }
    }
}
