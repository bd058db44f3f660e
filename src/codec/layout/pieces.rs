//! Codes which pieces are games, in which style they are written, and how they end.

use crate::{
    coding::{
        adaptive::{Bit, Number, Symbol},
        range::Coder,
    },
    error::{Error, Result},
    pgn::layout::{Edits, Layout, Piece, Reason, Termination},
};

/// What is known of this many games before is the context for whether a game has the style of the
/// one before.
const HISTORY: usize = 2;

/// The models for the pieces of a document, and what they remember of the last ones.
pub(super) struct Pieces {
    /// Whether there is a first piece, a second one, more.
    more: [Bit; 3],
    /// How many pieces there were, but 2 if more.
    before: usize,
    is_text: [Bit; 2],
    last_was_text: usize,
    reason: Symbol<3>,
    /// The styles, those used last first.
    recent: Vec<usize>,
    /// Whether the last games were in another style than the one before each, a bit each.
    changes: usize,
    same_style: [Bit; 1 << HISTORY],
    style: Number,
    termination: Vec<Symbol<3>>,
    last_termination: usize,
    /// Whether the first move has another number than the start gives it, by whether that of the
    /// game before had; and which.
    renumbered: [Bit; 2],
    was_renumbered: bool,
    first_number: Number,
}

impl Pieces {
    /// For a document with this many styles.
    pub(super) fn new(styles: usize) -> Pieces {
        Pieces {
            more: [
                Bit::primed(60_000, 2),
                Bit::default(),
                Bit::primed(60_000, 2),
            ],
            before: 0,
            is_text: [Bit::primed(3_000, 2), Bit::default()],
            last_was_text: 0,
            reason: Symbol::default(),
            recent: (0..styles).collect(),
            changes: 0,
            same_style: [Bit::primed(60_000, 2); 1 << HISTORY],
            style: Number::default(),
            termination: (0..Termination::COUNT as u32)
                .map(Symbol::expecting)
                .collect(),
            last_termination: 0,
            renumbered: [Bit::primed(200, 20), Bit::default()],
            was_renumbered: false,
            first_number: Number::expecting(1),
        }
    }

    /// Codes whether there is another piece.
    pub(super) fn code_more<C: Coder>(&mut self, coder: &mut C, more: bool) -> bool {
        let bit = &mut self.more[self.before];
        let more = coder.bit(more, bit.p());
        bit.update(more, u8::MAX);
        self.before = (self.before + 1).min(2);
        more
    }

    /// Codes a piece, but not the game or the text that it holds.
    ///
    /// # Errors
    /// Where an encoder's game names a style that is not there, or a decoder's bytes make no sense.
    pub(super) fn code<C: Coder>(&mut self, coder: &mut C, given: Option<&Piece>) -> Result<Piece> {
        let is_text = matches!(given, Some(Piece::Text(..)));
        let is_text = self.is_text[self.last_was_text].code(coder, is_text);
        self.last_was_text = usize::from(is_text);
        if is_text {
            let reason = match given {
                Some(Piece::Text(_, reason)) => *reason as u32,
                _ => 0,
            };
            let reason = self.reason.code(coder, reason);
            let reason = Reason::ALL
                .get(reason as usize)
                .ok_or_else(|| Error::corrupt("a text is kept for a reason that is not known"))?;
            return Ok(Piece::Text(Vec::new(), *reason));
        }
        let given = match given {
            Some(Piece::Game(_, layout)) => Some(layout),
            _ => None,
        };
        let style = self.code_style(coder, given.map_or(0, |layout| layout.style))?;
        let termination = self.code_termination(coder, given.map(|layout| layout.termination))?;
        let first_number =
            self.code_first_number(coder, given.and_then(|layout| layout.first_number))?;
        let layout = Layout {
            style,
            termination,
            first_number,
            edits: Edits::default(),
        };
        Ok(Piece::Game(Box::default(), layout))
    }

    fn code_style<C: Coder>(&mut self, coder: &mut C, given: usize) -> Result<usize> {
        let rank = match C::READS {
            true => None,
            false => self.recent.iter().position(|&style| style == given),
        };
        let is_same = self.same_style[self.changes].code(coder, rank == Some(0));
        self.changes = (self.changes << 1 | usize::from(!is_same)) % (1 << HISTORY);
        if is_same && !self.recent.is_empty() {
            return Ok(self.recent[0]);
        }
        let rank = rank.unwrap_or(self.recent.len());
        let rank = self.style.code(coder, rank as u32) as usize;
        if rank >= self.recent.len() {
            return Err(Error::corrupt("a game has a style that is not there"));
        }
        self.recent[..=rank].rotate_right(1);
        Ok(self.recent[0])
    }

    fn code_first_number<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<u16>,
    ) -> Result<Option<u16>> {
        let renumbered = &mut self.renumbered[usize::from(self.was_renumbered)];
        self.was_renumbered = renumbered.code(coder, given.is_some());
        if !self.was_renumbered {
            return Ok(None);
        }
        let number = self
            .first_number
            .code(coder, given.unwrap_or_default().into());
        match u16::try_from(number) {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(Error::corrupt("a move has a number that cannot be")),
        }
    }

    fn code_termination<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<Termination>,
    ) -> Result<Termination> {
        let number = given.unwrap_or_default().number() as u32;
        let number = self.termination[self.last_termination].code(coder, number) as usize;
        let termination = Termination::from_number(number)
            .ok_or_else(|| Error::corrupt("a game ends in a way that is not known"))?;
        self.last_termination = number;
        Ok(termination)
    }
}
