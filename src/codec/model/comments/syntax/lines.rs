//! Reading and writing lines of play inside comments (`pv=Ne2 dxc3 Qxg7`, `pd=Rg8`,
//! `24... Rc8 25. Qe2`): runs of legal moves from the position before or after the move commented
//! on, or from the one before the move that it answers.

use super::diagram::FenForm;
use crate::{
    chess::{
        CastlingMode, Color, Move, Position, Role, Rules, Square,
        ends::{king_or_to, write_uci},
        san::{San, check_mark, write_and_play},
        square_name,
    },
    codec::model::comments::branch::{Branch, Root},
    listed::listed,
};

/// Most moves of a line.
pub(crate) const MOST_MOVES: usize = 250;

/// A word of more bytes is no move. (`e7xd8=Q+` has eight.)
const LONGEST_WORD: usize = 8;

listed! {
    /// How moves are spelt.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub(super) enum Notation {
        /// `Nf3 dxe4+`
        San,
        /// `Nf3 dxe4`: checks are not marked.
        Unmarked,
        /// `24... Nf3 25. dxe4`
        Numbered,
        /// `24...Nf3 25.dxe4`
        Tight,
        /// `g1f3 d5e4`, castling as the king's steps.
        Uci,
        /// `g1f3 d5e4`, castling as the king onto its rook, as UCI has it in Chess960.
        UciRook,
        /// `Ng1-f3 d5xe4+`, as Arena writes it.
        Long,
    }
}

listed! {
    /// What stands between the moves.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub(super) enum Separator {
        /// `Nf3 dxe4`
        Blank,
        /// `Nf3,dxe4`
        Comma,
        /// `Nf3, dxe4`
        CommaBlank,
    }
}

impl Separator {
    fn bytes(self) -> &'static [u8] {
        match self {
            Separator::Blank => b" ",
            Separator::Comma => b",",
            Separator::CommaBlank => b", ",
        }
    }
}

listed! {
    /// Where a line starts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub(crate) enum Start {
        /// After the move commented on: how the game may go on.
        After,
        /// Before it: what was thought of when it was chosen.
        Before,
        /// Before the opponent's move that it answers: what was expected of the opponent (`pd=` of
        /// TCEC).
        Earlier,
    }
}

impl Start {
    /// How many half-moves of the game lie between it and the comment.
    pub(crate) fn half_moves_back(self) -> usize {
        self as usize
    }
}

/// How a line is written and where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LineForm {
    pub(super) notation: Notation,
    pub(super) separator: Separator,
    pub(crate) start: Start,
}

impl LineForm {
    /// Every form is below this as a number.
    pub(super) const END: u8 = 64;

    /// The form as a number, in mixed radix.
    pub(crate) fn pack(self) -> u8 {
        let high = self.separator as u8 + Separator::ALL.len() as u8 * self.start as u8;
        self.notation as u8 + Notation::ALL.len() as u8 * high
    }

    /// The inverse of [`pack`](LineForm::pack).
    pub(crate) fn unpack(number: u8) -> Option<LineForm> {
        let number = usize::from(number);
        let (high, notation) = (number / Notation::ALL.len(), number % Notation::ALL.len());
        Some(LineForm {
            notation: Notation::ALL[notation],
            separator: Separator::ALL[high % Separator::ALL.len()],
            start: *Start::ALL.get(high / Separator::ALL.len())?,
        })
    }
}

impl Branch {
    /// The name of the square of the piece that has just moved.
    pub(crate) fn target(&self) -> Option<[u8; 2]> {
        Some(square_name(king_or_to(self.after.last?)))
    }

    /// The position after the move commented on, as a FEN.
    pub(super) fn diagram(&self, form: FenForm) -> String {
        form.write(&self.after.position)
    }

    /// Where a line in `form` starts.
    pub(crate) fn start(&self, form: LineForm) -> Option<&Root> {
        match form.start {
            Start::After => Some(&self.after),
            Start::Before => self.before.as_ref(),
            Start::Earlier => self.earlier.as_ref(),
        }
    }

    /// The longest line at the front of `text`.
    pub(super) fn find(&self, text: &[u8]) -> Option<(LineForm, Vec<Move>, usize)> {
        let may_be = match *text {
            [b'a'..=b'h', second, ..] => matches!(second, b'1'..=b'8' | b'x'),
            [b'N' | b'B' | b'R' | b'Q' | b'K', second, ..] => {
                matches!(second, b'a'..=b'h' | b'x' | b'1'..=b'8')
            }
            [b'O', b'-', b'O', ..] | [b'0'..=b'9', ..] => true,
            _ => false,
        };
        if !may_be {
            return None;
        }
        let mut best: Option<(LineForm, Vec<Move>, usize)> = None;
        for start in Start::ALL {
            for &notation in self.notations_from(text[0]) {
                for separator in Separator::ALL {
                    let form = LineForm {
                        notation,
                        separator,
                        start,
                    };
                    let Some((moves, len)) = self.read(form, text) else {
                        break;
                    };
                    let goes_on = text[len..].starts_with(b",") && moves.len() == 1;
                    if best.as_ref().is_none_or(|best| len > best.2) {
                        best = Some((form, moves, len));
                    }
                    if !goes_on {
                        break;
                    }
                }
            }
        }
        best
    }

    /// The notations of lines that may begin with this byte. If a line reads the same in several of
    /// them, the first is taken, so that all lines of a program get the same, with castling or
    /// without.
    fn notations_from(&self, first: u8) -> &'static [Notation] {
        use Notation::{Long, Numbered, San, Tight, Uci, UciRook, Unmarked};
        let is_chess960 = self.after.position.castles().mode() == CastlingMode::Chess960;
        match first {
            b'0'..=b'9' => &[Numbered, Tight],
            b'a'..=b'h' if is_chess960 => &[San, Unmarked, UciRook, Uci, Long],
            b'a'..=b'h' => &[San, Unmarked, Uci, UciRook, Long],
            _ => &[San, Unmarked, Long],
        }
    }

    /// The line in this form at the front of `text`, as long as possible, at least one move.
    pub(crate) fn read(&self, form: LineForm, text: &[u8]) -> Option<(Vec<Move>, usize)> {
        let root = self.start(form)?;
        let (mut position, mut ply) = (root.position.clone(), root.ply);
        let separator = form.separator.bytes();
        let mut moves = Vec::new();
        let mut end = 0;
        let mut word = Vec::new();
        while moves.len() < MOST_MOVES {
            let mut at = end;
            if !moves.is_empty() {
                if !text[at..].starts_with(separator) {
                    break;
                }
                at += separator.len();
            }
            let Some((m, len)) =
                read_move(form.notation, &position, ply, moves.is_empty(), &text[at..])
            else {
                break;
            };
            word.clear();
            write_move(
                form.notation,
                &mut position,
                ply,
                moves.is_empty(),
                m,
                &mut word,
            );
            let ends = text.get(at + len).is_none_or(|b| {
                !b.is_ascii_alphanumeric() && *b != b'+' && *b != b'#' && *b != b'='
            });
            if word != text[at..at + len] || !ends {
                break;
            }
            moves.push(m);
            ply += 1;
            end = at + len;
        }
        (!moves.is_empty()).then_some((moves, end))
    }

    /// Appends a line in this form.
    pub(crate) fn write(&self, form: LineForm, moves: &[Move], out: &mut Vec<u8>) {
        let Some(root) = self.start(form) else {
            return;
        };
        let (mut position, mut ply) = (root.position.clone(), root.ply);
        for (index, &m) in moves.iter().enumerate() {
            if index > 0 {
                out.extend(form.separator.bytes());
            }
            write_move(form.notation, &mut position, ply, index == 0, m, out);
            ply += 1;
        }
    }
}

/// Appends the move number that stands before a move, if the notation has one there.
fn write_move_number(notation: Notation, color: Color, ply: u32, first: bool, out: &mut Vec<u8>) {
    let space: &[u8] = match notation {
        Notation::Numbered => b" ",
        Notation::Tight => b"",
        _ => return,
    };
    if color == Color::White || first {
        super::number::write_padded(u64::from(ply / 2 + 1), 1, out);
        out.extend(if color == Color::White {
            b".".as_slice()
        } else {
            b"..."
        });
        out.extend(space);
    }
}

/// Appends a move as it is spelt in `position`, and plays it.
fn write_move(
    notation: Notation,
    position: &mut Position,
    ply: u32,
    first: bool,
    m: Move,
    out: &mut Vec<u8>,
) {
    write_move_number(notation, position.turn(), ply, first, out);
    match notation {
        Notation::Uci | Notation::UciRook => {
            write_uci(m, second_square(notation, m), out);
            position.play_unchecked(m);
        }
        Notation::Unmarked => write_and_play(position, m, out),
        Notation::Long if !m.is_castle() => {
            write_long(m, out);
            position.play_unchecked(m);
            out.extend(check_mark(position).as_bytes());
        }
        _ => {
            write_and_play(position, m, out);
            out.extend(check_mark(position).as_bytes());
        }
    }
}

/// Appends a move, which is not castling, by both of its squares.
fn write_long(m: Move, out: &mut Vec<u8>) {
    if m.role() != Role::Pawn {
        out.push(m.role().upper_char() as u8);
    }
    out.extend(m.from().map(square_name).unwrap_or_default());
    out.push(if m.is_capture() { b'x' } else { b'-' });
    out.extend(square_name(m.to()));
    if let Some(role) = m.promotion() {
        out.extend([b'=', role.upper_char() as u8]);
    }
}

/// The legal move that `token`, which has no check mark, spells as [`write_long`] does, but for the
/// piece and for whether it captures.
fn read_long(position: &Position, token: &[u8]) -> Option<Move> {
    let (squares, role) = match token {
        [squares @ .., b'=', role] => (squares, Some(Role::from_char(char::from(*role))?)),
        squares => (squares, None),
    };
    let [.., b'a'..=b'h', b'1'..=b'8', b'-' | b'x', _, _] = squares else {
        return None;
    };
    let (from, to) = (&squares[squares.len() - 5..], &squares[squares.len() - 2..]);
    let from = Square::from_ascii(&from[..2]).ok()?;
    let to = Square::from_ascii(to).ok()?;
    let mut moves = position.legal_moves().into_iter();
    moves.find(|m| m.from() == Some(from) && m.to() == to && m.promotion() == role)
}

/// The move at the front of `text`, and how many bytes it takes with its number. Its spelling may
/// differ from that of [`write_move`].
fn read_move(
    notation: Notation,
    position: &Position,
    ply: u32,
    first: bool,
    text: &[u8],
) -> Option<(Move, usize)> {
    let mut number = Vec::new();
    write_move_number(notation, position.turn(), ply, first, &mut number);
    let word = text.strip_prefix(number.as_slice())?;
    let len = word
        .iter()
        .take(LONGEST_WORD + 1)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'=' | b'+' | b'#'))
        .count();
    // Without a limit, a long run would be read again from each of its dashes.
    if len > LONGEST_WORD {
        return None;
    }
    let token = &word[..len];
    let m = match notation {
        Notation::Uci | Notation::UciRook => {
            let square = |at: usize| Square::from_ascii(token.get(at..at + 2)?).ok();
            let (from, to) = (square(0)?, square(2)?);
            let role = match token.get(4) {
                Some(&letter) => Some(Role::from_char(char::from(letter))?),
                None => None,
            };
            position.legal_moves().into_iter().find(|&m| {
                m.from() == Some(from) && m.promotion() == role && second_square(notation, m) == to
            })?
        }
        _ => {
            let token = token
                .strip_suffix(b"+")
                .or(token.strip_suffix(b"#"))
                .unwrap_or(token);
            match notation {
                Notation::Long if !token.starts_with(b"O-O") => read_long(position, token)?,
                _ => San::from_ascii(token).ok()?.to_move(position).ok()?,
            }
        }
    };
    Some((m, number.len() + len))
}

/// The second square of a move in a notation of two squares.
fn second_square(notation: Notation, m: Move) -> Square {
    match notation {
        Notation::UciRook => m.to(),
        _ => king_or_to(m),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::model::moves::context::GameContext;
    use crate::{
        chess::{san, setup},
        pgn::game::Tags,
    };

    fn root(position: Position, ply: u32) -> Root {
        Root {
            context: GameContext::of_tags(&Tags::default()),
            last: None,
            ply,
            position,
        }
    }

    #[test]
    fn each_notation_is_found_as_what_it_is() {
        use Notation::*;
        use Separator::*;
        let start = Position::default();
        let played = |position: &Position, text: &str| {
            let mut after = position.clone();
            after.play_unchecked(find_move(position, text));
            after
        };
        let before = played(&start, "e4");
        let after = played(&before, "e5");
        let branch = Branch {
            after: root(after, 2),
            before: Some(root(before, 1)),
            earlier: Some(root(start, 0)),
        };
        for (text, notation, separator, start, moves) in [
            ("Bc4 Nc6 Qh5 Nf6 Qxf7#", San, Blank, Start::After, 5),
            ("Bc4 Nc6 Qh5 Nf6 Qxf7", Unmarked, Blank, Start::After, 5),
            ("2. Nf3 Nc6 3. Bb5", Numbered, Blank, Start::After, 3),
            ("2.Nf3 Nc6 3.Bb5", Tight, Blank, Start::After, 3),
            ("g1f3 b8c6 f1b5", Uci, Blank, Start::After, 3),
            ("Bf1-c4 Ng8-f6 Bc4xf7+", Long, Blank, Start::After, 3),
            ("d2-d4 e5xd4", Long, Blank, Start::After, 2),
            ("e7-e6 g2-g4 Qd8-h4", Long, Blank, Start::Before, 3),
            ("Nf3,Nc6,Bb5", San, Comma, Start::After, 3),
            ("Nf3, Nc6, Bb5", San, CommaBlank, Start::After, 3),
            ("1... c5 2. Nf3", Numbered, Blank, Start::Before, 2),
            ("c5 Nf3 d6", San, Blank, Start::Before, 3),
            ("c7c5,g1f3", Uci, Comma, Start::Before, 2),
            ("1. d4 d5", Numbered, Blank, Start::Earlier, 2),
        ] {
            let form = LineForm {
                notation,
                separator,
                start,
            };
            let (found, line, len) = branch.find(text.as_bytes()).unwrap();
            assert_eq!(
                (found, line.len(), len),
                (form, moves, text.len()),
                "{text}"
            );
            let mut written = Vec::new();
            branch.write(form, &line, &mut written);
            assert_eq!(written, text.as_bytes());
        }
    }

    fn find_move(position: &Position, text: &str) -> Move {
        let san = san::San::from_ascii(text.as_bytes()).unwrap();
        san::find(position, san).unwrap()
    }

    /// In Chess960, UCI has the king castle onto his rook.
    #[test]
    fn lines_of_chess960_castle_onto_the_rook() {
        let start = setup::start_of_fen(b"4k3/8/8/8/8/8/8/1K4R1 w G - 0 1").unwrap();
        let castling = find_move(&start, "O-O");
        let branch = Branch {
            after: root(start, 0),
            before: None,
            earlier: None,
        };
        let text = b"b1g1 e8d7 f1f7";
        let (form, moves, len) = branch.find(text).unwrap();
        assert_eq!((moves[0], moves.len(), len), (castling, 3, text.len()));
        let mut written = Vec::new();
        branch.write(form, &moves, &mut written);
        assert_eq!(written, text);
        assert_eq!(LineForm::unpack(form.pack()), Some(form));
    }

    #[test]
    fn forms_of_lines_have_numbers_of_their_own() {
        let forms: Vec<LineForm> = (0..=u8::MAX).filter_map(LineForm::unpack).collect();
        assert!(forms.len() <= usize::from(LineForm::END));
        assert!(
            (0..)
                .zip(&forms)
                .all(|(number, form)| form.pack() == number)
        );
    }
}
