//! Walking along a game and into its variations.

use super::{Move, Position, Rules, branching::Branching, pass};
use crate::limits::charges;

/// A place in a game: the position there, the one before the last move, and the places to return to
/// when [variations](Branching) end.
#[derive(Clone, Debug)]
pub struct Line {
    places: Branching<Place>,
}

#[derive(Clone, Debug)]
struct Place {
    position: Position,
    /// Half-moves played from the start of the game.
    ply: u32,
}

impl Line {
    /// The start of a game that begins with `position`.
    pub fn new(position: Position) -> Line {
        Line {
            places: Branching::new(Place { position, ply: 0 }),
        }
    }

    /// The position at this place.
    pub fn position(&self) -> &Position {
        &self.places.here().position
    }

    /// The position before the last move of this line, if a move was played in it.
    pub fn before(&self) -> Option<&Position> {
        self.places.before().map(|place| &place.position)
    }

    /// Half-moves from the start of the game to this place; moves of variations count from where
    /// those branch off.
    pub fn ply(&self) -> u32 {
        self.places.here().ply
    }

    /// How many variations surround this place.
    pub fn depth(&self) -> usize {
        self.places.depth()
    }

    /// Plays `m`, which must be legal here.
    pub fn play(&mut self, m: Move) {
        self.play_with(|position| position.play_unchecked(m));
    }

    /// Goes one half-move on. `play` must play it in the position that it is given.
    #[inline]
    pub fn play_with<T>(&mut self, play: impl FnOnce(&mut Position) -> T) -> T {
        self.places.step(|place| {
            place.ply += 1;
            play(&mut place.position)
        })
    }

    /// Plays a null move; false, and nothing done, where the rules of set-up positions forbid it.
    pub fn pass(&mut self) -> bool {
        let Some(position) = pass(self.position()) else {
            return false;
        };
        let ply = self.ply() + 1;
        self.places.replace(Place { position, ply });
        true
    }

    /// Enters a variation of the last move.
    pub fn open(&mut self) {
        self.places.open();
    }

    /// Leaves the innermost variation; false, and nothing done, outside all variations.
    pub fn close(&mut self) -> bool {
        self.places.close()
    }
}

/// A cursor in a game, which can go forward and into variations: a [`Line`], alone or with more
/// that is known at its places.
pub trait Cursor {
    /// What an open variation counts for in memory, in bytes.
    const OPEN: usize;

    /// The line alone.
    fn line(&self) -> &Line;

    /// As [`Line::play`].
    fn play(&mut self, m: Move);

    /// As [`Line::pass`].
    fn pass(&mut self) -> bool;

    /// As [`Line::open`].
    fn open(&mut self);

    /// As [`Line::close`].
    fn close(&mut self) -> bool;
}

const _: () = assert!(size_of::<Line>() <= Line::OPEN);

impl Cursor for Line {
    const OPEN: usize = charges::OPEN;

    fn line(&self) -> &Line {
        self
    }

    fn play(&mut self, m: Move) {
        Line::play(self, m);
    }

    fn pass(&mut self) -> bool {
        Line::pass(self)
    }

    fn open(&mut self) {
        Line::open(self);
    }

    fn close(&mut self) -> bool {
        Line::close(self)
    }
}
