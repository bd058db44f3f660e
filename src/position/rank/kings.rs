//! Numbering kings and pawns: what a position rests on before its pieces are placed.
//!
//! Without en passant the kings come first: their squares on ranks 2 to 7 are closed to pawns, and only how many files are closed where matters for the number of placements of
//! pawns, so that all pairs of squares fall into [`KING_CLASSES`] classes. With en passant the pawn's file comes first, then the pawns, then the
//! kings on squares that are left.

use super::pawns::{Need, Shapes, Ways, rank_file, shape_of, squares_of, unrank_file};
use super::unlawful;
use crate::chess::{Bitboard, Color, File, Piece, Rank, Role, Square};
use crate::error::Result;
use crate::position::state::{Rights, king_home};
use std::sync::LazyLock;

/// Ranks that pawns can stand on.
const ROWS: usize = 6;
/// No king among the pawns; one, by its row; two in different files, by white's row and black's; two in one file.
const KING_CLASSES: usize = 1 + ROWS + 2 * ROWS * ROWS;

/// Row of a square among the ranks that pawns can stand on.
fn row(square: Square) -> Option<usize> {
    square
        .rank()
        .to_usize()
        .checked_sub(1)
        .filter(|&row| row < ROWS)
}

fn class_of(white: Square, black: Square) -> usize {
    match (row(white), row(black)) {
        (None, None) => 0,
        (Some(row), None) | (None, Some(row)) => 1 + row,
        (Some(a), Some(b)) => {
            let one_file = usize::from(white.file() == black.file());
            1 + ROWS + one_file * ROWS * ROWS + a * ROWS + b
        }
    }
}

/// Shapes of files and numbers of ways for all that can come up.
struct Tables {
    open: Shapes,
    /// With a king on one row.
    one_king: Vec<Shapes>,
    /// With kings on two rows.
    two_kings: Vec<Shapes>,
    /// So many open files.
    ordinary: Vec<Ways>,
    /// A file with a king on that row and six open ones.
    one_king_then: Vec<Ways>,
    /// All eight files, by class.
    by_class: Vec<Ways>,
    /// The file of a pawn that has just moved two squares.
    jumped: Shapes,
    /// A file with a white pawn on the fifth rank, and without.
    with: Shapes,
    without: Shapes,
    /// One with, and five open ones.
    with_then: Ways,
    /// The files behind the pawn's: at the edge, and elsewhere.
    beside: [Ways; 2],
    /// All files, likewise.
    en_passant: [Ways; 2],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let open = Shapes::new(|_| true);
    let mut ordinary = vec![Ways::none()];
    for files in 0..8 {
        ordinary.push(ordinary[files].and(&open));
    }
    let one_king: Vec<Shapes> = (0..ROWS)
        .map(|row| Shapes::new(|file| file[row] == 0))
        .collect();
    let two_kings: Vec<Shapes> = (0..ROWS * ROWS)
        .map(|rows| Shapes::new(|file| file[rows / ROWS] == 0 && file[rows % ROWS] == 0))
        .collect();
    let one_king_then: Vec<Ways> = one_king
        .iter()
        .map(|shapes| ordinary[6].and(shapes))
        .collect();
    let mut by_class = vec![ordinary[8].clone()];
    by_class.extend(one_king.iter().map(|shapes| ordinary[7].and(shapes)));
    for white in &one_king {
        by_class.extend(one_king_then.iter().map(|behind| behind.and(white)));
    }
    by_class.extend(two_kings.iter().map(|shapes| ordinary[7].and(shapes)));
    let jumped = Shapes::new(|file| file[3..] == [2, 0, 0]);
    let with = Shapes::new(|file| file[3] == 1);
    let without = Shapes::new(|file| file[3] != 1);
    let with_then = ordinary[5].and(&with);
    let at_edge = ordinary[6].and(&with);
    let elsewhere = at_edge.or(&with_then.and(&without));
    let beside = [at_edge, elsewhere];
    let en_passant = [beside[0].and(&jumped), beside[1].and(&jumped)];
    Tables {
        open,
        one_king,
        two_kings,
        ordinary,
        one_king_then,
        by_class,
        jumped,
        with,
        without,
        with_then,
        beside,
        en_passant,
    }
});

/// Index into [`Tables::en_passant`].
fn has_two_neighbours(file: File) -> usize {
    usize::from(!matches!(file, File::A | File::H))
}

/// The squares that the pawn in `file` has just passed (black's, for white moves).
pub(super) fn passed_squares(file: File) -> Bitboard {
    Bitboard::from(Square::from_coords(file, Rank::Sixth))
        | Bitboard::from(Square::from_coords(file, Rank::Seventh))
}

/// The index of a ground among all.
pub(super) fn index_of(rights: Rights, en_passant: bool) -> usize {
    let bits = [
        rights.white_king,
        rights.white_queen,
        rights.black_king,
        rights.black_queen,
    ];
    bits.into_iter()
        .fold(usize::from(en_passant), |index, bit| {
            index << 1 | usize::from(bit)
        })
}

/// Kings and pawns.
pub(super) struct Placement {
    kings: [Square; 2],
    /// Shapes of the files.
    files: [u16; 8],
    pub(super) en_passant: Option<File>,
}

impl Placement {
    pub(super) fn of(squares: &[Option<Piece>; 64], en_passant: Option<File>) -> Placement {
        let king = |color: Color| {
            let place = squares
                .iter()
                .position(|&man| man == Some(Role::King.of(color)));
            place.map_or(king_home(color), |place| Square::new(place as u32))
        };
        let digit = |place: usize| match squares[place] {
            Some(man) if man.role == Role::Pawn => 1 + u8::from(man.color.is_black()),
            _ => 0,
        };
        Placement {
            kings: [king(Color::White), king(Color::Black)],
            files: std::array::from_fn(|file| {
                shape_of(std::array::from_fn(|row| digit((row + 1) * 8 + file)))
            }),
            en_passant,
        }
    }

    /// The board with these and the rooks that may castle.
    pub(super) fn squares(&self, rights: Rights) -> [Option<Piece>; 64] {
        let mut squares = [None; 64];
        for (file, &shape) in self.files.iter().enumerate() {
            for (row, digit) in squares_of(shape).into_iter().enumerate() {
                if digit > 0 {
                    squares[(row + 1) * 8 + file] =
                        Some(Role::Pawn.of(Color::from_black(digit == 2)));
                }
            }
        }
        for (king, color) in self.kings.into_iter().zip([Color::White, Color::Black]) {
            squares[king.to_usize()] = Some(Role::King.of(color));
        }
        for rook in rights.rooks() {
            squares[rook.to_usize()] =
                Some(Role::Rook.of(Color::from_black(rook.rank() == Rank::Eighth)));
        }
        squares
    }

    fn pawn_squares(&self) -> Bitboard {
        let mut pawns = Bitboard::EMPTY;
        for (file, &shape) in self.files.iter().enumerate() {
            for (row, digit) in squares_of(shape).into_iter().enumerate() {
                if digit > 0 {
                    pawns.add(Square::new(((row + 1) * 8 + file) as u32));
                }
            }
        }
        pawns
    }
}

/// A file's possible shapes, and the ways of the files behind it.
type Step = (usize, &'static Shapes, &'static Ways);

/// The files in the order of their numbers where the kings stand so.
fn steps(kings: [Square; 2]) -> Vec<Step> {
    let tables = &*TABLES;
    let [white, black] = kings;
    let mut steps: Vec<Step> = Vec::with_capacity(8);
    let [wf, bf] = kings.map(|king| king.file().to_usize());
    match (row(white), row(black)) {
        (None, None) => {}
        (Some(row), None) => steps.push((wf, &tables.one_king[row], &tables.ordinary[7])),
        (None, Some(row)) => steps.push((bf, &tables.one_king[row], &tables.ordinary[7])),
        (Some(a), Some(b)) if wf == bf => {
            steps.push((wf, &tables.two_kings[a * ROWS + b], &tables.ordinary[7]))
        }
        (Some(a), Some(b)) => {
            steps.push((wf, &tables.one_king[a], &tables.one_king_then[b]));
            steps.push((bf, &tables.one_king[b], &tables.ordinary[6]));
        }
    }
    push_ordinary(&mut steps);
    steps
}

/// The files that are not yet among the steps, all open.
fn push_ordinary(steps: &mut Vec<Step>) {
    for file in 0..8 {
        if !steps.iter().any(|step| step.0 == file) {
            steps.push((file, &TABLES.open, &TABLES.ordinary[7 - steps.len()]));
        }
    }
}

/// The files with a pawn that has just moved two squares in `file`, and how many numbers go before those with these shapes of the
/// neighbouring files; `left_with` tells whether the left one of two neighbours has a white pawn beside that pawn.
fn en_passant_steps(file: File, left_with: bool) -> Vec<Step> {
    let tables = &*TABLES;
    let index = file.to_usize();
    let two = has_two_neighbours(file);
    let mut steps: Vec<Step> = vec![(index, &tables.jumped, &tables.beside[two])];
    match (two, left_with) {
        (0, _) => {
            let neighbour = if index == 0 { 1 } else { 6 };
            steps.push((neighbour, &tables.with, &tables.ordinary[6]));
        }
        (_, true) => steps.push((index - 1, &tables.with, &tables.ordinary[6])),
        (_, false) => {
            steps.push((index - 1, &tables.without, &tables.with_then));
            steps.push((index + 1, &tables.with, &tables.ordinary[5]));
        }
    }
    push_ordinary(&mut steps);
    steps
}

fn rank_steps(steps: &[Step], files: &[u16; 8], need: &mut Need) -> Result<u64> {
    let mut rank = 0;
    for &(file, shapes, behind) in steps {
        if !shapes.contains(files[file]) {
            return Err(unlawful());
        }
        rank += rank_file(shapes, files[file], behind, need);
    }
    Ok(rank)
}

fn unrank_steps(
    steps: &[Step],
    rank: &mut u64,
    need: &mut Need,
    files: &mut [u16; 8],
) -> Result<()> {
    for &(file, shapes, behind) in steps {
        files[file] = unrank_file(shapes, rank, behind, need).ok_or_else(unlawful)?;
    }
    Ok(())
}

/// What is the same for many positions: who may castle how, and whether a pawn has just moved two squares.
pub(super) struct Ground {
    rights: Rights,
    en_passant: bool,
    /// Pairs of squares of the kings, by class.
    pairs: Vec<Vec<[Square; 2]>>,
    /// Ways to place kings and pawns, or, with en passant, pawns, by [`Need`].
    counts: Vec<u128>,
}

fn needs() -> impl Iterator<Item = Need> {
    (0..729).map(|index| Need {
        white: index / 81,
        black: index / 9 % 9,
        opposed: index % 9,
    })
}

impl Ground {
    /// The ground of a number of rights (as in [`index_of`]).
    pub(super) fn new(rights: usize, en_passant: bool) -> Ground {
        let [wk, wq, bk, bq] = [8, 4, 2, 1].map(|bit| rights & bit != 0);
        let rights = Rights::from_sides([wk, wq], [bk, bq]);
        let pairs = king_pairs(rights);
        let tables = &*TABLES;
        let count = |need: Need| -> u128 {
            if en_passant {
                let of =
                    |file: File| u128::from(tables.en_passant[has_two_neighbours(file)].of(need));
                return File::ALL.into_iter().map(of).sum();
            }
            let of = |class: usize| {
                pairs[class].len() as u128 * u128::from(tables.by_class[class].of(need))
            };
            (0..KING_CLASSES).map(of).sum()
        };
        Ground {
            rights,
            en_passant,
            counts: needs().map(count).collect(),
            pairs,
        }
    }

    pub(super) fn rights(&self) -> Rights {
        self.rights
    }

    pub(super) fn en_passant(&self) -> bool {
        self.en_passant
    }

    /// Rooks of white and of black that may castle.
    pub(super) fn castling_rooks(&self) -> [usize; 2] {
        let count = |color| {
            self.rights
                .of(color)
                .into_iter()
                .filter(|&right| right)
                .count()
        };
        [count(Color::White), count(Color::Black)]
    }

    /// Squares for pawns and pieces.
    pub(super) fn free_squares(&self) -> usize {
        let [white, black] = self.castling_rooks();
        64 - 2 - white - black - if self.en_passant { 2 } else { 0 }
    }

    /// Where the kings stand for certain.
    fn fixed_kings(&self) -> [Option<Square>; 2] {
        [Color::White, Color::Black]
            .map(|color| (self.rights.of(color) != [false; 2]).then(|| king_home(color)))
    }

    /// Numbers of choices for the kings where they come after the pawns; `free` squares are left once both stand.
    fn king_choices(&self, free: usize) -> [u128; 2] {
        let [white, black] = self.fixed_kings();
        let black_choices = if black.is_some() { 1 } else { free + 1 };
        let white_choices = match white {
            Some(_) => 1,
            None => free + 1 + usize::from(black.is_none()),
        };
        [white_choices as u128, black_choices as u128]
    }

    /// In how many ways kings and pawns can be placed; `free` squares are left for pieces.
    pub(super) fn count(&self, need: Need, free: usize) -> u128 {
        let count = self.counts[(need.white * 9 + need.black) * 9 + need.opposed];
        match self.en_passant {
            false => count,
            true => count * self.king_choices(free).into_iter().product::<u128>(),
        }
    }

    /// The number of a placement.
    pub(super) fn rank(&self, placement: &Placement, need: Need, free: usize) -> Result<u128> {
        match placement.en_passant {
            Some(file) => self.rank_en_passant(placement, file, need, free),
            None => self.rank_kings_first(placement, need),
        }
    }

    fn rank_kings_first(&self, placement: &Placement, mut need: Need) -> Result<u128> {
        let class = class_of(placement.kings[0], placement.kings[1]);
        let ways = |class: usize| u128::from(TABLES.by_class[class].of(need));
        let before: u128 = (0..class)
            .map(|class| self.pairs[class].len() as u128 * ways(class))
            .sum();
        let pair = self.pairs[class]
            .iter()
            .position(|&pair| pair == placement.kings);
        let pair = pair.ok_or_else(unlawful)? as u128 * ways(class);
        let pawns = rank_steps(&steps(placement.kings), &placement.files, &mut need)?;
        Ok(before + pair + u128::from(pawns))
    }

    fn rank_en_passant(
        &self,
        placement: &Placement,
        file: File,
        mut need: Need,
        free: usize,
    ) -> Result<u128> {
        let tables = &*TABLES;
        let mut rank = 0;
        for other in File::ALL.into_iter().take_while(|&other| other != file) {
            rank += tables.en_passant[has_two_neighbours(other)].of(need);
        }
        let left = file.to_usize().checked_sub(1);
        let left_with = left.is_some_and(|left| tables.with.contains(placement.files[left]));
        let steps = en_passant_steps(file, left_with);
        rank += rank_steps(&steps[..1], &placement.files, &mut need)?;
        if has_two_neighbours(file) == 1 && !left_with {
            rank += tables.beside[0].of(need);
        }
        rank += rank_steps(&steps[1..], &placement.files, &mut need)?;
        let mut open = !(placement.pawn_squares() | passed_squares(file) | self.rights.rooks());
        for king in self.fixed_kings().into_iter().flatten() {
            open.discard(king);
        }
        let mut rank = u128::from(rank);
        let choices = self.king_choices(free);
        for (index, fixed) in self.fixed_kings().into_iter().enumerate() {
            let king = placement.kings[index];
            if fixed.is_none() {
                let place = open
                    .into_iter()
                    .take_while(|&square| square != king)
                    .count();
                rank = rank * choices[index] + place as u128;
                open.discard(king);
            }
        }
        Ok(rank)
    }

    /// The placement of a number.
    pub(super) fn unrank(&self, rank: u128, need: Need, free: usize) -> Result<Placement> {
        match self.en_passant {
            true => self.unrank_en_passant(rank, need, free),
            false => self.unrank_kings_first(rank, need),
        }
    }

    fn unrank_kings_first(&self, mut rank: u128, mut need: Need) -> Result<Placement> {
        for (class, pairs) in self.pairs.iter().enumerate() {
            let ways = u128::from(TABLES.by_class[class].of(need));
            let here = pairs.len() as u128 * ways;
            if rank >= here {
                rank -= here;
                continue;
            }
            let kings = pairs[(rank / ways) as usize];
            let mut rank = (rank % ways) as u64;
            let mut files = [0; 8];
            unrank_steps(&steps(kings), &mut rank, &mut need, &mut files)?;
            return Ok(Placement {
                kings,
                files,
                en_passant: None,
            });
        }
        Err(unlawful())
    }

    fn unrank_en_passant(&self, rank: u128, mut need: Need, free: usize) -> Result<Placement> {
        let tables = &*TABLES;
        let choices = self.king_choices(free);
        let black_place = rank % choices[1];
        let white_place = rank / choices[1] % choices[0];
        let mut rank = (rank / choices[1] / choices[0]) as u64;
        let mut found = None;
        for file in File::ALL {
            let here = tables.en_passant[has_two_neighbours(file)].of(need);
            if rank < here {
                found = Some(file);
                break;
            }
            rank -= here;
        }
        let file = found.ok_or_else(unlawful)?;
        let mut files = [0; 8];
        unrank_steps(
            &en_passant_steps(file, true)[..1],
            &mut rank,
            &mut need,
            &mut files,
        )?;
        let left_with = rank < tables.beside[0].of(need);
        if !left_with {
            rank -= tables.beside[0].of(need);
        }
        unrank_steps(
            &en_passant_steps(file, left_with)[1..],
            &mut rank,
            &mut need,
            &mut files,
        )?;
        let mut placement = Placement {
            kings: [Color::White, Color::Black].map(king_home),
            files,
            en_passant: Some(file),
        };
        let mut open = !(placement.pawn_squares() | passed_squares(file) | self.rights.rooks());
        for king in self.fixed_kings().into_iter().flatten() {
            open.discard(king);
        }
        for (index, place) in [white_place, black_place].into_iter().enumerate() {
            if self.fixed_kings()[index].is_none() {
                let king = open.into_iter().nth(place as usize).ok_or_else(unlawful)?;
                placement.kings[index] = king;
                open.discard(king);
            }
        }
        Ok(placement)
    }
}

/// The squares that the kings may stand on together, by class: not next to each other, not on rooks that may castle.
fn king_pairs(rights: Rights) -> Vec<Vec<[Square; 2]>> {
    let mut pairs = vec![Vec::new(); KING_CLASSES];
    let rooks = rights.rooks();
    let may_stand = |color, square| {
        let fixed = rights.of(color) != [false; 2];
        if fixed {
            square == king_home(color)
        } else {
            !rooks.contains(square)
        }
    };
    for white in Square::ALL
        .into_iter()
        .filter(|&square| may_stand(Color::White, square))
    {
        for black in Square::ALL
            .into_iter()
            .filter(|&square| may_stand(Color::Black, square))
        {
            if white.distance(black) > 1 {
                pairs[class_of(white, black)].push([white, black]);
            }
        }
    }
    pairs
}
