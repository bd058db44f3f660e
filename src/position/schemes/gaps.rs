//! `gaps`: the distance from each man to the next, in a prefix code. The answer "? bits (≥ 217
//! worst-case, 17 best-case, 179 for initial board)".
//!
//! Layout: white to move; white's right to castle left and right, black's; then for each man in the
//! order a8 b8 … h1 the distance from the one before (from the square before a8 for the first), the
//! colour (1 black), and the kind in three bits: 0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5
//! king, 6 pawn that has just moved two squares.
//!
//! Distances: `1` is 1, `0xx` 2 to 4, `000xxx` 5 to 11, `000000xxxx` 12 to 26, ten zeros and
//! `xxxxx` 27 to 57, fifteen zeros and `xxx` 58 to 63, with no group of x all zeros. So zeros alone
//! never are a distance, and the end of the code is known even where zeros follow it.
//!
//! Keeps every fact. The initial position takes 179 bits and two kings at best 17, as claimed. The
//! answer leaves the worst case open; it is 229 bits: 32 men on every other square, each at a
//! distance of 2, cost seven bits each (searched over all ways to spread up to 32 men over 64
//! squares in the tests, with such a position). The position of 217 bits that the answer speaks of
//! is not in the document.

use super::common::{from_the_top, place_of, read_sides, write_sides};
use crate::{
    chess::{Color, Role, Square},
    coding::bits::BitWriter,
    error::{Error, Result},
    position::{
        Bits, Facts, Fields, Rights, Scheme,
        exact::code,
        state::{State, note_jump},
    },
};

/// The scheme.
pub struct Gaps;

/// Kinds 0 to 5; 6 is a pawn that has just moved two squares.
const ROLES: [Role; 6] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
    Role::King,
];
const JUMPED_PAWN: u64 = 6;

/// For each group of the code: the number of zeros before it, its width, and what is added to its
/// value to get the distance.
const GROUPS: [(usize, usize, usize); 6] = [
    (0, 1, 0),
    (1, 2, 1),
    (3, 3, 4),
    (6, 4, 11),
    (10, 5, 26),
    (15, 3, 57),
];

fn write_distance(writer: &mut BitWriter, distance: usize) {
    for (zeros, width, base) in GROUPS.into_iter().rev() {
        if distance > base {
            writer.write(0, zeros);
            writer.write((distance - base) as u64, width);
            return;
        }
    }
}

/// The next distance; `None` if only zeros are left.
fn read_distance(fields: &mut Fields<'_>) -> Result<Option<usize>> {
    if fields.only_padding_left() {
        return Ok(None);
    }
    for (_, width, base) in GROUPS {
        let value = fields.take(width)? as usize;
        if value > 0 {
            return Ok(Some(base + value));
        }
    }
    Err(Error::corrupt("a distance of zeros alone"))
}

impl Scheme for Gaps {
    fn name(&self) -> &'static str {
        "gaps"
    }

    fn facts(&self) -> Facts {
        Facts::ALL
    }

    fn worst_case_bits(&self) -> Option<usize> {
        Some(229)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let rights = state.rights()?;
        Ok(code(|writer| {
            writer.write(u64::from(state.turn().is_white()), 1);
            for color in [Color::White, Color::Black] {
                write_sides(writer, rights.of(color));
            }
            let mut distance = 0;
            for square in from_the_top() {
                distance += 1;
                let Some(piece) = state.at(square) else {
                    continue;
                };
                write_distance(writer, distance);
                distance = 0;
                writer.write(u64::from(piece.color.is_black()), 1);
                let kind = place_of(piece.role, &ROLES).unwrap_or(0);
                let jumped = state.en_passant_pawn() == Some(square);
                writer.write(if jumped { JUMPED_PAWN } else { kind as u64 }, 3);
            }
        }))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        let turn = Color::from_white(fields.flag()?);
        let white = read_sides(&mut fields)?;
        let rights = Rights::from_sides(white, read_sides(&mut fields)?);
        let order: Vec<Square> = from_the_top().collect();
        let mut squares = [None; 64];
        let mut en_passant = None;
        let mut next = 0;
        while let Some(distance) = read_distance(&mut fields)? {
            next += distance;
            let Some(&square) = order.get(next - 1) else {
                return Err(Error::corrupt("a man stands beyond the board"));
            };
            let color = Color::from_black(fields.flag()?);
            let role = match fields.take(3)? {
                JUMPED_PAWN => {
                    note_jump(&mut en_passant, color, square, turn)?;
                    Role::Pawn
                }
                kind => match ROLES.get(kind as usize) {
                    Some(&role) => role,
                    None => return Err(Error::corrupt("no man has this code")),
                },
            };
            squares[square.to_usize()] = Some(role.of(color));
        }
        State::standard(squares, turn, rights, en_passant)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::testing::length;

    #[test]
    fn the_initial_position_and_two_kings_take_what_the_answer_says() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(length(&Gaps, start), 179);
        assert_eq!(length(&Gaps, "k1K5/8/8/8/8/8/8/8 w - -"), 17);
    }

    #[test]
    fn every_distance_comes_back() {
        for distance in 1..=63 {
            let bits = code(|writer| write_distance(writer, distance));
            assert_eq!(read_distance(&mut bits.fields()).unwrap(), Some(distance));
        }
    }

    #[test]
    fn no_distances_cost_more_than_the_worst_case() {
        let cost = |distance| 4 + code(|writer| write_distance(writer, distance)).len();
        // most[squares]: the highest cost of spreading the men so far over this many squares.
        let mut most = [Some(0); 65];
        let mut worst = 0;
        for _ in 1..=32 {
            let mut next = [None; 65];
            for squares in 1..=64 {
                let ways = (1..=squares.min(63))
                    .filter_map(|d| most[squares - d].map(|rest: usize| rest + cost(d)));
                next[squares] = ways.max();
            }
            worst = worst.max(next.into_iter().flatten().max().unwrap());
            most = next;
        }
        assert_eq!(5 + worst, Gaps.worst_case_bits().unwrap());
        let scattered =
            "1r1n1b1q/1k1b1n1r/1p1p1p1p/1p1p1p1p/1P1P1P1P/1P1P1P1P/1R1N1B1Q/1K1B1N1R w - -";
        assert_eq!(length(&Gaps, scattered), Gaps.worst_case_bits().unwrap());
    }
}
