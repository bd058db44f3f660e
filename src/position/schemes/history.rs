//! `history`: a line of moves that leads to the position, after the answer "Min: 0 bits".
//!
//! Each move is its index among the legal ones, ordered by square of origin, then of destination,
//! then promotion (none, knight, bishop, rook, queen); squares count a1 = 0 … h8 = 63 for white and
//! the other way round for black, and castling goes to the king's new square. With n legal moves,
//! index i stands for the digit i + 1 of 1 to n, and the line is the number d₀ + n₀ · (d₁ + n₁ ·
//! (d₂ + …)). It is written in binary, least significant bit first and without zeros at the end, so
//! that zeros may follow it.
//!
//! If the caller gives the line ([`encode_line`], a game's moves up to some point), its code is
//! known at once, of about log2 of the number of legal moves for each half-move (4.4 bits by the
//! answer, more in the middle of a game). For a bare position the shortest line is searched for by
//! iterative deepening, which prunes where the moves left cannot reach the position, and gives up
//! after 400,000 positions. That finds most positions of the first ten or so moves; later ones have
//! no code.
//!
//! Keeps all castling rights, and en passant where an enemy pawn stands beside the pawn. Where the
//! answer is wrong: its digits run from 0, so that a last move of index 0 leaves no trace in the
//! number (after 1. Na3 the number is 0, as before it); here they run from 1, and every number is
//! at most one line. Its worst case, 243 bits, rests on a guess that 55 half-moves reach any
//! position; there is no proven bound here.

use crate::{
    chess::{Bitboard, Board, Color, MOST_HALF_MOVES, Move, Position, Role, Rules, order},
    error::{Error, Result},
    position::{Bits, Facts, Scheme, exact::code, state::State},
};
use num_bigint::BigUint;

/// The scheme.
pub struct History;

/// Number of positions whose moves the search tries before it gives up.
const MOST_NODES: u32 = 400_000;
/// The longest line that is searched for, in half-moves.
const MOST_PLIES: usize = 60;
/// Most bits of a code that is read, as reading one takes time by the square of its length: most
/// half-moves of the longest game are of far fewer than 128 legal ones.
const MOST_BITS: usize = 7 * MOST_HALF_MOVES;
/// What is wrong with a line of more half-moves than [`MOST_HALF_MOVES`]. A short code may be one
/// of any number of them, where there is only one legal move for ever.
const TOO_LONG: &str = "the line is longer than any game";

/// A line of moves from the initial position, with its number.
#[derive(Clone, Debug)]
pub struct Line {
    position: Position,
    /// The number of half-moves.
    plies: usize,
    number: BigUint,
    /// The product of the numbers of legal moves so far.
    weight: BigUint,
}

impl Default for Line {
    fn default() -> Line {
        Line {
            position: Position::default(),
            plies: 0,
            number: BigUint::ZERO,
            weight: BigUint::from(1u32),
        }
    }
}

impl Line {
    /// The line with one more move.
    ///
    /// # Errors
    /// Usage if the move is not legal; unsupported if the line is as long as a game can be.
    pub fn and(mut self, m: Move) -> Result<Line> {
        if self.plies == MOST_HALF_MOVES {
            return Err(Error::unsupported(TOO_LONG));
        }
        let moves = ordered_moves(&self.position);
        let Some(index) = moves.iter().position(|&other| other == m) else {
            return Err(Error::usage("an illegal move"));
        };
        self.number += &self.weight * (index + 1);
        self.weight *= moves.len();
        self.plies += 1;
        self.position.play_unchecked(m);
        Ok(self)
    }

    /// Number of bits of the line.
    pub fn bits(&self) -> usize {
        self.number.bits() as usize
    }

    fn code(&self) -> Bits {
        code(|writer| {
            for bit in 0..self.number.bits() {
                writer.write(u64::from(self.number.bit(bit)), 1);
            }
        })
    }
}

/// The code of a line from the initial position.
///
/// # Errors
/// Usage if a move is not legal; unsupported if there are more than in any game.
pub fn encode_line(moves: &[Move]) -> Result<Bits> {
    let line = moves
        .iter()
        .try_fold(Line::default(), |line, &m| line.and(m))?;
    Ok(line.code())
}

/// The legal moves in the order of their digits.
fn ordered_moves(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable_by_key(|&m| order::key_of_mover(position, m));
    moves
}

fn state_of(position: &Position) -> Result<State> {
    Ok(State::of_position(position)?.keep(Facts::CAPTURABLE))
}

impl Scheme for History {
    fn name(&self) -> &'static str {
        "history"
    }

    fn facts(&self) -> Facts {
        Facts::CAPTURABLE
    }

    fn worst_case_bits(&self) -> Option<usize> {
        None
    }

    fn is_line(&self) -> bool {
        true
    }

    fn encode(&self, state: &State) -> Result<Bits> {
        let target = state.keep(self.facts());
        let mut search = Search {
            board: target.board(),
            target: &target,
            nodes: 0,
            line: Vec::new(),
        };
        for plies in (usize::from(target.turn().is_black())..=MOST_PLIES).step_by(2) {
            if search.descend(&Position::default(), plies) {
                return encode_line(&search.line);
            }
            if search.nodes >= MOST_NODES {
                break;
            }
        }
        Err(Error::unsupported(
            "no line of moves to this position was found",
        ))
    }

    fn decode(&self, bits: &Bits) -> Result<State> {
        let mut fields = bits.fields();
        if bits.len() > MOST_BITS {
            return Err(Error::corrupt(TOO_LONG));
        }
        let mut number = BigUint::ZERO;
        for bit in 0..bits.len() as u64 {
            number.set_bit(bit, fields.flag()?);
        }
        let mut position = Position::default();
        let mut plies = 0;
        while number != BigUint::ZERO {
            if plies == MOST_HALF_MOVES {
                return Err(Error::corrupt(TOO_LONG));
            }
            plies += 1;
            let moves = ordered_moves(&position);
            if moves.is_empty() {
                return Err(Error::corrupt("the line goes on after the end of the game"));
            }
            number -= 1u32;
            let index = usize::try_from(&number % moves.len()).unwrap_or(0);
            number /= moves.len();
            position.play_unchecked(moves[index]);
        }
        state_of(&position)
    }
}

/// The search for a line to a position.
struct Search<'a> {
    target: &'a State,
    board: Board,
    nodes: u32,
    /// The moves of the line, once it is found.
    line: Vec<Move>,
}

impl Search<'_> {
    /// Whether a line of exactly `plies` half-moves leads from here to the target. If so, inserts
    /// its moves before those of `line`.
    fn descend(&mut self, position: &Position, plies: usize) -> bool {
        if plies == 0 {
            // Boards differ nearly always, and are compared in a fraction of the time.
            return *position.board() == self.board
                && state_of(position).is_ok_and(|state| state == *self.target);
        }
        if self.nodes >= MOST_NODES || !self.can_reach(position, plies) {
            return false;
        }
        self.nodes += 1;
        for m in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(m);
            if self.descend(&next, plies - 1) {
                self.line.insert(0, m);
                return true;
            }
        }
        false
    }

    /// Whether the moves left may be enough (a necessary condition). Each move brings one man of
    /// its side (castling: two) to a square where the target has it, and captures at most one man
    /// of the other side; lost rights do not come back.
    fn can_reach(&self, position: &Position, plies: usize) -> bool {
        let board = position.board();
        let rights = position.castles().castling_rights();
        if (self.target.castling() & !rights).any() {
            return false;
        }
        [Color::White, Color::Black].into_iter().all(|color| {
            let own_moves = (plies + usize::from(position.turn() == color)) / 2;
            let missing = self.missing(board, color);
            let back_rank = Bitboard::from_rank(color.backrank());
            let may_castle = (rights & !self.target.castling() & back_rank).any();
            let men = |board: &Board| board.by_color(!color).count();
            let captures = men(board).checked_sub(men(&self.board));
            let surplus = captures.is_some_and(|captures| captures <= own_moves);
            surplus
                && missing <= own_moves + usize::from(may_castle)
                && self.pawns_can_arrive(board, color)
        })
    }

    /// Number of squares where the target has a man of this side that is not there yet.
    fn missing(&self, board: &Board, color: Color) -> usize {
        let of = |role| (self.board.by_piece(role) & !board.by_piece(role)).count();
        Role::ALL.into_iter().map(|role| of(role.of(color))).sum()
    }

    /// Whether the target's pawns can still get to their squares: pawns never go back.
    fn pawns_can_arrive(&self, board: &Board, color: Color) -> bool {
        let behind = |rank: u32| {
            let ranks = crate::chess::Rank::ALL.into_iter();
            let ranks = ranks.filter(|other| match color {
                Color::White => other.to_u32() <= rank,
                Color::Black => other.to_u32() >= rank,
            });
            ranks.fold(Bitboard::EMPTY, |all, rank| all | Bitboard::from_rank(rank))
        };
        let pawns = |board: &Board, area: Bitboard| (board.by_piece(color.pawn()) & area).count();
        (1..7).all(|rank| pawns(&self.board, behind(rank)) <= pawns(board, behind(rank)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Square;
    use crate::coding::random::Random;
    use crate::error::ErrorKind;
    use crate::position::{TextForm, testing::random_game};

    #[test]
    fn the_moves_of_the_answer_have_its_indices() {
        let mut position = Position::default();
        let mut indices = Vec::new();
        for (from, to) in [
            (Square::E2, Square::E4),
            (Square::E7, Square::E5),
            (Square::G1, Square::F3),
            (Square::F7, Square::F6),
        ] {
            let moves = ordered_moves(&position);
            let index = moves
                .iter()
                .position(|m| m.from() == Some(from) && m.to() == to)
                .unwrap();
            indices.push((index, moves.len()));
            position.play_unchecked(moves[index]);
        }
        assert_eq!(indices, [(13, 20), (11, 20), (13, 29), (19, 29)]);
        // With digits from 0 this is the number that the answer arrives at.
        let number = indices
            .iter()
            .rev()
            .fold(0, |number, &(index, moves)| number * moves + index);
        assert_eq!(number, 225_833);
    }

    #[test]
    fn the_initial_position_takes_nothing_and_each_first_move_something() {
        assert!(encode_line(&[]).unwrap().is_empty());
        for m in ordered_moves(&Position::default()) {
            let bits = encode_line(&[m]).unwrap();
            assert!((1..=5).contains(&bits.len()));
            let mut after = Position::default();
            after.play_unchecked(m);
            assert_eq!(History.decode(&bits).unwrap(), state_of(&after).unwrap());
        }
    }

    #[test]
    fn what_is_longer_than_any_game_is_not_even_looked_at() {
        let bits = |count: usize| Bits::parse(&"1".repeat(count), TextForm::Binary).unwrap();
        let error = History.decode(&bits(MOST_BITS + 1)).unwrap_err();
        assert!(
            error.to_string().contains("longer than any game"),
            "{error}"
        );
    }

    /// It leads to a position in which each side has one move, for ever: such a move takes 1 from
    /// the number, which is of hundreds of bits.
    #[test]
    fn a_line_that_goes_round_in_circles_ends() {
        let code = "d8dc800ed167214ea936cdb97ea4ba613bac90b30ac2485d20dd3a3f16d07f915610b421d7236e3d\
            53a08daf9018b974e859a47954045611e5d5139e78914a7a6dbb09f907cab41ab015095859675479ab130830\
            127433e414743a5d1feb97ba1";
        let error = History.decode(&Bits::parse(code, TextForm::Hex).unwrap());
        let error = error.unwrap_err().to_string();
        assert!(error.contains(TOO_LONG), "{error}");
    }

    #[test]
    fn the_longest_line_comes_back() {
        let knights = [
            (Square::G1, Square::F3),
            (Square::G8, Square::F6),
            (Square::F3, Square::G1),
            (Square::F6, Square::G8),
        ];
        let knights = knights.map(|(from, to)| Move::Normal {
            role: Role::Knight,
            from,
            to,
            capture: None,
            promotion: None,
        });
        let line: Vec<Move> = knights
            .into_iter()
            .cycle()
            .take(MOST_HALF_MOVES + 1)
            .collect();
        let code = encode_line(&line[..MOST_HALF_MOVES]).unwrap();
        let mut after = Position::default();
        after.play_unchecked(knights[0]);
        assert_eq!(History.decode(&code).unwrap(), state_of(&after).unwrap());
        let error = encode_line(&line).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
    }

    #[test]
    fn lines_that_are_given_come_back() {
        for seed in 0..10 {
            let mut line = Line::default();
            let mut random = Random::new(seed);
            for _ in 0..120 {
                let moves = ordered_moves(&line.position);
                if moves.is_empty() {
                    break;
                }
                line = line.and(moves[random.below(moves.len())]).unwrap();
                assert_eq!(line.code().len(), line.bits());
                assert_eq!(
                    History.decode(&line.code()).unwrap(),
                    state_of(&line.position).unwrap()
                );
            }
        }
    }

    #[test]
    fn short_lines_are_found_from_the_position_alone() {
        for seed in 0..10 {
            for state in random_game(seed, 5) {
                let bits = History.encode(&state).unwrap();
                assert_eq!(
                    History.decode(&bits).unwrap(),
                    state.keep(Facts::CAPTURABLE)
                );
            }
        }
        let opening =
            State::parse("r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -").unwrap();
        assert_eq!(
            History.decode(&History.encode(&opening).unwrap()).unwrap(),
            opening
        );
    }
}
