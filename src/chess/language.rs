//! What the pieces are called in different languages: `Nf3` is `Cf3` in French, `Sf3` in German.

use super::{Move, Role};

/// A language that moves are written in. The numbers are part of the file format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// All of them, in the order of their numbers.
    pub const ALL: &[Language] = &[
        Language::English,
        Language::French,
        Language::German,
        Language::Spanish,
        Language::Dutch,
        Language::Portuguese,
        Language::Polish,
        Language::Hungarian,
        Language::Czech,
        Language::Romanian,
        Language::Finnish,
        Language::Icelandic,
        Language::Estonian,
    ];

    /// The letters of knight, bishop, rook, queen and king.
    pub const fn letters(self) -> [u8; 5] {
        *match self {
            Language::English => b"NBRQK",
            Language::French => b"CFTDR",
            Language::German => b"SLTDK",
            Language::Spanish => b"CATDR",
            Language::Dutch => b"PLTDK",
            Language::Portuguese => b"CBTDR",
            Language::Polish => b"SGWHK",
            Language::Hungarian => b"HFBVK",
            Language::Czech => b"JSVDK",
            Language::Romanian => b"CNTDR",
            Language::Finnish => b"RLTDK",
            Language::Icelandic => b"RBHDK",
            Language::Estonian => b"ROVLK",
        }
    }

    /// The letter of a piece; a pawn has none.
    pub fn letter(self, role: Role) -> Option<u8> {
        let place = PIECES.iter().position(|&piece| piece == role)?;
        Some(self.letters()[place])
    }

    /// The piece of a letter.
    pub fn role(self, letter: u8) -> Option<Role> {
        let place = self.letters().iter().position(|&own| own == letter)?;
        Some(PIECES[place])
    }

    /// Puts the language's letters in place of the standard's in the spelling of a move.
    pub fn translate(self, text: &mut [u8], m: Move) {
        if m.is_castle() {
            return;
        }
        if let (Some(letter), Some(first)) = (self.letter(m.role()), text.first_mut()) {
            *first = letter;
        }
        if let Some(letter) = m.promotion().and_then(|role| self.letter(role))
            && let Some(at) = text.iter().position(|&byte| byte == b'=')
            && let Some(place) = text.get_mut(at + 1)
        {
            *place = letter;
        }
    }

    /// The language whose letters were counted most often: `usual`, unless another explains more.
    pub fn most_explaining(counts: &[u64; 256], usual: Language) -> Language {
        let explained = |language: Language| -> u64 {
            let letters = language.letters();
            letters
                .map(|letter| counts[usize::from(letter)])
                .iter()
                .sum()
        };
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
        for (number, &language) in Language::ALL.iter().enumerate() {
            assert_eq!(language as usize, number);
            for role in PIECES {
                assert_eq!(language.role(language.letter(role).unwrap()), Some(role));
            }
        }
        assert_eq!(Language::German.letter(Role::Pawn), None);
        assert_eq!(Language::English.role(b'O'), None);
    }

    #[test]
    fn what_explains_no_more_is_no_reason_to_change() {
        let mut counts = [0; 256];
        assert_eq!(
            Language::most_explaining(&counts, Language::Czech),
            Language::Czech
        );
        counts[usize::from(b'S')] = 3;
        assert_eq!(
            Language::most_explaining(&counts, Language::Czech),
            Language::Czech
        );
        assert_eq!(
            Language::most_explaining(&counts, Language::English),
            Language::German
        );
        counts[usize::from(b'J')] = 1;
        assert_eq!(
            Language::most_explaining(&counts, Language::German),
            Language::Czech
        );
    }
}
