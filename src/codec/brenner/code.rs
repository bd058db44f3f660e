//! The meaning of one byte, and its form in either notation.

use crate::{chess::Role, listed::listed};

/// The meaning of one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    /// Queen, rook or bishop number `man` goes `distance` squares (1 to 7) in `direction` (0 to 7,
    /// anticlockwise from E).
    Slide {
        role: Role,
        man: u8,
        distance: u8,
        direction: u8,
    },
    /// Pawn number `man` makes this step.
    Pawn { man: u8, step: Step },
    /// Knight number `man` goes in that direction (0 to 7, anticlockwise from EES).
    Knight { man: u8, direction: u8 },
    /// The king goes one square in that direction (0 to 7, anticlockwise from E).
    King { direction: u8 },
    /// Names the man that the next byte moves, or the one that the pawn moved by it becomes.
    Named(Named),
    /// Anything other than a move of a single man.
    Other(Other),
}

/// A man by its kind and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// Queen, knight, rook or bishop.
    pub(super) role: Role,
    /// Below four, as a name has two bits for it.
    pub(super) man: u8,
}

impl Named {
    /// The name of a man; `None` if its number is too high.
    pub(super) fn new(role: Role, man: u8) -> Option<Named> {
        (man < 4).then_some(Named { role, man })
    }
}

/// A step of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    One,
    Two,
    TakesRight,
    TakesLeft,
}

listed! {
    /// Anything other than a move of a single man, in the order of the three-bit codes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(super) enum Other {
        Text,
        BlackWins,
        WhiteWins,
        Draw,
        CastlesKingSide,
        CastlesQueenSide,
        Question,
        Exclamation,
    }
}

/// The two tables of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// The first table.
    First,
    /// The alternate notation, where the queen's prefix is the bitwise OR of the rook's and the
    /// bishop's.
    Alternate,
}

/// Two kinds of naming byte share each prefix, such as those of queens and knights; the last bit
/// (first notation) or the bit before the zeros (alternate notation) tells them apart.
impl Notation {
    /// The byte of `code`.
    pub(super) fn byte(self, code: Code) -> u8 {
        match code {
            Code::Slide {
                role,
                man,
                distance,
                direction,
            } => self.slide(role, man, distance, direction),
            Code::Pawn { man, step } => 0b001 << 5 | self.step_bits(step) << 3 | man,
            Code::Knight { man, direction } => 0b0001 << 4 | man << 3 | direction,
            Code::King { direction } => 0b00001 << 3 | direction,
            Code::Named(Named { role, man }) => match (self, role) {
                (Notation::First, Role::Queen) => 0b01_000_000 | man << 1,
                (Notation::First, Role::Knight) => 0b01_000_001 | man << 1,
                (Notation::First, Role::Rook) => 0b10_000_000 | man << 1,
                (Notation::First, _) => 0b10_000_001 | man << 1,
                (Notation::Alternate, Role::Queen) => 0b11_000_000 | man << 4,
                (Notation::Alternate, Role::Knight) => 0b11_001_000 | man << 4,
                (Notation::Alternate, Role::Rook) => 0b10_000_000 | man << 4,
                (Notation::Alternate, _) => 0b01_000_000 | man << 4,
            },
            Code::Other(other) => other as u8,
        }
    }

    fn slide(self, role: Role, man: u8, distance: u8, direction: u8) -> u8 {
        match (self, role) {
            (Notation::First, Role::Queen) => 0b01 << 6 | distance << 3 | direction,
            // Rooks and bishops use the queen's directions; the last bit of these tells which of
            // the two it is.
            (Notation::First, _) => 0b1 << 7 | man << 6 | distance << 3 | direction,
            (Notation::Alternate, Role::Queen) => 0b11 << 6 | direction << 3 | distance,
            (Notation::Alternate, Role::Rook) => {
                0b10 << 6 | (direction >> 1) << 4 | man << 3 | distance
            }
            (Notation::Alternate, _) => 0b01 << 6 | (direction >> 1) << 4 | man << 3 | distance,
        }
    }

    fn step_bits(self, step: Step) -> u8 {
        match (self, step) {
            (Notation::First, Step::One) => 0b00,
            (Notation::First, Step::Two) => 0b01,
            (Notation::First, Step::TakesRight) => 0b10,
            (Notation::Alternate, Step::TakesRight) => 0b00,
            (Notation::Alternate, Step::One) => 0b01,
            (Notation::Alternate, Step::Two) => 0b10,
            (_, Step::TakesLeft) => 0b11,
        }
    }

    /// The meaning of `byte`; `None` for the patterns that the document leaves unassigned.
    pub(super) fn code(self, byte: u8) -> Option<Code> {
        match byte.leading_zeros() {
            0 | 1 => self.slide_or_name(byte),
            2 => {
                let steps = [Step::One, Step::Two, Step::TakesRight, Step::TakesLeft];
                let step = steps
                    .into_iter()
                    .find(|&step| self.step_bits(step) == byte >> 3 & 0b11);
                step.map(|step| Code::Pawn {
                    man: byte & 0b111,
                    step,
                })
            }
            3 => Some(Code::Knight {
                man: byte >> 3 & 1,
                direction: byte & 0b111,
            }),
            4 => Some(Code::King {
                direction: byte & 0b111,
            }),
            _ => Some(Code::Other(Other::ALL[usize::from(byte)])),
        }
    }

    fn slide_or_name(self, byte: u8) -> Option<Code> {
        match self {
            Notation::First => first_slide_or_name(byte),
            Notation::Alternate => alternate_slide_or_name(byte),
        }
    }
}

fn first_slide_or_name(byte: u8) -> Option<Code> {
    let (queen, distance, direction) = (byte >> 7 == 0, byte >> 3 & 0b111, byte & 0b111);
    if distance > 0 {
        let (role, man) = match (queen, direction & 1) {
            (true, _) => (Role::Queen, 0),
            (false, 0) => (Role::Rook, byte >> 6 & 1),
            (false, _) => (Role::Bishop, byte >> 6 & 1),
        };
        return Some(Code::Slide {
            role,
            man,
            distance,
            direction,
        });
    }
    let man = direction >> 1;
    let role = match (byte >> 6, direction & 1) {
        (0b01, 0) => Role::Queen,
        (0b01, _) => Role::Knight,
        (0b10, 0) => Role::Rook,
        (0b10, _) => Role::Bishop,
        _ => return None,
    };
    Some(Code::Named(Named { role, man }))
}

fn alternate_slide_or_name(byte: u8) -> Option<Code> {
    let (kind, distance) = (byte >> 6, byte & 0b111);
    let (two, bit) = (byte >> 4 & 0b11, byte >> 3 & 1);
    if distance > 0 {
        return Some(match kind {
            0b11 => Code::Slide {
                role: Role::Queen,
                man: 0,
                distance,
                direction: byte >> 3 & 0b111,
            },
            0b10 => Code::Slide {
                role: Role::Rook,
                man: bit,
                distance,
                direction: two << 1,
            },
            _ => Code::Slide {
                role: Role::Bishop,
                man: bit,
                distance,
                direction: two << 1 | 1,
            },
        });
    }
    let role = match (kind, bit) {
        (0b11, 0) => Role::Queen,
        (0b11, _) => Role::Knight,
        (0b10, 0) => Role::Rook,
        (0b01, 0) => Role::Bishop,
        _ => return None,
    };
    Some(Code::Named(Named { role, man: two }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_but_eight_says_something_of_its_own() {
        for notation in [Notation::First, Notation::Alternate] {
            let mut said = 0;
            for byte in 0..=u8::MAX {
                if let Some(code) = notation.code(byte) {
                    assert_eq!(notation.byte(code), byte, "{code:?}");
                    said += 1;
                }
            }
            assert_eq!(said, 248); // "248 of the 256 possible byte patterns are utilized"
        }
    }

    #[test]
    fn the_examples_of_the_document_are_its_bytes() {
        let code = |byte| Notation::First.code(byte).unwrap();
        // "Queen's Pawn captures to its right"
        assert_eq!(
            code(0b001_10_011),
            Code::Pawn {
                man: 3,
                step: Step::TakesRight
            }
        );
        // "Queen's Bishop (#0) moves 2 squares in a NE direction"
        let bishop = Code::Slide {
            role: Role::Bishop,
            man: 0,
            distance: 2,
            direction: 1,
        };
        assert_eq!(code(0b1_0_010_00_1), bishop);
        // "King's Knight (#1) moves to its NNE"
        assert_eq!(
            code(0b0001_1_010),
            Code::Knight {
                man: 1,
                direction: 2
            }
        );
        // "the game has ended in a draw"
        assert_eq!(code(0b00000_011), Code::Other(Other::Draw));
    }
}
