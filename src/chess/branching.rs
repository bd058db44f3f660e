//! What a place in a game is, and where variations go back to.

/// Something that is known at each place of a game: here, before the last move, and where the lines
/// around this one go on when variations end.
///
/// A variation replaces the last move of the line that it stands in: it starts from what was before
/// that move (PGN standard 8.2.5). Before any move it starts where the line starts.
#[derive(Clone, Debug)]
pub struct Branching<T> {
    here: T,
    before: Option<T>,
    outer: Vec<(T, Option<T>)>,
}

impl<T: Clone> Branching<T> {
    /// The start of a game that begins with `here`.
    pub fn new(here: T) -> Branching<T> {
        Branching {
            here,
            before: None,
            outer: Vec::new(),
        }
    }

    /// What is known here.
    #[inline]
    pub fn here(&self) -> &T {
        &self.here
    }

    /// What was known before the last move of this line, if a move was played in it.
    #[inline]
    pub fn before(&self) -> Option<&T> {
        self.before.as_ref()
    }

    /// How many variations surround this place.
    #[inline]
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Goes one half-move on, which changes what is known as `step` does.
    #[inline]
    pub fn step<R>(&mut self, step: impl FnOnce(&mut T) -> R) -> R {
        match &mut self.before {
            Some(before) => before.clone_from(&self.here),
            None => self.before = Some(self.here.clone()),
        }
        step(&mut self.here)
    }

    /// Goes one half-move on, after which this is known.
    pub fn replace(&mut self, after: T) {
        self.before = Some(std::mem::replace(&mut self.here, after));
    }

    /// Enters a variation of the last move.
    pub fn open(&mut self) {
        let inner = self.before.as_ref().unwrap_or(&self.here).clone();
        let here = std::mem::replace(&mut self.here, inner);
        self.outer.push((here, self.before.take()));
    }

    /// Leaves the innermost variation; false, and nothing done, outside all variations.
    pub fn close(&mut self) -> bool {
        match self.outer.pop() {
            Some(place) => {
                (self.here, self.before) = place;
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts half-moves along `1 (2 (3) 4) 5 ((6))`, where a digit stands for a move.
    #[test]
    fn a_variation_starts_before_the_last_move() {
        let mut plies = Branching::new(0);
        let mut seen = Vec::new();
        for token in "1(2(3)4)5((6))".bytes() {
            match token {
                b'(' => plies.open(),
                b')' => assert!(plies.close()),
                _ => plies.step(|ply| *ply += 1),
            }
            seen.push((*plies.here(), plies.before().copied(), plies.depth()));
        }
        assert_eq!(
            seen,
            [
                (1, Some(0), 0),
                (0, None, 1),
                (1, Some(0), 1),
                (0, None, 2),
                (1, Some(0), 2),
                (1, Some(0), 1),
                (2, Some(1), 1),
                (1, Some(0), 0),
                (2, Some(1), 0),
                (1, None, 1),
                (1, None, 2),
                (2, Some(1), 2),
                (1, None, 1),
                (2, Some(1), 0),
            ]
        );
        assert!(!plies.close());
        plies.replace(9);
        assert_eq!((*plies.here(), plies.before()), (9, Some(&2)));
    }
}
