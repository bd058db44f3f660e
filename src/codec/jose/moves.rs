//! Converts between moves and bytes.

use super::offsets;
use crate::{
    chess::{
        CastlingSide, Move, Position, Role, Rules, Square,
        identity::{Man, Men},
        order::PROMOTIONS,
    },
    codec::{
        board::{self, illegal},
        bytes::ByteReader,
    },
    error::Result,
};

pub(super) const KING: u8 = 0x90;
pub(super) const CASTLING: u8 = 0x98;
pub(super) const NULL_MOVE: u8 = 0x9a;
pub(super) const PROMOTION: u8 = 0xa0;
pub(super) const PROMOTED: u8 = 0xa8;

/// The high bits of the second byte of a promotion, and of a promoted piece's move.
const SECOND: u8 = 0b0010_0000;

/// For a kind of man: the first byte value of its moves, and how many offsets each man has.
fn codes(role: Role) -> (u8, u8) {
    match role {
        Role::Pawn => (0x00, 4),
        Role::Knight => (0x20, 8),
        Role::Bishop => (0x30, 16),
        Role::Rook => (0x50, 16),
        Role::Queen => (0x70, 32),
        Role::King => (KING, 8),
    }
}

/// A move as one or two bytes; `None` if the man or its displacement has no code.
pub(super) fn bytes(position: &Position, men: &Men, m: Move) -> Option<(u8, Option<u8>)> {
    if let Some(side) = m.castling_side() {
        return Some((CASTLING + u8::from(side == CastlingSide::QueenSide), None));
    }
    let from = m.from()?;
    let man = men.at(from)?;
    let offset = offsets::offset(man.role, position.turn(), from, m.to())?;
    Some(match (man, m.promotion()) {
        (_, Some(into)) => {
            let piece = PROMOTIONS.iter().position(|&role| role == into)?;
            (
                PROMOTION + man.number,
                Some(SECOND | offset << 2 | piece as u8),
            )
        }
        (
            Man {
                pawn: Some(pawn), ..
            },
            _,
        ) => (PROMOTED + pawn, Some(SECOND | offset)),
        _ => {
            let (first, offsets) = codes(man.role);
            (first + man.number * offsets + offset, None)
        }
    })
}

/// Decodes the move that begins with the byte `first`. That byte is below [`NULL_MOVE`], or it
/// announces a second byte, which is the first of `rest`.
pub(super) fn read(
    position: &Position,
    men: &Men,
    first: u8,
    rest: &mut ByteReader<'_>,
) -> Result<Move> {
    match first {
        0..CASTLING => {
            let role = Role::ALL
                .into_iter()
                .rev()
                .find(|&role| codes(role).0 <= first)
                .unwrap_or(Role::Pawn);
            let (base, offsets) = codes(role);
            let (number, offset) = ((first - base) / offsets, (first - base) % offsets);
            let from = men.find(position, role, number).ok_or_else(illegal)?;
            if men.at(from).is_some_and(|man| man.pawn.is_some()) {
                return Err(illegal());
            }
            by_offset(position, from, role, offset, None)
        }
        CASTLING..NULL_MOVE => {
            let side = CastlingSide::from_king_side(first == CASTLING);
            board::castling(position, side)
        }
        PROMOTION..PROMOTED => {
            let second = rest.byte()? ^ SECOND;
            let from = men
                .find(position, Role::Pawn, first - PROMOTION)
                .ok_or_else(illegal)?;
            let into = PROMOTIONS[usize::from(second & 0b11)];
            by_offset(position, from, Role::Pawn, second >> 2, Some(into))
        }
        _ => {
            let offset = rest.byte()? ^ SECOND;
            let pawn = first.wrapping_sub(PROMOTED);
            let from = men.find_promoted(position, pawn).ok_or_else(illegal)?;
            let man = men.at(from).ok_or_else(illegal)?;
            by_offset(position, from, man.role, offset, None)
        }
    }
}

fn by_offset(
    position: &Position,
    from: Square,
    role: Role,
    offset: u8,
    promotion: Option<Role>,
) -> Result<Move> {
    let to = offsets::target(role, position.turn(), from, offset).ok_or_else(illegal)?;
    board::legal(position, from, to, promotion)
}
