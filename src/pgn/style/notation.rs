//! How a move is spelt in a style: its squares, the letters of men, castling, promotion and marks.

use super::{Captures, Castling, EnPassant, Marks, Notation, Promotion, Style};
use crate::chess::{
    CastlingSide, Color, Move, Role,
    ends::{king_or_to, write_uci},
    language::Language,
    san::{Check, Spelling},
    square_name,
};

/// Which men a notation names by their letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Letters {
    /// None.
    None,
    /// All but pawns.
    Pieces,
    /// All; a pawn's letter is [`PAWN`].
    Men,
}

/// The letter of a pawn where it has one, in all languages.
pub(crate) const PAWN: u8 = b'P';

/// A notation that names both squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Long {
    /// Which men have letters.
    pub(crate) letters: Letters,
    /// What stands between the squares of a move that takes nothing.
    pub(crate) quiet: Option<u8>,
    /// What stands there in a capture.
    pub(crate) capture: Option<u8>,
}

impl Notation {
    /// The parts that the notation is made of; `None` for SAN, and for those of UCI, which leave
    /// castling and promotion no choice.
    #[inline]
    pub(crate) fn long(self) -> Option<Long> {
        let (letters, quiet, capture) = match self {
            Notation::San | Notation::Uci | Notation::UciRook => return None,
            Notation::Long => (Letters::Pieces, Some(b'-'), Some(b'x')),
            Notation::LongTight => (Letters::Pieces, None, Some(b'x')),
            Notation::LongDashes => (Letters::Pieces, Some(b'-'), Some(b'-')),
            Notation::LongBare => (Letters::Pieces, None, None),
            Notation::Squares => (Letters::None, Some(b'-'), Some(b'x')),
            Notation::SquaresTight => (Letters::None, None, Some(b'x')),
            Notation::SquaresDashes => (Letters::None, Some(b'-'), Some(b'-')),
            Notation::SquaresBare => (Letters::None, None, None),
            Notation::Men => (Letters::Men, Some(b'-'), Some(b'x')),
            Notation::MenTight => (Letters::Men, None, Some(b'x')),
            Notation::MenDashes => (Letters::Men, Some(b'-'), Some(b'-')),
            Notation::MenBare => (Letters::Men, None, None),
        };
        Some(Long {
            letters,
            quiet,
            capture,
        })
    }

    /// The notation that is made of these parts.
    pub(crate) fn of(long: Long) -> Option<Notation> {
        let mut all = Notation::ALL.iter().copied();
        all.find(|notation| notation.long() == Some(long))
    }
}

/// Appends the move `m` of a side, whose SAN is `spelling`, with its marks, in the notation of
/// `style`.
#[inline]
pub(crate) fn write(m: Move, spelling: &Spelling, side: Color, style: &Style, out: &mut Vec<u8>) {
    let start = out.len();
    match style.notation {
        Notation::San => write_standard(m, spelling, side, style, out),
        Notation::Uci => write_uci(m, king_or_to(m), out),
        Notation::UciRook => write_uci(m, m.to(), out),
        notation => {
            if let Some(long) = notation.long() {
                write_long(m, long, side, style, out);
            }
        }
    }
    if style.captures != Captures::Cross && m.is_capture() {
        respell_capture(out, start, style.captures);
    }
    let is_en_passant = matches!(m, Move::EnPassant { .. });
    if is_en_passant && style.en_passant == EnPassant::Bare {
        out.extend_from_slice(b"ep");
    }
    match (style.marks, spelling.check) {
        (Marks::None, _) | (_, Check::No) => {}
        (_, Check::Check) | (Marks::Plus, _) => out.push(b'+'),
        (Marks::Full, Check::Mate) => out.push(b'#'),
        (Marks::PlusPlus, Check::Mate) => out.extend_from_slice(b"++"),
    }
    if is_en_passant {
        out.extend_from_slice(match style.en_passant {
            EnPassant::Nothing | EnPassant::Bare => b"",
            EnPassant::Tight => b"e.p.",
            EnPassant::Spaced => b" e.p.",
        });
    }
}

/// Puts the sign of a style in place of the cross in the move that begins at `start`, if it has
/// one.
fn respell_capture(out: &mut Vec<u8>, start: usize, captures: Captures) {
    let cross = out[start..].iter().position(|&byte| byte == b'x');
    if let Some(at) = cross.map(|at| start + at) {
        out.splice(at..=at, captures.bytes().iter().copied());
    }
}

#[inline]
fn write_standard(m: Move, spelling: &Spelling, side: Color, style: &Style, out: &mut Vec<u8>) {
    match spelling.text() {
        [b'O', b'-', ..] if style.castling != Castling::Letters => {
            castle(m, None, side, style, out);
        }
        [start @ .., b'=', _] if let Some(role) = m.promotion() => {
            out.extend_from_slice(start);
            promote(out, style.language.letter(role, side), style.promotion);
        }
        _ if style.language == Language::English => spelling.append_to(out),
        text => style.language.translate(text, m, side, out),
    }
}

/// Writes castling; `long` is the notation, or `None` for SAN.
fn castle(m: Move, long: Option<Long>, side: Color, style: &Style, out: &mut Vec<u8>) {
    let letter = match style.castling {
        Castling::Letters => b'O',
        Castling::Zeros => b'0',
        Castling::King | Castling::Squares => return castle_as_king(m, long, side, style, out),
    };
    out.extend_from_slice(&[letter, b'-', letter]);
    if m.castling_side() == Some(CastlingSide::QueenSide) {
        out.extend_from_slice(&[b'-', letter]);
    }
}

/// Writes castling as the king's move to where he lands, for [`Castling::King`] and
/// [`Castling::Squares`].
fn castle_as_king(m: Move, long: Option<Long>, side: Color, style: &Style, out: &mut Vec<u8>) {
    let names_king = style.castling == Castling::King;
    if names_king && long.is_none_or(|long| long.letters != Letters::None) {
        out.extend(style.language.letter(Role::King, side));
    }
    if let (false, Some(from)) = (names_king && long.is_none(), m.from()) {
        out.extend(square_name(from));
    }
    out.extend(long.and_then(|long| long.quiet));
    out.extend(square_name(king_or_to(m)));
}

fn promote(out: &mut Vec<u8>, letter: &[u8], promotion: Promotion) {
    out.extend_from_slice(match promotion {
        Promotion::Equals => b"=",
        Promotion::Parentheses => b"(",
        Promotion::Bare | Promotion::Lower => b"",
    });
    match promotion {
        Promotion::Lower => out.extend(letter.iter().map(u8::to_ascii_lowercase)),
        _ => out.extend_from_slice(letter),
    }
    if promotion == Promotion::Parentheses {
        out.push(b')');
    }
}

fn write_long(m: Move, long: Long, side: Color, style: &Style, out: &mut Vec<u8>) {
    if m.is_castle() {
        return castle(m, Some(long), side, style, out);
    }
    let piece = style.language.letter(m.role(), side);
    out.extend_from_slice(match (long.letters, piece) {
        (Letters::None, _) => b"",
        (Letters::Men, b"") => &[PAWN],
        _ => piece,
    });
    if let Some(from) = m.from() {
        out.extend(square_name(from));
    }
    out.extend(match m.is_capture() {
        true => long.capture,
        false => long.quiet,
    });
    out.extend(square_name(m.to()));
    if let Some(role) = m.promotion() {
        promote(out, style.language.letter(role, side), style.promotion);
    }
}

/// A token that begins like a move which names both its squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Whole {
    /// The letter before the squares.
    pub(crate) letter: Option<u8>,
    /// What stands between them: `-` or `x`.
    pub(crate) join: Option<u8>,
    /// By how many files and ranks the second differs from the first.
    pub(super) step: (u8, u8),
}

impl Whole {
    /// The move that `token` begins like; `None` if it does not name two squares.
    pub(crate) fn of(token: &[u8]) -> Option<Whole> {
        let (letter, squares) = match token {
            [
                letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | PAWN),
                squares @ ..,
            ] => (Some(*letter), squares),
            _ => (None, token),
        };
        let (from, behind) = square(squares)?;
        let (join, behind) = match behind {
            [join @ (b'-' | b'x'), behind @ ..] => (Some(*join), behind),
            _ => (None, behind),
        };
        let (to, _) = square(behind)?;
        Some(Whole {
            letter,
            join,
            step: (from[0].abs_diff(to[0]), from[1].abs_diff(to[1])),
        })
    }

    /// Whether this is castling with the king's letter: any other move takes the king one file at
    /// most.
    pub(crate) fn names_castling_king(self) -> bool {
        self.letter == Some(b'K') && self.step.0 > 1
    }
}

/// Whether `token` is a pawn's move with the pawn's letter and both squares. (In Dutch, knights
/// have the same letter.)
pub(crate) fn names_pawn(token: &[u8]) -> bool {
    Whole::of(token).is_some_and(|whole| {
        whole.letter == Some(PAWN) && matches!(whole.step, (0, 1 | 2) | (1, 1))
    })
}

/// The square that `text` begins with, and what comes after it.
fn square(text: &[u8]) -> Option<([u8; 2], &[u8])> {
    match text {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', behind @ ..] => Some(([*file, *rank], behind)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::{
        layout::Document,
        read,
        testing::{is_exact, text_in},
        write,
    };

    /// Famous games, and one with promotions and a capture en passant.
    fn games() -> Document {
        let mut text = include_bytes!("../../../fixtures/pgn/export.pgn").to_vec();
        text.extend_from_slice(
            b"[FEN \"4k3/P6p/8/2pP4/8/8/8/4K3 w - c6 0 1\"]\n[Result \"*\"]\n\n\
            1. dxc6 h5 2. a8=Q+ Ke7 3. c7 h4 4. c8=N+ Kf6 5. Qe4 h3 *\n\n",
        );
        read(&text)
    }

    /// What is read of the games in that style: whether the moves are understood, and whether it is
    /// as a style says.
    fn comes_back(style: &Style) -> (bool, bool) {
        let document = games();
        let text = text_in(document.clone(), style);
        let back = read(&text);
        assert_eq!(write(&back).unwrap(), text);
        let understood = back.games().eq(document.games());
        let told = is_exact(&back);
        (understood, told)
    }

    #[test]
    fn moves_in_every_notation_are_understood() {
        for notation in Notation::ALL {
            for castling in Castling::ALL {
                for promotion in Promotion::ALL {
                    let style = Style {
                        notation,
                        castling,
                        promotion,
                        ..Style::default()
                    };
                    let told = format!("{notation:?} {castling:?} {promotion:?}");
                    assert_eq!(comes_back(&style), (true, true), "{told}");
                }
            }
        }
    }

    #[test]
    fn moves_in_every_notation_and_language_are_understood() {
        for notation in Notation::ALL {
            let letters = notation.long().map(|long| long.letters);
            // Where no piece has a letter, nothing tells the language.
            if letters == Some(Letters::None) {
                continue;
            }
            for language in Language::ALL {
                let style = Style {
                    notation,
                    language,
                    ..Style::default()
                };
                let told = format!("{notation:?} {language:?}");
                assert_eq!(comes_back(&style), (true, true), "{told}");
            }
        }
    }

    #[test]
    fn captures_are_understood_in_every_notation() {
        for notation in Notation::ALL {
            for captures in [Captures::Cross, Captures::Colon, Captures::Times] {
                for language in [Language::English, Language::Russian, Language::Figures] {
                    let style = Style {
                        notation,
                        captures,
                        language,
                        ..Style::default()
                    };
                    let letters = notation.long().map(|long| long.letters);
                    let told = format!("{notation:?} {captures:?} {language:?}");
                    let (understood, fits) = comes_back(&style);
                    assert!(understood || letters == Some(Letters::None), "{told}");
                    assert!(fits || letters == Some(Letters::None), "{told}");
                }
            }
        }
    }

    #[test]
    fn captures_en_passant_are_understood_in_every_notation() {
        for notation in Notation::ALL {
            for en_passant in EnPassant::ALL {
                for marks in Marks::ALL {
                    let style = Style {
                        notation,
                        en_passant,
                        marks,
                        ..Style::default()
                    };
                    let told = format!("{notation:?} {en_passant:?} {marks:?}");
                    assert_eq!(comes_back(&style), (true, true), "{told}");
                }
            }
        }
    }

    #[test]
    fn castling_is_spelt_as_the_notation_spells_the_king() {
        let text = b"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n\n";
        let mut document = read(text);
        let mut spelt = |notation, castling| {
            document.styles[0] = Style {
                notation,
                castling,
                ..Style::default()
            };
            let text = String::from_utf8(write(&document).unwrap()).unwrap();
            let at = text.find("1. ").unwrap();
            text[at + 3..].trim_end_matches(" *\n\n").to_owned()
        };
        for (notation, king, squares) in [
            (Notation::San, "Kg1", "e1g1"),
            (Notation::Uci, "e1g1", "e1g1"),
            (Notation::UciRook, "e1h1", "e1h1"),
            (Notation::Long, "Ke1-g1", "e1-g1"),
            (Notation::LongBare, "Ke1g1", "e1g1"),
            (Notation::Squares, "e1-g1", "e1-g1"),
            (Notation::MenTight, "Ke1g1", "e1g1"),
        ] {
            assert_eq!(spelt(notation, Castling::King), king);
            assert_eq!(spelt(notation, Castling::Squares), squares);
        }
    }

    #[test]
    fn a_pawn_is_told_from_a_knight_of_the_same_letter() {
        for (token, is_pawn) in [
            ("Pe2-e4", true),
            ("Pe4xd5", true),
            ("Pe7e8", true),
            ("Pe7e8=Q", true),
            ("Pg1f3", false),
            ("Pg1-e2", false),
            ("Pe4", false),
            ("e2e4", false),
        ] {
            assert_eq!(names_pawn(token.as_bytes()), is_pawn, "{token}");
        }
    }
}
