//! Moves as bytes' worth of words, and back: directions, distances, and which man.

use super::code::{Code, Other, Step};
use crate::{
    chess::{
        CastlingSide, Color, Move, Position, Role, Rules, Square,
        ends::moves_between,
        identity::{Men, originals},
    },
    error::{Error, Result},
};

/// E, NE, N, NW, W, SW, S, SE: files to the right, ranks up.
const COMPASS: [(i32, i32); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// EES, EEN, NNE, NNW, WWN, WWS, SSW, SSE.
const KNIGHT: [(i32, i32); 8] = [
    (2, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
];

/// Most men of a kind that can be told apart.
pub(super) const MOST_MEN: u8 = 4;

/// A move as one byte, or as two: the first names a man.
pub(super) type Words = (Option<Code>, Code);

/// The words for a legal move; `None` where a man has too high a number.
pub(super) fn words(position: &Position, men: &Men, m: Move) -> Option<Words> {
    if let Some(side) = m.castling_side() {
        return Some((None, Code::Other(castles(side))));
    }
    let (from, to) = (m.from()?, m.to());
    let man = men.at(from)?;
    let (files, ranks) = (
        i32::from(to.file()) - i32::from(from.file()),
        i32::from(to.rank()) - i32::from(from.rank()),
    );
    if man.number >= MOST_MEN && man.role != Role::Pawn {
        return None;
    }
    let named = (man.number >= originals(man.role)).then_some(Code::Named {
        role: man.role,
        man: man.number,
    });
    let number = if named.is_some() { 0 } else { man.number };
    match man.role {
        Role::Pawn => {
            let named = match m.promotion() {
                None => None,
                Some(role) => {
                    let man = men.next_number(position.turn(), role);
                    (man < MOST_MEN).then_some(())?;
                    Some(Code::Named { role, man })
                }
            };
            let step = match files * forward(position.turn()) {
                0 if ranks.abs() == 2 => Step::Two,
                0 => Step::One,
                1 => Step::TakesRight,
                _ => Step::TakesLeft,
            };
            Some((named, Code::Pawn { man: number, step }))
        }
        Role::Knight => {
            let direction = place(&KNIGHT, (files, ranks))?;
            Some((
                named,
                Code::Knight {
                    man: number,
                    direction,
                },
            ))
        }
        Role::King => {
            let direction = place(&COMPASS, (files, ranks))?;
            Some((None, Code::King { direction }))
        }
        role => {
            let distance = files.abs().max(ranks.abs());
            let direction = place(&COMPASS, (files.signum(), ranks.signum()))?;
            let slide = Code::Slide {
                role,
                man: number,
                distance: distance as u8,
                direction,
            };
            Some((named, slide))
        }
    }
}

/// The legal move that the words mean.
pub(super) fn read(position: &Position, men: &Men, (named, code): Words) -> Result<Move> {
    let (role, number, (files, ranks)) = match code {
        Code::Other(Other::CastlesKingSide) => {
            return castling(position, named, CastlingSide::KingSide);
        }
        Code::Other(Other::CastlesQueenSide) => {
            return castling(position, named, CastlingSide::QueenSide);
        }
        Code::Pawn { man, step } => {
            let forward = forward(position.turn());
            let way = match step {
                Step::One => (0, forward),
                Step::Two => (0, 2 * forward),
                Step::TakesRight => (forward, forward),
                Step::TakesLeft => (-forward, forward),
            };
            return pawn(position, men, named, man, way);
        }
        Code::Knight { man, direction } => (Role::Knight, man, KNIGHT[usize::from(direction)]),
        Code::King { direction } => (Role::King, 0, COMPASS[usize::from(direction)]),
        Code::Slide {
            role,
            man,
            distance,
            direction,
        } => {
            let (files, ranks) = COMPASS[usize::from(direction)];
            let distance = i32::from(distance);
            (role, man, (files * distance, ranks * distance))
        }
        Code::Named { .. } | Code::Other(_) => return Err(illegal()),
    };
    let number = match named {
        None => number,
        Some(Code::Named { role: of, man })
            if of == role && number == 0 && man >= originals(role) =>
        {
            man
        }
        Some(_) => return Err(illegal()),
    };
    let from = men.find(position, role, number).ok_or_else(illegal)?;
    legal(position, from, (files, ranks), None)
}

fn castling(position: &Position, named: Option<Code>, side: CastlingSide) -> Result<Move> {
    match (named, position.castling_moves(side).first()) {
        (None, Some(m)) => Ok(*m),
        _ => Err(illegal()),
    }
}

fn pawn(
    position: &Position,
    men: &Men,
    named: Option<Code>,
    man: u8,
    way: (i32, i32),
) -> Result<Move> {
    let promotion = match named {
        None => None,
        Some(Code::Named { role, man }) if man == men.next_number(position.turn(), role) => {
            Some(role)
        }
        Some(_) => return Err(illegal()),
    };
    let from = men.find(position, Role::Pawn, man).ok_or_else(illegal)?;
    legal(position, from, way, promotion)
}

fn legal(
    position: &Position,
    from: Square,
    (files, ranks): (i32, i32),
    promotion: Option<Role>,
) -> Result<Move> {
    let file = i32::from(from.file()) + files;
    let rank = i32::from(from.rank()) + ranks;
    if !(0..8).contains(&file) || !(0..8).contains(&rank) {
        return Err(illegal());
    }
    let to = Square::new((rank * 8 + file) as u32);
    let mut moves = moves_between(position, from, to).into_iter();
    moves
        .find(|m| m.promotion() == promotion && !m.is_castle())
        .ok_or_else(illegal)
}

fn castles(side: CastlingSide) -> Other {
    match side {
        CastlingSide::KingSide => Other::CastlesKingSide,
        CastlingSide::QueenSide => Other::CastlesQueenSide,
    }
}

/// One rank forward for a pawn; the sign of its right, too.
fn forward(color: Color) -> i32 {
    color.fold_wb(1, -1)
}

fn place(directions: &[(i32, i32); 8], direction: (i32, i32)) -> Option<u8> {
    let place = directions.iter().position(|&d| d == direction)?;
    Some(place as u8)
}

fn illegal() -> Error {
    Error::corrupt("bytes that are no legal move")
}
