//! `piece-lists`: a list of squares for each kind of man. The first half of the answer "229 / 226
//! bits".
//!
//! Layout: the turn (1 black); white's and black's rights to castle, king's side and queen's side
//! each; which of the pawns that could be captured en passant has just moved two squares, three
//! bits (0 none); the squares of the white and the black king, six bits each. Then the lists: white
//! queens, black queens, rooks, bishops, knights, pawns likewise. A list is the square of the first
//! man (six bits; the square of the side's own king where there is none), for each further one a 1
//! and its square, and a 0. A side with sixteen men before its pawns has no list of pawns. The very
//! last 0 is left out.
//!
//! Keeps all castling rights, and en passant where an enemy pawn stands beside the pawn. Worst case
//! 229 bits as claimed: 8 + 12 + 7·30 - 1. A man costs seven bits and so does an empty list, but a
//! list is empty only if men are missing: for ten lists to have more than 30 entries together, more
//! lists would have to be empty than men are captured (searched in the tests).

use crate::{
    chess::{Color, Role, Square},
    error::{Error, Result},
    position::{
        Bits, Facts, Fields, Rights, Scheme,
        exact::code,
        material::KINDS,
        state::{State, en_passant_chosen},
    },
};

/// The scheme.
pub struct PieceLists;

/// The kinds in the order of their lists.
pub(super) const LISTS: [Role; 5] = KINDS;

/// The squares of one kind of man.
pub(super) fn squares_of(state: &State, role: Role, color: Color) -> Vec<Square> {
    let men = state.men().filter(|man| man.1 == role.of(color));
    men.map(|(square, _)| square).collect()
}

impl Scheme for PieceLists {
    fn name(&self) -> &'static str {
        "piece-lists"
    }

    fn facts(&self) -> Facts {
        Facts::CAPTURABLE
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(229)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let rights = state.rights()?;
        let mut out = vec![(u64::from(state.turn().is_black()), 1)];
        for color in [Color::White, Color::Black] {
            out.extend(rights.of(color).map(|right| (u64::from(right), 1)));
        }
        out.push((state.en_passant_choice() as u64, 3));
        let square = |square: Square| (u64::from(square.to_u32()), 6);
        for color in [Color::White, Color::Black] {
            out.push(square(state.king(color)));
        }
        let mut men = [1, 1];
        for role in LISTS {
            for (color, men) in [Color::White, Color::Black].into_iter().zip(&mut men) {
                if role == Role::Pawn && *men == 16 {
                    continue;
                }
                let list = squares_of(state, role, color);
                out.push(square(list.first().copied().unwrap_or(state.king(color))));
                for &further in list.iter().skip(1) {
                    out.extend([(1, 1), square(further)]);
                }
                out.push((0, 1));
                *men += list.len();
            }
        }
        out.pop();
        Ok(code(|writer| {
            for (value, width) in out {
                writer.write(value, width);
            }
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let turn = Color::from_black(fields.flag()?);
        let rights = [
            fields.flag()?,
            fields.flag()?,
            fields.flag()?,
            fields.flag()?,
        ];
        let rights = Rights::from_sides([rights[0], rights[1]], [rights[2], rights[3]]);
        let jumped = fields.take(3)? as usize;
        let mut squares = [None; 64];
        let kings = [fields.take(6)?, fields.take(6)?].map(|index| index as usize);
        for (king, color) in kings.into_iter().zip([Color::White, Color::Black]) {
            squares[king] = Some(Role::King.of(color));
        }
        let mut men = [1, 1];
        for role in LISTS {
            for (index, color) in [Color::White, Color::Black].into_iter().enumerate() {
                if role == Role::Pawn && men[index] == 16 {
                    continue;
                }
                for square in read_list(&mut fields, kings[index])? {
                    if squares[square].replace(role.of(color)).is_some() {
                        return Err(Error::corrupt("two men share a square"));
                    }
                    men[index] += 1;
                }
            }
        }
        fields.finish()?;
        let en_passant = en_passant_chosen(&squares, turn, jumped)?;
        State::standard(squares, turn, rights, en_passant)
    }
}

/// Reads the squares of one list; `none` is the square that stands for an empty one.
fn read_list(fields: &mut Fields<'_>, none: usize) -> Result<Vec<usize>> {
    let mut list = vec![fields.take(6)? as usize];
    // The very last list has no 0 at its end.
    while fields.left() > 0 && fields.flag()? {
        list.push(fields.take(6)? as usize);
    }
    if list == [none] {
        list.clear();
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::{length, worst_armies};

    #[test]
    fn no_men_cost_more_than_the_worst_case() {
        let (cost, _, _) = worst_armies(
            |_, army| {
                let lists = army.counts.map(|count| 7 * usize::from(count).max(1));
                lists.iter().sum()
            },
            |_| 8 + 12 - 1,
        );
        assert_eq!(cost, PieceLists.worst_case_bits().unwrap());
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(
            length(&PieceLists, start),
            PieceLists.worst_case_bits().unwrap()
        );
    }
}
