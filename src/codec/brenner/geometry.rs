//! Converts between moves and *words*: directions, distances, and the man that moves.

use super::code::{Code, Named, Other, Step};
use crate::{
    chess::{
        CastlingSide, Color, Move, Role, Rules,
        identity::{Man, MenLine, originals},
    },
    codec::board::{self, Way, illegal},
    error::Result,
};

/// E, NE, N, NW, W, SW, S, SE.
const COMPASS: [Way; 8] = [
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
const KNIGHT: [Way; 8] = [
    (2, -1),
    (2, 1),
    (1, 2),
    (-1, 2),
    (-2, 1),
    (-2, -1),
    (-1, -2),
    (1, -2),
];

/// A move as one byte, or as two, the first of which names a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// The man that the first byte names.
    pub(super) named: Option<Named>,
    /// The other byte.
    pub(super) code: Code,
}

/// The words for a legal move; `None` if a man's number is too high for them.
pub(super) fn words(line: &MenLine, m: Move) -> Option<Words> {
    if let Some(side) = m.castling_side() {
        return Some(Words {
            named: None,
            code: Code::Other(castles(side)),
        });
    }
    let from = m.from()?;
    let man = line.men().at(from)?;
    let way = board::way(from, m.to());
    match man.role {
        Role::Pawn => pawn_words(line, man.number, way, m.promotion()),
        _ => piece_words(man, way),
    }
}

fn pawn_words(
    line: &MenLine,
    man: u8,
    (files, ranks): Way,
    promotion: Option<Role>,
) -> Option<Words> {
    let color = line.position().turn();
    let named = match promotion {
        None => None,
        Some(role) => Some(Named::new(role, line.men().next_number(color, role))?),
    };
    let step = match files * forward(color) {
        0 if ranks.abs() == 2 => Step::Two,
        0 => Step::One,
        1 => Step::TakesRight,
        _ => Step::TakesLeft,
    };
    let code = Code::Pawn { man, step };
    Some(Words { named, code })
}

fn piece_words(Man { role, number, .. }: Man, way: Way) -> Option<Words> {
    // A man with a higher number than any at the usual start is named, and moves by the byte of the
    // first of its kind.
    let (named, man) = match number < originals(role) {
        true => (None, number),
        false => (Some(Named::new(role, number)?), 0),
    };
    let code = match role {
        Role::Knight => Code::Knight {
            man,
            direction: place(&KNIGHT, way)?,
        },
        Role::King => Code::King {
            direction: place(&COMPASS, way)?,
        },
        _ => slide(role, man, way)?,
    };
    Some(Words { named, code })
}

fn slide(role: Role, man: u8, (files, ranks): Way) -> Option<Code> {
    Some(Code::Slide {
        role,
        man,
        distance: files.abs().max(ranks.abs()) as u8,
        direction: place(&COMPASS, (files.signum(), ranks.signum()))?,
    })
}

/// The legal move that the words mean.
pub(super) fn read(line: &MenLine, Words { named, code }: Words) -> Result<Move> {
    let (role, man, way) = match code {
        Code::Other(Other::CastlesKingSide) => {
            return castling(line, named, CastlingSide::KingSide);
        }
        Code::Other(Other::CastlesQueenSide) => {
            return castling(line, named, CastlingSide::QueenSide);
        }
        Code::Pawn { man, step } => return pawn(line, named, man, step),
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
        Code::Named(_) | Code::Other(_) => return Err(illegal()),
    };
    let man = number(role, man, named).ok_or_else(illegal)?;
    go(line, (role, man), way, None)
}

fn castling(line: &MenLine, named: Option<Named>, side: CastlingSide) -> Result<Move> {
    if named.is_some() {
        return Err(illegal());
    }
    board::castling(line.position(), side)
}

fn pawn(line: &MenLine, named: Option<Named>, man: u8, step: Step) -> Result<Move> {
    let color = line.position().turn();
    if named.is_some_and(|new| new.man != line.men().next_number(color, new.role)) {
        return Err(illegal());
    }
    let forward = forward(color);
    let way = match step {
        Step::One => (0, forward),
        Step::Two => (0, 2 * forward),
        Step::TakesRight => (forward, forward),
        Step::TakesLeft => (-forward, forward),
    };
    go(line, (Role::Pawn, man), way, named.map(|new| new.role))
}

/// The number of the piece that moves: `man` as the byte says, or that of its name; `None` if name
/// and byte do not match.
fn number(role: Role, man: u8, named: Option<Named>) -> Option<u8> {
    let Some(named) = named else {
        return Some(man);
    };
    let fits = named.role == role && man == 0 && named.man >= originals(role);
    fits.then_some(named.man)
}

/// The legal move of the man with that kind and number by that displacement.
fn go(line: &MenLine, (role, man): (Role, u8), way: Way, promotion: Option<Role>) -> Result<Move> {
    let (position, men) = (line.position(), line.men());
    let from = men.find(position, role, man).ok_or_else(illegal)?;
    let to = board::target(from, way).ok_or_else(illegal)?;
    board::legal(position, from, to, promotion)
}

fn castles(side: CastlingSide) -> Other {
    match side {
        CastlingSide::KingSide => Other::CastlesKingSide,
        CastlingSide::QueenSide => Other::CastlesQueenSide,
    }
}

/// One rank forward for a pawn; also the sign of its right-hand side.
fn forward(color: Color) -> i32 {
    color.fold_wb(1, -1)
}

fn place(directions: &[Way; 8], direction: Way) -> Option<u8> {
    let place = directions.iter().position(|&d| d == direction)?;
    Some(place as u8)
}
