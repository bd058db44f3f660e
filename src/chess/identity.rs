//! The identity of each man: which man of the starting position it is.
//!
//! Some encodings name the man that moves and not the square that it leaves. Men of one side and
//! kind are numbered from the a-file to the h-file, on one file from the first rank to the eighth,
//! as they stand at the start of the game, and keep their numbers. What a pawn becomes gets the
//! next number of its new kind. The numbers of men that were taken are not used again.

use super::{
    ByColor, CastlingSide, Color, File, Move, Position, Role, Rules, Square,
    branching::Branching,
    line::{Cursor, Line},
};
use crate::limits::charges;

/// One man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// What it is now.
    pub role: Role,
    /// Its number among its side's men of that role.
    pub number: u8,
    /// The pawn that it was before it was promoted. In a set-up position the men beyond two rooks,
    /// bishops and knights and one queen count as promoted, and as having been the pawns that
    /// follow those on the board, in the order knights, bishops, rooks, queens.
    pub pawn: Option<u8>,
}

/// How many men of a kind begin a game.
pub fn originals(role: Role) -> u8 {
    match role {
        Role::Pawn => 8,
        Role::Knight | Role::Bishop | Role::Rook => 2,
        Role::Queen | Role::King => 1,
    }
}

/// The men on the board.
#[derive(Clone, Debug)]
pub struct Men {
    at: [Option<Man>; 64],
    /// The number that the next new man of each side and role gets.
    next: ByColor<[u8; 6]>,
}

impl Men {
    /// The men of a game that begins with `position`.
    pub fn new(position: &Position) -> Men {
        let mut men = Men {
            at: [None; 64],
            next: ByColor::default(),
        };
        for color in Color::ALL {
            let pawns = position.board().pawns() & position.board().by_color(color);
            let mut missing = pawns.count() as u8..;
            for role in Role::ALL {
                let squares = position.board().by_role(role) & position.board().by_color(color);
                let mut squares: Vec<Square> = squares.into_iter().collect();
                squares.sort_unstable_by_key(|square| (square.file(), square.rank()));
                for square in squares {
                    let number = men.number(color, role);
                    let extra = number >= originals(role);
                    men.at[usize::from(square)] = Some(Man {
                        role,
                        number,
                        pawn: if extra { missing.next() } else { None },
                    });
                }
            }
        }
        men
    }

    /// The man on `square`.
    pub fn at(&self, square: Square) -> Option<Man> {
        self.at[usize::from(square)]
    }

    /// Where the mover's man with that role and number stands.
    pub fn find(&self, position: &Position, role: Role, number: u8) -> Option<Square> {
        let mut squares = position.our(role).into_iter();
        squares.find(|&square| self.at(square).is_some_and(|man| man.number == number))
    }

    /// Where the mover's man that was that pawn stands.
    pub fn find_promoted(&self, position: &Position, pawn: u8) -> Option<Square> {
        let mut squares = position.us().into_iter();
        squares.find(|&square| self.at(square).is_some_and(|man| man.pawn == Some(pawn)))
    }

    /// The number that the next man of `role` promoted by `color` gets.
    pub fn next_number(&self, color: Color, role: Role) -> u8 {
        self.next[color][role as usize - 1]
    }

    fn number(&mut self, color: Color, role: Role) -> u8 {
        let next = &mut self.next[color][role as usize - 1];
        *next = next.saturating_add(1);
        *next - 1
    }

    fn play(&mut self, color: Color, m: Move) {
        match m {
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(rook > king);
                let [king_man, rook_man] =
                    [king, rook].map(|square| self.at[usize::from(square)].take());
                self.at[usize::from(side.king_to(color))] = king_man;
                self.at[usize::from(side.rook_to(color))] = rook_man;
            }
            _ => {
                let Some(from) = m.from() else { return };
                let mut man = self.at[usize::from(from)].take();
                if m.is_en_passant() {
                    let file: File = m.to().file();
                    self.at[usize::from(Square::from_coords(file, from.rank()))] = None;
                }
                if let (Some(role), Some(pawn)) = (m.promotion(), man) {
                    man = Some(Man {
                        role,
                        number: self.number(color, role),
                        pawn: Some(pawn.number),
                    });
                }
                self.at[usize::from(m.to())] = man;
            }
        }
    }
}

/// A [`Line`] that keeps track of its men.
#[derive(Clone, Debug)]
pub struct MenLine {
    line: Line,
    men: Branching<Men>,
}

impl MenLine {
    /// The start of a game that begins with `position`.
    pub fn new(position: Position) -> MenLine {
        MenLine {
            men: Branching::new(Men::new(&position)),
            line: Line::new(position),
        }
    }

    /// The position at this place.
    pub fn position(&self) -> &Position {
        self.line.position()
    }

    /// The men at this place.
    pub fn men(&self) -> &Men {
        self.men.here()
    }
}

const _: () = assert!(size_of::<MenLine>() <= MenLine::OPEN);

impl Cursor for MenLine {
    const OPEN: usize = charges::OPEN_WITH_MEN;

    fn line(&self) -> &Line {
        &self.line
    }

    fn play(&mut self, m: Move) {
        let mover = self.position().turn();
        self.men.step(|men| men.play(mover, m));
        self.line.play(m);
    }

    fn pass(&mut self) -> bool {
        let passed = self.line.pass();
        if passed {
            self.men.step(|_| ());
        }
        passed
    }

    fn open(&mut self) {
        self.line.open();
        self.men.open();
    }

    fn close(&mut self) -> bool {
        self.men.close();
        self.line.close()
    }
}
