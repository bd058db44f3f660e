//! Section 21 of the document: squares and arrows. Numbers in comments are its clauses.

use crate::reference::models::coder::{AdaptiveBit, Number, RangeDecoder, Symbol};
use shakmaty::{Bitboard, Board, Chess, Color, Position, Role, Square, attacks};

/// From where to where a move goes.
pub(crate) type Ends = Option<(Square, Square)>;

/// What codes them.
pub(crate) struct Marks {
    counts: [Number; 2],
    colours: Vec<Symbol>,
    things: [Symbol; 2],
    ways: Vec<Symbol>,
    of_move: Vec<[AdaptiveBit; 8]>,
    began_with: [Option<usize>; 2],
    had_alone: [bool; 2],
}

/// Where marks are.
#[derive(Clone, Copy)]
pub(crate) struct Ground<'a> {
    pub(crate) position: &'a Chess,
    pub(crate) moves: [Ends; 2],
}

/// A square and, of an arrow, another.
pub(crate) type Mark = (Square, Option<Square>);

/// Its squares.
pub(crate) fn text_of((from, to): Mark) -> String {
    let to = to.map(|to| to.to_string()).unwrap_or_default();
    format!("{from}{to}")
}

impl Marks {
    /// Those of a block.
    pub(crate) fn new() -> Marks {
        let of_move = std::array::from_fn(|_| AdaptiveBit::starting(6_000, 3));
        Marks {
            counts: [Number::new(), Number::new()],
            colours: vec![Symbol::new(5); 27],
            things: [Symbol::new(4), Symbol::new(4)],
            ways: vec![Symbol::new(2); 13],
            of_move: vec![of_move; 2],
            began_with: [None; 2],
            had_alone: [false; 2],
        }
    }

    /// A comment begins.
    pub(crate) fn begin_comment(&mut self) {
        self.had_alone = [false; 2];
    }

    /// A list of squares or of arrows, as text.
    pub(crate) fn decode(
        &mut self,
        source: &mut RangeDecoder,
        arrows: bool,
        ground: Ground,
    ) -> String {
        let kind = usize::from(arrows);
        let count = self.counts[kind].decode(source) + 1;
        assert!(count <= 64);
        let mut before = 0;
        let mut marks = Vec::new();
        for number in 0..count {
            let colour = self.colours[before].decode(source);
            assert!(colour < 26);
            before = colour as usize + 1;
            let mark = self.mark(source, arrows, number == 0, ground);
            let colour = char::from(b'A' + colour as u8);
            marks.push(format!("{colour}{}", text_of(mark)));
        }
        marks.join(",")
    }

    /// 21.5: a square or an arrow alone.
    pub(crate) fn alone(&mut self, source: &mut RangeDecoder, arrow: bool, ground: Ground) -> Mark {
        let had = &mut self.had_alone[usize::from(arrow)];
        let first = !*had;
        *had = true;
        self.mark(source, arrow, first, ground)
    }

    /// 21.2 to 21.4
    fn mark(
        &mut self,
        source: &mut RangeDecoder,
        arrow: bool,
        first: bool,
        Ground { position, moves }: Ground,
    ) -> Mark {
        let kind = usize::from(arrow);
        let which = self.of_a_move(source, kind, first, moves);
        if first {
            self.began_with[kind] = which;
        }
        match which.and_then(|which| moves[which]) {
            Some((from, to)) if arrow => (from, Some(to)),
            Some((_, to)) => (to, None),
            None => {
                let sets = things(position.board(), !position.turn());
                let from = self.from(source, kind, &sets);
                let to = arrow.then(|| self.to(source, from, position.board(), &sets));
                (from, to)
            }
        }
    }

    /// 21.2
    fn of_a_move(
        &mut self,
        source: &mut RangeDecoder,
        kind: usize,
        first: bool,
        moves: [Ends; 2],
    ) -> Option<usize> {
        let began_with = self.began_with[kind];
        (0..2).find(|&which| {
            let began = usize::from(began_with == Some(which));
            let case = 4 * began + 2 * usize::from(!first) + kind;
            moves[which].is_some() && self.of_move[which][case].decode(source)
        })
    }

    fn from(&mut self, source: &mut RangeDecoder, kind: usize, sets: &[Bitboard]) -> Square {
        let thing = self.things[kind].decode(source) as usize;
        member(source, sets[thing])
    }

    fn to(
        &mut self,
        source: &mut RangeDecoder,
        from: Square,
        board: &Board,
        sets: &[Bitboard],
    ) -> Square {
        let thing = sets.iter().position(|set| set.contains(from)).unwrap();
        let way = self.ways[thing].decode(source) as usize;
        member(source, ways(from, board)[way])
    }
}

/// One square of a set.
fn member(source: &mut RangeDecoder, set: Bitboard) -> Square {
    let count = set.count() as u32;
    assert!(count > 0);
    let bounds: Vec<u32> = (0..=count).map(|i| i * 65_536 / count).collect();
    let place = source.symbol(&bounds);
    set.into_iter().nth(place).unwrap()
}

/// 21.3
fn things(board: &Board, own: Color) -> Vec<Bitboard> {
    let mut sets = vec![!board.occupied()];
    for color in [own, !own] {
        let of_role = |&role: &Role| board.by_piece(role.of(color));
        sets.extend(Role::ALL.iter().map(of_role));
    }
    sets
}

/// 21.4
fn ways(from: Square, board: &Board) -> [Bitboard; 4] {
    let mut reach = Bitboard::EMPTY;
    let mut own = Bitboard::EMPTY;
    if let Some(piece) = board.piece_at(from) {
        reach = attacks::attacks(from, piece, board.occupied());
        own = board.by_color(piece.color);
        if piece.role == Role::Pawn {
            let (step, second) = match piece.color {
                Color::White => (8, 1),
                Color::Black => (-8, 6),
            };
            let steps = if u32::from(from) / 8 == second { 2 } else { 1 };
            let ahead = (1..=steps).map_while(|n| from.offset(n * step));
            reach |= ahead
                .take_while(|&square| !board.occupied().contains(square))
                .collect::<Bitboard>();
        }
    }
    let occupied = board.occupied();
    let all = !Bitboard::from_square(from);
    [
        reach & !occupied,
        reach & occupied & !own,
        reach & own,
        all & !reach,
    ]
}
