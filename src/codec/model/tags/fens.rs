//! FENs in their usual spelling: coded as a position, under the model of positions, and two
//! counters.

use crate::{
    coding::{
        adaptive::{Bit, Number},
        range::Coder,
    },
    error::{Error, Result},
    position::{State, model},
};

/// The parts of a FEN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Fen {
    state: State,
    /// Half-moves since the last capture or move of a pawn.
    clock: u16,
    /// Number of the next move.
    number: u16,
}

impl Fen {
    /// The parts of a text; `None` unless they give exactly that text back.
    fn of(text: &[u8]) -> Option<Fen> {
        let text = std::str::from_utf8(text).ok()?;
        let (rest, number) = text.rsplit_once(' ')?;
        let (epd, clock) = rest.rsplit_once(' ')?;
        let fen = Fen {
            state: State::parse_lenient(epd).ok()?,
            clock: clock.parse().ok()?,
            number: number.parse().ok()?,
        };
        (fen.text() == text).then_some(fen)
    }

    fn text(&self) -> String {
        format!("{} {} {}", self.state.epd(), self.clock, self.number)
    }
}

/// The models of FENs.
#[derive(Clone, Debug, Default)]
pub(super) struct Fens {
    is_plain: Bit,
    clock: Number,
    number: Number,
}

impl Fens {
    /// Codes whether `given` is a FEN in its usual spelling and, if so, which. Returns its text
    /// then, else `None`.
    pub(super) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[u8],
    ) -> Result<Option<Vec<u8>>> {
        let fen = Fen::of(given);
        if !self.is_plain.code(coder, fen.is_some()) {
            return Ok(None);
        }
        let fen = fen.unwrap_or_default();
        let state = model::code(coder, &fen.state)
            .map_err(|_| Error::corrupt("no position has this code"))?;
        let counter =
            |number| u16::try_from(number).map_err(|_| Error::corrupt("a counter that cannot be"));
        let clock = counter(self.clock.code(coder, fen.clock.into()))?;
        let number = counter(self.number.code(coder, fen.number.into()))?;
        if coder.overrun() {
            return Err(Error::truncated("the tags end too early"));
        }
        let fen = Fen {
            state,
            clock,
            number,
        };
        Ok(Some(fen.text().into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder};

    const FENS: [&str; 4] = [
        "r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 4 10",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "nrbkqbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/NRBKQBNR w KQkq e6 0 2",
        "8/8/4k3/8/8/3K4/4P3/8 w - - 65535 0",
    ];

    #[test]
    fn fens_come_back_and_take_few_bytes() {
        let mut encoder = Encoder::new();
        let mut fens = Fens::default();
        for fen in FENS {
            let coded = fens.code(&mut encoder, fen.as_bytes()).unwrap();
            assert_eq!(coded.as_deref(), Some(fen.as_bytes()));
        }
        let bytes = encoder.finish();
        assert!(bytes.len() < 14 * FENS.len(), "{} bytes", bytes.len());
        let mut decoder = Decoder::new(&bytes);
        let mut fens = Fens::default();
        for fen in FENS {
            let read = fens.code(&mut decoder, &[]).unwrap();
            assert_eq!(read.as_deref(), Some(fen.as_bytes()));
        }
    }

    #[test]
    fn other_spellings_are_not_taken_for_fens() {
        for text in [
            "",
            "8/8/4k3/8/8/3K4/4P3/8 w - -",
            "8/8/4k3/8/8/3K4/4P3/8 w - - 00 1",
            "8/8/4k3/8/8/3K4/4P3/8 w - - +1 1",
            "8/8/4k3/8/8/3K4/4P3/8  w - - 0 1",
            "8/8/4k3/8/8/3K4/4P3/8 w - - 65536 1",
            "8/8/4k3/8/8/3K4/4P3/71 w - - 0 1",
        ] {
            assert_eq!(Fen::of(text.as_bytes()), None, "{text}");
        }
    }
}
