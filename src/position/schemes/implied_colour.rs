//! `implied-colour`: bishops and pawns have two codes each, which announce the next man's colour.
//! The answer "171 bits worst case".
//!
//! Layout: 64 bits for the squares, rank by rank from the first, each from h to a. If white is to
//! move, 1 stands for a man; if black is, 0 does; with all 32 men on the board always 1. Then the
//! men, each with its colour (1 black) and three bits: 0 king, 1 queen, 2 knight, 3 rook, 4 or 5
//! bishop, 6 or 7 pawn. The colour is left out after a bishop or pawn, whose odd code announces
//! black and whose even code white. With 32 men nothing was promoted, so the last man is left out,
//! and the turn (1 black) takes its place: announced by the 31st man if that is a bishop or pawn,
//! else as a bit. With fewer men, the last one announces nothing (it has the even code).
//!
//! Men are listed by square: h1 a1 h8 a8 e1 e8 h4 a4 h5 a5 e4 e5, then what is left of ranks 1, 2,
//! 3, 4, 8, 7, 6, 5, each from h to a. A rook that may castle is written as a king. A pawn that has
//! just moved two squares changes places with what stands on its side's first rank in its file.
//!
//! Keeps every fact. The code of the initial position is bit for bit that of the answer. The order
//! of squares and the codes of the men are those of the answer's program, not of its text; the text
//! also stops writing colours once sixteen men of one colour are known, which the program does not.
//! Worst case: 173 bits, not 171. A captured pawn lets three others be promoted, not two, so 31 men
//! have only 16 bishops and pawns: 64 + 4·31 - 16, and one more if the last man listed is one of
//! these, whose announcement is lost. The position in the tests takes 173; by search no men that
//! can have come about take more.

use super::common::{missing_man, place_of, swap_pawn, take_jumped};
use crate::{
    chess::{Color, File, Piece, Rank, Role, Square},
    error::{Error, Result},
    position::{
        Bits, Facts, Fields, Rights, Scheme,
        exact::code,
        material,
        state::{Squares, State, king_home, rook_homes},
    },
};
use std::sync::LazyLock;

/// The scheme.
pub struct ImpliedColour;

/// The roles of codes 0 to 3, then of the pairs of codes 4 5 and 6 7.
const ROLES: [Role; 6] = [
    Role::King,
    Role::Queen,
    Role::Knight,
    Role::Rook,
    Role::Bishop,
    Role::Pawn,
];
const ALL_MEN: usize = 32;

/// The squares in the order of the map.
fn map_order() -> impl Iterator<Item = Square> {
    let rank = |rank| {
        File::ALL
            .into_iter()
            .rev()
            .map(move |file| Square::from_coords(file, rank))
    };
    Rank::ALL.into_iter().flat_map(rank)
}

/// The squares in the order in which their men are listed.
static MEN_ORDER: LazyLock<Vec<Square>> = LazyLock::new(|| {
    let mut order = vec![
        Square::H1,
        Square::A1,
        Square::H8,
        Square::A8,
        Square::E1,
        Square::E8,
        Square::H4,
        Square::A4,
        Square::H5,
        Square::A5,
        Square::E4,
        Square::E5,
    ];
    for rank in [0, 1, 2, 3, 7, 6, 5, 4] {
        for file in File::ALL.into_iter().rev() {
            let square = Square::from_coords(file, Rank::new(rank));
            if !order.contains(&square) {
                order.push(square);
            }
        }
    }
    order
});

fn announces(role: Role) -> bool {
    matches!(role, Role::Bishop | Role::Pawn)
}

/// The men as they are written: castling rooks as kings, and the pawn that has just moved two
/// squares on its side's first rank.
fn disguise(state: &State) -> Squares {
    let mut squares = *state.squares();
    for rook in state.castling() {
        if let Some(piece) = &mut squares[rook.to_usize()] {
            piece.role = Role::King;
        }
    }
    if let Some(file) = state.en_passant() {
        swap_pawn(&mut squares, !state.turn(), file);
    }
    squares
}

/// Undoes [`disguise`]: returns the men, the rights and the en-passant file.
fn unmask(mut squares: Squares, turn: Color) -> Result<(Squares, Rights, Option<File>)> {
    let en_passant = take_jumped(&mut squares, !turn)?;
    let mut sides = [[false; 2]; 2];
    for (color, rights) in [Color::White, Color::Black].into_iter().zip(&mut sides) {
        let king = Some(Role::King.of(color));
        if squares[king_home(color).to_usize()] != king {
            continue;
        }
        for (home, right) in rook_homes(color).into_iter().zip(rights) {
            if squares[home.to_usize()] == king {
                squares[home.to_usize()] = Some(Role::Rook.of(color));
                *right = true;
            }
        }
    }
    Ok((squares, Rights::from_sides(sides[0], sides[1]), en_passant))
}

impl Scheme for ImpliedColour {
    fn name(&self) -> &'static str {
        "implied-colour"
    }

    fn facts(&self) -> Facts {
        Facts::ALL
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(173)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        state.rights()?;
        material::check(state.squares())?;
        let squares = disguise(state);
        let men: Vec<Piece> = MEN_ORDER
            .iter()
            .filter_map(|square| squares[square.to_usize()])
            .collect();
        let all = men.len() == ALL_MEN;
        let told = &men[..men.len().min(ALL_MEN - 1)];
        Ok(code(|writer| {
            for square in map_order() {
                let man = squares[square.to_usize()].is_some();
                writer.write(u64::from(man == (all || state.turn().is_white())), 1);
            }
            let mut announced = false;
            for (index, man) in told.iter().enumerate() {
                if !announced {
                    writer.write(u64::from(man.color.is_black()), 1);
                }
                let next = match told.get(index + 1) {
                    Some(next) => next.color.is_black(),
                    None => all && state.turn().is_black(),
                };
                announced = announces(man.role);
                let kind = place_of(man.role, &ROLES).unwrap_or(0) as u64;
                let kind = if announced {
                    4 + 2 * (kind - 4) + u64::from(next)
                } else {
                    kind
                };
                writer.write(kind, 3);
            }
            if all && !announced {
                writer.write(u64::from(state.turn().is_black()), 1);
            }
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let map = fields.take(64)?;
        let ones = map.count_ones() as usize;
        let all = ones == ALL_MEN;
        let inverted = ones > ALL_MEN;
        let occupied = if inverted { !map } else { map };
        let mut told: Vec<Square> = MEN_ORDER
            .iter()
            .copied()
            .filter(|&square| occupied >> (63 - u32::from(square.flip_horizontal())) & 1 == 1)
            .collect();
        let last = if all { told.pop() } else { None };
        let mut squares = [None; 64];
        let announced = read_men(&mut fields, &told, &mut squares)?;
        let turn = match (all, announced) {
            (false, _) => Color::from_black(inverted),
            (true, Some(color)) => color,
            (true, None) => Color::from_black(fields.flag()?),
        };
        fields.finish()?;
        if let Some(last) = last {
            squares[last.to_usize()] = Some(last_man(&squares, turn)?);
        }
        let (squares, rights, en_passant) = unmask(squares, turn)?;
        material::checked(State::standard(squares, turn, rights, en_passant)?)
    }
}

/// Reads the men of these squares; returns the colour that the last one announces.
fn read_men(
    fields: &mut Fields<'_>,
    told: &[Square],
    squares: &mut Squares,
) -> Result<Option<Color>> {
    let mut announced = None;
    for square in told {
        let color = match announced.take() {
            Some(color) => color,
            None => Color::from_black(fields.flag()?),
        };
        let kind = fields.take(3)? as usize;
        let role = if kind < 4 {
            ROLES[kind]
        } else {
            ROLES[2 + kind / 2]
        };
        if announces(role) {
            announced = Some(Color::from_black(kind % 2 == 1));
        }
        squares[square.to_usize()] = Some(role.of(color));
    }
    Ok(announced)
}

/// Finds the one man of 32 that was left out.
fn last_man(squares: &Squares, turn: Color) -> Result<Piece> {
    // Its square is still empty; the other men, without their disguise, tell which man is missing.
    let (mut unmasked, _, _) = unmask(*squares, turn)?;
    for color in [Color::White, Color::Black] {
        // No side with a castling rook can have its king last: that king would have been listed
        // earlier, on its home square.
        let kings = unmasked
            .iter()
            .filter(|&&man| man == Some(Role::King.of(color)))
            .count();
        if kings > 1 {
            return Err(Error::corrupt("one side has two kings"));
        }
    }
    unmasked.sort_by_key(|man| man.is_none());
    missing_man(&unmasked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::{binary, length, worst_armies};

    #[test]
    fn the_initial_position_is_the_one_of_the_answer() {
        let given = [
            "1111111111111111 00000000000000000000000000000000 1111111111111111",
            "FFFFFFFFTFFFTFFF",
            "FFFFTFFFFFTFFTFFFFTFTFFFTFFTTFTTFTTFTTFTTFTTFTTFTTTFTFTTFTFFTTTFTFTFTTTTTTTTTTTTTTTTTTTTTF",
        ];
        let given = given
            .concat()
            .replace(' ', "")
            .replace('F', "0")
            .replace('T', "1");
        let code = binary(
            &ImpliedColour,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        );
        assert_eq!(code, given);
    }

    #[test]
    fn no_men_cost_more_than_the_worst_case() {
        // 64 + 4 a man, less one for each bishop and pawn except the last man. With all 32 men: 31
        // of them, and the turn.
        let cost = |army: crate::position::material::Army| {
            let [q, r, b, n, p] = army.counts.map(usize::from);
            4 + 4 * (q + r + n) + 3 * (b + p)
        };
        let (cost, _, _) = worst_armies(
            |_, army| cost(army),
            |men| if men == 32 { 64 - 4 + 1 + 1 } else { 64 + 1 },
        );
        assert_eq!(cost, ImpliedColour.worst_case_bits().unwrap());
        // A white pawn was captured, a white and two black ones are queens; the last man listed is
        // the pawn on g5.
        let fen = "rnbqkbnr/pppppqq1/8/6p1/8/8/PPPPPPQ1/RNBQKBNR w KQkq -";
        assert_eq!(
            length(&ImpliedColour, fen),
            ImpliedColour.worst_case_bits().unwrap()
        );
    }
}
