//! What the pieces are called in different languages: `Nf3` is `Cf3` in French, `Sf3` in German,
//! `Кf3` in Russian, and `♘f3` where figures stand for letters.

use super::{Color, Move, Role};
use crate::listed::listed;

listed! {
    /// A language that moves are written in. The numbers are part of the file format.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    #[repr(u8)]
    pub enum Language {
        /// `NBRQK`, the letters of the standard.
        #[default]
        English,
        /// `CFTDR`
        French,
        /// `SLTDK`; Danish, Norwegian, Swedish, Croatian and Slovenian, too.
        German,
        /// `CATDR`; Italian and Catalan, too.
        Spanish,
        /// `PLTDK`
        Dutch,
        /// `CBTDR`
        Portuguese,
        /// `SGWHK`
        Polish,
        /// `HFBVK`
        Hungarian,
        /// `JSVDK`; Slovak, too.
        Czech,
        /// `CNTDR`
        Romanian,
        /// `RLTDK`
        Finnish,
        /// `RBHDK`
        Icelandic,
        /// `ROVLK`
        Estonian,
        /// White figures for the men of both sides: `♘♗♖♕♔`
        Figures,
        /// Black figures for the men of both sides: `♞♝♜♛♚`
        BlackFigures,
        /// Figures of the colour of the man.
        FiguresOfSides,
        /// `КСЛФ`, and `Кр` for the king.
        Russian,
        /// The same in the encoding Windows-1251.
        Russian1251,
        /// `КСТФ`, and `Кр` for the king.
        Ukrainian,
        /// `КОТДЦ`
        Bulgarian,
        /// `СЛТДК`
        Serbian,
        /// `ΙΑΠΒΡ`
        Greek,
        /// `AFKVŞ`
        Turkish,
        /// `AFTVŞ`
        Azerbaijani,
        /// `ZLTDK`
        Latvian,
        /// `ŽRBVK`
        Lithuanian,
        /// `MTXHV`
        Vietnamese,
        /// `KGBMR`
        Indonesian,
        /// `ĈKTDR`
        Esperanto,
    }
}

/// The pieces that have letters, in the order in which [`Language::letters`] names them.
const PIECES: [Role; 5] = [
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

impl Language {
    /// The letters of knight, bishop, rook, queen and king of one side. A letter may have several
    /// bytes.
    pub const fn letters(self, color: Color) -> [&'static [u8]; 5] {
        match (self, color) {
            (Language::English, _) => [b"N", b"B", b"R", b"Q", b"K"],
            (Language::French, _) => [b"C", b"F", b"T", b"D", b"R"],
            (Language::German, _) => [b"S", b"L", b"T", b"D", b"K"],
            (Language::Spanish, _) => [b"C", b"A", b"T", b"D", b"R"],
            (Language::Dutch, _) => [b"P", b"L", b"T", b"D", b"K"],
            (Language::Portuguese, _) => [b"C", b"B", b"T", b"D", b"R"],
            (Language::Polish, _) => [b"S", b"G", b"W", b"H", b"K"],
            (Language::Hungarian, _) => [b"H", b"F", b"B", b"V", b"K"],
            (Language::Czech, _) => [b"J", b"S", b"V", b"D", b"K"],
            (Language::Romanian, _) => [b"C", b"N", b"T", b"D", b"R"],
            (Language::Finnish, _) => [b"R", b"L", b"T", b"D", b"K"],
            (Language::Icelandic, _) => [b"R", b"B", b"H", b"D", b"K"],
            (Language::Estonian, _) => [b"R", b"O", b"V", b"L", b"K"],
            (Language::Figures, _) | (Language::FiguresOfSides, Color::White) => {
                utf8(["♘", "♗", "♖", "♕", "♔"])
            }
            (Language::BlackFigures, _) | (Language::FiguresOfSides, Color::Black) => {
                utf8(["♞", "♝", "♜", "♛", "♚"])
            }
            (Language::Russian, _) => utf8(["К", "С", "Л", "Ф", "Кр"]),
            (Language::Russian1251, _) => [b"\xca", b"\xd1", b"\xcb", b"\xd4", b"\xca\xf0"],
            (Language::Ukrainian, _) => utf8(["К", "С", "Т", "Ф", "Кр"]),
            (Language::Bulgarian, _) => utf8(["К", "О", "Т", "Д", "Ц"]),
            (Language::Serbian, _) => utf8(["С", "Л", "Т", "Д", "К"]),
            (Language::Greek, _) => utf8(["Ι", "Α", "Π", "Β", "Ρ"]),
            (Language::Turkish, _) => utf8(["A", "F", "K", "V", "Ş"]),
            (Language::Azerbaijani, _) => utf8(["A", "F", "T", "V", "Ş"]),
            (Language::Latvian, _) => [b"Z", b"L", b"T", b"D", b"K"],
            (Language::Lithuanian, _) => utf8(["Ž", "R", "B", "V", "K"]),
            (Language::Vietnamese, _) => [b"M", b"T", b"X", b"H", b"V"],
            (Language::Indonesian, _) => [b"K", b"G", b"B", b"M", b"R"],
            (Language::Esperanto, _) => utf8(["Ĉ", "K", "T", "D", "R"]),
        }
    }

    /// The letter of a piece; a pawn has none.
    pub fn letter(self, role: Role, color: Color) -> &'static [u8] {
        let place = PIECES.iter().position(|&piece| piece == role);
        place.map_or(b"", |place| self.letters(color)[place])
    }

    /// Whether letters have several bytes.
    pub fn is_wide(self) -> bool {
        let letters = self.letters(Color::White);
        letters.iter().any(|letter| letter.len() > 1)
    }

    /// The piece of a letter.
    pub fn role(self, letter: &[u8]) -> Option<Role> {
        let of = |color| self.letters(color).iter().position(|&own| own == letter);
        let place = of(Color::White).or_else(|| of(Color::Black))?;
        Some(PIECES[place])
    }

    /// The standard's letter for the piece whose letter `text` begins with, and what stands behind
    /// that.
    pub fn in_standard(self, text: &[u8]) -> Option<(u8, &[u8])> {
        let letter = capital(text)?;
        let role = self.role(letter)?;
        Some((role.upper_char() as u8, &text[letter.len()..]))
    }

    /// Appends the standard spelling of a move, without its check mark, to `out`, with the
    /// language's letters in place of the standard's. `O-O` stays as it is; castling that is spelt
    /// as a move of the king's is translated like that.
    pub fn translate(self, standard: &[u8], m: Move, color: Color, out: &mut Vec<u8>) {
        if standard.starts_with(b"O-O") {
            return out.extend_from_slice(standard);
        }
        let letter = self.letter(m.role(), color);
        out.extend_from_slice(letter);
        let rest = &standard[usize::from(!letter.is_empty()).min(standard.len())..];
        match (rest, m.promotion()) {
            ([start @ .., b'=', _], Some(role)) => {
                out.extend_from_slice(start);
                out.push(b'=');
                out.extend_from_slice(self.letter(role, color));
            }
            _ => out.extend_from_slice(rest),
        }
    }
}

/// The bytes of letters.
const fn utf8(letters: [&'static str; 5]) -> [&'static [u8]; 5] {
    let [knight, bishop, rook, queen, king] = letters;
    [
        knight.as_bytes(),
        bishop.as_bytes(),
        rook.as_bytes(),
        queen.as_bytes(),
        king.as_bytes(),
    ]
}

/// The most bytes that a letter has.
const LONGEST_LETTER: usize = 4;

/// The sign `×`, which stands for a capture where letters of pieces are beyond ASCII, too.
pub const TIMES: &[u8] = "×".as_bytes();

/// What may be the letter of a piece at the front of `text`: a capital of ASCII, or a few bytes
/// beyond that.
pub fn capital(text: &[u8]) -> Option<&[u8]> {
    let len = match text.first()? {
        b'A'..=b'Z' => 1,
        _ => {
            let len = text.iter().take_while(|byte| !byte.is_ascii()).count();
            let letter = text[..len].strip_suffix(TIMES);
            letter.map_or(len, <[u8]>::len)
        }
    };
    (1..=LONGEST_LETTER).contains(&len).then(|| &text[..len])
}

/// The letter of a piece that `text` begins with if it looks like a move.
pub fn first_letter(text: &[u8]) -> Option<&[u8]> {
    let letter = capital(text)?;
    let rest = &text[letter.len()..];
    let moves = matches!(rest, [b'a'..=b'h' | b'1'..=b'8' | b'x' | b':', _, ..]);
    (moves || rest.starts_with(TIMES)).then_some(letter)
}

/// How many letters of a text each language explains.
#[derive(Clone, Debug, Default)]
pub struct Tally([u64; Language::ALL.len()]);

impl Tally {
    /// Counts a letter.
    pub fn note(&mut self, letter: &[u8]) {
        for (&language, count) in Language::ALL.iter().zip(&mut self.0) {
            *count += u64::from(language.role(letter).is_some());
        }
    }

    /// The language that explains most: `usual`, unless another explains more.
    pub fn most_explaining(&self, usual: Language) -> Language {
        let explained = |language: Language| self.0[language as usize];
        Language::ALL.iter().fold(usual, |best, &language| {
            match explained(language) > explained(best) {
                true => language,
                false => best,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_a_language_differ_and_come_back() {
        for language in Language::ALL {
            for (role, color) in PIECES
                .into_iter()
                .flat_map(|role| Color::ALL.map(|c| (role, c)))
            {
                let letter = language.letter(role, color);
                assert!((1..=LONGEST_LETTER).contains(&letter.len()));
                assert_eq!(language.role(letter), Some(role));
            }
        }
        assert_eq!(Language::German.letter(Role::Pawn, Color::White), b"");
        assert_eq!(Language::English.role(b"O"), None);
    }

    #[test]
    fn what_explains_no_more_is_no_reason_to_change() {
        let mut tally = Tally::default();
        assert_eq!(tally.most_explaining(Language::Czech), Language::Czech);
        for _ in 0..3 {
            tally.note(b"S");
        }
        assert_eq!(tally.most_explaining(Language::Czech), Language::Czech);
        assert_eq!(tally.most_explaining(Language::English), Language::German);
        tally.note(b"J");
        assert_eq!(tally.most_explaining(Language::German), Language::Czech);
    }

    #[test]
    fn moves_begin_with_letters_of_any_script() {
        for (text, letter) in [
            ("Nf3", Some("N")),
            ("♘f3", Some("♘")),
            ("Крe2", Some("Кр")),
            ("R1xe4", Some("R")),
            ("R:e4", Some("R")),
            ("Кр×e4", Some("Кр")),
            ("e4", None),
            ("O-O", None),
            ("Nf", None),
            ("N", None),
            ("♘ f3", None),
            ("♘♘♘f3", None),
        ] {
            let found = first_letter(text.as_bytes());
            assert_eq!(found, letter.map(str::as_bytes), "{text}");
        }
    }
}
