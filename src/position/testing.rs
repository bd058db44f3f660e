//! The parts shared by the schemes' tests: positions of random games, edge cases, and the search
//! for the worst position.

use super::bits::MAX_PADDING;
use super::material::{Army, KINDS, can_meet};
use super::state::State;
use super::{Bits, Scheme, TextForm};
use crate::chess::order::legal_moves;
use crate::chess::{Bitboard, Color, EnPassantMode, Piece, Position, Role, Rules};
use crate::coding::random::Random;

/// The positions of a game of random moves. Every other game prefers pawn moves, so that promotions
/// come about.
pub fn random_game(seed: u64, plies: usize) -> Vec<State> {
    let mut random = Random::new(seed);
    let mut position = Position::default();
    let mut states = Vec::new();
    for _ in 0..plies {
        states.push(State::of_setup(&position.to_setup(EnPassantMode::Always)).unwrap());
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        let mut m = moves[random.below(moves.len())];
        let pushes: Vec<_> = moves
            .iter()
            .filter(|m| m.role() == Role::Pawn && (m.is_promotion() || random.below(3) == 0))
            .collect();
        if seed % 2 == 1 && !pushes.is_empty() && random.below(2) == 0 {
            m = *pushes[random.below(pushes.len())];
        }
        position.play_unchecked(m);
    }
    states
}

/// Edge cases: few men, many promotions, castling, en passant.
pub fn edge_cases() -> Vec<State> {
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
        "k7/8/8/8/8/8/8/7K w - -",
        "4k3/8/8/8/8/8/8/4K3 b - -",
        "4k2r/8/8/8/8/8/8/R3K3 b Qk -",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq -",
        // Nine queens; ten knights, bishops, rooks a side.
        "k7/qqqqqqqq/q7/8/8/Q7/QQQQQQQQ/7K w - -",
        "k7/nnnnnnnn/nn6/8/8/NN6/NNNNNNNN/7K b - -",
        "k7/bbbbbbbb/bb6/r7/R7/BB6/BBBBBBBB/7K b - -",
        "k7/rrrrrrrr/rr6/8/8/RR6/RRRRRRRR/7K b - -",
        // Five pawns beside the two that could capture them.
        "4k3/8/8/pPpp1PpP/8/8/8/4K3 w - c6",
        "4k3/8/8/1PpPpP2/8/8/8/4K3 w - e6",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/Pp2P3/2N2Q2/1PPBBPPP/R3K2R b KQkq a3",
        "rnbqk2r/1ppppp2/8/pP5p/6pP/8/P1PPPPP1/RNBQK2R b KQkq h3",
        "8/8/8/k7/1pPp4/8/8/3K4 b - c3",
        "k7/8/8/2pP4/8/8/8/K7 w - c6",
        "7k/8/8/Pp6/K7/8/8/8 w - b6",
    ]
    .into_iter()
    .map(|fen| State::parse_lenient(fen).unwrap())
    .collect()
}

/// Checks one scheme on one position: decoding gives back the facts that it promises, and the code
/// is no longer than its worst case.
pub fn check_round_trip(scheme: &dyn Scheme, state: &State) {
    let bits = match scheme.encode(state) {
        Ok(bits) => bits,
        Err(error) => panic!("{} refuses {}: {error}", scheme.name(), state.epd()),
    };
    assert!(
        scheme
            .worst_case_bits()
            .is_none_or(|worst| bits.len() <= worst),
        "{} takes {} bits for {}",
        scheme.name(),
        bits.len(),
        state.epd()
    );
    let padded = |zeros: usize| {
        let len = bits.len() + zeros;
        let mut bytes = bits.bytes().to_vec();
        bytes.resize(len.div_ceil(8), 0);
        Bits::new(bytes, Some(len)).unwrap()
    };
    for bits in (0..=MAX_PADDING).map(padded) {
        let bits = &bits;
        let back = match scheme.decode(bits) {
            Ok(back) => back,
            Err(error) => panic!("{} cannot read its {}: {error}", scheme.name(), state.epd()),
        };
        assert_eq!(
            back,
            state.keep(scheme.facts()),
            "{} made {} of {}",
            scheme.name(),
            back.epd(),
            state.epd()
        );
    }
}

/// The code of a position as zeros and ones.
pub fn binary(scheme: &dyn Scheme, fen: &str) -> String {
    let state = State::parse_lenient(fen).unwrap();
    scheme.encode(&state).unwrap().text(TextForm::Binary)
}

/// Number of bits of a position.
pub fn length(scheme: &dyn Scheme, fen: &str) -> usize {
    scheme
        .encode(&State::parse_lenient(fen).unwrap())
        .unwrap()
        .len()
}

/// The most expensive pair of armies among all that can meet, and its cost: the sum of the sides'
/// costs and of `joint` of the number of men on the board.
pub fn worst_armies(
    side: impl Fn(Color, Army) -> usize,
    joint: impl Fn(usize) -> usize,
) -> (usize, Army, Army) {
    let [whites, blacks] =
        [Color::White, Color::Black].map(|color| dearest(|army| side(color, army)));
    let mut worst = (0, whites[0].0, blacks[0].0);
    for &(white, white_cost) in &whites {
        for &(black, black_cost) in &blacks {
            let cost = white_cost + black_cost + joint(white.men() + black.men());
            if cost > worst.0 && can_meet(white, black) {
                worst = (cost, white, black);
            }
        }
    }
    worst
}

/// The most expensive army for each number of men, promotions and lost pawns.
fn dearest(side: impl Fn(Army) -> usize) -> Vec<(Army, usize)> {
    let mut dearest: std::collections::BTreeMap<_, (Army, usize)> = Default::default();
    for army in Army::all() {
        let cost = side(army);
        let best = dearest
            .entry((army.men(), army.promoted(), army.pawns_lost()))
            .or_insert((army, cost));
        if cost > best.1 {
            *best = (army, cost);
        }
    }
    dearest.into_values().collect()
}

/// A position with these armies: white fills the board from the bottom, black from the top, with
/// the kings on a1 and h8.
pub fn exhibit(white: Army, black: Army) -> State {
    let mut squares: [Option<Piece>; 64] = [None; 64];
    squares[0] = Some(Role::King.of(Color::White));
    squares[63] = Some(Role::King.of(Color::Black));
    for (color, army) in [(Color::White, white), (Color::Black, black)] {
        let mut pawn_squares: Vec<usize> = (8..56).collect();
        let mut piece_squares: Vec<usize> = (1..63).collect();
        if color == Color::Black {
            pawn_squares.reverse();
            piece_squares.reverse();
        }
        for (kind, &count) in army.counts.iter().enumerate().rev() {
            let pool = if KINDS[kind] == Role::Pawn {
                &pawn_squares
            } else {
                &piece_squares
            };
            for _ in 0..count {
                let square = *pool
                    .iter()
                    .find(|&&square| squares[square].is_none())
                    .unwrap();
                squares[square] = Some(KINDS[kind].of(color));
            }
        }
    }
    State::new(squares, Color::White, Bitboard::EMPTY, None).unwrap()
}
