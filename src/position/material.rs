//! Decides which men can be on the board together.
//!
//! The law of promotion, from the puzzle's answers "166 bits" and "160 bits": a pawn gets past the
//! enemy pawn opposite which it started only if one of the two captures, or the enemy pawn is
//! captured. So a side has promoted at most as many pawns as there were captures plus enemy pawns
//! captured.

use super::state::{Squares, State, men, promoted};
use crate::chess::{Color, Role};
use crate::error::{Count, Error, Result};

/// The kinds of men beside the king, in the order of [`Army::counts`].
pub const KINDS: [Role; 5] = [
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// Number of men of each kind that a side has beside its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Army {
    /// In the order of [`KINDS`].
    pub counts: [u8; 5],
}

impl Army {
    /// The men of one side among those on `squares`.
    pub fn of(squares: &Squares, color: Color) -> Army {
        let mut counts = [0; 5];
        for (_, piece) in men(squares).filter(|(_, piece)| piece.color == color) {
            if let Some(kind) = KINDS.iter().position(|&role| role == piece.role) {
                counts[kind] += 1;
            }
        }
        Army { counts }
    }

    /// Number of men, king included.
    pub fn men(self) -> usize {
        1 + self
            .counts
            .iter()
            .map(|&count| usize::from(count))
            .sum::<usize>()
    }

    /// Number of pawns.
    pub fn pawns(self) -> usize {
        usize::from(self.counts[4])
    }

    /// Number of men that must have been promoted.
    pub fn promoted(self) -> usize {
        promoted(|role| {
            KINDS
                .iter()
                .position(|&other| other == role)
                .map_or(0, |kind| usize::from(self.counts[kind]))
        })
    }

    /// Number of pawns that are neither on the board nor accounted for by promotions: they were
    /// captured.
    pub fn pawns_lost(self) -> usize {
        8 - self.pawns() - self.promoted()
    }

    /// Every army that a side can have: the men of a game's start, with up to eight pawns promoted,
    /// and any number captured.
    pub fn all() -> Vec<Army> {
        let mut all = Vec::new();
        for q in 0..=9 {
            for r in 0..=10 {
                for b in 0..=10 {
                    for n in 0..=10 {
                        let pieces = Army {
                            counts: [q, r, b, n, 0],
                        };
                        for p in (0..=8).take_while(|&p| usize::from(p) + pieces.promoted() <= 8) {
                            all.push(Army {
                                counts: [q, r, b, n, p],
                            });
                        }
                    }
                }
            }
        }
        all
    }
}

/// Whether the law of promotion allows the two armies on one board.
pub fn can_meet(white: Army, black: Army) -> bool {
    let captures = 32 - white.men() - black.men();
    white.promoted() <= captures + black.pawns_lost()
        && black.promoted() <= captures + white.pawns_lost()
}

/// `state`, which a code describes, if its men can have come about in a game, likewise.
///
/// # Errors
/// Corrupt if they cannot: the scheme encodes no such position.
pub fn checked(state: State) -> Result<State> {
    match check(state.squares()) {
        Ok(_) => Ok(state),
        Err(error) => Err(Error::corrupt(error.to_string())),
    }
}

/// Requires that these men can have come about in a game, as far as the law of promotion tells.
///
/// # Errors
/// Unsupported if there were too few captures for so many promotions.
pub fn check(squares: &Squares) -> Result<(Army, Army)> {
    let [white, black] = [Color::White, Color::Black].map(|color| Army::of(squares, color));
    if can_meet(white, black) {
        return Ok((white, black));
    }
    Err(Error::unsupported(format!(
        "{} after only {}, which no game can bring about",
        Count((white.promoted() + black.promoted()) as u64, "promotion"),
        Count((32 - white.men() - black.men()) as u64, "capture")
    )))
}
