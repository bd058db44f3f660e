#![doc = include_str!("FORMAT.md")]

use super::{
    board::illegal, by_game::GameCodec, encodings::objection_to_moves, moves_only, tape::Tape,
};
use crate::{
    chess::{
        Move, Position, Role, Square,
        ends::{ends, moves_between},
    },
    coding::bits::BitReader,
    error::Result,
    limits::Budget,
    pgn::{game::Game, layout::Reason},
};

/// Promotion pieces in the order of their two-bit codes.
const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// The codec `squares`.
#[derive(Clone, Copy, Debug)]
pub struct Squares;

impl GameCodec for Squares {
    fn objection(&self, game: &Game) -> Option<Reason> {
        objection_to_moves(game)
    }

    fn encode(&self, game: &Game, tape: &mut Tape, notes: &mut Vec<u8>) {
        moves_only::encode(game, notes, |line, m| {
            write(line.position(), m, tape);
            tape.label_move(line, m);
        });
    }

    fn decode(&self, bits: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game> {
        moves_only::decode_bits(bits, notes, budget, read)
    }
}

fn write(position: &Position, m: Move, tape: &mut Tape) {
    let (from, to) = ends(position, m);
    for square in [from, to] {
        tape.write(u64::from(square.file()), 3);
        tape.write(u64::from(square.rank()), 3);
    }
    if let Some(role) = m.promotion() {
        let number = PROMOTIONS.iter().position(|&r| r == role);
        tape.write(number.expect("chess has four promotions") as u64, 2);
    }
}

fn read(position: &Position, reader: &mut BitReader<'_>) -> Result<Move> {
    let (from, to) = (square(reader)?, square(reader)?);
    let moves = moves_between(position, from, to);
    let promotion = match moves.first() {
        Some(m) if m.is_promotion() => Some(PROMOTIONS[reader.read(2)? as usize]),
        _ => None,
    };
    let m = moves.into_iter().find(|m| m.promotion() == promotion);
    m.ok_or_else(illegal)
}

fn square(reader: &mut BitReader<'_>) -> Result<Square> {
    let (file, rank) = (reader.read(3)? as u32, reader.read(3)? as u32);
    Ok(Square::new(rank * 8 + file))
}
