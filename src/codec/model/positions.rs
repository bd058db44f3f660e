//! Pieces of text that are not games; among them lists of positions (EPD, FEN).
//!
//! Owns which pieces are coded as lists, and how. First comes a decision for each piece, then the
//! other pieces as text, then the lists line by line. A line is a position and the text behind it,
//! or text alone. A position is coded as a legal move from the last one where it is one (lists are
//! often made by replaying games), and otherwise by the model of single positions. Section 3 of
//! `position/model/MODEL.md` says it decision by decision. [`crate::position`] knows what a position
//! is and how to take a list apart.

use crate::{
    chess::{EnPassantMode, Move, Position, Rules, order, setup},
    codec::text::{self, CodedTexts, priming},
    coding::{
        adaptive::Bit,
        range::{Coder, ONE},
        text::{Strength, TextModel},
    },
    error::{Error, Result},
    limits::Budget,
    position::{State, list, list::Entry, model},
};

/// Codes pieces of text.
///
/// # Errors
/// For bytes that no writer writes; where a piece is longer than `budget` allows.
pub(super) fn code_texts<C: Coder>(
    coder: &mut C,
    strength: Strength,
    pieces: CodedTexts,
    budget: &Budget,
) -> Result<()> {
    let mut is_list = Bit::default();
    match pieces {
        CodedTexts::Given(pieces) => {
            let (mut texts, mut lists) = (Vec::new(), Vec::new());
            for piece in pieces {
                let list = list::parse(piece);
                is_list.code(coder, list.is_some());
                match list {
                    Some(entries) => lists.push(entries),
                    None => texts.push(piece),
                }
            }
            text::code_pieces(coder, strength, CodedTexts::Given(texts), budget)?;
            if !lists.is_empty() {
                let bytes = lists.iter().flatten().map(rest_of).map(<[u8]>::len).sum();
                let mut coded = Lists::begin(coder, strength, bytes, budget)?;
                for entries in &lists {
                    coded.code(coder, entries, &mut Vec::new())?;
                }
            }
        }
        CodedTexts::Read(pieces) => {
            let (lists, texts): (Vec<_>, _) =
                pieces.into_iter().partition(|_| is_list.code(coder, false));
            text::code_pieces(coder, strength, CodedTexts::Read(texts), budget)?;
            if !lists.is_empty() {
                let mut coded = Lists::begin(coder, strength, 0, budget)?;
                for list in lists {
                    coded.code(coder, &[], list)?;
                }
            }
        }
    }
    Ok(())
}

/// The part of a line that is coded as text.
fn rest_of<'t>(entry: &Entry<'t>) -> &'t [u8] {
    match entry {
        Entry::Position(_, rest) | Entry::Text(rest) => rest,
    }
}

/// The coder of lists, and what it has learnt from them so far.
struct Lists<'b> {
    text: TextModel,
    budget: &'b Budget,
    /// How many bytes of lists may still be read: all of the block's text at first.
    left: u64,
    more: Bit,
    /// Whether a line is a position, by whether the line before was.
    is_position: [Bit; 2],
    /// Whether a position is one move away from the last, by what it was when last coded.
    is_moved: [Bit; 2],
    was_moved: bool,
    /// Whether the en passant square is given after every double step of a pawn, even where no pawn
    /// can capture.
    always_passed: Bit,
    /// The last line that is a position, in whatever list, if it can be played from.
    last: Option<Position>,
}

impl Lists<'_> {
    /// The coder of all lists, of which so many `bytes` are written as text.
    ///
    /// # Errors
    /// For a size that no writer writes.
    fn begin<'b, C: Coder>(
        coder: &mut C,
        strength: Strength,
        bytes: usize,
        budget: &'b Budget,
    ) -> Result<Lists<'b>> {
        let size = priming::code_size(coder, bytes + 1)?;
        Ok(Lists {
            text: priming::model(strength, size),
            budget,
            left: budget.text(),
            more: Bit::default(),
            is_position: [Bit::default(); 2],
            is_moved: [Bit::default(); 2],
            was_moved: false,
            always_passed: Bit::default(),
            last: None,
        })
    }

    /// Codes a list: writes the lines `given`, or appends the lines read to `out`.
    fn code<C: Coder>(&mut self, coder: &mut C, given: &[Entry], out: &mut Vec<u8>) -> Result<()> {
        let mut before = true;
        let mut left = given.iter();
        loop {
            let entry = left.next();
            if !self.more.code(coder, entry.is_some()) {
                return Ok(());
            }
            coder.expect_more("a list of positions ends too early")?;
            let given = match entry {
                Some(Entry::Position(state, _)) => Some(&**state),
                _ => None,
            };
            let is_position = self.is_position[usize::from(before)].code(coder, given.is_some());
            let start = out.len();
            let kind = if is_position {
                let state = self.code_position(coder, given)?;
                if C::READS {
                    out.extend_from_slice(state.epd().as_bytes());
                }
                self.last = setup::position_of_fen(state.fen().as_bytes());
                priming::field::VALUE
            } else {
                priming::field::PLAIN
            };
            let rest = entry.map_or(&[][..], rest_of);
            let most = match C::READS {
                true => usize::try_from(self.left).unwrap_or(usize::MAX),
                false => rest.len(),
            };
            self.text.code_string(coder, rest, kind, most, out)?;
            if C::READS {
                let read = out.len() - start;
                self.budget.take(self.budget.of_spelt(read + 1))?; // with the end of the line
                self.left = self.left.saturating_sub(read as u64);
            } else {
                out.clear();
            }
            before = is_position;
        }
    }

    fn code_position<C: Coder>(&mut self, coder: &mut C, given: Option<&State>) -> Result<State> {
        if let Some(last) = self.last.take() {
            let moves = order::legal_moves(&last);
            let found = given.and_then(|state| self.find(&last, &moves, state));
            let is_moved = &mut self.is_moved[usize::from(self.was_moved)];
            self.was_moved = is_moved.code(coder, found.is_some());
            if self.was_moved {
                let (index, always) = found.unwrap_or_default();
                let always = self.always_passed.code(coder, always);
                if moves.is_empty() {
                    return Err(Error::corrupt("a move where there is none"));
                }
                let index = coder.evenly(index, moves.len());
                return after(&last, moves[index], always);
            }
        }
        model::code(coder, given.unwrap_or(&State::default()))
    }

    /// The legal move that leads to `state`, by its number, and whether the en passant square is
    /// given in any case.
    fn find(&self, last: &Position, moves: &[Move], state: &State) -> Option<(usize, bool)> {
        if last.turn() == state.turn() {
            return None;
        }
        // Boards differ nearly always, and are compared in a fraction of the time.
        let board = state.board();
        let moves = moves.iter().copied().enumerate();
        let close = moves.filter(|&(_, m)| {
            let mut position = last.clone();
            position.play_unchecked(m);
            *position.board() == board
        });
        let close: Vec<(usize, Move)> = close.collect();
        let likelier = self.always_passed.p() >= ONE / 2;
        [likelier, !likelier].into_iter().find_map(|always| {
            let leads = |m| after(last, m, always).is_ok_and(|found| found == *state);
            let found = close.iter().find(|&&(_, m)| leads(m));
            found.map(|&(index, _)| (index, always))
        })
    }
}

/// The position after a move, as its notation has it.
fn after(last: &Position, m: Move, always_passed: bool) -> Result<State> {
    let mut position = last.clone();
    position.play_unchecked(m);
    let mode = match always_passed {
        true => EnPassantMode::Always,
        false => EnPassantMode::Legal,
    };
    State::of_setup(&position.to_setup(mode))
        .map_err(|_| Error::corrupt("a move that leads to no position"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder};
    use proptest::prelude::*;

    fn write(texts: &[&[u8]]) -> Vec<u8> {
        let mut encoder = Encoder::new();
        let budget = Budget::new(0);
        let texts = CodedTexts::Given(texts.to_vec());
        code_texts(&mut encoder, Strength::Fast, texts, &budget).unwrap();
        encoder.finish()
    }

    fn read(bytes: &[u8], count: usize, budget: u64) -> Result<Vec<Vec<u8>>> {
        let mut back = vec![Vec::new(); count];
        let pieces = CodedTexts::Read(back.iter_mut().collect());
        let mut decoder = Decoder::new(bytes);
        let budget = Budget::new(budget);
        code_texts(&mut decoder, Strength::Fast, pieces, &budget)?;
        Ok(back)
    }

    /// Sixty positions of a game of arbitrary moves, each made into a line by `line`.
    fn replayed(line: impl Fn(String, usize) -> String) -> String {
        let mut position = Position::default();
        (0..60)
            .map(|ply| {
                let moves = order::legal_moves(&position);
                position.play_unchecked(moves[ply * 7 % moves.len()]);
                line(setup::epd(&position, EnPassantMode::Always), ply)
            })
            .collect()
    }

    fn lists() -> [String; 3] {
        let epd = replayed(|epd, ply| format!("{epd} bm e4; id \"test {ply}\";\r\n"));
        let fen = replayed(|epd, ply| format!("{epd} {} {}\n", ply % 4, ply / 2 + 1));
        let mut broken: Vec<&str> = fen.split_inclusive('\n').collect();
        broken.insert(20, "8/8/8 no position w - -\n");
        broken.insert(30, "\n");
        let broken = broken.concat();
        [epd, fen, broken]
    }

    #[test]
    fn lists_come_back_to_the_byte_among_other_texts() {
        let [epd, fen, broken] = lists();
        let unended = "4k3/8/8/8/8/8/8/4K3 w - -";
        let chess960 = "nrbkqbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/NRBKQBNR w KQkq e6 0 2\n".repeat(3);
        let texts = [
            "prose\n", &epd, "", &fen, &broken, unended, &chess960, "\0\n",
        ];
        let given: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        assert_eq!(read(&write(&given), texts.len(), 1 << 20).unwrap(), given);
    }

    #[test]
    fn a_line_that_is_a_move_away_takes_few_bytes() {
        for list in lists() {
            assert!(list::parse(list.as_bytes()).is_some());
            let bytes = write(&[list.as_bytes()]).len();
            assert!(bytes < 60 * 4, "{bytes} bytes");
        }
    }

    #[test]
    fn a_list_larger_than_its_budget_is_refused() {
        let [epd, ..] = lists();
        assert!(read(&write(&[epd.as_bytes()]), 1, 1_000).is_err());
    }

    proptest! {
        #[test]
        fn damaged_lists_end_in_an_error_or_in_bounded_text(place in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<prop::sample::Index>()) {
            let [_, _, broken] = lists();
            let mut bytes = write(&[broken.as_bytes()]);
            let place = place.index(bytes.len());
            bytes[place] = byte;
            if let Ok(back) = read(&bytes, 1, 1 << 16) {
                prop_assert!(back[0].len() <= 1 << 16);
            }
            let _ = read(&bytes[..cut.index(bytes.len())], 1, 1 << 16);
        }
    }
}
