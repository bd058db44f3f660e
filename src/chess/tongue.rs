//! What the pieces are called in different tongues: `Nf3` is `Cf3` in French, `Sf3` in German.

use super::{Move, Role};

/// A tongue that moves are written in. The numbers are part of the file format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Tongue {
    /// The standard's.
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

/// The pieces that have letters, in the order in which [`Tongue::letters`] names them.
const PIECES: [Role; 5] = [
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];

impl Tongue {
    /// All of them, in the order of their numbers.
    pub const ALL: &[Tongue] = &[
        Tongue::English,
        Tongue::French,
        Tongue::German,
        Tongue::Spanish,
        Tongue::Dutch,
        Tongue::Portuguese,
        Tongue::Polish,
        Tongue::Hungarian,
        Tongue::Czech,
        Tongue::Romanian,
        Tongue::Finnish,
        Tongue::Icelandic,
        Tongue::Estonian,
    ];

    /// The letters of knight, bishop, rook, queen and king.
    pub const fn letters(self) -> [u8; 5] {
        *match self {
            Tongue::English => b"NBRQK",
            Tongue::French => b"CFTDR",
            Tongue::German => b"SLTDK",
            Tongue::Spanish => b"CATDR",
            Tongue::Dutch => b"PLTDK",
            Tongue::Portuguese => b"CBTDR",
            Tongue::Polish => b"SGWHK",
            Tongue::Hungarian => b"HFBVK",
            Tongue::Czech => b"JSVDK",
            Tongue::Romanian => b"CNTDR",
            Tongue::Finnish => b"RLTDK",
            Tongue::Icelandic => b"RBHDK",
            Tongue::Estonian => b"ROVLK",
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

    /// Puts the tongue's letters in place of the standard's in the spelling of a move.
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

    /// The tongue whose letters were counted most often: `usual`, if no other explains more.
    pub fn most_explaining(counts: &[u64; 256], usual: Tongue) -> Tongue {
        let explained = |tongue: Tongue| -> u64 {
            let letters = tongue.letters();
            letters
                .map(|letter| counts[usize::from(letter)])
                .iter()
                .sum()
        };
        Tongue::ALL.iter().fold(usual, |best, &tongue| {
            match explained(tongue) > explained(best) {
                true => tongue,
                false => best,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_a_tongue_differ_and_come_back() {
        for (number, &tongue) in Tongue::ALL.iter().enumerate() {
            assert_eq!(tongue as usize, number);
            for role in PIECES {
                assert_eq!(tongue.role(tongue.letter(role).unwrap()), Some(role));
            }
        }
        assert_eq!(Tongue::German.letter(Role::Pawn), None);
        assert_eq!(Tongue::English.role(b'O'), None);
    }

    #[test]
    fn what_explains_no_more_is_no_reason_to_change() {
        let mut counts = [0; 256];
        assert_eq!(
            Tongue::most_explaining(&counts, Tongue::Czech),
            Tongue::Czech
        );
        counts[usize::from(b'S')] = 3;
        assert_eq!(
            Tongue::most_explaining(&counts, Tongue::Czech),
            Tongue::Czech
        );
        assert_eq!(
            Tongue::most_explaining(&counts, Tongue::English),
            Tongue::German
        );
        counts[usize::from(b'J')] = 1;
        assert_eq!(
            Tongue::most_explaining(&counts, Tongue::German),
            Tongue::Czech
        );
    }
}
