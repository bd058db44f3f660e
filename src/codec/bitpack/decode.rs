//! Decodes bits as a game.

use super::{
    PROMOTIONS, en_passant,
    encode::{file_major, promotable},
    kind, origins,
};
use crate::{
    chess::{CastlingSide, Move, Position, Role, Rules, Square, line::Line},
    codec::{
        board::{self, illegal},
        encodings::{expect_start, is_at_end},
        items::follow_read,
    },
    coding::bits::BitReader,
    error::{Error, Result},
    limits::{Budget, charges},
    pgn::game::{Game, Item, Tags},
};

/// Reads a game, and the indices of the items that are en-passant captures marked `e.p.`, in rising
/// order.
///
/// # Errors
/// For bits that [`encode::game`](super::encode::game) does not write.
pub fn game(bits: &[u8], budget: &Budget) -> Result<(Game, Vec<usize>)> {
    let mut reader = BitReader::new(bits);
    let mut movetext = Movetext::default();
    movetext.begin_line(&mut reader)?;
    let mut game = Game {
        tags: tags(&mut reader, budget)?,
        items: Vec::new(),
    };
    let mut line = Line::new(expect_start(game.start())?);
    // Fewer than eight zero bits cannot be a code: three zeros begin a king's move, and that has
    // nine bits.
    while !is_at_end(&reader)? {
        budget.take(charges::ITEM)?;
        let item = item(&mut reader, &line, budget)?;
        follow_read(&mut line, &item, budget)?;
        match &item {
            Item::Move(m) => movetext.count(*m, game.items.len())?,
            Item::Open => movetext.begin_line(&mut reader)?,
            Item::Close => movetext.end_line()?,
            _ => {}
        }
        game.items.push(item);
    }
    movetext.end_line()?;
    match movetext.open.as_slice() {
        [] => Ok((game, movetext.marked)),
        _ => Err(Error::truncated("the bits end inside a variation")),
    }
}

/// The en-passant headers of the open lines.
#[derive(Default)]
struct Movetext {
    /// For each open line: the marks of the captures still to come, the next one lowest, below a
    /// leading one.
    open: Vec<u64>,
    marked: Vec<usize>,
}

impl Movetext {
    fn begin_line(&mut self, reader: &mut BitReader<'_>) -> Result<()> {
        let count = reader.read(en_passant::COUNT_BITS)? as usize;
        let marks = reader.read(count)?;
        // In the header the first mark is the highest bit.
        let reversed = if count == 0 {
            0
        } else {
            marks.reverse_bits() >> (64 - count)
        };
        self.open.push(1 << count | reversed);
        Ok(())
    }

    /// Counts a move, which becomes item `index`, if it is an en-passant capture.
    fn count(&mut self, m: Move, index: usize) -> Result<()> {
        if !m.is_en_passant() {
            return Ok(());
        }
        match self.open.last_mut() {
            Some(marks) if *marks > 1 => {
                if *marks & 1 == 1 {
                    self.marked.push(index);
                }
                *marks >>= 1;
                Ok(())
            }
            _ => Err(Error::corrupt("more en-passant captures than announced")),
        }
    }

    fn end_line(&mut self) -> Result<()> {
        match self.open.pop() {
            Some(1) => Ok(()),
            Some(_) => Err(Error::corrupt("fewer en-passant captures than announced")),
            None => Err(Error::corrupt("a line ends that never began")),
        }
    }
}

fn tags(reader: &mut BitReader<'_>, budget: &Budget) -> Result<Tags> {
    let mut tags = Tags::default();
    loop {
        let name = string(reader, budget)?;
        if name.is_empty() {
            return Ok(tags);
        }
        let value = string(reader, budget)?;
        budget.take(Tags::EACH)?;
        tags.try_push(&name, &value)?;
    }
}

fn string(reader: &mut BitReader<'_>, budget: &Budget) -> Result<Vec<u8>> {
    let text = reader.read_text()?;
    budget.take(text.len())?;
    Ok(text)
}

fn item(reader: &mut BitReader<'_>, line: &Line, budget: &Budget) -> Result<Item> {
    let position = line.position();
    match reader.read(3)? {
        kind::CASTLING_NAG_COMMENT => {
            if reader.read(1)? == 1 {
                return string(reader, budget).map(|text| Item::Comment(text.into()));
            }
            match reader.read(1)? {
                0 => castling(reader, position).map(Item::Move),
                _ => Ok(Item::Nag(reader.read(8)? as u8)),
            }
        }
        kind::PROMOTION_VARIATION => {
            if reader.read(1)? == 0 {
                return promotion(reader, position).map(Item::Move);
            }
            match reader.read(1)? {
                1 => Ok(Item::Open),
                _ => Ok(Item::Close),
            }
        }
        bits => {
            let role = kind::role(bits).ok_or_else(|| Error::corrupt("no such piece"))?;
            ordinary(reader, position, role).map(Item::Move)
        }
    }
}

fn castling(reader: &mut BitReader<'_>, position: &Position) -> Result<Move> {
    let side = CastlingSide::from_king_side(reader.read(1)? == 0);
    board::castling(position, side)
}

fn ordinary(reader: &mut BitReader<'_>, position: &Position, role: Role) -> Result<Move> {
    let to = square(reader)?;
    let mut candidates = position.san_candidates(role, to);
    match candidates.as_mut_slice() {
        [] => Err(illegal()),
        [first, ..] if first.is_promotion() => Err(illegal()),
        [only] => Ok(*only),
        several => {
            several.sort_unstable_by_key(|m| m.from().map(file_major));
            let index = reader.read(origins::width(role, to))?;
            several.get(index as usize).copied().ok_or_else(illegal)
        }
    }
}

fn square(reader: &mut BitReader<'_>) -> Result<Square> {
    let number = reader.read(6)? as u32;
    Ok(Square::new(number % 8 * 8 + number / 8))
}

fn promotion(reader: &mut BitReader<'_>, position: &Position) -> Result<Move> {
    let into = PROMOTIONS[reader.read(2)? as usize];
    let pawns = promotable(position);
    let index = reader.read(origins::bits_for(pawns.count()))?;
    let pawn = pawns.into_iter().nth(index as usize).ok_or_else(illegal)?;
    let mut moves = position.promotion_moves();
    moves.retain(|m| m.from() == Some(pawn) && m.promotion() == Some(into));
    moves.sort_unstable_by_key(|m| m.to());
    let index = reader.read(origins::bits_for(moves.len()))?;
    moves.get(index as usize).copied().ok_or_else(illegal)
}
