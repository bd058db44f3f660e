#![doc = include_str!("FORMAT.md")]

mod table;

use super::{
    board::legal, by_game::GameCodec, encodings::objection_to_moves, moves_only, tape::Tape,
};
use crate::{
    chess::{Move, Position, ends::ends},
    coding::bits::BitReader,
    error::{Error, Result},
    limits::Budget,
    pgn::{game::Game, layout::Reason},
};
use table::TABLE;

/// Bits of a move.
const WIDTH: usize = 11;

/// The codec `dense11`.
#[derive(Clone, Copy, Debug)]
pub struct Dense11;

impl GameCodec for Dense11 {
    fn objection(&self, game: &Game) -> Option<Reason> {
        objection_to_moves(game)
    }

    fn encode(&self, game: &Game, tape: &mut Tape, notes: &mut Vec<u8>) {
        moves_only::encode(game, notes, |line, m| {
            let (from, to) = ends(line.position(), m);
            tape.write(u64::from(TABLE.number(from, to, m.promotion())), WIDTH);
            tape.label_move(line, m);
        });
    }

    fn decode(&self, bits: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game> {
        moves_only::decode_bits(bits, notes, budget, read)
    }
}

fn read(position: &Position, reader: &mut BitReader<'_>) -> Result<Move> {
    let entry = TABLE.entry(reader.read(WIDTH)? as usize);
    let (from, to, promotion) = entry.ok_or_else(|| Error::corrupt("a number that is no move"))?;
    legal(position, from, to, promotion)
}
