//! Reading and writing lines of play inside comments (`pv=Ne2 dxc3 Qxg7`, `pd=Rg8`,
//! `24... Rc8 25. Qe2`): runs of legal moves from the position before or after the move commented
//! on, or from the one before the move that it answers.

mod form;
mod word;

pub(crate) use form::{LineForm, Start};

use super::diagram::DiagramForm;
use crate::{
    chess::{CastlingMode, Move, Rules, ends::king_or_to, language::Language, square_name},
    codec::model::{
        comments::branch::{Branch, Root},
        opening::BOOKS,
    },
};
use form::{Notation, Separator};
use word::{Read, may_begin_line, read_move, write_move};

/// Most moves of a line.
pub(crate) const MOST_MOVES: usize = 250;

impl Branch {
    /// The name of the square of the piece that has just moved.
    pub(crate) fn target(&self) -> Option<[u8; 2]> {
        Some(square_name(king_or_to(self.after.last?)))
    }

    /// The position after the move commented on, in that form.
    pub(super) fn diagram(&self, form: DiagramForm) -> String {
        form.write(&self.after.position)
    }

    /// The code and the name of the opening that has its name from that position, as Lichess writes
    /// them: `C50 Italian Game`.
    pub(crate) fn opening(&self) -> Option<String> {
        let (code, name) = BOOKS.of_position(&self.after.position)?;
        Some(format!("{code} {name}"))
    }

    /// Where a line in `form` starts.
    pub(crate) fn start(&self, form: LineForm) -> Option<&Root> {
        match form.start {
            Start::After => Some(&self.after),
            Start::Before => self.before.as_ref(),
            Start::Earlier => self.earlier.as_ref(),
        }
    }

    /// The longest line at the front of `text`: in English or, if that is longer, with the letters
    /// of `language`.
    pub(super) fn find(
        &self,
        text: &[u8],
        language: Language,
    ) -> Option<(LineForm, Vec<Move>, usize)> {
        let english = self.find_in(text, Language::English);
        if language == Language::English {
            return english;
        }
        let len = english.as_ref().map_or(0, |found| found.2);
        let found = self.find_in(text, language);
        found.filter(|found| found.2 > len).or(english)
    }

    /// The longest line at the front of `text` with the letters of `language`.
    fn find_in(&self, text: &[u8], language: Language) -> Option<(LineForm, Vec<Move>, usize)> {
        if !may_begin_line(text, language) {
            return None;
        }
        let mut best: Option<(LineForm, Vec<Move>, usize)> = None;
        for start in Start::ALL {
            for &notation in self.notations_from(text[0]) {
                if language != Language::English && !notation.has_letters() {
                    continue;
                }
                for separator in Separator::ALL {
                    let form = LineForm {
                        notation,
                        separator,
                        start,
                        castling: notation.usual_castling(),
                        language,
                    };
                    let Some((form, moves, len)) = self.follow(form, false, text) else {
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
        use Notation::*;
        let is_chess960 = self.after.position.castles().mode() == CastlingMode::Chess960;
        match first {
            // Castling: no move has the number 0.
            b'O' | b'0' if is_chess960 => &[
                San,
                Unmarked,
                Long,
                LongUnmarked,
                Bare,
                UciRook,
                Late,
                LateTight,
            ],
            b'O' | b'0' => &[
                San,
                Unmarked,
                Long,
                LongUnmarked,
                Bare,
                Uci,
                Late,
                LateTight,
            ],
            b'1'..=b'9' => &[
                Numbered,
                Tight,
                UnmarkedNumbered,
                UnmarkedTight,
                LongNumbered,
                LongTight,
                UciNumbered,
                Mixed,
                UnmarkedMixed,
                Parted,
                PartedTight,
                TwoPoints,
            ],
            b'a'..=b'h' if is_chess960 => &[
                San,
                Unmarked,
                UciRook,
                Uci,
                Long,
                LongUnmarked,
                Bare,
                Late,
                LateTight,
            ],
            b'a'..=b'h' => &[
                San,
                Unmarked,
                Uci,
                UciRook,
                Long,
                LongUnmarked,
                Bare,
                Late,
                LateTight,
            ],
            _ => &[San, Unmarked, Long, LongUnmarked, Bare, Late, LateTight],
        }
    }

    /// The line in this form at the front of `text`, as long as possible, at least one move, and
    /// how many bytes it takes.
    pub(crate) fn read(&self, form: LineForm, text: &[u8]) -> Option<(Vec<Move>, usize)> {
        let (_, moves, len) = self.follow(form, true, text)?;
        Some((moves, len))
    }

    /// The same, and its form: unless it `is_told` how castling is spelt, the first in the line
    /// tells.
    fn follow(
        &self,
        mut form: LineForm,
        mut is_told: bool,
        text: &[u8],
    ) -> Option<(LineForm, Vec<Move>, usize)> {
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
            let first = moves.is_empty();
            let Some(Read { m, len, castling }) =
                read_move(form, &position, ply, first, &text[at..])
            else {
                break;
            };
            if m.is_castle() && !is_told {
                form.castling = castling;
                is_told = true;
            }
            word.clear();
            write_move(form, &mut position, ply, first, m, &mut word);
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
        (!moves.is_empty()).then_some((form, moves, end))
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
            write_move(form, &mut position, ply, index == 0, m, out);
            ply += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::form::CastlingSpelling;
    use super::*;
    use crate::codec::model::moves::context::GameContext;
    use crate::{
        chess::{Position, san, setup},
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
            (
                "2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7",
                UnmarkedNumbered,
                Blank,
                Start::After,
                5,
            ),
            (
                "2.Bc4 Nc6 3.Bxf7 Kxf7",
                UnmarkedTight,
                Blank,
                Start::After,
                4,
            ),
            (
                "Bf1-c4 Ng8-f6 Bc4xf7 Ke8xf7",
                LongUnmarked,
                Blank,
                Start::After,
                4,
            ),
            (
                "2. Bf1-c4 Ng8-f6 3. Bc4xf7+",
                LongNumbered,
                Blank,
                Start::After,
                3,
            ),
            ("1...e7-e6 2.g2-g4", LongTight, Blank, Start::Before, 2),
            ("2. g1f3 b8c6 3. f1b5", UciNumbered, Blank, Start::After, 3),
            ("d2d4 Qd8h4 Ng1f3", Bare, Blank, Start::After, 3),
            ("Bf1c4 d7d6 Bc4f7+", Bare, Blank, Start::After, 3),
            ("e7-e6 g2-g4 Qd8-h4", Long, Blank, Start::Before, 3),
            ("Nf3,Nc6,Bb5", San, Comma, Start::After, 3),
            ("Nf3, Nc6, Bb5", San, CommaBlank, Start::After, 3),
            ("1... c5 2. Nf3", Numbered, Blank, Start::Before, 2),
            ("c5 Nf3 d6", San, Blank, Start::Before, 3),
            ("c7c5,g1f3", Uci, Comma, Start::Before, 2),
            ("1. d4 d5", Numbered, Blank, Start::Earlier, 2),
            ("1...c5 2. Nf3 d6", Mixed, Blank, Start::Before, 3),
            ("1...f6 2. Qh5 g6", UnmarkedMixed, Blank, Start::Before, 3),
            ("1. ... c5 2. Nf3 d6", Parted, Blank, Start::Before, 3),
            ("1. ...c5 2. Nf3 d6", PartedTight, Blank, Start::Before, 3),
            ("1..c5 2.Nf3 d6", TwoPoints, Blank, Start::Before, 3),
            ("c5 2. Nf3 d6", Late, Blank, Start::Before, 3),
            ("Nc6 2.Nf3 d6", LateTight, Blank, Start::Before, 3),
        ] {
            let form = LineForm {
                notation,
                separator,
                start,
                castling: notation.usual_castling(),
                language: Language::English,
            };
            let (found, line, len) = branch.find(text.as_bytes(), Language::Czech).unwrap();
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

    #[test]
    fn pieces_have_the_letters_of_any_language() {
        let fen = b"r1bqkbnr/pPpp1ppp/2n5/4p3/2B1P3/8/P1PP1PPP/RNBQK1NR w KQkq - 0 5";
        let branch = Branch {
            after: root(setup::position_of_fen(fen).unwrap(), 8),
            before: None,
            earlier: None,
        };
        for (text, language, notation, separator) in [
            (
                "Lxf7+ Kxf7 bxa8=D",
                Language::German,
                Notation::San,
                Separator::Blank,
            ),
            (
                "Fxf7 Rxf7 bxa8=C",
                Language::French,
                Notation::Unmarked,
                Separator::Blank,
            ),
            (
                "5.Сxf7+ Крxf7 6.bxa8=Ф",
                Language::Russian,
                Notation::Tight,
                Separator::Blank,
            ),
            (
                "♗xf7+, ♚xf7, bxa8=♕",
                Language::FiguresOfSides,
                Notation::San,
                Separator::CommaBlank,
            ),
            (
                "Oc4xf7+ Ke8-e7 b7xa8=L",
                Language::Estonian,
                Notation::Long,
                Separator::Blank,
            ),
            (
                "Lc4f7+ Ke8f7 b7a8=D",
                Language::German,
                Notation::Bare,
                Separator::Blank,
            ),
            (
                "5. Sf3 Sf6 6. O-O",
                Language::German,
                Notation::Numbered,
                Separator::Blank,
            ),
        ] {
            let (form, line, len) = branch
                .find(text.as_bytes(), language)
                .unwrap_or_else(|| panic!("{text}"));
            assert_eq!(
                (form.notation, form.separator, form.language),
                (notation, separator, language),
                "{text}"
            );
            assert_eq!((line.len(), len), (3, text.len()), "{text}");
            let mut written = Vec::new();
            branch.write(form, &line, &mut written);
            assert_eq!(written, text.as_bytes());
            assert!(
                branch
                    .find(text.as_bytes(), Language::English)
                    .is_none_or(|found| found.2 < len)
            );
        }
        let none = branch.find("Сf3".as_bytes(), Language::German);
        assert!(none.is_none());
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
        let (form, moves, len) = branch.find(text, Language::English).unwrap();
        assert_eq!((moves[0], moves.len(), len), (castling, 3, text.len()));
        let mut written = Vec::new();
        branch.write(form, &moves, &mut written);
        assert_eq!(written, text);
        assert_eq!(LineForm::unpack(form.pack()), Some(form));
    }

    /// What comes before castling does not tell how that is spelt.
    #[test]
    fn castling_is_spelt_in_three_ways() {
        let fen = b"r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
        let branch = Branch {
            after: root(setup::position_of_fen(fen).unwrap(), 6),
            before: None,
            earlier: None,
        };
        let (english, german) = (Language::English, Language::German);
        for (text, language, notation, castling) in [
            (
                "c3 Nf6 O-O O-O d4",
                english,
                Notation::San,
                CastlingSpelling::Letters,
            ),
            (
                "c3 Nf6 0-0 0-0 d4",
                english,
                Notation::San,
                CastlingSpelling::Zeros,
            ),
            ("0-0 d6 c3", english, Notation::San, CastlingSpelling::Zeros),
            (
                "c3 Nf6 Kg1 Kg8 d4",
                english,
                Notation::San,
                CastlingSpelling::Squares,
            ),
            (
                "4. 0-0 Nf6 5. d3 0-0",
                english,
                Notation::Numbered,
                CastlingSpelling::Zeros,
            ),
            (
                "c2-c3 Ng8-f6 Ke1-g1",
                english,
                Notation::Long,
                CastlingSpelling::Squares,
            ),
            (
                "c2c3 Ng8f6 Ke1g1 0-0",
                english,
                Notation::Bare,
                CastlingSpelling::Squares,
            ),
            (
                "Sb1c3 Sg8f6 Ke1g1",
                german,
                Notation::Bare,
                CastlingSpelling::Squares,
            ),
            (
                "Sc3 Sf6 0-0 0-0",
                german,
                Notation::San,
                CastlingSpelling::Zeros,
            ),
            (
                "e1g1 d7d6 c2c3",
                english,
                Notation::Uci,
                CastlingSpelling::Squares,
            ),
            (
                "c2c3 g8f6 O-O O-O d2d4",
                english,
                Notation::Uci,
                CastlingSpelling::Letters,
            ),
            (
                "O-O g8f6 d2d4",
                english,
                Notation::Uci,
                CastlingSpelling::Letters,
            ),
            (
                "0-0 g8f6 d2d4",
                english,
                Notation::Uci,
                CastlingSpelling::Zeros,
            ),
        ] {
            let (form, moves, len) = branch.find(text.as_bytes(), language).unwrap();
            assert_eq!(
                (form.notation, form.castling, form.language),
                (notation, castling, language),
                "{text}"
            );
            // Castling that is spelt in another way ends the line.
            let ends = text
                .find(" 0-0")
                .filter(|_| castling == CastlingSpelling::Squares);
            assert_eq!(len, ends.unwrap_or(text.len()), "{text}");
            let mut written = Vec::new();
            branch.write(form, &moves, &mut written);
            assert_eq!(written, &text.as_bytes()[..len]);
            assert_eq!(branch.read(form, text.as_bytes()), Some((moves, len)));
            let packed = LineForm::unpack(form.pack()).unwrap();
            assert_eq!(packed.in_manner(form.manner()), Some(form));
        }
    }

    #[test]
    fn forms_of_lines_have_numbers_of_their_own() {
        let forms: Vec<LineForm> = (0..=u8::MAX).filter_map(LineForm::unpack).collect();
        assert!(forms.len() <= 3 * usize::from(LineForm::TOGETHER));
        assert!(
            (0..)
                .zip(&forms)
                .all(|(number, form)| form.pack() == number)
        );
    }
}
