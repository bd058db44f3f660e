//! Pieces of text that are not games; among them lists of positions (EPD, FEN).
//!
//! Owns which pieces are coded as lists, and how. First comes a decision for each piece, then the
//! other pieces as text, then the lists line by line. A line is a position and the text behind it,
//! or text alone. A position is coded as a move from the last one where it is one (lists are often
//! made by replaying games), by the model of moves, and otherwise by the model of single positions.
//! The two counters that a FEN has behind a position mostly follow from that move. Section 3 of
//! `position/model/MODEL.md` says it decision by decision. [`crate::position`] knows what a position
//! is and how to take a list apart.

use super::moves::{
    context::GameContext,
    model::{Effort, MoveModel},
    predictor::MovePredictor,
};
use crate::{
    chess::{EnPassantMode, Move, Position, Rules, setup},
    codec::{
        Level,
        text::{self, CodedTexts, priming},
    },
    coding::{
        adaptive::Bit,
        range::{Coder, ONE},
        text::TextModel,
    },
    error::{Error, Result},
    limits::{Budget, HALF_MOVE},
    pgn::game::Tags,
    position::{Counters, State, list, list::Entry, model},
};

/// Codes pieces of text at a level, under the model `moves` where they are positions of games.
///
/// # Errors
/// For bytes that no writer writes; where a piece is longer than `budget` allows.
pub(super) fn code_texts<C: Coder>(
    coder: &mut C,
    level: Level,
    moves: &MoveModel,
    pieces: CodedTexts,
    budget: &Budget,
) -> Result<()> {
    let strength = level.row().text;
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
                let mut coded = Lists::begin(coder, level, moves, bytes, budget)?;
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
                let mut coded = Lists::begin(coder, level, moves, 0, budget)?;
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

/// The counters at the front of what stands behind a position: two numbers of at most four digits, a
/// blank before each.
fn counters_before(rest: &[u8]) -> Option<Counters> {
    let (clock, rest) = numbered(rest)?;
    let (number, _) = numbered(rest)?;
    Some(Counters { clock, number })
}

/// The number of at most four digits behind the blank at the front of a text, and the rest of that.
fn numbered(text: &[u8]) -> Option<(u16, &[u8])> {
    let text = text.strip_prefix(b" ")?;
    let is_other = |byte: &u8| !byte.is_ascii_digit();
    let (digits, rest) = text.split_at(text.iter().position(is_other).unwrap_or(text.len()));
    let number = std::str::from_utf8(digits).ok()?.parse().ok()?;
    (digits.len() <= 4).then_some((number, rest))
}

/// A line that is a position from which a game can go on.
struct Last {
    position: Position,
    /// The game as far as the lines before show it, each a move away from the one before.
    context: GameContext,
    counters: Option<Counters>,
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
    model: &'b MoveModel,
    effort: Effort,
    /// Made for the first position that is a move away from another.
    moves: Option<MovePredictor<'b>>,
    /// Whether counters are those that follow from a move.
    follow: Bit,
    /// The last line that is a position, in whatever list, if it can be played from.
    last: Option<Last>,
}

/// A position that was coded.
struct Placed {
    state: State,
    /// The game that it is in.
    context: GameContext,
    /// The counters that follow from the move that led to it.
    counters: Option<Counters>,
}

impl<'b> Lists<'b> {
    /// The coder of all lists, of which so many `bytes` are written as text.
    ///
    /// # Errors
    /// For a size that no writer writes.
    fn begin<C: Coder>(
        coder: &mut C,
        level: Level,
        moves: &'b MoveModel,
        bytes: usize,
        budget: &'b Budget,
    ) -> Result<Lists<'b>> {
        let size = priming::code_size(coder, bytes + 1)?;
        let row = level.row();
        Ok(Lists {
            text: priming::model(row.text, size),
            budget,
            left: budget.text(),
            more: Bit::default(),
            is_position: [Bit::default(); 2],
            is_moved: [Bit::default(); 2],
            was_moved: false,
            always_passed: Bit::default(),
            model: moves,
            effort: row.moves,
            moves: None,
            follow: Bit::default(),
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
            let rest = entry.map_or(&[][..], rest_of);
            let start = out.len();
            match is_position {
                true => self.code_line(coder, given, rest, out)?,
                false => self.code_rest(coder, rest, priming::field::PLAIN, out)?,
            }
            if C::READS {
                let read = out.len() - start;
                self.budget.take_spelt(read + 1)?; // with the end of the line
                self.left = self.left.saturating_sub(read as u64);
            } else {
                out.clear();
            }
            before = is_position;
        }
    }

    /// Codes a line that is a position, and what stands behind it.
    fn code_line<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&State>,
        rest: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let Placed {
            state,
            context,
            counters,
        } = self.code_position(coder, given)?;
        if C::READS {
            out.extend_from_slice(state.epd().as_bytes());
        }
        let behind = out.len();
        let mut uncoded = rest;
        if let Some(spelt) = counters.map(|counters| format!(" {}", counters.text())) {
            let others = rest.strip_prefix(spelt.as_bytes());
            if self.follow.code(coder, others.is_some()) {
                uncoded = others.unwrap_or_default();
                out.extend(spelt.as_bytes());
            }
        }
        self.code_rest(coder, uncoded, priming::field::VALUE, out)?;
        let rest = if C::READS { &out[behind..] } else { rest };
        let position = setup::position_of_setup(state.setup());
        self.last = position.map(|position| Last {
            position,
            context,
            counters: counters_before(rest),
        });
        Ok(())
    }

    /// Codes text of a line, up to its end.
    fn code_rest<C: Coder>(
        &mut self,
        coder: &mut C,
        rest: &[u8],
        field: u32,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let most = match C::READS {
            true => usize::try_from(self.left).unwrap_or(usize::MAX),
            false => rest.len(),
        };
        self.text.code_string(coder, rest, field, most, out)
    }

    fn code_position<C: Coder>(&mut self, coder: &mut C, given: Option<&State>) -> Result<Placed> {
        if let Some(last) = self.last.take() {
            let found = given.and_then(|state| self.find(&last.position, state));
            let is_moved = &mut self.is_moved[usize::from(self.was_moved)];
            self.was_moved = is_moved.code(coder, found.is_some());
            if self.was_moved {
                return self.code_move(coder, last, found);
            }
        }
        Ok(Placed {
            state: model::code(coder, given.unwrap_or(&State::default()))?,
            context: GameContext::of_tags(&Tags::default()).at(self.effort),
            counters: None,
        })
    }

    /// Codes a position that is a move away from the last: that move, and whether the en passant
    /// square is given in any case.
    fn code_move<C: Coder>(
        &mut self,
        coder: &mut C,
        last: Last,
        found: Option<(Move, bool)>,
    ) -> Result<Placed> {
        let Last {
            position,
            mut context,
            counters,
        } = last;
        let (played, always) = found.unzip();
        let always = self
            .always_passed
            .code(coder, always.is_some_and(|always| always));
        self.budget.take(HALF_MOVE)?;
        let new = || MovePredictor::new(self.model, self.effort);
        let moves = self.moves.get_or_insert_with(new);
        let m = moves.code(coder, &position, &context, played);
        let m = m.ok_or_else(|| Error::corrupt("a move where there is none"))?;
        context.advance(&position, m);
        Ok(Placed {
            state: after(&position, m, always)?,
            context,
            counters: counters.map(|counters| counters.after(m, position.turn())),
        })
    }

    /// The legal move that leads to `state`, and whether the en passant square is given in any
    /// case.
    fn find(&self, last: &Position, state: &State) -> Option<(Move, bool)> {
        if last.turn() == state.turn() {
            return None;
        }
        // Boards differ nearly always, and are compared in a fraction of the time.
        let board = state.board();
        let close = last.legal_moves().into_iter().filter(|&m| {
            let mut position = last.clone();
            position.play_unchecked(m);
            *position.board() == board
        });
        let close: Vec<Move> = close.collect();
        let likelier = self.always_passed.p() >= ONE / 2;
        [likelier, !likelier].into_iter().find_map(|always| {
            let leads = |m| after(last, m, always).is_ok_and(|found| found == *state);
            let found = close.iter().find(|&&m| leads(m));
            found.map(|&m| (m, always))
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
    use crate::{
        chess::order,
        codec::model::learnt::Learnt,
        coding::range::{Decoder, Encoder},
    };
    use proptest::prelude::*;

    /// As [`super::code_texts`], at the fastest level.
    fn code_texts<C: Coder>(coder: &mut C, pieces: CodedTexts, budget: &Budget) -> Result<()> {
        let moves = Learnt::standard().moves();
        super::code_texts(coder, Level::new(1).unwrap(), moves, pieces, budget)
    }

    fn write(texts: &[&[u8]]) -> Vec<u8> {
        let mut encoder = Encoder::new();
        let budget = Budget::of_writer();
        let texts = CodedTexts::Given(texts.to_vec());
        code_texts(&mut encoder, texts, &budget).unwrap();
        encoder.finish()
    }

    fn read(bytes: &[u8], count: usize, text: u64) -> Result<Vec<Vec<u8>>> {
        let mut back = vec![Vec::new(); count];
        let pieces = CodedTexts::Read(back.iter_mut().collect());
        let mut decoder = Decoder::new(bytes);
        let budget = Budget::of_block(text);
        code_texts(&mut decoder, pieces, &budget)?;
        Ok(back)
    }

    /// Sixty positions of a game of arbitrary moves, each made into a line by `line`.
    fn replayed(mut line: impl FnMut(String, usize) -> String) -> String {
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

    /// Lines of a list that begin as those of EPD do, each with the counters of its game behind.
    fn counted(epd: &str) -> String {
        let mut counters = [0, 1];
        let mut before: Option<Position> = None;
        let lines = epd.lines().map(|epd| {
            let position = setup::position_of_fen(epd.as_bytes()).unwrap();
            if let Some(before) = &before {
                let pawns = |position: &Position| position.board().pawns();
                let is_final = pawns(before) != pawns(&position)
                    || before.board().occupied().count() > position.board().occupied().count();
                counters[0] = if is_final { 0 } else { counters[0] + 1 };
                counters[1] += usize::from(position.turn().is_white());
            }
            before = Some(position);
            format!("{epd} {} {}\n", counters[0], counters[1])
        });
        lines.collect()
    }

    #[test]
    fn counters_follow_from_moves() {
        let epd = replayed(|epd, _| format!("{epd}\n"));
        let fen = counted(&epd);
        let [plain, followed] = [&epd, &fen].map(|list| write(&[list.as_bytes()]));
        assert_eq!(read(&followed, 1, 1 << 16).unwrap(), [fen.as_bytes()]);
        assert!(followed.len() <= plain.len() + 12, "{}", followed.len());
        // Others come back, too.
        let counts = [
            " 0 1",
            " 9999 9999",
            " 99999 1",
            " 7 12345",
            " 7 07",
            " 7",
            "",
            " 3 4 5",
        ];
        let mut count = counts.iter().cycle();
        let others = replayed(|epd, _| format!("{epd}{}\n", count.next().unwrap()));
        let back = read(&write(&[others.as_bytes()]), 1, 1 << 16).unwrap();
        assert_eq!(back, [others.as_bytes()]);
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
