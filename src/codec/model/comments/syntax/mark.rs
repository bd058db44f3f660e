//! Squares and arrows drawn on the board. Most programs list them, each behind the letter of its
//! colour: `Gc6,Re6` in `[%csl Gc6,Re6]`, `Ge6a6,Rd8d1` in `[%cal Ge6a6,Rd8d1]`. chess.com writes
//! each alone, and tells other things of it, its squares once more among them:
//! `[%c_arrow e6a6;keyPressed;none;from;e6;to;a6]`.

use crate::chess::{Square, square_name};

/// Most marks of a list.
pub(crate) const MOST: usize = 64;

/// What a mark is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Drawn {
    /// Coloured squares.
    Square,
    /// Arrows from one square to another.
    Arrow,
}

impl Drawn {
    /// Both.
    pub(crate) const ALL: [Drawn; 2] = [Drawn::Square, Drawn::Arrow];
}

/// A square, or an arrow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) from: Square,
    /// Where an arrow points: another square.
    pub(crate) to: Option<Square>,
}

impl Mark {
    fn read(text: &[u8]) -> Option<Mark> {
        let (from, to) = text.split_at_checked(2)?;
        let from = Square::from_ascii(from).ok()?;
        let to = match to {
            [] => None,
            _ => Some(Square::from_ascii(to).ok()?),
        };
        (to != Some(from)).then_some(Mark { from, to })
    }

    /// What it is.
    fn drawn(&self) -> Drawn {
        match self.to {
            Some(_) => Drawn::Arrow,
            None => Drawn::Square,
        }
    }

    /// The mark of a move: an arrow along it, or the square that it leads to.
    pub(crate) fn of_move(from: Square, to: Square, drawn: Drawn) -> Mark {
        match drawn {
            Drawn::Arrow => Mark { from, to: Some(to) },
            Drawn::Square => Mark { from: to, to: None },
        }
    }

    /// The square at an end of it.
    pub(crate) fn end(&self, end: End) -> Square {
        match end {
            End::First => self.from,
            End::Last => self.to.unwrap_or(self.from),
        }
    }

    /// Appends its squares.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for square in [Some(self.from), self.to].into_iter().flatten() {
            out.extend(square_name(square));
        }
    }
}

/// The ends of an arrow; both are the same square if the mark is no arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum End {
    First,
    Last,
}

impl End {
    /// Both.
    pub(crate) const ALL: [End; 2] = [End::First, End::Last];
}

/// A mark in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coloured {
    /// A capital letter.
    pub(crate) colour: u8,
    pub(crate) mark: Mark,
}

impl Coloured {
    fn read(text: &[u8]) -> Option<Coloured> {
        let (&colour, mark) = text.split_first()?;
        let mark = Mark::read(mark)?;
        colour
            .is_ascii_uppercase()
            .then_some(Coloured { colour, mark })
    }
}

/// The mark at the front of `text`, if a `;` stands behind it, and how many bytes it takes.
pub(crate) fn read_alone(text: &[u8], drawn: Drawn) -> Option<(Mark, usize)> {
    let len = match drawn {
        Drawn::Square => 2,
        Drawn::Arrow => 4,
    };
    let (mark, rest) = text.split_at_checked(len)?;
    let mark = rest.starts_with(b";").then(|| Mark::read(mark)).flatten()?;
    Some((mark, len))
}

/// The list of such marks at the front of `text`, up to a `]`, and how many bytes it takes.
pub(crate) fn read(text: &[u8], drawn: Drawn) -> Option<(Vec<Coloured>, usize)> {
    // Quickly rules out most words.
    let [b'A'..=b'Z', b'a'..=b'h', b'1'..=b'8', ..] = text else {
        return None;
    };
    let goes_on = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b',';
    let longest = MOST * "Ge2e4,".len();
    let len = text.iter().take(longest).position(|byte| !goes_on(byte))?;
    if text[len] != b']' {
        return None;
    }
    let marks = text[..len].split(|&byte| byte == b',').map(Coloured::read);
    let marks: Vec<Coloured> = marks.collect::<Option<_>>()?;
    let alike = marks.iter().all(|coloured| coloured.mark.drawn() == drawn);
    (alike && marks.len() <= MOST).then_some((marks, len))
}

/// Appends a list of marks.
pub(crate) fn write(marks: &[Coloured], out: &mut Vec<u8>) {
    for (index, Coloured { colour, mark }) in marks.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.push(*colour);
        mark.write(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_list_of_marks_is_none() {
        for text in [
            "]",
            "Gd4",
            "d4]",
            "Gd4,]",
            "gd4]",
            "Gd9]",
            "Gd4d4]",
            "Gd4,Gd4e5]",
            "Gd4 ]",
        ] {
            for drawn in Drawn::ALL {
                assert_eq!(read(text.as_bytes(), drawn), None, "{text}");
            }
        }
    }

    #[test]
    fn a_mark_alone_has_a_semicolon_behind_it() {
        let read = |text: &str, drawn| read_alone(text.as_bytes(), drawn);
        let (mark, len) = read("e2e4;from", Drawn::Arrow).unwrap();
        assert_eq!((mark.from, mark.to, len), (Square::E2, Some(Square::E4), 4));
        assert_eq!(End::ALL.map(|end| mark.end(end)), [Square::E2, Square::E4]);
        let (mark, len) = read("h8;square", Drawn::Square).unwrap();
        assert_eq!((mark.from, mark.to, len), (Square::H8, None, 2));
        assert_eq!(End::ALL.map(|end| mark.end(end)), [Square::H8; 2]);
        for text in [
            "", "e2", "e2e4", "e2e4]", "e2,", "i1;", "e2e2;", "e2e9;", "e;",
        ] {
            for drawn in Drawn::ALL {
                assert_eq!(read(text, drawn), None, "{text}");
            }
        }
    }
}
