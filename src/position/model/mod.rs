//! `model`: an arithmetic code of a position, with probabilities learnt from positions of real
//! games. Codec `model` codes positions in tags and in lists so, too.
//!
//! A code begins with the decision whether the position is "ordinary", which nearly all are. An
//! ordinary one is told square by square (`walk`), each decision with the probability that a small
//! trained network (`net`) gives it from all that is known so far. The network has one hidden
//! layer, which all squares share and which is updated as men become known (a neural autoregressive
//! distribution estimator: Larochelle and Murray 2011).
//!
//! A position that the network finds so improbable that its number in [`super::rank`] is shorter is
//! written as that; in a codec it is not.
//!
//! Keeps every fact (the escape to `rank` is not taken if it would lose an en-passant file). The
//! code is the bytes of the range coder without the zeros at their end, which the decoder assumes:
//! about a bit more than the information content. Worst case: 175 bits where the escape to `rank`
//! is open: 9 for it, 2 for the kind, 155 for the number, and the end of the range coder. There is
//! no bound for positions without a number, or with facts that it loses.
//!
//! The tables in `weights.bin` are made by `pgnpack position train -o weights.bin FILE…` from games
//! of many sources; see [`train`].
//!
//! The following is MODEL.md, a part of the file format.
#![doc = include_str!("MODEL.md")]

mod net;
mod reservoir;
mod shape;
mod train;
mod walk;

pub use net::Net;
pub use reservoir::Reservoir;
pub use train::Trainer;

use super::bits::Bits;
use super::rank;
use super::state::{Rights, State};
use super::{Facts, Scheme};
use crate::chess::{Bitboard, Board, Color, File, Piece, Rank, Role, Square, chess960};
use crate::coding::range::{Coder, Decoder, Encoder, Meter};
use crate::error::{Error, Result};
use net::Expectation;
use std::sync::LazyLock;
use walk::Contents;

/// The scheme.
pub struct Model;

/// The shipped network.
static NET: LazyLock<Net> =
    LazyLock::new(|| match Net::from_bytes(include_bytes!("weights.bin")) {
        Ok(net) => net,
        Err(_) => unreachable!("the tables in the program are whole (a test reads them)"),
    });

/// Probability that a position is ordinary, in 1/65,536.
const ORDINARY: u32 = 65_400;
/// The number of the initial position of standard chess in Chess960.
const STANDARD_START: u32 = 518;

/// The cost of a position that is written as its number in [`rank`], in 1/256 bit.
const NUMBER_COST: u64 = (9 + 2 + NUMBER_BITS as u64) * 256;
/// Number of bits of that number, which is written in words.
const NUMBER_BITS: usize = rank::WORDS * rank::WORD_BITS as usize;

/// The way in which a position is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Ordinary,
    Chess960Start,
    OtherCastling,
    Number,
}

const UNUSUAL: [Kind; 3] = [Kind::Chess960Start, Kind::OtherCastling, Kind::Number];

/// The position's number in Chess960, if it is an initial position there.
fn chess960_start(state: &State) -> Option<u32> {
    let letter = |file| {
        state
            .at(Square::from_coords(file, Rank::First))
            .map(|piece| piece.role.upper_char() as u8)
    };
    let rank: Option<Vec<u8>> = File::ALL.into_iter().map(letter).collect();
    let number = chess960::number_of(&rank?)?;
    start_of(number)
        .is_ok_and(|start| start == *state)
        .then_some(number)
}

fn start_of(number: u32) -> Result<State> {
    if number >= chess960::COUNT {
        return Err(Error::corrupt("no initial position has this number"));
    }
    let board = Board::chess960(number);
    let mut squares = [None; 64];
    for (square, piece) in board.iter() {
        squares[square.to_usize()] = Some(piece);
    }
    State::new(squares, Color::White, board.rooks(), None)
}

/// The kind to write a position as, `Number` left aside.
fn kind_of(state: &State) -> Kind {
    match chess960_start(state) {
        Some(number) if number != STANDARD_START => Kind::Chess960Start,
        _ if state.rights().is_ok() => Kind::Ordinary,
        _ => Kind::OtherCastling,
    }
}

/// Codes a position in either direction, for codecs that have a range coder of their own.
/// A decoder ignores `state` (pass [`State::default`]) and returns the position that it reads.
///
/// # Errors
/// Corrupt if a decoder reads something that is not a position, or one that is written as its
/// number.
pub fn code<C: Coder>(coder: &mut C, state: &State) -> Result<State> {
    // What a decoder is given is no position, and finding out its kind takes time.
    let kind = match C::READS {
        true => Kind::Ordinary,
        false => kind_of(state),
    };
    let state = match code_kind(coder, kind)? {
        Kind::Number => return Err(Error::corrupt("a position is given by its number")),
        kind => code_as(coder, state, kind),
    };
    state.map_err(|_| no_position())
}

/// The error for a code of no position.
pub(crate) fn no_position() -> Error {
    Error::corrupt("no position has this code")
}

/// Codes the kind of a position.
fn code_kind<C: Coder>(coder: &mut C, kind: Kind) -> Result<Kind> {
    if coder.bit(kind == Kind::Ordinary, ORDINARY) {
        return Ok(Kind::Ordinary);
    }
    let number = UNUSUAL.iter().position(|&other| other == kind).unwrap_or(0);
    let read = coder.raw(number as u32, 2) as usize;
    UNUSUAL.get(read).copied().ok_or_else(no_position)
}

/// Codes a position whose kind is known.
fn code_as<C: Coder>(coder: &mut C, state: &State, kind: Kind) -> Result<State> {
    match kind {
        Kind::Ordinary => {
            let rights = state.rights().unwrap_or_default();
            let contents = code_contents(coder, state, rights);
            State::new(
                contents.squares,
                contents.turn,
                contents.rights.rooks(),
                contents.en_passant,
            )
        }
        Kind::Chess960Start => start_of(coder.raw(chess960_start(state).unwrap_or(0), 10)),
        Kind::OtherCastling => code_other_castling(coder, state),
        Kind::Number => code_number(coder, state),
    }
}

fn code_contents<C: Coder>(coder: &mut C, state: &State, rights: Rights) -> Contents {
    let mut contents = if C::READS {
        Contents::empty()
    } else {
        Contents::of(state, rights)
    };
    contents.walk(&mut Expectation::new(&NET, coder));
    contents
}

fn code_other_castling<C: Coder>(coder: &mut C, state: &State) -> Result<State> {
    let contents = code_contents(coder, state, Rights::default());
    let mut castling = Bitboard::EMPTY;
    for color in [Color::White, Color::Black] {
        for square in Bitboard::from_rank(color.backrank()) {
            let rook: Option<Piece> = Some(Role::Rook.of(color));
            if contents.squares[square.to_usize()] == rook
                && coder.raw(u32::from(state.castling().contains(square)), 1) == 1
            {
                castling.add(square);
            }
        }
    }
    State::new(
        contents.squares,
        contents.turn,
        castling,
        contents.en_passant,
    )
}

fn code_number<C: Coder>(coder: &mut C, state: &State) -> Result<State> {
    let number = if C::READS {
        [0; rank::WORDS]
    } else {
        rank::words(state)?
    };
    let mut read = [0; rank::WORDS];
    for (word, read) in number.into_iter().zip(&mut read) {
        *read = coder.raw(word, rank::WORD_BITS);
    }
    rank::of_words(read)
}

/// The cost of a position that is written in this way, in 1/256 bit.
fn cost(state: &State, kind: Kind) -> u64 {
    let mut meter = Meter::new();
    let coded = code_kind(&mut meter, kind).and_then(|kind| code_as(&mut meter, state, kind));
    match coded {
        Ok(_) => meter.cost(),
        Err(_) => u64::MAX,
    }
}

impl Scheme for Model {
    fn name(&self) -> &'static str {
        "model"
    }

    fn facts(&self) -> Facts {
        Facts::ALL
    }

    /// No bound where the escape to [`rank`] is barred.
    fn worst_case_bits(&self) -> Option<usize> {
        Some(9 + 2 + NUMBER_BITS + 9)
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let mut kind = kind_of(state);
        let loses_nothing = state.keep(Facts::CAPTURABLE) == *state;
        if loses_nothing && cost(state, kind) > NUMBER_COST && rank::number_of(state).is_ok() {
            kind = Kind::Number;
        }
        let mut encoder = Encoder::new();
        let kind = code_kind(&mut encoder, kind)?;
        code_as(&mut encoder, state, kind)?;
        let bytes = encoder.finish();
        // A reader assumes zeros after the end of a code, so those at its end need not be written.
        let len = match bytes.iter().rposition(|&byte| byte != 0) {
            Some(last) => 8 * (last + 1) - bytes[last].trailing_zeros() as usize,
            None => 0,
        };
        Bits::new(bytes, Some(len))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut decoder = Decoder::new(bits.bytes());
        let kind = code_kind(&mut decoder, Kind::Ordinary)?;
        let state = code_as(&mut decoder, &State::default(), kind).map_err(|_| no_position())?;
        if !bits.are_padded(&self.encode(&state)?) {
            return Err(Error::corrupt(
                "this is not the shortest code of any position",
            ));
        }
        Ok(state)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::TextForm;
    use crate::position::testing::{check_round_trip, edge_cases, length, random_game};

    #[test]
    fn the_tables_are_whole() {
        let bytes = include_bytes!("weights.bin");
        assert_eq!(Net::from_bytes(bytes).unwrap().to_bytes(), bytes);
        assert!(Net::from_bytes(&bytes[1..]).is_err());
    }

    #[test]
    fn what_is_common_is_short() {
        assert!(length(&Model, &State::default().fen()) < 10);
        assert!(
            length(
                &Model,
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
            ) < 20
        );
    }

    #[test]
    fn initial_positions_of_chess960_take_no_more_than_their_number_and_a_flag() {
        for number in (0..chess960::COUNT).step_by(53) {
            let start = start_of(number).unwrap();
            assert!(Model.encode(&start).unwrap().len() <= 9 + 2 + 10 + 2);
            check_round_trip(&Model, &start);
        }
    }

    /// One position in 256 has a code whose last byte would be zero; the last of these is such a one.
    #[test]
    fn a_code_ends_with_its_last_one() {
        let states = (0..4).flat_map(|seed| random_game(seed, 300));
        let ends_in_a_zero_byte = State::parse("8/3k4/8/1pP5/3K2n1/8/3p4/8 w - b6").unwrap();
        for state in states.chain(edge_cases()).chain([ends_in_a_zero_byte]) {
            let code = Model.encode(&state).unwrap().text(TextForm::Binary);
            assert!(code.ends_with('1'), "{}: {code}", state.epd());
            check_round_trip(&Model, &state);
        }
    }

    #[test]
    fn castling_of_chess960_comes_back() {
        for fen in [
            "nrbkqbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/NRBKQBNR w KQkq e6",
            "1rk1r3/pppppppp/8/8/8/8/PPPPPPPP/1RK1R3 w Eb -",
            "4k3/8/8/8/8/8/8/RR2K2R w BK -",
        ] {
            let state = State::parse(fen).unwrap();
            assert!(state.rights().is_err());
            assert_eq!(Model.decode(&Model.encode(&state).unwrap()).unwrap(), state);
        }
    }

    #[test]
    fn what_no_game_looks_like_escapes_to_its_number() {
        let queens = "k7/qqqqqqqq/q7/8/8/Q7/QQQQQQQQ/7K w - -";
        assert!((160..=175).contains(&length(&Model, queens)));
        let bits = Model.encode(&State::parse(queens).unwrap()).unwrap();
        let mut decoder = Decoder::new(bits.bytes());
        assert!(code(&mut decoder, &State::default()).is_err());
    }
}
