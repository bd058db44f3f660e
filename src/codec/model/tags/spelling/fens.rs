//! FENs: coded as a position, and how the castling rights and what stands behind the position are
//! spelt.

use super::{super::CUT_SHORT, start};
use crate::{
    coding::{
        adaptive::{Bit, Number},
        range::Coder,
    },
    error::{Error, Result},
    position::{Counters, State, model},
};

/// The parts of a FEN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Fen {
    /// The position; without castling rights if they are ones that nobody can have.
    state: State,
    castling: Castling,
    end: End,
}

/// The place of the castling rights among the fields.
const RIGHTS: usize = 2;

/// How castling rights are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Castling {
    /// `KQkq`, and by the file of the rook where that is ambiguous.
    #[default]
    BySide,
    /// By the file of the rook: `HAha`.
    ByFile,
    /// In some other way, or they are rights that nobody can have.
    Spelt(Vec<u8>),
}

/// What stands behind the position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum End {
    /// Nothing, as in an EPD.
    #[default]
    Nothing,
    Counters(Counters),
    /// A space and this.
    Spelt(Vec<u8>),
}

impl Fen {
    /// The parts of a text; `None` unless they give exactly that text back.
    fn of(text: &[u8]) -> Option<Fen> {
        let text = std::str::from_utf8(text).ok()?;
        let mut fields = text.splitn(5, ' ');
        let [men, turn, rights, passed] = std::array::from_fn(|_| fields.next());
        let (men, turn, rights, passed) = (men?, turn?, rights?, passed?);
        let end = fields
            .next()
            .map_or(End::Nothing, |end| match Counters::of(end) {
                Some(counters) => End::Counters(counters),
                None => End::Spelt(end.into()),
            });
        let position = |rights| State::parse_lenient(&format!("{men} {turn} {rights} {passed}"));
        let state = position(rights).or_else(|_| position("-")).ok()?;
        let spellings = [
            Castling::BySide,
            Castling::ByFile,
            Castling::Spelt(rights.into()),
        ];
        let spelt = |castling| Fen {
            state: state.clone(),
            castling,
            end: end.clone(),
        };
        spellings
            .map(spelt)
            .into_iter()
            .find(|fen| fen.text() == text.as_bytes())
    }

    fn text(&self) -> Vec<u8> {
        let mut text = match &self.castling {
            Castling::BySide => self.state.epd().into_bytes(),
            Castling::ByFile => self.state.epd_by_file().into_bytes(),
            Castling::Spelt(rights) => {
                let epd = self.state.epd().into_bytes();
                let mut fields: Vec<&[u8]> = epd.split(|&byte| byte == b' ').collect();
                fields[RIGHTS] = rights;
                fields.join(&b' ')
            }
        };
        let end = match &self.end {
            End::Nothing => return text,
            End::Counters(counters) => counters.text().into_bytes(),
            End::Spelt(end) => end.clone(),
        };
        text.push(b' ');
        text.extend(end);
        text
    }
}

/// The models of FENs.
#[derive(Clone, Debug)]
pub(crate) struct Fens {
    is_position: Bit,
    is_start: Bit,
    /// Whether Black's men of a start stand as White's.
    is_mirrored: Bit,
    is_by_side: Bit,
    is_by_file: Bit,
    is_counted: Bit,
    is_ended: Bit,
    clock: Number,
    number: Number,
}

impl Default for Fens {
    /// Few FENs are starts of Chess960 (whose columns have [a kind of their own](start)) or spelt
    /// in an unusual way.
    fn default() -> Fens {
        Fens {
            is_position: Bit::default(),
            is_start: Bit::primed(3_000, 2),
            is_mirrored: Bit::default(),
            is_by_side: Bit::primed(62_000, 2),
            is_by_file: Bit::default(),
            is_counted: Bit::primed(62_000, 2),
            is_ended: Bit::primed(3_000, 2),
            clock: Number::default(),
            number: Number::default(),
        }
    }
}

impl Fens {
    /// Codes whether `given` is a position and how that is spelt and, if so, which. Returns its
    /// text then, else `None`. `spell` codes what is text.
    pub(crate) fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[u8],
        mut spell: impl FnMut(&mut C, &[u8]) -> Result<Vec<u8>>,
    ) -> Result<Option<Vec<u8>>> {
        let fen = Fen::of(given);
        if !self.is_position.code(coder, fen.is_some()) {
            return Ok(None);
        }
        let fen = fen.unwrap_or_default();
        let state = self.code_position(coder, &fen.state)?;
        let castling = self.code_castling(coder, &fen.castling, &state, &mut spell)?;
        let end = self.code_end(coder, &fen.end, &mut spell)?;
        coder.expect_more(CUT_SHORT)?;
        let fen = Fen {
            state,
            castling,
            end,
        };
        Ok(Some(fen.text()))
    }

    fn code_position<C: Coder>(&mut self, coder: &mut C, given: &State) -> Result<State> {
        let sides = start::sides(given);
        if !self.is_start.code(coder, sides.is_some()) {
            return model::code(coder, given);
        }
        let [white, black] = sides.unwrap_or_default();
        let white = start::code_number(coder, white);
        let black = match self.is_mirrored.code(coder, black == white) {
            true => white,
            false => start::code_number(coder, black),
        };
        Ok(start::of_sides([white, black]))
    }

    fn code_castling<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &Castling,
        state: &State,
        spell: &mut impl FnMut(&mut C, &[u8]) -> Result<Vec<u8>>,
    ) -> Result<Castling> {
        if self.is_by_side.code(coder, *given == Castling::BySide) {
            return Ok(Castling::BySide);
        }
        if !state.castling().is_empty() && self.is_by_file.code(coder, *given == Castling::ByFile) {
            return Ok(Castling::ByFile);
        }
        let given = match given {
            Castling::Spelt(rights) => rights,
            _ => &[][..],
        };
        spell(coder, given).map(Castling::Spelt)
    }

    fn code_end<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &End,
        spell: &mut impl FnMut(&mut C, &[u8]) -> Result<Vec<u8>>,
    ) -> Result<End> {
        if self
            .is_counted
            .code(coder, matches!(given, End::Counters(_)))
        {
            let given = match *given {
                End::Counters(counters) => counters,
                _ => Counters::default(),
            };
            return self.code_counters(coder, given).map(End::Counters);
        }
        if self.is_ended.code(coder, *given == End::Nothing) {
            return Ok(End::Nothing);
        }
        let given = match given {
            End::Spelt(end) => end,
            _ => &[][..],
        };
        spell(coder, given).map(End::Spelt)
    }

    fn code_counters<C: Coder>(&mut self, coder: &mut C, given: Counters) -> Result<Counters> {
        let counter =
            |number| u16::try_from(number).map_err(|_| Error::corrupt("a counter that cannot be"));
        Ok(Counters {
            clock: counter(self.clock.code(coder, given.clock.into()))?,
            number: counter(self.number.code(coder, given.number.into()))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coding::range::{Decoder, Encoder};

    /// FENs, and whether a part of each is spelt.
    const FENS: [(&str, bool); 19] = [
        (
            "r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 4 10",
            false,
        ),
        (
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            false,
        ),
        (
            "nrbkqbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/NRBKQBNR w KQkq e6 0 2",
            false,
        ),
        ("8/8/4k3/8/8/3K4/4P3/8 w - - 65535 0", false),
        ("8/8/4k3/8/8/3K4/4P3/8 w - -", false),
        (
            "r1bqk2r/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQK2R w HAha - 4 10",
            false,
        ),
        (
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1",
            false,
        ),
        (
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAhf - 0 1",
            false,
        ),
        (
            "nrbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBNR w KQkq -",
            false,
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            false,
        ),
        (
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQhf - 0 1",
            true,
        ),
        (
            "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w ACfh - 0 1",
            true,
        ),
        ("8/8/4k3/8/8/3K4/4P3/8 w KQkq - 0 1", true),
        ("8/8/4k3/8/8/3K4/4P3/8 w - - ", true),
        ("8/8/4k3/8/8/3K4/4P3/8 w - - 0", true),
        ("8/8/4k3/8/8/3K4/4P3/8 w - - - -", true),
        ("8/8/4k3/8/8/3K4/4P3/8 w - - 00 1", true),
        ("8/8/4k3/8/8/3K4/4P3/8 w - - +1 1", true),
        ("8/8/4k3/8/8/3K4/4P3/8 w - - 65536 1", true),
    ];

    /// The parts that were spelt, and the text that comes of them.
    type Coded = (Vec<Vec<u8>>, Option<Vec<u8>>);

    /// Codes a FEN; what is to be spelt goes to a list, or comes from it.
    fn code<C: Coder>(fens: &mut Fens, coder: &mut C, given: &[u8], spelt: &[Vec<u8>]) -> Coded {
        let mut parts = Vec::new();
        let coded = fens.code(coder, given, |_, part| {
            let read = spelt.get(parts.len()).map_or(part, Vec::as_slice).to_vec();
            parts.push(read.clone());
            Ok(read)
        });
        (parts, coded.unwrap())
    }

    #[test]
    fn fens_come_back_and_take_few_bytes() {
        let mut encoder = Encoder::new();
        let mut fens = Fens::default();
        let mut spelt = Vec::new();
        for (fen, is_spelt) in FENS {
            let (parts, coded) = code(&mut fens, &mut encoder, fen.as_bytes(), &[]);
            assert_eq!(coded.as_deref(), Some(fen.as_bytes()));
            assert_eq!(!parts.is_empty(), is_spelt, "{fen}");
            spelt.push(parts);
        }
        let bytes = encoder.finish();
        assert!(bytes.len() < 10 * FENS.len(), "{} bytes", bytes.len());
        let mut decoder = Decoder::new(&bytes);
        let mut fens = Fens::default();
        for ((fen, _), spelt) in FENS.into_iter().zip(&spelt) {
            let (_, read) = code(&mut fens, &mut decoder, &[], spelt);
            assert_eq!(read.as_deref(), Some(fen.as_bytes()));
        }
    }

    #[test]
    fn starts_of_double_chess960_take_the_numbers_of_two_orders() {
        let mut encoder = Encoder::new();
        let mut fens = Fens::default();
        for number in 0..500 {
            let start = start::of_sides([number, 959 - 2 * number % 960]);
            let fen = start.epd_by_file() + " 0 1";
            code(&mut fens, &mut encoder, fen.as_bytes(), &[]);
        }
        // 19.8 bits each.
        let bytes = encoder.finish().len();
        assert!(bytes < 500 * 20 / 8 + 50, "{bytes}");
    }

    #[test]
    fn what_is_no_position_or_comes_back_otherwise_is_not_taken_for_one() {
        for text in [
            "",
            "8/8/4k3/8/8/3K4/4P3/8 w -",
            "8/8/4k3/8/8/3K4/4P3/8  w - - 0 1",
            "8/8/4k3/8/8/3K4/4P3/71 w - - 0 1",
            "8/8/4k3/8/8/3K4/4P3/9 w - - 0 1",
            "8/8/8/8/8/8/4P3/8 w - - 0 1",
        ] {
            assert_eq!(Fen::of(text.as_bytes()), None, "{text}");
        }
    }
}
