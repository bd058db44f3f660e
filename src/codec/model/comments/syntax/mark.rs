//! Squares and arrows drawn on the board: `Gc6,Re6` in `[%csl Gc6,Re6]`, `Ge6a6,Rd8d1` in
//! `[%cal Ge6a6,Rd8d1]`. A mark is a colour and a square, or a colour and the two squares of an
//! arrow.

use crate::chess::{Square, square_name};

/// Most marks of a list.
pub(crate) const MOST: usize = 64;

/// What the marks of a list are.
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

/// A coloured square, or an arrow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// A capital letter.
    pub(crate) colour: u8,
    pub(crate) from: Square,
    /// Where an arrow points: another square.
    pub(crate) to: Option<Square>,
}

impl Mark {
    fn read(text: &[u8]) -> Option<Mark> {
        let square = |name| Square::from_ascii(name).ok();
        let (colour, from, to) = match text {
            [colour, from @ ..] if from.len() == 2 => (*colour, square(from)?, None),
            [colour, a, b, to @ ..] if to.len() == 2 => {
                (*colour, square(&[*a, *b])?, Some(square(to)?))
            }
            _ => return None,
        };
        let mark = Mark { colour, from, to };
        (colour.is_ascii_uppercase() && to != Some(from)).then_some(mark)
    }

    /// What it is.
    fn drawn(&self) -> Drawn {
        match self.to {
            Some(_) => Drawn::Arrow,
            None => Drawn::Square,
        }
    }

    /// The mark of a move: an arrow along it, or the square that it leads to.
    pub(crate) fn of_move(colour: u8, from: Square, to: Square, drawn: Drawn) -> Mark {
        match drawn {
            Drawn::Arrow => Mark {
                colour,
                from,
                to: Some(to),
            },
            Drawn::Square => Mark {
                colour,
                from: to,
                to: None,
            },
        }
    }
}

/// The list of such marks at the front of `text`, up to a `]`, and how many bytes it takes.
pub(crate) fn read(text: &[u8], drawn: Drawn) -> Option<(Vec<Mark>, usize)> {
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
    let marks = text[..len].split(|&byte| byte == b',').map(Mark::read);
    let marks: Vec<Mark> = marks.collect::<Option<_>>()?;
    let alike = marks.iter().all(|mark| mark.drawn() == drawn);
    (alike && marks.len() <= MOST).then_some((marks, len))
}

/// Appends a list of marks.
pub(crate) fn write(marks: &[Mark], out: &mut Vec<u8>) {
    for (index, mark) in marks.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        out.push(mark.colour);
        for square in [Some(mark.from), mark.to].into_iter().flatten() {
            out.extend(square_name(square));
        }
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
}
