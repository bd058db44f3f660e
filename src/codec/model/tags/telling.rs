//! Predicts moves of the game within the name of its opening. The links of chess.com go on with
//! moves where its books end: `Kings-Pawn-Opening-1...e5-2.Nf3`.

use crate::{
    chess::{Position, san},
    pgn::game::Game,
};

/// Most half-moves of a game that are expected in a name.
const MOST_PLIES: usize = 40;

/// Reads a name byte by byte, and knows which move comes, if one does.
pub(super) struct Telling {
    /// The first moves of the game, spelt, by ply.
    moves: Vec<san::Spelling>,
    /// The move that is expected, with its number if it has one, and how many bytes of it have been
    /// read.
    token: Vec<u8>,
    at: usize,
    /// The ply after the expected move; `None` if none is expected.
    next: Option<usize>,
    /// The last number read (0 for none), and the dots behind it.
    number: usize,
    dots: usize,
}

/// What a name goes on with, if it goes on with moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Continuation {
    /// A move begins with this byte.
    Begins(u8),
    /// A move goes on with this byte.
    GoesOn(u8),
    /// A move is complete: a dash and another move follow, or nothing.
    Over,
}

impl Telling {
    /// For a name of the opening of `game`. It expects nothing of a game that does not begin with
    /// the usual position.
    pub(super) fn of(game: &Game) -> Telling {
        let mut position = Position::default();
        let starts = game.start().is_some_and(|start| start == position);
        let moves = game.main_line().take(if starts { MOST_PLIES } else { 0 });
        Telling {
            moves: moves
                .map(|m| san::spell_and_play(&mut position, m))
                .collect(),
            token: Vec::new(),
            at: 0,
            next: None,
            number: 0,
            dots: 0,
        }
    }

    /// What comes next, where that is known.
    pub(super) fn next(&self) -> Option<Continuation> {
        match (self.token.get(self.at), self.at) {
            (Some(&byte), 0) => Some(Continuation::Begins(byte)),
            (Some(&byte), _) => Some(Continuation::GoesOn(byte)),
            (None, _) => self.next.map(|_| Continuation::Over),
        }
    }

    /// The next byte of the name is `byte`.
    pub(super) fn read(&mut self, byte: u8) {
        match self.token.get(self.at) {
            Some(&next) if next == byte => self.at += 1,
            Some(_) => {
                // Behind one dot White's move was expected, but the dot may be the first of three.
                let dots = self.dots;
                let is_second = self.at == 0 && dots == 1 && byte == b'.';
                self.stop();
                if is_second {
                    self.dots = 2;
                } else {
                    self.number = 0;
                    self.read_outside(byte);
                }
            }
            None => self.read_outside(byte),
        }
    }

    /// Reads a byte that is not part of an expected move.
    fn read_outside(&mut self, byte: u8) {
        match (byte, self.next) {
            (b'-', Some(ply)) => self.expect(ply, true),
            (b'0'..=b'9', _) => {
                let number = if self.dots > 0 { 0 } else { self.number };
                self.stop();
                self.number = (number * 10 + usize::from(byte - b'0')).min(MOST_PLIES);
            }
            (b'.', _) => {
                self.dots += 1;
                match (self.number.checked_sub(1), self.dots) {
                    (Some(before), 1) => self.expect(2 * before, false),
                    (Some(before), 3) => self.expect(2 * before + 1, false),
                    _ => {}
                }
            }
            _ => {
                self.stop();
                self.number = 0;
            }
        }
    }

    /// Expects the move of a ply; if `numbered`, a move of White's with its number before it.
    fn expect(&mut self, ply: usize, numbered: bool) {
        let dots = self.dots;
        self.stop();
        if let Some(spelling) = self.moves.get(ply) {
            if numbered && ply.is_multiple_of(2) {
                self.token = format!("{}.", ply / 2 + 1).into_bytes();
            }
            self.token.extend_from_slice(spelling.text());
            self.next = Some(ply + 1);
            self.dots = dots;
        }
    }

    /// Forgets the expected move and the dots.
    fn stop(&mut self) {
        self.token.clear();
        (self.at, self.next, self.dots) = (0, None, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn;

    /// What is known before each byte of `name`: the byte itself, `|` where a move is over, `~` for
    /// nothing.
    fn known(name: &str) -> String {
        let document = pgn::read(b"1. e4 e5 2. Nf3 Nc6 3. Bb5+ a6 4. O-O *\n");
        let mut telling = Telling::of(document.games().next().unwrap());
        let before = name.bytes().map(|byte| {
            let known = match telling.next() {
                Some(Continuation::Begins(byte) | Continuation::GoesOn(byte)) => byte.into(),
                Some(Continuation::Over) => '|',
                None => '~',
            };
            telling.read(byte);
            known
        });
        before.collect()
    }

    #[test]
    fn moves_follow_their_numbers_and_one_another() {
        assert_eq!(known("A-1.e4"), "~~~~e4");
        assert_eq!(known("A-1...e5"), "~~~~e~e5");
        assert_eq!(known("A-2.Nf3-Nc6-3.Bb5"), "~~~~Nf3|Nc6|3.Bb5");
        assert_eq!(known("A...3.Bb5-a6-4.O-O-5.d3"), "~~~~~~Bb5|a6|4.O-O|~~~~");
    }

    #[test]
    fn other_moves_and_other_numbers_end_it() {
        assert_eq!(known("A-2...Nc6-3.d4-d5-4.O-O"), "~~~~N~Nc6|3.B~~~~~~~O-O");
        assert_eq!(known("B01-1.d4-99.a4-0.a3"), "~~~~~~e~~~~~~~~~~~~");
    }

    #[test]
    fn other_starts_tell_nothing() {
        let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n";
        let document = pgn::read(text.as_bytes());
        assert!(
            Telling::of(document.games().next().unwrap())
                .moves
                .is_empty()
        );
    }
}
