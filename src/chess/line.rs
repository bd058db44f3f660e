//! Walking along a game and into its variations.

use super::{Move, Position, Rules, pass};

/// A place in a game: the position there, the one before the last move, and the places to return to
/// when variations end.
///
/// A variation replaces the last move of the line that it stands in: it starts from the position
/// before that move (PGN standard 8.2.5). Before any move it starts where the line starts.
#[derive(Clone, Debug)]
pub struct Line {
    here: Place,
    outer: Vec<Place>,
}

#[derive(Clone, Debug)]
struct Place {
    position: Position,
    before: Option<Position>,
    /// Half-moves played from the start of the game.
    ply: u32,
}

impl Line {
    /// The start of a game that begins with `position`.
    pub fn new(position: Position) -> Line {
        Line {
            here: Place {
                position,
                before: None,
                ply: 0,
            },
            outer: Vec::new(),
        }
    }

    /// The position at this place.
    pub fn position(&self) -> &Position {
        &self.here.position
    }

    /// The position before the last move of this line, if a move was played in it.
    pub fn before(&self) -> Option<&Position> {
        self.here.before.as_ref()
    }

    /// Half-moves from the start of the game to this place; moves of variations count from where
    /// those branch off.
    pub fn ply(&self) -> u32 {
        self.here.ply
    }

    /// How many variations surround this place.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Plays `m`, which must be legal here.
    pub fn play(&mut self, m: Move) {
        self.play_with(|position| position.play_unchecked(m));
    }

    /// Goes one half-move on. `play` must play it in the position that it is given.
    #[inline]
    pub fn play_with<T>(&mut self, play: impl FnOnce(&mut Position) -> T) -> T {
        match &mut self.here.before {
            Some(before) => before.clone_from(&self.here.position),
            None => self.here.before = Some(self.here.position.clone()),
        }
        self.here.ply += 1;
        play(&mut self.here.position)
    }

    /// Plays a null move; false, and nothing done, where the rules of set-up positions forbid it.
    pub fn pass(&mut self) -> bool {
        let Some(after) = pass(&self.here.position) else {
            return false;
        };
        self.here.before = Some(std::mem::replace(&mut self.here.position, after));
        self.here.ply += 1;
        true
    }

    /// Enters a variation of the last move.
    pub fn open(&mut self) {
        let inner = match &self.here.before {
            Some(before) => Place {
                position: before.clone(),
                before: None,
                ply: self.here.ply - 1,
            },
            None => self.here.clone(),
        };
        self.outer.push(std::mem::replace(&mut self.here, inner));
    }

    /// Leaves the innermost variation; false, and nothing done, outside all variations.
    pub fn close(&mut self) -> bool {
        match self.outer.pop() {
            Some(place) => {
                self.here = place;
                true
            }
            None => false,
        }
    }
}
