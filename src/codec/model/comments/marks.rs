//! Codes the squares and arrows that are drawn on the board.
//!
//! Programs point at the move commented on or at the next one, people at pieces and along the ways
//! that these can go. So a mark is asked for in these terms: is it one of those moves, what stands
//! on its square, can that go to the second one (21.2 to 21.4 of MODEL.md)?

use super::syntax::mark::{Coloured, Drawn, MOST, Mark};
use crate::{
    chess::{Bitboard, Board, Color, Position, Rank, Role, Rules, Square, attacks},
    coding::{
        adaptive::{Bit, Number, Symbol},
        range::Coder,
    },
    error::{Error, Result},
};

/// What may stand on a square: nothing, or one of six pieces of the player who moved or of the
/// other.
const THINGS: usize = 13;
/// How a piece can go to a square: to an empty one, to one of the other side's pieces, to one of
/// its own side's, or not at all.
const WAYS: usize = 4;

/// Marks of moves are told apart by so many bits: whether the last list of such marks began with
/// one of the same move, whether there is a mark before it, and whether it is an arrow.
const MOVE_CASES: usize = 1 << 3;
/// How likely a mark is to be one of the move commented on, and of the next, in 1/65,536, and in
/// how many decisions that counts as seen.
const FIRST_OF_MOVE: (u16, u8) = (6_000, 3);

/// From where to where two moves go, as far as they are there.
pub(super) type MoveEnds = [Option<(Square, Square)>; 2];

/// Where marks are: on a board, and behind and before moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnBoard<'a> {
    pub(super) position: &'a Position,
    /// The move commented on, which led to the position, and the next one of the game.
    pub(super) moves: MoveEnds,
}

/// Codes marks, in lists or alone.
#[derive(Debug)]
pub(super) struct Marks {
    counts: [Number; 2],
    /// The colour of a mark, by that of the mark before plus one, 0 for the first of a list.
    colours: Vec<Symbol<5>>,
    /// What stands on the first square, by whether the mark is an arrow.
    things: [Symbol<4>; 2],
    /// How the piece on an arrow's first square can go to the second, by what it is.
    ways: [Symbol<2>; THINGS],
    /// Whether a mark is one of the move commented on, and of the next.
    of_move: [[Bit; MOVE_CASES]; 2],
    /// Of squares and of arrows, which move's the last list began with, if any.
    began_with: [Option<usize>; 2],
    /// Whether the comment had squares alone so far, and arrows.
    had_alone: [bool; 2],
}

impl Default for Marks {
    fn default() -> Marks {
        Marks {
            counts: Default::default(),
            colours: vec![Symbol::default(); 27],
            things: Default::default(),
            ways: Default::default(),
            of_move: [[Bit::primed(FIRST_OF_MOVE.0, FIRST_OF_MOVE.1); MOVE_CASES]; 2],
            began_with: [None; 2],
            had_alone: [false; 2],
        }
    }
}

impl Marks {
    /// A comment begins.
    pub(super) fn begin_comment(&mut self) {
        self.had_alone = [false; 2];
    }

    /// Codes a list of such marks.
    ///
    /// # Errors
    /// When what is read is no such list.
    pub(super) fn code_list<C: Coder>(
        &mut self,
        coder: &mut C,
        given: &[Coloured],
        drawn: Drawn,
        place: OnBoard,
    ) -> Result<Vec<Coloured>> {
        // A list has one at least.
        let more = given.len().saturating_sub(1) as u32;
        let more = self.counts[drawn as usize].code(coder, more) as usize;
        if more >= MOST {
            return Err(Error::corrupt("too many squares are marked"));
        }
        let mut marks = Vec::with_capacity(more + 1);
        let mut before = 0;
        for index in 0..=more {
            let given = given.get(index);
            let colour = given.map_or(0, |given| u32::from(given.colour - b'A'));
            let colour = self.colours[before].code(coder, colour);
            if colour >= 26 {
                return Err(Error::corrupt("a square is marked in no colour"));
            }
            before = colour as usize + 1;
            let given = given.map(|given| &given.mark);
            marks.push(Coloured {
                colour: b'A' + colour as u8,
                mark: self.code(coder, given, drawn, index == 0, place)?,
            });
        }
        Ok(marks)
    }

    /// Codes such a mark that is in no list.
    ///
    /// # Errors
    /// When what is read is none.
    pub(super) fn code_alone<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Mark>,
        drawn: Drawn,
        place: OnBoard,
    ) -> Result<Mark> {
        let is_first = !std::mem::replace(&mut self.had_alone[drawn as usize], true);
        self.code(coder, given, drawn, is_first, place)
    }

    /// Codes a mark, the first of its list or one behind it.
    fn code<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Mark>,
        drawn: Drawn,
        is_first: bool,
        OnBoard { position, moves }: OnBoard,
    ) -> Result<Mark> {
        let which = self.code_move(coder, given, drawn, is_first, moves);
        if is_first {
            self.began_with[drawn as usize] = which;
        }
        if let Some((from, to)) = which.and_then(|which| moves[which]) {
            return Ok(Mark::of_move(from, to, drawn));
        }
        let board = position.board();
        let sets = things(board, !position.turn());
        let from = self.code_from(coder, given.map(|mark| mark.from), drawn, &sets)?;
        let to = match drawn {
            Drawn::Arrow => {
                let to = given.and_then(|mark| mark.to);
                Some(self.code_to(coder, to, from, board, &sets)?)
            }
            Drawn::Square => None,
        };
        Ok(Mark { from, to })
    }

    /// Codes which of the moves a mark is one of, if any.
    fn code_move<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<&Mark>,
        drawn: Drawn,
        is_first: bool,
        moves: MoveEnds,
    ) -> Option<usize> {
        let began_with = self.began_with[drawn as usize];
        (0..moves.len()).find(|&which| {
            let Some((from, to)) = moves[which] else {
                return false;
            };
            let case = usize::from(began_with == Some(which)) << 2
                | usize::from(!is_first) << 1
                | drawn as usize;
            let is_it = given == Some(&Mark::of_move(from, to, drawn));
            self.of_move[which][case].code(coder, is_it)
        })
    }

    fn code_from<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<Square>,
        drawn: Drawn,
        sets: &[Bitboard; THINGS],
    ) -> Result<Square> {
        let thing = given.map_or(0, |square| thing_on(square, sets));
        let thing = self.things[drawn as usize].code(coder, thing as u32) as usize;
        let set = sets.get(thing).copied().unwrap_or_default();
        code_member(coder, given, set)
    }

    fn code_to<C: Coder>(
        &mut self,
        coder: &mut C,
        given: Option<Square>,
        from: Square,
        board: &Board,
        sets: &[Bitboard; THINGS],
    ) -> Result<Square> {
        let ways = ways(from, board);
        let way = given.and_then(|square| ways.iter().position(|way| way.contains(square)));
        let symbol = &mut self.ways[thing_on(from, sets)];
        let way = symbol.code(coder, way.unwrap_or(0) as u32) as usize;
        code_member(coder, given, ways[way])
    }
}

/// The squares by what stands on them: nothing, then the pieces of `own`, then the other's.
fn things(board: &Board, own: Color) -> [Bitboard; THINGS] {
    let mut sets = [Bitboard::EMPTY; THINGS];
    sets[0] = !board.occupied();
    for (side, color) in [own, !own].into_iter().enumerate() {
        for (index, role) in Role::ALL.into_iter().enumerate() {
            sets[1 + 6 * side + index] = board.by_role(role) & board.by_color(color);
        }
    }
    sets
}

fn thing_on(square: Square, sets: &[Bitboard; THINGS]) -> usize {
    let found = sets.iter().position(|set| set.contains(square));
    found.unwrap_or(0)
}

/// The squares by how the piece on `from` can go there; each square but `from` is in one of the
/// four sets.
fn ways(from: Square, board: &Board) -> [Bitboard; WAYS] {
    let mut reach = Bitboard::EMPTY;
    let mut own = Bitboard::EMPTY;
    if let Some(man) = board.piece_at(from) {
        reach = attacks::attacks(from, man, board.occupied());
        own = board.by_color(man.color);
        if man.role == Role::Pawn {
            reach |= steps(from, man.color, board.occupied());
        }
    }
    let others = board.occupied() & !own;
    let all = Bitboard::FULL & !Bitboard::from_square(from);
    [
        reach & !board.occupied(),
        reach & others,
        reach & own,
        all & !reach,
    ]
}

/// The empty squares that a pawn can advance to.
fn steps(from: Square, color: Color, occupied: Bitboard) -> Bitboard {
    let ahead = |square: Square| square.offset(color.fold_wb(8, -8));
    let mut steps = Bitboard::EMPTY;
    let first = ahead(from).filter(|square| !occupied.contains(*square));
    let second = first.filter(|_| from.rank() == color.fold_wb(Rank::Second, Rank::Seventh));
    let second = second
        .and_then(ahead)
        .filter(|square| !occupied.contains(*square));
    for square in [first, second].into_iter().flatten() {
        steps.add(square);
    }
    steps
}

/// Codes one of the squares of `set`, all of them equally likely.
///
/// # Errors
/// If `set` is empty.
fn code_member<C: Coder>(coder: &mut C, given: Option<Square>, set: Bitboard) -> Result<Square> {
    let count = set.count();
    if count == 0 {
        return Err(Error::corrupt("a square is marked where there is none"));
    }
    let place = given.map_or(0, |square| {
        set.into_iter().take_while(|&other| other < square).count()
    });
    let place = coder.evenly(place, count);
    set.into_iter()
        .nth(place)
        .ok_or_else(|| Error::corrupt("a square is marked where there is none"))
}

#[cfg(test)]
mod tests {
    use super::super::syntax::mark;
    use super::*;
    use crate::coding::range::{Decoder, Encoder};
    use proptest::prelude::*;

    fn mark(drawn: Drawn) -> impl Strategy<Value = Coloured> {
        (b'A'..=b'Z', 0u32..64, 1u32..64).prop_map(move |(colour, from, way)| Coloured {
            colour,
            mark: Mark {
                from: Square::new(from),
                to: (drawn == Drawn::Arrow).then(|| Square::new(from ^ way)),
            },
        })
    }

    fn list() -> impl Strategy<Value = (Vec<Coloured>, Drawn)> {
        prop::sample::select(&Drawn::ALL)
            .prop_flat_map(|drawn| (prop::collection::vec(mark(drawn), 1..=MOST), Just(drawn)))
    }

    proptest! {
        #[test]
        fn marks_come_back(lists in prop::collection::vec(list(), 1..5), ends in prop::array::uniform4(0u32..64), random in any::<[u8; 16]>()) {
            let position = Position::default();
            let [a, b, c, d] = ends.map(Square::new);
            let moves = [(a != b).then_some((a, b)), (c != d).then_some((c, d))];
            let place = OnBoard { position: &position, moves };
            let (mut encoder, mut marks) = (Encoder::new(), Marks::default());
            for (list, drawn) in &lists {
                let mut text = Vec::new();
                mark::write(list, &mut text);
                let len = text.len();
                prop_assert_eq!(mark::read(&text, *drawn), None);
                text.extend(b"] and more");
                for read in Drawn::ALL {
                    let is_it = (read == *drawn).then(|| (list.clone(), len));
                    prop_assert_eq!(mark::read(&text, read), is_it);
                }
                marks.code_list(&mut encoder, list, *drawn, place).unwrap();
                marks.begin_comment();
                for Coloured { mark, .. } in list {
                    marks.code_alone(&mut encoder, Some(mark), *drawn, place).unwrap();
                }
            }
            let bytes = encoder.finish();
            let (mut decoder, mut marks) = (Decoder::new(&bytes), Marks::default());
            for (list, drawn) in &lists {
                let back = marks.code_list(&mut decoder, &[], *drawn, place).unwrap();
                prop_assert_eq!(&back, list);
                marks.begin_comment();
                for Coloured { mark, .. } in list {
                    let back = marks.code_alone(&mut decoder, None, *drawn, place).unwrap();
                    prop_assert_eq!(&back, mark);
                }
            }
            let mut decoder = Decoder::new(&random);
            for drawn in Drawn::ALL {
                if let Ok(marks) = Marks::default().code_list(&mut decoder, &[], drawn, place) {
                    prop_assert!(marks.len() <= MOST);
                }
            }
        }
    }
}
