//! `two-phase`: kings first, then one to five bits a square in the order of a FEN. The answer
//! "actual worst case 181 bits".
//!
//! Layout: the squares of the black and the white king, six bits each (a8 is 0, h1 is 63); the
//! other 62 squares a8 b8 … h1: `0` empty, `100` white pawn, `101` black pawn, and five bits for
//! the others, the last of them the colour (1 black): `1100` queen, `1101` rook, `1110` bishop,
//! `1111` knight; the turn (1 black); four bits for white's king's side, black's king's side,
//! white's queen's side, black's queen's side. Then, only if some pawn could be captured en
//! passant, judged by the men beside it: a bit whether one has just moved two squares, and if so
//! its file in three bits.
//!
//! Keeps all castling rights, and en passant where an enemy pawn stands beside the pawn. Where the
//! answer is wrong:
//! - It writes the kings' squares without leading zeros, and either the en-passant file or nothing;
//!   neither can be decoded. Here the squares take six bits, and wherever there can be an
//!   en-passant file, a bit says whether there is one.
//! - Its worst position (four black pawns captured, the other twelve pawns queens: 26 men beside
//!   the kings) has 36 empty squares, not 34, so that it takes 183 bits, not 181.
//!
//! Worst case: 183 bits. By search in the tests, which contain the answer's position, no men that
//! can have come about take more: neither without pawns, nor with pawns of either side, one of
//! which may have just moved two squares, for four bits.

use super::common::{from_the_top, place_of};
use crate::{
    chess::{Color, File, Piece, Role, Square},
    error::{Error, Result},
    position::{
        Bits, Facts, Fields, Rights, Scheme,
        exact::code,
        state::{State, en_passant_candidates, en_passant_named},
    },
};

/// The scheme.
pub struct TwoPhase;

/// The roles behind `11`, two bits each.
const ROLES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The index of a square in the order of a FEN, a8 first.
fn index(square: Square) -> u64 {
    u64::from(square.flip_vertical().to_u32())
}

impl Scheme for TwoPhase {
    fn name(&self) -> &'static str {
        "two-phase"
    }

    fn facts(&self) -> Facts {
        Facts::CAPTURABLE
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(183)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let rights = state.rights()?;
        Ok(code(|writer| {
            writer.write(index(state.king(Color::Black)), 6);
            writer.write(index(state.king(Color::White)), 6);
            for square in from_the_top() {
                match state.at(square) {
                    None => writer.write(0, 1),
                    Some(piece) => {
                        let color = u64::from(piece.color.is_black());
                        match place_of(piece.role, &ROLES) {
                            Some(kind) => writer.write(0b11000 | (kind as u64) << 1 | color, 5),
                            None if piece.role == Role::Pawn => writer.write(0b100 | color, 3),
                            None => {}
                        }
                    }
                }
            }
            writer.write(u64::from(state.turn().is_black()), 1);
            let [white, black] = [Color::White, Color::Black].map(|color| rights.of(color));
            for right in [white[0], black[0], white[1], black[1]] {
                writer.write(u64::from(right), 1);
            }
            if !state.en_passant_candidates().is_empty() {
                let file = state.keep(self.facts()).en_passant();
                writer.write(u64::from(file.is_some()), 1);
                if let Some(file) = file {
                    writer.write(u64::from(file.to_u32()), 3);
                }
            }
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let mut squares = [None; 64];
        let mut kings = Vec::new();
        for color in [Color::Black, Color::White] {
            let square = Square::new(fields.take(6)? as u32).flip_vertical();
            squares[square.to_usize()] = Some(Role::King.of(color));
            kings.push(square);
        }
        if kings[0] == kings[1] {
            return Err(Error::corrupt("the kings share a square"));
        }
        for square in from_the_top().filter(|square| !kings.contains(square)) {
            if fields.flag()? {
                squares[square.to_usize()] = Some(read_man(&mut fields)?);
            }
        }
        let turn = Color::from_black(fields.flag()?);
        let rights = [
            fields.flag()?,
            fields.flag()?,
            fields.flag()?,
            fields.flag()?,
        ];
        let rights = Rights::from_sides([rights[0], rights[2]], [rights[1], rights[3]]);
        let mut named = None;
        if !en_passant_candidates(&squares, turn).is_empty() && fields.flag()? {
            named = Some(File::new(fields.take(3)? as u32));
        }
        fields.finish()?;
        let en_passant = en_passant_named(&squares, turn, named)?;
        State::standard(squares, turn, rights, en_passant)
    }
}

fn read_man(fields: &mut Fields<'_>) -> Result<Piece> {
    let role = match fields.flag()? {
        false => Role::Pawn,
        true => ROLES[fields.take(2)? as usize],
    };
    Ok(role.of(Color::from_black(fields.flag()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Rank;
    use crate::position::{
        TextForm,
        testing::{binary, exhibit, length, worst_armies},
    };

    fn board(_: Color, army: crate::position::material::Army) -> usize {
        let [q, r, b, n, p] = army.counts.map(usize::from);
        5 * (q + r + b + n) + 3 * p
    }

    #[test]
    fn no_men_cost_more_than_the_worst_case() {
        let (without, white, black) = worst_armies(board, |men| 64 - men);
        assert_eq!(12 + without + 1 + 4, 183);
        assert_eq!(TwoPhase.encode(&exhibit(white, black)).unwrap().len(), 183);
        // En passant needs a pawn of either side.
        let (with, _, _) = worst_armies(
            |color, army| {
                if army.pawns() == 0 {
                    0
                } else {
                    board(color, army)
                }
            },
            |men| 64 - men,
        );
        assert_eq!(12 + with + 1 + 4 + 4, TwoPhase.worst_case_bits().unwrap());
    }

    #[test]
    fn the_worst_position_of_the_answer_takes_two_bits_more_than_it_says() {
        let fen = "qrrbbnnk/qqqq4/8/8/8/8/QQQQQQQQ/QRRBBNNK w - -";
        assert_eq!(length(&TwoPhase, fen), 183);
    }

    #[test]
    fn only_a_pawn_that_can_be_captured_has_just_jumped() {
        let code = binary(&TwoPhase, "4k3/8/8/2Pp1p2/8/8/8/4K3 w - d6");
        let file = |file: &str| {
            let code = format!("{}{file}", &code[..code.len() - 3]);
            TwoPhase.decode(&Bits::parse(&code, TextForm::Binary).unwrap())
        };
        assert!(file("011").is_ok());
        assert!(file("101").is_err());
    }

    #[test]
    fn ranks_count_from_the_top() {
        assert_eq!(index(Square::from_coords(File::A, Rank::Eighth)), 0);
        assert_eq!(index(Square::from_coords(File::H, Rank::First)), 63);
    }
}
