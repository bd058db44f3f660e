//! Where in a game a comment stands: whose move it follows, what kind of move that was, and what
//! was played around it.

use crate::chess::Move;

/// What the model of moves told about a move, in a byte: its cost class, and whether it gives or
/// answers check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told(u8);

impl Told {
    /// About a move that cost `cost` / 256 bits, gives check or not, and answers a check or not.
    pub fn new(cost: u32, check: bool, evasion: bool) -> Told {
        // Counting takes less time than a search: one vector instruction compares all.
        let surprise: u8 = SURPRISES.map(|least| u8::from(least <= cost)).iter().sum();
        Told(surprise | u8::from(check) << 4 | u8::from(evasion) << 5)
    }

    /// Whether the move gives check.
    fn check(self) -> bool {
        self.0 >> 4 & 1 == 1
    }

    /// Whether it answers one.
    fn evasion(self) -> bool {
        self.0 >> 5 & 1 == 1
    }

    /// The cost of the move as a class below 16 (15 of the greatest surprise): 0 if it was the only
    /// legal move or nothing is known.
    pub(super) fn surprise(self) -> u8 {
        self.0 & 15
    }
}

/// The least cost of each class of surprise from 1 on, in 1/256 bit. Only a move without an
/// alternative costs less than the first.
const SURPRISES: [u32; 15] = [
    1, 32, 64, 110, 160, 220, 300, 380, 480, 600, 760, 960, 1200, 1500, 2000,
];

/// Facts about the last move of the line, beside the move itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveFacts {
    /// Whether the move captures.
    pub(super) capture: bool,
    /// Whether it captures where the move before captured.
    pub(super) recapture: bool,
    /// Whether it gives check.
    pub(super) check: bool,
    /// Whether it answers a check.
    pub(super) evasion: bool,
    /// The cost class of the move: see [`Told::surprise`].
    pub(super) surprise: u8,
    /// The cost class of the move before it.
    pub(super) answered: u8,
    /// The piece that moves: 0 for none, 1 for a pawn to 6 for the king.
    pub(super) role: u8,
}

impl MoveFacts {
    /// The facts about `last`, played after `before`; `told` is about both, in that order.
    pub(super) fn new(last: Option<Move>, before: Option<Move>, told: [Told; 2]) -> MoveFacts {
        let capture = last.is_some_and(Move::is_capture);
        let back = before.is_some_and(|before| {
            before.is_capture() && last.is_some_and(|last| last.to() == before.to())
        });
        MoveFacts {
            capture,
            recapture: capture && back,
            check: told[0].check(),
            evasion: told[0].evasion(),
            surprise: told[0].surprise(),
            answered: told[1].surprise(),
            role: last.map_or(0, |last| last.role() as u8),
        }
    }

    /// What the move does, in four bits.
    pub(super) fn kind(&self) -> u32 {
        u32::from(self.capture)
            | u32::from(self.recapture) << 1
            | u32::from(self.check) << 2
            | u32::from(self.evasion) << 3
    }
}

/// A number from White's point of view as seen by `side`, and back.
pub(super) fn toward(number: i64, side: usize) -> i64 {
    if side == 0 {
        number
    } else {
        number.saturating_neg()
    }
}

/// The moves of the main line around a comment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Course {
    /// The last but one, the last, and the next two.
    pub(super) moves: [Option<Move>; 4],
    /// The cost classes of four other moves: the third and the fourth last, the next, and the third
    /// to come.
    pub(super) surprises: [u8; 4],
    /// Half-moves to come.
    pub(super) rest: u32,
    /// How much more White has won than Black by captures and promotions, in pawns.
    pub(super) won: i32,
}

/// Where in a game a comment stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    /// Who made the last move: 0 for White, 1 for Black.
    pub(super) side: usize,
    /// Half-moves played.
    pub(super) ply: u32,
    /// A hash of the player's name.
    pub(super) player: u32,
    /// The last annotation glyph coded since the move, 0 if none. (The glyph before an evaluation
    /// is coded after it: see [`verdict`](super::verdict).)
    pub(super) glyph: u32,
    /// The [key](super::keys) of the position; `None` where that is not known, and where no evaluation
    /// comes.
    pub(super) key: Option<u64>,
    /// About the last move.
    pub(super) facts: MoveFacts,
    pub(super) course: Course,
}
