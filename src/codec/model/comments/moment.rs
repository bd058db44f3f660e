//! The moment that a comment belongs to: whose move it follows, and what kind of move that was.

use crate::chess::Move;

/// What the coder of moves tells about a move, in a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told(u8);

impl Told {
    /// A move cost `cost` / 256 bits, gives check or not, and answers a check or not.
    pub fn new(cost: u32, check: bool, evasion: bool) -> Told {
        // Counted, not searched for: there are few, and a vector compares them at once.
        let surprise: u8 = SURPRISES.map(|least| u8::from(least <= cost)).iter().sum();
        Told(surprise | u8::from(check) << 4 | u8::from(evasion) << 5)
    }

    /// What the move cost, as a class below 16: 0 where it was the only move or nothing is known.
    pub(super) fn surprise(self) -> u8 {
        self.0 & 15
    }
}

/// The least costs of classes of surprise, in 1/256 bit: none below the first, which only moves have that nobody could avoid.
const SURPRISES: [u32; 15] = [
    1, 32, 64, 110, 160, 220, 300, 380, 480, 600, 760, 960, 1200, 1500, 2000,
];

/// What is known about a move of the game beside the move itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveFacts {
    /// Whether the move captures.
    pub(super) capture: bool,
    /// Whether it captures where the last move captured.
    pub(super) recapture: bool,
    /// Whether it gives check.
    pub(super) check: bool,
    /// Whether it answers a check.
    pub(super) evasion: bool,
    /// What the move cost the coder of moves: a class below 16, 0 where it was the only move or nothing is known of it.
    pub(super) surprise: u8,
    /// What the move before it cost.
    pub(super) answered: u8,
    /// Who moves: 0 for nobody, 1 for a pawn to 6 for the king.
    pub(super) role: u8,
}

impl MoveFacts {
    /// The facts about `last`, played after `before`; `told` is what the coder of moves tells of both.
    pub(super) fn new(last: Option<Move>, before: Option<Move>, told: [Told; 2]) -> MoveFacts {
        let capture = last.is_some_and(Move::is_capture);
        let back = before.is_some_and(|before| {
            before.is_capture() && last.is_some_and(|last| last.to() == before.to())
        });
        MoveFacts {
            capture,
            recapture: capture && back,
            check: told[0].0 >> 4 & 1 == 1,
            evasion: told[0].0 >> 5 & 1 == 1,
            surprise: told[0].surprise(),
            answered: told[1].surprise(),
            role: last.map_or(0, |last| last.role() as u8),
        }
    }
}

/// The moves around a comment, of the main line, as far as there are any.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Course {
    /// The one before the last, the last, and the next two.
    pub(super) moves: [Option<Move>; 4],
    /// What moves cost, as classes: the third and the fourth from the last, the next and the third to come.
    pub(super) surprises: [u8; 4],
    /// Half-moves to come.
    pub(super) rest: u32,
    /// What White has won more than Black by captures and promotions, in pawns.
    pub(super) won: i32,
}

/// Where in a game a comment stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    /// Who made the last move: 0 for White, 1 for Black.
    pub(super) side: usize,
    /// Half-moves played.
    pub(super) ply: u32,
    /// Tells players apart.
    pub(super) player: u32,
    /// The annotation glyph that the last move has, 0 if none.
    pub(super) glyph: u32,
    /// About the last move.
    pub(super) facts: MoveFacts,
    pub(super) course: Course,
}
