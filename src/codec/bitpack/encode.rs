//! Encodes a game as bits.

use super::{PROMOTIONS, en_passant, kind, origins};
use crate::{
    chess::{Bitboard, CastlingSide, Color, Move, Position, Rank, Role, Rules, Square, line::Line},
    codec::{bytes::write_text, tape::Tape},
    pgn::{
        charset::readable,
        cursor::follow,
        game::{Game, Item, Tags},
    },
};

/// Writes `game`, to which the codec has no objection. `marked` are the indices of the items that
/// are en-passant captures with `e.p.` written after them, in rising order: the design's own
/// example has some. The codec marks none, as the style says how such captures are written.
pub fn game(game: &Game, marked: &[usize], tape: &mut Tape) {
    let lines = en_passant::by_line(&game.items);
    let mut lines = lines.iter();
    en_passant_header(lines.next(), marked, tape);
    tape.label(|| "en-passant captures of the main line".to_owned());
    tags(&game.tags, tape);
    let mut line = Line::new(game.start().unwrap_or_default());
    for item in &game.items {
        match item {
            Item::Move(m) => {
                chess_move(line.position(), *m, tape);
                tape.label_move(&line, *m);
            }
            Item::Nag(number) => {
                tape.write(kind::CASTLING_NAG_COMMENT, 3);
                tape.write(0b01, 2);
                tape.write(u64::from(*number), 8);
                tape.label(|| format!("${number}"));
            }
            Item::Comment(text) => {
                tape.write(kind::CASTLING_NAG_COMMENT, 3);
                tape.write(0b1, 1);
                write_text(text, tape);
                tape.label(|| format!("{{{}}}", readable(text)));
            }
            Item::Open => {
                tape.write(kind::PROMOTION_VARIATION, 3);
                tape.write(0b11, 2);
                en_passant_header(lines.next(), marked, tape);
                tape.label(|| "( and its en-passant captures".to_owned());
            }
            Item::Close => {
                tape.write(kind::PROMOTION_VARIATION, 3);
                tape.write(0b10, 2);
                tape.label(|| ")".to_owned());
            }
            // The codec objects to these.
            Item::Null | Item::Fault(_) => {}
        }
        follow(&mut line, item);
    }
}

fn en_passant_header(captures: Option<&Vec<usize>>, marked: &[usize], tape: &mut Tape) {
    let captures = captures.map_or(&[][..], Vec::as_slice);
    tape.write(captures.len() as u64, en_passant::COUNT_BITS);
    for index in captures {
        tape.write(u64::from(marked.binary_search(index).is_ok()), 1);
    }
}

fn tags(tags: &Tags, tape: &mut Tape) {
    for tag in tags.iter() {
        write_text(tag.name, tape);
        write_text(tag.value, tape);
        tape.label(|| {
            let [name, value] = [tag.name, tag.value].map(readable);
            format!("[{name} \"{value}\"]")
        });
    }
    write_text(&[], tape);
    tape.label(|| "end of tags".to_owned());
}

fn chess_move(position: &Position, m: Move, tape: &mut Tape) {
    if let Some(side) = m.castling_side() {
        tape.write(kind::CASTLING_NAG_COMMENT, 3);
        tape.write(0b00, 2);
        tape.write(u64::from(side == CastlingSide::QueenSide), 1);
    } else if let Some(into) = m.promotion() {
        promotion(position, m, into, tape);
    } else {
        tape.write(kind::of(m.role()), 3);
        square(m.to(), tape);
        disambiguation(position, m, tape);
    }
}

/// Writes a square: file, then rank.
fn square(square: Square, tape: &mut Tape) {
    tape.write(u64::from(file_major(square)), 6);
}

/// Tells apart several pieces of a kind that can go to the same square: writes the moving piece's
/// index among them, by file, then rank.
fn disambiguation(position: &Position, m: Move, tape: &mut Tape) {
    let capture = m.is_capture();
    if m.role() == Role::King || m.role() == Role::Pawn && !capture {
        return;
    }
    let from = m.from().map(file_major);
    let candidates = position.san_candidates(m.role(), m.to());
    if candidates.len() > 1 {
        let earlier = candidates
            .iter()
            .filter(|other| other.from().map(file_major) < from);
        tape.write(earlier.count() as u64, origins::width(m.role(), m.to()));
    }
}

fn promotion(position: &Position, m: Move, into: Role, tape: &mut Tape) {
    tape.write(kind::PROMOTION_VARIATION, 3);
    tape.write(0b0, 1);
    let piece = PROMOTIONS.iter().position(|&role| role == into);
    tape.write(piece.unwrap_or_default() as u64, 2);
    let pawns = promotable(position);
    let earlier = pawns.into_iter().filter(|&pawn| Some(pawn) < m.from());
    tape.write(earlier.count() as u64, origins::bits_for(pawns.count()));
    let (mut all, mut earlier) = (0, 0);
    for other in position.promotion_moves() {
        if other.from() == m.from() && other.promotion() == Some(into) {
            all += 1;
            earlier += u64::from(other.to() < m.to());
        }
    }
    tape.write(earlier, origins::bits_for(all));
}

/// The pawns of the side to move that stand one step before promotion.
pub(super) fn promotable(position: &Position) -> Bitboard {
    let seventh = match position.turn() {
        Color::White => Rank::Seventh,
        Color::Black => Rank::Second,
    };
    position.our(Role::Pawn) & Bitboard::from_rank(seventh)
}

/// The number of a square in this codec, file by file: a1 = 0, a2 = 1, …, h8 = 63.
pub(super) fn file_major(square: Square) -> u8 {
    u8::from(square.file()) * 8 + u8::from(square.rank())
}
