//! Codec 1, `bitpack`, from its own document.

use super::{
    bits::Bits,
    game::{self, Game, Item, Line},
    moves::only,
};
use crate::reference::container::ensure;
use shakmaty::{CastlingSide, Chess, Color, Move, Position, Rank, Role, Square};

/// *En-passant header*: how many such captures the line must hold.
fn header(bits: &mut Bits<'_>) -> Result<usize, String> {
    let count = bits.take(4)?;
    ensure(bits.take(count)? == 0, "a spelling of a capture")?;
    Ok(count)
}

/// Whether nothing but padding is left: seven zero bits or fewer.
fn at_end(bits: &mut Bits<'_>) -> bool {
    let left = bits.left();
    let at = bits.at;
    let padding = left < 8 && bits.take(left) == Ok(0);
    bits.at = at;
    padding
}

pub(super) fn game(mut bits: Bits<'_>) -> Result<Game, String> {
    // For each open line, the captures en passant that are still to come.
    let mut captures = vec![header(&mut bits)?];
    let mut game = Game::default();
    loop {
        let name = bits.text()?;
        if name.is_empty() {
            break;
        }
        game.tags.push((name, bits.text()?));
    }
    ensure(!game::by_other_rules(&game.tags), "other rules")?; // 9.2
    let mut line = Line::new(game::start(&game.tags));
    while !at_end(&mut bits) {
        let item = item(&mut bits, &line.here.position)?;
        line.go(&item)?;
        match &item {
            Item::Open => captures.push(header(&mut bits)?),
            Item::Close => ensure(captures.pop() == Some(0), "captures of a variation")?,
            Item::Move(m) if m.is_en_passant() => {
                let left = captures.last_mut().ok_or("no line")?;
                *left = left.checked_sub(1).ok_or("a capture too many")?;
            }
            _ => {}
        }
        game.items.push(item);
    }
    ensure(captures == [0], "captures of the main line")?;
    bits.end()?;
    Ok(game)
}

/// *Movetext*
fn item(bits: &mut Bits<'_>, position: &Chess) -> Result<Item, String> {
    let role = match bits.take(3)? {
        0b000 => Role::King,
        0b001 => Role::Queen,
        0b010 => Role::Bishop,
        0b011 => Role::Knight,
        0b100 => Role::Rook,
        0b101 => Role::Pawn,
        0b110 => {
            return Ok(match (bits.take(1)?, bits.left()) {
                (1, _) => Item::Comment(bits.text()?),
                _ if bits.take(1)? == 1 => Item::Glyph(bits.take(8)? as u8),
                _ => {
                    let side = [CastlingSide::KingSide, CastlingSide::QueenSide][bits.take(1)?];
                    Item::Move(only(position, |m| m.castling_side() == Some(side))?)
                }
            });
        }
        _ => {
            return Ok(match bits.take(1)? {
                0 => Item::Move(promotion(bits, position)?),
                _ if bits.take(1)? == 1 => Item::Open,
                _ => Item::Close,
            });
        }
    };
    Ok(Item::Move(piece(bits, position, role)?))
}

fn piece(bits: &mut Bits<'_>, position: &Chess, role: Role) -> Result<Move, String> {
    let (file, rank) = (bits.take(3)?, bits.take(3)?);
    let to = Square::new((rank * 8 + file) as u32);
    let mut moves = position.legal_moves().to_vec();
    moves.retain(|m| m.role() == role && m.to() == to && !m.is_castle() && !m.is_promotion());
    moves.sort_by_key(|m| m.from().map(|from| (from.file(), from.rank())));
    let place = match moves.len() {
        0 | 1 => 0,
        _ => bits.take(width(most(role, to)))?,
    };
    moves.get(place).copied().ok_or("no legal move".into())
}

/// The greatest number of pieces of a kind that could ever go to a square.
fn most(role: Role, to: Square) -> usize {
    let (file, rank) = (u32::from(to.file()), u32::from(to.rank()));
    let [x, y] = [file, rank].map(|number| number.min(7 - number));
    match (role, x.min(y), x.max(y)) {
        (Role::Queen, 0, 0) => 3,
        (Role::Queen, 0, _) => 5,
        (Role::Queen, ..) => 8,
        (Role::Rook, 0, 0) => 2,
        (Role::Rook, 0, _) => 3,
        (Role::Rook, ..) => 4,
        (Role::Bishop, 0, 0) => 1,
        (Role::Bishop, 0, _) => 2,
        (Role::Bishop, ..) => 4,
        (Role::Knight, 0, 0) => 2,
        (Role::Knight, 0, 1) => 3,
        (Role::Knight, 0, _) | (Role::Knight, 1, 1) => 4,
        (Role::Knight, 1, _) => 6,
        (Role::Knight, ..) => 8,
        (Role::Pawn, ..) if x == 0 => 1,
        (Role::Pawn, ..) => 2,
        (Role::King, ..) => 1,
    }
}

fn width(most: usize) -> usize {
    match most {
        1 => 0,
        2 => 1,
        3..=4 => 2,
        _ => 3,
    }
}

fn promotion(bits: &mut Bits<'_>, position: &Chess) -> Result<Move, String> {
    let into = [Role::Queen, Role::Bishop, Role::Knight, Role::Rook][bits.take(2)?];
    let seventh = match position.turn() {
        Color::White => Rank::Seventh,
        Color::Black => Rank::Second,
    };
    let mut pawns: Vec<Square> = position.our(Role::Pawn).into_iter().collect();
    pawns.retain(|pawn| pawn.rank() == seventh);
    ensure(!pawns.is_empty(), "no pawn to promote")?;
    let pawn = pawns.get(bits.take(width(pawns.len()))?);
    let pawn = *pawn.ok_or("no such pawn")?;
    let mut moves = position.legal_moves().to_vec();
    moves.retain(|m| m.from() == Some(pawn) && m.promotion() == Some(into));
    moves.sort_by_key(|m| m.to().file());
    ensure(!moves.is_empty(), "no legal move")?;
    let place = bits.take(width(moves.len()))?;
    moves.get(place).copied().ok_or("no legal move".into())
}
