//! The moves of the codecs `index`, `squares` and `dense11`, from their own documents.

use super::{
    bits::Bits,
    frame::Reader,
    game::{Item, Line},
};
use crate::reference::container::ensure;
use num_bigint::BigUint;
use shakmaty::{Chess, Color, Move, Position, Role, Square};
use std::sync::LazyLock;

/// The legal move that `wanted` accepts.
pub(super) fn only(position: &Chess, mut wanted: impl FnMut(Move) -> bool) -> Result<Move, String> {
    let mut moves = position.legal_moves().into_iter().filter(|m| wanted(*m));
    let found = moves.next().ok_or("no legal move")?;
    ensure(moves.next().is_none(), "two moves for the same bits")?;
    Ok(found)
}

/// Where a castling king lands.
fn lands(m: Move) -> Square {
    match m {
        Move::Castle { king, rook } => {
            let file = if rook > king { 6 } else { 2 };
            Square::new(u32::from(king.rank()) * 8 + file)
        }
        _ => m.to(),
    }
}

/// Codec 5, `index`.
pub(super) struct Index {
    number: BigUint,
    moves: usize,
    chess960: bool,
}

impl Index {
    /// *Bits*: the bits of the number from the lowest to the highest that is set.
    pub(super) fn new(bytes: &[u8]) -> Result<Index, String> {
        ensure(bytes.last() != Some(&0), "a last byte of zero")?;
        let bytes: Vec<u8> = bytes.iter().map(|byte| byte.reverse_bits()).collect();
        Ok(Index {
            number: BigUint::from_bytes_le(&bytes),
            moves: 0,
            chess960: false,
        })
    }
}

impl Reader for Index {
    fn begin(&mut self, chess960: bool) {
        self.chess960 = chess960;
    }

    /// *The digit of a move*
    fn next(&mut self, line: &Line, _: &[Item]) -> Result<Item, String> {
        let position = &line.here.position;
        let number = |square: Square| match position.turn() {
            Color::White => u32::from(square),
            Color::Black => 63 - u32::from(square),
        };
        let to = |m: &Move| match self.chess960 {
            true => m.to(),
            false => lands(*m),
        };
        let mut moves = position.legal_moves().to_vec();
        moves.sort_by_key(|m| {
            let from = m.from().expect("a man on the board");
            (number(from), number(to(m)), m.promotion())
        });
        ensure(!moves.is_empty(), "a move where none is legal")?;
        self.moves += 1;
        ensure(self.moves <= 32_768, "too many moves")?;
        let place = &self.number % moves.len();
        self.number /= moves.len();
        Ok(Item::Move(
            moves[usize::try_from(place).expect("below the number of moves")],
        ))
    }

    fn end(&mut self) -> Result<(), String> {
        ensure(self.number == BigUint::ZERO, "a number of more digits")
    }
}

/// Whether `m` goes to `to` as the codecs 6 and 7 say it in a position: castling is the king's
/// move, and in Chess960 the king onto his rook.
fn goes(m: Move, from: Square, to: Square, chess960: bool) -> bool {
    m.from() == Some(from) && to == if chess960 { m.to() } else { lands(m) }
}

/// Codec 6, `squares`.
pub(super) struct Squares<'a>(pub(super) Bits<'a>, pub(super) bool);

impl Reader for Squares<'_> {
    fn begin(&mut self, chess960: bool) {
        self.1 = chess960;
    }

    fn next(&mut self, line: &Line, _: &[Item]) -> Result<Item, String> {
        let mut square = || -> Result<Square, String> {
            let (file, rank) = (self.0.take(3)?, self.0.take(3)?);
            Ok(Square::new((rank * 8 + file) as u32))
        };
        let (from, to) = (square()?, square()?);
        let position = &line.here.position;
        let mut moves = position.legal_moves().to_vec();
        moves.retain(|m| goes(*m, from, to, self.1));
        let into = match moves.iter().any(|m| m.is_promotion()) {
            true => {
                let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
                Some(pieces[self.0.take(2)?])
            }
            false => None,
        };
        let wanted = |m: Move| moves.contains(&m) && m.promotion() == into;
        Ok(Item::Move(only(position, wanted)?))
    }

    fn end(&mut self) -> Result<(), String> {
        self.0.end()
    }
}

/// Codec 7, `dense11`.
pub(super) struct Dense11<'a>(pub(super) Bits<'a>, pub(super) bool);

/// An entry of the list of all moves.
type Entry = (Square, Square, Option<Role>);

/// *Numbers*
fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    for from in Square::ALL {
        for to in Square::ALL {
            let (wide, high) = (
                from.file().distance(to.file()),
                from.rank().distance(to.rank()),
            );
            let queen = wide == 0 || high == 0 || wide == high;
            if from == to || !queen && wide * high != 2 {
                continue;
            }
            entries.push((from, to, None));
            let ranks = (u32::from(from.rank()), u32::from(to.rank()));
            if matches!(ranks, (6, 7) | (1, 0)) && wide <= 1 {
                let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
                entries.extend(pieces.map(|role| (from, to, Some(role))));
            }
        }
    }
    assert_eq!(entries.len(), 1_968);
    entries
}

impl Reader for Dense11<'_> {
    fn begin(&mut self, chess960: bool) {
        self.1 = chess960;
    }

    fn next(&mut self, line: &Line, _: &[Item]) -> Result<Item, String> {
        static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(entries);
        let number = self.0.take(11)?;
        let &(from, to, into) = ENTRIES.get(number).ok_or("a number above the last")?;
        let wanted = |m: Move| goes(m, from, to, self.1) && m.promotion() == into;
        Ok(Item::Move(only(&line.here.position, wanted)?))
    }

    fn end(&mut self) -> Result<(), String> {
        self.0.end()
    }
}
