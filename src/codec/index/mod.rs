#![doc = include_str!("FORMAT.md")]

mod number;

use super::{by_game::GameCodec, encodings::objection_to_moves, moves_only, tape::Tape};
use crate::{
    chess::{MOST_HALF_MOVES, MOST_LEGAL_MOVES, Move, Position, Rules, order},
    error::{Error, Result},
    limits::Budget,
    pgn::{
        game::{Game, Item},
        layout::Reason,
    },
};
use number::Number;

/// The most moves of one game, those of variations included. Decoding a number takes time quadratic
/// in its length.
const MOST_MOVES: usize = 1 << 15;
const _: () = assert!(MOST_MOVES >= MOST_HALF_MOVES);

/// The codec `index`.
#[derive(Clone, Copy, Debug)]
pub struct Index;

impl GameCodec for Index {
    fn objection(&self, game: &Game) -> Option<Reason> {
        let moves = game
            .items
            .iter()
            .filter(|item| matches!(item, Item::Move(_)));
        let too_long = moves.count() > MOST_MOVES;
        objection_to_moves(game).or(too_long.then_some(Reason::Unsayable))
    }

    fn encode(&self, game: &Game, tape: &mut Tape, notes: &mut Vec<u8>) {
        let mut digits = Vec::new();
        moves_only::encode(game, notes, |line, m| {
            digits.push(place(line.position(), m))
        });
        let mut number = Number::ZERO;
        for &(index, base) in digits.iter().rev() {
            number.multiply_add(base, index);
        }
        if tape.explains() {
            explain(game, &number, &digits, tape);
        } else {
            write(&number, number.bits(), tape);
        }
    }

    fn decode(&self, bits: &[u8], notes: &mut &[u8], budget: &Budget) -> Result<Game> {
        // A move takes less than a byte.
        const { assert!(MOST_LEGAL_MOVES < 1 << 8) };
        if bits.len() > MOST_MOVES {
            return Err(Error::corrupt("a number of a game that is too long"));
        }
        if bits.last() == Some(&0) {
            return Err(Error::corrupt("a number with a zero in front"));
        }
        budget.take(bits.len())?;
        let bytes: Vec<u8> = bits.iter().map(|byte| byte.reverse_bits()).collect();
        let mut number = Number::from_le_bytes(&bytes);
        let mut left = MOST_MOVES;
        let game = moves_only::decode(notes, budget, |position| {
            left = left
                .checked_sub(1)
                .ok_or_else(|| Error::corrupt("too many moves"))?;
            let mut moves = position.legal_moves();
            let base = u32::try_from(moves.len()).ok().filter(|&base| base > 0);
            let index =
                number.divide(base.ok_or_else(|| Error::corrupt("a move where none is legal"))?);
            let (_, m, _) = moves
                .select_nth_unstable_by_key(index as usize, |&m| order::key_of_mover(position, m));
            Ok(*m)
        })?;
        match number.bits() {
            0 => Ok(game),
            _ => Err(Error::corrupt("a number of more moves than there are")),
        }
    }
}

/// Labels for each move the bits that its base adds to the number. All moves together make up the
/// number, so these bits show a move's share and are not its code.
fn explain(game: &Game, number: &Number, digits: &[(u32, u32)], tape: &mut Tape) {
    let mut product = Number::ZERO;
    product.multiply_add(0, 1);
    let mut digits = digits.iter();
    moves_only::encode(game, &mut Vec::new(), |line, m| {
        let base = digits.next().map_or(1, |&(_, base)| base);
        product.multiply_add(base, 0);
        let end = match digits.len() {
            0 => number.bits(),
            _ => product.bits() - 1,
        };
        write(number, end, tape);
        tape.label_move(line, m);
    });
}

/// Appends the number's next bits to the tape, lowest first: from the length of the tape up to
/// `end`, or up to the number's highest bit.
fn write(number: &Number, end: usize, tape: &mut Tape) {
    let end = end.min(number.bits());
    while tape.len() < end {
        let width = (end - tape.len()).min(32);
        let chunk = number.chunk(tape.len()) & (u64::MAX >> (64 - width));
        tape.write(chunk.reverse_bits() >> (64 - width), width);
    }
}

/// The index of `m` among the sorted legal moves, and how many there are.
fn place(position: &Position, m: Move) -> (u32, u32) {
    let moves = position.legal_moves();
    let own = order::key_of_mover(position, m);
    let earlier = moves
        .iter()
        .filter(|&&m| order::key_of_mover(position, m) < own);
    (earlier.count() as u32, moves.len() as u32)
}
