//! A move of a line as a word, with its number.

use super::form::{CastlingSpelling, LineForm, Notation, Spelling};
use crate::{
    chess::{
        CastlingSide, Color, Move, Position, Role, Rules, Square,
        ends::{king_or_to, write_uci},
        language::{Language, first_letter},
        san::{San, check_mark, write_and_play},
        square_name,
    },
    codec::model::comments::syntax::number,
};
use memchr::memchr;

/// A word of more bytes is no move, if letters of pieces have one byte. (`e7xd8=Q+` has eight.)
const LONGEST_WORD: usize = 8;
/// The same where they may have four.
const LONGEST_FOREIGN_WORD: usize = LONGEST_WORD + 6;

/// Whether a line with the letters of `language` may begin here, as far as the first bytes tell.
pub(super) fn may_begin_line(text: &[u8], language: Language) -> bool {
    match *text {
        [b'a'..=b'h', second, ..] => matches!(second, b'1'..=b'8' | b'x'),
        [b'O', b'-', b'O', ..] | [b'0', b'-', b'0', ..] | [b'1'..=b'9', ..] => true,
        [b'N' | b'B' | b'R' | b'Q' | b'K', second, ..] if language == Language::English => {
            matches!(second, b'a'..=b'h' | b'x' | b'1'..=b'8')
        }
        _ if language == Language::English => false,
        _ => first_letter(text).is_some_and(|letter| language.role(letter).is_some()),
    }
}

/// Appends the move number that stands before a move, if the notation has one there.
fn write_move_number(notation: Notation, color: Color, ply: u32, first: bool, out: &mut Vec<u8>) {
    let behind = notation.numbers().and_then(|numbers| match color {
        Color::White => Some(numbers.white),
        Color::Black => numbers.black.filter(|_| first),
    });
    if let Some(behind) = behind {
        number::write_padded(u64::from(ply / 2 + 1), 1, out);
        out.extend(behind.as_bytes());
    }
}

/// Appends a move as it is spelt in `position`, and plays it.
pub(super) fn write_move(
    form: LineForm,
    position: &mut Position,
    ply: u32,
    first: bool,
    m: Move,
    out: &mut Vec<u8>,
) {
    let (notation, turn) = (form.notation, position.turn());
    write_move_number(notation, turn, ply, first, out);
    if let Some(castling) = castling(form, m) {
        out.extend(castling);
        position.play_unchecked(m);
    } else if form.language == Language::English {
        write_standard(notation.spelling(), position, m, out);
    } else {
        let mut standard = Vec::with_capacity(LONGEST_WORD);
        write_standard(notation.spelling(), position, m, &mut standard);
        form.language.translate(&standard, m, turn, out);
    }
    if notation.marks_checks() {
        out.extend(check_mark(position).as_bytes());
    }
}

/// The words that castle, and are no squares.
const CASTLING: [(CastlingSpelling, CastlingSide, &[u8]); 4] = [
    (CastlingSpelling::Letters, CastlingSide::KingSide, b"O-O"),
    (CastlingSpelling::Letters, CastlingSide::QueenSide, b"O-O-O"),
    (CastlingSpelling::Zeros, CastlingSide::KingSide, b"0-0"),
    (CastlingSpelling::Zeros, CastlingSide::QueenSide, b"0-0-0"),
];

/// How `m` is spelt if it castles and squares do not tell that.
fn castling(form: LineForm, m: Move) -> Option<&'static [u8]> {
    let castled = (form.castling, m.castling_side()?);
    let mut words = CASTLING.into_iter();
    let word = words.find(|&(spelling, side, _)| (spelling, side) == castled);
    word.map(|(_, _, word)| word)
}

/// How a word castles, if it does and is no squares.
fn castled(word: &[u8]) -> Option<(CastlingSpelling, CastlingSide)> {
    let token = without_mark(word);
    let mut words = CASTLING.into_iter();
    let found = words.find(|&(_, _, known)| known == token);
    found.map(|(spelling, side, _)| (spelling, side))
}

/// A word without its mark of check.
fn without_mark(word: &[u8]) -> &[u8] {
    let stripped = word.strip_suffix(b"+").or(word.strip_suffix(b"#"));
    stripped.unwrap_or(word)
}

/// Appends a move with the letters of the standard, without a mark of check, and plays it. Castling
/// is a move of the king's.
fn write_standard(spelling: Spelling, position: &mut Position, m: Move, out: &mut Vec<u8>) {
    match spelling {
        Spelling::San if m.is_castle() => {
            out.push(b'K');
            out.extend(square_name(king_or_to(m)));
        }
        Spelling::San => return write_and_play(position, m, out),
        Spelling::Uci | Spelling::UciRook => write_uci(m, second_square(spelling, m), out),
        Spelling::Long => {
            let sign = if m.is_capture() { b'x' } else { b'-' };
            write_long(m, &[sign], out)
        }
        Spelling::Bare => write_long(m, b"", out),
    }
    position.play_unchecked(m);
}

/// Appends a move by both of its squares, with `sign` between them.
fn write_long(m: Move, sign: &[u8], out: &mut Vec<u8>) {
    if m.role() != Role::Pawn {
        out.push(m.role().upper_char() as u8);
    }
    out.extend(m.from().map(square_name).unwrap_or_default());
    out.extend(sign);
    out.extend(square_name(king_or_to(m)));
    if let Some(role) = m.promotion() {
        out.extend([b'=', role.upper_char() as u8]);
    }
}

/// The legal move that `token`, which has no check mark, spells as [`write_long`] does, but for the
/// piece and for whether it captures. `signs` is how many bytes are between the squares.
fn read_long(position: &Position, token: &[u8], signs: usize) -> Option<Move> {
    let (squares, role) = match token {
        [squares @ .., b'=', role] => (squares, Some(Role::from_char(char::from(*role))?)),
        squares => (squares, None),
    };
    let (before, to) = squares.split_last_chunk::<2>()?;
    let before = &before[..before.len().checked_sub(signs)?];
    let (_, from) = before.split_last_chunk::<2>()?;
    let [from, to] = [from, to].map(|square| Square::from_ascii(square).ok());
    let mut moves = position.legal_moves().into_iter();
    moves.find(|&m| m.from() == from && Some(king_or_to(m)) == to && m.promotion() == role)
}

/// A move that was read. Its spelling may differ from that of [`write_move`].
pub(super) struct Read {
    pub(super) m: Move,
    /// How many bytes it takes with its number.
    pub(super) len: usize,
    /// How it is spelt if it castles.
    pub(super) castling: CastlingSpelling,
}

/// The move at the front of `text`.
pub(super) fn read_move(
    form: LineForm,
    position: &Position,
    ply: u32,
    first: bool,
    text: &[u8],
) -> Option<Read> {
    let mut number = Vec::new();
    write_move_number(form.notation, position.turn(), ply, first, &mut number);
    let word = word_of(form.language, text.strip_prefix(number.as_slice())?)?;
    let spelling = form.notation.spelling();
    let m = match form.language {
        Language::English => read_standard(spelling, position, word)?,
        language => read_standard(spelling, position, &standard(language, word)?)?,
    };
    Some(Read {
        m,
        len: number.len() + word.len(),
        castling: castled(word).map_or(CastlingSpelling::Squares, |(spelling, _)| spelling),
    })
}

/// The word at the front of a text, if it may be a move.
fn word_of(language: Language, text: &[u8]) -> Option<&[u8]> {
    let is_foreign = language != Language::English;
    let longest = match is_foreign {
        true => LONGEST_FOREIGN_WORD,
        false => LONGEST_WORD,
    };
    let belongs = |byte: &u8| match byte {
        b'-' | b'=' | b'+' | b'#' => true,
        _ => byte.is_ascii_alphanumeric() || is_foreign && !byte.is_ascii(),
    };
    let len = text.iter().take(longest + 1).take_while(|b| belongs(b));
    let len = len.count();
    // Without a limit, a long run would be read again from each of its dashes.
    (len <= longest).then(|| &text[..len])
}

/// The move that a word spells with the letters of the standard.
fn read_standard(spelling: Spelling, position: &Position, word: &[u8]) -> Option<Move> {
    if let Some((_, side)) = castled(word) {
        return position.castling_moves(side).first().copied();
    }
    if let Spelling::Uci | Spelling::UciRook = spelling {
        let square = |at: usize| Square::from_ascii(word.get(at..at + 2)?).ok();
        let (from, to) = (square(0)?, square(2)?);
        let role = match word.get(4) {
            Some(&letter) => Some(Role::from_char(char::from(letter))?),
            None => None,
        };
        return position.legal_moves().into_iter().find(|&m| {
            m.from() == Some(from) && m.promotion() == role && second_square(spelling, m) == to
        });
    }
    let token = without_mark(word);
    match spelling {
        Spelling::Long => read_long(position, token, 1),
        Spelling::Bare => read_long(position, token, 0),
        _ => {
            let san = San::from_ascii(token).ok()?;
            san.to_move(position)
                .ok()
                .or_else(|| castling_to(position, token))
        }
    }
}

/// The castling that takes the king to the square that `token` names behind the letter `K`.
fn castling_to(position: &Position, token: &[u8]) -> Option<Move> {
    let to = Square::from_ascii(token.strip_prefix(b"K")?).ok();
    let mut moves = CastlingSide::ALL
        .into_iter()
        .flat_map(|side| position.castling_moves(side));
    moves.find(|&m| Some(king_or_to(m)) == to)
}

/// A move's word with the letters of the standard in place of those of `language`.
fn standard(language: Language, word: &[u8]) -> Option<Vec<u8>> {
    if castled(word).is_some() {
        return Some(word.to_vec());
    }
    let mut out = Vec::with_capacity(LONGEST_WORD);
    let mut rest = word;
    if let Some((letter, behind)) = language.in_standard(rest) {
        out.push(letter);
        rest = behind;
    }
    if let Some(at) = memchr(b'=', rest) {
        let (start, promotion) = rest.split_at(at + 1);
        let (letter, behind) = language.in_standard(promotion)?;
        out.extend(start);
        out.push(letter);
        rest = behind;
    }
    out.extend(rest);
    Some(out)
}

/// The second square of a move that is spelt by two squares.
fn second_square(spelling: Spelling, m: Move) -> Square {
    match spelling {
        Spelling::UciRook => m.to(),
        _ => king_or_to(m),
    }
}
