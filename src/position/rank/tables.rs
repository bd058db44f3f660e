//! Precomputed shapes of files and numbers of ways to fill them, for every way in which kings, or a
//! pawn that can be captured en passant, can stand in them.

use super::pawns::{Shapes, Ways};
use crate::chess::{File, Square};
use std::sync::LazyLock;

/// Number of ranks that pawns can stand on; a king there closes a square to pawns.
const ROWS: usize = 6;
/// Number of classes of the kings' squares: no king on the pawns' ranks; one, by its row; two in
/// different files, by white's row and black's; two in one file, likewise.
pub(super) const KING_CLASSES: usize = 1 + ROWS + 2 * ROWS * ROWS;

/// The row of a square among the ranks that pawns can stand on.
fn row(square: Square) -> Option<usize> {
    square
        .rank()
        .to_usize()
        .checked_sub(1)
        .filter(|&row| row < ROWS)
}

pub(super) fn class_of(white: Square, black: Square) -> usize {
    match (row(white), row(black)) {
        (None, None) => 0,
        (Some(row), None) | (None, Some(row)) => 1 + row,
        (Some(a), Some(b)) => {
            let one_file = usize::from(white.file() == black.file());
            1 + ROWS + one_file * ROWS * ROWS + a * ROWS + b
        }
    }
}

/// The shapes of files, and the numbers of ways for all combinations of files that occur.
pub(super) struct Tables {
    pub(super) open: Shapes,
    /// By row: shapes of a file with a king on that row.
    pub(super) one_king: Vec<Shapes>,
    /// By pair of rows: shapes of a file with kings on both.
    pub(super) two_kings: Vec<Shapes>,
    /// By number of files: the ways of that many open files.
    pub(super) ordinary: Vec<Ways>,
    /// By row: the ways of a file with a king on that row and six open ones.
    pub(super) one_king_then: Vec<Ways>,
    /// By class of the kings' squares: the ways of all eight files.
    pub(super) by_class: Vec<Ways>,
    /// Shapes of the file of a pawn that has just moved two squares.
    pub(super) jumped: Shapes,
    /// Shapes of a file with a white pawn on the fifth rank, and without one.
    pub(super) with: Shapes,
    pub(super) without: Shapes,
    /// The ways of one file of `with` and five open ones.
    pub(super) with_then: Ways,
    /// The ways of the files other than the pawn's: if that is at the edge, and if it is elsewhere.
    pub(super) beside: [Ways; 2],
    /// The ways of all files, likewise.
    pub(super) en_passant: [Ways; 2],
}

pub(super) static TABLES: LazyLock<Tables> = LazyLock::new(|| {
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
pub(super) fn has_two_neighbours(file: File) -> usize {
    usize::from(!matches!(file, File::A | File::H))
}

/// A file, its possible shapes, and the ways of the files after it.
pub(super) type Step = (usize, &'static Shapes, &'static Ways);

/// The files in the order in which they are numbered, where the kings stand on these squares.
pub(super) fn steps(kings: [Square; 2]) -> Vec<Step> {
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

/// Appends the files that are not yet among the steps; all of them are open.
fn push_ordinary(steps: &mut Vec<Step>) {
    for file in 0..8 {
        if !steps.iter().any(|step| step.0 == file) {
            steps.push((file, &TABLES.open, &TABLES.ordinary[7 - steps.len()]));
        }
    }
}

/// The files in the order in which they are numbered, where a pawn in `file` has just moved two
/// squares. `left_with` tells whether the left one of two neighbouring files has a white pawn
/// beside that pawn.
pub(super) fn en_passant_steps(file: File, left_with: bool) -> Vec<Step> {
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
